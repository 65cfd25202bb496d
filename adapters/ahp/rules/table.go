package rules

import (
	"fmt"
	"slices"

	"asif-convert/convert/check"
)

// Section is what the rules are about, for people.
const Section = "Agent Hooks Protocol"

// rule is a rule as the table has it.
type rule check.Rule

// table is the rule table. The severity is the graver one where a rule has both; "producer" names what is an error
// under that profile.
var table = []rule{
	{"A01", check.Error, "The type is none of the removed names: tool.error, prompt.submitted, agent.stop, notification, permission.request, compact.pre, compact.post, file.edited, other."},
	{"A02", check.Error, "The type is one of the 32 event types. Another one has a meaning that is not known here: unlike an unknown member, it is not passed over."},
	{"A03", check.Error, "An event is (source, id). Another delivery of it keeps its type, parentEventId and the identities of its session, turn, call, attempt and task."},
	{"A04", "", "Deliveries of one (source, id) are one event: equal bytes are a retry, others another view or content selection. It counts once, in the place of the first."},
	{"A05", check.Error, "The JSON-RPC id of a hooks/intercept request is its event's id, and the event's type is interceptable. A retry keeps both."},
	{"A06", check.Warning, "A response answers a request that is in the log; one request has no two different answers; an answer that is an error has no effect."},
	{"A07", check.Error, "No event is its own ancestor by parentEventId. Warning: the parent is a call's id and no event; the parent is not in the log (producer)."},
	{"A08", check.Error, "What came of a request agrees with it, where parentEventId links them: task.change in task id and operation, workspace.change in kind, user.elicitation in server and mode. Values may differ."},
	{"A09", check.Error, "A change changes something: task.change.after with operation update, workspace.change.after and file.changed update differ from what was before; an update of a task is not empty."},
	{"A10", check.Error, "A call has one tool.after. Warning: it has none, and its turn or session is over (producer)."},
	{"A11", check.Error, "A call keeps its tool: name, origin, MCP server and MCP tool. Warning: its path or kind changes. Its input may change."},
	{"A12", check.Warning, "The events of a call come in order: tool.before, permission, progress, tool.after; progress of background work may come later (producer)."},
	{"A13", check.Warning, "A tool.after follows a tool.before, a tool.permission.resolved a tool.permission.request; a call that was asked about is not completed before somebody decided (producer)."},
	{"A14", check.Error, "A call whose last permission was deny is not executed."},
	{"A15", check.Warning, "Outcome and execution agree: skipped by policy is denied, by cancelled or timeout has that outcome; a supplied result is ok or error."},
	{"A16", check.Warning, "Output and error do not stand together: a tool.after with outcome error has no item part with a body."},
	{"A17", check.Error, "A batch is the same set of calls wherever it is named, with the event's own call in it; it has one tool.batch.after, with each call once and with the outcome and execution of its tool.after. Warning: a tool.after or the tool.batch.after is missing (producer); tool.batch.after repeats callIds, which its schema does not have."},
	{"A18", check.Warning, "tool.batch.after comes after each tool.after of its calls (producer)."},
	{"A19", check.Error, "An attempt has one number and one model, and one end: model.response.after or model.error. Warning: a later attempt of the same turn has no greater number; the request is missing, or the end while the turn goes on or is over (producer)."},
	{"A20", check.Error, "An attempt has one finalized usage."},
	{"A21", "", "Usage is summed over attempts, failed ones included. A turn's total tells the same tokens again and is never added; the last total of a turn replaces those before."},
	{"A22", check.Warning, "Where every attempt of a turn tells complete usage of the provider, and so does the turn's total, their sums agree for each count that all of them have, and for cost in one currency and basis."},
	{"A23", check.Error, "Work that was supplied or skipped has no usage, latency, duration or file changes. Warning: file.changed by the agent has a skipped call as its parent."},
	{"A24", check.Error, "A turn has one turn.end. Warning: an event of the turn follows it (work in the background may), turn.end is without turn.start, turn.start without turn.end while the session goes on or is over (producer), continuationCount falls."},
	{"A25", check.Warning, "A turn.start with trigger continuation names the event that asked for it, which is not of the new turn."},
	{"A26", check.Warning, "turn.progress carries the message that item names, and none after the final one. lastAssistantItem is an assistant message of the log."},
	{"A27", check.Error, "A session that was forked or cleared does not come from itself. Warning: a resumed one comes from another; session.start is not first; events follow session.end without another session.start; there is no session.start, or another one without a session.end before it (producer)."},
	{"A28", check.Warning, "An identity that is marked as synthesized is so wherever it stands."},
	{"A29", check.Warning, "A message id keeps its role; a part id its kind, media type, category and reference. A new summary has new part ids."},
	{"A30", check.Warning, "Content of category reasoning belongs to a message of the assistant."},
	{"A31", check.Warning, "context.compact.after follows a context.compact.before, and what it removed was in the log."},
	{"A32", check.Error, "An elicitation's text is the JSON of MCP: its mode and action are those of the event; a result that is no accepted form has no content, an accepted one has every required answer."},
	{"A33", check.Warning, "What was answered with deny is not done all the same. Event types, their modes and tool paths are those of the session's manifest, and a request offers no more effects than it."},
	{"A34", check.Warning, "A session keeps its harness, in name and version; the times of one source do not run backwards. (Time never orders events.)"},
	{"A35", check.Error, "No address, argument or descriptor carries a credential. Its value is not shown."},
	{"A36", check.Error, "A line is one frame: not several values, not a JSON-RPC batch. Warning: a session changes its protocolVersion."},
	{"A37", check.Warning, "A permission is resolved once for each request of it, not both ways."},
	{"A38", check.Error, "Every record of the log is JSON: UTF-8, complete, no object with a member twice, not too long and not too deep. Warning: the last one was cut."},
	{"A39", check.Error, "The log holds something of the protocol. Warning: a record of it is no event, frame or answer."},
	{"A40", check.Error, "protocolVersion is draft. Versions match exactly; none is before or after another."},
	{"A41", check.Error, "No event is of an earlier draft: with tool.callId (the first one), execution.subscriptionId or items of another kind than text and attachment (September 2026)."},
	{check.SchemaRule, check.Error, "Every event and frame satisfies the schema of its type: required members, forms, enumerations, conditions, closed objects, RFC 3339 times and RFC 3986 URIs."},
}

// Table is the rules with their section, for reports.
func Table() check.RuleSet {
	set := check.RuleSet{Section: Section, Of: "log"}
	for _, r := range table {
		set.Rules = append(set.Rules, check.Rule(r))
	}
	return set
}

// Explain finds a rule by ID.
func Explain(id string) (check.Rule, bool) {
	i := slices.IndexFunc(table, func(r rule) bool { return r.ID == id })
	if i < 0 {
		return check.Rule{}, false
	}
	return check.Rule(table[i]), true
}

// KnownRules tells whether Options.Rules may hold these names: IDs of rules, "A" or "schema". The error is
// check.ErrRule.
func KnownRules(names []string) error {
	for _, name := range names {
		if _, ok := Explain(name); !ok && name != "A" {
			return fmt.Errorf("%w: %q", check.ErrRule, name)
		}
	}
	return nil
}
