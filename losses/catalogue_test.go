package losses

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestTheCatalogueIsWhole(t *testing.T) {
	names := map[string]bool{}
	texts := map[string]bool{}
	snake := regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)
	for k := range Kinds() {
		name := k.Name()
		if !snake.MatchString(name) || names[name] {
			t.Errorf("kind %d: name %q is odd or taken", k, name)
		}
		names[name] = true
		if !slices.Contains([]string{"capture", "normalization", "redaction", "translation"}, k.Stage()) {
			t.Errorf("%s: stage %q", name, k.Stage())
		}
		if !slices.Contains(AllScopes[:], k.Scope()) {
			t.Errorf("%s: scope %q", name, k.Scope())
		}
		if k.Level() < Info || k.Level() > Error {
			t.Errorf("%s: level %d", name, k.Level())
		}
		text := k.Text()
		if len(text) < 40 || texts[text] || !strings.HasSuffix(text, ".") || strings.Count(text, ". ") > 0 {
			t.Errorf("%s: text %q is not one sentence of its own", name, text)
		}
		texts[text] = true
		if got, ok := KindByName(name); !ok || got != k {
			t.Errorf("%s is found as %v, %v", name, got, ok)
		}
	}
	if len(names) != int(kinds) {
		t.Errorf("%d kinds, want %d", len(names), kinds)
	}
	if _, ok := KindByName(""); ok {
		t.Error("the empty name is a kind")
	}
}

func TestAKindOutsideTheCatalogueIsTold(t *testing.T) {
	if k := Kind(255); k.Name() != "undeclared_loss" || k.Level() != Error {
		t.Errorf("%s, %s", k.Name(), k.Level())
	}
}

func TestBarsForLosses(t *testing.T) {
	lost := []Loss{{Kind: OpenCall, Count: 1}, {Kind: TornRecord, Count: 1}} // info, warn
	for bar, want := range map[string]string{
		"": "", "info": "open_call", "warn": "torn_record", "error": "", "torn_record": "torn_record", "bad_utf8": "",
	} {
		f, err := ParseFailOn(bar)
		if err != nil {
			t.Fatal(err)
		}
		x, failed := f.Fails(lost)
		if failed != (want != "") || failed && x.Kind.Name() != want {
			t.Errorf("bar %q: fails %v by %s, want %q", bar, failed, x.Kind.Name(), want)
		}
	}
	for bad, want := range map[string]string{"warning": "neither", "torn_line": "torn_record", "Warn": "neither", "zzz": "neither"} {
		if _, err := ParseFailOn(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("bar %q: error %v, want one with %q", bad, err, want)
		}
	}
}
