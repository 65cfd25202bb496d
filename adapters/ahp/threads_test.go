package ahp

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"asif-convert/convert/asif"
)

// The short way for requests that go on gives what the long one does.
func TestRequestsThatGoOnAreRepeatedLikeOthers(t *testing.T) {
	went := 0
	rapid.Check(t, func(t *rapid.T) {
		var lived []input
		for i := range rapid.IntRange(0, 8).Draw(t, "lived") {
			lived = append(lived, input{asif.Ref(i + 1), rapid.Bool().Draw(t, "tool")})
		}
		var inputs []asif.Ref
		for _, x := range lived {
			if !x.tool || rapid.Bool().Draw(t, "told") {
				inputs = append(inputs, x.ref)
			}
		}
		inputs = append(inputs, rapid.SliceOfN(rapid.Custom(func(t *rapid.T) asif.Ref { return asif.Ref(rapid.IntRange(1, 12).Draw(t, "ref")) }), 0, 3).Draw(t, "added")...)
		if len(inputs) == 0 {
			return
		}
		short, long := thread{lived: slices.Clone(lived)}, thread{lived: slices.Clone(lived)}
		if !short.goesOn(inputs) {
			if !slices.Equal(short.lived, lived) {
				t.Fatalf("%v is changed to %v by what does not go on", lived, short.lived)
			}
			return
		}
		went++
		if long.reorder(inputs); !slices.Equal(short.lived, long.lived) {
			t.Fatalf("%v repeated as %v is %v, the long way %v", lived, inputs, short.lived, long.lived)
		}
	})
	if went == 0 {
		t.Error("no request went on")
	}
}
