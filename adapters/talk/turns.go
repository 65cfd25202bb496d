package talk

import (
	"slices"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// TurnKind is who has the word in a turn.
type TurnKind uint8

// Kinds of turns.
const (
	UserTurn   TurnKind = iota + 1 // one message to the model
	AgentTurn                      // one response: words and calls
	ResultTurn                     // the results of all calls of the turn before
)

// Turn is a step of a conversation in which an agent turn with calls is always followed by their results.
type Turn struct {
	Kind   TurnKind
	Inputs []*Input
	Kept   bool // stands in the history that a compaction left; all such turns come first
}

// Input is one message, call or result, ready to be written. Slices are valid until the next turn.
type Input struct {
	Kind      asif.InputKind
	Time      int64 // milliseconds, never before the input before
	Pieces    []Piece
	Call      string // of calls and results: in the alphabet of all providers
	Tool      string // of calls: its name, in that alphabet too
	ToolID    string // of calls: in the document
	Arguments []byte // of calls: a JSON value
	Odd       bool   // of calls: the arguments are not known to be whole
	Outcome   asif.Outcome
	Summary   bool // what a compaction left of the history before
	Injected  bool // words that the source harness put in, not a person
	Ours      bool // not in the document: says what the hand-over did
	Number    int  // from 0, in the order of the turns
}

// Opening stands where a conversation would begin with the agent's words and the destination's provider refuses that.
const Opening = "[The conversation goes on here from where it was handed over.]"

// ClosedCall is how a result of ours is derived, in the document of a session that was handed over with an open call.
const ClosedCall = "that the session was handed over while the call was open"

// What the hand-over says itself.
const (
	outcomeUnknown = "[No result: the session was handed over while this call was open. Its outcome is unknown: it may have " +
		"taken effect, in part or whole. Check before you repeat it.]"
	openQuestion = "[Still open from before the session was handed over] "
)

// Turns calls f with each turn. The talk is used up then.
func (t *Talk) Turns(f func(*Turn) error) error {
	s := &stage{t: t, tell: f}
	for i := range t.list {
		if err := s.entry(&t.list[i], i); err != nil {
			return err
		}
	}
	if err := s.questions(); err != nil {
		return err
	}
	if s.told == 0 {
		return adapters.ErrNothing
	}
	return nil
}

// stage puts entries into turns: what the agent says in a row is one response, and results stand behind it.
type stage struct {
	t    *Talk
	tell func(*Turn) error
	run  []*Input // of the agent
	ids  []asif.ID
	kept bool
	told int
}

func (s *stage) entry(e *entry, i int) error {
	if kept := e.flags&isKept != 0; kept != s.kept {
		if err := s.flush(); err != nil {
			return err
		}
		s.kept = kept
	}
	switch e.kind {
	case entryAgent, entryCall:
		return s.agent(e)
	case entryResult:
		if e.flags&isDone != 0 || s.t.state[e.call].call > int32(i+1) {
			return nil // told with its call, or will be
		}
		return s.flush()
	default:
		return s.user(e)
	}
}

func (s *stage) agent(e *entry) error {
	in, err := s.t.input(e)
	if err != nil || in == nil {
		return err
	}
	s.run = append(s.run, in)
	if e.kind == entryCall {
		s.ids = append(s.ids, e.call)
	}
	return nil
}

func (s *stage) user(e *entry) error {
	in, err := s.t.input(e)
	if err != nil || in == nil {
		return err
	}
	if err := s.flush(); err != nil {
		return err
	}
	return s.turn(UserTurn, in)
}

// turn tells one turn.
func (s *stage) turn(k TurnKind, inputs ...*Input) error {
	s.told++
	return s.tell(&Turn{Kind: k, Inputs: inputs, Kept: s.kept})
}

// flush tells the response that was collected, and the results of its calls in their own order.
func (s *stage) flush() error {
	if len(s.run) == 0 {
		return nil
	}
	run, ids := s.run, s.ids
	s.run, s.ids = nil, nil
	if err := s.turn(AgentTurn, run...); err != nil || len(ids) == 0 {
		return err
	}
	slices.SortStableFunc(ids, func(a, b asif.ID) int { return s.t.resultAt(a) - s.t.resultAt(b) })
	results := make([]*Input, len(ids))
	for i, id := range ids {
		var err error
		if results[i], err = s.t.result(id, run[len(run)-1].Time); err != nil {
			return err
		}
	}
	return s.turn(ResultTurn, results...)
}

// resultAt orders calls by where their results stand; those without come last.
func (t *Talk) resultAt(id asif.ID) int {
	if r := t.state[id].result; r != 0 {
		return int(r)
	}
	return len(t.list) + int(t.state[id].call)
}

// result is the result of a call: the recorded one, or ours.
func (t *Talk) result(id asif.ID, now int64) (*Input, error) {
	if r := t.state[id].result; r != 0 {
		e := &t.list[r-1]
		e.flags |= isDone
		return t.input(e)
	}
	t.Counts.OpenCalls++
	t.lose(losses.OpenCallClosed, &t.list[t.state[id].call-1])
	return &Input{
		Kind: asif.InputToolResult, Time: now, Call: t.callName(id), Outcome: asif.OutcomeUnknown, Ours: true,
		Pieces: []Piece{{Kind: TextPiece, Text: asif.AppendString(nil, outcomeUnknown)}},
	}, nil
}

// questions ends the talk, with the decisions that wait for a person where that was asked for.
func (s *stage) questions() error {
	if len(s.t.open) == 0 {
		return s.flush()
	}
	if len(s.ids) > 0 {
		if err := s.flush(); err != nil {
			return err
		}
	}
	in := &Input{Kind: asif.InputMessage, Time: s.t.clock, Ours: true}
	for _, q := range s.t.open {
		in.Pieces = append(in.Pieces, Piece{Kind: TextPiece, Text: asif.AppendString(nil, openQuestion+q)})
		s.t.Lose(losses.DecisionRestated)
	}
	s.run = append(s.run, in)
	return s.flush()
}
