package talk

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// summaryChange begins the transformation of an input that a compaction left, by the convention of our documents.
const summaryChange = "compaction summary"

// conversation lists what goes on: the document's own continuation context, or a branch up to an event, from its last
// compaction on.
func (t *Talk) conversation() error {
	var err error
	if t.h.UpTo == "" && (t.h.Branch == "" || t.h.Branch == "main") {
		err = t.live()
	}
	if err == nil && t.Origin.ContextID == "" {
		err = t.rebuilt()
	}
	if err != nil {
		return err
	}
	last := -1
	for i := range t.list {
		if t.list[i].flags&isSummary != 0 {
			last = i
		}
	}
	for i := range t.list[:last+1] {
		t.list[i].flags |= isKept
	}
	return nil
}

// shell is what is read of a context beside its inputs.
type shell struct {
	ID              string            `json:"id"`
	BranchID        string            `json:"branch_id"`
	AtEventID       string            `json:"at_event_id"`
	Purpose         string            `json:"purpose"`
	ConfigurationID string            `json:"configuration_id"`
	Model           asif.ContextModel `json:"model"` // anything can stand in it
}

// model is the model's ID, "" when the context does not say it.
func (s *shell) model() string { return string(adapters.Text(source.Member(s.Model, "id"))) }

// contexts calls f with every context and where its inputs stand, until f returns false.
func (t *Talk) contexts(f func(shell, asif.Range) bool) error {
	for it, err := range t.doc.Items("contexts") {
		if err != nil {
			return fmt.Errorf("reading the contexts: %w", err)
		}
		raw, inputs, err := t.doc.Split(it, "inputs")
		if err != nil {
			return fmt.Errorf("reading the contexts: %w", err)
		}
		var s shell
		if err := asif.Unmarshal(raw, &s); err != nil {
			return fmt.Errorf("reading a context: %w", err)
		}
		if !f(s, inputs) {
			return nil
		}
	}
	return nil
}

// live lists the inputs of the continuation context; the last one counts.
func (t *Talk) live() error {
	var found shell
	var at asif.Range
	err := t.contexts(func(s shell, inputs asif.Range) bool {
		if s.Purpose == string(asif.PurposeContinuation) {
			found, at = s, inputs
		}
		return true
	})
	if err != nil || found.ID == "" {
		return err
	}
	t.Origin.ContextID, t.Origin.EventID, t.Origin.Model = found.ID, found.AtEventID, found.model()
	if err := t.settings(found.ConfigurationID); err != nil {
		return err
	}
	return t.inputs(at)
}

// inputs lists the inputs at a range.
func (t *Talk) inputs(at asif.Range) error {
	for it, err := range t.doc.Elements(at) {
		raw, err := t.raw(it, err)
		if err != nil {
			return err
		}
		e := entry{at: it.Range}
		source.Members(raw, func(key, value []byte) bool {
			switch string(key) {
			case `"source_events"`:
				source.Values(value, func(ref []byte) bool {
					e.event = t.eventID(adapters.Text(source.Member(ref, "event_id")))
					return false
				})
			case `"transformation"`:
				if strings.HasPrefix(string(adapters.Text(value)), summaryChange) {
					e.flags |= isSummary
				}
			default:
				t.entryMember(&e, key, value)
			}
			return true
		})
		t.list = append(t.list, e)
	}
	return nil
}

// entryMember takes a member that inputs and the data of events have in common.
func (t *Talk) entryMember(e *entry, key, value []byte) {
	switch string(key) {
	case `"kind"`:
		switch asif.InputKind(adapters.Text(value)) {
		case asif.InputToolCall:
			e.kind = entryCall
		case asif.InputToolResult:
			e.kind = entryResult
		}
	case `"call_id"`:
		e.call = t.callID(adapters.Text(value))
	case `"role"`:
		if e.kind == entryUser {
			e.kind = speakers[asif.Role(adapters.Text(value))]
		}
	}
}

// speakers are the entries of messages by role; a role that is not listed speaks to the model.
var speakers = map[asif.Role]entryKind{
	asif.RoleAssistant: entryAgent, asif.RoleSystem: entrySystem, asif.RoleDeveloper: entrySystem,
}

func (t *Talk) eventID(name []byte) asif.ID {
	id, fresh := t.ids.Intern(name)
	if fresh {
		t.events = append(t.events, origin{})
	}
	return id
}

