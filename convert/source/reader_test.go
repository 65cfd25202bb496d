package source

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"asif-convert/losses"
)

// seen is what a test compares of a record.
type seen struct {
	Line   int
	Offset int64
	Length int64
	Raw    string
	Fault  string
}

// read returns all records of an input, its summary, and the error that ended it (nil at its end).
func read(t rapid.TB, in Input, lim Limits) ([]seen, Summary, error) {
	t.Helper()
	r, err := NewReader(in, 3, lim)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var all []seen
	for {
		b, err := r.Next()
		if err == io.EOF {
			return all, r.Summary(), nil
		}
		if err != nil {
			return all, r.Summary(), err
		}
		for _, rec := range b.Records {
			if rec.Input != 3 || rec.Span.Input != 3 {
				t.Errorf("record at %d names input %d and %d, want 3", rec.Span.Offset, rec.Input, rec.Span.Input)
			}
			all = append(all, seen{rec.Line, rec.Span.Offset, rec.Span.Length, string(rec.Raw), rec.Fault.String()})
		}
		r.Release(b)
	}
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

var deep = strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)

// nested is a value in so many arrays.
func nested(levels int, value string) string {
	return strings.Repeat("[", levels) + value + strings.Repeat("]", levels)
}

// lineCases are inputs of one line or a few, and the records they hold.
var lineCases = []struct {
	name, in string
	want     []seen
}{
	{"empty input", "", nil},
	{"blank lines are no records", "\n \n\t\r\n  ", nil},
	{"one record a line", "{\"a\":1}\n{\"b\":2}\n", []seen{{1, 0, 7, `{"a":1}`, "none"}, {2, 8, 7, `{"b":2}`, "none"}}},
	{"last line without newline", "{\"a\":1}\n{\"b\":2}", []seen{{1, 0, 7, `{"a":1}`, "none"}, {2, 8, 7, `{"b":2}`, "none"}}},
	{"white space and CRLF around values", " {\"a\":1}\t\r\n\r\n [ ] \r\n", []seen{{1, 1, 7, `{"a":1}`, "none"}, {3, 14, 3, `[ ]`, "none"}}},
	{"other values are records", "1\ntrue\n\"x\"\nnull", []seen{{1, 0, 1, "1", "none"}, {2, 2, 4, "true", "none"}, {3, 7, 3, `"x"`, "none"}, {4, 11, 4, "null", "none"}}},
	{"line separators of Unicode split nothing", "{\"a\":\"\u2028\u2029\u0085\"}\n", []seen{{1, 0, 16, "{\"a\":\"\u2028\u2029\u0085\"}", "none"}}},
	{"carriage return alone splits nothing", "{\"a\":\r1}\n", []seen{{1, 0, 8, "{\"a\":\r1}", "none"}}},

	{"byte order mark at the start", "\uFEFF{\"a\":1}\n2", []seen{{1, 3, 7, `{"a":1}`, "none"}, {2, 11, 1, "2", "none"}}},
	{"byte order mark alone", "\uFEFF\n\uFEFF", []seen{{2, 4, 3, "\uFEFF", "tail"}}},
	{"byte order mark later is torn", "1\n\uFEFF{}\n", []seen{{1, 0, 1, "1", "none"}, {2, 2, 5, "\uFEFF{}", "torn"}}},

	{"NUL bytes before a value", "\x00\x00{\"a\":1}\n", []seen{{1, 2, 7, `{"a":1}`, "nul"}}},
	{"NUL bytes after a value", "{\"a\":1}\x00 \x00\n", []seen{{1, 0, 7, `{"a":1}`, "nul"}}},
	{"NUL bytes around a scalar", "\x007\x00", []seen{{1, 1, 1, "7", "nul"}}},
	{"NUL bytes between values", "{}\x00\x00{}\n", []seen{{1, 0, 2, "{}", "none"}, {1, 4, 2, "{}", "glued+nul"}}},
	{"NUL bytes alone", " \x00\x00\n1", []seen{{1, 1, 2, "\x00\x00", "torn+nul"}, {2, 4, 1, "1", "none"}}},
	{"NUL bytes alone at the end", "1\n\x00\x00\x00", []seen{{1, 0, 1, "1", "none"}, {2, 2, 3, "\x00\x00\x00", "tail+nul"}}},
	{"NUL bytes after a torn value", "{\"a\"\x00\n", []seen{{1, 0, 4, `{"a"`, "torn+nul"}}},
	{"a value after a torn one and a hole", "{\"a\":\"x\x00\x00 {\"b\":2}\n", []seen{{1, 0, 7, `{"a":"x`, "torn"}, {1, 10, 7, `{"b":2}`, "glued+nul"}}},
	{"a value after a torn one and a hole, torn at the end", "{\"a\x00{\"b\":2}{\n", []seen{{1, 0, 3, `{"a`, "torn"}, {1, 4, 7, `{"b":2}`, "glued+nul"}, {1, 11, 1, "{", "torn+glued"}}},
	{"UTF-16 is one torn record", "{\x00\"\x00a\x00\"\x00}\x00\n", []seen{{1, 0, 9, "{\x00\"\x00a\x00\"\x00}", "torn+nul"}}},

	{"bad UTF-8 in a value", "{\"a\":\"x\xff\xfey\"}\n", []seen{{1, 0, 12, `{"a":"x` + "\uFFFD" + `y"}`, "utf8"}}},
	{"bad UTF-8 in a name", "{\"\xc3\":1}\n", []seen{{1, 0, 7, `{"` + "\uFFFD" + `":1}`, "utf8"}}},
	{"bad UTF-8 outside strings is torn", "{\"a\":\xff}\n", []seen{{1, 0, 7, "{\"a\":\xff}", "torn"}}},
	{"encoded surrogate is bad UTF-8", "[\"\xed\xa0\xbd\"]\n", []seen{{1, 0, 7, "[\"\uFFFD\"]", "utf8"}}},
	{"names that bad UTF-8 makes equal", "{\"\xff\":1,\"\xfe\":2}\n", []seen{{1, 0, 13, "{\"\uFFFD\":2}", "utf8+duplicate"}}},

	{"high surrogate alone", `["\ud83d"]`, []seen{{1, 0, 10, `["\ufffd"]`, "surrogate"}}},
	{"low surrogate alone", `["\uDE00x"]`, []seen{{1, 0, 11, `["\ufffdx"]`, "surrogate"}}},
	{"high surrogate twice, then low", `["\ud83d\ud83d\ude00"]`, []seen{{1, 0, 22, `["\ufffd\ud83d\ude00"]`, "surrogate"}}},
	{"high surrogate before another escape", `["\ud83d\n\u0041"]`, []seen{{1, 0, 18, `["\ufffd\n\u0041"]`, "surrogate"}}},
	{"surrogate pair", `["\ud83d\ude00"]`, []seen{{1, 0, 16, `["\ud83d\ude00"]`, "none"}}},
	{"escaped backslash before u is no escape", `["\\ud83d","\ud83d"]`, []seen{{1, 0, 20, `["\\ud83d","\ufffd"]`, "surrogate"}}},
	{"bad UTF-8 and surrogates together", "[\"\xff\\udead\\udead\"]", []seen{{1, 0, 17, "[\"\uFFFD\\ufffd\\ufffd\"]", "utf8+surrogate"}}},

	{"duplicate names", `{"a":1,"b":{"c":1,"c":2}}`, []seen{{1, 0, 25, `{"a":1,"b":{"c":2}}`, "duplicate"}}},
	{"duplicate names by escape", `{"a":1,"\u0061":2}`, []seen{{1, 0, 18, `{"\u0061":2}`, "duplicate"}}},

	{"glued objects", "{\"a\":1}{\"b\":2} [3]\n{}", []seen{{1, 0, 7, `{"a":1}`, "none"}, {1, 7, 7, `{"b":2}`, "glued"}, {1, 15, 3, "[3]", "glued"}, {2, 19, 2, "{}", "none"}}},
	{"glued objects, the rest torn", "{\"a\":1}{\"b\":2}{\"c\n", []seen{{1, 0, 7, `{"a":1}`, "none"}, {1, 7, 7, `{"b":2}`, "glued"}, {1, 14, 3, `{"c`, "torn+glued"}}},
	{"glued objects, the rest cut", "{\"a\":1}{\"c", []seen{{1, 0, 7, `{"a":1}`, "none"}, {1, 7, 3, `{"c`, "tail+glued"}}},
	{"glued objects with faults of their own", "{\"a\":\"\xff\"}{\"a\":1,\"a\":2}[\"\\ud800\"]\x00\n", []seen{
		{1, 0, 9, "{\"a\":\"\uFFFD\"}", "utf8"}, {1, 9, 13, `{"a":2}`, "glued+duplicate"}, {1, 22, 10, `["\ufffd"]`, "glued+nul+surrogate"}}},
	{"words after a value are torn", "{} trailing\n", []seen{{1, 0, 2, "{}", "none"}, {1, 3, 8, "trailing", "torn+glued"}}},
	{"numbers side by side are no values", "2025-01-01 started\n", []seen{{1, 0, 18, "2025-01-01 started", "torn"}}},
	{"scalar after a value is torn", "{}1\n", []seen{{1, 0, 2, "{}", "none"}, {1, 2, 1, "1", "torn+glued"}}},

	{"torn line", "{\"a\":\n{\"b\":2}\n", []seen{{1, 0, 5, `{"a":`, "torn"}, {2, 6, 7, `{"b":2}`, "none"}}},
	{"cut tail", "{\"a\":1}\n{\"b\":", []seen{{1, 0, 7, `{"a":1}`, "none"}, {2, 8, 5, `{"b":`, "tail"}}},
	{"control character in a string is torn", "[\"\x01\"]\n", []seen{{1, 0, 5, "[\"\x01\"]", "torn"}}},
	{"bad escape is torn", `["\x"]` + "\n", []seen{{1, 0, 6, `["\x"]`, "torn"}}},
	{"not JSON", "hello\nNaN\n", []seen{{1, 0, 5, "hello", "torn"}, {2, 6, 3, "NaN", "torn"}}},
	{"nested too deep is torn", deep + "\n1\n", []seen{{1, 0, 20_002, deep, "torn"}, {2, 20_003, 1, "1", "none"}}},
	{"nested as deep as a record may be", nested(100, "1") + "\n", []seen{{1, 0, 201, nested(100, "1"), "none"}}},
	{"nested deeper keeps the rest as text", nested(101, "") + "\n", []seen{{1, 0, 202, nested(100, `"[]"`), "deep"}}},
	{"text of deeper values", nested(99, `{"a":[1,"]\"["],"b":{},"c":[]}`), []seen{{1, 0, 228, nested(99, `{"a":"[1,\"]\\\"[\"]","b":"{}","c":"[]"}`), "deep"}}},
	{"brackets in strings nest nothing", `["` + strings.Repeat(`[\"{`, 200) + `"]`, []seen{{1, 0, 804, `["` + strings.Repeat(`[\"{`, 200) + `"]`, "none"}}},
	{"nested deeper with other faults", nested(100, "{\"a\":\"\xff\",\"a\":2}"), []seen{{1, 0, 215, nested(100, `"{\"a\":2}"`), "utf8+duplicate+deep"}}},
	{"nested as deep as is read", deep[1:20_001] + "\n", []seen{{1, 0, 20_000, nested(100, `"`+nested(9900, "")+`"`), "deep"}}},
}

