package golden

import (
	"bytes"
	"regexp"
)

// Places of a document that follow from where bytes stand and what their digest is, not from what they say.
var (
	maskLocator = regexp.MustCompile(`"syntax":"bytes","offset":\d+,"length":\d+`)
	maskNative  = regexp.MustCompile(`"bytes":\d+,"sha256":"DIGEST"`)
	maskByte    = regexp.MustCompile(`"byte":\d+`)
)

// maskNamed are the kinds that events without an ID of their own are named after, with the offset: "note@17".
var maskNamed = map[string]bool{
	"message": true, "tool_call": true, "tool_result": true, "context_checkpoint": true, "note": true, "extension": true,
	"configuration_change": true, "execution_transition": true, "task_update": true, "resource_change": true,
	"decision_request": true, "decision_resolution": true,
}

// masked is the document without digests of the input, offsets and the capture's identity.
func (r *run) masked() []byte {
	d := bytes.ReplaceAll(r.doc, []byte(digest(r.data)), []byte("DIGEST"))
	d = bytes.ReplaceAll(d, []byte(r.result.CaptureID), []byte("CAPTURE"))
	for _, more := range r.result.More {
		d = bytes.ReplaceAll(d, []byte(more.CaptureID), []byte("CAPTURE"))
	}
	d = maskLocator.ReplaceAll(d, []byte(`"syntax":"bytes"`))
	d = withoutOffsets(d)
	d = maskNative.ReplaceAll(d, []byte(`"sha256":"DIGEST"`))
	return maskByte.ReplaceAll(d, nil)
}

// withoutOffsets takes the offsets out of the names of events. By hand: an expression tries every byte of a document.
func withoutOffsets(d []byte) []byte {
	out := make([]byte, 0, len(d))
	for {
		at := bytes.IndexByte(d, '@') + 1
		if at == 0 {
			return append(out, d...)
		}
		begin := at - 1
		for begin > 0 && (d[begin-1] == '_' || 'a' <= d[begin-1] && d[begin-1] <= 'z') {
			begin--
		}
		named := maskNamed[string(d[begin:at-1])]
		out, d = append(out, d[:at]...), d[at:]
		for named && len(d) > 0 && '0' <= d[0] && d[0] <= '9' {
			d = d[1:]
		}
	}
}
