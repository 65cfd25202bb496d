package ahp

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// operations of files, in the words of both lists.
var operations = map[string]asif.ResourceOperation{
	"create": asif.ResourceCreated, "update": asif.ResourceModified, "remove": asif.ResourceDeleted,
	"created": asif.ResourceCreated, "modified": asif.ResourceModified, "deleted": asif.ResourceDeleted, "moved": asif.ResourceModified,
}

func (s *session) filesChanged(e *event) { s.changed(e, e.f[fChanges], "operation") }

// changed drafts what became of files. says is the member that says what.
func (s *session) changed(e *event, list []byte, says string) {
	source.Values(list, func(c []byte) bool {
		if isObject(c) {
			s.change(e, c, word(of(c, says)))
		}
		return true
	})
}

// change drafts one change: the file as it is after it, or as it was before it is gone.
func (s *session) change(e *event, c []byte, how string) {
	path := word(of(c, "path"))
	operation, ok := operations[how]
	if !ok {
		operation = asif.ResourceObserved
	}
	before, after := of(c, "before"), of(c, "after")
	from := path
	if p := word(of(c, "previousPath")); p != "" {
		from = p
	}
	previous := s.files[from]
	if previous == "" && isObject(before) {
		previous = s.file(e, from, before)
	}
	now := after
	if operation == asif.ResourceDeleted {
		now = before
	}
	id := s.file(e, path, now)
	if id == previous {
		previous = ""
	}
	ref := s.add(e, adapters.Draft{
		Actor:      s.speaker(e),
		Extensions: s.extension(e, member{"change", e.safe(object(member{"how", quote(how)}, member{"previousPath", of(c, "previousPath")}, member{"agentCaused", of(c, "agentCaused")}))}),
		Data:       &adapters.ResourceChange{Resource: id, Operation: operation, Previous: previous},
	})
	if how == "moved" {
		s.Lose(losses.FileMoved, ref)
	}
	delete(s.files, from)
	if operation != asif.ResourceDeleted && len(s.files) < maxFiles {
		s.files[path] = id
	}
}

// maxFiles bounds the files whose last state is remembered.
const maxFiles = 1 << 16

// file is the resource of a file's content: its text where that was recorded, else why it is not at hand.
func (s *session) file(e *event, path string, part []byte) string {
	r := adapters.Resource{MediaType: word(of(part, "mediaType")), Purpose: "file", Name: e.cleanWord(path), Span: e.span}
	if r.MediaType == "" {
		r.MediaType = "application/octet-stream"
	}
	if text := adapters.Quoted(of(part, "text")); text != nil {
		r.Text = text
		return s.Resource(&r)
	}
	p := s.contentless(e, part)
	p.MediaType, p.Purpose, p.Name, p.Span = r.MediaType, r.Purpose, r.Name, r.Span
	return s.Resource(&p)
}
