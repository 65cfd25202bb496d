package check

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"unicode"

	"asif-convert/convert/asif"
)

// blob is what a worker found out about an embedded resource's bytes.
type blob struct {
	size    int64  // decoded; 0 when there are none
	sum     string // SHA-256 in lower-case hexadecimal; "" when the bytes could not be had
	problem string // why not
	rule    string // that this breaks: V04, V05
}

// resourceEntry is what stays known of a resource.
type resourceEntry struct {
	span     asif.Range
	declared int64 // bytes that it claims; -1: none
	size     int64 // decoded bytes; -1: not at hand
	embedded bool
}

var embedders = []string{"text", "data", "path"}

// hashBlob decodes and digests what a resource embeds. It runs in a worker.
func (x *validation) hashBlob(it *item) {
	v := it.root()
	it.blob = blob{}
	if !v.get("availability").is(string(asif.AvailabilityEmbedded)) {
		return
	}
	switch text, data, file := v.get("text"), v.get("data"), v.get("path"); {
	case text.kind() == stringKind:
		it.blob.measure(text.text())
	case data.kind() == stringKind:
		it.blob = decodeBlob(data.text(), x.o.Limits.Resource)
	case file.kind() == stringKind && x.root != nil && pathProblem(file.str()) == "":
		it.blob = x.fileBlob(file.str())
	}
}

func (b *blob) measure(content []byte) {
	sum := sha256.Sum256(content)
	b.size, b.sum = int64(len(content)), hex.EncodeToString(sum[:])
}

// decodeBlob decodes base64: standard alphabet, padded, no white space; unused low bits may be anything. What is
// beyond the limit is measured, not decoded.
func decodeBlob(text []byte, limit int64) blob {
	b := blob{size: int64(base64.StdEncoding.DecodedLen(len(text)) - bytes.Count(text[max(0, len(text)-2):], []byte("=")))}
	if b.size > limit {
		return b
	}
	if bytes.ContainsAny(text, "\r\n") {
		return blob{rule: "V04", problem: "the base64 holds white space"}
	}
	content, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		return blob{rule: "V04", problem: "the base64 is wrong: " + err.Error()}
	}
	b.measure(content)
	return b
}

// fileBlob digests a file of the document's folder: a regular one, through no symbolic link.
func (x *validation) fileBlob(name string) blob {
	for dir := name; dir != "."; dir = path.Dir(dir) {
		info, err := x.root.Lstat(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return blob{rule: "V05", problem: "the file is missing"}
		case err != nil:
			return blob{rule: "V05", problem: "the file cannot be looked at"}
		case dir == name && !info.Mode().IsRegular():
			return blob{rule: "V05", problem: "the path names no regular file"}
		case info.Mode()&fs.ModeSymlink != 0:
			return blob{rule: "V05", problem: "the path leads through a symbolic link"}
		case dir == name && info.Size() > x.o.Limits.Resource:
			return blob{size: info.Size()}
		}
	}
	f, err := x.root.Open(name)
	if err != nil {
		return blob{rule: "V05", problem: "the file cannot be opened"}
	}
	defer func() { _ = f.Close() }() // only read from
	h := sha256.New()
	n, err := io.Copy(h, io.LimitReader(f, x.o.Limits.Resource+1))
	if err != nil {
		return blob{rule: "V05", problem: "the file cannot be read"}
	}
	return blob{size: n, sum: hex.EncodeToString(h.Sum(nil))}
}

func (x *validation) readResource(it *item) {
	v := it.root()
	x.define(it)
	e := resourceEntry{span: it.span, declared: -1, size: -1, embedded: v.get("availability").is(string(asif.AvailabilityEmbedded))}
	if n, ok := v.get("bytes").integer(); ok && n >= 0 {
		e.declared = n
	}
	if it.blob.sum != "" {
		e.size = it.blob.size
	}
	x.blobs = append(x.blobs, e)
	x.present[asif.ScopeResources] = true
	if v.get("purpose").is("native") {
		x.present[asif.ScopeNative] = true
	}
	x.provenance(it, v.get("provenance"))
	x.p04(it)
	x.v04(it)
	x.v05(it)
	x.v06(it)
	x.v09Resource(it)
}

// v04: an embedded resource has its bytes once, and they are those that it claims; no other has any.
func (x *validation) v04(it *item) {
	v := it.root()
	var has []string
	for _, name := range embedders {
		if v.get(name).exists() {
			has = append(has, name)
		}
	}
	embedded := v.get("availability").is(string(asif.AvailabilityEmbedded))
	got := strings.Join(has, ", ")
	switch {
	case !embedded && len(has) > 0 && v.get("availability").exists():
		x.fault("V04", it.at(v.get(has[0])), got, "none of text, data, path", "the resource is not embedded but has content")
	case embedded && len(has) != 1:
		x.fault("V04", it.at(v), got, "exactly one of text, data, path", "the embedded resource has not exactly one content")
	case embedded && it.blob.rule == "V04":
		x.fault("V04", it.at(v.get(has[0])), "", "standard base64, padded", it.blob.problem)
	case embedded && it.blob.sum != "":
		x.v04Digest(it)
	}
}

