package ahp

import (
	"maps"
	"slices"

	"asif-convert/losses"
)

// Kinds of records besides the event types, which stand for events without a frame.
const (
	kindFrame    = "frame"   // a JSON-RPC frame with an event in it
	kindWrapped  = "wrapped" // an entry in a recorder's own object
	kindResponse = "hooks/response"
	kindAsk      = "hooks/capabilities"
	kindManifest = "hooks/capabilities/result"
	kindFormer   = "(former type)"
	kindOdd      = "(unknown type)"
	kindNone     = "(no entry)" // it has no table: nothing of the protocol is in it
)

// Reasons why a field is kept through the native resource alone.
const (
	whyMark     = "marks an identity that the harness made up"
	whyNative   = "the harness's own payload, which the protocol says not to interpret"
	whyIdentity = "names a part of a message; the place in it does so too"
	whyFixed    = "follows from the record's kind"
	whyRepeats  = "repeats what the record says elsewhere"
	whyRecorder = "of who kept the log"
	whyFormer   = "a name that the protocol took back"
	whyCovered  = "says what the harness could deliver, for whoever asked"
	whyUnpaired = "answers a request that is not in the log"
	whyUnknown  = "of a kind that the protocol does not have"

	whyTotals = "a running total; the one at the session's end counts"
)

// mapped makes rows that change the document.
func mapped(to string, paths ...string) []losses.Row {
	out := make([]losses.Row, len(paths))
	for i, p := range paths {
		out[i] = losses.Row{Path: p, Do: losses.Mapped, To: to}
	}
	return out
}

// carried makes rows of what the event's extension holds as it is, credentials aside.
func carried(paths ...string) []losses.Row { return mapped("event.extensions", paths...) }

// envelope are the members that every event has. Those without a payload of its own stand at the end.
func envelope() []losses.Row {
	return slices.Concat(
		mapped("event.id", "id"), mapped("session.native_ids", "source"), mapped("event.kind", "type"), mapped("event.time", "time"),
		mapped("configuration.environment_ids", "harness.name", "harness.version"),
		mapped("session.native_ids", "session.id"), mapped("configuration.environment_ids", "session.cwd", "session.workspaceRoots", "session.workspaceRoots[]"),
		mapped("configuration.model", "session.model"), carried("session.agent.id", "session.agent.type"),
		mapped("event.execution_id", "turn.id"), mapped("event.causes", "parentEventId"),
		carried("gaps/", "extensions/", "synthesized"),
		losses.Keep(whyMark, "session.synthesized", "turn.synthesized"), losses.Keep(whyNative, "native/"),
		losses.Keep(whyUnknown, "session", "session.counters", "session.agent", "session.*/", "turn", "harness"),
	)
}

// parts are the rows of content parts, and of the list that holds them.
func parts(path string) []losses.Row {
	return slices.Concat(losses.Keep(whyFixed, path), part(path+"[]"))
}

// part are the rows of one content part.
func part(path string) []losses.Row {
	return losses.Below(path,
		mapped("part.kind", "kind", "category"), mapped("text part", "text"), mapped("resource.media_type", "mediaType"),
		mapped("resource.availability", "selection"), mapped("resource.original_location", "body.ref"), mapped("resource.explanation", "gap.reason"),
		mapped("resource", "size", "sha256"),
		losses.Keep(whyIdentity, "id"), losses.Keep(whyMark, "synthesized"), losses.Keep(whyFixed, "gap.path", "", "body", "gap"))
}

// message are the rows of one message.
func message(path string) []losses.Row {
	return slices.Concat(losses.Below(path, mapped("message.role", "role"), mapped("event", "id"), losses.Keep(whyMark, "synthesized"), losses.Keep(whyFixed, "")), parts(path+".parts"))
}

// messages are the rows of a list of messages.
func messages(path string) []losses.Row {
	return slices.Concat(losses.Keep(whyFixed, path), message(path+"[]"))
}

// invocation are the rows that all events of a call have.
func invocation() []losses.Row {
	return slices.Concat(
		mapped("call_id", "call.id"), mapped("tool.name", "tool.name"), mapped("arguments", "tool.input/"), mapped("tool.server_identity", "tool.mcp.server.id"),
		mapped("environment", "tool.mcp.server.name", "tool.mcp.connection.*/"), mapped("tool.name", "tool.mcp.toolName"),
		carried("path", "batch/", "tool.kind", "tool.mcp.provenance"),
		losses.Keep(whyMark, "call.synthesized"), losses.Keep(whyRepeats, "tool.origin"), losses.Keep(whyFixed, "call", "tool", "tool.mcp", "tool.mcp.server", "tool.mcp.connection"))
}

