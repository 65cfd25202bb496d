package asif

// contentObjects: content parts and provenance.
var contentObjects = []Object{
	{
		Name: "text-part", Title: "Text Part Object",
		Doc: "Carries exact Unicode text at one position in ordered content.",
		Members: []Member{
			{Name: "kind", Shape: String, Enum: []string{"text"}, Required: true,
				Doc: "Discriminator selecting this object's interpretation."},
			{Name: "text", Shape: String, Required: true, Doc: "Exact Unicode text; embedded-resource bytes use UTF-8."},
			{Name: "media_type", Shape: String, NonEmpty: true, Doc: "Declared media type of the content or resource."},
		},
	},
	{
		Name: "resource-part", Title: "Resource Part Object",
		Doc: "Places an attachment or other resource at one position in ordered content; availability belongs to the Resource Object.",
		Members: []Member{
			{Name: "kind", Shape: String, Enum: []string{"resource"}, Required: true,
				Doc: "Discriminator selecting this object's interpretation."},
			{Name: "resource_id", Shape: String, Required: true, NonEmpty: true, Doc: "ID of the referenced Resource Object."},
			{Name: "description", Shape: String, Doc: "Human-readable description of this declaration."},
		},
	},
	{
		Name: "structured-part", Title: "Structured Part Object",
		Doc: "Carries JSON whose interpretation is defined by a named schema. Unknown schemas remain opaque.",
		Members: []Member{
			{Name: "kind", Shape: String, Enum: []string{"structured"}, Required: true,
				Doc: "Discriminator selecting this object's interpretation."},
			{Name: "schema", Shape: String, Required: true, NonEmpty: true,
				Doc: "Identifier of the schema that gives the structured value meaning."},
			{Name: "value", Shape: Any, Required: true,
				Doc: "Value interpreted according to the enclosing schema, dialect or counter."},
		},
	},
	{
		Name: "opaque-part", Title: "Opaque Part Object",
		Doc: "Preserves a resource whose semantic interpretation is unavailable to this reader.",
		Members: []Member{
			{Name: "kind", Shape: String, Enum: []string{"opaque"}, Required: true,
				Doc: "Discriminator selecting this object's interpretation."},
			{Name: "resource_id", Shape: String, Required: true, NonEmpty: true, Doc: "ID of the referenced Resource Object."},
			{Name: "semantic_type", Shape: String, Required: true, NonEmpty: true,
				Doc: "Namespaced meaning of content whose interpretation is unavailable."},
			{Name: "reason", Shape: String, Required: true, NonEmpty: true,
				Doc: "Reason for the recorded operation or unavailable interpretation."},
		},
	},
	{
		Name: "provenance", Title: "Provenance Object",
		Doc: "Distinguishes observed, reported, derived and synthetic evidence and identifies its sources.",
		Members: []Member{
			{Name: "mode", Shape: String, Enum: words(everyProvenanceMode), Required: true,
				Doc: "Representation or interpretation mode selected by the enclosing object."},
			{Name: "producer", Shape: String, Required: true, NonEmpty: true,
				Doc: "Software or instrumentation responsible for the capture or evidence."},
			{Name: "sources", Shape: Record, Object: "provenance-source", List: true,
				Doc: "Original resource locations supporting this provenance."},
			{Name: "method", Shape: String, NonEmpty: true, Doc: "Method used to derive, synthesize or capture this record."},
			{Name: "inputs", Shape: Record, Object: "event-reference", List: true,
				Doc: "Ordered inputs; provenance inputs identify supporting events."},
		},
		Rules: []Rule{
			{When: "mode", Is: `"derived"`, Require: []string{"method", "inputs"}},
			{When: "mode", Is: `"synthetic"`, Require: []string{"method", "inputs"}},
		},
	},
	{
		Name: "provenance-source", Title: "Provenance Source Object",
		Doc: "Identifies a source resource and, optionally, a specific span or structured location within it.",
		Members: []Member{
			{Name: "resource_id", Shape: String, Required: true, NonEmpty: true, Doc: "ID of the referenced Resource Object."},
			{Name: "locator", Shape: Record, Object: "source-locator",
				Doc: "Location interpreted according to its declared syntax or availability."},
		},
	},
	{
		Name: "source-locator", Title: "Source Locator Object",
		Doc: "Selects bytes or a structured location within a provenance source; unknown syntaxes remain uninterpreted.",
		Members: []Member{
			{Name: "syntax", Shape: String, Required: true, NonEmpty: true,
				Doc: "Locator syntax, such as bytes or json_pointer."},
			{Name: "value", Shape: Any, Doc: "Value interpreted according to the enclosing schema, dialect or counter."},
			{Name: "offset", Shape: Integer, Doc: "Zero-based byte offset into the referenced resource."},
			{Name: "length", Shape: Integer, Doc: "Number of bytes in the selected span."},
		},
	},
}
