package live

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"asif-convert/golden"
)

// document is what of a document is compared, read by code of its own.
type document struct {
	Capture struct{ ID string }
	Session struct {
		ID      string
		Native  []struct{ Value string } `json:"native_ids"`
		Lineage []struct {
			Relation string
			Session  string `json:"session_id"`
			Capture  string `json:"capture_id"`
		}
	}
	Participants []struct{ ID, Kind string }
	golden.Names
	Events []struct {
		ID    string
		Kind  string
		Actor string `json:"actor_id"`
		Data  json.RawMessage
	}
	Branches    []branch
	Checkpoints []struct {
		Branch  string  `json:"branch_id"`
		Context *string `json:"context_id"`
	}
	Contexts []struct {
		ID     string
		Inputs []input
	}
}

type branch struct {
	ID     string
	Events []string `json:"event_ids"`
}

type input struct {
	Kind      string
	Role      string
	Call      string `json:"call_id"`
	Tool      string `json:"tool_id"`
	Arguments json.RawMessage
	Parts     []part
	Sources   []struct {
		Event string `json:"event_id"`
	} `json:"source_events"`
	Transformation string
}

type part struct {
	Kind     string
	Text     string
	Resource string `json:"resource_id"`
}

func readDocument(path string) (*document, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading a document: %w", err)
	}
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		return nil, fmt.Errorf("reading a document: %w", err)
	}
	return &d, nil
}

// expected is what a request that goes on from a document must hold.
type expected struct {
	must []item          // in order, each once
	may  map[string]bool // texts that the harness had put in: another harness puts in its own
	dead []string        // words and arguments that must not come back
}

// expect is what must come of the context with which main's head would go on.
func (d *document) expect() (expected, error) {
	var id string
	for _, c := range d.Checkpoints {
		if c.Branch == "main" && c.Context != nil {
			id = *c.Context
		}
	}
	x := expected{may: map[string]bool{}}
	live := map[string]bool{}
	found := false
	for _, c := range d.Contexts {
		if c.ID != id {
			continue
		}
		found = true
		for _, in := range c.Inputs {
			for _, s := range in.Sources {
				live[s.Event] = true
			}
			for _, i := range d.inputItems(in) {
				if d.injected(in) || len(in.Sources) == 0 && own(i) {
					x.may[i.Text] = true
				} else {
					x.must = append(x.must, i)
				}
			}
		}
	}
	if !found {
		return x, fmt.Errorf("no context of main's head")
	}
	x.dead = d.dead(live, x)
	return x, nil
}

// injected tells whether the harness, not a person, the model or a tool, put an input in: instructions, and messages of its
// own. A summary is the harness's too, but it stands for the conversation before it.
func (d *document) injected(in input) bool {
	if in.Role == "system" || in.Role == "developer" {
		return true
	}
	if in.Kind != "message" || in.Role == "assistant" || in.Transformation != "" || len(in.Sources) == 0 {
		return false
	}
	for _, e := range d.Events {
		if e.ID == in.Sources[0].Event {
			return e.Actor == "harness" && e.Kind == "message"
		}
	}
	return false
}

func (d *document) inputItems(in input) []item {
	switch in.Kind {
	case "tool_call":
		return []item{{Kind: "call", Name: d.ToolName(in.Tool), Call: in.Call, Text: canonical(in.Arguments)}}
	case "tool_result":
		out := []item{{Kind: "result", Call: in.Call}}
		var words []string
		for _, p := range in.Parts {
			switch p.Kind {
			case "text":
				words = append(words, strings.TrimSpace(p.Text))
			case "resource":
				out = append(out, item{Kind: "image", Text: d.Digest(p.Resource)})
			}
		}
		out[0].Text = strings.Join(words, "\n")
		return out
	}
	var out []item
	for _, p := range in.Parts {
		switch p.Kind {
		case "text":
			if s := strings.TrimSpace(p.Text); s != "" {
				out = append(out, item{Kind: "text", Role: in.Role, Text: s})
			}
		case "resource":
			out = append(out, item{Kind: "image", Text: d.Digest(p.Resource)})
		}
	}
	return out
}

// shortest is how long a dead text must be to be looked for: shorter ones come up by chance.
const shortest = 12

// dead are the words of events that are not live, unless they stand in a live text too.
func (d *document) dead(live map[string]bool, x expected) []string {
	var all strings.Builder
	for _, i := range x.must {
		all.WriteString(i.Text + "\n")
	}
	for s := range x.may {
		all.WriteString(s + "\n")
	}
	var out []string
	for _, e := range d.Events {
		var data struct {
			Role      string
			Parts     []part
			Arguments json.RawMessage
		}
		if live[e.ID] || json.Unmarshal(e.Data, &data) != nil || e.Kind != "message" && e.Kind != "tool_call" && e.Kind != "tool_result" {
			continue
		}
		var texts []string
		if e.Kind == "tool_call" {
			texts = append(texts, canonical(data.Arguments))
		}
		for _, p := range data.Parts {
			if e.Kind != "message" || e.Actor != "harness" { // every harness says the same again
				texts = append(texts, strings.TrimSpace(p.Text))
			}
		}
		for _, s := range texts {
			if len(s) >= shortest && !strings.Contains(all.String(), s) {
				out = append(out, s)
			}
		}
	}
	return out
}
