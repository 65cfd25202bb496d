//go:build unix

package source

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// BenchmarkScan compares the reader with its parts. MB/cpu-s does not depend on what else the machine does.
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
				before := cpu(b)
				for b.Loop() {
					s.scan(b, data)
				}
				spent := cpu(b) - before
				b.ReportMetric(float64(len(data))*float64(b.N)/spent.Seconds()/1e6, "MB/cpu-s")
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

// cpu is the user and system time that the process has spent.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