func TestReaderMakesOneRecordPerValue(t *testing.T) {
	for _, c := range lineCases {
		t.Run(c.name, func(t *testing.T) {
			for _, chunk := range []int{1, 2, 7, 64, 0} {
				got, sum, err := read(t, Bytes("in", []byte(c.in)), Limits{chunk: chunk})
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("chunk %d (-want +got):\n%s", chunk, d)
				}
				want := Summary{Bytes: int64(len(c.in)), SHA256: digest([]byte(c.in)), Records: int64(len(c.want))}
				if d := cmp.Diff(want, sum); d != "" {
					t.Errorf("chunk %d: summary (-want +got):\n%s", chunk, d)
				}
			}
		})
	}
}

func TestReaderDeclaresLinesAboveTheLimit(t *testing.T) {
	long := `{"a":"` + strings.Repeat("x", 100) + `"}`
	in := "{}\n" + long + "\n{\"b\":2}\n" + long
	want := []seen{{1, 0, 2, "{}", "none"}, {2, 3, 108, "", "oversized"}, {3, 112, 7, `{"b":2}`, "none"}, {4, 120, 108, "", "oversized"}}
	for _, chunk := range []int{1, 10, 107, 108, 109, 1000} {
		got, sum, err := read(t, Bytes("in", []byte(in)), Limits{Record: 107, chunk: chunk})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("chunk %d (-want +got):\n%s", chunk, d)
		}
		if sum.SHA256 != digest([]byte(in)) || sum.Records != 4 {
			t.Errorf("chunk %d: summary %+v does not cover the skipped lines", chunk, sum)
		}
		got, _, err = read(t, Bytes("in", []byte(in)), Limits{Record: 108, chunk: chunk})
		if err != nil || len(got) != 4 || got[1].Raw != long || got[3].Raw != long {
			t.Errorf("chunk %d: a line of exactly the limit was not read: %v, %v", chunk, got, err)
		}
	}
}

