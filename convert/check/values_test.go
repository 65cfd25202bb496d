package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestIntegersAreNumbersWithoutFraction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spelled := rapid.StringMatching(`-?(0|[1-9][0-9]{0,18})(\.[0-9]{1,6})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number")
		exact, ok := new(big.Rat).SetString(spelled)
		if !ok {
			t.Skip()
		}
		inRange := exact.IsInt() && exact.Num().IsInt64() && exact.Num().Int64() <= maxSafe && exact.Num().Int64() >= -maxSafe
		n, isInteger := integer([]byte(spelled))
		if isInteger != inRange || isInteger && n != exact.Num().Int64() {
			t.Fatalf("%s: %d, %v", spelled, n, isInteger)
		}
		if whole10([]byte(spelled)) != exact.IsInt() {
			t.Fatalf("%s: whole %v", spelled, !exact.IsInt())
		}
		with := rapid.Int64Range(-1000, 1000).Draw(t, "with")
		if got := compareNumber([]byte(spelled), with); got != exact.Cmp(new(big.Rat).SetInt64(with)) {
			t.Fatalf("%s against %d: %d", spelled, with, got)
		}
	})
}

func TestHugeExponentsAreNoBurden(t *testing.T) {
	for spelled, want := range map[string]int{"1e999999999999999999999": 1, "-1e999999999": -1, "1e-999999999": 1, "-1e-99999999999999999999": -1, "0e999999999999": 0, "0.0e-99": 0} {
		if got := compareNumber([]byte(spelled), 0); got != want {
			t.Errorf("%s: %d", spelled, got)
		}
	}
}

func TestPathsMeanTheSameEverywhereOrAreRefused(t *testing.T) {
	for _, path := range []string{"a", "a/b.c/d", "…/x", "console", "com0", "lpt10.txt", ".hidden", "a..b", strings.Repeat("x/", 2047) + "xy"} {
		if p := pathProblem(path); p != "" {
			t.Errorf("%q: %s", path, p)
		}
	}
	for _, path := range []string{"", "/a", "a/", "a//b", "./a", "a/..", "c:/a", `a\b`, "a./b", "a /b", "a\x01", "a<b", `a"b`, "a|b", "a?", "a*", "con", "x/PRN.txt", "aux.", "Com1",
		"lpt9.tar.gz", "nul .txt", strings.Repeat("x", 4097)} {
		if pathProblem(path) == "" {
			t.Errorf("%q is let through", path)
		}
	}
}

func TestPointersLeadIntoLongArrays(t *testing.T) {
	var tr tree
	for _, odd := range []string{"", " "} { // the second tree in the room of the first
		var list []string
		for i := range 200 {
			list = append(list, fmt.Sprintf(`%s{"n":[%d]}`, odd, i))
		}
		if err := tr.parse([]byte("["+strings.Join(list, ",")+"]"), maxDepth); err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, 63, 64, 199, 65, 0} {
			if v, ok := tr.root().at(fmt.Sprintf("/%d/n/0", i)); !ok || string(v.raw()) != fmt.Sprint(i) {
				t.Errorf("element %d: %s, %v", i, v.raw(), ok)
			}
		}
		for _, p := range []string{"/200", "/-1", "/01", "/+1", "/-", "/64/n/1", "/64/n/0/0"} {
			if v, ok := tr.root().at(p); ok {
				t.Errorf("%s: %s", p, v.raw())
			}
		}
	}
}

// FuzzTree: a tree says of valid JSON what another parser says, and refuses or survives the rest.
func FuzzTree(f *testing.F) {
	for _, s := range []string{`{"a":[1,"b\n",null,true,false,{}],"\u0061":-1.5e3}`, `[[],[[]]]`, `"x`, `{"a"}`, `{"a":}`, `[1,]`, `[,1]`, `nul`, `{"a":1 "b":2}`, ``, `"\`, `[`, ` 1 `, `1 2`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var tr tree
		err := tr.parse(raw, 1000)
		if !strictJSON(raw) {
			if err == nil {
				tr.root().tree() // must not panic
			}
			return
		}
		if err != nil {
			if err != errDepth {
				t.Fatalf("%q: %v", raw, err)
			}
			return
		}
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Skip()
		}
		if got := plain(tr.root()); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", raw, got, want)
		}
		for i := range tr.nodes {
			v := value{&tr, int32(i)}
			if found, ok := tr.root().at(v.pointer()); !ok || found.i != v.i {
				t.Errorf("%q: %q leads to %v", raw, v.pointer(), found.i)
			}
		}
	})
}

// plain is a value as encoding/json has it.
func plain(v value) any {
	switch v.kind() {
	case numberKind:
		return json.Number(v.raw())
	case objectKind:
		m := map[string]any{}
		for e := range v.members() {
			m[e.name()] = plain(e)
		}
		return m
	case arrayKind:
		list := []any{}
		for e := range v.each() {
			list = append(list, plain(e))
		}
		return list
	}
	return v.tree()
}

func TestTreesAreBuiltToTheirDepthAndNoFurther(t *testing.T) {
	var tr tree
	deep := strings.Repeat("[", 50) + strings.Repeat("]", 50)
	if err := tr.parse([]byte(deep), 50); err != nil {
		t.Error(err)
	}
	if err := tr.parse([]byte(deep), 49); err != errDepth {
		t.Error(err)
	}
	if err := tr.parse(fmt.Appendf(nil, "[%s,%s]", deep, deep), 51); err != nil {
		t.Error(err)
	}
}
