package codex

import (
	"bytes"

	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// Schemas and semantic types of parts.
const (
	schemaReasoning = "asif-convert/reasoning/1"
	schemaPart      = "codex/content/1"
	typeEncrypted   = "openai/encrypted-reasoning"
	typeCompaction  = "openai/encrypted-compaction"
	typeMessage     = "openai/encrypted-message"
)

// Purposes of resources.
const (
	purposeInput     = "input"
	purposeOutput    = "tool-output"
	purposeReasoning = "reasoning"
	purposeFile      = "workspace-file"
)

// contentPart is one part of a message or a result.
func (m *mapper) contentPart(p *part, purpose string) adapters.Part {
	switch {
	case adapters.Quoted(p.raw) != nil: // a text in place of a part
		return adapters.NewText(p.raw)
	case p.text != nil:
		return adapters.NewText(p.text)
	case p.image != nil:
		return m.image(p.image, purpose)
	case p.encrypted != nil:
		return m.sealed(p.encrypted, typeMessage)
	}
	m.sink.Lose(losses.UnknownBlock)
	return adapters.NewStructured(schemaPart, p.raw)
}

// image is the part of an image, given by a data URL or by an address.
func (m *mapper) image(raw []byte, purpose string) adapters.Part {
	res := adapters.Resource{MediaType: "application/octet-stream", Purpose: purpose, Span: m.native.Span}
	url := raw[1 : len(raw)-1]
	if bytes.IndexByte(url[:min(len(url), 128)], '\\') >= 0 {
		url = adapters.Text(raw)
	}
	head, data, ok := bytes.Cut(url, []byte(";base64,"))
	if media, isData := bytes.CutPrefix(head, []byte("data:")); ok && isData && len(media) < 100 && len(media) > 0 {
		res.MediaType = string(media)
		res.Base64 = append(append([]byte{'"'}, data...), '"')
	} else {
		res.Availability, res.Location = asif.AvailabilityUnavailable, string(adapters.Text(raw))
		res.Explanation = "The record names it without its bytes."
		m.sink.Lose(losses.ImageBytesMissing)
	}
	return adapters.Part{Kind: adapters.ResourcePart, Resource: m.sink.Resource(&res)}
}

// sealed is the part of bytes that only the provider can read. raw is a JSON string.
func (m *mapper) sealed(raw []byte, typ string) adapters.Part {
	res := adapters.Resource{MediaType: "application/octet-stream", Purpose: purposeReasoning, Text: raw, Span: m.native.Span}
	return adapters.Part{
		Kind: adapters.OpaquePart, Resource: m.sink.Resource(&res), Name: typ,
		Reason: "Only the provider that made it can read it.",
	}
}

// thought is the part of a reasoning: the summary, and the text itself where it was kept.
func (m *mapper) thought(summary [][]byte, raw []part) adapters.Part {
	from := len(m.values)
	m.values = append(m.values, '{')
	if len(summary) > 0 {
		m.values = append(m.values, `"summary":[`...)
		for i, t := range summary {
			m.values = asif.AppendText(comma(m.values, i), t)
		}
		m.values = append(m.values, ']')
	}
	n := 0
	for i := range raw {
		if raw[i].text == nil {
			continue
		}
		if n++; n == 1 {
			if len(summary) > 0 {
				m.values = append(m.values, ',')
			}
			m.values = append(m.values, `"text":`...)
			m.values = asif.AppendString(m.values, joined(raw))
		}
	}
	m.values = append(m.values, '}')
	return adapters.NewStructured(schemaReasoning, m.values[from:len(m.values):len(m.values)])
}

func joined(raw []part) []byte {
	var all []byte
	for i := range raw {
		all = append(all, adapters.Text(raw[i].text)...)
	}
	return all
}

func comma(o []byte, i int) []byte {
	if i > 0 {
		return append(o, ',')
	}
	return o
}
