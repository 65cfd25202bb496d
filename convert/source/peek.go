package source

import "bytes"

// Peek returns the value of the record's member of that name, as it stands there, or nil: when the record is no object
// or has no such member. It looks no further than it must.
func (r *Record) Peek(name string) []byte {
	if r.typed > 0 && name == typeName {
		from := pastSpace(r.Raw, int(r.typed))
		return r.Raw[from:pastValue(r.Raw, from)]
	}
	return Member(r.Raw, name)
}

// Member returns the value of an object's first member of that name, or nil. Names are compared as they are spelled:
// name must need no escape.
func Member(object []byte, name string) []byte {
	var found []byte
	Members(object, func(key, value []byte) bool {
		if isKey(key, name) {
			found = value
		}
		return found == nil
	})
	return found
}

func isKey(key []byte, name string) bool {
	return len(key) == len(name)+2 && string(key[1:len(key)-1]) == name
}

// Members calls f with each member's name, in quotes, and value, until f returns false. object should be valid JSON; of
// anything else some members are found.
func Members(object []byte, f func(key, value []byte) bool) {
	i := pastSpace(object, 0)
	if i >= len(object) || object[i] != '{' {
		return
	}
	for i = pastSpace(object, i+1); i < len(object) && object[i] == '"'; {
		end := pastString(object, i)
		key := object[i:end]
		if i = pastSpace(object, end); i >= len(object) || object[i] != ':' {
			return
		}
		i = pastSpace(object, i+1)
		end = pastValue(object, i)
		if !f(key, object[i:end]) {
			return
		}
		if i = pastSpace(object, end); i >= len(object) || object[i] != ',' {
			return
		}
		i = pastSpace(object, i+1)
	}
}

func pastSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// pastString returns the index after the string that opens at b[i], or len(b) when it does not close.
func pastString(b []byte, i int) int {
	for from := i + 1; ; {
		j := bytes.IndexByte(b[from:], '"')
		if j < 0 {
			return len(b)
		}
		quote := from + j
		k := quote
		for k > from && b[k-1] == '\\' {
			k--
		}
		if (quote-k)&1 == 0 {
			return quote + 1
		}
		from = quote + 1
	}
}

// pastValue returns the index after the value that begins at b[i], or len(b).
func pastValue(b []byte, i int) int {
	for depth := 0; i < len(b); {
		switch b[i] {
		case '"':
			i = pastString(b, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
			i++
		case ',':
			if depth == 0 {
				return i
			}
			i++
		default:
			i++
			if depth == 0 {
				for i < len(b) && b[i] > ' ' && b[i] != ',' && b[i] != '}' && b[i] != ']' {
					i++
				}
			}
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// Values calls f with each value of an array until f returns false. array should be valid JSON; of anything else some
// values are found.
func Values(array []byte, f func(value []byte) bool) {
	i := pastSpace(array, 0)
	if i >= len(array) || array[i] != '[' {
		return
	}
	for i = pastSpace(array, i+1); i < len(array) && array[i] != ']'; {
		end := pastValue(array, i)
		if end == i || !f(array[i:end]) {
			return
		}
		if i = pastSpace(array, end); i >= len(array) || array[i] != ',' {
			return
		}
		i = pastSpace(array, i+1)
	}
}
