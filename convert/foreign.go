package convert

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// ErrForeign marks an input that can be read and holds no record of the harness.
var ErrForeign = errors.New("not a session of this harness")

// remember keeps the first records, as long as one of what is read of a file to tell whose it is.
func (c *conversion) remember(record []byte) {
	if len(c.head) < source.HeadSize {
		c.head = append(append(c.head, record[:min(len(record), source.HeadSize)]...), '\n')
	}
}

// empty refuses an input of which a document could say nothing: without any record, without one that is JSON, or
// without one of a kind that the harness has, unless the records are the harness's for certain: a later version may have
// kinds of its own. One line that was cut may be all that was written so far.
func (c *conversion) empty() error {
	name, t := inputName(c.session.Inputs[0]), c.ledger.Totals().Records
	switch {
	case t.Total == 0:
		return fmt.Errorf("%w: %s holds nothing", ErrInput, name)
	case t.Unreadable == t.Total && t.Total > 1:
		return fmt.Errorf("%w: none of %d lines of %s is JSON", ErrInput, t.Total, name)
	case t.Unreadable == t.Total || c.ledger.Recognized() > 0:
		return nil
	case c.adapter.Detect(adapters.Head{Name: name, Bytes: c.head}) == adapters.Certain:
		return nil
	}
	return fmt.Errorf("%w: %s has %s; %s has %s", ErrForeign, name, found(c.ledger.Unknown(), t.Total-t.Unreadable), c.info.Title, c.info.Looks)
}

// plainName is a member's name that can be shown as it is.
var plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*`)

// found names some of the members that the records have.
func found(fields []losses.UnknownPath, records int64) string {
	const most = 4
	var names []string
	for _, f := range fields {
		if name := plainName.FindString(f.Path); name != "" && len(names) < most && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	what := fmt.Sprintf("%d records", records)
	if records == 1 {
		what = "one record"
	}
	if len(names) == 0 {
		return what + " without members"
	}
	return what + " with members such as " + strings.Join(names, ", ")
}
