package asif

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDescribePrintsMembersAndRules(t *testing.T) {
	var b strings.Builder
	if err := Describe(&b, []Object{*Lookup("open-call"), *Lookup("context-model"), *Lookup("loss")}); err != nil {
		t.Fatal(err)
	}
	want := "## Open Call Object\n\nRecords a call whose outcome remains unresolved at the checkpoint; it does not authorize replay.\n\n" +
		"| Field | Type | Required | Description |\n|---|---|---|---|\n" +
		"| `call_id` | string | Yes | Session-scoped identity of one logical invocation. Not empty. |\n" +
		"| `state` | `pending`, `outcome_unknown` | Yes | Recorded pending or observed state; it is not a live process assertion. |\n" +
		"\n## Context Model Object\n\nRetains the model identity and settings associated with this context.\n\nAn open map: it has no fixed fields.\n" +
		"\n## Loss Object\n"
	if diff := cmp.Diff(want, b.String()[:min(len(want), b.Len())]); diff != "" {
		t.Error(diff)
	}
	if !strings.HasSuffix(b.String(), "\n\n- Give at least one of `scope`, `references`.\n") {
		t.Error(b.String())
	}
}

func TestDescribeSaysEveryRuleAndType(t *testing.T) {
	var b strings.Builder
	if err := Describe(&b, Objects); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"- When `kind` is `\"task_update\"`: omit `supersedes`; `data` is a Task Update Data Object.",
		"- When `availability` is `\"embedded\"`: require `bytes`, `sha256`; give exactly one of `text`, `data`, `path`.",
		"- When `required_features` holds `asif.streams/0.1`: require `streams`.",
		"- When `streams` is there: `required_features` holds `asif.streams/0.1`.",
		"- When `mode` is `\"snapshot\"`: `base_snapshot_id` is `null`; `deletions` is empty.",
		"- When `mode` is `\"delta\"`: `base_snapshot_id` is not `null`.",
		"- When `accepted` is `true`: `evidence_ids` is not empty.",
		"| `parts` | array of content part | Yes |", "| `at_event_id` | string or null | Yes |", "| `input_schema` | object or boolean | Yes |",
		"| `coverage` | array of Coverage Object | Yes | One completeness declaration for every required session domain. At least 13. At most 13. |",
		"| `event_ids` | array of string | Yes | Ordered, duplicate-free selection of included event IDs. No item twice. |",
		"Matches `^[0-9a-f]{64}$`.", "From 0 to 511.", "Not negative.", "From 0.",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("not said: %s", want)
		}
	}
}

func TestDescribeReportsAFailingWriter(t *testing.T) {
	if err := Describe(&brokenWriter{}, Objects); !errors.Is(err, errFull) {
		t.Error(err)
	}
}