// fault are the rows of an error.
func fault(to string) []losses.Row {
	return slices.Concat(mapped(to, "error.message", "error.class", "error.code", "error.status"), losses.Keep(whyNative, "error.native/"), losses.Keep(whyFixed, "error"))
}

// spending are the rows of usage, with those of where its numbers come from.
func spending(provenance []losses.Row) []losses.Row {
	return slices.Concat(
		mapped("usage.value", "usage.inputTokens", "usage.outputTokens", "usage.cacheReadTokens", "usage.cacheWriteTokens", "usage.cost.amount"),
		mapped("usage.unit", "usage.cost.currency"), carried("usage.completeness", "usage.cost.basis"),
		losses.Keep(whyFixed, "usage.kind", "usage.scope", "usage", "usage.cost"), provenance)
}

// attempt are the rows that events of a model attempt have.
func attempt() []losses.Row {
	return slices.Concat(carried("attempt/"), mapped("model", "model/"))
}

// Tables implements adapters.Adapter.
func (Adapter) Tables() []losses.Table {
	bare := map[string][]losses.Row{}
	for typ, own := range payloads() {
		counters := losses.Keep(whyTotals, "session.counters.*")
		if typ == "session.end" {
			counters = mapped("usage", "session.counters.*")
		}
		bare[typ] = slices.Concat(envelope(), counters, own)
	}
	var out []losses.Table
	for _, typ := range slices.Sorted(maps.Keys(bare)) {
		out = append(out, losses.Table{Kind: typ, Rows: bare[typ]})
	}
	inside := maps.Clone(bare)
	inside[""] = stray(whyUnknown)
	out = append(out,
		losses.Table{
			Kind: kindFrame, Rows: slices.Concat(
				mapped("event", "method"), mapped("event.causes", "id"), mapped("losses", "params.protocolVersion"), losses.Keep(whyFixed, "jsonrpc", "params"),
				losses.Keep(whyCovered, "params.capabilities/")),
			Variants: []losses.Variant{{At: "params.event", By: "type", Cases: inside}},
		},
		losses.Table{Kind: kindWrapped, Rows: slices.Concat(
			framed("frame"), framed("message"), mapped("event", "event.*/", "params.event/"), losses.Keep(whyFixed, "params.*/", "event", "params"), losses.Keep(whyRecorder, "*/"))},
		losses.Table{Kind: kindResponse, Rows: slices.Concat(
			mapped("event.causes", "id"), mapped("extension event", "result.effects/", "error.code", "error.message", "error.data/"),
			losses.Keep(whyFixed, "jsonrpc", "result", "error", "result.protocolVersion"), losses.Keep(whyUnknown, "result.*/"))},
		losses.Table{Kind: kindAsk, Rows: slices.Concat(mapped("losses", "method"), losses.Keep(whyCovered, "jsonrpc", "id", "params/"))},
		losses.Table{Kind: kindManifest, Rows: slices.Concat(
			mapped("coverage", "result.manifest.events[].event", "result.manifest.gaps[].path"),
			losses.Keep(whyCovered, "jsonrpc", "id", "result", "result.manifest", "result.*/", "result.manifest.*/", "result.manifest.events[]", "result.manifest.events[].*/", "result.manifest.gaps[]", "result.manifest.gaps[].*/"))},
		losses.Table{Kind: kindFormer, Rows: slices.Concat(stray(whyFormer), mapped("losses", "type"))},
		losses.Table{Kind: kindOdd, Rows: stray(whyUnknown)},
	)
	for i := range out { // a record of each kind may stand behind a prefix
		out[i].Rows = append(out[i].Rows, losses.Keep(whyRecorder, losses.PrefixField)...)
	}
	return out
}

// framed are the rows of a frame inside a recorder's object, or of an event that stands there without one. The event is
// one field: the tables of the types are for those that stand where the protocol has them.
func framed(path string) []losses.Row {
	return losses.Below(path, mapped("event", "method", "params.event/", "*/"), mapped("losses", "params.protocolVersion"), mapped("event.causes", "id"), losses.Keep(whyFixed, "", "jsonrpc", "params", "params.*/"))
}

// stray are the rows of what is no event of the protocol: whose loss it is, is told by its session.
func stray(why string) []losses.Row {
	return slices.Concat(mapped("losses", "source", "session.id"), losses.Keep(why, "", "session", "session.*/", "*/"))
}
