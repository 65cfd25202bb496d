package check

import (
	"errors"
	"fmt"
	"strings"

	"asif-convert/convert/asif"
)

// State is what a branch's selected history has come to at a boundary: what is open, how far tasks and executions are,
// and which history is missing. Lists are in history order, that is, by the event that their entry names; entries
// without one come first.
type State struct {
	Branch     string         `json:"branch"`
	Branches   int            `json:"branches"`       // how many the document has
	At         string         `json:"at"`             // the boundary: an event, "" before all events
	Head       bool           `json:"head"`           // the boundary is the branch's head
	Events     int            `json:"events"`         // selected up to the boundary
	Checkpoint string         `json:"checkpoint"`     // the first one at this boundary, "" for none
	Knowledge  string         `json:"knowledge"`      // of that checkpoint
	Calls      []OpenCall     `json:"open_calls"`     // without an effective terminal result
	Decisions  []OpenDecision `json:"open_decisions"` // without an effective resolution
	Executions []Execution    `json:"executions"`     // that the history touches
	Tasks      []Task         `json:"tasks"`          // that the history selects a revision of
	Gaps       []Gap          `json:"gaps"`
}

// OpenCall is a call without an effective terminal result. It is pending only where something shows that it goes on:
// the absence of a result shows nothing (H05).
type OpenCall struct {
	ID        string         `json:"call_id"`
	Tool      string         `json:"tool_id"`
	ToolName  string         `json:"tool_name"`
	Event     string         `json:"event_id"`         // the version selected last, "" for a call of a prior capture
	Arguments string         `json:"arguments_status"` // of that version
	State     asif.OpenState `json:"state"`
	Evidence  []Evidence     `json:"evidence"`
}

// OpenDecision is a request without an effective resolution. It is pending where the checkpoint at the boundary, or
// complete coverage of decisions, vouches that no resolution is missing.
type OpenDecision struct {
	ID       string         `json:"request_id"`
	Event    string         `json:"event_id"` // "" for a request of a prior capture
	Call     string         `json:"call_id,omitzero"`
	Task     string         `json:"task_id,omitzero"`
	Revision int64          `json:"task_revision,omitzero"`
	State    asif.OpenState `json:"state"`
	Evidence []Evidence     `json:"evidence"`
}

// Evidence is something of the document that shows that an open call or decision is pending.
type Evidence struct {
	Type string `json:"type"` // decision, result, stream, execution; checkpoint, coverage
	ID   string `json:"id"`   // of a result: its event's; of coverage: the scope
}

// Execution is an execution that the history has a transition or another event of.
type Execution struct {
	ID     string `json:"execution_id"`
	Status string `json:"status"`   // of its last selected transition; without one, what the execution itself states
	Event  string `json:"event_id"` // that transition, "" for none
}

// Task is a task's current revision in the history.
type Task struct {
	ID           string          `json:"task_id"`
	Revision     int64           `json:"revision"`
	Status       asif.TaskStatus `json:"status"`
	Event        string          `json:"event_id"`
	Depends      DependencyState `json:"dependency_state"` // of all dependencies together
	Dependencies []Dependency    `json:"dependencies"`     // as the revision lists them
}

// Dependency is one task that another waits for.
type Dependency struct {
	Task  string          `json:"task_id"`
	State DependencyState `json:"state"`
}

// DependencyState says how far the tasks are that a task waits for (T07).
type DependencyState string

// Dependency states. A task whose revision lists no dependencies has [DependencyNone], one whose revision omits them
// [DependencyUnknown]: nothing is inherited from older revisions.
const (
	DependencyNone        DependencyState = "none"
	DependencySatisfied   DependencyState = "satisfied"
	DependencyUnsatisfied DependencyState = "unsatisfied"
	DependencyUnknown     DependencyState = "unknown"
)

// Gap is history that the document does not have.
type Gap struct {
	Kind   GapKind `json:"kind"`
	ID     string  `json:"id"`              // the call, request, task or scope
	Event  string  `json:"event_id"`        // the selected event that tells of the gap, "" for none
	Source *Source `json:"source,omitzero"` // where the missing event is, for bindings
	Detail string  `json:"detail"`
}

