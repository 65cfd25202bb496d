package toy

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// What the mapper is handed of a record: the ID of each mapped row.
const (
	fID = iota + 1
	fSay
	fCall
	fResult
	fFrom
	fCapture
	fEvent
)

type mapper struct {
	sink       adapters.Sink
	account    *losses.Account
	fields     map[int][]byte
	human, toy adapters.ActorRef
	tool       adapters.ToolRef
	events     []asif.Ref
	lineage    []asif.Lineage
}

func newMapper(out adapters.Output, led *losses.Ledger) adapters.Mapper {
	s := out.Document("")
	name := "Toy"
	return &mapper{
		sink: s, account: led.Account("line"), fields: map[int][]byte{},
		human: s.Actor(asif.Participant{ID: "human", Kind: asif.ParticipantHuman}),
		toy:   s.Actor(asif.Participant{ID: "toy", Kind: asif.ParticipantAgent, Name: &name}),
		tool:  s.Tool(asif.Tool{ID: "tool:t", Name: "t", Description: "Not recorded.", InputSchema: []byte("true")}),
	}
}

// Record implements adapters.Mapper. A field can hold anything: what is no string where one belongs is no text.
func (m *mapper) Record(r *source.Record) (losses.Outcome, error) {
	clear(m.fields)
	r.Walk(m.account, func(id, _ int, raw []byte) { m.fields[id] = raw })
	text := func(id int) []byte { return adapters.Text(m.fields[id]) }
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
		m.lineage = adapters.HandedOver("toy", text(fFrom), text(fCapture), text(fEvent))
		return losses.Outcome{Do: losses.Mapped}, nil
	default:
		return losses.Outcome{Do: losses.Dropped, Why: "noise"}, nil
	}
	m.events = append(m.events, m.sink.Event(&d))
	return losses.Outcome{Do: losses.Mapped}, nil
}

// Finish implements adapters.Mapper.
func (m *mapper) Finish() error {
	return m.sink.Close(adapters.History{
		Branches: []adapters.Branch{{ID: "main", Events: m.events}},
		Lineage:  m.lineage,
		Live:     adapters.Context{Fidelity: asif.FidelityReconstructed, Inputs: m.events},
	})
}
