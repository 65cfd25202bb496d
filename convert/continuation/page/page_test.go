package page

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/convert/continuation/destination"
	"asif-convert/profiles"
)

// evil is a text that would be markup if it were not escaped.
const evil = `</p><script>alert("x")</script><img src=x onerror=y>`

func pageOf(t *testing.T, plan string, change func(*asif.ASIFDocument)) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "check", "testdata", "plans.json"))
	if err != nil {
		t.Fatal(err)
	}
	d := new(asif.ASIFDocument)
	if err := asif.Unmarshal(raw, d); err != nil {
		t.Fatal(err)
	}
	change(d)
	if raw, err = asif.Marshal(d); err != nil {
		t.Fatal(err)
	}
	doc, err := asif.Open(bytes.NewReader(raw), int64(len(raw)), asif.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := continuation.Open(doc)
	if err != nil {
		t.Fatal(err)
	}
	set, err := profiles.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	profile, _ := set.Get("codex")
	s, err := destination.Declared(profile)
	if err != nil {
		t.Fatal(err)
	}
	r, err := destination.Assess(destination.Request{Source: src, Plan: plan, DocumentSHA256: strings.Repeat("0", 64), Destination: s,
		At: "2025-03-01T11:00:00Z", Expires: "2025-03-01T12:00:00Z", Knows: func(string) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Write(&b, "session "+evil, src, s, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAPageShowsVerdictReasonsLossesAndTheSession(t *testing.T) {
	p := pageOf(t, "model_request", func(*asif.ASIFDocument) {})
	for _, want := range []string{
		`<meta name="viewport" content="width=device-width, initial-scale=1">`,
		`<strong>blocked</strong>`, `class="verdict blocked"`,
		`<section id="blockers">`, `operation &#34;job&#34;`, `class="do">find out how it ended first`,
		`<section id="changes">`, `agent_replaced:dependency:agent`, `loses `,
		`<section id="why">`, `(see above)`,
		`<summary>dependency (7`, `<summary>resource (`,
		`Its latest 6 events`, `Put this site up.`, `<time>2025-03-01T10:00:01Z</time>`,
		`open call job-1: outcome unknown`,
	} {
		if !strings.Contains(p, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(p, "no value") || strings.Contains(p, "ZgotmplZ") {
		t.Error("the page has holes")
	}
}

func TestAPageIsOneFileAndRunsNothing(t *testing.T) {
	p := pageOf(t, "await_user", func(d *asif.ASIFDocument) {
		text := evil
		d.Configurations[0].Policies[0].ID, d.Continuation.ConfigurationBindings[0].PolicyIDs[0] = evil, evil
		d.Continuation.Plans[0].Boundary.Explanation = evil
		d.Events[0].Data = []byte(strings.Replace(string(d.Events[0].Data), "Put this site up.", strings.ReplaceAll(text, `"`, `\"`), 1))
		d.Events[0].ActorID = evil
	})
	if n := strings.Count(p, "alert("); n < 5 {
		t.Errorf("the texts are shown %d times", n)
	}
	for _, markup := range []string{`(?i)<script`, `(?i)<(img|iframe|object|embed|link|base|form)\b`, `(?i)<[^>]*\son\w+=`, `(?i)<[^>]*\b(src|href)=`, `(?i)url\(`, `(?i)@import`} {
		if found := regexp.MustCompile(markup).FindString(p); found != "" {
			t.Errorf("the page has %q", found)
		}
	}
}

func TestElementsOfAPageAreClosed(t *testing.T) {
	p := pageOf(t, "model_request", func(*asif.ASIFDocument) {})
	for _, element := range []string{"html", "head", "body", "header", "main", "section", "details", "summary", "ul", "ol", "li", "p", "code", "div", "dl"} {
		opened := len(regexp.MustCompile(`<`+element+`[\s>]`).FindAllString(p, -1))
		if closed := strings.Count(p, "</"+element+">"); opened != closed || opened == 0 {
			t.Errorf("%s: %d opened, %d closed", element, opened, closed)
		}
	}
}

func TestLongSessionsAreCutToTheirEnd(t *testing.T) {
	p := pageOf(t, "await_user", func(d *asif.ASIFDocument) {
		note := d.Events[3]
		for i := range mostMoments {
			note.ID = "more" + strings.Repeat("x", i)
			d.Events = append(d.Events, note)
		}
	})
	if !strings.Contains(p, "The 6 events before these are left out.") || strings.Contains(p, "Put this site up.") {
		t.Error("the beginning of a long session is shown")
	}
}
