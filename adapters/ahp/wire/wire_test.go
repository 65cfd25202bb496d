package wire_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"asif-convert/adapters/ahp/wire"
)

const event = `{"id":"e1","source":"urn:h","type":"turn.start","time":"2026-09-15T12:00:00Z"}`

// found is what an entry says of itself, on one line.
func found(value string) []string {
	var all []string
	wire.Unwrap([]byte(value), func(e *wire.Entry) {
		s := fmt.Sprintf("%s at %d %q", e.Kind, e.At, e.Path)
		for _, p := range []struct {
			name string
			wire.Part
		}{
			{"event", e.Event}, {"id", e.ID}, {"version", e.Version}, {"effects", e.Effects}, {"manifest", e.Manifest}, {"error", e.Error},
			{"capabilities", e.Capabilities},
		} {
			if p.Exists() {
				s += fmt.Sprintf(" %s@%d%s", p.name, p.At, p.Path)
				if got := value[p.At : p.At+len(p.Raw)]; got != string(p.Raw) {
					s += fmt.Sprintf(" NOT %s BUT %s", p.Raw, got)
				}
			}
		}
		if e.Type != "" {
			s += " " + e.Type
		}
		if e.Wrapper.Exists() {
			s += " wrapped"
		}
		all = append(all, s)
	})
	return all
}

func TestEntriesAreFoundInEveryForm(t *testing.T) {
	for in, want := range map[string][]string{
		event:                               {`event at 0 "" event@0 turn.start`},
		` [` + event + `, ` + event + ` ] `: {`event at 2 "/0" event@2/0 turn.start`, `event at 82 "/1" event@82/1 turn.start`},
		`{"jsonrpc":"2.0","method":"hooks/observe","params":{"protocolVersion":"draft","event":` + event + `}}`: {
			`hooks/observe at 0 "" event@86/params/event version@70/params/protocolVersion turn.start`},
		`{"jsonrpc":"2.0","id":"e1","method":"hooks/intercept","params":{"event":` + event + `,"capabilities":{"effects":[]}}}`: {
			`hooks/intercept at 0 "" event@72/params/event id@22/id capabilities@166/params/capabilities turn.start`},
		`{"jsonrpc":"2.0","id":7,"result":{"protocolVersion":"draft"}}`:                            {`response at 0 "" id@22/id version@52/result/protocolVersion`},
		`{"jsonrpc":"2.0","id":7,"result":{"effects":[{"type":"allow"}]}}`:                         {`response at 0 "" id@22/id effects@44/result/effects`},
		`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}`:                             {`response at 0 "" id@22/id error@35/error`},
		`{"jsonrpc":"2.0","id":1,"method":"hooks/capabilities","params":{}}`:                       {`hooks/capabilities request at 0 "" id@22/id`},
		`{"jsonrpc":"2.0","id":1,"result":{"manifest":{}}}`:                                        {`hooks/capabilities response at 0 "" id@22/id manifest@45/result/manifest`},
		`{"jsonrpc":"2.0","method":"tools/list"}`:                                                  {`unknown at 0 ""`},
		`{"at":5,"direction":"in","frame":{"jsonrpc":"2.0","method":"hooks/observe","params":{}}}`: {`hooks/observe at 33 "/frame" wrapped`},
		`{"ts":1,"message":` + event + `}`:                                                         {`event at 18 "/message" event@18/message turn.start wrapped`},
		`{"protocolVersion":"draft","event":` + event + `}`:                                        {`event at 35 "/event" event@35/event turn.start wrapped`},
		`{"time":"x","type":"sent","params":{"event":` + event + `}}`:                              {`event at 44 "/params/event" event@44/params/event turn.start wrapped`},
		`{"frame":[` + event + `]}`:                                                                {`event at 10 "/frame/0" event@10/frame/0 turn.start wrapped`},
		`{"type":"user.message.inbound","message":{"channel":"c"}}`:                                {`event at 0 "" event@0 user.message.inbound`},
		`{"type":"permission.request","message":{}}`:                                               {`event at 0 "" event@0 permission.request`},
		`{"id":"1","source":"s","type":"x.y"}`:                                                     {`event at 0 "" event@0 x.y`},
		`{"id":"1","source":"s","time":"t"}`:                                                       {`event at 0 "" event@0`},
		`{"type":"turn\u002estart"}`:                                                               {`event at 0 "" event@0 turn.start`},
		`{"a":1}`:                                                                                  {`unknown at 0 ""`}, `7`: {`unknown at 0 ""`}, `[]`: nil, `{"message":"text"}`: {`unknown at 0 ""`},
		`[[[[[7]]]]]`: {`unknown at 4 "/0/0/0/0"`},
	} {
		if d := cmp.Diff(want, found(in)); d != "" {
			t.Errorf("%s: %s", in, d)
		}
	}
}

