package destination

import (
	"path/filepath"
	"strings"
	"testing"

	"asif-convert/convert/asif"
)

// seen is a machine with everything that the session of five plans needs, as far as one can see.
func seen(t *testing.T) *Snapshot {
	t.Helper()
	version := "0.171.0"
	page, notes := "3e9b68b71cc667168399f0bccfb64b2d16314cdc0ed78fac4819aba0dda121a0", "93208ac0413ea3b992381ec02fb80f95f529b8a82fe23401254a8d2531caff0a"
	return &Snapshot{Version: SnapshotVersion, Profile: *profileOf(t, "codex"), Observed: true, TakenAt: at, OS: "linux", Architecture: "amd64",
		Agent: &Agent{Binary: "/usr/bin/codex", Version: &version},
		Roots: []Root{
			{RootID: "site", Path: "/home/person/site", Exists: true, CaseSensitive: true, Normalization: "none"},
			{RootID: "docs", Path: "/home/person/docs", Exists: true, CaseSensitive: true, Normalization: "none"},
		},
		Files: []File{
			{RootID: "site", Path: "index.html", Exists: true, SHA256: page},
			{RootID: "site", Path: "notes.txt", Exists: true, SHA256: notes},
		},
		Handles: []Handle{{Name: "jobs-token", Where: "environment"}}, Executables: []string{"git-lfs"}}
}

func TestWhatIsSeenDecides(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(*Snapshot)
		kind   asif.SubjectKind
		id     string
		status asif.AssessmentStatus
		says   string // in the detail
		do     string // in what to do
	}{
		{"files as they were", func(*Snapshot) {}, asif.SubjectKindWorkspace, "site-now", asif.AssessmentStatusSupported, "2 files", ""},
		{"another file", func(s *Snapshot) { s.Files[0].SHA256 = strings.Repeat("0", 64) }, asif.SubjectKindWorkspace, "site-now", asif.AssessmentStatusUnresolved, "1 differ, first index.html", "captured files"},
		{"files that nobody looked for", func(s *Snapshot) { s.Files = nil }, asif.SubjectKindWorkspace, "site-now", asif.AssessmentStatusUnresolved, "Nobody looked for its 2 files", "--probe"},
		{"a file that is gone", func(s *Snapshot) { s.Files[0].Exists = false }, asif.SubjectKindWorkspace, "site-now", asif.AssessmentStatusUnresolved, "1 are missing", "captured files"},
		{"no room for a file that is gone", func(s *Snapshot) { s.Files[0].Exists, s.Roots[0].FreeBytes = false, new(int64) }, asif.SubjectKindWorkspace, "site-now", asif.AssessmentStatusUnresolved, "the disk there has 0 left", "make room, and put the captured files"},
		{"a missing folder", func(s *Snapshot) { s.Roots[1].Exists = false }, asif.SubjectKindWorkspace, "docs-now", asif.AssessmentStatusUnresolved, "no folder", "--map-root docs=PATH"},
		{"a folder that nobody saw", func(s *Snapshot) { s.Roots = s.Roots[:1] }, asif.SubjectKindWorkspace, "docs-now", asif.AssessmentStatusUnresolved, "Nobody looked", "--probe"},
		{"a credential", func(*Snapshot) {}, asif.SubjectKindService, "jobs", asif.AssessmentStatusAdapted, "whose account", ""},
		{"no credential", func(s *Snapshot) { s.Handles = nil }, asif.SubjectKindService, "jobs", asif.AssessmentStatusUnresolved, "jobs-token", "set jobs-token"},
		{"no credential for a requirement", func(s *Snapshot) { s.Handles = nil }, asif.SubjectKindEnvironmentRequirement, "network", asif.AssessmentStatusUnresolved, "jobs-token", "set jobs-token"},
		{"another harness", func(*Snapshot) {}, asif.SubjectKindDependency, "agent", asif.AssessmentStatusAdapted, "0.171.0 takes the place", ""},
		{"no harness", func(s *Snapshot) { s.Agent = nil }, asif.SubjectKindDependency, "agent", asif.AssessmentStatusUnresolved, "not installed", "npm install -g @openai/codex"},
		{"a package that cannot be seen", func(*Snapshot) {}, asif.SubjectKindDependency, "jobs-client", asif.AssessmentStatusUnresolved, "cannot be seen", "make sure"},
		{"a program", func(*Snapshot) {}, asif.SubjectKindDependency, "big-files", asif.AssessmentStatusAdapted, "on PATH", ""},
		{"no program", func(s *Snapshot) { s.Executables = nil }, asif.SubjectKindDependency, "big-files", asif.AssessmentStatusUnresolved, "not on PATH", "install"},
		{"another system", func(s *Snapshot) { s.OS = "plan9" }, asif.SubjectKindDependency, "theme", asif.AssessmentStatusUnsupported, "plan9", "another machine"},
	} {
		s := seen(t)
		c.change(s)
		if err := s.seal(); err != nil {
			t.Fatal(err)
		}
		x := assessed(t, request(t, unhindered(t), "reconcile_operation:job", s))
		a := x.of(t, c.kind, c.id)
		do := x.Todo[FromReport(a.Subject)]
		if a.Status != c.status || !strings.Contains(a.Detail, c.says) || !strings.Contains(do, c.do) || blocks(a.Status) != (do != "") {
			t.Errorf("%s: %s: %s → %s", c.what, a.Status, a.Detail, do)
		}
		if x.Report.EvaluationMode != asif.EvaluationModeObserved {
			t.Errorf("%s: the report is %s", c.what, x.Report.EvaluationMode)
		}
	}
}

