package codex

import (
	"fmt"
	"slices"
	"strconv"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
	"asif-convert/convert/source"
)

// renaming are the new IDs by the old ones.
type renaming map[string]string

// renames gives each thread and file a new ID. Their order stays: a later file of a thread has a later ID, and what it
// goes on from an earlier one, by which the files are told apart. The thread's own is the session's.
func renames(t *talk.Talk, natives []talk.Native) renaming {
	old := []string{t.Origin.Native}
	for _, n := range natives {
		if r := parseName(n.Name); r.thread != "" {
			old = append(old, r.thread, r.last)
		}
	}
	slices.Sort(old)
	old = slices.Compact(old)
	ids := renaming{}
	own := slices.Index(old, t.Origin.Native)
	for i, id := range old {
		ids[id] = beside(t.Native, i-own, id)
	}
	return ids
}

// beside is an ID that stands so many places behind a session's, or before it: IDs are ordered by their first 48 bits,
// which in the harness's own are a time.
func beside(session string, places int, id string) string {
	if places == 0 {
		return session
	}
	first, _ := strconv.ParseInt(session[:8]+session[9:13], 16, 64) // which [talk.UUID] made
	at := fmt.Sprintf("%012x", (first+int64(places))&(1<<48-1))
	return at[:8] + "-" + at[8:] + talk.UUID(session, "file", id)[13:]
}

// identities are the places where records name threads and files, by their type; "" is any other type.
var identities = map[string][][]string{
	"session_meta": {
		{"payload", "id"}, {"payload", "session_id"}, {"payload", "forked_from_id"}, {"payload", "parent_thread_id"}, {"payload", "history_base", "thread_id"},
	},
	"": {{"payload", "thread_id"}, {"payload", "session_id"}},
}

// edit puts new IDs into a record.
func (ids renaming) edit(line []byte) []byte {
	if !ids.concern(line) {
		return line
	}
	kind := source.Member(line, "type")
	places, ok := identities[string(adapters.Text(kind))]
	if !ok {
		places = identities[""]
	}
	if kind == nil { // the first line of versions before 0.32
		places = [][]string{{"id"}}
	}
	for _, names := range places {
		was := string(adapters.Text(memberAt(line, names)))
		if now := ids[was]; now != "" {
			line = talk.Replace(line, was, now, names...)
		}
	}
	return line
}

// concern tells whether a record can have one of the old IDs.
func (ids renaming) concern(line []byte) bool {
	for id := range ids {
		if talk.Mentions(line, id) {
			return true
		}
	}
	return false
}

// memberAt is the value that names lead to.
func memberAt(object []byte, names []string) []byte {
	for _, name := range names {
		object = source.Member(object, name)
	}
	return object
}
