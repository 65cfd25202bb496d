package claudecode

import (
	"asif-convert/adapters"
	"asif-convert/convert/asif"
	"asif-convert/losses"
)

// Schemas and semantic types of parts.
const (
	schemaReasoning = "asif-convert/reasoning/1"
	schemaBlock     = "claude-code/block/1"
	schemaRendered  = "claude-code/rendered/1"
	schemaControl   = "claude-code/permission-request/1"
	schemaCommand   = "claude-code/command/1"
	schemaDecision  = "claude-code/permission-decision/1"
	schemaAnswer    = "claude-code/answer/1"
	schemaTimeout   = "claude-code/timeout-ms/1"
	schemaNote      = "claude-code/annotation/1"
	schemaAPIError  = "claude-code/api-error/1"
	typeSignature   = "anthropic/thinking-signature"
	typeRedacted    = "anthropic/redacted-thinking"
)

// Purposes of resources.
const (
	purposeInput     = "input"
	purposeOutput    = "tool-output"
	purposeReasoning = "reasoning"
)

// file is the part of an image or a document. Without bytes it names a resource that is not available.
func (m *mapper) file(b *block, purpose string) adapters.Part {
	res := adapters.Resource{MediaType: string(b.media), Purpose: purpose, Name: string(b.title), Span: m.native.Span}
	if res.MediaType == "" {
		res.MediaType = "application/octet-stream"
	}
	switch typ := string(b.sourceType); {
	case typ == "base64" && b.data != nil:
		res.Base64 = b.data
	case typ == "text" && b.data != nil:
		res.Text = b.data
	default:
		res.Availability, res.Location = asif.AvailabilityUnavailable, string(b.url)
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

// reasoning is the part of a thinking text.
func (m *mapper) reasoning(raw []byte) adapters.Part {
	from := len(m.values)
	m.values = append(asif.AppendText(append(m.values, `{"text":`...), raw), '}')
	return adapters.NewStructured(schemaReasoning, m.values[from:len(m.values):len(m.values)])
}

// unknownBlock keeps a block whole, without its meaning.
func (m *mapper) unknownBlock(raw []byte) adapters.Part {
	m.sink.Lose(losses.UnknownBlock)
	return adapters.NewStructured(schemaBlock, raw)
}

// blockPart is the part of a block that stands in the content itself or inside a result. false: it is none.
func (m *mapper) blockPart(b *block, purpose string) (adapters.Part, bool) {
	if adapters.Quoted(b.raw) != nil { // old writers put texts among the blocks
		return adapters.NewText(b.raw), true
	}
	switch typ := string(b.typ); {
	case typ == "text" && b.text != nil:
		return adapters.NewText(b.text), true
	case typ == "image" || typ == "document":
		return m.file(b, purpose), true
	}
	return adapters.Part{}, false
}

// output adds the parts of a result: a text, a list of blocks, or nothing.
func (m *mapper) output(b *block) {
	switch {
	case len(b.result) == 0 || string(b.result) == "null":
	case b.result[0] == '"':
		m.parts = append(m.parts, adapters.NewText(b.result))
	case b.result[0] != '[':
		m.parts = append(m.parts, m.unknownBlock(b.result))
	default:
		for i := range m.rec.inner[b.from:b.to] {
			m.outputBlock(&m.rec.inner[b.from+i])
		}
	}
}

func (m *mapper) outputBlock(b *block) {
	p, ok := m.blockPart(b, purposeOutput)
	switch {
	case ok:
	case string(b.typ) == "tool_reference":
		p = adapters.NewStructured(schemaBlock, b.raw)
	default:
		p = m.unknownBlock(b.raw)
	}
	m.parts = append(m.parts, p)
}
