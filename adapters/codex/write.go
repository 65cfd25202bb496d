package codex

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// Revision of what Write makes, and the version that it names. It has the shape of 0.40 and later, which 0.171 reads as well as
// its own: no ordinals, no history mode.
const (
	writeRevision = "1"
	writeVersion  = "0.171.0"
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
	left(t)
	var files []string
	if natives != nil {
		if err := t.LeaveSubAgents(); err != nil { // threads of their own, which the records go on naming
			return adapters.Written{}, err
		}
		files, err = copyThread(t, natives, create)
	} else {
		files = []string{rolloutName(stampName(t), t.Native)}
		err = writeThread(t, create, files[0])
	}
	if err != nil {
		return adapters.Written{}, err
	}
	w := t.Written(spaceThread)
	w.Files, w.Verbatim, w.Resume = files, natives != nil, []string{"codex", "resume", t.Native}
	return w, nil
}

// Headless implements adapters.Writer. Without a person exec refuses to start outside of a Git repository, although
// the session itself goes on anywhere (verified on 0.96.0 and 0.171.0).
func (Adapter) Headless(session, prompt string) []string {
	return []string{"codex", "exec", "--skip-git-repo-check", "resume", session, prompt}
}

// rolloutName is the name of a file below the harness's folder: by its day, as the harness finds it. The harness's own
// files have local time there.
func rolloutName(stamp, id string) string {
	day, _, _ := strings.Cut(stamp, "T")
	return "sessions/" + strings.ReplaceAll(day, "-", "/") + "/rollout-" + stamp + "-" + id + ".jsonl"
}

// stampForm is the form of the time in a rollout's name.
const (
	stampForm   = "2006-01-02T15-04-05"
	stampLength = len(stampForm)
)

// stampName is when the conversation began, as a name has it.
func stampName(t *talk.Talk) string {
	return strings.ReplaceAll(talk.Stamp(t.Began)[:stampLength], ":", "-")
}

// fits tells whether files can be kept: those with a record a line, and unless that was asked for with envelopes, which the first
// line of 0.32 and later shows. Newer versions read no other. A fork names a piece of another file, which must be there.
func fits(list []talk.Native, p adapters.RecordPolicy) bool {
	for _, n := range list {
		payload := source.Member(n.Head, "payload") // which says where the copy comes from
		enveloped := string(adapters.Text(source.Member(n.Head, "type"))) == "session_meta" && len(payload) > len("{}") && payload[0] == '{'
		switch {
		case p == adapters.RecordsVerbatim && isWhole(n.Head), p != adapters.RecordsVerbatim && !(enveloped && based(n, list)):
			return false
		}
	}
	return true
}

// based tells whether the piece of another file that a fork goes on from is there.
func based(n talk.Native, list []talk.Native) bool {
	base := memberAt(n.Head, []string{"payload", "history_base"})
	if base == nil || string(base) == "null" {
		return true
	}
	thread := string(adapters.Text(source.Member(base, "thread_id")))
	end, err := strconv.ParseInt(string(source.Member(base, "end_byte_offset")), 10, 64)
	return err == nil && slices.ContainsFunc(list, func(o talk.Native) bool {
		return parseName(o.Name).thread == thread && end <= o.Size
	})
}

// copyThread writes the thread's own files under new identities: first those that the others go on from. Each record gets
// one edit for every name that it has of them.
func copyThread(t *talk.Talk, natives []talk.Native, create adapters.Create) ([]string, error) {
	ids := renames(t, natives)
	names := make([]string, len(natives))
	for i, n := range natives {
		names[i] = copyName(t, n, ids)
	}
	var files []string
	for i := len(natives) - 1; i >= 0; i-- {
		edit := ids.edit
		if i == 0 {
			edit = ids.own(t)
		}
		counted := func(line []byte) []byte {
			t.Counts.Records++
			return edit(line)
		}
		if err := copyFile(natives[i], counted, create, names[i]); err != nil {
			return nil, err
		}
		files = append(files, names[i])
	}
	return files, nil
}

// copyName is the name of a file's copy.
func copyName(t *talk.Talk, n talk.Native, ids renaming) string {
	r := parseName(n.Name)
	stem, _, _ := strings.Cut(n.Name, ".")
	if r.thread == "" || len(stem) < len("rollout-")+stampLength+len(r.thread) {
		return rolloutName(stampName(t), t.Native)
	}
	name := ids[r.thread]
	if r.last != r.thread {
		name += "_" + ids[r.last]
	}
	stamp := stem[len("rollout-"):][:stampLength]
	if _, err := time.Parse(stampForm, stamp); err != nil { // a document can come from anybody: its names lead nowhere else
		stamp = stampName(t)
	}
	return rolloutName(stamp, name)
}

func copyFile(n talk.Native, edit func([]byte) []byte, create adapters.Create, name string) error {
	lines, err := talk.NewLines(create, name)
	if err != nil {
		return err
	}
	return lines.Close(n.Copy(lines, edit))
}

// own is the edit of the thread's own file: its first line says where the thread comes from, and goes on in its folder.
func (ids renaming) own(t *talk.Talk) func([]byte) []byte {
	first := true
	return func(line []byte) []byte {
		if line = ids.edit(line); !first {
			return line
		}
		payload := source.Member(line, "payload")
		if len(payload) <= len("{}") || payload[0] != '{' {
			return line
		}
		first = false
		line = talk.Replace(line, t.Origin.Folder, t.Folder, "payload", "cwd") // where it is another one
		payload = source.Member(line, "payload")
		out := make([]byte, 0, len(line)+256)
		if was := source.Member(payload, memberMark); was != nil { // the latest source counts
			at := cap(line) - cap(was)
			return append(appendSource(append(out, line[:at]...), t), line[at+len(was):]...)
		}
		end := cap(line) - cap(payload) + len(payload) - 1
		return append(appendMark(append(out, line[:end]...), t), line[end:]...)
	}
}

// appendMark appends the member of a first line that says where the thread comes from. The harness passes over it.
func appendMark(b []byte, t *talk.Talk) []byte {
	return appendSource(append(b, `,"`+memberMark+`":`...), t)
}

func appendSource(b []byte, t *talk.Talk) []byte {
	b = asif.AppendString(append(b, `{"session_id":`...), t.Origin.SessionID)
	b = asif.AppendString(append(b, `,"capture_id":`...), t.Origin.CaptureID)
	if t.Origin.EventID != "" {
		b = asif.AppendString(append(b, `,"event_id":`...), t.Origin.EventID)
	}
	return append(b, '}')
}

// memberMark is the member by which we mark what we wrote, and markOpen the mark of a result that a call did not have.
const (
	memberMark = "asif_convert"
	markOpen   = "open-call"
)

// left counts what the thread cannot hold, its own records no more than ours: a name stands in the index and the database of
// all threads. No record of a rollout gives one, neither the event thread_name_updated nor a member of the first line
// (verified on 0.171.0).
func left(t *talk.Talk) {
	if t.Title != "" {
		t.Lose(losses.TitleNotCarried)
	}
}