// Source is the identity of an event of another capture.
type Source struct {
	Session string `json:"session_id"`
	Capture string `json:"capture_id"`
	Event   string `json:"event_id"`
}

// GapKind is a kind of missing history.
type GapKind string

// Kinds of gaps.
const (
	GapTask     GapKind = "task_predecessor" // a task's first selected revision continues one that is not selected
	GapCall     GapKind = "call_predecessor" // a call's first selected version amends one that is not selected
	GapBinding  GapKind = "external_call"    // a call of a prior capture
	GapRequest  GapKind = "external_request" // a decision request of a prior capture
	GapCoverage GapKind = "coverage"         // a scope of history that is not covered completely
)

// ErrBoundary is the error for a branch that does not exist, and for an event that the branch does not select.
var ErrBoundary = errors.New("no such boundary")

// FeatureError is the error for a document that requires features which are unknown here: it must not be interpreted
// (F06).
type FeatureError struct{ Features []string }

func (e *FeatureError) Error() string {
	return "the document requires unknown features: " + strings.Join(e.Features, ", ")
}

// StateAt folds a branch's history up to an event of it. An empty event means the branch's head, an empty branch the
// one whose head has the greatest sequence, among those that select the event. The document is not validated: what breaks rules counts as far as it can
// be understood.
func StateAt(d *asif.Document, branch, event string) (State, error) {
	x, err := newValidation(d, Options{Max: 1})
	if err != nil {
		return State{}, err
	}
	x.o, err = x.o.withDefaults()
	if err != nil {
		return State{}, err
	}
	clear(x.enabled)
	x.prepare = parseItem
	if err := x.runPhases(x.readHeader,
		x.collection(coverage, (*validation).readCoverage),
		x.collection(executions, (*validation).readExecution),
		x.collection(bindings, (*validation).readBinding),
		x.collection(events, (*validation).readEvent),
		x.readBranches,
		x.collection(checkpoints, (*validation).readCheckpoint),
	); err != nil {
		return State{}, fmt.Errorf("folding the history: %w", err)
	}
	if len(x.unknown) > 0 {
		return State{}, &FeatureError{x.unknown}
	}
	b, err := x.findBranch(branch, event)
	if err != nil {
		return State{}, err
	}
	s := stateFold{fold: newFold(x), last: emptyBoundary}
	s.enter(b)
	end, err := s.boundary(event)
	if err != nil {
		return State{}, err
	}
	s.walk(end)
	return s.state(end)
}

// findBranch finds a branch by its ID; without one, the branch that was active last of those that select an event.
func (x *validation) findBranch(id, event string) (*branch, error) {
	var found *branch
	last := int64(-2)
	at := x.spaces[events].item(x.spaces[events].ids.Find([]byte(event)))
	for i := range x.branches {
		b := &x.branches[i]
		if id != "" && x.spaces[branches].text(b.name) == id {
			return b, nil
		}
		if s := x.headSequence(b); id == "" && s > last && (event == "" || x.selects(b, at)) {
			found, last = b, s
		}
	}
	switch {
	case found != nil:
		return found, nil
	case id == "":
		return nil, fmt.Errorf("%w: no branch selects event %q", ErrBoundary, event)
	}
	return nil, fmt.Errorf("%w: the document has no branch %q", ErrBoundary, id)
}

// selects tells whether a branch selects an event.
func (x *validation) selects(b *branch, i int32) bool {
	for p := b.from; p < b.to && i >= 0; p++ {
		if *x.selected.At(int(p)) == i {
			return true
		}
	}
	return false
}

// headSequence is the sequence of a branch's last event, -1 for none.
func (x *validation) headSequence(b *branch) int64 {
	if b.to == b.from {
		return -1
	}
	if i := *x.selected.At(int(b.to - 1)); i >= 0 {
		return x.event(i).sequence
	}
	return -1
}
