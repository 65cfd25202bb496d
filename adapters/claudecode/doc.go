// Package claudecode reads sessions of Claude Code: one JSON Lines transcript per session, sub-agents beside it.
//
// Each file has one role, the same in every adapter: adapter.go says what the harness is, find.go where its sessions
// lie, tables.go and tables_*.go what becomes of every field, record.go collects one record in one walk, mapper.go
// decides by record kind, user.go, assistant.go, system.go, attachment.go and state.go map kinds, recognition.go tells
// who speaks, actors.go and parts.go make what several kinds need. What stands beside the conversation has a file each:
// decisions.go and permissions.go, tasks.go, executions.go, configuration.go, settings.go and places.go, queue.go,
// usage.go; setup.go carries it along the parent chain. index.go remembers what graph.go, branches.go and contexts.go
// order at the end.
//
// beside.go finds what belongs to a transcript, agents.go follows the work of others, sides.go the sub-agents inside the
// file, lineage.go names other sessions, stream.go maps the lines that only stream-json has. messages.go hashes what the
// harness sends, canonical.go spells it, requests.go and contracts.go take the harness's own records of its requests, and
// verified.go makes contexts of them. The continuation context of main's head stays put together from the branch, for the
// last request does not hold its own answer; the request itself stands beside it, exact where all digests agree.
//
// Going on has files of its own: continuing.go says what a session rests on, inspect.go and inspect_settings.go read what
// configures the harness, write.go and write_records.go make a session anew. late.go hashes only where requests come.
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
//   - What a person or a rule allowed is recorded with the result: permissionDecision {decision, source, grantScope,
//     reasonType, ruleSource, reasonCode}; source begins with "user" where a person decided (2.1.332). Earlier versions
//     record refusals alone.
//   - The answer to a question comes as "User has answered your questions" or as "Your questions have been answered"
//     (2.1.332), so the text is not looked at. Without a person to ask, the call fails with "Answer questions?" (2.1.73).
//   - stop_reason is null on all lines of a response but the last one, which has it already in 1.0.98; since 2.1.332 every
//     line has it, so that end_turn can stand on a line that is not the response's last.
//   - turn_duration is written in interactive sessions alone (2.1.332); headless ones end a turn by end_turn.
//   - A prompt that the agent was given while it worked leaves the queue before the result that it came with is written,
//     and its queued_command comes behind that result (2.1.332).
//   - Commands pass through the queue as they were typed ("/compact …") and stand in the record as tags (2.1.332).
//   - permission-mode is written before the first record of the chain and again at every turn, mostly unchanged (2.1.332).
//   - A tool of a prompt_snapshot has its contract one level down: schema {name, description, input_schema} (2.1.332).
//   - cost-state is written twice when a process ends, the second time with a later totalDuration; startTime tells the
//     processes apart (2.1.332).
//   - cache_creation_input_tokens was 0 beside a breakdown that was not, before 2.1.152: the larger one counts.
//   - The request of a compaction is not among the harness's own records of its requests, and the first request of a resumed
//     process repeats the whole history instead of naming a base (2.1.332).
//   - A blob can repeat a tool result when a reminder goes out beside it (2.1.332): the result's event stands for it.
//   - Of shape.tools one is a placeholder that the model never calls (DeferredToolPlaceholder, 2.1.332).
//   - A sub-agent's file says who began it in the file beside it alone: parentAgentId, toolUseId (2.1.20x); all depths lie in
//     one folder.
//   - The lines of a stream have no parents, and their usage counts only the beginning of a response (2.1.270).
package claudecode
