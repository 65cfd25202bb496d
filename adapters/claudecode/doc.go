// Package claudecode reads sessions of Claude Code: one JSON Lines transcript per session, sub-agents beside it.
//
// Each file has one role, the same in every adapter: adapter.go says what the harness is, find.go where its sessions
// lie, tables.go and tables_*.go what becomes of every field, record.go collects one record in one walk, mapper.go
// decides by record kind, user.go, assistant.go, system.go, attachment.go and state.go map kinds, actors.go and
// parts.go make what several kinds need, index.go remembers what graph.go, branches.go and contexts.go order at the
// end.
//
// Facts of the format that surprised, with the version they were seen in:
//
//   - The file's name is the session's identity. Lines copied by a resume or a fork keep another sessionId (1.0, 2.1.332).
//   - One response is several lines, one block each, with tool results between them: parallel tools write their
//     results as they end, each below the line of its own call (1.0.98 to 2.1.332). On the wire all calls of the response
//     come first, then the results in the order of the file.
//   - message.id repeats in a file that was resumed against a restarted counter, and requestId is absent there; requestRef
//     tells the responses apart (2.1.332).
//   - The parent chain runs through attachments, system lines and progress lines. A prompt_snapshot, which is no event,
//     can be the leaf that last-prompt names (2.1.332).
//   - last-prompt can name a record that is written after it, and after a rewind it names the nil UUID although the new
//     prompt stands already above it (2.1.332). Only a record of this file counts, and only with nothing after it.
//   - Kept messages of a compaction are not written again: the boundary names them, and on the wire they follow the
//     summary (2.1.332). Older versions wrote them again below the summary, with the same uuid (2.1.143).
//   - logicalParentUuid can name such a kept message, which then stands both before and after the boundary.
//   - Reminders rendered for the role user stand after the prompt in the file and before it on the wire (2.1.332).
//   - `claude -p` writes promptSource "sdk" whoever typed (2.1.332); before 2.1.161 only entrypoint tells it.
//   - thinking can be text in the file and empty on the wire (2.1.332, thinkingDisplay "omitted").
//   - cache_creation_input_tokens was 0 beside a breakdown that was not, before 2.1.152: the larger one counts.
package claudecode
