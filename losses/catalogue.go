package losses

import (
	"fmt"
	"iter"
	"strings"
)

// Kind is a kind of loss of the closed catalogue below: everything that a conversion can lose or change has one, with
// one stage, scope and level.
type Kind uint8

// Level says how much a loss matters.
type Level uint8

// Levels, from least to most.
const (
	Info  Level = iota + 1 // as expected of the format, or mended without a gap
	Warn                   // something is missing or changed; the rest stands
	Error                  // something is missing that the session needs
)

var levelNames = [...]string{Info: "info", Warn: "warn", Error: "error"}

// String is the level's name.
func (l Level) String() string {
	if l < Info || l > Error {
		return "none"
	}
	return levelNames[l]
}

// ParseLevel returns the level of that name.
func ParseLevel(name string) (Level, error) {
	for l := Info; l <= Error; l++ {
		if levelNames[l] == name {
			return l, nil
		}
	}
	return 0, fmt.Errorf("level %q is none of info, warn, error", name)
}

// stage is where a loss happens, in the order of the work.
type stage uint8

const (
	capture       stage = iota + 1 // the native files do not hold it, or not readably
	normalization                  // the native files hold it, the document does not or not the same
	redaction                      // taken out on purpose
	translation                    // the destination cannot take it
)

var stageNames = [...]string{capture: "capture", normalization: "normalization", redaction: "redaction", translation: "translation"}

type entry struct {
	name  string
	stage stage
	scope Scope
	level Level
	text  string
}

func (k Kind) entry() *entry {
	if k >= kinds {
		k = Undeclared
	}
	return &catalogue[k]
}

// Name is the kind's stable name: the loss kind of the document, and of --fail-on.
func (k Kind) Name() string { return k.entry().name }

// Stage is the document's loss stage.
func (k Kind) Stage() string { return stageNames[k.entry().stage] }

// Scope is the session domain that the loss touches.
func (k Kind) Scope() Scope { return k.entry().scope }

// Level says how much the loss matters.
func (k Kind) Level() Level { return k.entry().level }

// Text says in one sentence what happened and what to do.
func (k Kind) Text() string { return k.entry().text }

// Kinds is the whole catalogue.
func Kinds() iter.Seq[Kind] {
	return func(yield func(Kind) bool) {
		for k := range kinds {
			if !yield(k) {
				return
			}
		}
	}
}

// KindByName returns the kind of that name, and false when the catalogue has none.
func KindByName(name string) (Kind, bool) {
	for k := range Kinds() {
		if catalogue[k].name == name {
			return k, true
		}
	}
	return 0, false
}

// FailOn is a bar that losses can fail: a level and all above it, or one kind. The zero value lets everything pass.
type FailOn struct {
	level Level
	kind  Kind
	named bool
}

// ParseFailOn reads "info", "warn", "error" or the name of a kind; "" is the zero bar.
func ParseFailOn(s string) (FailOn, error) {
	if s == "" {
		return FailOn{}, nil
	}
	if l, err := ParseLevel(s); err == nil {
		return FailOn{level: l}, nil
	}
	if k, ok := KindByName(s); ok {
		return FailOn{kind: k, named: true}, nil
	}
	return FailOn{}, fmt.Errorf("%q is neither a level (info, warn, error) nor a loss kind%s", s, nearest(s))
}

// nearest suggests kinds that have a word of the name that was not found.
func nearest(name string) string {
	var like []string
	for k := range Kinds() {
		for word := range strings.SplitSeq(name, "_") {
			if len(word) > 3 && strings.Contains(catalogue[k].name, word) {
				like = append(like, catalogue[k].name)
				break
			}
		}
	}
	if len(like) == 0 {
		return ""
	}
	return "; did you mean " + strings.Join(like[:min(len(like), 5)], ", ") + "?"
}

// Fails returns the first loss that reaches the bar.
func (f FailOn) Fails(lost []Loss) (Loss, bool) {
	for _, x := range lost {
		if f.named && x.Kind == f.kind || f.level != 0 && x.Kind.Level() >= f.level {
			return x, true
		}
	}
	return Loss{}, false
}
