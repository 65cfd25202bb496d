package destination

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"asif-convert/convert/asif"
)

// ErrNotObserved refuses to say of a synthetic report that something was done (Q06).
var ErrNotObserved = errors.New("the report is synthetic: nobody looked at the destination")

// Done is something that was done at a destination after it was assessed.
type Done struct {
	At        string // a date-time with offset
	Producer  string // who says so
	Detail    string
	Reference string // where it is written down; "" is nowhere
}

// Imported is a report again, which was made before the session was put into the destination. A report is never changed:
// this is another one.
func Imported(r asif.Report, d Done, mapped []asif.IdentityMapping) (asif.Report, error) {
	r, err := reissued(r, d, asif.EvidenceKindImport)
	if err != nil {
		return asif.Report{}, err
	}
	r.IdentityMappings = append(slices.Clone(r.IdentityMappings), mapped...)
	r.ImportResult = asif.ImportResult{Status: asif.ImportStatusImported, EvidenceIDs: []string{evidenceImport}, Detail: d.Detail}
	return r, seal(&r)
}

// Continued is a report again, after the session went on at the destination.
func Continued(r asif.Report, d Done) (asif.Report, error) {
	r, err := reissued(r, d, asif.EvidenceKindContinuation)
	if err != nil {
		return asif.Report{}, err
	}
	r.ContinuationResult = asif.ContinuationResult{Status: asif.ContinuationStatusContinued, EvidenceIDs: []string{evidenceContinuation}, Detail: d.Detail}
	return r, seal(&r)
}

// Evidence of what was done, by ID.
const (
	evidenceImport       = "import"
	evidenceContinuation = "continuation"
)

func reissued(r asif.Report, d Done, kind asif.EvidenceKind) (asif.Report, error) {
	if r.EvaluationMode != asif.EvaluationModeObserved {
		return asif.Report{}, ErrNotObserved
	}
	id := string(kind)
	r.Evidence = slices.DeleteFunc(slices.Clone(r.Evidence), func(e asif.Evidence) bool { return e.ID == id })
	r.Evidence = append(r.Evidence, asif.Evidence{ID: id, Producer: d.Producer, Time: d.At, Kind: kind, Detail: d.Detail, Reference: d.Reference})
	return r, nil
}

// seal names a report after what it says.
func seal(r *asif.Report) error {
	r.ID = ""
	raw, err := asif.Marshal(r)
	if err != nil {
		return fmt.Errorf("encoding report: %w", err)
	}
	sum := sha256.Sum256(raw)
	r.ID = "report-" + hex.EncodeToString(sum[:12])
	return nil
}
