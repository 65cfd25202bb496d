package source

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// plainSplit is a slow splitter that shares nothing with the reader: it asks encoding/json. It knows spans and which
// records are torn, not the other faults.
func plainSplit(data []byte) []seen {
	var all []seen
	at := 0
	for n, line := range bytes.SplitAfter(data, []byte("\n")) {
		start := at
		at += len(line)
		if start == 0 && bytes.HasPrefix(line, []byte("\xEF\xBB\xBF")) {
			line, start = line[3:], 3
		}
		cut := !bytes.HasSuffix(line, []byte("\n"))
		all = append(all, plainLine(line, n+1, start, cut)...)
	}
	return all
}

const spaces = " \t\r\n"

func plainLine(line []byte, number, start int, cut bool) []seen {
	if len(bytes.Trim(line, spaces)) == 0 {
		return nil
	}
	broken := "torn"
	if cut {
		broken = "tail"
	}
	var all []seen
	record := func(from, to int, state string) {
		all = append(all, seen{Line: number, Offset: int64(start + from), Length: int64(to - from), Fault: state})
	}
	if body := bytes.Trim(line, spaces); len(bytes.Trim(body, spaces+"\x00")) == 0 {
		from := bytes.IndexByte(line, body[0])
		record(from, from+len(body), broken)
		return all
	}
	// One scalar alone, or a row of objects and arrays.
	if body := bytes.Trim(line, spaces+"\x00"); body[0] != '{' && body[0] != '[' && json.Valid(body) {
		from := bytes.Index(line, body)
		record(from, from+len(body), "value")
		return all
	}
	for pos := 0; ; {
		for pos < len(line) && strings.IndexByte(spaces+"\x00", line[pos]) >= 0 {
			pos++
		}
		if pos == len(line) {
			return all
		}
		if size := plainValue(line[pos:]); size > 0 {
			record(pos, pos+size, "value")
			pos += size
			continue
		}
		// Torn to the end, or to a hole with a value behind.
		if hole := bytes.LastIndexByte(line[pos:], 0); hole >= 0 {
			behind := bytes.TrimLeft(line[pos+hole+1:], spaces)
			if plainValue(behind) > 0 {
				end := len(bytes.TrimRight(line[:pos+hole], spaces+"\x00"))
				record(pos, end, "torn")
				pos = end
				continue
			}
		}
		record(pos, len(bytes.TrimRight(line, spaces+"\x00")), broken)
		return all
	}
}

// plainValue is the size of the object or array that b begins with, 0 for none.
func plainValue(b []byte) int {
	if len(b) == 0 || b[0] != '{' && b[0] != '[' {
		return 0
	}
	d := json.NewDecoder(bytes.NewReader(b))
	var v json.RawMessage
	if d.Decode(&v) != nil {
		return 0
	}
	return int(d.InputOffset())
}

// outline drops what plainSplit does not know.
func outline(records []seen) []seen {
	var all []seen
	for _, r := range records {
		state := "value"
		for _, s := range []string{"torn", "tail"} {
			if slices.Contains(strings.Split(r.Fault, "+"), s) {
				state = s
			}
		}
		all = append(all, seen{Line: r.Line, Offset: r.Offset, Length: r.Length, Fault: state})
	}
	return all
}

// checkRecords holds what must be true of every input.
func checkRecords(t rapid.TB, data []byte, got []seen, sum Summary) {
	t.Helper()
	end := int64(0)
	for i, r := range got {
		if r.Offset < end || r.Length <= 0 || r.Offset+r.Length > int64(len(data)) {
			t.Fatalf("record %d at %d+%d, the one before ends at %d, input at %d", i, r.Offset, r.Length, end, len(data))
		}
		checkSeparator(t, data[end:r.Offset], end == 0)
		end = r.Offset + r.Length
		at := data[r.Offset:end]
		if want := 1 + bytes.Count(data[:r.Offset], newline); r.Line != want {
			t.Fatalf("record %d is on line %d, want %d", i, r.Line, want)
		}
		faults := strings.Split(r.Fault, "+")
		repaired := slices.ContainsFunc(faults, func(f string) bool { return f == "utf8" || f == "surrogate" || f == "duplicate" || f == "deep" })
		if !repaired && !bytes.Equal(at, []byte(r.Raw)) {
			t.Fatalf("record %d is %q, its span holds %q", i, r.Raw, at)
		}
		unread := slices.Contains(faults, "torn") || slices.Contains(faults, "tail")
		if !unread && (!jsontext.Value(r.Raw).IsValid() || !utf8.ValidString(r.Raw)) {
			t.Fatalf("record %d (%s) is no valid value: %q", i, r.Fault, r.Raw)
		}
		if !unread && levels(r.Raw) > 100 {
			t.Fatalf("record %d (%s) is nested %d levels deep", i, r.Fault, levels(r.Raw))
		}
	}
	checkSeparator(t, data[end:], end == 0)
	want := Summary{Bytes: int64(len(data)), SHA256: digest(data), Records: int64(len(got))}
	if sum != want {
		t.Fatalf("summary %+v, want %+v", sum, want)
	}
}