func TestTypesAreThoseOfTheProtocol(t *testing.T) {
	if len(wire.Types) != 32 {
		t.Errorf("%d types, want 32", len(wire.Types))
	}
	chapter, interceptable := 0, 0
	for _, typ := range wire.Types {
		if got, ok := wire.Find(typ.Name); !ok || got != typ {
			t.Errorf("%s is not found by its name", typ.Name)
		}
		if word, _, _ := strings.Cut(typ.Name, "."); word != string(typ.Family) {
			t.Errorf("%s is of family %s", typ.Name, typ.Family)
		}
		if _, ok := wire.Removed(typ.Name); ok {
			t.Errorf("%s is a type and removed", typ.Name)
		}
		if typ.Chapter {
			chapter++
		}
		if typ.Interceptable {
			interceptable++
		}
	}
	if chapter != 19 || interceptable != 19 {
		t.Errorf("%d types of the chapter and %d interceptable", chapter, interceptable)
	}
}

func TestRemovedNamesHaveAReplacementThatExists(t *testing.T) {
	names := regexp.MustCompile(`[a-z]+(\.[a-z]+)+`)
	for _, name := range []string{"tool.error", "prompt.submitted", "agent.stop", "notification", "permission.request", "compact.pre", "compact.post", "file.edited", "other"} {
		instead, ok := wire.Removed(name)
		if !ok {
			t.Errorf("%s is not known as removed", name)
		}
		for _, n := range names.FindAllString(instead, -1) {
			if _, ok := wire.Find(n); !ok {
				t.Errorf("%s is replaced by %s, which is no type", name, n)
			}
		}
	}
	if _, ok := wire.Removed("turn.start"); ok {
		t.Error("turn.start is no removed name")
	}
}

func FuzzUnwrap(f *testing.F) {
	f.Add([]byte(event))
	f.Add([]byte(`[{"frame":{"jsonrpc":"2.0","id":1,"result":{"effects":[]}}},` + event + `]`))
	f.Add([]byte(`{"jsonrpc":"2.0","method":"hooks/observe","params":{"event":` + event + `}}`))
	f.Fuzz(func(t *testing.T, value []byte) {
		wire.Unwrap(value, func(e *wire.Entry) {
			for _, p := range []wire.Part{e.Part, e.Event, e.ID, e.Effects, e.Wrapper} {
				if p.Exists() && !bytes.Equal(value[p.At:p.At+len(p.Raw)], p.Raw) {
					t.Fatalf("%q is not at %d", p.Raw, p.At)
				}
			}
		})
	})
}

// What stands in the deepest event that is found is outlined down to the parts of its messages.
func TestAnEventIsOutlinedHoweverDeepItStands(t *testing.T) {
	value := `{"jsonrpc":"2.0","method":"hooks/observe","params":{"event":{"type":"turn.start","items":[{"parts":[{"kind":"text"}]}]}}}`
	for range 4 {
		value = `{"frame":` + value + `}`
	}
	var found []string
	wire.Unwrap([]byte(value), func(e *wire.Entry) {
		for i := range e.Members.Each {
			messages := e.Members.Below(i)
			for k := range messages.Each {
				parts := messages.Below(k).Below(0)
				found = append(found, string(parts.Below(0).Value(0)))
			}
		}
	})
	if want := []string{`"text"`}; !cmp.Equal(found, want) {
		t.Errorf("kinds of parts: %q, want %q", found, want)
	}
}
