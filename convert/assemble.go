package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"asif-convert/convert/asif"
	"asif-convert/convert/continuation"
	"asif-convert/convert/source"
	"asif-convert/losses"
)

// embedNatives copies the inputs beside the document and tells where they are.
func (c *conversion) embedNatives() error {
	if c.opts.Native == NativeOmit {
		c.ledger.OmitNative()
		c.ledger.LoseMany(losses.NativeNotKept, int64(len(c.natives)), nil)
		return nil
	}
	withheld := c.withheld()
	for i := range c.natives {
		r := &c.natives[i]
		if r.Availability == asif.AvailabilityUnavailable {
			c.ledger.Lose(losses.NativeNotReferenced, losses.Position{}, losses.Reference{Type: "resource", ID: r.ID})
			continue
		}
		dir := c.out.filesDir()
		if c.opts.Native != NativeEmbed || dir == "" {
			continue
		}
		if withheld {
			c.ledger.Lose(losses.NativeWithheld, losses.Position{}, losses.Reference{Type: "resource", ID: r.ID})
			continue
		}
		open := func() (io.ReadCloser, error) { return source.Decoded(c.session.Inputs[i]) }
		if err := copyNative(dir, *r.SHA256, *r.Bytes, open); err != nil {
			return fmt.Errorf("keeping native bytes: %w", err)
		}
		r.Availability, r.Locator, r.Explanation = asif.AvailabilityEmbedded, "", ""
		r.Path = portable(filepath.Base(dir)) + "/" + *r.SHA256
	}
	return nil
}

// withheld tells whether the mapper took credentials out of a document: what still holds them is not copied.
func (c *conversion) withheld() bool {
	return slices.ContainsFunc(c.docs, func(b *builder) bool { return b.touched[losses.CredentialsRemoved] != nil })
}

// account writes coverage and losses: computed from the counts, after all that could add to them.
func (d *document) account() {
	d.settleLosses()
	x := d.x
	l := list{x: x, sep: ","}
	for _, c := range d.coverage() {
		l.next()
		x.raw("\n")
		x.o = d.marshal(x.o, &asif.Coverage{Scope: asif.Scope(c.Scope), Status: asif.CoverageStatus(c.Status), Detail: c.Detail})
	}
	x.collection("\n]", "losses")
	l = list{x: x, sep: ","}
	for _, loss := range d.ledger.LossesOf(d.share) {
		l.next()
		x.raw("\n")
		x.o = d.marshal(x.o, lossObject(loss))
	}
	x.collection("\n]", "required_features")
	if d.going != nil {
		x.str(continuation.Feature)
	}
	x.raw("]")
	x.closed(x.listed)
}

func lossObject(l losses.Loss) *asif.Loss {
	o := &asif.Loss{
		ID: "loss:" + l.Kind.Stage() + ":" + l.Kind.Name() + ":" + l.Kind.Scope(), Stage: asif.LossStage(l.Kind.Stage()), Kind: l.Kind.Name(),
		Scope: asif.Scope(l.Kind.Scope()), Explanation: l.Explanation(),
	}
	for _, r := range l.References {
		o.References = append(o.References, asif.LossReferences{Type: r.Type, ID: r.ID})
	}
	return o
}

// settleLosses hands the ledger what the builder gathered by event.
func (d *document) settleLosses() {
	for _, k := range slices.Sorted(maps.Keys(d.touched)) {
		t := d.touched[k]
		var refs []losses.Reference
		for _, r := range t.refs {
			if d.entry(r).flags&flagDiscarded == 0 {
				refs = append(refs, losses.Reference{Type: "event", ID: string(d.appendID(nil, r))})
			}
		}
		d.share.LoseMany(k, t.n, refs)
	}
	var open []losses.Reference // of main: what going on must deal with
	for _, n := range d.open[0] {
		if len(open) < maxReferences {
			open = append(open, losses.Reference{Type: "event", ID: string(d.appendID(nil, d.calls.list.At(int(n)).event))})
		}
	}
	d.share.LoseMany(losses.OpenCall, int64(len(d.open[0])), open)
}

// coverage is what the document tells of each scope: what the format can, lowered to what its own session could, and
// where the native bytes are not kept.
func (d *document) coverage() []losses.Coverage {
	present := d.presence()
	best := d.info.Best.Lower(d.history.Lower, present)
	if d.opts.Native == NativeOmit {
		best[losses.ScopeNative] = losses.Best{Status: losses.Excluded, Why: "left out on request"}
	}
	return d.ledger.CoverageOf(d.share, best, present)
}

// presence counts what the document holds of each scope (V01).
func (d *document) presence() map[losses.Scope]int64 {
	p := map[losses.Scope]int64{
		losses.ScopeParticipants:  int64(len(d.actors.ids)),
		losses.ScopeBranches:      int64(len(d.history.Branches)),
		losses.ScopeExecutions:    int64(d.runs.Len()),
		losses.ScopeConfiguration: int64(len(d.proven.ids)),
		losses.ScopeContexts:      d.written,
		losses.ScopeTools:         int64(len(d.tools.ids)),
		losses.ScopeResources:     int64(len(d.natives) + d.res.n),
		losses.ScopeEnvironment:   int64(len(d.envs.ids)),
		losses.ScopeNative:        int64(len(d.natives)),
		losses.ScopeUsage:         int64(d.usage.Len() + d.totals.Len()),
	}
	if d.going != nil && d.going.made {
		p[losses.ScopeConfiguration]++
	}
	for i := range d.events() {
		switch e := d.entries.At(i); {
		case e.flags&flagDiscarded != 0:
		case e.kind == kindMessage || e.flags&flagOrphan != 0:
			p[losses.ScopeConversation]++
		case e.kind == kindRequest || e.kind == kindResolution:
			p[losses.ScopeDecisions]++
		case e.kind == kindTask:
			p[losses.ScopeTasks]++
		case e.kind == kindConfiguration:
			p[losses.ScopeConfiguration]++
		}
	}
	return p
}

// copyNative keeps an input's bytes beside the document, named by their digest. It reads the input again and refuses
// bytes that are not those that were converted.
func copyNative(dir, digest string, n int64, open func() (io.ReadCloser, error)) error {
	path := filepath.Join(dir, digest)
	if _, err := os.Lstat(path); err == nil {
		return nil // the name says what it holds
	}
	return writeFile(path, replacing, func(w io.Writer) (err error) {
		in, err := open()
		if err != nil {
			return fmt.Errorf("opening input again: %w", err)
		}
		defer func() { err = errors.Join(err, in.Close()) }()
		h := sha256.New()
		if _, err := io.CopyN(io.MultiWriter(w, h), in, n); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading input again: %w", err)
		}
		if hex.EncodeToString(h.Sum(nil)) != digest {
			return errChanged
		}
		return nil
	})
}

var errChanged = errors.New("input changed while it was converted")
