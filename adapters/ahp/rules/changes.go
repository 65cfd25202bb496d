package rules

import (
	"asif-convert/convert/check"
	"asif-convert/convert/source"

	"github.com/go-json-experiment/json/jsontext"
)

// taskRules are the rules of task changes.
func (v *validation) taskRules() {
	task := v.get("task")
	operation := string(text(in(task, "operation")))
	v.detail(string(idOf(task)) + ", " + operation)
	if v.scratch.event.typ.Name != "task.change.after" || operation != "update" {
		return
	}
	change := in(task, "change")
	switch prior := in(task, "prior"); {
	case change != nil && len(canonical(change)) == len("{}"):
		v.fault("A09", check.Error, change, "", "a change", "the update of the task is empty")
	case prior != nil && change != nil && same(change, prior):
		v.fault("A09", check.Error, change, "", "a change", "the task is what it was before")
	}
}

// detail remembers what an answer or outcome must agree with (A08).
func (v *validation) detail(s string) {
	if v.fresh {
		v.scratch.event.row.detail = v.text([]byte(s))
	}
}

// workspaceRules are the rules of workspace changes.
func (v *validation) workspaceRules() {
	w := v.get("workspace")
	v.detail(string(text(in(w, "kind"))))
	if prior := in(w, "prior"); prior != nil && v.scratch.event.typ.Name == "workspace.change.after" && same(in(w, "change"), prior) {
		v.fault("A09", check.Error, in(w, "change"), "", "a change", "the workspace is what it was before")
	}
}

// fileRules are the rules of file changes.
func (v *validation) fileRules() {
	source.Values(v.get("changes"), func(change []byte) bool {
		if string(in(change, "agentCaused")) == "true" {
			v.scratch.event.row.agentCaused = true
		}
		before, after := in(change, "before"), in(change, "after")
		if string(text(in(change, "operation"))) == "update" && before != nil && after != nil && sameContent(before, after) {
			v.fault("A09", check.Error, change, "", "a change", "the file is what it was before")
		}
		return true
	})
}

// sameContent tells whether two parts have a body, and the same one.
func sameContent(a, b []byte) bool {
	for _, member := range []string{"text", "body", "sha256"} {
		if x := in(a, member); x != nil && same(x, in(b, member)) {
			return true
		}
	}
	return false
}

// userRules are the rules of elicitations.
func (v *validation) userRules() {
	e := v.get("elicitation")
	if e == nil {
		return
	}
	mode := string(text(in(e, "mode")))
	v.detail(string(text(in(e, "server"))) + ", " + mode)
	if request := in(in(e, "request"), "text"); request != nil {
		v.a32Request(request, mode)
	}
	if result := in(in(e, "result"), "text"); result != nil {
		v.a32Result(result, mode, string(text(in(e, "action"))))
	}
}

// document is the JSON object that a text holds; false when it holds none.
func document(raw []byte) ([]byte, bool) {
	inner := append([]byte(nil), text(raw)...)
	return inner, jsontext.Value(inner).IsValid() && jsontext.Value(inner).Kind() == '{'
}

// a32Request: the text is the request of MCP.
func (v *validation) a32Request(raw []byte, mode string) {
	request, ok := document(raw)
	if !ok {
		v.fault("A32", check.Error, raw, "", "a JSON object", "the elicitation's text is not the JSON of MCP")
		return
	}
	named := "form"
	if m := text(in(request, "mode")); m != nil {
		named = string(m)
	}
	if named != mode {
		v.fault("A32", check.Error, raw, named, mode, "the elicitation's text has another mode than the event")
	}
	if fields := in(in(request, "requestedSchema"), "required"); fields != nil && v.fresh {
		v.required[v.scratch.event.number] = append([]byte(nil), fields...)
	}
}

// a32Result: the text is the result of MCP.
func (v *validation) a32Result(raw []byte, mode, action string) {
	result, ok := document(raw)
	if !ok {
		v.fault("A32", check.Error, raw, "", "a JSON object", "the elicitation's text is not the JSON of MCP")
		return
	}
	if named := string(text(in(result, "action"))); named != action {
		v.fault("A32", check.Error, raw, named, action, "the elicitation's text has another action than the event")
	}
	content := in(result, "content")
	if content != nil && (action != "accept" || mode != "form") {
		v.fault("A32", check.Error, raw, "content", "no content", "only an accepted form has answers")
	}
	if action != "accept" || mode != "form" {
		return
	}
	source.Values(v.required[v.scratch.event.row.parent], func(name []byte) bool {
		if in(content, string(text(name))) == nil {
			v.fault("A32", check.Error, raw, "", string(text(name)), "a required answer is missing")
		}
		return true
	})
}
