package convert

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"hash"
	"strconv"
	"strings"
	"unicode/utf8"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// Limits of embedded resources that every reader accepts (P04), in decoded bytes.
const (
	maxResource  = 64 << 20
	maxResources = 256 << 20
)

// resources are the document's resources besides the native ones: JSON objects in a spool, one for each digest.
type resources struct {
	out    *spool
	runs   []stretch // of this document
	seen   map[[16]byte]struct{}
	media  map[string]string // media types of those that are no text and that say what they are
	places map[string]string // where the harness says that bytes were
	n      int
	bytes  int64 // embedded so far
}

// stretch is a range of a spool.
type stretch struct{ from, to int64 }

// isNew tells whether a digest comes for the first time, and remembers it.
func (r *resources) isNew(sum [32]byte) bool {
	key := [16]byte(sum[:16])
	if _, ok := r.seen[key]; ok {
		return false
	}
	r.seen[key] = struct{}{}
	return true
}

// typed remembers a media type that a model may or may not take, and a place.
func (r *resources) typed(id string, of *adapters.Resource) {
	if of.Location != "" {
		r.places[id] = of.Location
	}
	media := of.MediaType
	if media != "application/octet-stream" && !strings.HasPrefix(media, "text/") {
		r.media[id] = media
	}
}

// Resource implements adapters.Sink.
func (b *builder) Resource(r *adapters.Resource) string {
	switch {
	case r.Base64 != nil:
		return b.base64(r)
	case r.Text != nil:
		return b.text(r)
	case r.Bytes != nil:
		return b.bytes(r)
	}
	return b.absent(r, r.Availability, r.Explanation)
}

// base64 stores what a harness wrote as base64. A spelling that is not the standard one is written anew; one that
// does not decode is an unavailable resource.
func (b *builder) base64(r *adapters.Resource) string {
	text := inner(r.Base64)
	if bytes.IndexByte(text, '\\') >= 0 {
		text = asif.AppendUnquoted(nil, r.Base64)
	}
	h := sha256.New()
	n, ok := decodeTo(h, text)
	if !ok {
		raw, err := looseBase64(string(text))
		if err != nil || len(raw) == 0 {
			b.Lose(losses.InvalidBase64)
			return b.absent(r, asif.AvailabilityUnavailable, "The recorded base64 does not decode.")
		}
		r.Bytes = raw
		return b.bytes(r)
	}
	return b.embed(r, h, n, func(o []byte) []byte {
		return append(append(append(o, `,"data":"`...), text...), '"')
	})
}

// decodeTo writes the bytes of standard, padded base64 to h in pieces.
func decodeTo(h hash.Hash, text []byte) (int64, bool) {
	if len(text)%4 != 0 || bytes.ContainsAny(text, "\r\n") {
		return 0, false
	}
	var out [24 << 10]byte
	var total int64
	for len(text) > 0 {
		k := min(len(text), 32<<10)
		n, err := base64.StdEncoding.Decode(out[:], text[:k])
		if err != nil || k < len(text) && n != k/4*3 {
			return 0, false
		}
		h.Write(out[:n])
		total += int64(n)
		text = text[k:]
	}
	return total, true
}

// looseBase64 reads the spellings that decoders commonly accept: white space, no padding, the URL alphabet.
func looseBase64(s string) ([]byte, error) {
	s = strings.NewReplacer("\n", "", "\r", "", " ", "", "\t", "", "-", "+", "_", "/").Replace(s)
	return base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
}

func (b *builder) text(r *adapters.Resource) string {
	h := sha256.New()
	raw := inner(r.Text)
	if bytes.IndexByte(raw, '\\') >= 0 {
		raw = asif.AppendUnquoted(nil, r.Text)
	}
	h.Write(raw)
	return b.embed(r, h, int64(len(raw)), func(o []byte) []byte {
		return asif.AppendText(append(o, `,"text":`...), r.Text)
	})
}

