package golden

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// responseRequest is one line of requests.jsonl.
type responseRequest struct {
	N     int
	Lane  string
	Items []string `json:"item_ids"`
	Calls []string `json:"tool_call_ids"`
	Body  struct {
		Input []wireItem
	}
}

// wireItem is an item of a request, and of a rollout.
type wireItem struct {
	Type      string
	ID        string
	Role      string
	Name      string
	Call      string `json:"call_id"`
	Arguments json.RawMessage
	Input     json.RawMessage
	Content   json.RawMessage
	Output    json.RawMessage
	Item      struct{ ID, Type string } // of an event
}

type wirePart struct {
	Type  string
	Text  string
	Image string `json:"image_url"`
}

func readResponses(folder string) ([]responseRequest, error) {
	raw, err := os.ReadFile(filepath.Join(folder, "requests.jsonl"))
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading requests: %w", err)
	}
	var out []responseRequest
	dec := json.NewDecoder(bytes.NewReader(raw))
	for dec.More() {
		var r responseRequest
		if err := dec.Decode(&r); err != nil {
			return nil, fmt.Errorf("reading requests: %w", err)
		}
		out = append(out, r)
	}
	return out, nil
}

// sentItems flattens the items of a request. Reasoning and the definitions of tools are no conversation.
func sentItems(list []wireItem) (out []item, err error) {
	for _, x := range list {
		switch x.Type {
		case "reasoning", "additional_tools":
		case "function_call", "custom_tool_call":
			args, err := x.arguments()
			if err != nil {
				return nil, err
			}
			out = append(out, item{Kind: "call", Name: x.Name, Call: x.Call, Content: args})
		case "function_call_output", "custom_tool_call_output":
			parts, err := wireParts(x.Output)
			if err != nil {
				return nil, err
			}
			i := item{Kind: "result", Call: x.Call}
			for _, p := range parts {
				if p.Image != "" {
					if p.Text, err = imageDigest(p.Image); err != nil {
						return nil, err
					}
				}
				i.Content += strings.TrimSpace(p.Text) + "\n"
			}
			out = append(out, i)
		default:
			parts, err := wireParts(x.Content)
			if err != nil {
				return nil, err
			}
			for _, p := range parts {
				if p.Image != "" {
					sum, err := imageDigest(p.Image)
					if err != nil {
						return nil, err
					}
					out = append(out, item{Kind: "image", Role: x.Role, Content: sum})
				} else if i, ok := text(x.Role, p.Text); ok {
					out = append(out, i)
				}
			}
		}
	}
	return out, err
}

// arguments are JSON inside a string, or free text.
func (x wireItem) arguments() (string, error) {
	if x.Input != nil {
		return canonical(x.Input)
	}
	var s string
	if json.Unmarshal(x.Arguments, &s) == nil && json.Valid([]byte(s)) {
		return canonical(json.RawMessage(s))
	}
	return canonical(x.Arguments)
}

func wireParts(raw json.RawMessage) ([]wirePart, error) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return []wirePart{{Text: s}}, nil
	}
	var parts []wirePart
	if err := json.Unmarshal(raw, &parts); err != nil {
		return nil, fmt.Errorf("reading content: %w", err)
	}
	return parts, nil
}

func imageDigest(url string) (string, error) {
	_, data, _ := strings.Cut(url, ";base64,")
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return "", fmt.Errorf("reading an image: %w", err)
	}
	return digest(raw), nil
}

// spelling brings both sides to one spelling. Whether a result failed is not on the wire. Codex up to 0.96 keeps the
// result of a patch as JSON with an exit code, and 0.96 sends it as lines. Codex 0.23 sends each text of the model
// twice in the process that received it: once as it arrived in pieces, once whole.
func spelling(name string, list []item) []item {
	out := []item{}
	for _, i := range list {
		i.Failed = false
		if i.Kind == "result" {
			i.Content = plainResult(i.Content)
		}
		if strings.HasPrefix(name, "0.23.") && i.Kind == "text" && i.Role == "assistant" {
			if n := len(i.Content) / 2; i.Content[:n] == i.Content[n:] {
				i.Content = i.Content[:n]
			}
			if n := len(out); n > 0 && out[n-1] == i {
				continue
			}
		}
		out = append(out, i)
	}
	return out
}

// plainResult is the output of a command or patch with its exit code.
func plainResult(s string) string {
	var v struct {
		Output   *string
		Metadata struct {
			Code *int `json:"exit_code"`
		}
	}
	if json.Unmarshal([]byte(s), &v) == nil && v.Output != nil && v.Metadata.Code != nil {
		return fmt.Sprintf("Exit code: %d\nOutput:\n%s", *v.Metadata.Code, strings.TrimSpace(*v.Output))
	}
	code, rest, ok := strings.Cut(s, "\nWall time: ")
	if _, rest, cut := strings.Cut(rest, " seconds\nOutput:\n"); ok && cut && strings.HasPrefix(code, "Exit code: ") {
		return code + "\nOutput:\n" + strings.TrimSpace(rest)
	}
	return s
}
