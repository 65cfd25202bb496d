package golden

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// request is one line of requests.jsonl: what the harness sent to the model.
type request struct {
	N        int
	Lane     string
	Response string `json:"response_id"`
	Body     struct {
		Messages []wireMessage
	}
}

type wireMessage struct {
	Role    string
	Content json.RawMessage
}

type wireBlock struct {
	Type      string
	Text      string
	ID        string
	Name      string
	Input     json.RawMessage
	ToolUseID string `json:"tool_use_id"`
	IsError   bool   `json:"is_error"`
	Content   json.RawMessage
	Source    struct {
		Data string
	}
}

// readRequests reads the requests of a case; a case without the file has none.
func readRequests(folder string) ([]request, error) {
	raw, err := os.ReadFile(filepath.Join(folder, "requests.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading requests: %w", err)
	}
	var out []request
	dec := json.NewDecoder(bytes.NewReader(raw))
	for dec.More() {
		var r request
		if err := dec.Decode(&r); err != nil {
			return nil, fmt.Errorf("reading requests: %w", err)
		}
		out = append(out, r)
	}
	return out, nil
}

// item is one thing of a conversation, the same for a request and for a context: who, what kind, and what.
type item struct {
	Kind    string // text, image, call, result
	Role    string // of a text or an image
	Name    string // of a called tool
	Call    string
	Content string // text; digest; arguments; a result's texts and digests
	Failed  bool
}

// injected are the beginnings of texts that the harness puts in and that wander on the wire; they are compared nowhere.
var injected = []string{"<system-reminder>", "<local-command-caveat>"}

// A prompt typed while the agent works is wrapped on the wire. The words are compared.
const (
	midTurn    = "The user sent a new message while you were working:\n"
	midTurnEnd = "\n\nThis is how Claude Code surfaces"
)

// text makes an item of a text, and false of one that is not compared.
func text(role, s string) (item, bool) {
	s = strings.TrimSpace(s)
	if words, ok := strings.CutPrefix(s, midTurn); ok {
		role = "user"
		s, _, _ = strings.Cut(words, midTurnEnd)
	}
	for _, beginning := range injected {
		if strings.HasPrefix(s, beginning) {
			return item{}, false
		}
	}
	return item{Kind: "text", Role: role, Content: s}, s != "" && role != "system"
}

// wireItems flattens the messages of a request.
func wireItems(messages []wireMessage) ([]item, error) {
	var out []item
	for _, m := range messages {
		blocks, err := wireBlocks(m.Content)
		if err != nil {
			return nil, err
		}
		for _, b := range blocks {
			i, ok, err := b.item(m.Role)
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, i)
			}
		}
	}
	return out, nil
}

// wireBlocks reads content, which may be a string.
func wireBlocks(raw json.RawMessage) ([]wireBlock, error) {
	var s string
	if len(raw) == 0 {
		return nil, nil
	}
	if json.Unmarshal(raw, &s) == nil {
		return []wireBlock{{Type: "text", Text: s}}, nil
	}
	var blocks []wireBlock
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return nil, fmt.Errorf("reading content: %w", err)
	}
	return blocks, nil
}

func (b wireBlock) item(role string) (i item, ok bool, err error) {
	switch b.Type {
	case "text":
		i, ok = text(role, b.Text)
		return i, ok, nil
	case "image":
		sum, err := b.digest()
		return item{Kind: "image", Role: role, Content: sum}, true, err
	case "tool_use":
		args, err := canonical(b.Input)
		return item{Kind: "call", Name: b.Name, Call: b.ID, Content: args}, true, err
	case "tool_result":
		inner, err := wireBlocks(b.Content)
		if err != nil {
			return item{}, false, err
		}
		i := item{Kind: "result", Call: b.ToolUseID, Failed: b.IsError}
		for _, x := range inner {
			if x.Type == "image" {
				x.Text, err = x.digest()
			}
			i.Content += strings.TrimSpace(x.Text) + "\n"
		}
		return i, true, err
	case "thinking", "redacted_thinking":
		return item{}, false, nil
	}
	return item{}, false, fmt.Errorf("a block of type %q on the wire", b.Type)
}

func (b wireBlock) digest() (string, error) {
	raw, err := base64.StdEncoding.DecodeString(b.Source.Data)
	if err != nil {
		return "", fmt.Errorf("reading an image: %w", err)
	}
	return digest(raw), nil
}

// canonical spells a value so that equal ones are equal text.
func canonical(raw json.RawMessage) (string, error) {
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return "", fmt.Errorf("reading arguments: %w", err)
	}
	out, err := json.Marshal(v)
	return string(out), err
}

// liveContext is the conversation of the context with which main's head would go on.
func (d *document) liveContext() ([]item, error) {
	var id string
	for _, c := range d.Checkpoints {
		if c.Branch == "main" {
			id = c.Context
		}
	}
	for _, c := range d.Contexts {
		if c.ID == id {
			return d.items(c.Inputs)
		}
	}
	return nil, fmt.Errorf("no context %q of main's head", id)
}

func (d *document) items(inputs []contextInput) ([]item, error) {
	var out []item
	for _, in := range inputs {
		switch in.Kind {
		case "tool_call":
			args, err := canonical(in.Arguments)
			if err != nil {
				return nil, err
			}
			out = append(out, item{Kind: "call", Name: d.ToolName(in.Tool), Call: in.Call, Content: args})
		case "tool_result":
			i := item{Kind: "result", Call: in.Call, Failed: in.Outcome != "success"}
			for _, p := range in.Parts {
				i.Content += strings.TrimSpace(p.Text+d.Digest(p.Resource)) + "\n"
			}
			out = append(out, i)
		default:
			out = append(out, d.message(in)...)
		}
	}
	return out, nil
}

func (d *document) message(in contextInput) []item {
	var out []item
	for _, p := range in.Parts {
		switch p.Kind {
		case "text":
			if i, ok := text(in.Role, p.Text); ok {
				out = append(out, i)
			}
		case "resource":
			out = append(out, item{Kind: "image", Role: in.Role, Content: d.Digest(p.Resource)})
		}
	}
	return out
}
