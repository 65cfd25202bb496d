package ahp

import (
	"bytes"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/adapters/ahp/wire"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// field numbers the members of an event that are looked at.
type field uint8

const (
	fID field = iota
	fSource
	fTime
	fHarness
	fSession
	fTurn
	fParent
	fItems
	fGaps
	fExtensions
	fSynthesized
	fTrigger
	fPermissionMode
	fManifest
	fResumedFrom
	fOutcome
	fReason
	fCounters
	fCall
	fTool
	fPath
	fBatch
	fExecution
	fError
	fDuration
	fFileChanges
	fContinuation
	fLastItem
	fUsage
	fExpandedFrom
	fItem
	fDelta
	fFinal
	fModel
	fAttempt
	fParams
	fFinishReason
	fLatency
	fRecovery
	fCurrent
	fProposed
	fPrevious
	fPricing
	fSuggestions
	fSandbox
	fDecision
	fDecidedBy
	fPartial
	fBackgrounded
	fCalls
	fInstructions
	fTokenCounts
	fSummary
	fRemoved
	fChange
	fTask
	fWorkspace
	fChanges
	fAttention
	fElicitation
	fMessage
	fFailure

	// Members of members.
	fSessionID
	fCwd
	fRoots
	fSessionModel
	fAgent
	fTurnID
	fCallID
	fToolName
	fToolKind
	fInput
	fMCP
	fAttemptID
	fExecutionStatus
	fUsageCompleteness
	fUsageProvenance
	fCost
	fChannel
	fields

	topLevel = fSessionID
)

// names of the members, by number.
var names = [fields]string{
	fID: "id", fSource: "source", fTime: "time", fHarness: "harness", fSession: "session", fTurn: "turn", fParent: "parentEventId", fItems: "items",
	fGaps: "gaps", fExtensions: "extensions", fSynthesized: "synthesized", fTrigger: "trigger", fPermissionMode: "permissionMode", fManifest: "manifest",
	fResumedFrom: "resumedFrom", fOutcome: "outcome", fReason: "reason", fCounters: "counters", fCall: "call", fTool: "tool", fPath: "path",
	fBatch: "batch", fExecution: "execution", fError: "error", fDuration: "durationMs", fFileChanges: "fileChanges", fContinuation: "continuationCount",
	fLastItem: "lastAssistantItem", fUsage: "usage", fExpandedFrom: "expandedFrom", fItem: "item", fDelta: "delta", fFinal: "final", fModel: "model",
	fAttempt: "attempt", fParams: "params", fFinishReason: "finishReason", fLatency: "latencyMs", fRecovery: "recovery", fCurrent: "current",
	fProposed: "proposed", fPrevious: "previous", fPricing: "pricing", fSuggestions: "suggestions", fSandbox: "sandboxBypass", fDecision: "decision",
	fDecidedBy: "decidedBy", fPartial: "partialOutput", fBackgrounded: "backgrounded", fCalls: "calls", fInstructions: "instructions",
	fTokenCounts: "tokenCounts", fSummary: "summary", fRemoved: "removed", fChange: "change", fTask: "task", fWorkspace: "workspace",
	fChanges: "changes", fAttention: "attention", fElicitation: "elicitation", fMessage: "message", fFailure: "failure",

	fSessionID: "session.id", fCwd: "session.cwd", fRoots: "session.workspaceRoots", fSessionModel: "session.model", fAgent: "session.agent",
	fTurnID: "turn.id", fExecutionStatus: "execution.status", fUsageCompleteness: "usage.completeness", fUsageProvenance: "usage.provenance",
	fCost: "usage.cost", fChannel: "message.channel", fCallID: "call.id", fToolName: "tool.name", fToolKind: "tool.kind", fInput: "tool.input", fMCP: "tool.mcp", fAttemptID: "attempt.id",
}

// inside finds the numbers of the members of members, by the last part of their names.
var inside = func() (below [fields][]numbered) {
	for i, name := range names {
		if outer, inner, nested := strings.Cut(name, "."); nested {
			at := slices.Index(names[:topLevel], outer)
			below[at] = append(below[at], numbered{inner, field(i)})
		}
	}
	return below
}()

// numbered is one of the few names that are looked for in a member.
type numbered struct {
	name  string
	field field
}

// event is one event while it is mapped. Slices point into the record.
type event struct {
	typ    string
	number int // of the type in wire.Types, from 1; 0 for one that is not there
	raw    []byte
	span   source.Span
	f      [fields][]byte
	items  source.Outline // of an event that has a list of them
	id     asif.ID

	// of the mapping
	block    int      // the next one; of an event that is settled, among those drafted before
	further  int      // drafted beside those
	first    asif.Ref // that this event drafted
	settles  *known   // what the event that is settled now drafted before; nil for a new one
	extended bool     // its extension stands on an event
	was      []byte   // what of it was proposed otherwise, as an object; nil for nothing
	lost     bool     // credentials were taken out of it
	turn     asif.ID  // its turn, once that was looked up
}

// read collects the members of an event: the first of each name.
func (e *event) read(w *wire.Entry, span source.Span) {
	*e = event{}
	e.typ, e.number, e.raw, e.span = w.Type, w.Number, w.Event.Raw, span
	for _, m := range w.Found {
		if e.f[m.Name] != nil {
			continue
		}
		e.f[m.Name] = w.Members.Value(m.At)
		if looked := inside[m.Name]; len(looked) > 0 {
			e.readBelow(looked, w.Members.Below(m.At))
		}
		if field(m.Name) == fItems && isArray(e.f[fItems]) {
			e.items = w.Members.Below(m.At)
		}
	}
}

// readBelow collects members of a member.
func (e *event) readBelow(looked []numbered, members source.Outline) {
	for i := 0; i < members.Len(); i = members.Next(i) {
		name := members.Name(i)
		for _, x := range looked {
			if x.name == string(name) {
				first(&e.f[x.field], members.Value(i))
			}
		}
	}
}

// of is the member of an object: of a field, or below it.
func of(object []byte, path ...string) []byte {
	for _, name := range path {
		if object = source.Member(object, name); object == nil {
			return nil
		}
	}
	return object
}

// word is the text of a string, "" for any other value.
func word(raw []byte) string { return string(adapters.Text(raw)) }

// number is a JSON number as it is spelled, nil for any other value.
func number(raw []byte) []byte {
	if len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9') {
		return raw
	}
	return nil
}