func TestReaderEndsGluedLinesAtTheirLimit(t *testing.T) {
	in := strings.Repeat("{}", maxGlued+5) + "\n1"
	got, _, err := read(t, Bytes("in", []byte(in)), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != maxGlued+2 {
		t.Fatalf("%d records, want %d", len(got), maxGlued+2)
	}
	want := []seen{{1, 2*maxGlued - 2, 2, "{}", "glued"}, {1, 2 * maxGlued, 10, "{}{}{}{}{}", "torn+glued"}, {2, 2*maxGlued + 11, 1, "1", "none"}}
	if d := cmp.Diff(want, got[maxGlued-1:]); d != "" {
		t.Error(d)
	}
}

func TestReaderKeepsRecordsInOrderAcrossManyBatches(t *testing.T) {
	var in bytes.Buffer
	for i := range 3 * maxRecords {
		fmt.Fprintf(&in, "%d\n", i)
	}
	got, _, err := read(t, Bytes("in", in.Bytes()), Limits{})
	if err != nil || len(got) != 3*maxRecords {
		t.Fatalf("%d records, error %v", len(got), err)
	}
	for i, g := range got {
		if g.Raw != fmt.Sprint(i) || g.Line != i+1 {
			t.Fatalf("record %d is %+v", i, g)
		}
	}
}

func TestReaderTakesAWholeInputAsOneRecord(t *testing.T) {
	long := "[" + strings.Repeat("1,\n", 50) + "1]"
	cases := []struct {
		name, in string
		want     []seen
	}{
		{"empty", "", nil},
		{"blank", " \n\n", nil},
		{"pretty-printed", "\uFEFF\n {\n \"a\": 1\n}\n", []seen{{2, 5, 11, "{\n \"a\": 1\n}", "none"}}},
		{"faults", "\x00{\"a\":\"\xff\",\n\"a\":\"\\ud800\"}\n\x00", []seen{{1, 1, 23, `{"a":"\ufffd"}`, "nul+utf8+surrogate+duplicate"}}},
		{"torn", "{\n \"a\": x\n}\n", []seen{{1, 0, 11, "{\n \"a\": x\n}", "torn"}}},
		{"cut", "{\n \"a\": \"x\n", []seen{{1, 0, 10, "{\n \"a\": \"x", "tail"}}},
		{"cut at white space", "{\n \"a\":\n", []seen{{1, 0, 7, "{\n \"a\":", "tail"}}},
		{"followed by another", "{}\n{}", []seen{{1, 0, 5, "{}\n{}", "torn"}}},
		{"NUL bytes alone", "\n\x00\n", []seen{{1, 0, 3, "\n\x00\n", "torn+nul"}}},
		{"at the limit", long, []seen{{1, 0, 153, long, "none"}}},
		{"above the limit", long + "\n", []seen{{1, 0, 154, "", "oversized"}}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, chunk := range []int{1, 10, 0} {
				in := Bytes("in", []byte(c.in))
				in.Framing = Whole
				got, sum, err := read(t, in, Limits{Record: 153, chunk: chunk})
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("chunk %d (-want +got):\n%s", chunk, d)
				}
				if sum.SHA256 != digest([]byte(c.in)) {
					t.Errorf("chunk %d: hash differs", chunk)
				}
			}
		})
	}
}

