package mock

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Fault is one reason for which the real service is documented to refuse a request. Rules are named in kebab case; At is
// a path into the body, as the services print it: "messages.3.content.0", "input[4].id".
type Fault struct {
	Rule   string `json:"rule"`
	At     string `json:"at"`
	Detail string `json:"detail"`
}

func (f Fault) String() string {
	return strings.TrimPrefix(f.At+": "+f.Detail, ": ") + " (" + f.Rule + ")"
}

// report gathers faults.
type report struct{ faults []Fault }

func (r *report) addf(rule, at, format string, args ...any) {
	r.faults = append(r.faults, Fault{rule, at, fmt.Sprintf(format, args...)})
}

// Alphabets of both services.
var (
	identity = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	toolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,128}$`)
)

// imageTypes are the media types that both services take.
var imageTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// image checks an encoded image.
func (r *report) image(at, media, data string) {
	if !slices.Contains(imageTypes, media) {
		r.addf("image", at, "media type %q is not one of %v", media, imageTypes)
	}
	if raw, err := base64.StdEncoding.DecodeString(data); err != nil || len(raw) == 0 {
		r.addf("image", at, "no image: the data is empty or not Base64")
	}
}

// isObject tells whether a value is a JSON object.
func isObject(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) > 0 && raw[0] == '{' && json.Valid(raw)
}

// isString tells whether a value is a JSON string, and which.
func isString(raw json.RawMessage) (s string, ok bool) {
	return s, len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil
}
