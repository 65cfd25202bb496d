package source

import (
	"strings"

	"asif-convert/losses"
)

// Fault says what was wrong with a record. Faults below FaultTorn left a value that can be mapped.
type Fault uint16

// Faults of a record. Several can hold at once.
const (
	FaultGlued     Fault = 1 << iota // not the first value on its line
	FaultUTF8                        // bytes that are not UTF-8; each run of them is U+FFFD in Raw
	FaultSurrogate                   // a lone surrogate escape, replaced by \ufffd in Raw
	FaultDuplicate                   // an object repeats a member name; Raw has the last one alone
	FaultNUL                         // NUL bytes around the value, removed from Raw
	FaultDeep                        // nested deeper than MaxNesting: in Raw the deeper values are strings that hold their JSON
	FaultTorn                        // no JSON value: Raw is what stands there
	FaultTail                        // torn, and the last bytes of the input: a write that was cut
	FaultOversized                   // longer than the limit: Raw is nil
)

// Readable reports whether Raw is a value that can be mapped: one valid JSON value.
func (f Fault) Readable() bool { return f < FaultTorn }

// faultKinds lists the loss kind of every fault, those that cost the record first. A torn tail is one loss, not two.
var faultKinds = []struct {
	fault, unless Fault
	kind          losses.Kind
	name          string
}{
	{FaultOversized, 0, losses.OversizedRecord, "oversized"},
	{FaultTail, 0, losses.TruncatedTail, "tail"},
	{FaultTorn, FaultTail, losses.TornRecord, "torn"},
	{FaultGlued, 0, losses.GluedRecord, "glued"},
	{FaultNUL, 0, losses.NulBytes, "nul"},
	{FaultUTF8, 0, losses.BadUTF8, "utf8"},
	{FaultSurrogate, 0, losses.LoneSurrogateReplaced, "surrogate"},
	{FaultDuplicate, 0, losses.DuplicateMember, "duplicate"},
	{FaultDeep, 0, losses.DeepValueAsText, "deep"},
}

// Kinds are the losses that the faults mean, one each. When the record cannot be read, the first is the reason.
func (f Fault) Kinds() []losses.Kind {
	var kinds []losses.Kind
	for _, k := range faultKinds {
		if f&k.fault != 0 && f&k.unless == 0 {
			kinds = append(kinds, k.kind)
		}
	}
	return kinds
}

// String names the faults for people and tests: "glued+utf8"; "none" without any.
func (f Fault) String() string {
	var names []string
	for _, k := range faultKinds {
		if f&k.fault != 0 && f&k.unless == 0 {
			names = append(names, k.name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, "+")
}
