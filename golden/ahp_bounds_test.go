package golden_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"asif-convert/losses"
)

// repeated is a log of so many events of a type, each under its own ID.
func repeated(n int, typ string, more func(i int) string) []byte {
	list := []string{small[0]}
	for i := range n {
		e := event(typ, more(i))
		list = append(list, strings.Replace(e, `"id":"`+typ+`"`, fmt.Sprintf(`"id":"e%d"`, i), 1))
	}
	return []byte(strings.Join(list, "\n"))
}

// A document is not the square of its log, whatever a log has again and again: each of these few megabytes would be
// hundreds.
func TestADocumentDoesNotOutgrowItsLog(t *testing.T) {
	long := strings.Repeat("x", 400)
	for name, c := range map[string]struct {
		log  []byte
		kind losses.Kind
	}{
		"settings": {repeated(1500, "config.change.after", func(i int) string {
			return fmt.Sprintf(`"change":{"source":"s%d","scope":"user","settings":["a"],"summary":"%s"}`, i, long)
		}), losses.ConfigurationAsExtension},
		"compactions": {repeated(1200, "context.compact.after", func(i int) string {
			return fmt.Sprintf(`"summary":[{"id":"p%d","kind":"text","mediaType":"text/plain","selection":"body","text":"%s"}],"removed":[],"execution":{"status":"executed"},"items":[%s]`,
				i, long, message(fmt.Sprint("m", i), "user", long))
		}), losses.ContextsNotWritten},
	} {
		docs, ledger := converted(t, c.log)
		if n := len(docs[0]); n > 30<<20 {
			t.Errorf("%s: a log of %d bytes became a document of %d", name, len(c.log), n)
		}
		for _, f := range faults(t, docs, false) {
			t.Errorf("%s: %s", name, f)
		}
		if !slices.ContainsFunc(ledger.Losses(), func(l losses.Loss) bool { return l.Kind == c.kind }) {
			t.Errorf("%s: %s is not told", name, c.kind.Name())
		}
	}
}

// Of requests without an answer the latest wait for one.
func TestManyOpenQuestionsAreBoundAndTheLatestAnswered(t *testing.T) {
	const n = 1100
	log := repeated(n, "user.elicitation.request", func(int) string { return `"elicitation":{"server":"x","mode":"form"}` })
	answer := func(to int) string {
		e := event("user.elicitation.result", fmt.Sprintf(`"elicitation":{"server":"x","mode":"form","action":"accept"},"parentEventId":"e%d"`, to))
		return strings.Replace(e, `"id":"user.elicitation.result"`, fmt.Sprintf(`"id":"a%d"`, to), 1)
	}
	docs, _ := converted(t, append(log, "\n"+answer(n-1)+"\n"+answer(n-2)...))
	for _, f := range faults(t, docs, false) {
		t.Error(f)
	}
	for _, to := range []int{n - 1, n - 2} {
		if want := fmt.Sprintf(`"data":{"request_id":"e%d","outcome":"answered"`, to); !strings.Contains(string(docs[0]), want) {
			t.Errorf("question %d is not answered", to)
		}
	}
}
