package main

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sorted(line string) ([]string, error) {
	return arguments(newApp(strings.NewReader(""), io.Discard, io.Discard), strings.Fields(line))
}

func TestArgumentsComeInTheOrderOfTheParser(t *testing.T) {
	tests := []struct{ line, want string }{
		{"", ""},
		{"validate f.json", "validate f.json"},
		{"validate f.json --json", "validate --json f.json"},
		{"--json validate f.json", "validate --json f.json"},
		{"from claude-code a.jsonl -o b.json", "from claude-code -o b.json a.jsonl"},
		{"from claude-code -o b.json a.jsonl", "from claude-code -o b.json a.jsonl"},
		{"from claude-code a.jsonl -o=b.json --force", "from claude-code -o=b.json --force a.jsonl"},
		{"from claude-code a.jsonl --native omit -o -", "from claude-code --native omit -o - a.jsonl"},
		{"from claude-code - -o b.json", "from claude-code -o b.json -"},
		{"from -o b.json claude-code a.jsonl", "from claude-code -o b.json a.jsonl"},
		{"-o b.json from claude-code a.jsonl", "from claude-code -o b.json a.jsonl"},
		{"from nosuch a.jsonl -o b.json", "from nosuch a.jsonl -o b.json"},
		{"nosuch --json", "nosuch --json"},
		{"validate -- --json", "validate -- --json"},
		{"validate --json -- -f.json", "validate --json -- -f.json"},
		{"validate validate", "validate validate"},
		{"losses validate --json", "losses --json validate"},
		{"validate f.json --nosuch x", "validate --nosuch f.json x"},
		{"help from claude-code", "help from claude-code"},
		{"from claude-code --help", "from claude-code --help"},
	}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) {
			got, err := sorted(test.line)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Fields(test.want), got, equateEmpty); diff != "" {
				t.Errorf("want -, got +\n%s", diff)
			}
		})
	}
}

var equateEmpty = cmp.Transformer("empty", func(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
})

func TestAFlagWithoutItsValueIsAUsageError(t *testing.T) {
	for _, line := range []string{"from claude-code a.jsonl -o", "from claude-code a.jsonl --native"} {
		if _, err := sorted(line); exitCode(err) != exitInput {
			t.Errorf("%s: %v, want a usage error", line, err)
		}
	}
}

// Wherever its flags stand, a command line means the same.
func TestFlagsMayStandAnywhereAfterTheirCommand(t *testing.T) {
	groups := [][]string{{"-o", "out.json"}, {"--force"}, {"--native", "omit"}, {"a.jsonl"}, {"--ledger=l.json"}, {"--latest"}}
	rapid.Check(t, func(t *rapid.T) {
		shuffled := rapid.Permutation(groups).Draw(t, "groups")
		got, err := sorted("from claude-code " + strings.Join(slices.Concat(shuffled...), " "))
		if err != nil {
			t.Fatal(err)
		}
		var flags []string
		for _, g := range shuffled {
			if g[0] != "a.jsonl" {
				flags = append(flags, g...)
			}
		}
		want := slices.Concat([]string{"from", "claude-code"}, flags, []string{"a.jsonl"})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("want -, got +\n%s", diff)
		}
	})
}
