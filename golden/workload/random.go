package workload

import (
	"encoding/base64"
	"encoding/binary"
)

// random is splitmix64: small, fast, and the same everywhere.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// between is a number from the first to the second, both included.
func (r *random) between(b [2]int) int { return b[0] + r.below(b[1]-b[0]+1) }

// once in n times.
func (r *random) once(n int) bool { return r.below(n) == 0 }

const hexDigits = "0123456789abcdef"

// hex appends n hexadecimal digits.
func (r *random) hex(b []byte, n int) []byte {
	for i := 0; i < n; i += 16 {
		for z, k := r.next(), 0; k < min(16, n-i); k++ {
			b = append(b, hexDigits[z&15])
			z >>= 4
		}
	}
	return b
}

// uuid is a version 4 UUID.
func (r *random) uuid() string {
	h := r.hex(nil, 32)
	h[12], h[16] = '4', "89ab"[r.below(4)]
	return string(h[:8]) + "-" + string(h[8:12]) + "-" + string(h[12:16]) + "-" + string(h[16:20]) + "-" + string(h[20:])
}

// base64 appends n bytes in base64.
func (r *random) base64(b []byte, n int) []byte {
	raw := make([]byte, n+7)
	for i := 0; i < n; i += 8 {
		binary.LittleEndian.PutUint64(raw[i:], r.next())
	}
	return base64.StdEncoding.AppendEncode(b, raw[:n])
}

// words are pieces of JSON strings: some have escapes, some are not ASCII.
var words = []string{
	"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty", "knoll", "ledge", "maple",
	"north", "ocean", "plain", "quartz", "ridge", "slate", "tundra", "umber", "vale", "willow", "yarrow", "zephyr", "a",
	"of", "the", "and", "is", "func main() {", "return err", "if x != nil {", "for i := range n {", "\\n", "\\n\\t", "\\n",
	"\\n    ", "\\\"quoted\\\"", "src\\\\lib", "café", "→", "naïve", "0x1f", "42", "3.14", "// why", "/srv/dev/proj/main.go",
}

// prose appends n words as the inside of a JSON string.
func (r *random) prose(b []byte, n int) []byte {
	for i := range n {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, words[r.below(len(words))]...)
	}
	return b
}