func (x *validation) v04Digest(it *item) {
	v := it.root()
	if n, ok := v.get("bytes").integer(); ok && n != it.blob.size {
		x.fault("V04", it.at(v.get("bytes")), strconv.FormatInt(n, 10), decimalBytes(it.blob.size), "the resource has another length than it claims")
	}
	if sum := v.get("sha256"); sum.kind() == stringKind && !sum.is(it.blob.sum) {
		x.fault("V04", it.at(sum), sum.str(), it.blob.sum, "the resource has another digest than it claims")
	}
}

// v05: a path means the same file everywhere, and no other resource's.
func (x *validation) v05(it *item) {
	v := it.root().get("path")
	if v.kind() != stringKind {
		return
	}
	name := v.str()
	if problem := pathProblem(name); problem != "" {
		x.fault("V05", it.at(v), name, "a portable relative path", problem)
		return
	}
	if it.blob.rule == "V05" {
		x.fault("V05", it.at(v), name, "a regular file beside the document", it.blob.problem)
	}
	folded := foldCase(name)
	if other, ok := x.paths[folded]; ok && other != name {
		x.fault("V05", it.at(v), name, "a path that differs in more than case", "the path collides with "+strconv.Quote(other))
	} else {
		x.paths[folded] = name
	}
}

// pathProblem says why a path is not portable, "" when it is.
func pathProblem(name string) string {
	switch {
	case name == "":
		return "the path is empty"
	case len([]rune(name)) > 4096:
		return "the path is longer than 4096 characters"
	case strings.ContainsAny(name, `:\`):
		return "the path holds a colon or a backslash"
	}
	for segment := range strings.SplitSeq(name, "/") {
		if problem := segmentProblem(segment); problem != "" {
			return problem
		}
	}
	return ""
}

func segmentProblem(s string) string {
	switch {
	case s == "":
		return "the path has an empty segment"
	case s == "." || s == "..":
		return "the path has a segment " + s
	case strings.HasSuffix(s, ".") || strings.HasSuffix(s, " "):
		return "a segment of the path ends in a dot or a space"
	case strings.ContainsAny(s, `<>"|?*`) || strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 }):
		return "a segment of the path holds a character that not every system allows"
	case device(s):
		return "a segment of the path is a device name"
	}
	return ""
}

// device tells whether a segment is a Windows device name, alone or before a dot.
func device(s string) bool {
	stem, _, _ := strings.Cut(strings.ToLower(s), ".")
	stem = strings.TrimRight(stem, " ")
	switch stem {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(stem) == 4 && (stem[:3] == "com" || stem[:3] == "lpt") && stem[3] >= '1' && stem[3] <= '9'
}

// foldCase maps texts that differ in case alone to the same text.
func foldCase(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r == 'ß' || r == 'ẞ' {
			b.WriteString("SS")
			continue
		}
		least := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			least = min(least, f)
		}
		b.WriteRune(least)
	}
	return b.String()
}

// v06: a memory says where it comes from.
func (x *validation) v06(it *item) {
	v := it.root()
	if v.get("purpose").is("session_memory") && !v.get("provenance").exists() {
		x.fault("V06", it.at(v), "", "provenance", "the session memory does not say where it comes from")
	}
}

// loaded is the content of the resource that was loaded last: streams and locators often share one.
type loaded struct {
	resource int32 // index plus 1; 0: none
	content  []byte
}

// content loads and decodes the bytes of an embedded resource, by its index. They are shared.
func (x *validation) content(i int32) ([]byte, error) {
	if x.loaded.resource == i+1 {
		return x.loaded.content, nil
	}
	content, err := x.load(i)
	if err == nil {
		x.loaded = loaded{i + 1, content}
	}
	return content, err
}

func (x *validation) load(i int32) ([]byte, error) {
	raw, err := x.doc.Read(x.blobs[i].span)
	if err != nil {
		return nil, err
	}
	var t tree
	if err := t.parse(raw, maxDepth); err != nil {
		return nil, err
	}
	v := t.root()
	switch {
	case v.get("text").kind() == stringKind:
		return v.get("text").text(), nil
	case v.get("data").kind() == stringKind:
		return base64.StdEncoding.AppendDecode(nil, v.get("data").text())
	case v.get("path").kind() == stringKind && x.root != nil && pathProblem(v.get("path").str()) == "":
		f, err := x.root.Open(v.get("path").str())
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }() // only read from
		return io.ReadAll(io.LimitReader(f, x.o.Limits.Resource+1))
	}
	return nil, fmt.Errorf("resource %d has no bytes at hand", i)
}

// atHand tells whether content can load a resource's bytes.
func (e resourceEntry) atHand() bool { return e.size >= 0 }
