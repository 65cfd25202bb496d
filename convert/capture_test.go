package convert_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"asif-convert/adapters"
	"asif-convert/convert"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
	"asif-convert/golden/toy"
)

func TestCaptureNamesWhatAConversionWouldGive(t *testing.T) {
	child := toy.Adapter{}.Session(source.Bytes("c.jsonl", toyText(`{"id":"a","say":"child"}`)))
	child.Native.Value = "child"
	other := toy.Adapter{}.Session(source.Bytes("o.jsonl", toyText(`{"id":"a","say":"other"}`)))
	other.Native.Value, other.Children = "other", []adapters.Session{child}
	for name, dest := range map[string]func() convert.Destination{
		"file":   func() convert.Destination { return convert.Destination{Path: filepath.Join(t.TempDir(), "o.json")} },
		"stream": func() convert.Destination { return convert.Destination{Writer: &bytes.Buffer{}} },
	} {
		made, err := convert.From(toy.Adapter{}, other, convert.Options{}, dest())
		if err != nil {
			t.Fatal(err)
		}
		var named asif.ParticipantChildSession
		s := script{play: func(st *stage) adapters.History {
			if named, err = st.out.Capture(other); err != nil {
				t.Fatal(err)
			}
			return main(st.say("user", "a"))
		}}
		if _, err := convert.From(s, s.session(), convert.Options{}, dest()); err != nil {
			t.Fatal(err)
		}
		if named.CaptureID != made.CaptureID || named.SessionID != made.SessionID {
			t.Errorf("%s: named %+v, made %s %s", name, named, made.SessionID, made.CaptureID)
		}
	}
}