func (t *Talk) callID(name []byte) asif.ID {
	id, fresh := t.calls.Intern(name)
	if fresh {
		t.state = append(t.state, call{})
	}
	return id
}

// spoken reads who said each entry and when. What no listed entry comes from is passed over; what goes on is mostly the
// end of the session.
func (t *Talk) spoken() error {
	if t.Origin.ContextID == "" {
		return nil // the branch's events told it
	}
	left := len(t.events) - 1
	for it, err := range t.doc.Latest("events") {
		raw, err := t.raw(it, err)
		if err != nil || left == 0 {
			return err
		}
		if id := t.ids.Find(adapters.Text(source.Member(raw, "id"))); id != 0 && !t.events[id].told {
			t.told(id, raw)
			left--
		}
	}
	return nil
}

// told takes what an event says beside its content.
func (t *Talk) told(id asif.ID, raw []byte) {
	o := &t.events[id]
	o.told = true
	source.Members(raw, func(key, value []byte) bool {
		switch string(key) {
		case `"actor_id"`:
			o.voice = t.voices[string(adapters.Text(value))]
		case `"time"`:
			if at, err := time.Parse(time.RFC3339Nano, string(adapters.Text(value))); err == nil {
				o.time = at.UnixMilli()
			}
		}
		return true
	})
}

// place finds the folder to go on in.
func (t *Talk) place() error {
	t.Folder = t.h.CWD
	if t.Folder == "" {
		t.Folder = mapRoot(t.Origin.Folder, t.h.MapRoots)
	}
	if t.Folder == "" {
		return adapters.ErrNoFolder
	}
	return nil
}

// mapRoot replaces the root of a path by the first map that fits.
func mapRoot(path string, maps []adapters.RootMap) string {
	for _, m := range maps {
		from := strings.TrimRight(m.From, "/")
		if rest, ok := strings.CutPrefix(path, from); ok && (rest == "" || rest[0] == '/') {
			return strings.TrimRight(m.To, "/") + rest
		}
	}
	return path
}

// settings reads the folder of a configuration's workspace; without one, of the last workspace that the document names.
func (t *Talk) settings(configuration string) error {
	var wanted []string
	it, ok, err := t.doc.Find("configurations", configuration)
	if ok {
		raw, err := t.raw(it, nil)
		if err != nil {
			return err
		}
		source.Values(source.Member(raw, "environment_ids"), func(id []byte) bool {
			wanted = append(wanted, string(adapters.Text(id)))
			return true
		})
	}
	if err != nil {
		return fmt.Errorf("reading the configurations: %w", err)
	}
	for e, err := range asif.Each[asif.Environment](t.doc, "environments") {
		if err != nil {
			return err
		}
		if e.Kind != asif.EnvironmentWorkspace || e.Definition == nil || len(wanted) > 0 && !slices.Contains(wanted, e.ID) {
			continue
		}
		if cwd := adapters.Text(source.Member(e.Definition.Value, "cwd")); len(cwd) > 0 {
			t.Origin.Folder, t.Origin.GitBranch = string(cwd), string(adapters.Text(source.Member(e.Definition.Value, "git_branch")))
		}
	}
	return nil
}

// settleCalls pairs calls with results. A result without its call is words that go to the model; what becomes of a call
// without result was asked for.
func (t *Talk) settleCalls() error {
	for i := range t.list {
		e := &t.list[i]
		switch s := &t.state[e.call]; {
		case e.kind == entryCall && s.call == 0:
			s.call = int32(i + 1)
		case e.kind == entryResult && s.result == 0:
			s.result = int32(i + 1)
		}
	}
	var open []string
	for i := range t.list {
		e := &t.list[i]
		s := t.state[e.call]
		switch {
		case e.kind == entryResult && (s.call == 0 || s.result != int32(i+1)):
			e.kind = entryUser
			t.lose(losses.ResultAsText, e)
		case e.kind == entryCall && s.result == 0:
			open = append(open, string(t.calls.Append(nil, e.call)))
		}
	}
	if len(open) > 0 && t.h.OpenCalls == adapters.OpenCallsRefuse {
		return fmt.Errorf("%w: %s", adapters.ErrOpenCalls, strings.Join(open[:min(len(open), 5)], ", "))
	}
	return nil
}
