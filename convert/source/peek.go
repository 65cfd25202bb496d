package source

import "asif-convert/losses/scan"

// Peek returns the value of the record's member of that name, as it stands there, or nil: when the record is no object
// or has no such member. It looks no further than it must.
func (r *Record) Peek(name string) []byte {
	if r.typed > 0 && name == typeName {
		from := scan.Space(r.Raw, int(r.typed))
		return r.Raw[from:scan.Value(r.Raw, from)]
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
	i := scan.Space(object, 0)
	if i >= len(object) || object[i] != '{' {
		return
	}
	for i = scan.Space(object, i+1); i < len(object) && object[i] == '"'; {
		end := scan.String(object, i)
		key := object[i:end]
		if i = scan.Space(object, end); i >= len(object) || object[i] != ':' {
			return
		}
		i = scan.Space(object, i+1)
		end = scan.Value(object, i)
		if !f(key, object[i:end]) {
			return
		}
		if i = scan.Space(object, end); i >= len(object) || object[i] != ',' {
			return
		}
		i = scan.Space(object, i+1)
	}
}

// Values calls f with each value of an array until f returns false. array should be valid JSON; of anything else some
// values are found.
func Values(array []byte, f func(value []byte) bool) {
	i := scan.Space(array, 0)
	if i >= len(array) || array[i] != '[' {
		return
	}
	for i = scan.Space(array, i+1); i < len(array) && array[i] != ']'; {
		end := scan.Value(array, i)
		if array[i] == ',' || !f(array[i:end]) {
			return
		}
		if i = scan.Space(array, end); i >= len(array) || array[i] != ',' {
			return
		}
		i = scan.Space(array, i+1)
	}
}
