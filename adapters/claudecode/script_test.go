package claudecode

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// obj is a record or a part of one.
type obj = map[string]any

// script is a transcript in the making: each record hangs on the one before unless it says otherwise.
type script struct {
	lines []string
	last  string
	n     int
}

// rec adds a record of the chain and returns its uuid. A member of value nil is left out, but a parentUuid of "" is
// null.
func (s *script) rec(typ string, members obj) string {
	s.n++
	r := obj{"type": typ, "uuid": "n" + string(rune('a'+s.n/26)) + string(rune('a'+s.n%26)), "parentUuid": s.last, "isSidechain": false}
	maps.Copy(r, members)
	if r["parentUuid"] == "" {
		r["parentUuid"] = nil
	}
	s.last = r["uuid"].(string)
	s.raw(r)
	return s.last
}

// raw adds a line.
func (s *script) raw(r any) {
	b, err := json.Marshal(r)
	if err != nil {
		panic(err)
	}
	s.lines = append(s.lines, string(b))
}

// prompt is a typed prompt.
func (s *script) prompt(text string, more ...obj) string {
	return s.rec("user", merge(obj{"message": obj{"role": "user", "content": text}}, more))
}

// reply is a line of response id with one block.
func (s *script) reply(id string, block obj, more ...obj) string {
	return s.rec("assistant", merge(obj{"message": obj{"id": id, "model": "m-1", "content": []any{block}}}, more))
}

// result is a line with the results of calls.
func (s *script) result(calls ...string) string {
	var blocks []any
	for _, c := range calls {
		blocks = append(blocks, obj{"type": "tool_result", "tool_use_id": c, "content": "out " + c})
	}
	return s.rec("user", obj{"message": obj{"role": "user", "content": blocks}})
}

func (s *script) boundary(more ...obj) string {
	return s.rec("system", merge(obj{"subtype": "compact_boundary", "content": "compacted", "parentUuid": "", "logicalParentUuid": s.last}, more))
}

func (s *script) summary(text string) string { return s.prompt(text, obj{"isCompactSummary": true}) }

func merge(base obj, more []obj) obj {
	for _, m := range more {
		maps.Copy(base, m)
	}
	return base
}

func says(text string) obj { return obj{"type": "text", "text": text} }

func uses(call string) obj {
	return obj{"type": "tool_use", "id": call, "name": "Bash", "input": obj{"command": call}}
}

func under(parent string) obj { return obj{"parentUuid": parent} }

func (s *script) text() string { return strings.Join(s.lines, "\n") + "\n" }

func (s *script) run(t testing.TB) *memory {
	t.Helper()
	return mapBytes(t, "9d0c3e62-4a1b-4f77-8f6c-0a5d1f2e3b4c.jsonl", s.text())
}

// brief is an event in a word: who did what.
func (s *memory) brief(ref asif.Ref) string {
	switch h := s.events[ref]; h.kind {
	case "call":
		return "call " + h.call
	case "result":
		return "result " + h.call
	case "note":
		return "note " + h.note
	case "message":
		return h.text()
	default:
		return h.kind
	}
}

// said is the event at a place, from 1, of those that briefs tells.
func (s *memory) said(place int) *heard {
	for i := 1; i < len(s.events); i++ {
		if len(s.briefs([]asif.Ref{asif.Ref(i)})) > 0 {
			if place--; place == 0 {
				return s.events[i]
			}
		}
	}
	panic("no such event")
}

// briefs are events in words, without those that only accompany the conversation.
func (s *memory) briefs(refs []asif.Ref) []string {
	out := []string{}
	for _, r := range refs {
		if k := s.events[r].kind; r <= 0 || k != "ConfigurationChange" && k != "Transition" {
			out = append(out, s.brief(r))
		}
	}
	return out
}

func (s *memory) live() []string { return s.briefs(s.History.Live.Inputs) }

func (s *memory) branch(i int) []string { return s.briefs(s.History.Branches[i].Events) }

// find is the first event that reads so.
func (s *memory) find(t testing.TB, brief string) *heard {
	t.Helper()
	for i := 1; i < len(s.events); i++ {
		if s.brief(asif.Ref(i)) == brief {
			return s.events[i]
		}
	}
	t.Fatalf("no event %q among %q", brief, s.all())
	return nil
}

func (s *memory) all() []string {
	var out []string
	for i := 1; i < len(s.events); i++ {
		out = append(out, s.briefs([]asif.Ref{asif.Ref(i)})...)
	}
	return out
}

func (s *memory) resource(t testing.TB, p adapters.Part) adapters.Resource {
	t.Helper()
	r, ok := s.resources[p.Resource]
	if !ok {
		t.Fatalf("part %+v names no resource", p)
	}
	return r
}
