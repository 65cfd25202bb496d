// Package golden is the corpus and the conformance suite of every adapter.
//
// A case is a folder golden/cases/<harness>/<case>: native/ holds the harness's own files, session.json and its companions
// the documents made from them, ledger.json the account, findings.txt the warnings that the document is known to have,
// ORIGIN where the native files come from, and requests.jsonl, where there is one, what the harness really sent to the
// model. The flag -update rewrites what is derived.
//
// The suite counts and compares with code of its own (encoding/json, interpreted rows) so that a fault of the engine
// does not hide itself. An adapter's own test is one call of [Conformance].
package golden
