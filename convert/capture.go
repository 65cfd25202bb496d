package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/convert/source"
)

// captureID is derived from what was read and how, never from the clock or the machine: the captures of the children,
// the digests of the inputs in order, the adapter and the options.
func captureID(digests []string, i adapters.Info, o Options) string {
	h := sha256.New()
	for _, part := range append(digests, i.Name, i.Revision, o.canonical()) {
		fmt.Fprintf(h, "%s\n", part)
	}
	return "cap-" + hexPrefix(h.Sum(nil))
}

// Capture implements adapters.Output: what converting a session as it lies there, with these options, would be named.
func (c *conversion) Capture(s adapters.Session) (asif.ParticipantChildSession, error) {
	o := c.opts
	if c.out.Path == "" && len(s.Children) > 0 {
		o.Children = ChildrenSkip
	}
	var digests []string
	if o.Children != ChildrenSkip {
		for _, child := range s.Children {
			named, err := c.Capture(child)
			if err != nil {
				return asif.ParticipantChildSession{}, err
			}
			digests = append(digests, named.CaptureID)
		}
	}
	for _, in := range s.Inputs {
		sum, err := digest(in)
		if err != nil {
			return asif.ParticipantChildSession{}, fmt.Errorf("%w: %w", ErrInput, err)
		}
		digests = append(digests, sum)
	}
	return asif.ParticipantChildSession{SessionID: sessionID(c.info, s.Native), CaptureID: captureID(digests, c.info, o)}, nil
}

// digest is the SHA-256 of an input's decoded bytes.
func digest(in source.Input) (sum string, err error) {
	r, err := source.Decoded(in)
	if err != nil {
		return "", fmt.Errorf("hashing input: %w", err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", fmt.Errorf("hashing input: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
