package codex

import "asif-convert/adapters"

// record is what one walk collects of a native record. Slices point into the record and are valid until it has been
// mapped. A field of the wrong type stays as it is and reads as empty: the walk never fails.
type record struct {
	f         [fScalars][]byte
	items     []item
	parts     []part
	summaries [][]byte
	sources   [][]byte // provenance of parts, by their index; of the item that is being walked
	receivers [][]byte
	answers   [][]byte
	tools     [][]byte
	texts     [][]byte
	item      item // the ones that are being walked
	part      part
}

// item is one item of a response, or what stands in its place.
type item struct {
	f              [iItem - iType][]byte
	raw            []byte
	from, to       int // parts
	sumFrom, sumTo int // summaries
}

// get returns a field as JSON.
func (x *item) get(id int) []byte { return x.f[id-iType] }

// text returns a field's text.
func (x *item) text(id int) []byte { return adapters.Text(x.f[id-iType]) }

// maxParts bounds the parts of one item whose provenance is told apart.
const maxParts = 1 << 16

// part is one content part. Fields are JSON.
type part struct {
	typ, text, image, encrypted, raw, source []byte
}

// reset forgets the record before and keeps its lists.
func (r *record) reset() {
	r.f = [fScalars][]byte{}
	r.items, r.parts, r.summaries = r.items[:0], r.parts[:0], r.summaries[:0]
	r.sources, r.receivers, r.answers, r.tools, r.texts = r.sources[:0], r.receivers[:0], r.answers[:0], r.tools[:0], r.texts[:0]
	r.item, r.part = item{}, part{}
}

// field takes one field of the record; the numbers come from the tables.
func (r *record) field(id, index int, raw []byte) {
	switch {
	case id < fScalars:
		r.f[id] = raw
	case id < iItem:
		r.item.f[id-iType] = raw
	case id == iItem:
		r.closeItem(raw)
	case id == iPart:
		r.part.raw = raw
		r.parts = append(r.parts, r.part)
		r.part = part{}
	case id < lReceiver:
		r.partField(id, index, raw)
	default:
		r.list(id, raw)
	}
}

func (r *record) closeItem(raw []byte) {
	x := r.item
	x.raw, x.to, x.sumTo = raw, len(r.parts), len(r.summaries)
	for i := x.from; i < x.to && i-x.from < len(r.sources); i++ {
		r.parts[i].source = r.sources[i-x.from]
	}
	r.items = append(r.items, x)
	r.sources = r.sources[:0]
	r.item = item{from: len(r.parts), sumFrom: len(r.summaries)}
}

func (r *record) partField(id, index int, raw []byte) {
	switch id {
	case pType:
		r.part.typ = raw
	case pText:
		r.part.text = adapters.Quoted(raw)
	case pImage:
		r.part.image = adapters.Quoted(raw)
	case pEncrypted:
		r.part.encrypted = adapters.Quoted(raw)
	case iSummaryText:
		if adapters.Quoted(raw) != nil {
			r.summaries = append(r.summaries, raw)
		}
	case iProvenance:
		for len(r.sources) <= index && index < maxParts {
			r.sources = append(r.sources, nil)
		}
		if index < len(r.sources) {
			r.sources[index] = adapters.Text(raw)
		}
	}
}

func (r *record) list(id int, raw []byte) {
	switch id {
	case lReceiver:
		r.receivers = append(r.receivers, raw)
	case lAnswer:
		r.answers = append(r.answers, raw)
	case lTool:
		r.tools = append(r.tools, raw)
	case lText:
		if adapters.Quoted(raw) != nil {
			r.texts = append(r.texts, raw)
		}
	}
}
