package claudecode

import (
	"strings"
	"testing"

	"asif-convert/adapters/talk"
)

func TestFilesOfSubAgentsStayInTheirFolder(t *testing.T) {
	for at, want := range map[string]string{
		"-srv/id/subagents/agent-1.jsonl.zst":            "agent-1.jsonl",
		"-srv/id/subagents/workflows/wf_1/journal.jsonl": "workflows/wf_1/journal.jsonl",
		"-srv/agent-1.jsonl":                             "own.jsonl", // before 2.1.2: the file's own name
		"-srv/id/subagents/../../../settings.json":       "own.jsonl",
		"-srv/id/subagents//etc/x":                       "own.jsonl",
		"-srv/id/subagents/a/../../x":                    "own.jsonl",
	} {
		if got := besidesName(talk.Native{Name: "own.jsonl", At: at}); got != want {
			t.Errorf("%s: got %s, want %s", at, got, want)
		}
	}
}

func TestSlugOfAFolder(t *testing.T) {
	long := "/srv/" + strings.Repeat("näher/", 40)
	for path, want := range map[string]string{
		"/srv/dev/My_proj.v2/é x": "-srv-dev-My-proj-v2---x", // recorded with 2.1.332
		"/srv/😀":                  "-srv---",                 // two UTF-16 units
		`C:\Users\Ann`:            "C--Users-Ann",
		"/a.b_c-d":                "-a-b-c-d",
	} {
		if got := slug(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	got := slug(long)
	if head, hash, _ := strings.Cut(got[maxSlug:], "-"); head != "" || hash == "" || got[:maxSlug] != "-srv-"+strings.Repeat("n-her-", 33)[:maxSlug-5] {
		t.Errorf("a long path became %s", got)
	}
	if !strings.HasSuffix(got, "-126lyx") {
		t.Errorf("the hash of a long path became %s", got[maxSlug:])
	}
	if slug(long+"x") == got {
		t.Error("two long paths have one folder")
	}
	if at := "/" + strings.Repeat("a", maxSlug-1); slug(at) != "-"+at[1:] {
		t.Error("a path that is just not too long was cut")
	}
}

// The hash is that of the harness's own language: 32 bits that overflow.
func TestSlugHashIsThirtyTwoBits(t *testing.T) {
	path := strings.Repeat("/project", 40)
	h := int32(0)
	for _, c := range path {
		h = (h << 5) - h + c
	}
	if h >= 0 {
		path += "/x"
	}
	if got := slug(path); strings.Contains(got[maxSlug+1:], "-") {
		t.Errorf("the hash is negative: %s", got)
	}
}
