package codex

import (
	"errors"
	"hash/maphash"
	"io"
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// landmark is an event of the history that a thread shares with another, by what names it in the other's document.
type landmark struct {
	set   bool
	step  int // where it stands here
	id    asif.ID
	kind  string
	block int
	input int
	at    int64 // in the other's file: where the record stands that names it
}

// name is the event's ID in the document of the file's own thread, or "" when that cannot be told.
func (m *mapper) name(l landmark) string {
	switch {
	case !l.set:
		return ""
	case l.id != 0 && l.block == 0 && m.byID[l.id] < 0:
		return "" // several events here: which of them is the first one there, no ID tells
	case l.id != 0:
		return string(asif.AppendInt(append(m.ids.Append(nil, l.id), ':'), int64(l.block)))
	}
	name := append([]byte(l.kind), '@')
	if l.input > 1 {
		name = append(asif.AppendInt(name, int64(l.input-1)), '/')
	}
	name = asif.AppendInt(name, l.at)
	if l.block > 0 {
		name = asif.AppendInt(append(name, '.'), int64(l.block))
	}
	return string(name)
}

// share remembers the latest event that stands in another thread's file too.
func (m *mapper) share(step int, at origin, block int, data adapters.Data) {
	from := at.from
	switch {
	case m.input > 0 && m.steps.At(step).flags&isTail == 0:
		from = at.span.Offset
	case m.input > 0, !m.now.inherited, from < 0:
		return
	}
	for len(m.shared) <= m.input {
		m.shared = append(m.shared, landmark{})
	}
	if l := &m.shared[m.input]; !l.set || step >= l.step {
		*l = landmark{true, step, at.id, kindOfData(data), block, m.input, from}
	}
}

// kindOfData is the kind of an event without a native ID, which is part of its name.
func kindOfData(data adapters.Data) string {
	switch data.(type) {
	case *adapters.Message:
		return string(asif.KindMessage)
	case *adapters.ToolCall:
		return string(asif.KindToolCall)
	case *adapters.ToolResult:
		return string(asif.KindToolResult)
	case *adapters.Note:
		return string(asif.KindNote)
	case *adapters.Compaction:
		return string(asif.KindContextCheckpoint)
	case *adapters.DecisionRequest:
		return string(asif.KindDecisionRequest)
	case *adapters.DecisionResolution:
		return string(asif.KindDecisionResolution)
	case *adapters.TaskUpdate:
		return string(asif.KindTaskUpdate)
	case *adapters.ConfigurationChange:
		return string(asif.KindConfigurationChange)
	case *adapters.Transition:
		return string(asif.KindExecutionTransition)
	case *adapters.ResourceChange:
		return string(asif.KindResourceChange)
	}
	return string(asif.KindExtension)
}

// lineage is where the thread comes from: the file that it goes on from, or the thread that its file begins with a copy
// of. A sub-agent is its parent's, which says so. missing tells that the thread comes from one that is not at hand.
func (m *mapper) lineage() (list []asif.Lineage, missing bool) {
	var from string // a file's or a thread's ID
	relation, at := asif.RelationFork, landmark{}
	switch {
	case m.bases[0].file != "":
		from = m.bases[0].file
		for k := 1; k < len(m.shared) && !at.set; k++ {
			at = m.shared[k]
		}
		if len(m.bases) > 1 && m.bases[1].own == m.bases[0].own {
			relation = asif.RelationContinuation // a later segment of one thread
		}
	case m.copy.thread != "":
		from = m.copy.thread
		if len(m.shared) > 0 {
			at = m.shared[0]
		}
		if m.copy.thread != m.forkedFrom {
			relation = asif.RelationCopy // resumed into a new file, or forked before 0.87: the file does not tell which
		}
	default:
		from = m.forkedFrom
	}
	if from == "" || m.who.child {
		return nil, m.copied
	}
	event := m.name(at)
	other, ok := m.family.other(from)
	if !ok || event == "" {
		return nil, true
	}
	named, err := m.out.Capture(other)
	if err != nil {
		return nil, true // its own conversion says why it cannot be read
	}
	inclusive := true
	return []asif.Lineage{{Relation: relation, SessionID: named.SessionID, CaptureID: named.CaptureID, EventID: event, Inclusive: &inclusive}}, false
}

// other is another thread of the store, by its own ID or its file's.
func (f family) other(id string) (adapters.Session, bool) {
	if f.find == nil {
		return adapters.Session{}, false
	}
	return f.find(id)
}

// original is the thread that a file begins with a copy of, line by line: what each line says, and where it stands.
type original struct {
	thread string
	begins int // line of this file that copies the first one
	lines  []copied
	at     int64 // where the record stands there that is mapped, or -1
	equal  int   // records that say the same there
	turns  bool  // the copy has turns with IDs, which tell where it ends
}

type copied struct {
	sum uint64
	at  int64
}

// original reads the thread that the record begins a copy of, as far as it is at hand.
func (m *mapper) original(thread string) {
	m.copy = original{thread: thread, begins: m.native.Line, at: -1}
	other, ok := m.family.other(thread)
	if !ok {
		return
	}
	lines, err := m.readLines(other.Inputs[0])
	if err != nil {
		return // then it is as if it were not at hand
	}
	m.copy.lines = lines
}

func (m *mapper) readLines(in source.Input) (lines []copied, err error) {
	r, err := source.NewReader(in, 0, source.Limits{})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for {
		b, err := r.Next()
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return nil, err
		}
		for i := range b.Records {
			rec := &b.Records[i]
			for len(lines) < rec.Line {
				lines = append(lines, copied{at: -1})
			}
			lines[rec.Line-1] = copied{m.sumOfRecord(rec.Raw), rec.Span.Offset}
		}
		r.Release(b)
	}
}

// telling are the members of a payload that tell records apart. The time is that of the copy, and another version may
// have copied what it did not know in part.
var telling = [...]string{"type", "id", "role", "content", "message", "text", "call_id", "arguments", "input", "output"}

func (m *mapper) sumOfRecord(raw []byte) uint64 {
	var h maphash.Hash
	h.SetSeed(m.seed)
	h.Write(source.Member(raw, "type"))
	payload := source.Member(raw, "payload")
	for _, name := range telling {
		h.WriteByte(0)
		h.Write(source.Member(payload, name))
	}
	return h.Sum64()
}

// follow compares the record with the one that it should copy. Where nothing else tells the end of the copy (before
// 0.99 turns have no IDs), the first record ends it that says something else.
func (m *mapper) follow() {
	c := &m.copy
	c.at = -1
	if !m.now.inherited || m.input > 0 {
		return
	}
	c.turns = c.turns || isV7(adapters.Text(m.rec.f[fTurnID]))
	if n := m.native.Line - c.begins; n < len(c.lines) && c.lines[n].at >= 0 && c.lines[n].sum == m.sumOfRecord(m.native.Raw) {
		c.at = c.lines[n].at
		c.equal++
	} else if c.equal > 1 && !c.turns {
		m.now.inherited = false
	}
}

// descend declares where the thread comes from.
func (m *mapper) descend(h *adapters.History) {
	list, missing := m.lineage()
	h.Lineage = slices.Concat(m.handed, list)
	if missing {
		m.sink.Lose(losses.LineageUnknown)
	}
}
