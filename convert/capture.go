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
	"asif-convert/losses"
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

// Capture implements adapters.Output: what converting a session as it lies there, with these options, would be named. The
// files of a workspace are the exception: a snapshot of them is of its own moment, and no name is given for one before it
// is taken.
func (c *conversion) Capture(s adapters.Session) (asif.ParticipantChildSession, error) {
	if c.naming {
		return asif.ParticipantChildSession{}, errNaming
	}
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
	seen, err := c.seenFor(s)
	if err != nil {
		return asif.ParticipantChildSession{}, err
	}
	digests = append(digests, seen...)
	return asif.ParticipantChildSession{SessionID: sessionID(c.info, s.Native), CaptureID: captureID(digests, c.info, o)}, nil
}

// errNaming ends a search for ancestors of ancestors, which no name depends on: sessions can share a history both ways.
var errNaming = errors.New("only the name of the capture is asked for")

// seenFor is what inspecting the configuration gives for another session, nothing when that is not asked for. The folder
// that the files are looked for in is known once the records are read.
func (c *conversion) seenFor(s adapters.Session) (seen []string, err error) {
	if _, able := c.adapter.(adapters.Inspector); !able || c.opts.Config == nil || c.opts.NoContinuation {
		return nil, nil
	}
	other := &conversion{adapter: c.adapter, info: c.info, session: s, opts: c.opts, out: Destination{Stop: c.out.Stop}, naming: true}
	if other.ledger, err = losses.New(c.info.Name, c.adapter.Tables()); err != nil {
		return nil, fmt.Errorf("compiling tables of %s: %w", c.info.Name, err)
	}
	other.spools.in(c.out.spoolDir())
	defer other.spools.close()
	if err := other.read(); err != nil {
		return nil, err
	}
	i, err := other.inspect(other.docs[0])
	if err != nil || i == nil {
		return nil, err
	}
	sum, err := fingerprint(i)
	return []string{sum}, err
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
