package asif

// extentObjects: coverage, losses, streams and external bindings.
var extentObjects = []Object{
	{
		Name: "coverage", Title: "Coverage Object",
		Doc: "Declares the completeness or known absence of one session domain. An empty collection alone makes no completeness claim.",
		Members: []Member{
			{Name: "scope", Shape: String, Enum: words(everyScope), Required: true,
				Doc: "Domain or activation scope to which this declaration applies."},
			{Name: "status", Shape: String, Enum: words(everyCoverageStatus), Required: true,
				Doc: "Recorded state at the relevant boundary; see the allowed values."},
			{Name: "detail", Shape: String, Required: true, NonEmpty: true, Doc: "Explanation of the stated status or evidence."},
		},
	},
	{
		Name: "loss", Title: "Loss Object",
		Doc: "Discloses information omitted or changed during capture, normalization, redaction or translation.",
		Members: []Member{
			{Name: "id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Opaque, case-sensitive identity within the object's declared scope."},
			{Name: "stage", Shape: String, Enum: words(everyLossStage), Required: true,
				Doc: "Step that changed or left out the information."},
			{Name: "kind", Shape: String, Required: true, NonEmpty: true,
				Doc: "Discriminator selecting this object's interpretation."},
			{Name: "scope", Shape: String, Enum: words(everyScope),
				Doc: "Domain or activation scope to which this declaration applies."},
			{Name: "references", Shape: Record, Object: "loss-references", List: true,
				Doc: "Typed identities affected by this loss."},
			{Name: "explanation", Shape: String, Required: true, NonEmpty: true,
				Doc: "Reason for the declaration or limitation."},
		},
		Rules: []Rule{
			{AnyOf: []string{"scope", "references"}},
		},
	},
	{
		Name: "loss-references", Title: "Loss References Object",
		Doc: "Identifies an entity affected by a loss using its entity type and ID.",
		Members: []Member{
			{Name: "type", Shape: String, Required: true, NonEmpty: true,
				Doc: "Namespaced semantic type or entity type, as defined by the enclosing object."},
			{Name: "id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Opaque, case-sensitive identity within the object's declared scope."},
		},
	},
	{
		Name: "stream-segment", Title: "Stream Segment Object",
		Doc: "Selects an exact byte slice of a captured resource and its position in a logical stream.",
		Members: []Member{
			{Name: "index", Shape: Integer, Required: true, Doc: "Zero-based fragment position within its stream."},
			{Name: "resource_id", Shape: String, Required: true, NonEmpty: true, Doc: "ID of the referenced Resource Object."},
			{Name: "offset", Shape: Integer, Required: true, Doc: "Zero-based byte offset into the referenced resource."},
			{Name: "length", Shape: Integer, Required: true, Doc: "Number of bytes in the selected span."},
			{Name: "terminal", Shape: Boolean, Required: true,
				Doc: "Whether this is the final result or fragment in its declared scope."},
		},
	},
	{
		Name: "stream", Title: "Stream Object",
		Doc: "Binds incremental argument or text-result bytes to a core event. A complete stream must agree with that event's assembled value.",
		Members: []Member{
			{Name: "id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Opaque, case-sensitive identity within the object's declared scope."},
			{Name: "kind", Shape: String, Enum: words(everyStreamKind), Required: true,
				Doc: "Discriminator selecting this object's interpretation."},
			{Name: "event_id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Event identity, resolved locally unless an external capture is explicit."},
			{Name: "call_id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Session-scoped identity of one logical invocation."},
			{Name: "result_index", Shape: Integer,
				Doc: "Monotonically increasing result position within the call's selected history."},
			{Name: "status", Shape: String, Enum: words(everyStreamStatus), Required: true,
				Doc: "Recorded state at the relevant boundary; see the allowed values."},
			{Name: "segments", Shape: Record, Object: "stream-segment", List: true, Required: true,
				Doc: "Ordered byte-fragment declarations; gaps preserve partial status."},
		},
		Rules: []Rule{
			{When: "kind", Is: `"tool_result_text"`, Require: []string{"result_index"}},
		},
	},
	{
		Name: "external-binding", Title: "External Binding Object",
		Doc: "Binds an invocation or decision request from an earlier capture to its immutable source boundary and descriptor.",
		Members: []Member{
			{Name: "kind", Shape: String, Enum: words(everyBindingKind), Required: true,
				Doc: "Discriminator selecting this object's interpretation."},
			{Name: "id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Opaque, case-sensitive identity within the object's declared scope."},
			{Name: "source", Shape: Record, Object: "external-binding-source", Required: true,
				Doc: "Source identity and boundary or report binding."},
			{Name: "descriptor", Shape: Record, Object: "external-binding-descriptor", Required: true,
				Doc: "Call or request declaration selected by the binding kind."},
		},
		Rules: []Rule{
			{When: "kind", Is: `"call"`, Then: []Demand{{Member: "descriptor", As: "external-call-descriptor"}}},
			{When: "kind", Is: `"request"`, Then: []Demand{{Member: "descriptor", As: "external-request-descriptor"}}},
		},
	},
	{
		Name: "external-binding-source", Title: "External Binding Source Object",
		Doc: "Names the exact source event of an external call or request; no external data is fetched implicitly.",
		Members: []Member{
			{Name: "session_id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Logical session ID of the referenced boundary."},
			{Name: "capture_id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Immutable capture ID of the referenced boundary."},
			{Name: "event_id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Event identity, resolved locally unless an external capture is explicit."},
		},
	},
	{
		Name: "external-binding-descriptor", Title: "External Binding Descriptor Object",
		Doc: "Discriminated descriptor selected by the enclosing external binding's kind.",
	},
	{
		Name: "external-call-descriptor", Title: "External Call Descriptor Object",
		Doc: "Preserves the tool and argument contract of an invocation outside the included event history.",
		Members: []Member{
			{Name: "tool_id", Shape: String, Required: true, NonEmpty: true, Doc: "ID of the referenced tool definition."},
			{Name: "arguments", Shape: Any, Required: true,
				Doc: "Exact known JSON argument value; completeness is declared separately."},
			{Name: "arguments_status", Shape: String, Enum: words(everyArgumentsStatus), Required: true,
				Doc: "Whether the known arguments are complete, partial or unknown."},
		},
	},
	{
		Name: "external-request-descriptor", Title: "External Request Descriptor Object",
		Doc: "Preserves the kind, prompt and options of a decision request outside the included event history.",
		Members: []Member{
			{Name: "decision_kind", Shape: String, Enum: words(everyDecisionKind), Required: true,
				Doc: "Whether this request is an approval, question or plan review."},
			{Name: "prompt", Shape: Content, List: true, Required: true, Doc: "Ordered content presented for the decision."},
			{Name: "options", Shape: Record, Object: "external-request-option", List: true, Required: true,
				Doc: "Selectable options, with stable IDs within this request."},
		},
	},
	{
		Name: "external-request-option", Title: "External Request Option Object",
		Doc: "One selectable option of an externally bound decision request.",
		Members: []Member{
			{Name: "id", Shape: String, Required: true, NonEmpty: true,
				Doc: "Opaque, case-sensitive identity within the object's declared scope."},
			{Name: "label", Shape: String, Required: true, Doc: "Human-readable option label."},
		},
	},
}
