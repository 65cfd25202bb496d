package mock

import (
	"encoding/json"
	"maps"
	"net/http"
)

// The model's own signatures. The recordings of the corpus were made against a model that signed with the same.
const (
	signature = "bW9ja3NpZ25hdHVyZQ=="
	redacted  = "bW9ja3JlZGFjdGVk"
)

// messagesBody is what the answer needs of a request.
type messagesBody struct {
	Model  string
	Stream bool
	Tools  []struct{ Name string }
}

func (s *Server) messages(w http.ResponseWriter, raw []byte, r *Request) {
	var b messagesBody
	err := json.Unmarshal(raw, &b)
	if r.Faults = CheckMessages(raw); err != nil && len(r.Faults) == 0 {
		r.Faults = []Fault{{"body", "", err.Error()}}
	}
	r.Lane = Side
	if len(b.Tools) > 0 {
		r.Lane = Main
	}
	if len(r.Faults) > 0 {
		r.Status = http.StatusBadRequest
		write(w, r.Status, object{"type": "error", "error": object{"type": "invalid_request_error", "message": r.Faults[0].String()}})
		return
	}
	step, n := s.answer(r.Lane)
	blocks := s.blocks(step, b.shell())
	stop := "end_turn"
	if len(blocks) > 0 && blocks[len(blocks)-1]["type"] == "tool_use" {
		stop = "tool_use"
	}
	usage := object{"input_tokens": tokens(raw), "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 42, "service_tier": "standard"}
	message := object{
		"id": s.id("msg_"), "type": "message", "role": "assistant", "model": b.Model, "content": blocks,
		"stop_reason": stop, "stop_sequence": nil, "usage": usage,
	}
	s.settle(r, r.Lane, n)
	if !b.Stream {
		write(w, http.StatusOK, message)
		return
	}
	streamMessage(newStream(w), message, blocks)
}

// shell is the tool that takes a command, "" where none is offered.
func (b messagesBody) shell() string {
	for _, t := range b.Tools {
		if t.Name == "Bash" {
			return t.Name
		}
	}
	return ""
}

// blocks is the content of an answer. An answer is never empty.
func (s *Server) blocks(step Step, shell string) []object {
	var out []object
	if step.Thinking != "" {
		out = append(out, object{"type": "thinking", "thinking": step.Thinking, "signature": signature})
	}
	if step.Text != "" || step.Command == "" {
		out = append(out, object{"type": "text", "text": orNothing(step.Text)})
	}
	if step.Command != "" && shell != "" {
		input := object{"command": step.Command, "description": "Run a command"}
		out = append(out, object{"type": "tool_use", "id": s.call("toolu_"), "name": shell, "input": input})
	}
	return out
}

func orNothing(text string) string {
	if text == "" {
		return "(nothing)"
	}
	return text
}

// streamMessage sends an answer as the service does: each block opened empty, filled, closed.
func streamMessage(s *stream, message object, blocks []object) {
	start := maps.Clone(message)
	start["content"], start["stop_reason"] = []object{}, nil
	s.send("message_start", object{"message": start})
	for i, b := range blocks {
		opened, delta := opening(b)
		s.send("content_block_start", object{"index": i, "content_block": opened})
		for _, d := range delta {
			s.send("content_block_delta", object{"index": i, "delta": d})
		}
		s.send("content_block_stop", object{"index": i})
	}
	s.send("message_delta", object{
		"delta": object{"stop_reason": message["stop_reason"], "stop_sequence": nil}, "usage": message["usage"],
	})
	s.send("message_stop", object{})
}

// opening is a block before it is filled, and what fills it.
func opening(b object) (opened object, deltas []object) {
	opened = maps.Clone(b)
	switch b["type"] {
	case "thinking":
		opened["thinking"], opened["signature"] = "", ""
		return opened, []object{
			{"type": "thinking_delta", "thinking": b["thinking"]},
			{"type": "signature_delta", "signature": b["signature"]},
		}
	case "text":
		opened["text"] = ""
		return opened, []object{{"type": "text_delta", "text": b["text"]}}
	default:
		opened["input"] = object{}
		input, _ := json.Marshal(b["input"]) // two strings
		return opened, []object{{"type": "input_json_delta", "partial_json": string(input)}}
	}
}
