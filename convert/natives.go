package convert

import (
	"encoding/hex"
	"fmt"
	"path"
	"path/filepath"

	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// nativeResource describes an input as it was read.
func nativeResource(i int, in source.Input, s source.Summary, mode NativeMode) asif.Resource {
	n, name := s.Bytes, inputName(in)
	r := asif.Resource{
		ID: fmt.Sprintf("native-%d", i+1), MediaType: mediaType(in), Purpose: "native", Name: &name, Bytes: &n, SHA256: &s.SHA256,
		Availability: asif.AvailabilityExternal, Locator: in.Locator, Explanation: "The harness's own record, read where it lies; not copied.",
	}
	switch {
	case mode == NativeOmit:
		r.Availability, r.Locator, r.Explanation = asif.AvailabilityExcluded, "", "Left out on request."
	case in.Locator == "":
		r.Availability, r.Explanation = asif.AvailabilityUnavailable, "Read from a stream that cannot be read again."
	}
	return r
}

func mediaType(in source.Input) string {
	if in.Framing == source.Whole {
		return "application/json"
	}
	return "application/x-ndjson"
}

// inputName is an input's name without the host's folders.
func inputName(in source.Input) string {
	if in.Locator != "" {
		return path.Base(in.Locator)
	}
	return filepath.Base(in.Name)
}

func hexPrefix(sum []byte) string { return hex.EncodeToString(sum[:12]) }