func TestPositionOfATornWholeInputIsWhereItBreaks(t *testing.T) {
	in := Bytes("in", []byte("\n{\n \"a\": x\n}\n"))
	in.Framing = Whole
	r, err := NewReader(in, 0, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	want := losses.Position{File: "f.json", Line: 3, Byte: 9}
	if got := b.Records[0].Position("f.json"); got != want {
		t.Errorf("position %+v, want %+v", got, want)
	}
}

func TestPositionOfALineIsItsValue(t *testing.T) {
	r := Record{Line: 7, Span: Span{Offset: 70, Length: 5}, Raw: []byte("{\"a\":"), Fault: FaultTorn}
	want := losses.Position{File: "f.jsonl", Line: 7, Byte: 70}
	if got := r.Position("f.jsonl"); got != want {
		t.Errorf("position %+v, want %+v", got, want)
	}
}

func TestFaultsNameTheirLosses(t *testing.T) {
	cases := []struct {
		fault    Fault
		readable bool
		want     []losses.Kind
	}{
		{0, true, nil},
		{FaultGlued | FaultUTF8, true, []losses.Kind{losses.GluedRecord, losses.BadUTF8}},
		{FaultNUL | FaultSurrogate | FaultDuplicate, true, []losses.Kind{losses.NulBytes, losses.LoneSurrogateReplaced, losses.DuplicateMember}},
		{FaultTorn, false, []losses.Kind{losses.TornRecord}},
		{FaultTorn | FaultTail, false, []losses.Kind{losses.TruncatedTail}},
		{FaultTorn | FaultNUL, false, []losses.Kind{losses.TornRecord, losses.NulBytes}},
		{FaultOversized, false, []losses.Kind{losses.OversizedRecord}},
	}
	for _, c := range cases {
		if d := cmp.Diff(c.want, c.fault.Kinds()); d != "" {
			t.Errorf("%v: %s", c.fault, d)
		}
		if c.fault.Readable() != c.readable {
			t.Errorf("%v: readable %v", c.fault, c.fault.Readable())
		}
	}
}