// levels is how deep a value is nested.
func levels(value string) (most int) {
	d := jsontext.NewDecoder(strings.NewReader(value))
	for {
		if _, err := d.ReadToken(); err != nil {
			return most
		}
		most = max(most, d.StackDepth())
	}
}

func checkSeparator(t rapid.TB, between []byte, first bool) {
	t.Helper()
	if first {
		between = bytes.TrimPrefix(between, bom)
	}
	if rest := bytes.Trim(between, spaces+"\x00"); len(rest) > 0 {
		t.Fatalf("%q is in no record", rest)
	}
}

// fragments are put together to inputs that are mostly lines of JSON.
var fragments = []string{
	`{"a":1}`, `{"b":[1,2,{"c":null}]}`, `[]`, `{}`, `"text"`, `12.5e3`, `true`, "\n", "\n", "\n", "\r\n", " ", "\t",
	"\x00", "\x00\x00\x00", "\uFEFF", "\u2028", `{"a":"`, `"}`, `{"a":1,"a":2}`, "{\"a\":\"\xff\"}", `{"a":"\ud83d"}`,
	`["\ud83d\ude00\\"]`, `{"long":"` + strings.Repeat("x", 70) + `"}`, nested(70, "7"), "[", "]", "{", "}", ",", "\xe2\x80", "é", `\`, `"`,
}

func anyInput() *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		return []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(fragments), 0, 24).Draw(t, "fragments"), ""))
	})
}

func TestReaderAgreesWithASlowSplitter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := anyInput().Draw(rt, "input")
		chunk := rapid.IntRange(1, 100).Draw(rt, "chunk")
		got, sum, err := read(rt, Bytes("in", data), Limits{chunk: chunk})
		if err != nil {
			rt.Fatal(err)
		}
		if d := cmp.Diff(plainSplit(data), outline(got)); d != "" {
			rt.Fatalf("input %q (-slow +reader):\n%s", data, d)
		}
		checkRecords(rt, data, got, sum)
	})
}

func TestRecordsDoNotDependOnTheChunkSize(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		data := anyInput().Draw(rt, "input")
		framing := rapid.SampledFrom([]Framing{Lines, Whole}).Draw(rt, "framing")
		limit := rapid.Int64Range(1, 100).Draw(rt, "limit")
		in := Bytes("in", data)
		in.Framing = framing
		want, sum, err := read(rt, in, Limits{Record: limit})
		if err != nil {
			rt.Fatal(err)
		}
		for _, chunk := range []int{1, 2, 3, 5, 17, 64} {
			got, s, err := read(rt, in, Limits{Record: limit, chunk: chunk})
			if err != nil || s != sum {
				rt.Fatalf("chunk %d: summary %+v, want %+v; error %v", chunk, s, sum, err)
			}
			if d := cmp.Diff(want, got); d != "" {
				rt.Fatalf("input %q, chunk %d: %s", data, chunk, d)
			}
		}
	})
}

func TestCutAnywhereKeepsTheRecordsBefore(t *testing.T) {
	var data []byte
	for _, c := range lineCases {
		if len(c.in) < 1000 {
			data = append(append(data, c.in...), '\n')
		}
	}
	whole, _, err := read(t, Bytes("in", data), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for cut := range len(data) + 1 {
		got, sum, err := read(t, Bytes("in", data[:cut]), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		checkRecords(t, data[:cut], got, sum)
		lineStart := int64(bytes.LastIndexByte(data[:cut], '\n') + 1)
		before := 0
		for before < len(whole) && whole[before].Offset < lineStart {
			before++
		}
		if len(got) < before {
			t.Fatalf("cut at %d: %d records, want at least %d", cut, len(got), before)
		}
		if !slices.Equal(whole[:before], got[:before]) {
			t.Fatalf("cut at %d: %s", cut, cmp.Diff(whole[:before], got[:before]))
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, c := range lineCases {
		if len(c.in) < 4096 {
			f.Add([]byte(c.in), uint8(8))
		}
	}
	f.Add([]byte(strings.Join(fragments, "")), uint8(3))
	f.Add(compress(f, []byte(strings.Join(fragments, "\n"))), uint8(0))
	f.Fuzz(func(t *testing.T, data []byte, chunk uint8) {
		if bytes.HasPrefix(data, zstdMagic) {
			_, _, err := read(t, Bytes("in", data), Limits{Record: 1 << 20, chunk: int(chunk)})
			t.Logf("zstd: %v", err) // damage is an error, never a crash
			return
		}
		got, sum, err := read(t, Bytes("in", data), Limits{chunk: int(chunk)})
		if err != nil {
			t.Fatal(err)
		}
		checkRecords(t, data, got, sum)
		if d := cmp.Diff(plainSplit(data), outline(got)); d != "" {
			t.Fatalf("(-slow +reader):\n%s", d)
		}
	})
}
