package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/source"
)

// LiveResponses is LiveContexts for a harness that speaks the Responses API and keeps its items as they were sent. What
// the command line adds by itself is named here and compared nowhere: the base instructions, which the first line of a
// rollout holds; and how a version spells what it says (rules of [spelling]).
func LiveResponses(t *testing.T, a adapters.Adapter) {
	s := prepare(t, a)
	v := readVerdicts(t, s.folder)
	for _, c := range s.trials {
		requests, err := readResponses(c.Folder)
		if err != nil {
			t.Fatal(err)
		}
		lane := &lane{trial: c, lines: c.rolloutLines()}
		for _, q := range requests {
			if q.Lane != "main" {
				continue
			}
			v.judge(fmt.Sprintf("%s %d", c.Name, q.N), lane.compare(q))
		}
	}
	v.end()
}

// rolloutLine is what is needed of a record to find where a response begins.
type rolloutLine struct {
	ids    []string
	spoken bool // by the model, or an event that repeats it
	quiet  bool // stands between the records of a response
	base   string
}

// spokenTypes are the items and events that are a response's; others stand among them.
var (
	spokenTypes = []string{"reasoning", "function_call", "custom_tool_call", "local_shell_call", "web_search_call", "agent_message", "agent_reasoning"}
	quietTypes  = []string{"token_count", "token_usage_record"}
)

func (c *trial) rolloutLines() []rolloutLine {
	lines := make([]rolloutLine, len(c.records))
	for i, r := range c.records {
		var v struct {
			Type    string
			Record  string `json:"record_type"`
			Payload json.RawMessage
		}
		raw := c.Data[r.start:r.end]
		if !r.readable || json.Unmarshal(raw, &v) != nil {
			continue
		}
		if v.Payload != nil {
			raw = v.Payload
		}
		var x wireItem
		var meta struct {
			Base struct{ Text string } `json:"base_instructions"`
		}
		if json.Unmarshal(raw, &x) != nil || json.Unmarshal(raw, &meta) != nil && v.Type == "session_meta" {
			continue
		}
		l := &lines[i]
		l.base = meta.Base.Text
		l.quiet = v.Record != "" || slices.Contains(quietTypes, x.Type) || slices.Contains(quietTypes, v.Type)
		l.spoken = slices.Contains(spokenTypes, x.Type) || x.Type == "message" && x.Role == "assistant" ||
			x.Type == "item_completed" && (x.Item.Type == "AgentMessage" || x.Item.Type == "Reasoning")
		if l.spoken {
			l.ids = slices.DeleteFunc([]string{x.ID, x.Call, x.Item.ID}, func(id string) bool { return id == "" })
		}
	}
	return lines
}

// lane follows the responses of a file.
type lane struct {
	*trial
	lines []rolloutLine
	from  int // behind the response before
}

// begin finds the first record of the response to a request, and goes behind its last one. Files without IDs of items
// tie a response by its calls, or by its place.
func (l *lane) begin(q responseRequest) (int, error) {
	ours := append(slices.Clone(q.Items), q.Calls...)
	is := func(x rolloutLine) bool {
		return slices.ContainsFunc(x.ids, func(id string) bool { return slices.Contains(ours, id) })
	}
	named := slices.ContainsFunc(l.lines, func(x rolloutLine) bool {
		return slices.ContainsFunc(x.ids, func(id string) bool { return strings.HasPrefix(id, "msg_") })
	})
	at := slices.IndexFunc(l.lines[l.from:], is)
	if at < 0 && !named && len(q.Calls) == 0 {
		at = slices.IndexFunc(l.lines[l.from:], func(x rolloutLine) bool { return x.spoken })
	}
	if at < 0 {
		return 0, fmt.Errorf("the file has no record of response %v", q.Items)
	}
	at += l.from
	end := at + 1
	for i := end; i < len(l.lines); i++ {
		if is(l.lines[i]) || !named && len(q.Calls) == 0 && l.lines[i].spoken && end == i {
			end = i + 1
		} else if end == i && l.lines[i].quiet {
			end++
		}
	}
	for i := at - 1; i >= l.from && !named && (l.lines[i].spoken || l.lines[i].quiet); i-- {
		if l.lines[i].spoken {
			at = i
		}
	}
	l.from = end
	return at, nil
}

// compare compares a request with the context before its response: "" for equal.
func (l *lane) compare(q responseRequest) string {
	at, err := l.begin(q)
	if err != nil {
		return err.Error()
	}
	want, err := sentItems(q.Body.Input)
	if err != nil {
		return err.Error()
	}
	doc, err := l.documentAt(l.records[at].start)
	if err != nil {
		return err.Error()
	}
	got, err := doc.liveContext()
	if err != nil {
		return err.Error()
	}
	if l.instructs(want) && (len(got) == 0 || got[0] != want[0]) {
		want = want[1:]
	}
	return cmp.Diff(spelling(l.Name, want), spelling(l.Name, got))
}

// instructs says whether a request begins with the base instructions: filled in for the model, so that they are up
// to a quarter longer or shorter than in the first line of the file.
func (l *lane) instructs(sent []item) bool {
	if len(sent) == 0 || sent[0].Role != "developer" {
		return false
	}
	return slices.ContainsFunc(l.lines, func(x rolloutLine) bool {
		n := len(x.base)
		return n > 0 && max(n, len(sent[0].Content))-min(n, len(sent[0].Content)) <= n/4
	})
}

// documentAt converts the first bytes of the file, with the files that it goes on from.
func (c *trial) documentAt(cut int) (*document, error) {
	s := c.session
	s.Inputs = slices.Clone(s.Inputs)
	s.Inputs[0].Open = source.Bytes(s.Inputs[0].Name, c.Data[:cut]).Open
	s.Children = nil
	var out bytes.Buffer
	if _, err := convert.From(c.adapter, s, convert.Options{}, convert.Destination{Writer: &out}); err != nil {
		return nil, fmt.Errorf("converting %d bytes: %w", cut, err)
	}
	return readDocument(out.Bytes())
}
