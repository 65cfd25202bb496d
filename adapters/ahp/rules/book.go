package rules

import (
	"encoding/binary"
	"hash/maphash"

	"asif-convert/convert/asif"
)

// identities are those of one kind: numbered from 1 in order of first use, with what is known of each.
type identities[T any] struct {
	ids  *asif.IDs
	rows asif.Chunks[T]
}

func newIdentities[T any]() identities[T] { return identities[T]{ids: asif.NewIDs()} }

// take returns the number and row of an identity, made when it is new. An empty key is 0 and nil.
func (t *identities[T]) take(key []byte) (n int32, row *T, fresh bool) {
	id, fresh := t.ids.Intern(key)
	if id == 0 {
		return 0, nil, false
	}
	if fresh {
		var zero T
		t.rows.Add(zero)
	}
	return int32(id), t.rows.At(int(id) - 1), fresh
}

// at is the row of a number; nil for 0.
func (t *identities[T]) at(n int32) *T {
	if n == 0 {
		return nil
	}
	return t.rows.At(int(n) - 1)
}

func (t *identities[T]) find(key []byte) int32 { return int32(t.ids.Find(key)) }

// name is the identity's own ID, without the number of its source.
func (t *identities[T]) name(n int32) string {
	if n == 0 {
		return ""
	}
	return string(t.ids.Append(nil, asif.ID(n))[sourceKey:])
}

// Rows of the book. An int32 is a number in another table, 0 for none; texts are numbers in book.texts.
type (
	eventRow struct {
		mark
		hash                                       uint64 // of the first delivery's bytes
		parent, session, turn, call, attempt, task int32
		detail                                     int32 // text: what its answer must agree with (A08)
		typ                                        uint8 // index in wire.Types + 1; 0: none that is known
		delivered                                  bool  // false: only named as a parent
		continues                                  bool  // a turn.start that goes on with another turn
		agentCaused                                bool  // a file.changed by the agent
		denied                                     bool  // an intercept was answered with deny
		synthesized                                marker
	}
	sessionRow struct {
		started, ended, seen, mixed bool
		synthesized                 marker
		harness, version            int32 // texts
		manifest                    *manifest
		late                        bool  // an event after its end was told
		first, turn                 int32 // its first event; the main agent's turn that began last
		compactions                 int32 // that were announced and are not done
	}
	turnRow struct {
		started, ended bool
		passed         bool // the next turn began, and this one had not ended
		startEvent     int32
		unknown        bool // usage of an attempt is not known in full
		synthesized    marker
		endEvent       int32
		count          int64 // continuationCount seen last
		number         int64 // greatest number of an attempt
		attempts       int32
		sum            counts
		total          counts
		totalComplete  bool
		totalAt        mark
		end            mark
	}
	callRow struct {
		synthesized              marker
		background, batched      bool
		denied, executed         bool  // the last decision; the completion
		identity, path, kind     int32 // texts
		before, after            int32 // events
		requests, resolutions    int32
		outcome, batchOutcome    int32 // texts
		afterAt, batchAt, decide mark
		resolution               int32 // event
	}
	attemptRow struct {
		synthesized marker
		number      int64
		model       int32 // text
		end         int32 // event
		requested   int32 // event
		turn        int32
		supplied    bool
		complete    bool   // its usage is complete and of the provider
		usage       uint64 // digest; 0: not told
		sum         counts
	}
	batchRow struct {
		synthesized marker
		set         uint64 // of its calls; 0: not known
		after       int32  // event
		named       int32  // the first event that names it
	}
	taskRow    struct{ synthesized marker }
	messageRow struct {
		synthesized marker
		role        int32 // text
		final       bool
	}
	partRow struct {
		synthesized    marker
		meta, ref, own int32 // texts; the event it came with
	}
	requestRow struct {
		mark
		event           int32
		asked, answered bool
		answer          uint64
	}
)

// marker remembers how an identity was marked: 1 as the harness's own, 2 as synthesized, 4 told that it was both.
type marker uint8

// book is everything that is known of a log. Identities are those of a source, keys begin with its number.
type book struct {
	sources  *asif.IDs
	texts    *asif.IDs
	paths    sameText
	seed     maphash.Seed
	clocks   []instant // the latest time of each source
	events   identities[eventRow]
	sessions identities[sessionRow]
	turns    identities[turnRow]
	calls    identities[callRow]
	attempts identities[attemptRow]
	batches  identities[batchRow]
	tasks    identities[taskRow]
	messages identities[messageRow]
	parts    identities[partRow]
	requests identities[requestRow] // JSON-RPC ids, of no source
	last     []lastItem
	offered  []*manifest      // answers to hooks/capabilities: of no session
	required map[int32][]byte // answers that an elicitation's form requires, by its event
	versions map[string]bool  // of the protocol, told
	loose    int32            // compactions of no session that were announced and are not done
}

// lastItem is a lastAssistantItem that was no assistant message yet.
type lastItem struct {
	mark
	event, message int32
}

func newBook() book {
	return book{sources: asif.NewIDs(), texts: asif.NewIDs(), paths: sameText{}, seed: maphash.MakeSeed(), clocks: make([]instant, 1),
		events: newIdentities[eventRow](), sessions: newIdentities[sessionRow](), turns: newIdentities[turnRow](), calls: newIdentities[callRow](),
		attempts: newIdentities[attemptRow](), batches: newIdentities[batchRow](), tasks: newIdentities[taskRow](),
		messages: newIdentities[messageRow](), parts: newIdentities[partRow](), requests: newIdentities[requestRow](), versions: map[string]bool{}, required: map[int32][]byte{}}
}

// sourceKey is how many bytes of a key are the number of its source.
const sourceKey = 4

// key is the key of an identity of the current event's source; nil for an empty id.
func (v *validation) key(id []byte) []byte {
	if len(id) == 0 {
		return nil
	}
	v.keys = append(binary.BigEndian.AppendUint32(v.keys[:0], uint32(v.source)), id...)
	return v.keys
}

// text numbers a text that is compared and may be shown again.
func (v *validation) text(s []byte) int32 {
	id, _ := v.texts.Intern(s)
	return int32(id)
}

func (v *validation) textOf(n int32) string {
	if n == 0 {
		return ""
	}
	return string(v.texts.Append(nil, asif.ID(n)))
}

func (v *validation) digest(b []byte) uint64 { return maphash.Bytes(v.seed, b) | 1 }
