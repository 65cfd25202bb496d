package continuation

import "strings"

// Below is an absolute path relative to a root, with slashes, "" for the root itself; false when it is not below it or
// is not portable (V05). Folders of Windows are known by their drive or backslashes, and compare without case.
func Below(root, path string) (string, bool) {
	root, path = slashed(root), slashed(path)
	if root == "" || path == "" {
		return "", false
	}
	root = strings.TrimSuffix(root, "/")
	if len(path) < len(root) || !same(root, path[:len(root)]) {
		return "", false
	}
	rest := strings.TrimSuffix(path[len(root):], "/")
	if rest == "" {
		return "", true
	}
	if rest[0] != '/' || !Portable(rest[1:]) {
		return "", false
	}
	return rest[1:], true
}

// same compares the beginnings of two paths.
func same(a, b string) bool {
	if len(a) > 1 && a[1] == ':' {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// slashed is a path of either system with slashes; a path of Unix may hold backslashes and keeps them.
func slashed(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	if len(path) > 2 && path[1] == ':' || strings.HasPrefix(path, `\\`) {
		return strings.ReplaceAll(path, `\`, "/")
	}
	return ""
}

// maxPath is how long a portable path may be (V05).
const maxPath = 4096

// devices are names that Windows keeps for itself, with or without an extension.
var devices = map[string]bool{
	"con": true, "prn": true, "aux": true, "nul": true,
	"com1": true, "com2": true, "com3": true, "com4": true, "com5": true, "com6": true, "com7": true, "com8": true, "com9": true,
	"lpt1": true, "lpt2": true, "lpt3": true, "lpt4": true, "lpt5": true, "lpt6": true, "lpt7": true, "lpt8": true, "lpt9": true,
}

// Portable tells whether a path is a portable relative path (V05).
func Portable(path string) bool {
	if path == "" || len([]rune(path)) > maxPath {
		return false
	}
	for s := range strings.SplitSeq(path, "/") {
		if s == "" || s == "." || s == ".." || strings.HasSuffix(s, ".") || strings.HasSuffix(s, " ") {
			return false
		}
		if strings.ContainsAny(s, `<>:"|?*\`) || strings.IndexFunc(s, func(r rune) bool { return r < 0x20 }) >= 0 {
			return false
		}
		name, _, _ := strings.Cut(s, ".")
		if devices[strings.ToLower(name)] {
			return false
		}
	}
	return true
}