func (b *builder) bytes(r *adapters.Resource) string {
	h := sha256.New()
	h.Write(r.Bytes)
	return b.embed(r, h, int64(len(r.Bytes)), func(o []byte) []byte {
		if strings.HasPrefix(r.MediaType, "text/") && utf8.Valid(r.Bytes) {
			return asif.AppendString(append(o, `,"text":`...), r.Bytes)
		}
		o = base64.StdEncoding.AppendEncode(append(o, `,"data":"`...), r.Bytes)
		return append(o, '"')
	})
}

// embed stores bytes once. What would pass the limits that every reader accepts stays in the native resource.
func (b *builder) embed(r *adapters.Resource, h hash.Hash, n int64, content func([]byte) []byte) string {
	var sum [32]byte
	h.Sum(sum[:0])
	id := "res-" + hex.EncodeToString(sum[:12])
	if !b.res.isNew(sum) {
		return id
	}
	b.res.typed(id, r)
	o := head(b.buf[:0], r, id)
	if n > maxResource || b.res.bytes+n > maxResources {
		b.Lose(losses.ResourceTooLarge)
		o = availability(o, r, asif.AvailabilityExcluded)
		o = size(o, n, sum)
		o = asif.AppendString(append(o, `,"explanation":`...), "Larger than readers must accept; the bytes stand in the native resource.")
	} else {
		b.res.bytes += n
		o = availability(o, r, asif.AvailabilityEmbedded)
		o = content(size(o, n, sum))
	}
	b.put(append(o, '}'))
	return id
}

// absent declares a resource whose bytes are not at hand. Equal declarations are one resource.
func (b *builder) absent(r *adapters.Resource, a asif.Availability, why string) string {
	told := []string{r.MediaType, r.Purpose, r.Name, r.Location, string(a), why}
	if r.SHA256 != "" || r.Size > 0 {
		told = append(told, r.SHA256, strconv.FormatInt(r.Size, 10))
	}
	sum := sha256.Sum256([]byte(strings.Join(told, "\x00")))
	id := "res-" + hex.EncodeToString(sum[:12])
	if !b.res.isNew(sum) {
		return id
	}
	b.res.typed(id, r)
	o := availability(head(b.buf[:0], r, id), r, a)
	if r.Size > 0 {
		o = asif.AppendInt(append(o, `,"bytes":`...), r.Size)
	}
	if r.SHA256 != "" {
		o = asif.AppendString(append(o, `,"sha256":`...), r.SHA256)
	}
	if a == asif.AvailabilityExternal {
		o = asif.AppendString(append(o, `,"locator":`...), r.Location)
	}
	o = asif.AppendString(append(o, `,"explanation":`...), why)
	b.put(append(o, '}'))
	return id
}

func (b *builder) put(o []byte) {
	out := b.res.out
	from := out.size()
	if b.res.n > 0 {
		out.write([]byte(",\n"))
	}
	b.res.n++
	out.write(o)
	if last := len(b.res.runs) - 1; last >= 0 && b.res.runs[last].to == from {
		b.res.runs[last].to = out.size()
	} else {
		b.res.runs = append(b.res.runs, stretch{from, out.size()})
	}
	b.keep(o)
}

// head writes the members that stand before the availability, in table order.
func head(o []byte, r *adapters.Resource, id string) []byte {
	o = asif.AppendString(append(o, `{"id":`...), id)
	return asif.AppendString(append(o, `,"media_type":`...), r.MediaType)
}

func availability(o []byte, r *adapters.Resource, a asif.Availability) []byte {
	o = asif.AppendString(append(o, `,"availability":`...), string(a))
	o = asif.AppendString(append(o, `,"purpose":`...), r.Purpose)
	if r.Name != "" {
		o = asif.AppendString(append(o, `,"name":`...), r.Name)
	}
	if r.Location != "" {
		o = asif.AppendString(append(o, `,"original_location":`...), r.Location)
	}
	return o
}

func size(o []byte, n int64, sum [32]byte) []byte {
	o = asif.AppendInt(append(o, `,"bytes":`...), n)
	o = hex.AppendEncode(append(o, `,"sha256":"`...), sum[:])
	return append(o, '"')
}

// inner is what stands between the quotes of a JSON string.
func inner(raw []byte) []byte {
	if len(raw) < 2 {
		return nil
	}
	return raw[1 : len(raw)-1]
}
