package golden

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters"
	"asif-convert/convert"
)

// faultyFile lists recorded requests that a conversion cannot equal, with the reason: "<case> <n> <reason>".
const faultyFile = "faulty-requests.txt"

// LiveContexts compares continuation contexts with what the harness really sent: for every request of the main lane
// the file is cut before the first record of its response, the rest converted, and the conversation in the context of
// main's head must be the request's. response tells the name of the response that a native record is part of.
func LiveContexts(t *testing.T, a adapters.Adapter, response func(record []byte) string) {
	s := prepare(t, a)
	v := readVerdicts(t, s.folder)
	for _, c := range s.trials {
		requests, err := readRequests(c.Folder)
		if err != nil {
			t.Fatal(err)
		}
		from := 0 // responses stand in the order of their requests, and a name can come twice
		for _, q := range requests {
			if q.Lane != "main" {
				continue
			}
			next, diff := c.compare(q, from, response)
			from = next
			v.judge(fmt.Sprintf("%s %d", c.Name, q.N), diff)
		}
	}
	v.end()
}

// verdicts counts the requests that equal their contexts. Those listed as faulty must differ, all others must not.
type verdicts struct {
	t          *testing.T
	faulty     map[string]string // request → reason, of those not judged yet
	equal, all int
}

func readVerdicts(t *testing.T, folder string) *verdicts {
	t.Helper()
	faulty, err := readFaulty(filepath.Join(folder, faultyFile))
	if err != nil {
		t.Fatal(err)
	}
	return &verdicts{t: t, faulty: faulty}
}

// judge takes how a request, named by case and number, differs from its context; "" for not at all.
func (v *verdicts) judge(name, diff string) {
	v.t.Helper()
	v.all++
	if diff == "" {
		v.equal++
	}
	switch reason, known := v.faulty[name]; {
	case known && diff == "":
		v.t.Errorf("request %s equals its context, and is listed as faulty: %s", name, reason)
	case known:
		v.t.Logf("request %s differs, as listed: %s", name, reason)
	case diff != "":
		v.t.Errorf("request %s: %s", name, diff)
	}
	delete(v.faulty, name)
}

// end tells the count, and what was listed and never came.
func (v *verdicts) end() {
	v.t.Helper()
	for _, name := range slices.Sorted(maps.Keys(v.faulty)) {
		v.t.Errorf("%s lists request %s, which there is not", faultyFile, name)
	}
	v.t.Logf("%d of %d recorded requests equal the continuation context", v.equal, v.all)
	if v.all == 0 {
		v.t.Error("no request was recorded: nothing was tested")
	}
}

// compare compares a request with the context before its response, which begins at record from or later. It returns
// the place behind, and how they differ.
func (c *trial) compare(q request, from int, response func([]byte) string) (next int, diff string) {
	at := slices.IndexFunc(c.records[from:], func(r record) bool {
		return r.readable && response(c.Data[r.start:r.end]) == q.Response
	})
	if at < 0 {
		return from, "the file has no record of response " + q.Response
	}
	at += from
	want, err := wireItems(q.Body.Messages)
	if err != nil {
		return at, err.Error()
	}
	got, err := c.contextAt(c.records[at].start)
	if err != nil {
		return at, err.Error()
	}
	return at, cmp.Diff(want, got)
}

// contextAt is the continuation context of the first bytes of the file.
func (c *trial) contextAt(cut int) ([]item, error) {
	r, err := c.convert(c.Data[:cut], convert.Options{})
	if err != nil {
		return nil, err
	}
	doc, err := readDocument(r.doc)
	if err != nil {
		return nil, err
	}
	return doc.liveContext()
}

func readFaulty(path string) (map[string]string, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading faulty requests: %w", err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(fields) != 3 {
			return nil, fmt.Errorf("reading faulty requests: %q is not a case, a number and a reason", line)
		}
		out[fields[0]+" "+fields[1]] = fields[2]
	}
	return out, nil
}
