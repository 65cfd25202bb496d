package convert

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// execution is an interval of agent activity while it is gathered. Its status is that of its last transition (O10).
type execution struct {
	id      string
	actor   adapters.ActorRef
	started []byte
	ended   []byte
	model   []byte
	fault   []byte // error of the last transition
	status  uint8  // + 1; 0: no transition
	last    int32  // sequence of the last transition
}

// states are the states of an execution; the last says "unknown".
var states = [...]asif.ExecutionStatus{
	asif.ExecutionRunning, asif.ExecutionCompleted, asif.ExecutionFailed, asif.ExecutionCancelled, asif.ExecutionInterrupted, asif.ExecutionUnknown,
}

// terminal tells whether an execution in that state has ended.
func terminal(state uint8) bool { return state > 0 && int(state) < len(states)-1 }

// Execution implements adapters.Sink.
func (b *builder) Execution(x adapters.Execution) adapters.ExecutionRef {
	id := x.ID
	if n := b.runIDs.uses(id); n > 0 {
		id = string(asif.AppendInt([]byte(id+"~"), int64(n)+1))
	}
	return adapters.ExecutionRef(b.runs.Add(execution{id: id, actor: x.Actor, started: timeText(x.Started), model: clone(x.Model)}) + 1)
}

// End implements adapters.Sink.
func (b *builder) End(r adapters.ExecutionRef, at []byte) {
	if r != 0 {
		b.runs.At(int(r) - 1).ended = timeText(at)
	}
}

// uses counts how often a string was asked about before.
type uses map[string]int32

func (u uses) uses(s string) int32 {
	n := u[s]
	u[s] = n + 1
	return n
}

func clone(raw []byte) []byte { return append([]byte(nil), raw...) }

// timeText is a time in canonical spelling, or nil when there is none.
func timeText(raw []byte) []byte {
	if len(raw) <= 2 {
		return nil
	}
	return asif.AppendText(nil, raw)
}

// transition writes a transition's data but for its braces, and remembers it for the execution's status.
func (b *builder) transition(o []byte, e *entry, d *adapters.Transition) []byte {
	e.kind, e.call, e.state = kindTransition, int32(d.Execution), number(states[:], d.Status)
	o = asif.AppendString(append(o, `"execution_id":`...), b.runs.At(int(d.Execution)-1).id)
	o = asif.AppendString(append(o, `,"status":`...), string(states[e.state]))
	if len(d.Error) > 0 {
		o = append(append(o, `,"error":`...), d.Error...)
	}
	if len(d.Parts) > 0 {
		o = append(appendParts(append(o, `,"parts":[`...), d.Parts), ']')
	}
	if len(d.Error) > 0 {
		b.runs.At(int(d.Execution) - 1).fault = clone(d.Error)
	}
	return o
}

// settleExecutions gives each execution the state of its last transition, in the order of serialization.
func (d *document) settleExecutions() {
	left := map[asif.Ref]bool{} // taken out of a branch: the execution had ended
	for at := range d.branches.drop {
		left[asif.Ref(at[1])] = true
	}
	for i := range d.events() {
		e := d.entries.At(i)
		if e.kind != kindTransition || e.flags&flagDiscarded != 0 || left[asif.Ref(i+1)] {
			continue
		}
		x := d.runs.At(int(e.call) - 1)
		if at := d.seq(asif.Ref(i + 1)); x.status == 0 || at > x.last {
			x.status, x.last = e.state+1, at
		}
	}
}

func (d *document) executionList() {
	x := d.x
	l := list{x: x, sep: ","}
	for i := range d.runs.Len() {
		r := d.runs.At(i)
		status := asif.ExecutionUnknown
		if r.status > 0 {
			status = states[r.status-1]
		}
		if status == asif.ExecutionRunning && d.history.Status != asif.StatusActive {
			status = asif.ExecutionUnknown // nothing tells that it still ran when the session was read
		}
		l.next()
		x.member("\n{\"id\":", r.id)
		x.member(`,"participant_id":`, d.actors.ids[r.actor-1])
		x.member(`,"status":`, string(status))
		x.raw(`,"context_ids":[]`)
		for _, m := range [...]struct {
			name  string
			value []byte
		}{{`,"started_at":`, r.started}, {`,"ended_at":`, r.ended}, {`,"model":`, r.model}, {`,"error":`, r.errorOf(status)}} {
			if len(m.value) > 0 {
				x.o = append(append(x.o, m.name...), m.value...)
			}
		}
		x.raw("}")
	}
}

// errorOf is the recorded error of an execution that ended badly.
func (r *execution) errorOf(status asif.ExecutionStatus) []byte {
	if status == asif.ExecutionCompleted {
		return nil
	}
	return r.fault
}
