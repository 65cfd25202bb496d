// Package page makes the page that shows an assessment to people: one file, without scripts, that fits a phone.
package page

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/convert/continuation/destination"
)

//go:embed page.html
var source string

// page is what the template shows.
type page struct {
	Name     string // of the document
	Report   *asif.Report
	Plan     *asif.Plan
	Profile  string // title of the destination's harness
	Verdict  string
	Observed bool
	Open     []string
	Blockers []blocker
	Changes  []changes
	Groups   []group
	Tree     []*branch
	Moments  []moment
	Skipped  int64 // events before the moments
}

type blocker struct{ Subject, Reason, Todo string }

// changes are transformations under a title.
type changes struct {
	Title string
	List  []asif.Transformation
}

// group are the assessments of one kind.
type group struct {
	Kind string
	List []subject
	Bad  int
}

type subject struct {
	ID, Owner, Status, Detail string
	Required                  bool
}

// Write makes the page of one result. name is the document's, as its reader knows it.
func Write(w io.Writer, name string, src *continuation.Source, s *destination.Snapshot, r destination.Result) error {
	t, err := template.New("page").Parse(source)
	if err != nil {
		return fmt.Errorf("reading the page's template: %w", err)
	}
	p := page{Name: name, Report: &r.Report, Plan: r.Closure.Plan, Profile: s.Profile.Title, Verdict: destination.Verdicts[r.Report.Outcome],
		Observed: s.Observed, Open: destination.Open(src, &r), Groups: groups(&r.Report), Tree: tree(&r)}
	for _, b := range r.Report.BlockingReasons {
		of := destination.FromReport(b.Subject)
		p.Blockers = append(p.Blockers, blocker{of.String(), b.Reason, r.Todo[of]})
	}
	open, accepted, aside := destination.Changes(&r)
	for _, c := range []changes{{"To be accepted", open}, {"Accepted", accepted}, {"Of what is optional", aside}} {
		if len(c.List) > 0 {
			p.Changes = append(p.Changes, c)
		}
	}
	if p.Moments, p.Skipped, err = moments(src.Document()); err != nil {
		return err
	}
	return t.Execute(w, p)
}

// groups sorts assessments by kind, as they come.
func groups(r *asif.Report) []group {
	var out []group
	for i := range r.Assessments {
		a := &r.Assessments[i]
		kind := strings.ReplaceAll(string(a.Subject.Kind), "_", " ")
		if len(out) == 0 || out[len(out)-1].Kind != kind {
			out = append(out, group{Kind: kind})
		}
		g := &out[len(out)-1]
		g.List = append(g.List, subject{a.Subject.ID, a.Subject.OwnerID, string(a.Status), a.Detail, a.Required})
		if a.Status != asif.AssessmentStatusSupported && a.Status != asif.AssessmentStatusAdapted {
			g.Bad++
		}
	}
	return out
}

// branch is a required subject and what it requires.
type branch struct {
	Name, Status string
	Below        []*branch
	Again        bool // what it requires stands at its first place
}

// tree shows why things are required: those required from the start, and below each what it requires in turn.
func tree(r *destination.Result) []*branch {
	status := map[continuation.Subject]string{}
	for i := range r.Report.Assessments {
		a := &r.Report.Assessments[i]
		status[destination.FromReport(a.Subject)] = string(a.Status)
	}
	below := map[continuation.Subject][]continuation.Subject{}
	for _, e := range r.Closure.Entries {
		for _, f := range e.Because {
			below[f] = append(below[f], e.Subject)
		}
	}
	done := map[continuation.Subject]bool{}
	var grow func(s continuation.Subject) *branch
	grow = func(s continuation.Subject) *branch {
		b := &branch{Name: s.String(), Status: status[s], Again: done[s] && len(below[s]) > 0}
		if done[s] {
			return b
		}
		done[s] = true
		for _, next := range below[s] {
			b.Below = append(b.Below, grow(next))
		}
		return b
	}
	var out []*branch
	for _, e := range r.Closure.Entries {
		if e.Required && e.Seed {
			out = append(out, grow(e.Subject))
		}
	}
	return out
}

// moment is one event of the session.
type moment struct{ Time, Actor, Kind, Text string }

// Of a session, the latest events are shown, and of each as much text.
const (
	mostMoments = 300
	mostText    = 240
)

// moments are the latest events; skipped are those before them.
func moments(d *asif.Document) (list []moment, skipped int64, err error) {
	skipped = max(0, d.Count("events")-mostMoments)
	for it, err := range d.Items("events") {
		if err != nil {
			return nil, 0, fmt.Errorf("reading events: %w", err)
		}
		if int64(it.Index) < skipped {
			continue
		}
		var e asif.Event
		if err := d.Decode(it, &e); err != nil {
			return nil, 0, fmt.Errorf("reading event %d: %w", it.Index, err)
		}
		list = append(list, moment{e.Time, e.ActorID, strings.ReplaceAll(string(e.Kind), "_", " "), text(&e)})
	}
	return list, skipped, nil
}

// text is what an event says, in short.
func text(e *asif.Event) string {
	var data struct {
		Parts   []asif.Part `json:"parts"`
		Prompt  []asif.Part `json:"prompt"`
		Answer  []asif.Part `json:"answer"`
		ToolID  string      `json:"tool_id"`
		Outcome string      `json:"outcome"`
		Status  string      `json:"status"`
	}
	if err := asif.Unmarshal(e.Data, &data); err != nil {
		return ""
	}
	words := []string{data.ToolID, data.Outcome, data.Status}
	for _, parts := range [][]asif.Part{data.Parts, data.Prompt, data.Answer} {
		for i := range parts {
			if parts[i].Text != nil {
				words = append(words, *parts[i].Text)
			}
		}
	}
	out := []rune(strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	if len(out) > mostText {
		return string(out[:mostText]) + "…"
	}
	return string(out)
}
