package asif

import (
	"strings"
	"testing"
)

// ruleCase edits a base value of an object. An edit is "member=JSON" or "-member".
type ruleCase struct {
	object string
	base   int
	edits  string // separated by blanks
	fault  string // member at fault; "" when the result is valid
}

const digest64 = `"de0c9962d43f7e783381c9f07d89c60589342163340cb53a55c2e0cf3f9859b6"`

// ruleCases break every condition of the specification once, and come near it once. Bases are the examples by number.
var ruleCases = []ruleCase{
	{"asif-document", 0, `required_features=["asif.portable-continuation/0.2"]`, "continuation"},
	{"asif-document", 0, `required_features=["asif.streams/0.1"]`, "streams"},
	{"asif-document", 0, `required_features=["asif.streams/0.1"] streams=[]`, ""},
	{"asif-document", 0, `streams=[]`, "required_features"},
	{"asif-document", 0, `required_features=["asif.external-bindings/0.1"]`, "external_bindings"},
	{"asif-document", 0, `external_bindings=[]`, "required_features"},
	{"asif-document", 0, `external_bindings=[] required_features=["asif.external-bindings/0.1"]`, ""},
	{"asif-document", 0, `required_features=["asif.streams/0.10"]`, ""},
	{"document", 0, `required_features=["asif.streams/0.1"]`, "streams"},
	{"document", 0, `streams=[]`, "required_features"},
	{"document", 0, `continuation={}`, "required_features"},
	{"document", 0, `branches=[]`, "branches"},
	{"document", 0, `branches=[null] events=[null,1] capture={} session={}`, ""},
	{"document", 0, `coverage=[1,2,3,4,5,6,7,8,9,10,11,12]`, "coverage"},
	{"document", 0, `coverage=[1,2,3,4,5,6,7,8,9,10,11,12,13,14]`, "coverage"},
	{"lineage", 0, `-event_id`, "event_id"},
	{"lineage", 0, `-inclusive`, "inclusive"},
	{"lineage", 0, `relation="translation" -inclusive`, "inclusive"},
	{"lineage", 0, `relation="translation" -event_id`, "event_id"},
	{"lineage", 0, `relation="continuation" -event_id -inclusive`, ""},
	{"lineage", 0, `relation="copy" -inclusive`, ""},
	{"event-reference", 0, `session_id="s"`, "capture_id"},
	{"event-reference", 0, `capture_id="c"`, "session_id"},
	{"event-reference", 0, `capture_id="c" session_id="s"`, ""},
	{"provenance", 0, `mode="derived"`, "method"},
	{"provenance", 0, `mode="derived" method="m"`, "inputs"},
	{"provenance", 0, `mode="synthetic" inputs=[]`, "method"},
	{"provenance", 0, `mode="synthetic" method="m"`, "inputs"},
	{"provenance", 0, `mode="derived" method="m" inputs=[]`, ""},
	{"provenance", 0, `mode="observed"`, ""},
	{"resource", 1, `-bytes`, "bytes"},
	{"resource", 1, `-sha256`, "sha256"},
	{"resource", 1, `-text`, "text"},
	{"resource", 1, `data=""`, "oneOf"},
	{"resource", 1, `path="p"`, "oneOf"},
	{"resource", 1, `-text data=""`, ""},
	{"resource", 4, `-locator`, "locator"},
	{"resource", 5, `-explanation`, "explanation"},
	{"resource", 4, `-explanation`, "explanation"},
	{"resource", 6, `-explanation`, "explanation"},
	{"resource", 7, `-explanation`, "explanation"},
	{"resource", 8, `-explanation`, "explanation"},
	{"context-input", 2, `-call_id`, "call_id"},
	{"context-input", 2, `-tool_id`, "tool_id"},
	{"context-input", 2, `-arguments`, "arguments"},
	{"context-input", 2, `arguments=null`, ""},
	{"context-input", 2, `-arguments_status`, "arguments_status"},
	{"context-input", 2, `role="user"`, "role"},
	{"context-input", 3, `-call_id`, "call_id"},
	{"context-input", 3, `-result_index`, "result_index"},
	{"context-input", 3, `-terminal`, "terminal"},
	{"context-input", 3, `-outcome`, "outcome"},
	{"context-input", 3, `role="assistant"`, "role"},
	{"context-input", 1, `role="tool"`, ""},
	{"context", 0, `fidelity="exact"`, "request_parameters"},
	{"context", 0, `fidelity="exact" -configuration_id request_parameters={}`, "configuration_id"},
	{"context", 0, `fidelity="exact" request_parameters={}`, ""},
	{"tool-result-data", 0, `terminal=false`, "outcome"},
	{"tool-result-data", 0, `terminal=false outcome="unknown"`, ""},
	{"tool-result-data", 0, `outcome="unknown"`, ""},
	{"decision-request-data", 0, `task_id="t"`, "task_revision"},
	{"decision-request-data", 0, `task_revision=0`, "task_id"},
	{"decision-request-data", 0, `task_id="t" task_revision=0`, ""},
	{"loss", 0, `-scope`, "scope"},
	{"loss", 0, `-scope references=[]`, ""},
	{"stream", 0, `kind="tool_result_text"`, "result_index"},
	{"stream", 0, `kind="tool_result_text" result_index=0`, ""},
	{"external-binding", 0, `kind="request"`, "descriptor"},
	{"external-binding", 1, `kind="call"`, "descriptor"},
	{"event", 0, `kind="task_update" data={"task_id":"t","revision":0,"status":"pending","parts":[]} supersedes={"event_id":"e"}`, "supersedes"},
	{"event", 0, `kind="task_update" data={"task_id":"t","revision":0,"status":"pending","parts":[]}`, ""},
	{"event", 0, `supersedes={"event_id":"e"}`, ""},
	{"event-task-update", 0, `kind="task_update" data={"task_id":"t","revision":0,"status":"pending","parts":[]} supersedes={"event_id":"e"}`, "supersedes"},
	{"part", 0, `kind="video"`, "kind"},
	{"part", 0, `-text`, "text"},
	{"workspace", 0, `mode="delta"`, "base_snapshot_id"},
	{"workspace", 0, `mode="delta" base_snapshot_id="w" deletions=["a"]`, ""},
	{"workspace", 0, `base_snapshot_id="w"`, "base_snapshot_id"},
	{"workspace", 0, `deletions=["a"]`, "deletions"},
	{"workspace", 0, `mode="refs"`, "git"},
	{"workspace-entry", 0, `-mode`, "mode"},
	{"workspace-entry", 0, `-resource_id`, "resource_id"},
	{"workspace-entry", 0, `mode=512`, "mode"},
	{"workspace-entry", 0, `mode=511`, ""},
	{"workspace-entry", 0, `kind="directory" -resource_id`, ""},
	{"workspace-entry", 0, `kind="directory" -mode`, "mode"},
	{"workspace-entry", 0, `kind="symlink"`, "target"},
	{"git-index-entry", 0, `stage=4`, "stage"},
	{"git-index-entry", 0, `stage=3`, ""},
	{"dependency", 0, `kind="tool" tool_id="t"`, "behavior"},
	{"dependency", 0, `kind="tool" behavior={"id":"b","revision":"1","effects":"none","replay":"never"}`, "tool_id"},
	{"rule-scope", 0, `kind="root"`, "root_id"},
	{"rule-scope", 0, `kind="path_prefix" relative_path=""`, "root_id"},
	{"rule-scope", 0, `kind="path_prefix" root_id="r"`, "relative_path"},
	{"rule-scope", 0, `kind="path_prefix" root_id="r" relative_path=""`, ""},
	{"rule-activation", 0, `kind="predicate" dialect="d"`, "expression"},
	{"rule-activation", 0, `kind="predicate" expression=null`, "dialect"},
	{"rule-activation", 0, `kind="predicate" expression=null dialect="d"`, ""},
	{"operation", 0, `-call_id`, "call_id"},
	{"operation", 0, `kind="agent" -call_id external_identity={"namespace":"n","value":"v"}`, ""},
	{"operation", 0, `external_identity={"namespace":"n"}`, "external_identity"},
	{"native-import", 0, `mode="copy" identity_policy="map"`, "identity_policy"},
	{"native-import", 0, `mode="continue" identity_policy="map"`, ""},
	{"native-import", 0, `conflict_policy="replace_if_unchanged"`, "baseline_sha256"},
	{"native-import", 0, `conflict_policy="replace_if_unchanged" baseline_sha256=` + digest64, ""},
	{"context-accounting", 0, `input_ids=[]`, "input_ids"},
	{"context-accounting", 0, `disposition="summarized" input_ids=[]`, "input_ids"},
	{"context-accounting", 0, `disposition="not_input" input_ids=[]`, ""},
	{"next-action", 0, `kind="await_decision"`, "request_id"},
	{"next-action", 0, `kind="reconcile_operation"`, "operation_id"},
	{"next-action", 0, `kind="resume_native"`, "native_import_id"},
	{"next-action", 0, `kind="resume_native" native_import_id="n"`, ""},
	{"transformation", 0, `accepted=true evidence_ids=[]`, "evidence_ids"},
	{"transformation", 0, `accepted=false evidence_ids=[]`, ""},
	{"resolved", 0, `version=null`, ""},
	{"continuation-profile", 0, `plans=[]`, "plans"},
}

