package codex

import (
	"strings"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// rolloutWriter writes a thread that others, or the harness itself before, recorded.
type rolloutWriter struct {
	t      *talk.Talk
	lines  *talk.Lines
	b      []byte // the record that is being written
	kept   []byte // items of the history that a compaction left, so far: they are one record
	told   []byte // the compaction's summary, a JSON string
	at     int64  // milliseconds, of the last of them
	custom map[string]bool
}

func writeThread(t *talk.Talk, create adapters.Create, name string) error {
	lines, err := talk.NewLines(create, name)
	if err != nil {
		return err
	}
	w := &rolloutWriter{t: t, lines: lines, custom: map[string]bool{}}
	if err = w.meta(); err == nil {
		err = t.Turns(w.turn)
	}
	if err == nil {
		err = w.closeHistory()
	}
	return lines.Close(err)
}

func (w *rolloutWriter) raw(text string) { w.b = append(w.b, text...) }

func (w *rolloutWriter) text(text string) { w.b = asif.AppendString(w.b, text) }

// begin begins a record.
func (w *rolloutWriter) begin(at int64, kind string) {
	w.b = w.b[:0]
	w.raw(`{"timestamp":"` + talk.Stamp(at) + `","type":"` + kind + `","payload":`)
}

func (w *rolloutWriter) end() error {
	w.raw("}")
	return w.lines.Line(w.b)
}

// meta writes the first line. It names no provider: the harness refuses to go on with another one than it names.
func (w *rolloutWriter) meta() error {
	w.begin(w.t.Began, "session_meta")
	w.raw(`{"id":`)
	w.text(w.t.Native)
	w.raw(`,"timestamp":"` + talk.Stamp(w.t.Began) + `","cwd":`)
	w.text(w.t.Folder)
	w.raw(`,"originator":"codex_cli_rs","cli_version":"` + writeVersion + `","source":"cli"`) // the picker lists no other source
	if w.t.Origin.GitBranch != "" {
		w.raw(`,"git":{"branch":`)
		w.text(w.t.Origin.GitBranch)
		w.raw("}")
	}
	w.b = appendMark(w.b, w.t)
	w.raw("}")
	return w.end()
}

func (w *rolloutWriter) turn(t *talk.Turn) error {
	if !t.Kept {
		if err := w.closeHistory(); err != nil {
			return err
		}
	}
	for _, in := range t.Inputs {
		if err := w.input(in, t); err != nil {
			return err
		}
	}
	return nil
}

// input writes the items of one input, each with the event that people see.
func (w *rolloutWriter) input(in *talk.Input, t *talk.Turn) error {
	switch {
	case in.Kind == asif.InputToolCall:
		return w.item(in, t, w.call(in))
	case in.Kind == asif.InputToolResult:
		return w.item(in, t, w.result(in))
	case t.Kind == talk.UserTurn:
		return w.message(in, t, in.Pieces, &people)
	}
	return w.said(in, t)
}

// said writes what the agent thought and said, in its order.
func (w *rolloutWriter) said(in *talk.Input, t *talk.Turn) error {
	for pieces := in.Pieces; len(pieces) > 0; {
		item, n := w.thought(pieces)
		var err error
		if n > 0 && item != nil {
			err = w.item(in, t, item)
		} else if n == 0 {
			for n < len(pieces) && pieces[n].Kind != talk.ThoughtPiece && pieces[n].Kind != talk.SealedPiece {
				n++
			}
			err = w.message(in, t, pieces[:n], &agents)
		}
		if err != nil {
			return err
		}
		pieces = pieces[n:]
	}
	return nil
}

// speaker is how a role's words are spelled: as an item, and as the event that lists and windows show.
type speaker struct{ role, text, event string }

var (
	people = speaker{"user", `{"type":"input_text","text":`, "user_message"}
	agents = speaker{"assistant", `{"type":"output_text","text":`, "agent_message"}
)

// message writes a message, and its event: not of words that a person never saw, nor of history that a compaction left.
func (w *rolloutWriter) message(in *talk.Input, t *talk.Turn, pieces []talk.Piece, who *speaker) error {
	b := []byte(`{"type":"message","role":"` + who.role + `","content":[`)
	n := 0
	for i := range pieces {
		if part := w.part(&pieces[i], who.text); part != nil {
			b = append(comma(b, n), part...)
			n++
		}
	}
	if n == 0 {
		return nil
	}
	if err := w.item(in, t, append(b, "]}"...)); err != nil || t.Kept || in.Injected {
		return err
	}
	w.begin(in.Time, "event_msg")
	w.raw(`{"type":"` + who.event + `","message":`)
	w.b = appendJoined(w.b, pieces)
	if who == &people {
		w.images(pieces)
	}
	w.raw("}")
	return w.end()
}

func (w *rolloutWriter) images(pieces []talk.Piece) {
	w.raw(`,"kind":"plain"`)
	n := 0
	for i := range pieces {
		if pieces[i].Kind != talk.ImagePiece {
			continue
		}
		if n++; n == 1 {
			w.raw(`,"images":[`)
		}
		w.b = appendURL(comma(w.b, n-1), &pieces[i])
	}
	if n > 0 {
		w.raw("]")
	}
}

// appendJoined appends the texts of pieces as one JSON string, without the labels of images.
func appendJoined(b []byte, pieces []talk.Piece) []byte {
	b = append(b, '"')
	for i := range pieces {
		if t := pieces[i].Text; len(t) > 2 && !isLabel(adapters.Text(t)) {
			b = append(b, t[1:len(t)-1]...)
		}
	}
	return append(b, '"')
}

// part makes a content part, or nil for what a message cannot hold.
func (w *rolloutWriter) part(p *talk.Piece, text string) []byte {
	switch p.Kind {
	case talk.TextPiece:
		return append(append([]byte(text), p.Text...), '}')
	case talk.ImagePiece:
		return append(appendURL([]byte(`{"type":"input_image","image_url":`), p), '}')
	case talk.SealedPiece:
		if p.Name == typeMessage {
			return append(append([]byte(`{"type":"encrypted_content","encrypted_content":`), p.Data...), '}')
		}
		w.t.Lose(losses.SealedNotCarried)
	}
	return nil
}

// appendURL appends an image as the data URL that the API takes.
func appendURL(b []byte, p *talk.Piece) []byte {
	b = append(append(append(b, `"data:`...), p.Media...), ";base64,"...)
	return append(b, p.Data[1:]...)
}

// thought makes the item of reasoning or of a sealed summary that pieces begin with, and tells how many of them it took; 0:
// they begin with words.
func (w *rolloutWriter) thought(pieces []talk.Piece) (item []byte, n int) {
	p := &pieces[0]
	sealed := func(p *talk.Piece) bool { return p.Kind == talk.SealedPiece && p.Name == typeEncrypted }
	switch {
	case p.Kind == talk.ThoughtPiece:
		item = append([]byte(`{"type":"reasoning"`), summaryOf(p.Value)...)
		if n = 1; len(pieces) > 1 && sealed(&pieces[1]) {
			item = append(append(item, `,"encrypted_content":`...), pieces[1].Data...)
			n = 2
		}
		return append(item, '}'), n
	case sealed(p):
		item = append([]byte(`{"type":"reasoning","summary":[],"encrypted_content":`), p.Data...)
		return append(item, '}'), 1
	case p.Kind == talk.SealedPiece && p.Name == typeCompaction:
		return append(append([]byte(`{"type":"compaction","encrypted_content":`), p.Data...), '}'), 1
	case p.Kind == talk.SealedPiece:
		w.t.Lose(losses.SealedNotCarried)
		return nil, 1
	}
	return nil, 0
}

// summaryOf makes the members of a reasoning that can be read.
func summaryOf(value []byte) []byte {
	b := []byte(`,"summary":[`)
	n := 0
	source.Values(source.Member(value, "summary"), func(s []byte) bool {
		if adapters.Quoted(s) == nil {
			return true
		}
		b = append(append(append(comma(b, n), `{"type":"summary_text","text":`...), s...), '}')
		n++
		return true
	})
	b = append(b, ']')
	if said := adapters.Quoted(source.Member(value, "text")); said != nil {
		b = append(append(append(b, `,"content":[{"type":"reasoning_text","text":`...), said...), "}]"...)
	}
	return b
}

// call makes the item of a call: one whose arguments are text stays a custom one, any other has JSON in a string.
func (w *rolloutWriter) call(in *talk.Input) []byte {
	text := in.Arguments[0] == '"' && !in.Odd
	w.custom[in.Call] = text
	kind := "function_call"
	if text {
		kind = "custom_tool_call"
	}
	b := asif.AppendString([]byte(`{"type":"`+kind+`","name":`), in.Tool)
	if space := spaceOf(in.ToolID, in.Tool); space != "" {
		b = asif.AppendString(append(b, `,"namespace":`...), space)
	}
	switch {
	case text:
		b = append(append(b, `,"input":`...), in.Arguments...)
	case in.Arguments[0] == '"': // arguments that are no JSON, as the model wrote them
		b = append(append(b, `,"arguments":`...), in.Arguments...)
	default:
		b = asif.AppendString(append(b, `,"arguments":`...), in.Arguments)
	}
	return append(asif.AppendString(append(b, `,"call_id":`...), in.Call), '}')
}

// spaceOf is the namespace of a tool of ours: its ID is made of both (see toolName).
func spaceOf(id, name string) string {
	space, ok := strings.CutSuffix(strings.TrimPrefix(id, "tool:"), "."+name)
	if !ok {
		return ""
	}
	return space
}

// item writes an item: as a record, or into the history that a compaction left.
func (w *rolloutWriter) item(in *talk.Input, t *talk.Turn, item []byte) error {
	if !t.Kept {
		w.begin(in.Time, "response_item")
		w.b = append(w.b, item...)
		return w.end()
	}
	if in.Summary {
		w.told = appendJoined(nil, in.Pieces)
	}
	w.kept = append(comma(w.kept, len(w.kept)), item...)
	w.at = in.Time
	return nil
}

// closeHistory writes that history. Versions before 0.62 read the summary alone.
func (w *rolloutWriter) closeHistory() error {
	if w.kept == nil {
		return nil
	}
	w.begin(w.at, "compacted")
	w.raw(`{"message":`)
	w.b = append(w.b, w.told...)
	w.raw(`,"replacement_history":[`)
	w.b = append(w.b, w.kept...)
	w.raw("]}")
	w.kept = nil
	return w.end()
}
