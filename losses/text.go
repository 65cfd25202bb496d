package losses

import (
	"bytes"
	"encoding/json"

	"asif-convert/losses/scan"
)

// stringMember returns the value of the first member of the object at b[i] with that name, quotes included, or nil
// when there is none or it is no string.
func stringMember(b []byte, i int, name string) []byte {
	for i = scan.Space(b, i+1); i < len(b) && b[i] == '"'; {
		end := scan.String(b, i)
		key := b[i:end]
		if i = scan.Space(b, end); i >= len(b) || b[i] != ':' {
			return nil
		}
		i = scan.Space(b, i+1)
		if string(unquoted(key)) == name {
			if i < len(b) && b[i] == '"' {
				return b[i:scan.String(b, i)]
			}
			return nil
		}
		if i = scan.Space(b, scan.Value(b, i)); i >= len(b) || b[i] != ',' {
			return nil
		}
		i = scan.Space(b, i+1)
	}
	return nil
}

// unquoted returns the text of a JSON string, quotes included in raw: a part of raw unless there are escapes.
func unquoted(raw []byte) []byte {
	if len(raw) < 2 || raw[len(raw)-1] != '"' {
		return nil
	}
	text := raw[1 : len(raw)-1]
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return text // not JSON: no key equals it
	}
	return []byte(s)
}
