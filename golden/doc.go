// Package golden is the corpus and the conformance suite of every adapter.
//
// A case is a folder cases/<harness>/<case>, the harness by its name on the command line. What a person puts there:
//
//   - native/: the harness's own files. Where the harness has a store, native/ is the user's home folder, with the store in
//     it, as far as the session needs it; a file that lies directly in native/ is one from elsewhere. A harness without a
//     store has its logs there.
//   - ORIGIN: where the native files come from, and which version wrote them. Cases that nobody recorded begin with "made-".
//   - main: the path below native/ of the session's file. Needed where not exactly one file there can be it; files named
//     *.jsonl can be, but those that begin with "agent-" (sub-agents) or "session_index".
//   - requests.jsonl: what the harness really sent to the model, where that was recorded.
//
// What -update writes from those, for a person to read: session.json and its companions, or one document for each session
// of a log; ledger.json, the account; findings.txt, the warnings that the documents are known to have.
//
// Beside the cases of a harness stand rows-unmet.txt, the rows of its mapping tables that no case has a field for (-update
// writes it), and faulty-requests.txt, recorded requests that no conversion can equal, each with the reason.
//
// The suite counts and compares with code of its own (encoding/json, interpreted rows) so that a fault of the engine
// does not hide itself. An adapter's own test is one call of [Conformance].
package golden
