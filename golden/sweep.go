package golden

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"asif-convert/convert"
	"asif-convert/losses"
)

// mapTries is how many leaves of a mapped row are changed, at most, to find one that the document shows.
const mapTries = 60

// site is one leaf of the corpus.
type site struct {
	trial  *trial
	record *record
	leaf   leaf
}

func (s site) String() string {
	return fmt.Sprintf("%s: %s, line %d, byte %d", s.trial.Name, s.leaf.row.name(), s.record.line, s.record.start+s.leaf.value.start)
}

// edit changes the site's leaf.
func (s site) edit() edit { return mutate(s.trial.Data, s.leaf.value, s.record.start) }

// sweep changes the leaves of the corpus: those that are said to be preserved or dropped must not show in the
// document, and of those that are said to be mapped at least one must, for every row.
func (s *suite) sweep(t *testing.T) {
	for _, lie := range s.lies() {
		t.Error(lie)
	}
	compareFile(t, filepath.Join(s.folder, "rows-unmet.txt"), s.unmet())
}

// lies lists what the rows say that is not so.
func (s *suite) lies() []error {
	mapped, silent := s.sites()
	found := each(s.trials, func(x *trial) error { return x.silent(silent[x]) })
	var rows []*rowAt
	for row := range mapped {
		rows = append(rows, row)
	}
	slices.SortFunc(rows, func(a, b *rowAt) int { return cmp.Compare(a.name(), b.name()) })
	return append(found, each(rows, func(row *rowAt) error { return shows(row, mapped[row]) })...)
}

// sites sorts the leaves of the corpus: those of each mapped row, small files first, and those of each case that no
// document may show.
func (s *suite) sites() (mapped map[*rowAt][]site, silent map[*trial][]site) {
	mapped, silent = map[*rowAt][]site{}, map[*trial][]site{}
	bySize := slices.Clone(s.trials)
	slices.SortStableFunc(bySize, func(a, b *trial) int { return cmp.Compare(len(a.Data), len(b.Data)) })
	for _, x := range bySize {
		whole := x.carriedWhole()
		for i := range x.records {
			r := &x.records[i]
			if !r.readable || s.tables[r.kind] == nil {
				continue
			}
			for _, l := range r.leaves {
				if l.row == nil {
					continue // counted as preserved; a block of unknown shape may still be carried whole
				}
				l.row.seen = true
				switch at := (site{x, r, l}); {
				case l.row.Do == losses.Mapped:
					mapped[l.row] = append(mapped[l.row], at)
				case !whole[int64(r.start)]:
					silent[x] = append(silent[x], at)
				}
			}
		}
	}
	return mapped, silent
}

// carriedWhole lists the offsets of the records that the document holds as they are, in extension events. Those in a
// namespace of reverse DNS hold members that have rows of their own.
func (c *trial) carriedWhole() map[int64]bool {
	at := map[int64]bool{}
	for _, e := range c.doc.Events {
		if e.Kind == "extension" && !strings.HasPrefix(e.Data.Type, "org.") && len(e.Provenance.Sources) > 0 && e.Provenance.Sources[0].Locator != nil {
			at[e.Provenance.Sources[0].Locator.Offset] = true
		}
	}
	return at
}

// silent changes all sites at once; when the document shows it, it looks for one that is to blame.
func (c *trial) silent(sites []site) error {
	shown, err := c.shown(sites)
	if err != nil || shown == "" {
		return err
	}
	for len(sites) > 1 {
		half, rest := sites[:len(sites)/2], sites[len(sites)/2:]
		d, err := c.shown(half)
		if err == nil && d == "" {
			half = rest
			d, err = c.shown(rest)
		}
		if err != nil {
			return err
		}
		if d == "" {
			break // only together
		}
		sites, shown = half, d
	}
	return fmt.Errorf("the document shows a change of what is said not to be in it: %s\n%s", sites[0], shown)
}

// shown changes the sites and tells how the document differs, "" for not at all.
func (c *trial) shown(sites []site) (string, error) {
	var edits []edit
	for _, s := range sites {
		edits = append(edits, s.edit())
	}
	r, err := c.convert(apply(c.Data, edits), convert.Options{})
	if errors.Is(err, convert.ErrForeign) {
		return "no document: it is not taken for a session any more", nil
	}
	if err != nil {
		return "", fmt.Errorf("changing %d fields of %s: %w", len(sites), c.Name, err)
	}
	was, is := c.masked, r.masked()
	if bytes.Equal(was, is) {
		return "", nil
	}
	return excerpt(was, is), nil
}

// shows looks for a site of a mapped row whose change the document shows.
func shows(row *rowAt, sites []site) error {
	if len(sites) > mapTries { // some of the smallest files, some from everywhere
		var some []site
		for i := range mapTries / 2 {
			some = append(some, sites[i], sites[len(sites)*i/(mapTries/2)])
		}
		sites = some
	}
	for _, s := range sites {
		if d, err := s.trial.shown([]site{s}); err != nil || d != "" {
			return err
		}
	}
	return fmt.Errorf("%s says mapped to %s, and changing %d of its leaves never changes a document; one is %s", row.name(), row.To, len(sites), sites[0])
}

// unmet lists the rows that no case of the corpus meets, and which of them say mapped: nothing proves these.
func (s *suite) unmet() []byte {
	var names []string
	for _, t := range s.tables {
		for _, r := range t.all() {
			if !r.seen {
				names = append(names, fmt.Sprintf("%s: %s\n", r.name(), r.Do))
			}
		}
	}
	slices.Sort(names)
	return []byte(strings.Join(names, ""))
}

// each calls do for every item, on all processors, and returns the errors in the order of the items.
func each[T any](items []T, do func(T) error) []error {
	errs := make([]error, len(items))
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				errs[i] = do(items[i])
			}
		})
	}
	for i := range items {
		next <- i
	}
	close(next)
	group.Wait()
	return slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}
