package asif

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func TestAppendStringEscapesOnlyWhatMustBe(t *testing.T) {
	for in, want := range map[string]string{
		"":                     `""`,
		"plain ~\x7f":          "\"plain ~\x7f\"",
		"\" \\ /":              `"\" \\ /"`,
		"\b\f\n\r\t":           `"\b\f\n\r\t"`,
		"\x00\x01\x1f":         `"\u0000\u0001\u001f"`,
		"ü 日本 😀 \u2028":        "\"ü 日本 😀 \u2028\"",
		"a\xffb":               "\"a\ufffdb\"",
		"\xe6\x97":             "\"\ufffd\ufffd\"",
		"\xed\xa0\x80":         "\"\ufffd\ufffd\ufffd\"",
		"\ufffd":               "\"\ufffd\"",
		"end\xf0\x9f\x98":      "\"end\ufffd\ufffd\ufffd\"",
		"<script>&'":           `"<script>&'"`,
		strings.Repeat("x", 9): `"xxxxxxxxx"`,
	} {
		if got := string(AppendString([]byte("b"), in)); got != "b"+want {
			t.Errorf("%q: %s, not %s", in, got, want)
		}
		if got := string(AppendString([]byte("b"), []byte(in))); got != "b"+want {
			t.Errorf("bytes %q: %s, not %s", in, got, want)
		}
	}
}

func TestAppendTextGivesTheCanonicalSpelling(t *testing.T) {
	for in, want := range map[string]string{
		`""`:                           `""`,
		`"a\"\\\b\f\n\r\t"`:            `"a\"\\\b\f\n\r\t"`,
		`"\/"`:                         `"/"`,
		`"\u0041\u00fc\u65E5"`:         `"Aü日"`,
		`"\ud83d\ude00"`:               `"😀"`,
		`"\u0022\u005c\u002f"`:         `"\"\\/"`,
		`"\u000a\u0008\u000A"`:         `"\n\b\n"`,
		`"\u001F\u0000"`:               `"\u001f\u0000"`,
		`"\\u0041"`:                    `"\\u0041"`,
		`"\\\u0041\\/"`:                `"\\A\\/"`,
		`"\ud83d"`:                     "\"\ufffd\"",
		`"\ud83dx\ude00"`:              "\"\ufffdx\ufffd\"",
		`"\ud83d\u0041"`:               "\"\ufffdA\"",
		`"\ud83d\ud83d\ude00"`:         "\"\ufffd😀\"",
		`"\u007f"`:                     "\"\x7f\"",
		"\"\u2028\\u2029\"":            "\"\u2028\u2029\"",
		`"tail\\"`:                     `"tail\\"`,
		`"` + `\/` + `\\` + `\/` + `"`: `"/\\/"`,
	} {
		if got := string(AppendText([]byte("b"), []byte(in))); got != "b"+want {
			t.Errorf("%s: %s, not %s", in, got, want)
		}
	}
}

// jsonText draws a JSON string in any spelling.
func jsonText(t *rapid.T) string {
	pieces := rapid.SliceOf(rapid.SampledFrom([]string{
		"a", "word ", `\n`, `\\`, `\"`, `\/`, `\u0041`, `\u000a`, `\u001F`, `\ud83d\ude00`, "ü", "😀", `\u005c`, `\b`, "\u2028", `\uFFFD`,
	})).Draw(t, "pieces")
	return `"` + strings.Join(pieces, "") + `"`
}

func TestStringsAgreeWithAnotherDecoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := []byte(jsonText(t))
		text, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendUnquoted(nil, raw); !bytes.Equal(got, text) {
			t.Fatalf("%s is %q, not %q", raw, got, text)
		}
		canonical, err := jsontext.AppendQuote(nil, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := AppendText(nil, raw); !bytes.Equal(got, canonical) {
			t.Fatalf("%s becomes %s, not %s", raw, got, canonical)
		}
		if got := AppendString(nil, text); !bytes.Equal(got, canonical) {
			t.Fatalf("%q becomes %s, not %s", text, got, canonical)
		}
		if again := AppendText(nil, canonical); !bytes.Equal(again, canonical) {
			t.Fatalf("canonical %s becomes %s", canonical, again)
		}
	})
}

func FuzzAppend(f *testing.F) {
	for _, s := range []string{"", "a\nb", "\xff\"\\", `\u0041`, `"\ud83d\ude00"`, `"\`, `"\u12`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		want, _ := jsontext.AppendQuote(nil, s) // its error tells of replaced bytes
		if got := AppendString(nil, s); !bytes.Equal(got, want) {
			t.Fatalf("%q becomes %s, not %s", s, got, want)
		}
		AppendUnquoted(nil, s) // whatever it is, it ends
		AppendText(nil, s)
		if v := jsontext.Value(s); v.IsValid() && v.Kind() == '"' && len(s) == len(bytes.TrimSpace(s)) {
			text, err := jsontext.AppendUnquote(nil, s)
			if err == nil && !bytes.Equal(AppendUnquoted(nil, s), text) {
				t.Fatalf("%s is %q, not %q", s, AppendUnquoted(nil, s), text)
			}
		}
	})
}

func TestAppendIntWritesDecimals(t *testing.T) {
	for _, n := range []int64{0, -1, 7, maxInteger, -1 << 63} {
		if got := string(AppendInt([]byte("n"), n)); got != "n"+strconv.FormatInt(n, 10) {
			t.Error(got)
		}
	}
}