func TestRepositoriesAreHeldAgainstTheCommitOfTheSession(t *testing.T) {
	head, other, dirty := strings.Repeat("1", 40), strings.Repeat("2", 40), true
	for _, c := range []struct {
		what   string
		git    *Git
		status asif.AssessmentStatus
		rule   string
	}{
		{"the same commit", &Git{Head: head}, asif.AssessmentStatusSupported, ""},
		{"changes beside it", &Git{Head: head, Dirty: &dirty}, asif.AssessmentStatusSupported, ""},
		{"another commit", &Git{Head: other}, asif.AssessmentStatusAdapted, "workspace_moved_on"},
		{"no repository", nil, asif.AssessmentStatusUnresolved, ""},
	} {
		d, s := unhindered(t), seen(t)
		d.Continuation.Workspaces[2].Git.Head = &head
		s.Roots[1].Git = c.git
		if err := s.seal(); err != nil {
			t.Fatal(err)
		}
		x := assessed(t, request(t, d, "await_user", s))
		rule := ""
		for _, change := range x.Report.Transformations {
			if change.Subject.ID == "docs-now" {
				rule = change.Rule
			}
		}
		if a := x.of(t, asif.SubjectKindWorkspace, "docs-now"); a.Status != c.status || rule != c.rule {
			t.Errorf("%s: %s by %q: %s", c.what, a.Status, rule, a.Detail)
		}
	}
}

func TestRootsLieWhereTheUserSays(t *testing.T) {
	s := seen(t)
	elsewhere := filepath.Join("/srv", "site")
	s.Roots[0].Path, s.Roots[0].CaseSensitive = elsewhere, false
	if err := s.seal(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"site", "/home/person/site"} {
		r := request(t, unhindered(t), "await_user", s)
		r.Choices.Roots = map[string]string{name: elsewhere}
		x := assessed(t, r)
		if b := x.Report.PathBindings[0]; b.DestinationPath != elsewhere || b.CaseSensitive || x.of(t, asif.SubjectKindWorkspace, "site-now").Status != asif.AssessmentStatusAdapted {
			t.Errorf("%s: %+v, %+v", name, b, x.of(t, asif.SubjectKindWorkspace, "site-now"))
		}
	}
}

func TestToolsAreFoundByWhatTheyDo(t *testing.T) {
	for _, c := range []struct {
		to, tool string
		status   asif.AssessmentStatus
		target   string // of the change
		loses    string
	}{
		{"claude-code", "Read", asif.AssessmentStatusSupported, "", ""},
		{"opencode", "Read", asif.AssessmentStatusAdapted, "read", "Read takes file_path, offset, limit, read takes filePath"},
		{"codex", "Read", asif.AssessmentStatusAdapted, "exec_command", "the model runs commands instead"},
		{"codex", "Bash", asif.AssessmentStatusAdapted, "exec_command", "Bash takes command"},
		{"codex", "Edit", asif.AssessmentStatusAdapted, "apply_patch", "reaches the same in another way"},
		{"generic", "Read", asif.AssessmentStatusUnsupported, "", ""},
		{"codex", "Frobnicate", asif.AssessmentStatusUnresolved, "", ""},
		{"codex", "EnterWorktree", asif.AssessmentStatusUnsupported, "", ""},
	} {
		from := profileOf(t, "claude-code")
		d := unhindered(t)
		d.Continuation.SourceRuntime.Agent.ID = "claude-code"
		d.Tools[0].Name = c.tool
		for i := range d.Continuation.Dependencies {
			if x := &d.Continuation.Dependencies[i]; x.ToolID == "read" {
				x.Identity, x.AcceptedVersions, x.Behavior.ID = "claude-code/"+c.tool, []string{classRevision}, from.ClassOf(c.tool)
			}
		}
		r := request(t, d, "model_request", declared(t, profileOf(t, c.to)))
		r.From = from
		x := assessed(t, r)
		target, loses := "", ""
		for _, change := range x.Report.Transformations {
			if change.Subject.ID == "tool:read" {
				target, loses = change.Target, strings.Join(change.Losses, "; ")
			}
		}
		if a := x.of(t, asif.SubjectKindDependency, "tool:read"); a.Status != c.status || target != c.target || !strings.Contains(loses, c.loses) {
			t.Errorf("%s at %s: %s, becomes %q, loses %q: %s", c.tool, c.to, a.Status, target, loses, a.Detail)
		}
	}
}
