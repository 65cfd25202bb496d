package asif

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// bigDocument is a valid document of about n bytes, events of 1.2 kB.
func bigDocument(n int) []byte {
	var b bytes.Buffer
	text := AppendString(nil, strings.Repeat("func main() {\n\tfmt.Println(\"hello, wörld\")\n}\n", 20))
	b.WriteString(`{"asif_version":"0.4","events":[`)
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n"+`{"id":"e%d","sequence":%d,"actor_id":"agent","kind":"message","causes":[],"provenance":{"mode":"observed","producer":"p","sources":[{"resource_id":"native","locator":{"syntax":"bytes","offset":%d,"length":1200}}]},"data":{"role":"user","parts":[{"kind":"text","text":%s}]},"x":1.50}`, i, i, i*1200, text)
	}
	b.WriteString("]}")
	return b.Bytes()
}

func BenchmarkOpen(b *testing.B) {
	doc := bigDocument(20 << 20)
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if _, err := Open(bytes.NewReader(doc), int64(len(doc)), Limits{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkItems(b *testing.B) {
	doc := bigDocument(20 << 20)
	d, err := Open(bytes.NewReader(doc), int64(len(doc)), Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		for _, err := range d.Items("events") {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkSave(b *testing.B) {
	doc := bigDocument(20 << 20)
	d, err := Open(bytes.NewReader(doc), int64(len(doc)), Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		if err := d.Save(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEvents(b *testing.B) {
	doc := bigDocument(4 << 20)
	d, err := Open(bytes.NewReader(doc), int64(len(doc)), Limits{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		for _, err := range d.Events() {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkAppendString(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"code", strings.Repeat("func main() {\n\tfmt.Println(\"hello\")\n}\n", 100)},
		{"prose", strings.Repeat("The quick brown fox jumps over the lazy dog. ", 100)},
		{"accents", strings.Repeat("Größenordnungsmäßig äöü 日本語. ", 100)},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			var buf []byte
			for b.Loop() {
				buf = AppendString(buf[:0], c.text)
			}
		})
	}
}

func BenchmarkAppendText(b *testing.B) {
	plainText := AppendString(nil, strings.Repeat("func main() {\n\tfmt.Println(\"hello\")\n}\n", 100))
	for _, c := range []struct {
		name string
		raw  []byte
	}{
		{"canonical", plainText},
		{"foreign", bytes.ReplaceAll(plainText, []byte("main"), []byte(`m\u0061in\/`))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.raw)))
			var buf []byte
			for b.Loop() {
				buf = AppendText(buf[:0], c.raw)
			}
		})
	}
}
