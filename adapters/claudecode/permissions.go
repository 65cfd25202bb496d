package claudecode

import (
	"bytes"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// denial is a way in which a call was refused. The harness names it since 2.1.220; before, the result's text tells.
type denial struct {
	kind    string // toolDenialKind
	begins  string // the result's text
	holds   string // further on in that text
	result  asif.Outcome
	outcome asif.DecisionOutcome // "": nobody decided about this call
	person  bool                 // a person decided; otherwise a service
	service string
}

// denials are tried in order. A rule is a policy, and an interrupt or a call that failed beside this one decides nothing.
var denials = []denial{
	{kind: "user-rejected", begins: "The user doesn't want to proceed with this tool use", result: asif.OutcomeCancelled, outcome: asif.DecisionDenied, person: true},
	{kind: "automode-blocked", holds: "denied by the Claude Code auto mode classifier", result: asif.OutcomeError, outcome: asif.DecisionDenied, service: "auto mode classifier"},
	{begins: "PreToolUse:", holds: " hook error", result: asif.OutcomeError, outcome: asif.DecisionDenied, service: "hooks"},
	{kind: "permission-rule", begins: "Permission to use ", result: asif.OutcomeError},
	{kind: "interrupted", begins: "[Request interrupted by user", result: asif.OutcomeCancelled},
	{begins: "Cancelled: parallel tool call", result: asif.OutcomeCancelled},
	{begins: "<tool_use_error>Cancelled: parallel tool call", result: asif.OutcomeCancelled},
	{begins: "<tool_use_error>Sibling tool call errored", result: asif.OutcomeCancelled},
}

// denial is how a call was refused, or nil.
func (m *mapper) denial(b *block) *denial {
	if !b.isError {
		return nil
	}
	kind, said := m.rec.denial, adapters.Text(b.result)
	for i := range denials {
		d := &denials[i]
		if len(kind) > 0 {
			if d.kind == string(kind) {
				return d
			}
			continue
		}
		if (d.begins != "" || d.holds != "") && bytes.HasPrefix(said, []byte(d.begins)) && bytes.Contains(said, []byte(d.holds)) {
			return d
		}
	}
	return nil
}

// closed tells whether a result is ours, for a call that had none.
func (m *mapper) closed() bool { return string(m.rec.string(fHandover)) == markOpen }

// outcome is that of a result.
func (m *mapper) outcome(b *block) asif.Outcome {
	if m.closed() {
		return asif.OutcomeUnknown
	}
	if d := m.denial(b); d != nil {
		return d.result
	}
	if b.isError {
		return asif.OutcomeError
	}
	return asif.OutcomeSuccess
}

// reasons stand before a person's words in the result of a call that was refused.
var reasons = []string{"the user said:", "reason for the rejection:"}

// feedback is what a person said to a refusal.
func feedback(b *block) []adapters.Part {
	said := string(adapters.Text(b.result))
	for _, mark := range reasons {
		if _, words, ok := strings.Cut(said, mark); ok {
			if words = strings.TrimSpace(words); words != "" {
				return []adapters.Part{adapters.NewText(asif.AppendString(nil, words))}
			}
		}
	}
	return nil
}

// decider is who answers questions: a person, or the program that drives the session.
func (m *mapper) decider() adapters.ActorRef {
	if bytes.HasPrefix(m.rec.entrypoint, []byte("sdk-")) {
		return m.actor(voiceHost)
	}
	return m.actor(voicePerson)
}

// service is the participant that refuses in place of a person.
func (m *mapper) service(d *denial) adapters.ActorRef {
	if d.service == "" {
		return m.harness()
	}
	return m.sink.Actor(asif.Participant{ID: "service:" + strings.ReplaceAll(d.service, " ", "-"), Kind: asif.ParticipantService, Name: name(d.service), Provider: provider})
}

// alone tells whether the record has one result: what it says of a result is about that one.
func (m *mapper) alone() bool {
	n := 0
	for i := range m.rec.blocks {
		if string(m.rec.blocks[i].typ) == "tool_result" {
			n++
		}
	}
	return n == 1
}

// permission drafts what was decided about a call before its result. The request was not recorded: that there was one
// follows from the answer.
func (m *mapper) permission(b *block) {
	var d adapters.DecisionResolution
	var by adapters.ActorRef
	granted := m.rec.get(fDecision)
	switch x := m.denial(b); {
	case x != nil && x.person:
		d.Outcome, d.Answer, by = x.outcome, feedback(b), m.decider()
	case x != nil && x.outcome != "":
		d.Outcome, by = x.outcome, m.service(x)
	case x != nil || len(granted) == 0 || !bySomebody(granted) || !m.alone():
		return
	default:
		if d.Outcome = verdicts[string(adapters.Text(source.Member(granted, "decision")))]; d.Outcome == "" {
			d.Outcome = asif.DecisionUnknown
		}
		by = m.decider()
	}
	if len(granted) > 0 && m.alone() {
		d.Answer = append(d.Answer, adapters.NewStructured(schemaDecision, granted))
	}
	request := append([]byte("approval:"), b.toolUse...)
	q := adapters.DecisionRequest{Request: request, Kind: asif.DecisionApproval, Call: b.toolUse}
	m.method = "that a call was decided about"
	if at := m.callOf(b.toolUse); at > 0 {
		m.inputs = []asif.Ref{m.events.At(int(at) - 1).ref}
	}
	m.sink.Lose(losses.DecisionPromptNotRecorded, m.add(m.aside(), m.harness(), 0, &q))
	m.resolve(request, by, d)
}

// verdicts are the decisions that a record can name.
var verdicts = map[string]asif.DecisionOutcome{
	"accept": asif.DecisionAllowed, "allow": asif.DecisionAllowed,
	"reject": asif.DecisionDenied, "deny": asif.DecisionDenied,
}

// bySomebody tells whether a person decided: source is user_temporary, user_permanent and the like (2.1.332).
func bySomebody(decision []byte) bool {
	return bytes.HasPrefix(adapters.Text(source.Member(decision, "source")), []byte("user"))
}

// ungranted tells of a session whose calls ran without a word about who allowed them.
func (m *mapper) ungranted() {
	if m.ran && !m.decided {
		m.sink.Lose(losses.PermissionGrantsNotRecorded)
	}
}

// standing sets the policy that allowed or refused a call in place of a person: a rule, a mode.
func (m *mapper) standing() {
	granted := m.rec.get(fDecision)
	if len(granted) == 0 || granted[0] != '{' || bySomebody(granted) {
		m.decided = m.decided || len(granted) > 0
		return
	}
	m.decided = true
	id := "permission"
	for _, name := range []string{"source", "reasonType", "ruleSource"} {
		if v := adapters.Text(source.Member(granted, name)); len(v) > 0 {
			id += ":" + string(v)
		}
	}
	m.put(adapters.PolicySetting, id, policy(id, "claude-code/permission-decision/1", granted))
}
