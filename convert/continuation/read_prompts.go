package continuation

import (
	"fmt"

	"asif-convert/convert/asif"
)

// awaited are the decision requests that plans wait for and whose prompts are not known yet.
func (s *Source) awaited() map[string]bool {
	ids := map[string]bool{}
	for i := range s.Profile.Plans {
		a := &s.Profile.Plans[i].NextAction
		if _, known := s.Prompts[a.RequestID]; a.Kind == asif.ActionKindAwaitDecision && !known {
			ids[a.RequestID] = true
		}
	}
	return ids
}

// request is what of a decision request is read, local or external.
type request struct {
	RequestID string `json:"request_id"`
	Prompt    []part `json:"prompt"`
}

// readBoundPrompts finds awaited requests of prior captures.
func (s *Source) readBoundPrompts() error {
	wanted := s.awaited()
	if len(wanted) == 0 {
		return nil
	}
	for it, err := range s.doc.Items("external_bindings") {
		if err != nil {
			return err
		}
		var b asif.ExternalBinding
		if err := s.doc.Decode(it, &b); err != nil {
			return fmt.Errorf("external_bindings: %w", err)
		}
		if b.Kind != asif.BindingRequest || !wanted[b.ID] {
			continue
		}
		var r request
		if err := asif.Unmarshal(b.Descriptor, &r); err != nil {
			return fmt.Errorf("external binding %q: %w", b.ID, err)
		}
		s.Prompts[b.ID] = appendResources(nil, map[string]bool{}, r.Prompt)
	}
	return nil
}

// readPrompts finds awaited requests among the events. No other event is decoded.
func (s *Source) readPrompts() error {
	wanted := s.awaited()
	if len(wanted) == 0 {
		return nil
	}
	for it, err := range s.doc.Items("events") {
		if err != nil {
			return err
		}
		raw, err := s.doc.Bytes(it)
		if err != nil {
			return err
		}
		if !mayHold(raw, string(asif.KindDecisionRequest)) {
			continue
		}
		var e struct {
			Kind asif.EventKind `json:"kind"`
			Data asif.EventData `json:"data"`
		}
		if err := asif.Unmarshal(raw, &e); err != nil {
			return fmt.Errorf("events: %w", err)
		}
		if e.Kind != asif.KindDecisionRequest {
			continue
		}
		var r request
		if err := asif.Unmarshal(e.Data, &r); err != nil {
			return fmt.Errorf("event %d: %w", it.Index, err)
		}
		if wanted[r.RequestID] {
			s.Prompts[r.RequestID] = appendResources(nil, map[string]bool{}, r.Prompt)
			if delete(wanted, r.RequestID); len(wanted) == 0 {
				return nil
			}
		}
	}
	return nil
}
