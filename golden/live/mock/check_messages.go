package mock

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

type sentMessage struct {
	Role    string
	Content json.RawMessage
}

type sentBlock struct {
	Type      string
	Text      string
	Thinking  string
	Signature string
	Data      string
	ID        string
	Name      string
	Input     json.RawMessage
	ToolUseID string `json:"tool_use_id"`
	Content   json.RawMessage
	Source    struct {
		Type      string
		MediaType string `json:"media_type"`
		Data      string
	}

	at string
}

// spokenBy are the blocks that a role may send.
var spokenBy = map[string][]string{
	"user":      {"text", "image", "document", "tool_result", "search_result"},
	"assistant": {"text", "thinking", "redacted_thinking", "tool_use"},
	"system":    {"text"},
}

// turn is what the service makes of messages of one role in a row: they count as one.
type turn struct {
	role   string
	at     string
	blocks []sentBlock
}

// CheckMessages tells why the Messages API would refuse a request: none for one that it takes.
func CheckMessages(raw []byte) []Fault {
	var body struct{ Messages []sentMessage }
	var r report
	switch err := json.Unmarshal(raw, &body); {
	case err != nil:
		r.addf("body", "messages", "%v", err)
	case len(body.Messages) == 0:
		r.addf("body", "messages", "at least one message is required")
	default:
		turns := r.turns(body.Messages)
		r.order(turns)
		r.toolUse(turns)
	}
	return r.faults
}

// turns reads the messages, checks each alone, and joins those of one role.
func (r *report) turns(messages []sentMessage) []turn {
	var out []turn
	for i, m := range messages {
		at := fmt.Sprintf("messages.%d", i)
		allowed, known := spokenBy[m.Role]
		if !known {
			r.addf("role", at, "unexpected role %q", m.Role)
			continue
		}
		blocks := r.blocksOf(at, m.Content)
		if len(blocks) == 0 && m.Role != "system" { // Claude Code 2.1.332 sends an empty one after a compaction
			r.addf("content", at+".content", "messages must have content")
		}
		for _, b := range blocks {
			if !slices.Contains(allowed, b.Type) {
				r.addf("block-type", b.at, "a %s may not send a block of type %q", m.Role, b.Type)
				continue
			}
			r.block(b)
		}
		if n := len(out); n > 0 && out[n-1].role == m.Role {
			out[n-1].blocks = append(out[n-1].blocks, blocks...)
		} else {
			out = append(out, turn{m.Role, at, blocks})
		}
	}
	return out
}

func (r *report) blocksOf(at string, content json.RawMessage) []sentBlock {
	if s, ok := isString(content); ok {
		return []sentBlock{{Type: "text", Text: s, at: at + ".content"}}
	}
	var blocks []sentBlock
	if err := json.Unmarshal(content, &blocks); err != nil {
		r.addf("content", at+".content", "neither a string nor a list of blocks")
	}
	for i := range blocks {
		blocks[i].at = fmt.Sprintf("%s.content.%d", at, i)
	}
	return blocks
}

// block checks one block alone.
func (r *report) block(b sentBlock) {
	switch b.Type {
	case "text":
		if strings.TrimSpace(b.Text) == "" {
			r.addf("content", b.at, "text content blocks must contain more than white space")
		}
	case "thinking":
		if b.Signature != signature {
			r.addf("signature", b.at, "invalid signature %q in a thinking block", b.Signature)
		}
	case "redacted_thinking":
		if b.Data != redacted {
			r.addf("signature", b.at, "invalid data in a redacted thinking block")
		}
	case "image":
		r.source(b)
	case "tool_use":
		if !identity.MatchString(b.ID) {
			r.addf("tool-id", b.at+".id", "%q does not match %s", b.ID, identity)
		}
		if !toolName.MatchString(b.Name) {
			r.addf("tool-name", b.at+".name", "%q does not match %s", b.Name, toolName)
		}
		if !isObject(b.Input) {
			r.addf("arguments", b.at+".input", "not an object")
		}
	case "tool_result":
		r.result(b)
	}
}

func (r *report) source(b sentBlock) {
	if b.Source.Type == "base64" {
		r.image(b.at+".source", b.Source.MediaType, b.Source.Data)
	}
}

// result checks what a result holds: nothing, a string, or blocks. Empty text is refused inside of a list only.
func (r *report) result(b sentBlock) {
	if _, text := isString(b.Content); text || len(b.Content) == 0 {
		return
	}
	var inner []sentBlock
	if err := json.Unmarshal(b.Content, &inner); err != nil {
		r.addf("content", b.at+".content", "neither a string nor a list of blocks")
	}
	for i, x := range inner {
		x.at = fmt.Sprintf("%s.content.%d", b.at, i)
		switch x.Type {
		case "text", "image":
			r.block(x)
		case "document", "search_result", "tool_reference":
		default:
			r.addf("block-type", x.at, "a result may not hold a block of type %q", x.Type)
		}
	}
}

// order checks who speaks when: a user first and last; a system message only after a user's.
func (r *report) order(turns []turn) {
	for i, t := range turns {
		switch {
		case i == 0 && t.role != "user":
			r.addf("role", t.at, "the first message must be a user's")
		case t.role == "system" && turns[i-1].role != "user":
			r.addf("role", t.at, "a system message must stand directly after a user's")
		case t.role == "assistant" && i == len(turns)-1:
			r.addf("role", t.at, "the conversation must end with a user's message")
		}
		if n := len(t.blocks); t.role == "assistant" && n > 0 && strings.HasSuffix(t.blocks[n-1].Type, "thinking") {
			r.addf("thinking-last", t.blocks[n-1].at, "the final block of an assistant's message cannot be thinking")
		}
	}
}

// toolUse checks that each call has exactly one result, at the beginning of the turn directly after it, and that there
// is no other.
func (r *report) toolUse(turns []turn) {
	seen := map[string]bool{}
	for i, t := range turns {
		var calls []sentBlock
		for _, b := range t.blocks {
			if b.Type != "tool_use" {
				continue
			}
			if seen[b.ID] {
				r.addf("tool-id-repeated", b.at+".id", "tool_use ids must be unique: %q", b.ID)
			}
			seen[b.ID] = true
			calls = append(calls, b)
		}
		var after, before turn
		if i+1 < len(turns) {
			after = turns[i+1]
		}
		if i > 0 {
			before = turns[i-1]
		}
		r.answered(calls, after)
		r.asked(t, before)
	}
}

func (r *report) answered(calls []sentBlock, after turn) {
	for _, c := range calls {
		n := 0
		for _, b := range after.blocks {
			if b.Type == "tool_result" && b.ToolUseID == c.ID {
				n++
			}
		}
		switch {
		case n == 0:
			r.addf("result-missing", c.at, "tool_use without a tool_result directly after: %q", c.ID)
		case n > 1:
			r.addf("result-repeated", after.at, "each tool_use must have a single result: %q has %d", c.ID, n)
		}
	}
}

func (r *report) asked(t, before turn) {
	other := false
	for _, b := range t.blocks {
		if b.Type != "tool_result" {
			other = true
			continue
		}
		if other {
			r.addf("result-first", b.at, "results must stand before everything else in their message")
		}
		if !slices.ContainsFunc(before.blocks, func(c sentBlock) bool { return c.Type == "tool_use" && c.ID == b.ToolUseID }) {
			r.addf("result-orphan", b.at, "tool_result without a tool_use in the message before: %q", b.ToolUseID)
		}
	}
}
