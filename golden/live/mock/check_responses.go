package mock

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

type sentItem struct {
	Type      string
	ID        *string
	Role      string
	Name      string
	CallID    string          `json:"call_id"`
	Encrypted string          `json:"encrypted_content"`
	Arguments json.RawMessage // a string that holds JSON
	Input     json.RawMessage // of a custom tool: a string of any text
	Content   json.RawMessage
	Output    json.RawMessage
}

type sentPart struct {
	Type  string
	Text  *string
	Image string `json:"image_url"`
}

// itemIDs are the items that a request may hold, with how an identity of theirs begins.
var itemIDs = map[string]string{
	"message": "msg", "reasoning": "rs", "agent_message": "amsg", "additional_tools": "at", "compaction": "cmp",
	"function_call": "fc", "function_call_output": "fc", "custom_tool_call": "ctc", "custom_tool_call_output": "ctc",
	"local_shell_call": "lsh", "local_shell_call_output": "lsh", "tool_search_call": "tsc", "tool_search_output": "tso",
	"web_search_call": "ws", "image_generation_call": "ig",
}

// outputOf tells the results that answer a call. A local shell's may come as a function's.
var outputOf = map[string][]string{
	"function_call":    {"function_call_output"},
	"custom_tool_call": {"custom_tool_call_output"},
	"local_shell_call": {"local_shell_call_output", "function_call_output"},
	"tool_search_call": {"tool_search_output"},
}

// partsOf are the parts that a role may send.
var partsOf = map[string][]string{
	"user":      {"input_text", "input_image", "input_file"},
	"system":    {"input_text", "input_image", "input_file"},
	"developer": {"input_text", "input_image", "input_file"},
	"assistant": {"output_text", "refusal"},
}

// longestID is the most that the service takes of an identity, in bytes.
const longestID = 64

// CheckResponses tells why the Responses API would refuse a request: none for one that it takes.
func CheckResponses(raw []byte) []Fault {
	var body struct{ Input json.RawMessage }
	var r report
	if err := json.Unmarshal(raw, &body); err != nil {
		r.addf("body", "input", "%v", err)
		return r.faults
	}
	if s, ok := isString(body.Input); ok && s != "" {
		return nil
	}
	var items []sentItem
	if err := json.Unmarshal(body.Input, &items); err != nil || len(items) == 0 {
		r.addf("body", "input", "neither a text nor a list of items")
		return r.faults
	}
	for i, x := range items {
		r.item(fmt.Sprintf("input[%d]", i), x)
	}
	r.identities(items)
	r.pairs(items)
	r.reasoning(items)
	return r.faults
}

// item checks one item alone.
func (r *report) item(at string, x sentItem) {
	if x.Type == "" && x.Role != "" {
		x.Type = "message"
	}
	prefix, known := itemIDs[x.Type]
	if !known {
		r.addf("item-type", at+".type", "invalid value %q", x.Type)
		return
	}
	if x.ID != nil && (!strings.HasPrefix(*x.ID, prefix) || !identity.MatchString(*x.ID) || len(*x.ID) > longestID) {
		r.addf("item-id", at+".id", "%q is not an ID of letters, digits, underscores and dashes that begins with %q", *x.ID, prefix)
	}
	switch {
	case x.Type == "message":
		r.message(at, x)
	case x.Type == "reasoning" && x.Encrypted != encrypted:
		r.addf("signature", at+".encrypted_content", "the encrypted content %q could not be verified", x.Encrypted)
	case outputOf[x.Type] != nil:
		r.toolCall(at, x)
	case strings.HasSuffix(x.Type, "_call_output"):
		r.output(at+".output", x.Output)
	}
}

func (r *report) message(at string, x sentItem) {
	allowed, known := partsOf[x.Role]
	if !known {
		r.addf("role", at+".role", "invalid value %q", x.Role)
		return
	}
	if _, text := isString(x.Content); text {
		return
	}
	var parts []sentPart
	if err := json.Unmarshal(x.Content, &parts); err != nil || len(parts) == 0 {
		r.addf("content", at+".content", "neither a text nor a list of parts")
	}
	r.parts(at+".content", parts, allowed)
}

