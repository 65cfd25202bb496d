package asif

// ruleKeywords express rules: simple dependencies by "dependentRequired", the rest by "allOf".
func ruleKeywords(rules []Rule) schema {
	var dependent schema
	var all [][]byte
	for _, r := range rules {
		if r.When != "" && r.Is == "" && r.Has == "" && len(r.Then) == 0 {
			dependent = dependent.with(r.When, quotedAll(r.Require))
			continue
		}
		all = append(all, conditional(r, consequence(r)))
	}
	var s schema
	if len(dependent) > 0 {
		s = s.with("dependentRequired", dependent.json())
	}
	if len(all) > 0 {
		s = s.with("allOf", array(all...))
	}
	return s
}

// conditional is a schema that holds unless the rule's condition does and then does not.
func conditional(r Rule, then schema) []byte {
	if r.When == "" {
		return then.json()
	}
	var when schema
	switch {
	case r.Is != "":
		when = schema{{"properties", schema{{r.When, schema{{"const", []byte(r.Is)}}.json()}}.json()}}
	case r.Has != "":
		list := append(schema{{"type", quoted("array")}}, contains(r.Has)...)
		when = schema{{"properties", schema{{r.When, list.json()}}.json()}}
	}
	when = when.with("required", quotedAll([]string{r.When}))
	return schema{{"if", when.json()}, {"then", then.json()}}.json()
}

func contains(s string) schema {
	return schema{{"contains", schema{{"const", quoted(s)}}.json()}}
}

// consequence is what a rule demands when its condition holds.
func consequence(r Rule) schema {
	var s, properties schema
	if len(r.Require) > 0 {
		s = s.with("required", quotedAll(r.Require))
	}
	for _, d := range r.Then {
		properties = properties.with(d.Member, demandSchema(d).json())
	}
	for _, name := range r.Forbid {
		properties = properties.with(name, []byte("false"))
	}
	if len(properties) > 0 {
		s = s.with("properties", properties.json())
	}
	if len(r.OneOf) > 0 {
		s = s.with("oneOf", eachRequired(r.OneOf))
	}
	if len(r.AnyOf) > 0 {
		s = s.with("anyOf", eachRequired(r.AnyOf))
	}
	return s
}

func eachRequired(names []string) []byte {
	items := make([][]byte, len(names))
	for i := range names {
		items[i] = schema{{"required", quotedAll(names[i : i+1])}}.json()
	}
	return array(items...)
}

func demandSchema(d Demand) schema {
	switch {
	case d.Is != "":
		return schema{{"const", []byte(d.Is)}}
	case d.Not != "":
		return schema{{"not", schema{{"const", []byte(d.Not)}}.json()}}
	case d.Has != "":
		return contains(d.Has)
	case d.As != "":
		return schema{{"$ref", reference(d.As)}}
	case d.Empty:
		return schema{{"maxItems", number(0)}}
	case d.Filled:
		return schema{{"minItems", number(1)}}
	}
	return nil
}
