package codex

import (
	"bytes"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"

	"github.com/tidwall/gjson"
)

// change is a file that a patch names.
type change struct {
	path string
	op   asif.ResourceOperation
}

// heads of a patch's sections.
var heads = []struct {
	mark string
	op   asif.ResourceOperation
}{
	{"*** Add File: ", asif.ResourceCreated},
	{"*** Update File: ", asif.ResourceModified},
	{"*** Delete File: ", asif.ResourceDeleted},
	{"*** Move to: ", asif.ResourceCreated},
}

// maxChanges bounds the files of one patch.
const maxChanges = 10000

// patched lists the files that a patch names. A file that is moved is created in its new place and gone from the old.
func patched(patch []byte) []change {
	var out []change
	for line := range bytes.Lines(patch) {
		if len(line) == 0 || line[0] != '*' || len(out) >= maxChanges {
			continue
		}
		for _, h := range heads {
			path, ok := bytes.CutPrefix(line, []byte(h.mark))
			if path = bytes.TrimSpace(path); !ok || len(path) == 0 {
				continue
			}
			if strings.HasPrefix(h.mark, "*** Move") && len(out) > 0 {
				out[len(out)-1].op = asif.ResourceDeleted
			}
			out = append(out, change{string(path), h.op})
		}
	}
	return out
}

// heredoc lists the files of a patch inside a shell command.
func heredoc(command string) []change {
	if !strings.Contains(command, toolPatch) {
		return nil
	}
	_, patch, ok := strings.Cut(command, "*** Begin Patch")
	if !ok {
		return nil
	}
	patch, _, _ = strings.Cut(patch, "*** End Patch")
	return patched([]byte(patch))
}

// derivedChanges tells what a patch changed, where only the call names the files and the result says that it worked.
func (m *mapper) derivedChanges(state *callState, result asif.Ref) {
	for _, c := range state.changes {
		m.draft.Method = "files that the patch of a successful call names"
		m.draft.Inputs = []asif.Ref{state.ref, result}
		m.changed(c, nil)
	}
}

// changed drafts one change of a file. content is the file's text as JSON, where it is known.
func (m *mapper) changed(c change, content []byte) {
	res := adapters.Resource{MediaType: "text/plain", Purpose: purposeFile, Name: c.path, Location: c.path, Span: m.native.Span}
	if content != nil {
		res.Text = content
	} else {
		res.Availability = asif.AvailabilityUnavailable
		res.Explanation = "The session does not hold the file as it was after the change."
	}
	m.add(0, m.harness(), 0, &adapters.ResourceChange{Resource: m.sink.Resource(&res), Operation: c.op})
}

// operations by the type of a recorded change.
var operations = map[string]asif.ResourceOperation{"add": asif.ResourceCreated, "update": asif.ResourceModified, "delete": asif.ResourceDeleted}

// changes maps the files that the harness says a patch changed, in the order of the record.
func (m *mapper) changes(cause asif.Ref) {
	n := 0
	gjson.ParseBytes(m.rec.f[fChanges]).ForEach(func(k, v gjson.Result) bool {
		op, ok := operations[v.Get("type").Str]
		if !ok || k.Str == "" {
			return true
		}
		if n++; n > maxChanges {
			return false
		}
		var content []byte
		if c := v.Get("content"); op == asif.ResourceCreated && c.Type == gjson.String {
			content = []byte(c.Raw)
		}
		if to := v.Get("move_path"); to.Type == gjson.String && to.Str != "" {
			m.draft.Cause = cause
			m.changed(change{k.Str, asif.ResourceDeleted}, nil)
			m.draft.Cause = cause
			m.changed(change{to.Str, asif.ResourceCreated}, nil)
			return true
		}
		m.draft.Cause = cause
		m.changed(change{k.Str, op}, content)
		return true
	})
}
