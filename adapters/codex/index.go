package codex

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
)

// step is what stays of an event, or of a record that changes the history: 16 bytes.
type step struct {
	ref   asif.Ref // 0: not drafted, or no event
	flags uint32
	aux   int32 // of a compaction: its index; of a rollback: how many turns
	input int32
}

// Flags of a step.
const (
	isSeen       = 1 << iota // an input of the model
	isTurn                   // somebody sent a prompt: rollbacks count these
	isPrelude                // belongs to the turn that follows
	isCompaction             // the model went on from what the compaction left
	isRollback               // turns were taken back
	isTail                   // taken back by a later segment of the thread
)

// compaction is what a compaction left: what the model went on from.
type compaction struct {
	inputs  []asif.Ref
	changed map[asif.Ref]string
	partial bool // the harness did not record all of it
}

// twin is an event for people whose item has not come yet. Bytes are copies.
type twin struct {
	kind  twinKind
	id    asif.ID
	texts [][]byte // JSON strings
	at    origin
	more  []origin // further records of the same event
	step  int      // where it stands when no item comes
	usage *tokens
	run   adapters.ExecutionRef
}

type twinKind uint8

const (
	twinUser twinKind = iota + 1
	twinAgent
	twinReasoning
)

// said is an item whose event for people has not come yet.
type said struct {
	kind twinKind
	id   asif.ID
	sum  uint64 // hash of its text
	ref  asif.Ref
}

// script is a call that makes calls of its own (code mode, 0.15x and later).
type script struct {
	call string
	ref  asif.Ref
}

// stream is what is known while one file is read; another file begins anew.
type stream struct {
	meta      bool // the thread's own session_meta came
	thread    []byte
	inherited bool  // copied from the thread that this one comes from
	cut       int64 // of a base: the first ordinal that is not the thread's, or -1
	cutBytes  int64 // the same in bytes, for a base without ordinals
	foreign   bool  // of a base: it is another thread's
	ownFrom   int64 // of a sub-agent with its parent's history: its first own ordinal, or -1

	twins []twin
	saids []said

	run      adapters.ExecutionRef // the turn that is running
	turns    int
	recorded bool   // the file records usage by response
	ahead    bool   // counters stand before the items of their response (0.40)
	total    string // the last running total
	first    asif.Ref
	owed     *tokens

	settings map[string]string // setting → value, as last told
	last     map[int][]byte    // field → value of the last turn
	plan     []string          // tasks of the last plan
	typed    []string          // commands that messages told of and no item yet
	ran      []string          // commands that items told of and no message yet
	scripts  []script          // that run
}
