// Package toy is the smallest adapter there is: a harness whose records each say one thing. What the engine does for every
// adapter is tested with it, and a new one can start from it.
package toy

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Adapter reads sessions of records that each say one thing, in order:
//
//	{"id":"a","say":"hello"} · {"id":"b","call":"c1"} · {"id":"c","result":"c1","say":"done"} · {"from":"cap-…"} · {"noise":1}
type Adapter struct{}

const (
	fID = iota + 1
	fSay
	fCall
	fResult
	fAfter
	fFrom
)

// Info implements adapters.Adapter.
func (Adapter) Info() adapters.Info {
	best := losses.BestCoverage{}
	for _, s := range losses.AllScopes {
		best[s] = losses.Best{Status: losses.Complete, Why: "a toy tells all"}
	}
	return adapters.Info{Name: "toy", Title: "Toy", Provider: "toys", Revision: "1", Best: best}
}

// Tables implements adapters.Adapter.
func (Adapter) Tables() []losses.Table {
	return []losses.Table{{Kind: "line", Rows: []losses.Row{
		{Path: "id", Do: losses.Mapped, To: "event.id", ID: fID},
		{Path: "say", Do: losses.Mapped, To: "text part", ID: fSay},
		{Path: "call", Do: losses.Mapped, To: "call_id", ID: fCall},
		{Path: "result", Do: losses.Mapped, To: "call_id", ID: fResult},
		{Path: "after", Do: losses.Mapped, To: "order", ID: fAfter},
		{Path: "from", Do: losses.Mapped, To: "session.lineage[].capture_id", ID: fFrom},
		{Path: "noise/", Do: losses.Dropped, Why: "noise"},
	}}}
}

// Detect implements adapters.Adapter.
func (Adapter) Detect(adapters.Head) adapters.Match { return adapters.Possible }

// Session is a toy session over the given inputs.
func (Adapter) Session(inputs ...source.Input) adapters.Session {
	return adapters.Session{
		Native: asif.NativeIdentifier{Provider: "toys", Namespace: "toy", Value: "t1"}, Inputs: inputs,
		New: func(out adapters.Output, led *losses.Ledger) adapters.Mapper {
			s := out.Document("")
			name := "Toy"
			m := &mapper{sink: s, account: led.Account("line"), fields: map[int][]byte{}, refs: map[string]asif.Ref{}}
			m.human = s.Actor(asif.Participant{ID: "human", Kind: asif.ParticipantHuman})
			m.toy = s.Actor(asif.Participant{ID: "toy", Kind: asif.ParticipantAgent, Name: &name})
			m.tool = s.Tool(asif.Tool{ID: "tool:t", Name: "t", Description: "Not recorded.", InputSchema: []byte("true")})
			return m
		},
	}
}

type mapper struct {
	sink       adapters.Sink
	account    *losses.Account
	fields     map[int][]byte
	human, toy adapters.ActorRef
	tool       adapters.ToolRef
	events     []asif.Ref
	refs       map[string]asif.Ref
	lineage    []asif.Lineage
}

func (m *mapper) Record(r *source.Record) (losses.Outcome, error) {
	clear(m.fields)
	r.Walk(m.account, func(id, _ int, raw []byte) { m.fields[id] = raw })
	text := func(id int) []byte { return adapters.Text(m.fields[id]) } // nil for what is no string
	id, _ := m.sink.IDs().Intern(text(fID))
	d := adapters.Draft{ID: id, Actor: m.toy, Span: r.Span, Seen: true}
	var parts []adapters.Part
	if say := adapters.Quoted(m.fields[fSay]); say != nil {
		parts = append(parts, adapters.NewText(say))
	}
	switch {
	case text(fCall) != nil:
		d.Data = &adapters.ToolCall{Call: text(fCall), Tool: m.tool, Status: asif.ArgumentsComplete}
	case text(fResult) != nil:
		d.Data = &adapters.ToolResult{Call: text(fResult), Outcome: asif.OutcomeSuccess, Parts: parts}
	case parts != nil:
		d.Actor, d.Data = m.human, &adapters.Message{Role: asif.RoleUser, Parts: parts}
	case text(fFrom) != nil:
		m.lineage = append(m.lineage, asif.Lineage{Relation: asif.RelationTranslation, SessionID: "toy:t1", CaptureID: string(text(fFrom))})
		return losses.Outcome{Do: losses.Mapped}, nil
	default:
		return losses.Outcome{Do: losses.Dropped, Why: "noise"}, nil
	}
	ref := m.sink.Event(&d)
	if after := m.refs[string(text(fAfter))]; after != 0 {
		m.sink.MoveAfter(ref, after)
	}
	m.refs[string(text(fID))] = ref
	m.events = append(m.events, ref)
	return losses.Outcome{Do: losses.Mapped}, nil
}

func (m *mapper) Finish() error {
	return m.sink.Close(adapters.History{
		Branches: []adapters.Branch{{ID: "main", Events: m.events}},
		Lineage:  m.lineage,
		Live:     adapters.Context{Fidelity: asif.FidelityReconstructed, Inputs: m.events},
	})
}
