package claudecode

import (
	"bytes"
	"strconv"
	"unicode/utf16"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert/asif"
)

// Revision of what Write makes, and the version whose shape it has. 1.0.98 and later go on from it.
const (
	writeRevision = "1"
	writeVersion  = "2.1.332"
)

// Write implements adapters.Writer.
func (a Adapter) Write(h adapters.Handoff, create adapters.Create) (adapters.Written, error) {
	t, err := talk.Open(h, a.Info(), writeRevision)
	if err != nil {
		return adapters.Written{}, err
	}
	natives, err := t.Verbatim(fits)
	if err != nil {
		return adapters.Written{}, err
	}
	name := "projects/" + slug(t.Folder) + "/" + t.Native + ".jsonl"
	var files []string
	if natives != nil {
		files, err = copySession(t, natives, create, name)
	} else {
		files, err = []string{name}, writeSession(t, h.Model, create, name)
	}
	if err != nil {
		return adapters.Written{}, err
	}
	w := t.Written(spaceSession)
	w.Files, w.Verbatim = files, natives != nil
	w.Resume = []string{"claude", "--resume", t.Native}
	return w, nil
}

// fits tells whether files can be kept: unless that was asked for, only a transcript that begins with its main line. A stream,
// a journal and a sub-agent's transcript are sessions that the harness does not list.
func fits(list []talk.Native, p adapters.RecordPolicy) bool {
	own := list[0].Head
	main, side := bytes.Index(own, []byte(`"isSidechain":false`)), bytes.Index(own, []byte(`"isSidechain":true`))
	return p == adapters.RecordsVerbatim || bytes.Contains(own, []byte(`"parentUuid":`)) && main >= 0 && (side < 0 || main < side)
}

// Headless implements adapters.Writer.
func (Adapter) Headless(session, prompt string) []string {
	return []string{"claude", "-p", "--resume", session, prompt}
}

// maxSlug is the length that a project's folder name is cut at.
const maxSlug = 200

// slug is the name of a project's folder: every UTF-16 unit of the path outside A-Z, a-z, 0-9 is a "-"; a long one is cut
// and gets a hash of the whole path (verified on 2.1.270 and 2.1.332).
func slug(path string) string {
	units := utf16.Encode([]rune(path))
	name := make([]byte, len(units))
	hash := int32(0)
	for i, u := range units {
		hash = hash*31 + int32(u)
		name[i] = '-'
		if u >= '0' && u <= '9' || u >= 'a' && u <= 'z' || u >= 'A' && u <= 'Z' {
			name[i] = byte(u)
		}
	}
	if len(name) <= maxSlug {
		return string(name)
	}
	h := int64(hash)
	if h < 0 {
		h = -h
	}
	return string(name[:maxSlug]) + "-" + strconv.FormatInt(h, 36)
}

// kindMark is the kind of the record that says where a session that we wrote comes from. The harness passes over it.
const kindMark = "asif-convert"

// mark is that record.
func mark(t *talk.Talk) []byte {
	b := asif.AppendString([]byte(`{"type":"`+kindMark+`","sessionId":`), t.Native)
	b = asif.AppendString(append(b, `,"source":{"sessionId":`...), t.Origin.SessionID)
	b = asif.AppendString(append(b, `,"captureId":`...), t.Origin.CaptureID)
	if t.Origin.EventID != "" {
		b = asif.AppendString(append(b, `,"eventId":`...), t.Origin.EventID)
	}
	return append(b, "}}"...)
}

func title(t *talk.Talk) []byte {
	b := asif.AppendString([]byte(`{"type":"custom-title","customTitle":`), t.Title)
	return append(asif.AppendString(append(b, `,"sessionId":`...), t.Native), '}')
}