func (c ruleCase) apply(v tree) tree {
	for e := range strings.FieldsSeq(c.edits) {
		if name, ok := strings.CutPrefix(e, "-"); ok {
			v = v.without(name)
			continue
		}
		name, raw, _ := strings.Cut(e, "=")
		v = v.with(name, literal(raw))
	}
	return v
}

func TestConditionsOfTheSpecification(t *testing.T) {
	s := newCompiled(t)
	all := bases(t)
	all["document"] = all["asif-document"]
	all["event-task-update"] = all["event"]
	all["part"] = all["text-part"]
	for _, c := range ruleCases {
		raw := c.apply(all[c.object][c.base]).String()
		err := s.check(t, c.object, []byte(raw))
		switch {
		case c.fault == "" && err != nil:
			t.Errorf("%s %s is refused: %v", c.object, c.edits, err)
		case c.fault == "oneOf" && (err == nil || !strings.Contains(err.Error(), "oneOf")):
			t.Errorf("%s %s: %v", c.object, c.edits, err)
		case c.fault != "" && c.fault != "oneOf" && !faultAt(err, c.fault):
			t.Errorf("%s %s is not refused for %s: %v", c.object, c.edits, c.fault, err)
		}
	}
}

// TestEveryRuleIsTried holds the cases above against the table.
func TestEveryRuleIsTried(t *testing.T) {
	for _, o := range Objects {
		for _, r := range o.Rules {
			if selects(&o) && len(r.Forbid) == 0 {
				continue // below
			}
			if !tried(o.Name, r) {
				t.Errorf("%s: no case for %+v", o.Name, r)
			}
		}
	}
}

func tried(object string, r Rule) bool {
	names := append(append(append(append([]string(nil), r.Require...), r.Forbid...), r.OneOf...), r.AnyOf...)
	for _, d := range r.Then {
		names = append(names, d.Member)
	}
	for _, c := range ruleCases {
		for _, n := range names {
			if c.object == object && c.fault == n {
				return true
			}
		}
	}
	return false
}

// TestPayloadsAreHeldToTheirKind breaks the payload of every kind of event.
func TestPayloadsAreHeldToTheirKind(t *testing.T) {
	s := newCompiled(t)
	all := bases(t)
	for _, kind := range everyEventKind {
		data := strings.ReplaceAll(string(kind), "_", "-") + "-data"
		event := all["event"][0].with("kind", literal(string(quoted(string(kind))))).with("data", all[data][0])
		if err := s.check(t, "event", []byte(event.String())); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		for _, m := range Lookup(data).Members {
			if !m.Required {
				continue
			}
			broken := event.with("data", all[data][0].without(m.Name))
			if err := s.check(t, "event", []byte(broken.String())); !faultAt(err, "data") {
				t.Errorf("%s without %s: %v", kind, m.Name, err)
			}
		}
	}
}
