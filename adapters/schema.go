package adapters

import (
	"encoding/json"
	"regexp"
	"strings"
)

// IsSchema tells whether a JSON value satisfies the meta-schema of JSON Schema 2020-12 (R08). Formats are not checked
// and no reference is followed. It takes memory in proportion to the value.
func IsSchema(raw []byte) bool {
	var v any
	return json.Unmarshal(raw, &v) == nil && isSchema(v)
}

func isSchema(v any) bool {
	if isBool(v) {
		return true
	}
	m, ok := v.(map[string]any)
	for key, x := range m {
		if !keyword(key, x) {
			return false
		}
	}
	return ok
}

// Keywords by what their values must be, each between blanks. Any other keyword may have any value.
const (
	schemaKeywords  = " items contains additionalProperties propertyNames if then else not unevaluatedItems unevaluatedProperties contentSchema "
	schemaMaps      = " $defs definitions properties patternProperties dependentSchemas "
	schemaLists     = " prefixItems allOf anyOf oneOf "
	stringKeywords  = " $ref $schema $dynamicRef $recursiveRef $comment title description pattern format contentEncoding contentMediaType "
	boolKeywords    = " uniqueItems deprecated readOnly writeOnly "
	numberKeywords  = " maximum exclusiveMaximum minimum exclusiveMinimum "
	countKeywords   = " maxLength minLength maxItems minItems maxContains minContains maxProperties minProperties "
	listKeywords    = " enum examples "
	anchorKeywords  = " $anchor $dynamicAnchor $recursiveAnchor "
	simpleTypeNames = " array boolean integer null number object string "
)

var (
	idPattern     = regexp.MustCompile(`^[^#]*#?$`)
	anchorPattern = regexp.MustCompile(`^[A-Za-z_][-A-Za-z0-9._]*$`)
)

func keyword(key string, v any) bool {
	for _, k := range [...]struct {
		names string
		is    func(any) bool
	}{
		{schemaKeywords, isSchema},
		{schemaMaps, func(v any) bool { return isMap(v, isSchema) }},
		{schemaLists, func(v any) bool { return isList(v, isSchema) && len(v.([]any)) > 0 }},
		{stringKeywords, isString},
		{boolKeywords, isBool},
		{numberKeywords, func(v any) bool { _, ok := v.(float64); return ok }},
		{countKeywords, func(v any) bool { n, ok := v.(float64); return ok && n >= 0 && n == float64(int64(n)) }},
		{listKeywords, func(v any) bool { return isList(v, anything) }},
		{anchorKeywords, func(v any) bool { s, ok := v.(string); return ok && anchorPattern.MatchString(s) }},
		{" $id ", func(v any) bool { s, ok := v.(string); return ok && idPattern.MatchString(s) }},
		{" type ", isType},
		{" required ", isNames},
		{" dependentRequired ", func(v any) bool { return isMap(v, isNames) }},
		{" dependencies ", func(v any) bool { return isMap(v, func(v any) bool { return isSchema(v) || isNames(v) }) }},
		{" $vocabulary ", func(v any) bool { return isMap(v, isBool) }},
		{" multipleOf ", func(v any) bool { n, ok := v.(float64); return ok && n > 0 }},
	} {
		if listed(k.names, key) {
			return k.is(v)
		}
	}
	return true
}

func listed(names, name string) bool {
	return !strings.Contains(name, " ") && strings.Contains(names, " "+name+" ")
}

func anything(any) bool { return true }

func isBool(v any) bool { _, ok := v.(bool); return ok }

func isString(v any) bool { _, ok := v.(string); return ok }

func isMap(v any, is func(any) bool) bool {
	m, ok := v.(map[string]any)
	for _, x := range m {
		ok = ok && is(x)
	}
	return ok
}

func isList(v any, is func(any) bool) bool {
	l, ok := v.([]any)
	for _, x := range l {
		ok = ok && is(x)
	}
	return ok
}

// isNames tells whether a value is a list of strings, none twice.
func isNames(v any) bool {
	seen := map[any]bool{}
	return isList(v, func(x any) bool {
		if !isString(x) || seen[x] {
			return false
		}
		seen[x] = true
		return true
	})
}

func isType(v any) bool {
	simple := func(v any) bool { s, ok := v.(string); return ok && listed(simpleTypeNames, s) }
	if l, ok := v.([]any); ok {
		return len(l) > 0 && isNames(v) && isList(v, simple)
	}
	return simple(v)
}
