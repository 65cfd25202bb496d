package golden

import (
	"bytes"
	"regexp"
)

// Places of a document that follow from where bytes stand and what their digest is, not from what they say.
var (
	maskLocator = regexp.MustCompile(`"syntax":"bytes","offset":\d+,"length":\d+`)
	maskNamed   = regexp.MustCompile(`\b(message|tool_call|tool_result|context_checkpoint|note|extension|configuration_change|execution_transition|task_update|resource_change|decision_request|decision_resolution)@\d+`)
	maskNative  = regexp.MustCompile(`"bytes":\d+,"sha256":"DIGEST"`)
	maskByte    = regexp.MustCompile(`"byte":\d+`)
)

// masked is the document without digests of the input, offsets and the capture's identity.
func (r *run) masked() []byte {
	d := bytes.ReplaceAll(r.doc, []byte(digest(r.data)), []byte("DIGEST"))
	d = bytes.ReplaceAll(d, []byte(r.result.CaptureID), []byte("CAPTURE"))
	for _, more := range r.result.More {
		d = bytes.ReplaceAll(d, []byte(more.CaptureID), []byte("CAPTURE"))
	}
	d = maskLocator.ReplaceAll(d, []byte(`"syntax":"bytes"`))
	d = maskNamed.ReplaceAll(d, []byte(`$1@`))
	d = maskNative.ReplaceAll(d, []byte(`"sha256":"DIGEST"`))
	return maskByte.ReplaceAll(d, nil)
}