func (r *report) parts(at string, parts []sentPart, allowed []string) {
	for i, p := range parts {
		at := fmt.Sprintf("%s[%d]", at, i)
		switch {
		case !slices.Contains(allowed, p.Type):
			r.addf("part-type", at+".type", "invalid value %q, supported are %v", p.Type, allowed)
		case strings.HasSuffix(p.Type, "_text") && p.Text == nil:
			r.addf("content", at+".text", "missing")
		case p.Type == "input_image":
			r.dataURL(at+".image_url", p.Image)
		}
	}
}

func (r *report) dataURL(at, url string) {
	rest, embedded := strings.CutPrefix(url, "data:")
	media, data, encoded := strings.Cut(rest, ";base64,")
	switch {
	case embedded && encoded:
		r.image(at, media, data)
	case !strings.HasPrefix(url, "https://") && !strings.HasPrefix(url, "http://"):
		r.addf("image", at, "not a valid URL")
	}
}

func (r *report) toolCall(at string, x sentItem) {
	if x.CallID == "" || len(x.CallID) > longestID || !identity.MatchString(x.CallID) {
		r.addf("tool-id", at+".call_id", "%q is not 1 to %d letters, digits, underscores and dashes", x.CallID, longestID)
	}
	switch x.Type {
	case "function_call":
		r.name(at, x.Name)
		if s, ok := isString(x.Arguments); !ok || !isObject(json.RawMessage(s)) {
			r.addf("arguments", at+".arguments", "not a string that holds a JSON object")
		}
	case "custom_tool_call":
		r.name(at, x.Name)
		if _, ok := isString(x.Input); !ok {
			r.addf("arguments", at+".input", "not a string")
		}
	}
}

func (r *report) name(at, name string) {
	if !toolName.MatchString(name) {
		r.addf("tool-name", at+".name", "%q does not match %s", name, toolName)
	}
}

func (r *report) output(at string, output json.RawMessage) {
	if _, text := isString(output); text {
		return
	}
	var parts []sentPart
	if err := json.Unmarshal(output, &parts); err != nil || parts == nil {
		r.addf("output", at, "neither a text nor a list of parts")
	}
	r.parts(at, parts, partsOf["user"])
}

// identities checks that no item comes twice.
func (r *report) identities(items []sentItem) {
	seen := map[string]bool{}
	for i, x := range items {
		if x.ID == nil {
			continue
		}
		if seen[*x.ID] {
			r.addf("item-id-repeated", fmt.Sprintf("input[%d].id", i), "duplicate item %q", *x.ID)
		}
		seen[*x.ID] = true
	}
}

// pairs checks that each call has exactly one result of its kind behind it, and that there is no other.
func (r *report) pairs(items []sentItem) {
	open := map[string]int{} // call ID → index of a call without result
	called := map[string]string{}
	for i, x := range items {
		at := fmt.Sprintf("input[%d]", i)
		if outputOf[x.Type] != nil {
			if _, twice := called[x.CallID]; twice {
				r.addf("tool-id-repeated", at+".call_id", "duplicate call %q", x.CallID)
			}
			called[x.CallID], open[x.CallID] = x.Type, i
			continue
		}
		if !strings.HasSuffix(x.Type, "_output") {
			continue
		}
		call, known := called[x.CallID]
		_, waiting := open[x.CallID]
		switch {
		case !known || !slices.Contains(outputOf[call], x.Type):
			r.addf("result-orphan", at, "no tool call found for %s with call_id %q", x.Type, x.CallID)
		case !waiting:
			r.addf("result-repeated", at, "a second output for call %q", x.CallID)
		default:
			delete(open, x.CallID)
		}
	}
	for i, x := range items {
		if at, missing := open[x.CallID]; missing && at == i {
			r.addf("result-missing", fmt.Sprintf("input[%d]", i), "no tool output found for %s %q", x.Type, x.CallID)
		}
	}
}

// reasoning checks that what the model thought is followed by what it then said or did.
func (r *report) reasoning(items []sentItem) {
	for i, x := range items {
		if x.Type != "reasoning" {
			continue
		}
		rest := slices.IndexFunc(items[i:], func(y sentItem) bool { return y.Type != "reasoning" })
		if rest >= 0 {
			if y := items[i+rest]; outputOf[y.Type] != nil || y.Role == "assistant" || strings.HasSuffix(y.Type, "_call") {
				continue
			}
		}
		r.addf("reasoning-alone", fmt.Sprintf("input[%d]", i), "reasoning was provided without its required following item")
	}
}
