package golden

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"asif-convert/adapters"
)

// apiName is the alphabet that both providers document for IDs of calls and names of tools.
var apiName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// shape follows what a file will send to its provider, and tells what that would refuse.
type shape struct {
	faults []string
	open   map[string]bool // calls without a result so far
	seen   map[string]bool // calls
	last   string          // who spoke last
}

func (s *shape) faultf(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

// acceptable checks the files of a session that was written anew.
func acceptable(t *testing.T, files map[string][]byte, to adapters.Adapter) {
	t.Helper()
	for name, content := range files {
		s := &shape{open: map[string]bool{}, seen: map[string]bool{}}
		if !bytes.HasSuffix(content, []byte("\n")) {
			s.faultf("no final line break")
		}
		for line := range bytes.Lines(content) {
			r := gjson.ParseBytes(line)
			if !gjson.ValidBytes(line) {
				s.faultf("not JSON: %.80s", line)
			}
			if to.Info().Name == "codex" {
				s.item(r)
			} else {
				s.record(r)
			}
		}
		for id := range s.open {
			s.faultf("call %s has no result", id)
		}
		if len(s.faults) > 0 {
			t.Errorf("%s:\n%s", name, strings.Join(s.faults, "\n"))
		}
	}
}

// record checks a record of Claude Code, by what the Messages API is documented to refuse.
func (s *shape) record(r gjson.Result) {
	typ := r.Get("type").Str
	if typ != "user" && typ != "assistant" {
		return
	}
	if s.last == "" && typ != "user" {
		s.faultf("the agent begins")
	}
	content := r.Get("message.content")
	if typ == "user" && len(s.open) > 0 && content.Get("0.type").Str != "tool_result" {
		s.faultf("words stand before the result of a call: %.80s", content.Raw)
	}
	if typ == "assistant" && s.last == "user" && len(s.open) > 0 {
		s.faultf("the agent goes on without results")
	}
	s.last = typ
	if content.Type == gjson.String {
		s.words(content.Str)
		return
	}
	if len(content.Array()) == 0 {
		s.faultf("no content")
	}
	for _, b := range content.Array() {
		switch b.Get("type").Str {
		case "text":
			s.words(b.Get("text").Str)
		case "tool_use":
			s.call(b.Get("id").Str, b.Get("name").Str)
			if !b.Get("input").IsObject() {
				s.faultf("input is %s", b.Get("input").Raw)
			}
		case "tool_result":
			s.result(b.Get("tool_use_id").Str)
			for _, p := range b.Get("content").Array() {
				if p.Get("type").Str == "text" {
					s.words(p.Get("text").Str)
				}
			}
		}
	}
}

// item checks a line of Codex, by what the Responses API is documented to refuse.
func (s *shape) item(r gjson.Result) {
	if r.Get("type").Str == "compacted" {
		for _, i := range r.Get("payload.replacement_history").Array() {
			s.item(gjson.Parse(`{"type":"response_item","payload":` + i.Raw + `}`))
		}
	}
	if r.Get("type").Str != "response_item" {
		return
	}
	p := r.Get("payload")
	switch typ := p.Get("type").Str; typ {
	case "message":
		if len(p.Get("content").Array()) == 0 {
			s.faultf("no content")
		}
		for _, c := range p.Get("content").Array() {
			if c.Get("text").Exists() {
				s.words(c.Get("text").Str)
			}
		}
	case "function_call", "custom_tool_call":
		s.call(p.Get("call_id").Str, p.Get("name").Str)
		if typ == "function_call" && p.Get("arguments").Type != gjson.String {
			s.faultf("arguments are %s", p.Get("arguments").Raw)
		}
	case "function_call_output", "custom_tool_call_output":
		s.result(p.Get("call_id").Str)
	}
}

func (s *shape) words(text string) {
	if strings.TrimSpace(text) == "" {
		s.faultf("empty text")
	}
}

func (s *shape) call(id, name string) {
	if !apiName.MatchString(id) || !apiName.MatchString(name) {
		s.faultf("call %q of tool %q", id, name)
	}
	if s.seen[id] {
		s.faultf("call %s stands twice", id)
	}
	s.seen[id], s.open[id] = true, true
}

func (s *shape) result(id string) {
	if !s.open[id] {
		s.faultf("result of %s, which is not open", id)
	}
	delete(s.open, id)
}
