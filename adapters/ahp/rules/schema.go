package rules

import (
	_ "embed"
	"sync"

	"asif-convert/convert/check"
)

// SchemaURL is the $id of the schema of events and frames.
const SchemaURL = "urn:asif-convert:ahp:draft"

//go:embed schema.json
var schemaJSON []byte

// Schema returns the JSON Schema (2020-12) of the protocol. Its $defs hold one entry for each event type, under its
// name, "frame.observe" and the like for frames, and what these are made of. The caller must not change the bytes.
func Schema() []byte { return schemaJSON }

// formats are the formats that the schema names.
var formats = check.Formats{"uri": uri, "date-time": timestamp}

// compiled is the schema, compiled when it is first needed.
var compiled = sync.OnceValues(func() (*check.Grammar, error) { return check.NewGrammar(SchemaURL, schemaJSON, formats) })

// newGrammar is the schema for one validation.
func newGrammar() (*check.Grammar, error) {
	g, err := compiled()
	if err != nil {
		return nil, err
	}
	return g.Share(), nil
}
