package golden

import (
	"slices"
	"strings"
	"testing"

	"asif-convert/adapters/claudecode"
	"asif-convert/losses"
)

// liar is an adapter with one row that says what is not so.
type liar struct {
	claudecode.Adapter
	kind, path string
	do         losses.Disposition
}

func (l liar) Tables() []losses.Table {
	tables := l.Adapter.Tables()
	for i, t := range tables {
		if t.Kind != l.kind {
			continue
		}
		tables[i].Rows = append([]losses.Row(nil), t.Rows...)
		for k, r := range t.Rows {
			if r.Path == l.path {
				tables[i].Rows[k].Do, tables[i].Rows[k].Why = l.do, "a lie"
			}
		}
	}
	return tables
}

func TestTheSweepFindsRowsThatLie(t *testing.T) {
	if testing.Short() {
		t.Skip("converts the corpus three times")
	}
	for _, l := range []liar{
		{kind: "user", path: "timestamp", do: losses.Preserved},
		{kind: "assistant", path: "message.usage.output_tokens", do: losses.Dropped},
		{kind: "user", path: "userType", do: losses.Mapped},
	} {
		s := prepare(t, l)
		s.trials = slices.DeleteFunc(s.trials, func(c *trial) bool { return len(c.Data) > 4000 })
		if !slices.ContainsFunc(s.lies(), func(lie error) bool { return strings.Contains(lie.Error(), l.kind+" "+l.path) }) {
			t.Errorf("%s %s said %v, and the sweep found nothing", l.kind, l.path, l.do)
		}
	}
}
