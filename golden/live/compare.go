package live

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// begun are the beginnings of texts that the tools put in by themselves.
var begun = []string{
	"<system-reminder>", "<local-command-caveat>", // Claude Code
	"<environment_context>", "<permissions instructions>", "<multi_agent_mode>", "<turn_aborted>", "# AGENTS.md", "<user_instructions>", // Codex
}

// fillers are what Claude Code says in place of a person or the model when a session ended with the user's words.
var fillers = []string{"No response requested.", "Continue from where you left off."}

// renamed are the tools that Claude Code calls by a newer name when it sends an older session.
var renamed = map[string]string{"Task": "Agent"}

// emptied are the tools whose arguments Claude Code 2.1.73 does not send: a plan lies in a file of its own there.
var emptied = map[string]bool{"ExitPlanMode": true}

// A prompt that was typed while the agent worked is wrapped on the wire.
const (
	midTurn    = "The user sent a new message while you were working:\n"
	midTurnEnd = "\n\nThis is how Claude Code surfaces"
)

// cutReminder takes off what Claude Code up to 2.1.73 appends to the last result of a request.
func cutReminder(result string) string {
	words, _, _ := strings.Cut(result, "\n\n<system-reminder>")
	return words
}

func unwrapped(s string) string {
	if words, ok := strings.CutPrefix(s, midTurn); ok {
		s, _, _ = strings.Cut(words, midTurnEnd)
	}
	return s
}

// own tells whether a text is one that the tool put in.
func own(i item) bool {
	switch {
	case i.Kind != "text":
		return false
	case slices.Contains(fillers, i.Text):
		return true
	case i.Role == "assistant":
		return false
	}
	return i.Role == "system" || i.Role == "developer" ||
		slices.ContainsFunc(begun, func(b string) bool { return strings.HasPrefix(i.Text, b) })
}

// compare tells how a request differs from what it must hold followed by the new turn: nothing for not at all. The turn is the
// new prompt and what has come of it since.
func compare(x expected, turn []item, body json.RawMessage) []string {
	got, err := conversation(body)
	if err != nil {
		return []string{err.Error()}
	}
	return compareItems(x, turn, got)
}

// compareItems is compare for a conversation from anywhere.
func compareItems(x expected, turn, got []item) []string {
	c := comparison{want: slices.Concat(x.must, turn), may: x.may, got: got, calls: map[string]string{}}
	c.order()
	c.results()
	c.images()
	for _, s := range x.dead {
		if slices.ContainsFunc(got, func(i item) bool { return strings.Contains(i.Text, s) }) {
			c.differf("not live, but sent: %q", s)
		}
	}
	return c.differences
}

type comparison struct {
	want, got   []item
	may         map[string]bool
	calls       map[string]string // ID in the document → ID in the request
	differences []string
}

func (c *comparison) differf(format string, args ...any) {
	c.differences = append(c.differences, fmt.Sprintf(format, args...))
}

// line is the texts and calls of a conversation, in order.
func line(list []item) []item {
	return slices.DeleteFunc(slices.Clone(list), func(i item) bool { return i.Kind == "result" || i.Kind == "image" })
}

// order compares texts and calls: all that is wanted, in order, each once, and nothing else but what tools put in.
func (c *comparison) order() {
	want, next := line(c.want), 0
	for _, i := range line(c.got) {
		if next < len(want) && same(want[next], i) {
			if i.Kind == "call" {
				c.calls[want[next].Call] = i.Call
			}
			next++
			continue
		}
		if i.Text != "" && !c.may[i.Text] && !own(i) {
			wanted := "the end"
			if next < len(want) {
				wanted = want[next].String()
			}
			c.differf("sent: %s; wanted there: %s", i, wanted)
		}
	}
	for _, i := range want[next:] {
		c.differf("not sent: %s", i)
	}
}

// same tells whether a text or call is the wanted one. Where a tool takes only objects, free text is its one member.
func same(want, got item) bool {
	switch {
	case want.Kind != got.Kind:
		return false
	case want.Kind == "text":
		return want.Role == got.Role && unwrapped(want.Text) == unwrapped(got.Text)
	case want.Name != got.Name && renamed[want.Name] != got.Name:
		return false
	}
	return want.Text == got.Text || got.Text == canonical(wrapped(want.Text)) || emptied[want.Name] && got.Text == "{}"
}

func wrapped(text string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{"input": text}) // strings
	return raw
}

// results compares results: one for each call, with the words that it had, before whatever came after it. A call that has
// none in the document has one that says that the outcome is unknown.
func (c *comparison) results() {
	sent := map[string][]int{} // ID → places in got
	for n, i := range c.got {
		if i.Kind == "result" {
			sent[i.Call] = append(sent[i.Call], n)
		}
	}
	after := 0
	known := map[string]bool{}
	for _, w := range c.want {
		if w.Kind != "result" {
			if w.Kind != "image" {
				after++
			}
			continue
		}
		known[w.Call] = true
		places := sent[c.calls[w.Call]]
		if len(places) != 1 {
			c.differf("sent %d times: %s", len(places), w)
			continue
		}
		got := c.got[places[0]]
		if got.Text != w.Text && cutReminder(got.Text) != w.Text {
			c.differf("sent: %s; wanted: %s", got, w)
		}
		if n := c.wantedBefore(places[0]); n > after {
			c.differf("sent too late, behind %d texts and calls, not %d: %s", n, after, w)
		}
	}
	for _, w := range c.want {
		if w.Kind == "call" && !known[w.Call] {
			c.unknown(w, sent[c.calls[w.Call]])
		}
	}
}

// stillOpen is the difference of a call without result.
const stillOpen = "a call without result"

// unknown are words of a result that nobody saw: ours and Claude Code's; and Codex's, which closes a call as aborted.
var unknown = []string{"outcome is unknown", "aborted"}

func (c *comparison) unknown(call item, places []int) {
	switch len(places) {
	case 0:
		c.differf(stillOpen+": %s", call)
		return
	case 1:
	default:
		c.differf("an open call with %d results: %s", len(places), call)
		return
	}
	got := c.got[places[0]]
	if !slices.ContainsFunc(unknown, func(word string) bool { return strings.Contains(got.Text, word) }) {
		c.differf("the result of an open call does not say that the outcome is unknown: %s", got)
	}
}

// wantedBefore counts the wanted texts and calls that stand before a place in the request.
func (c *comparison) wantedBefore(place int) int {
	want, next := line(c.want), 0
	for _, i := range line(c.got[:place]) {
		if next < len(want) && same(want[next], i) {
			next++
		}
	}
	return next
}

// images compares how often each image is sent.
func (c *comparison) images() {
	count := func(list []item) map[string]int {
		n := map[string]int{}
		for _, i := range list {
			if i.Kind == "image" {
				n[i.Text]++
			}
		}
		return n
	}
	want, got := count(c.want), count(c.got)
	for digest, n := range want {
		if got[digest] != n {
			c.differf("image %s sent %d times, wanted %d", digest, got[digest], n)
		}
	}
	for digest, n := range got {
		if want[digest] == 0 {
			c.differf("image %s sent %d times, and not live", digest, n)
		}
	}
}
