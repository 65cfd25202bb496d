// Package mappertest runs a mapper as the engine does and keeps what it says: the part of a sink that every adapter's own
// tests listen with, and the loop. How events are kept each adapter's tests say themselves.
package mappertest

import (
	"errors"
	"io"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Listener is an output and a sink in one, but for Document, Event, Extend, Blob, Resource and Usage.
type Listener struct {
	Actors   []asif.Participant
	Tools    []asif.Tool
	Runs     []string // executions
	Envs     []asif.Environment
	Lost     map[losses.Kind]int
	History  *adapters.History
	Outcomes []losses.Outcome
	Children []asif.ParticipantChildSession
	Ledger   *losses.Ledger

	ids *asif.IDs
}

// New returns a listener that has heard nothing.
func New() Listener { return Listener{ids: asif.NewIDs(), Lost: map[losses.Kind]int{}} }

// Capture names a session after its native ID.
func (*Listener) Capture(o adapters.Session) (asif.ParticipantChildSession, error) {
	return asif.ParticipantChildSession{SessionID: o.Native.Value, CaptureID: "cap-" + o.Native.Value}, nil
}

// Child is one of Children.
func (l *Listener) Child(i int) (asif.ParticipantChildSession, bool) {
	if i < len(l.Children) {
		return l.Children[i], true
	}
	return asif.ParticipantChildSession{}, false
}

// IDs are those of native records.
func (l *Listener) IDs() *asif.IDs { return l.ids }

// Actor keeps a participant, once per ID.
func (l *Listener) Actor(p asif.Participant) adapters.ActorRef {
	for i := range l.Actors {
		if l.Actors[i].ID == p.ID {
			return adapters.ActorRef(i + 1)
		}
	}
	l.Actors = append(l.Actors, p)
	return adapters.ActorRef(len(l.Actors))
}

// Tool keeps a tool.
func (l *Listener) Tool(t asif.Tool) adapters.ToolRef {
	l.Tools = append(l.Tools, t)
	return adapters.ToolRef(len(l.Tools))
}

// Execution keeps an execution's ID.
func (l *Listener) Execution(x adapters.Execution) adapters.ExecutionRef {
	l.Runs = append(l.Runs, x.ID)
	return adapters.ExecutionRef(len(l.Runs))
}

// Environment keeps an environment.
func (l *Listener) Environment(e asif.Environment) { l.Envs = append(l.Envs, e) }

// Lose counts a loss.
func (l *Listener) Lose(k losses.Kind, _ ...asif.Ref) { l.Lost[k]++ }

// Close keeps the history.
func (l *Listener) Close(h adapters.History) error {
	l.History = &h
	return nil
}

// What nobody looks into.

// Discard is not looked into.
func (*Listener) Discard(asif.Ref) {}

// MoveAfter is not looked into.
func (*Listener) MoveAfter(asif.Ref, asif.Ref) {}

// Replace is not looked into.
func (*Listener) Replace(asif.Ref, *adapters.Draft) bool { return true }

// End is not looked into.
func (*Listener) End(adapters.ExecutionRef, []byte) {}

// Configuration is not looked into.
func (*Listener) Configuration(asif.Configuration) adapters.ConfigurationRef { return 1 }

// Count is not looked into.
func (*Listener) Count(adapters.Counter) {}

// Account is a fresh account of everything.
func Account(t testing.TB, a adapters.Adapter) *losses.Ledger {
	t.Helper()
	led, err := losses.New(a.Info().Name, a.Tables())
	if err != nil {
		t.Fatal(err)
	}
	return led
}

// Run maps a session into an output whose listener is l, and settles the account of a as the engine does.
func Run(t testing.TB, a adapters.Adapter, s adapters.Session, out adapters.Output, l *Listener) {
	t.Helper()
	l.Ledger = Account(t, a)
	m := s.New(out, l.Ledger)
	for i, in := range s.Inputs {
		r, err := source.NewReader(in, i, source.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		for {
			b, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			for k := range b.Records {
				l.record(t, m, &b.Records[k])
			}
			r.Release(b)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
}

func (l *Listener) record(t testing.TB, m adapters.Mapper, r *source.Record) {
	t.Helper()
	if !r.Fault.Readable() || r.Raw[0] != '{' {
		return
	}
	o, err := m.Record(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Ledger.Settle(r.Account(), o); err != nil {
		t.Fatal(err)
	}
	l.Outcomes = append(l.Outcomes, o)
}
