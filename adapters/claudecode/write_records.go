package claudecode

import (
	"cmp"
	"strconv"
	"strings"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// transcript is a session that is being written: one chain, so that every version finds all of it.
type transcript struct {
	t      *talk.Talk
	lines  *talk.Lines
	model  string
	parent string // the record before
	n      int    // records of the chain
	at     int64  // milliseconds, of that record
	turns  int
	b      []byte // the record that is being written
}

func writeSession(t *talk.Talk, model string, create adapters.Create, name string) error {
	lines, err := talk.NewLines(create, name)
	if err != nil {
		return err
	}
	s := &transcript{t: t, lines: lines, model: cmp.Or(model, t.Origin.Model, "unknown")}
	if t.Origin.Provider == provider {
		s.model = cmp.Or(t.Origin.Model, s.model) // the record of who spoke stays true
	}
	if err = lines.Line(mark(t)); err == nil && t.Title != "" {
		err = lines.Line(title(t))
	}
	if err == nil {
		err = t.Turns(s.turn)
	}
	return lines.Close(err)
}

func (s *transcript) turn(t *talk.Turn) error {
	if s.turns++; s.turns == 1 {
		if err := s.first(t); err != nil {
			return err
		}
	}
	if t.Kind == talk.AgentTurn {
		return s.reply(t)
	}
	for _, in := range t.Inputs {
		if err := s.user(in); err != nil {
			return err
		}
	}
	return nil
}

// first writes what must stand before the first turn.
func (s *transcript) first(t *talk.Turn) error {
	if t.Kept {
		s.begin("system")
		s.raw(`,"subtype":"compact_boundary","content":"Conversation compacted","level":"info","compactMetadata":{"trigger":"manual"}`)
		if err := s.end(t.Inputs[0].Time); err != nil {
			return err
		}
	}
	if t.Kind == talk.UserTurn {
		return nil
	}
	text := asif.AppendString(nil, talk.Opening)
	return s.user(&talk.Input{
		Kind: asif.InputMessage, Time: t.Inputs[0].Time, Injected: true, Pieces: []talk.Piece{{Kind: talk.TextPiece, Text: text}},
	})
}

func (s *transcript) raw(text string) { s.b = append(s.b, text...) }

func (s *transcript) text(text string) { s.b = asif.AppendString(s.b, text) }

// begin begins a record of the chain with the envelope that all versions read.
func (s *transcript) begin(kind string) {
	s.b = s.b[:0]
	if s.raw(`{"parentUuid":`); s.parent == "" {
		s.raw("null")
	} else {
		s.text(s.parent)
	}
	s.raw(`,"isSidechain":false,"userType":"external","cwd":`)
	s.text(s.t.Folder)
	s.raw(`,"sessionId":`)
	s.text(s.t.Native)
	s.raw(`,"version":"` + writeVersion + `","gitBranch":`)
	s.text(s.t.Origin.GitBranch)
	s.raw(`,"type":"` + kind + `"`)
}

// end names the record and writes it. at is in milliseconds. Each record is later than the one before: 2.1.73 goes on from
// the latest record, and from the first one of several.
func (s *transcript) end(at int64) error {
	s.n++
	if s.n > 1 {
		at = max(at, s.at+1)
	}
	s.at = at
	s.parent = talk.UUID(s.t.Native, "record", strconv.Itoa(s.n))
	s.raw(`,"uuid":"` + s.parent + `","timestamp":"` + talk.Stamp(at) + `"}`)
	return s.lines.Line(s.b)
}

// user writes a message to the model, or a result.
func (s *transcript) user(in *talk.Input) error {
	s.begin("user")
	s.raw(`,"message":{"role":"user","content":`)
	if in.Kind == asif.InputToolResult {
		s.result(in)
	} else {
		s.b = appendContent(s.b, in.Pieces)
	}
	s.raw("}")
	switch {
	case in.Summary:
		s.raw(`,"isCompactSummary":true`)
	case in.Injected:
		s.raw(`,"isMeta":true`)
	case in.Ours:
		s.raw(`,"asifConvert":"` + markOpen + `"`)
	}
	return s.end(in.Time)
}

// markOpen marks a result that we made because a call had none.
const markOpen = "open-call"

func (s *transcript) result(in *talk.Input) {
	s.raw(`[{"type":"tool_result","tool_use_id":`)
	s.text(in.Call)
	s.raw(`,"content":`)
	if len(in.Pieces) == 0 {
		s.raw(`""`)
	} else {
		s.b = appendContent(s.b, in.Pieces)
	}
	if in.Ours || in.Outcome == asif.OutcomeError || in.Outcome == asif.OutcomeCancelled {
		s.raw(`,"is_error":true`)
	}
	s.raw(`}]`)
}

// appendContent appends one text as it is, anything else as a list of blocks.
func appendContent(b []byte, pieces []talk.Piece) []byte {
	if len(pieces) == 1 && pieces[0].Kind == talk.TextPiece {
		return append(b, pieces[0].Text...)
	}
	b = append(b, '[')
	for i := range pieces {
		b = appendBlock(listed(b, i), &pieces[i])
	}
	return append(b, ']')
}

func listed(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

func appendBlock(b []byte, p *talk.Piece) []byte {
	switch p.Kind {
	case talk.ImagePiece, talk.FilePiece:
		b = asif.AppendString(append(b, fileBlocks[p.Kind]...), p.Media)
		return append(append(append(b, `,"data":`...), p.Data...), "}}"...)
	default:
		return append(append(append(b, `{"type":"text","text":`...), p.Text...), '}')
	}
}

var fileBlocks = map[talk.PieceKind]string{
	talk.ImagePiece: `{"type":"image","source":{"type":"base64","media_type":`,
	talk.FilePiece:  `{"type":"document","source":{"type":"base64","media_type":`,
}

// reply writes a response: one record per block, all with one message ID.
func (s *transcript) reply(t *talk.Turn) error {
	stop := "end_turn"
	for _, in := range t.Inputs {
		if in.Kind == asif.InputToolCall {
			stop = "tool_use"
		}
	}
	id := "msg_" + strings.ReplaceAll(talk.UUID(s.t.Native, "message", strconv.Itoa(s.turns)), "-", "")[:24]
	block := func(json []byte, at int64) error {
		s.begin("assistant")
		s.raw(`,"message":{"id":"` + id + `","type":"message","role":"assistant","model":`)
		s.text(s.model)
		s.raw(`,"content":[`)
		s.b = append(s.b, json...)
		s.raw(`],"stop_reason":"` + stop + `","stop_sequence":null,"usage":{"input_tokens":0,"output_tokens":0}}`)
		return s.end(at)
	}
	for _, in := range t.Inputs {
		if in.Kind == asif.InputToolCall {
			if err := block(s.call(in), in.Time); err != nil {
				return err
			}
			continue
		}
		for pieces := in.Pieces; len(pieces) > 0; {
			json, n := s.said(pieces)
			if pieces = pieces[n:]; json == nil {
				continue
			}
			if err := block(json, in.Time); err != nil {
				return err
			}
		}
	}
	return nil
}

// call makes the block of a call. The API takes nothing but an object as input.
func (s *transcript) call(in *talk.Input) []byte {
	b := asif.AppendString([]byte(`{"type":"tool_use","id":`), in.Call)
	b = asif.AppendString(append(b, `,"name":`...), in.Tool)
	b = append(b, `,"input":`...)
	switch {
	case in.Arguments[0] == '{':
		return append(append(b, in.Arguments...), '}')
	case string(in.Arguments) == "null":
		return append(b, "{}}"...)
	}
	s.t.Lose(losses.ArgumentsWrapped)
	return append(append(append(b, `{"input":`...), in.Arguments...), "}}"...)
}

// said makes the first block of pieces, and tells how many of them it took. Reasoning goes back with its signature or not
// at all.
func (s *transcript) said(pieces []talk.Piece) (block []byte, n int) {
	p := &pieces[0]
	signed := func(p *talk.Piece) bool { return p.Kind == talk.SealedPiece && p.Name == typeSignature }
	switch {
	case p.Kind == talk.ThoughtPiece && len(pieces) > 1 && signed(&pieces[1]):
		b := append([]byte(`{"type":"thinking","thinking":`), p.Text...)
		return append(append(append(b, `,"signature":`...), pieces[1].Data...), '}'), 2
	case p.Kind == talk.ThoughtPiece:
		s.t.Lose(losses.ReasoningNotCarried)
		return nil, 1
	case signed(p):
		return append(append([]byte(`{"type":"thinking","thinking":"","signature":`), p.Data...), '}'), 1
	case p.Kind == talk.SealedPiece && p.Name == typeRedacted:
		return append(append([]byte(`{"type":"redacted_thinking","data":`), p.Data...), '}'), 1
	case p.Kind == talk.SealedPiece:
		s.t.Lose(losses.SealedNotCarried)
		return nil, 1
	}
	return appendBlock(nil, p), 1
}
