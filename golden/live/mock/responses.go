package mock

import (
	"encoding/json"
	"maps"
	"net/http"
)

// encrypted is the model's own encrypted reasoning, the same as in the recordings of the corpus.
const encrypted = "bW9ja2VuY3J5cHRlZA=="

// responsesBody is what the answer needs of a request. Tools stand beside the input, or in an item of it.
type responsesBody struct {
	Model  string
	Stream bool
	Tools  []responsesTool
	Input  json.RawMessage
}

type responsesTool struct {
	Type  string
	Name  string
	Tools []responsesTool // of a namespace
}

func (s *Server) responses(w http.ResponseWriter, raw []byte, r *Request) {
	var b responsesBody
	err := json.Unmarshal(raw, &b)
	if r.Faults = CheckResponses(raw); err != nil && len(r.Faults) == 0 {
		r.Faults = []Fault{{"body", "", err.Error()}}
	}
	tools := b.tools()
	r.Lane = Side
	if len(tools) > 0 {
		r.Lane = Main
	}
	if len(r.Faults) > 0 {
		r.Status = http.StatusBadRequest
		write(w, r.Status, object{"error": object{"type": "invalid_request_error", "message": r.Faults[0].String(), "param": r.Faults[0].At, "code": nil}})
		return
	}
	step, n := s.answer(r.Lane)
	out := s.items(step, tools)
	in := tokens(raw)
	response := object{
		"id": s.id("resp_"), "object": "response", "created_at": 1, "status": "completed", "model": b.Model, "output": out,
		"usage": object{
			"input_tokens": in, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 42,
			"output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": in + 42,
		},
	}
	s.settle(r, r.Lane, n)
	if !b.Stream {
		write(w, http.StatusOK, response)
		return
	}
	streamResponse(newStream(w), response, out)
}

// tools are all that a request offers, namespaces opened.
func (b responsesBody) tools() []responsesTool {
	var items []struct {
		Type  string
		Tools []responsesTool
	}
	_ = json.Unmarshal(b.Input, &items) // a string has no tools
	all := flatten(b.Tools)
	for _, x := range items {
		if x.Type == "additional_tools" {
			all = append(all, flatten(x.Tools)...)
		}
	}
	return all
}

func flatten(list []responsesTool) []responsesTool {
	var out []responsesTool
	for _, t := range list {
		if t.Type == "namespace" {
			out = append(out, flatten(t.Tools)...)
			continue
		}
		if t.Name == "" {
			t.Name = t.Type
		}
		out = append(out, t)
	}
	return out
}

// shells are the tools that take a command, with how each spells it, in order of preference.
var shells = []struct {
	name string
	call func(command string) object
}{
	{"exec_command", func(c string) object { return function(object{"cmd": c}) }},
	{"shell_command", func(c string) object { return function(object{"command": c}) }},
	{"shell", func(c string) object { return function(object{"command": []string{"bash", "-lc", c}}) }},
	{"local_shell", func(c string) object {
		return object{"type": "local_shell_call", "action": object{"type": "exec", "command": []string{"bash", "-lc", c}}}
	}},
	{"exec", func(c string) object { // code mode: a program that calls the tool
		quoted, _ := json.Marshal(c) // a string
		return object{"type": "custom_tool_call", "input": "const r = await tools.exec_command({cmd: " + string(quoted) + "});\ntext(r.output ?? r);"}
	}},
}

func function(arguments object) object {
	raw, _ := json.Marshal(arguments) // strings
	return object{"type": "function_call", "arguments": string(raw)}
}

// prefixes of the identities of items.
var prefixes = map[any]string{"function_call": "fc_", "custom_tool_call": "ctc_", "local_shell_call": "lsh_"}

// items is the output of a response. It is never empty.
func (s *Server) items(step Step, tools []responsesTool) []object {
	var out []object
	if step.Thinking != "" {
		summary := []object{{"type": "summary_text", "text": step.Thinking}}
		out = append(out, object{"id": s.id("rs_"), "type": "reasoning", "summary": summary, "content": nil, "encrypted_content": encrypted})
	}
	if step.Text != "" || step.Command == "" {
		content := []object{{"type": "output_text", "text": orNothing(step.Text), "annotations": []object{}}}
		out = append(out, object{"id": s.id("msg_"), "type": "message", "role": "assistant", "status": "completed", "content": content})
	}
	if step.Command == "" {
		return out
	}
	for _, shell := range shells {
		for _, t := range tools {
			if t.Name == shell.name {
				call := shell.call(step.Command)
				call["id"], call["call_id"], call["status"] = s.id(prefixes[call["type"]]), s.call("call_"), "completed"
				if call["type"] != "local_shell_call" {
					call["name"] = t.Name
				}
				return append(out, call)
			}
		}
	}
	return out
}

// streamResponse sends a response as the service does.
func streamResponse(s *stream, response object, out []object) {
	created := maps.Clone(response)
	created["status"], created["output"], created["usage"] = "in_progress", []object{}, nil
	s.numbered("response.created", object{"response": created})
	for i, x := range out {
		opened := maps.Clone(x)
		fill := func() {}
		switch x["type"] {
		case "message":
			opened["content"], opened["status"] = []object{}, "in_progress"
			fill = func() { s.text(i, x) }
		case "reasoning":
			opened["summary"] = []object{}
		case "function_call":
			opened["arguments"], opened["status"] = "", "in_progress"
			fill = func() {
				s.numbered("response.function_call_arguments.delta", object{"item_id": x["id"], "output_index": i, "delta": x["arguments"]})
				s.numbered("response.function_call_arguments.done", object{"item_id": x["id"], "output_index": i, "arguments": x["arguments"]})
			}
		}
		s.numbered("response.output_item.added", object{"output_index": i, "item": opened})
		fill()
		s.numbered("response.output_item.done", object{"output_index": i, "item": x})
	}
	s.numbered("response.completed", object{"response": response})
}

// text sends the one part of a message.
func (s *stream) text(i int, message object) {
	part := message["content"].([]object)[0]
	at := func(more object) object {
		more["item_id"], more["output_index"], more["content_index"] = message["id"], i, 0
		return more
	}
	s.numbered("response.content_part.added", at(object{"part": object{"type": "output_text", "text": "", "annotations": []object{}}}))
	s.numbered("response.output_text.delta", at(object{"delta": part["text"]}))
	s.numbered("response.output_text.done", at(object{"text": part["text"]}))
	s.numbered("response.content_part.done", at(object{"part": part}))
}

func (s *stream) numbered(kind string, v object) {
	v["sequence_number"] = s.seq
	s.seq++
	s.send(kind, v)
}
