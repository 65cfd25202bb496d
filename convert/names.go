package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// maxName bounds a file name's stem, in bytes.
const maxName = 80

// device is what Windows takes for a device, whatever the extension (V05).
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)`)

// fileName is a stem made of an identifier. One that is changed for it, or cut, is told apart by its digest.
func fileName(id string) string {
	stem := portable(id)
	if len(stem) > maxName {
		stem = stem[:maxName]
		for !utf8.ValidString(stem) && utf8.ValidString(id) {
			stem = stem[:len(stem)-1]
		}
		stem = strings.TrimRight(stem, ". ")
	}
	if stem != id || !utf8.ValidString(stem) || device.MatchString(stem) || strings.HasPrefix(stem, ".") || strings.HasPrefix(stem, "-") {
		return strings.ToValidUTF8(strings.TrimLeft(stem, ".-"), "_") + mark(id)
	}
	return stem
}

func mark(id string) string {
	sum := sha256.Sum256([]byte(id))
	return "-" + hex.EncodeToString(sum[:4])
}

// fileNames are the files of several documents: named after their sessions, and where two would be the same on some
// disk, all of these after their identities too. They do not depend on the order of the documents.
func fileNames(docs []*document) []string {
	stems, count := make([]string, len(docs)), map[string]int{}
	for i, d := range docs {
		stems[i] = fileName(d.session.Value)
		count[strings.ToLower(stems[i])]++
	}
	taken := map[string]bool{}
	for i, d := range docs {
		if count[strings.ToLower(stems[i])] > 1 {
			stems[i] += mark(d.id)
		}
		stem := stems[i]
		for n := 2; taken[strings.ToLower(stems[i])]; n++ { // as good as never
			stems[i] = fmt.Sprintf("%s~%d", stem, n)
		}
		taken[strings.ToLower(stems[i])] = true
		stems[i] += ".json"
	}
	return stems
}
