package codex

import (
	"strconv"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// turnStarted begins an execution (0.99 and later).
func (m *mapper) turnStarted() losses.Outcome {
	m.flush()
	m.ownTurn()
	m.now.scripts = m.now.scripts[:0]
	m.now.run = m.execution()
	m.add(0, m.agent(), isPrelude, &adapters.Transition{Execution: m.now.run, Status: asif.ExecutionRunning})
	if m.input == 0 {
		m.idle = false
	}
	return mapping
}

// execution declares the turn that the record names.
func (m *mapper) execution() adapters.ExecutionRef {
	id := string(adapters.Text(m.rec.f[fTurnID]))
	if id == "" {
		id = strconv.Itoa(m.now.turns)
	}
	return m.sink.Execution(adapters.Execution{ID: "turn:" + id, Actor: m.agent(), Started: adapters.Quoted(m.rec.f[fTime])})
}

func (m *mapper) turnComplete() losses.Outcome {
	m.flush()
	status := asif.ExecutionCompleted
	var fault []byte
	if e := m.rec.f[fEventError]; e != nil && string(e) != "null" {
		status, fault = asif.ExecutionFailed, e
	}
	m.endTurn(status, fault)
	return mapping
}

// abortions are the reasons of a turn that ended early.
var abortions = map[string]asif.ExecutionStatus{
	"interrupted": asif.ExecutionInterrupted, "budget_limited": asif.ExecutionInterrupted,
	"replaced": asif.ExecutionCancelled, "review_ended": asif.ExecutionCancelled,
}

func (m *mapper) turnAborted() losses.Outcome {
	m.flush()
	status, ok := abortions[string(adapters.Text(m.rec.f[fReason]))]
	if !ok {
		status = asif.ExecutionUnknown
	}
	m.endTurn(status, nil)
	return mapping
}

// endTurn ends the running turn, or one whose beginning the file does not record.
func (m *mapper) endTurn(status asif.ExecutionStatus, fault []byte) {
	if m.now.run == 0 {
		m.now.run = m.execution()
	}
	m.add(0, m.agent(), 0, &adapters.Transition{Execution: m.now.run, Status: status, Error: fault})
	m.sink.End(m.now.run, adapters.Quoted(m.rec.f[fTime]))
	m.now.scripts = m.now.scripts[:0]
	m.now.run = 0
	if m.input == 0 {
		m.idle = true
	}
}

// ownTurn ends the copied beginning of a fork: its own turns have IDs that are younger than the thread's.
func (m *mapper) ownTurn() {
	if m.now.inherited && younger(adapters.Text(m.rec.f[fTurnID]), m.now.thread) {
		m.now.inherited = false
	}
}

// younger tells whether a UUID of version 7 is not older than another.
func younger(a, b []byte) bool {
	const millis = 13 // 48 bits and a dash
	return isV7(a) && isV7(b) && string(a[:millis]) >= string(b[:millis])
}

func isV7(id []byte) bool { return len(id) == 36 && id[14] == '7' }
