package claudecode

import (
	"path"
	"path/filepath"
	"strings"

	"asif-convert/adapters"
	"asif-convert/adapters/talk"
)

// copySession writes the session's own records under the new identity, unknown records included, and before them what
// lies in its folder: the sub-agents' transcripts and the files beside them. The harness finds a sub-agent there when it
// is asked again (2.1.2); --fork-session leaves them behind.
func copySession(t *talk.Talk, natives []talk.Native, create adapters.Create, name string) ([]string, error) {
	agents, err := t.SubAgents()
	if err != nil {
		return nil, err
	}
	var files []string
	for _, n := range append(natives[1:len(natives):len(natives)], agents...) {
		at := strings.TrimSuffix(name, ".jsonl") + "/subagents/" + besidesName(n)
		if err := copyBeside(t, n, create, at); err != nil {
			return nil, err
		}
		files = append(files, at)
	}
	lines, err := talk.NewLines(create, name)
	if err != nil {
		return nil, err
	}
	if err = lines.Line(mark(t)); err == nil {
		err = natives[0].Copy(lines, func(line []byte) []byte {
			t.Counts.Records++
			return renamed(t, line)
		})
	}
	return append(files, name), lines.Close(err)
}

// besidesName is a file's name below the session's folder of sub-agents. Before 2.1.2 they lay beside the session: there
// the new session's would meet the old one's. A document can come from anybody: its names lead nowhere else.
func besidesName(n talk.Native) string {
	name := n.Name
	if _, below, ok := strings.Cut(n.At, "/subagents/"); ok && filepath.IsLocal(filepath.FromSlash(below)) && path.Clean(below) == below {
		name = below
	}
	return strings.TrimSuffix(name, ".zst")
}

func copyBeside(t *talk.Talk, n talk.Native, create adapters.Create, name string) error {
	if !strings.HasSuffix(name, ".jsonl") {
		return n.Whole(create, name)
	}
	lines, err := talk.NewLines(create, name)
	if err != nil {
		return err
	}
	return lines.Close(n.Copy(lines, func(line []byte) []byte {
		t.Counts.Records++
		return renamed(t, line)
	}))
}

// sessionNames are the members of a record that name its session. The reference of a sub-agent that was forked off names
// the session whose history it shares.
var sessionNames = []string{"sessionId", "parentSessionId"}

// renamed is a record under the new identity.
func renamed(t *talk.Talk, line []byte) []byte {
	for _, name := range sessionNames {
		line = talk.Replace(line, t.Origin.Native, t.Native, name)
	}
	return line
}
