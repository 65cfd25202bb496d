// Package codex reads threads of the Codex CLI: one rollout file per thread, in five generations of the format.
//
// Each file has one role, the same in every adapter: adapter.go says what the harness is, find.go where its threads
// lie, tables.go and tables_*.go what becomes of every field, record.go collects one record in one walk, mapper.go
// decides by record kind, items.go, message.go, calls.go, events.go, turnitems.go, settings.go and compaction.go map
// kinds, twins.go ties the two streams of a file together, actors.go, parts.go, places.go, tools.go, patch.go,
// meaning.go, turns.go and tokens.go make what several kinds need, shell.go maps what people ran themselves, index.go
// remembers what history.go orders at the end, lineage.go tells where a thread comes from, store.go finds threads in a
// store. Going on has files of its own: continuing.go says what a thread rests on, inspect.go reads what configures the
// harness, write.go, write_items.go and write_results.go make a thread anew.
//
// Facts of the format that surprised, with the version they were seen in:
//
//   - A file tells a conversation twice: response_item is what the model sees, event_msg and its item_completed are
//     what people see. For prompts the item comes first; for the model's words the event does, up to a whole response
//     before the items (0.40 to 0.171). Which one comes first names the event of the document, so that it keeps its
//     name when the file grows.
//   - token_count stands before the items of its response in 0.40 and behind them in 0.96; it is written again and
//     again with the same totals.
//   - The results of parallel calls stand between the calls, and on the wire too (0.40); since 0.96 all calls come first.
//   - The prompt of a rewind goes to another file since 0.171, which names the old one and the ordinal where it leaves
//     it; before that thread_rolled_back counts the turns to take back.
//   - history_base.thread_id is the last UUID of a file's name, which is a segment's and not a thread's after a second
//     revert (0.171).
//   - The answer to the request for a summary stands in the file as a message of the model (0.171); no later request
//     holds it.
//   - A sub-agent that gets its parent's history begins with a copy of it, and the ordinal of its own first record stands
//     in its first line (0.171).
//   - Nothing in a result says whether the call worked: the text does, differently in every version.
package codex
