// Package ahp maps recorded logs of the Agent Hooks Protocol, as the protocol's public draft has its events (their schemas
// and its chapter "Execution payload encoding"; package wire holds what is read of them). The protocol defines no log: what is read is one subscriber's view, so every event of a document
// is a report, what is missing proves nothing, and no scope is ever complete.
//
//   - adapter.go: what the format can tell at best, and how a log is recognized; find.go: logs on disk
//   - tables*.go: what becomes of every field, for bare events and for those in JSON-RPC frames
//   - mapper.go: records, the document that each belongs to, and what was delivered more than once
//   - event.go: one event while it is mapped; session.go: what a document knows
//   - turns.go, tools.go, models.go, contexts.go, settings.go, decisions.go, elicitations.go, tasks.go,
//     files.go: by family
//   - parts.go: messages and their parts; threads.go: whose conversation they are of; redact.go: credentials
//   - finish.go: the history
package ahp
