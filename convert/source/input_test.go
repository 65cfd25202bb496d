package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

func compress(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func write(t *testing.T, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "session.jsonl")
	if err := os.WriteFile(path, data, 0o400); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFileReadsWhatStandsThere(t *testing.T) {
	data := []byte("{\"a\":1}\n{\"b\":2}\n")
	in := File(write(t, data), "p/session.jsonl")
	if in.Locator != "p/session.jsonl" {
		t.Errorf("locator %q", in.Locator)
	}
	got, sum, err := read(t, in, Limits{})
	if err != nil || len(got) != 2 {
		t.Fatalf("%v, %v", got, err)
	}
	if want := (Summary{Bytes: 16, SHA256: digest(data), Records: 2}); sum != want {
		t.Errorf("summary %+v, want %+v", sum, want)
	}
}

// sized is an input whose size at open is not what can be read.
func sized(data string, size int64) Input {
	return Input{Name: "sized", Open: func() (io.ReadCloser, int64, error) {
		return io.NopCloser(strings.NewReader(data)), size, nil
	}}
}

func TestReaderStopsAtTheSizeSeenAtOpen(t *testing.T) {
	cases := []struct {
		name         string
		size         int64
		records      int64
		fault        string
		grew, shrank bool
	}{
		{"as seen", 16, 2, "none", false, false},
		{"grew by a record", 8, 1, "none", true, false},
		{"grew within a record", 12, 2, "tail", true, false},
		{"shrank", 20, 2, "none", false, true},
		{"unknown", -1, 2, "none", false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, sum, err := read(t, sized("{\"a\":1}\n{\"b\":2}\n", c.size), Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if sum.Records != c.records || got[len(got)-1].Fault != c.fault || sum.Grew != c.grew || sum.Shrank != c.shrank {
				t.Errorf("%+v, records %v", sum, got)
			}
		})
	}
}

func TestFileThatGrowsWhileItIsReadEndsWhereItEndedAtOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "grows.jsonl")
	if err := os.WriteFile(path, []byte("1\n2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	in := File(path, "")
	open := in.Open
	in.Open = func() (io.ReadCloser, int64, error) {
		f, size, err := open()
		if err == nil {
			err = os.WriteFile(path, []byte("1\n2\n3\n"), 0o600)
		}
		return f, size, err
	}
	got, sum, err := read(t, in, Limits{})
	if err != nil || len(got) != 2 || !sum.Grew || sum.Bytes != 4 {
		t.Errorf("%v, %+v, %v", got, sum, err)
	}
}

func TestStdinCanBeOpenedAgainAfterItsHead(t *testing.T) {
	for name, encode := range map[string]func([]byte) []byte{
		"plain": func(b []byte) []byte { return b },
		"zstd":  func(b []byte) []byte { return compress(t, b) },
	} {
		data := []byte(strings.Repeat("{\"a\":\"some text\"}\n", 50_000))
		in := Stdin(bytes.NewReader(encode(data)))
		for range 2 {
			head, err := Head(in)
			if err != nil || !bytes.Equal(head, data[:HeadSize]) {
				t.Fatalf("%s: head of %d bytes, error %v", name, len(head), err)
			}
		}
		got, sum, err := read(t, in, Limits{})
		if err != nil || len(got) != 50_000 || sum.SHA256 != digest(data) || sum.Grew || sum.Shrank {
			t.Errorf("%s: %d records, %+v, %v", name, len(got), sum, err)
		}
	}
}

func TestStdinIsNotKeptBeyondItsHead(t *testing.T) {
	in := Stdin(strings.NewReader(strings.Repeat(strings.Repeat("1", 999)+"\n", 2*keepLimit/1000)))
	if _, _, err := read(t, in, Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := NewReader(in, 0, Limits{}); !errors.Is(err, ErrConsumed) {
		t.Errorf("second reading: error %v", err)
	}
}

func TestHeadIsDecodedAndShort(t *testing.T) {
	data := []byte("\uFEFF" + strings.Repeat("{\"a\":1}\n", 20_000))
	for _, c := range []struct {
		name string
		in   Input
		want []byte
	}{
		{"long", Bytes("in", data), data[3:HeadSize]},
		{"zstd", Bytes("in", compress(t, data)), data[3:HeadSize]},
		{"short", Bytes("in", []byte("{}")), []byte("{}")},
		{"empty", Bytes("in", nil), []byte{}},
	} {
		got, err := Head(c.in)
		if err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("%s: %d bytes, want %d; error %v", c.name, len(got), len(c.want), err)
		}
	}
}

func TestZstdIsKnownByItsFirstBytes(t *testing.T) {
	data := []byte("\uFEFF{\"a\":1}\n{\"b\":\n{\"c\":3}")
	want := []seen{{1, 3, 7, `{"a":1}`, "none"}, {2, 11, 5, `{"b":`, "torn"}, {3, 17, 7, `{"c":3}`, "none"}}
	frames := append(compress(t, data[:10]), compress(t, data[10:])...)
	for _, stored := range [][]byte{data, compress(t, data), frames} {
		got, sum, err := read(t, File(write(t, stored), ""), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		if sum != (Summary{Bytes: int64(len(data)), SHA256: digest(data), Records: 3}) {
			t.Errorf("summary %+v is not of the decoded bytes", sum)
		}
	}
}

func TestCorruptZstdDeliversWhatWasDecoded(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var data []byte
	for range 50_000 {
		data = fmt.Appendf(data, "{\"a\":%8d}\n", random.IntN(1e8))
	}
	whole, _, err := read(t, Bytes("in", data), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	stored := compress(t, data)
	broken := bytes.Clone(stored)
	for i := len(broken) * 3 / 4; i < len(broken)*3/4+64 && i < len(broken); i++ {
		broken[i] ^= 0xA5
	}
	for name, bad := range map[string][]byte{"cut": stored[:len(stored)*3/4], "changed": broken} {
		got, sum, err := read(t, Bytes("bad.zst", bad), Limits{})
		if err == nil || !strings.Contains(err.Error(), "bad.zst at byte") || !strings.Contains(err.Error(), "zstd") {
			t.Errorf("%s: error %v", name, err)
		}
		if len(got) < 100 || sum.Records != int64(len(got)) || sum.SHA256 != digest(data[:sum.Bytes]) {
			t.Errorf("%s: %d records, summary %+v", name, len(got), sum)
			continue
		}
		complete := got[:sum.Bytes/15]
		if d := cmp.Diff(whole[:len(complete)], complete); d != "" {
			t.Errorf("%s: records before the damage differ: %s", name, d)
		}
	}
}

func TestZstdWindowIsBounded(t *testing.T) {
	huge := append(bytes.Clone(zstdMagic), 0x00, 18<<3, 0x09, 0x00, 0x00, 'x') // a window of 2^(10+18) bytes, one raw byte
	if _, _, err := read(t, Bytes("huge.zst", huge), Limits{}); !errors.Is(err, zstd.ErrWindowSizeExceeded) {
		t.Errorf("window of 256 MiB: error %v", err)
	}
	huge[5] = 17 << 3
	got, _, err := read(t, Bytes("large.zst", huge), Limits{})
	if err != nil || len(got) != 1 || got[0].Raw != "x" {
		t.Errorf("window of 128 MiB: %v, error %v", got, err)
	}
}

// failing returns an error after its text.
type failing struct {
	io.Reader
	err error
}

func (f failing) Read(p []byte) (int, error) {
	n, err := f.Reader.Read(p)
	if err == io.EOF {
		err = f.err
	}
	return n, err
}

func TestReadErrorComesAfterTheRecordsBeforeIt(t *testing.T) {
	bad := errors.New("disk is on fire")
	got, sum, err := read(t, Stdin(failing{strings.NewReader("{\"a\":1}\n{\"b\""), bad}), Limits{})
	want := []seen{{1, 0, 7, `{"a":1}`, "none"}, {2, 8, 4, `{"b"`, "tail"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if !errors.Is(err, bad) || !strings.Contains(err.Error(), "stdin at byte 12") || sum.Bytes != 12 {
		t.Errorf("error %v, summary %+v", err, sum)
	}
}

func TestReaderThatBringsNothingIsAnError(t *testing.T) {
	_, err := NewReader(Stdin(idle{}), 0, Limits{})
	if !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("error %v", err)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }
