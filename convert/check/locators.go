package check

import (
	"strconv"

	"asif-convert/convert/asif"
)

// pendingSpan is a bytes locator into a resource that had not been read yet.
type pendingSpan struct {
	spot
	resource       asif.ID
	offset, length int64
}

// pendingPointer is a json_pointer locator; it is resolved when all resources are known.
type pendingPointer struct {
	spot
	resource asif.ID
	pointer  string
}

// locator checks one Source Locator Object (V07, V10). Unknown syntaxes are left alone.
func (x *validation) locator(it *item, resource asif.ID, v value) {
	if !x.enabled["V07"] && !x.enabled["V10"] {
		return
	}
	switch string(v.get("syntax").text()) {
	case "bytes":
		offset, okOffset := v.get("offset").integer()
		length, okLength := v.get("length").integer()
		if !okOffset || !okLength {
			x.fault("V07", it.at(v), "", "offset and length", "the bytes locator does not say which bytes")
			return
		}
		i := x.spaces[resources].item(resource)
		if i < 0 || int(i) >= len(x.blobs) {
			if resource != 0 {
				x.spans = append(x.spans, pendingSpan{it.at(v), resource, offset, length})
			}
			return
		}
		if d := x.blobs[i].declared; d < 0 || !within(offset, length, d) {
			x.v07Span(it.at(v), offset, length, d)
		}
	case "json_pointer":
		pointer := v.get("value")
		if pointer.kind() != stringKind {
			x.fault("V07", it.at(v), "", "a JSON Pointer as value", "the json_pointer locator has no pointer")
		} else if resource != 0 {
			x.pointers = append(x.pointers, pendingPointer{it.at(pointer), resource, pointer.str()})
		}
	}
}

// within tells whether a span lies inside of size bytes.
func within(offset, length, size int64) bool {
	return offset >= 0 && length >= 0 && offset <= size && length <= size-offset
}

func (x *validation) v07Span(at spot, offset, length, declared int64) {
	if declared < 0 {
		x.fault("V10", at, "", "a resource that declares its bytes", "the locator points into a resource of unknown length")
		return
	}
	if !within(offset, length, declared) {
		x.fault("V07", at, strconv.FormatInt(offset, 10)+"+"+strconv.FormatInt(length, 10), "inside of "+decimalBytes(declared),
			"the locator points beyond the resource's end")
	}
}

// locatorsEnd checks the locators that had to wait. Pointers of one resource are resolved together.
func (x *validation) locatorsEnd() error {
	for _, s := range x.spans {
		if i := x.spaces[resources].item(s.resource); i >= 0 {
			x.v07Span(s.spot, s.offset, s.length, x.blobs[i].declared)
		}
	}
	byResource := map[asif.ID][]pendingPointer{}
	var order []asif.ID
	for _, p := range x.pointers {
		if byResource[p.resource] == nil {
			order = append(order, p.resource)
		}
		byResource[p.resource] = append(byResource[p.resource], p)
	}
	for _, id := range order {
		if i := x.spaces[resources].item(id); i >= 0 && x.blobs[i].atHand() {
			if err := x.v07Pointers(i, byResource[id]); err != nil {
				return err
			}
		}
	}
	x.loaded = loaded{}
	return nil
}

// v07Pointers resolves pointers in one resource's bytes.
func (x *validation) v07Pointers(i int32, list []pendingPointer) error {
	content, err := x.content(i)
	if err != nil {
		return err
	}
	var t tree
	if !strictJSON(content) || t.parse(content, maxDepth) != nil {
		for _, p := range list {
			x.fault("V07", p.spot, p.pointer, "a resource that is one JSON value", "the locator points into what is not JSON")
		}
		return nil
	}
	for _, p := range list {
		if _, ok := t.root().at(p.pointer); !ok || !validPointer(p.pointer) {
			x.fault("V07", p.spot, p.pointer, "a pointer that resolves", "the locator points to nothing")
		}
	}
	return nil
}
