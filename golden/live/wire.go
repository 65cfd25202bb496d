package live

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// item is one thing of a conversation, the same for a request of either service and for a document.
type item struct {
	Kind string // text, image, call, result
	Role string // of a text
	Name string // of a called tool
	Call string // ID of a call, on either side of it
	Text string // words; digest of an image; arguments; all words of a result
}

func (i item) String() string {
	text := i.Text
	if r := []rune(text); len(r) > 120 {
		text = string(r[:120]) + "…"
	}
	return strings.Join(strings.Fields(fmt.Sprintf("%s %s %s %s %q", i.Kind, i.Role, i.Name, i.Call, text)), " ")
}

// wireBlock is a block of a message or an item of a response: the two services have no name with two meanings.
type wireBlock struct {
	Type      string
	Role      string
	Text      string
	ID        string
	Name      string
	Input     json.RawMessage // an object, or the text of a custom tool
	Arguments json.RawMessage // a string that holds JSON
	Action    json.RawMessage // of a local shell
	ToolUseID string          `json:"tool_use_id"`
	CallID    string          `json:"call_id"`
	Content   json.RawMessage
	Output    json.RawMessage
	Image     string `json:"image_url"`
	Source    struct{ Data string }
}

// conversation flattens the body of a request. Reasoning and definitions of tools are none of it.
func conversation(body json.RawMessage) ([]item, error) {
	var b struct {
		Messages, Input []wireBlock
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return nil, fmt.Errorf("reading a request: %w", err)
	}
	var out []item
	for _, m := range append(b.Messages, b.Input...) {
		if m.Role == "" || m.Type != "" && m.Type != "message" {
			more, err := m.items("")
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
			continue
		}
		blocks, err := contents(m.Content)
		if err != nil {
			return nil, err
		}
		for _, x := range blocks {
			more, err := x.items(m.Role)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		}
	}
	return out, nil
}

// contents reads what may be a string or a list.
func contents(raw json.RawMessage) ([]wireBlock, error) {
	var s string
	switch {
	case len(raw) == 0 || string(raw) == "null":
		return nil, nil
	case json.Unmarshal(raw, &s) == nil:
		return []wireBlock{{Type: "text", Text: s}}, nil
	}
	var blocks []wireBlock
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return nil, fmt.Errorf("reading content: %w", err)
	}
	return blocks, nil
}

func (b wireBlock) items(role string) ([]item, error) {
	switch b.Type {
	case "text", "input_text", "output_text":
		return []item{{Kind: "text", Role: role, Text: strings.TrimSpace(b.Text)}}, nil
	case "image", "input_image":
		_, data, _ := strings.Cut(b.Image, ";base64,")
		return digested(data + b.Source.Data)
	case "tool_use":
		return []item{{Kind: "call", Name: b.Name, Call: b.ID, Text: canonical(b.Input)}}, nil
	case "function_call", "custom_tool_call":
		return []item{{Kind: "call", Name: b.Name, Call: b.CallID, Text: canonical(append(b.Arguments, b.Input...))}}, nil
	case "local_shell_call":
		return []item{{Kind: "call", Name: "local_shell", Call: b.CallID, Text: canonical(b.Action)}}, nil
	case "tool_result", "function_call_output", "custom_tool_call_output", "local_shell_call_output":
		return b.result()
	case "thinking", "redacted_thinking", "reasoning", "additional_tools", "input_file", "document":
		return nil, nil
	}
	return []item{{Kind: b.Type, Text: string(b.Content)}}, nil
}

// result is the words of a result, and its images behind.
func (b wireBlock) result() ([]item, error) {
	blocks, err := contents(append(b.Content, b.Output...))
	if err != nil {
		return nil, err
	}
	out := []item{{Kind: "result", Call: b.ToolUseID + b.CallID}}
	var words []string
	for _, x := range blocks {
		more, err := x.items("")
		if err != nil {
			return nil, err
		}
		for _, i := range more {
			if i.Kind == "text" {
				words = append(words, i.Text)
			} else {
				out = append(out, i)
			}
		}
	}
	out[0].Text = strings.Join(words, "\n")
	return out, nil
}

func digested(data string) ([]item, error) {
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil, fmt.Errorf("reading an image: %w", err)
	}
	sum := sha256.Sum256(raw)
	return []item{{Kind: "image", Text: hex.EncodeToString(sum[:])}}, nil
}

// canonical spells arguments so that equal ones are equal text: a string that holds JSON counts as what it holds, any
// other as it is.
func canonical(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		if !json.Valid([]byte(s)) {
			return s
		}
		raw = json.RawMessage(s)
	}
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&v) != nil {
		return string(raw)
	}
	out, err := json.Marshal(v)
	if err != nil {
		return string(raw)
	}
	return string(out)
}