// member is a name and a JSON value; one without a value is left out.
type member struct {
	name  string
	value []byte
}

// append appends the member behind another one, or behind the brace that opens an object. Names need no escapes.
func (m member) append(o []byte) []byte {
	if m.value == nil {
		return o
	}
	if o[len(o)-1] != '{' {
		o = append(o, ',')
	}
	o = append(append(append(o, '"'), m.name...), `":`...)
	return append(o, m.value...)
}

// object makes a JSON object of members.
func object(members ...member) []byte {
	size := len("{}")
	for _, m := range members {
		size += len(m.name) + len(m.value) + len(`"":,`)
	}
	return appendObject(make([]byte, 0, size), members)
}

// appendObject appends a JSON object of members.
func appendObject(o []byte, members []member) []byte {
	o = append(o, '{')
	for _, m := range members {
		o = m.append(o)
	}
	return append(o, '}')
}

// quote makes a JSON string.
func quote(s string) []byte { return asif.AppendString(nil, s) }

// array tells whether a value is an array with something in it.
func array(raw []byte) bool {
	return len(raw) > 2 && raw[0] == '[' && len(bytes.TrimSpace(raw[1:len(raw)-1])) > 0
}

// isArray tells whether a value is an array.
func isArray(raw []byte) bool { return len(raw) > 0 && raw[0] == '[' }

// isObject tells whether a value is an object.
func isObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }
