package talk

import (
	"strconv"
	"strings"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// outgrown tells whether the version that will go on may not read the session's own records rightly: a newer one wrote some
// of them, or it is older than the first that finds all of them again.
func (t *Talk) outgrown() (bool, error) {
	version := t.h.Version
	if version == "" || !t.same {
		return false, nil
	}
	if olderThan(version, t.to.Copies) {
		return true, nil
	}
	for e, err := range asif.Each[asif.Environment](t.doc, "environments") {
		if err != nil {
			return false, err
		}
		if e.Kind != asif.EnvironmentRuntime || e.Definition == nil {
			continue
		}
		if olderThan(version, string(adapters.Text(source.Member(e.Definition.Value, "version")))) {
			return true, nil
		}
	}
	return false, nil
}

// olderThan compares versions of three numbers. What is no version is as old as any.
func olderThan(a, b string) bool {
	for {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		m, _ := strconv.Atoi(x) // what is no number counts as none
		n, err := strconv.Atoi(y)
		switch {
		case err != nil || x == "":
			return false
		case m != n:
			return m < n
		}
	}
}
