package source

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

var words = []string{"the", "session", "reads", "a", "file", "and", "then", "`go test ./...`", "writes", "it", "back,\\n",
	"with", "\\\"quotes\\\"", "tabs\\t", "naïve", "paths/like/this.go", "func", "return", "err", "→", "0x1f", "done."}

// sample makes JSON lines of about that many bytes each, of the kind that agents write: envelopes of short members around
// text.
func sample(size, record int) []byte {
	random := rand.New(rand.NewPCG(7, uint64(record)))
	var out []byte
	for n := 0; len(out) < size; n++ {
		start := len(out)
		out = fmt.Appendf(out, `{"parentUuid":"%08x-4b7e-4c57-9d3e-%012x","isSidechain":false,"userType":"external","cwd":"/home/user/project",`+
			`"sessionId":"0a1b2c3d-1111-2222-3333-444455556666","version":"2.0.%d","type":"assistant","uuid":"%08x-4b7e-4c57-9d3e-%012x",`+
			`"timestamp":"2025-09-30T12:%02d:%02d.%03dZ","message":{"role":"assistant","usage":{"input_tokens":%d,"output_tokens":%d},`+
			`"content":[{"type":"text","text":"`, n, n, n%9, n+1, n+1, n/60%60, n%60, n%1000, n%50_000, n%900)
		for len(out)-start < record-8 {
			out = append(append(out, words[random.IntN(len(words))]...), ' ')
		}
		out = append(out, "\"}]}}\n"...)
	}
	return out
}

// BenchmarkScan compares the reader with its parts, on one core each: GOMAXPROCS does not help a single stage.
func BenchmarkScan(b *testing.B) {
	stages := []struct {
		name string
		scan func(testing.TB, []byte)
	}{
		{"reader", func(t testing.TB, data []byte) { drain(t, Bytes("in", data), Limits{}) }},
		{"bare", func(t testing.TB, data []byte) { // read, hash, strict validity per line: nothing else
			sum := sha256.New()
			buf := make([]byte, 0, chunkSize)
			for in := bytes.NewReader(data); ; {
				n, err := in.Read(buf[len(buf):cap(buf)])
				if err == io.EOF {
					return
				}
				sum.Write(buf[len(buf) : len(buf)+n])
				buf = buf[:len(buf)+n]
				used := eachLine(t, buf, func(line []byte) bool { return jsontext.Value(line).IsValid() })
				buf = append(buf[:0], buf[used:]...)
			}
		}},
		{"sha256", func(_ testing.TB, data []byte) { sha256.Sum256(data) }},
		{"valid", func(t testing.TB, data []byte) {
			eachLine(t, data, func(line []byte) bool { return jsontext.Value(line).IsValid() })
		}},
		{"valid-duplicates-allowed", func(t testing.TB, data []byte) {
			eachLine(t, data, func(line []byte) bool { return jsontext.Value(line).IsValid(jsontext.AllowDuplicateNames(true)) })
		}},
		{"decoder-reset", func(t testing.TB, data []byte) {
			d, buf := new(jsontext.Decoder), new(bytes.Buffer)
			eachLine(t, data, func(line []byte) bool {
				*buf = *bytes.NewBuffer(line)
				d.Reset(buf)
				_, err := d.ReadValue()
				_, end := d.ReadToken()
				return err == nil && end == io.EOF
			})
		}},
		{"decoder-stream", func(t testing.TB, data []byte) {
			d := jsontext.NewDecoder(bytes.NewBuffer(data))
			for {
				if _, err := d.ReadValue(); err == io.EOF {
					return
				} else if err != nil {
					t.Fatal(err)
				}
			}
		}},
	}
	for _, record := range []int{2500, 600} {
		data := sample(64<<20, record)
		for _, s := range stages {
			b.Run(fmt.Sprintf("%s/%d", s.name, record), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				for b.Loop() {
					s.scan(b, data)
				}
			})
		}
	}
}

func eachLine(t testing.TB, data []byte, valid func([]byte) bool) int {
	used := 0
	for {
		end := bytes.IndexByte(data[used:], '\n')
		if end < 0 {
			return used
		}
		if !valid(data[used : used+end]) {
			t.Fatalf("invalid line at %d", used)
		}
		used += end + 1
	}
}
