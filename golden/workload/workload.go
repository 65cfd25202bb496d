// Package workload makes sessions of any size for measurement. They have the shape of real ones — many lines for one
// response, tool calls with results of every size, parallel calls, images, thinking with signatures, what the harness
// tells the model, state, compactions, taken-back prompts — and words without meaning.
//
// The same profile, size and seed give the same bytes, on every machine and in every year.
package workload

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Profile is how a session's records are sized and mixed.
type Profile struct {
	Name string
	// Mean length of one record that the profile aims at, in bytes.
	Record int
	// Sessions whose turns alternate in one log, where a log can hold several; 0 is one.
	Sessions int

	text       [2]int // words of a piece of prose: least and most
	output     [2]int // words of a tool's output
	big        int    // one output in so many is eight times as long
	image      int    // one result in so many is an image
	imageBytes [2]int
	latches    int  // state records per step, in tenths
	verbose    bool // usage and envelope with all the members of the newest version
	compaction int  // records between compactions
	takenBack  int  // one prompt in so many is taken back
}

// Harness is one whose sessions can be made, with the two kinds of session that the bars are set on.
type Harness struct {
	Name     string
	File     string // what the harness would have called a session's file
	Profiles []Profile

	open func(p Profile, seed uint64) author
}

// author writes one session.
type author interface {
	turn() []byte // its bytes are valid until the next turn
	written() int64
}

// Harnesses are those whose sessions can be made.
var Harnesses = []Harness{
	{
		Name: "claude-code", File: "1cc52098-ced2-4019-a6ce-e8561ad8beeb.jsonl", Profiles: claudeProfiles,
		open: func(p Profile, seed uint64) author { return newSession(p, seed) },
	},
	{
		Name: "codex", File: "rollout-2026-03-01T08-00-00-019ca818-3400-7000-8000-6ce8561ad8be.jsonl", Profiles: codexProfiles,
		open: func(p Profile, seed uint64) author { return newThread(p, seed) },
	},
	{
		Name: "ahp", File: "hooks.jsonl", Profiles: ahpProfiles,
		open: func(p Profile, seed uint64) author { return newHooks(p, seed) },
	},
}

// FindHarness returns the harness of that name.
func FindHarness(name string) (Harness, error) {
	var names []string
	for _, h := range Harnesses {
		if h.Name == name {
			return h, nil
		}
		names = append(names, h.Name)
	}
	return Harness{}, fmt.Errorf("finding harness %q: want one of %s", name, strings.Join(names, ", "))
}

// claudeProfiles are those of Claude Code 2.1.332.
var claudeProfiles = []Profile{
	{
		Name: "long", Record: 2500,
		text: [2]int{8, 90}, output: [2]int{60, 1000}, big: 30, image: 80, imageBytes: [2]int{2_000, 40_000},
		latches: 10, verbose: true, compaction: 500, takenBack: 25,
	},
	{
		Name: "chatty", Record: 600,
		text: [2]int{3, 32}, output: [2]int{1, 40}, big: 60, image: 400, imageBytes: [2]int{300, 3_000},
		latches: 17, compaction: 1500, takenBack: 25,
	},
}

// Find returns the profile of that name.
func (h Harness) Find(name string) (Profile, error) {
	for _, p := range h.Profiles {
		if p.Name == name {
			return p, nil
		}
	}
	return Profile{}, fmt.Errorf("finding profile %q: want long or chatty", name)
}

// Write writes a session of at least size bytes to w; it ends with the turn in which the size is reached. It returns
// the numbers of bytes and records written.
func (h Harness) Write(w io.Writer, p Profile, size int64, seed uint64) (written, records int64, err error) {
	return h.write(w, h.open(p, seed), func(bytes, _ int64) bool { return bytes >= size })
}

// WriteRecords writes a session of at least n records, like Write.
func (h Harness) WriteRecords(w io.Writer, p Profile, n int64, seed uint64) (written, records int64, err error) {
	return h.write(w, h.open(p, seed), func(_, records int64) bool { return records >= n })
}

func (h Harness) write(w io.Writer, s author, enough func(bytes, records int64) bool) (written, records int64, err error) {
	b := bufio.NewWriterSize(w, 1<<20)
	for !enough(written, s.written()) {
		n, err := b.Write(s.turn())
		written += int64(n)
		if err != nil {
			return written, s.written(), fmt.Errorf("writing session: %w", err)
		}
	}
	if err := b.Flush(); err != nil {
		return written, s.written(), fmt.Errorf("writing session: %w", err)
	}
	return written, s.written(), nil
}

// ParseSize reads a size in bytes: a number, or one with kB, MB or GB behind it (powers of ten).
func ParseSize(s string) (int64, error) {
	for suffix, factor := range map[string]int64{"kB": 1e3, "MB": 1e6, "GB": 1e9} {
		digits, ok := strings.CutSuffix(s, suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("reading size %q: %w", s, err)
		}
		return n * factor, nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("reading size %q: %w", s, err)
	}
	return n, nil
}
