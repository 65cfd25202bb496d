package asif

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// open opens raw, which must be a document.
func open(t testing.TB, raw []byte, lim Limits) *Document {
	t.Helper()
	d, err := Open(bytes.NewReader(raw), int64(len(raw)), lim)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func save(t testing.TB, raw []byte, lim Limits) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := open(t, raw, lim).Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestOpenThenSaveKeepsEverything(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		d := drawer{t: t, wild: true}
		o := Lookup("asif-document")
		doc := d.object(o, 5)
		raw := d.spaced(doc)
		want := doc.sorted(o, payloads).String()
		got := save(outer, raw, Limits{})
		if diff := cmp.Diff(want, parseTree(got).String()); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		if again := save(outer, got, Limits{}); !bytes.Equal(got, again) {
			t.Fatalf("saving again changes it:\n%s\n%s", got, again)
		}
		inline := rapid.Int64Range(30, 200).Draw(t, "inline")
		if streamed := save(outer, raw, Limits{Inline: inline}); !bytes.Equal(got, streamed) {
			t.Fatalf("streaming with %d bytes in memory gives something else:\n%s\n%s", inline, got, streamed)
		}
	})
}

func TestSaveWritesALinePerItem(t *testing.T) {
	in := "{ \"events\" : [ {\"kind\":\"note\",\"id\":\"a\"},\n{} ],\"x\":[1, 2], \"losses\":[],\"asif_version\":\"0.4\", \"tools\": {} }"
	want := "{\n\"asif_version\":\"0.4\",\n\"events\":[\n{\"id\":\"a\",\"kind\":\"note\"},\n{}\n],\n\"tools\":{},\n\"losses\":[],\n\"x\":[1,2]\n}\n"
	if diff := cmp.Diff(want, string(save(t, []byte(in), Limits{}))); diff != "" {
		t.Error(diff)
	}
}

type brokenWriter struct{ left int }

var errFull = errors.New("disk full")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestSaveReportsAFailingWriter(t *testing.T) {
	raw := bigDocument(1 << 20)
	for _, room := range []int{0, window, 2 * window} {
		if err := open(t, raw, Limits{}).Save(&brokenWriter{left: room}); !errors.Is(err, errFull) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
}

func TestSaveReportsADocumentThatChanged(t *testing.T) {
	raw := bigDocument(1 << 20)
	d := open(t, raw, Limits{})
	copy(raw[len(raw)/2:], bytes.Repeat([]byte{'}'}, len(raw)))
	if err := d.Save(io.Discard); !errors.Is(err, errChanged) {
		t.Error(err)
	}
}

func TestSaveOfALongValueStreams(t *testing.T) {
	long := strings.Repeat(`{"id":"i","x": [ 1.50 , "\u0041" ],"role":"user","parts":[]},`, 20_000)
	in := `{"asif_version":"0.4","contexts":[{"inputs":[` + strings.TrimSuffix(long, ",") + `],"id":"c"}],"y":[` + strings.TrimSuffix(long, ",") + `]}`
	got := save(t, []byte(in), Limits{Inline: 4096})
	o := Lookup("asif-document")
	if want := parseTree([]byte(in)).sorted(o, payloads).String(); want != parseTree(got).String() {
		t.Error("a long context is not saved like a short one")
	}
}
