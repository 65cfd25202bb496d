package codex

import (
	"bytes"
	"slices"

	"asif-convert/adapters/talk"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

func (w *rolloutWriter) result(in *talk.Input) []byte {
	kind := "function_call_output"
	if w.custom[in.Call] {
		kind = "custom_tool_call_output"
	}
	delete(w.custom, in.Call)
	b := asif.AppendString([]byte(`{"type":"`+kind+`","call_id":`), in.Call)
	b = append(b, `,"output":`...)
	switch {
	case len(in.Pieces) == 0:
		b = append(b, `""`...)
	case len(in.Pieces) == 1 && in.Pieces[0].Kind == talk.TextPiece:
		b = append(b, in.Pieces[0].Text...)
	case kind == "custom_tool_call_output" && onlyTexts(in.Pieces): // 0.96 reads no list there
		b = appendLines(b, in.Pieces)
	default:
		b = append(b, '[')
		n := 0
		for i := range in.Pieces {
			if part := w.part(&in.Pieces[i], people.text); part != nil {
				b = append(comma(b, n), part...)
				n++
			}
		}
		b = append(b, ']')
	}
	if in.Ours {
		b = append(b, `,"`+memberMark+`":"`+markOpen+`"`...)
	} else if in.Outcome != asif.OutcomeUnknown {
		w.t.Lose(losses.OutcomeNotCarried)
	}
	return append(b, '}')
}

func onlyTexts(pieces []talk.Piece) bool {
	return !slices.ContainsFunc(pieces, func(p talk.Piece) bool { return p.Kind != talk.TextPiece })
}

// appendLines appends the texts of pieces as one JSON string, each beginning a line.
func appendLines(b []byte, pieces []talk.Piece) []byte {
	b = append(b, '"')
	for i := range pieces {
		t := pieces[i].Text
		if i > 0 && !bytes.HasSuffix(b, []byte(`\n`)) {
			b = append(b, `\n`...)
		}
		b = append(b, t[1:len(t)-1]...)
	}
	return append(b, '"')
}
