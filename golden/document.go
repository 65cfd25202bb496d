package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// document is what the suite reads of one, by other code than the product's.
type document struct {
	Events      []event
	Contexts    []context
	Checkpoints []struct {
		Branch  string `json:"branch_id"`
		Context string `json:"context_id"`
		At      string `json:"at_event_id"`
	}
	Branches []struct {
		ID   string
		Head string `json:"head_event_id"`
	}
	Names
}

type event struct {
	ID         string
	Kind       string
	Data       struct{ Type string }
	Provenance struct {
		Mode    string
		Sources []struct {
			Resource string `json:"resource_id"`
			Locator  *struct{ Offset, Length int64 }
		}
	}
}

type context struct {
	ID      string
	Purpose string
	Inputs  []contextInput
}

type contextInput struct {
	Kind      string
	Role      string
	Parts     []part
	Call      string `json:"call_id"`
	Tool      string `json:"tool_id"`
	Arguments json.RawMessage
	Outcome   string
}

type part struct {
	Kind     string
	Text     string
	Resource string `json:"resource_id"`
	Schema   string
}

// readDocument reads a document, or several one behind the other as if they were one.
func readDocument(raw []byte) (*document, error) {
	var all document
	for in := json.NewDecoder(bytes.NewReader(raw)); ; {
		var d document
		if err := in.Decode(&d); errors.Is(err, io.EOF) {
			return &all, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading a document: %w", err)
		}
		all.Events, all.Contexts, all.Checkpoints = append(all.Events, d.Events...), append(all.Contexts, d.Contexts...), append(all.Checkpoints, d.Checkpoints...)
		all.Branches, all.Tools, all.Resources = append(all.Branches, d.Branches...), append(all.Tools, d.Tools...), append(all.Resources, d.Resources...)
	}
}

// eventsBefore lists the IDs of the events all of whose sources end at or before the offset.
func (d *document) eventsBefore(offset int) map[string]bool {
	ids := map[string]bool{}
	for _, e := range d.Events {
		if _, end := e.extent(); end <= int64(offset) {
			ids[e.ID] = true
		}
	}
	return ids
}

// extent is the range from the first to the last byte of the event's sources.
func (e event) extent() (start, end int64) {
	for i, s := range e.Provenance.Sources {
		if s.Locator == nil {
			continue
		}
		if i == 0 || s.Locator.Offset < start {
			start = s.Locator.Offset
		}
		end = max(end, s.Locator.Offset+s.Locator.Length)
	}
	return start, end
}

// touches says whether a source of the event overlaps the range.
func (e event) touches(start, end int64) bool {
	for _, s := range e.Provenance.Sources {
		if s.Locator != nil && s.Locator.Offset < end && s.Locator.Offset+s.Locator.Length > start {
			return true
		}
	}
	return false
}

func (d *document) ids() map[string]bool {
	ids := map[string]bool{}
	for _, e := range d.Events {
		ids[e.ID] = true
	}
	return ids
}
