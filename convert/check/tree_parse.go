package check

import "errors"

// Reasons why a text makes no tree.
var (
	errSyntax = errors.New("not one JSON value")
	errDepth  = errors.New("nested too deep")
)

// parse reads one JSON value of at most maxDepth levels. The text has passed a strict parser before; what is wrong
// here is still an error, never a panic.
func (t *tree) parse(raw []byte, maxDepth int) error {
	t.raw, t.nodes, t.lists = raw, t.nodes[:0], nil
	p := treeParser{t: t, depth: maxDepth}
	end, err := p.value(p.space(0), -1, node{})
	if err != nil {
		return err
	}
	if p.space(end) != len(raw) {
		return errSyntax
	}
	return nil
}

type treeParser struct {
	t     *tree
	depth int
}

func (p *treeParser) space(i int) int {
	for i < len(p.t.raw) {
		switch p.t.raw[i] {
		case ' ', '\t', '\n', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// value parses the value at i as a child of parent and returns the place behind it.
func (p *treeParser) value(i int, parent int32, n node) (int, error) {
	if i >= len(p.t.raw) {
		return i, errSyntax
	}
	n.start, n.parent, n.next, n.first = int32(i), parent, -1, -1
	self := int32(len(p.t.nodes))
	switch c := p.t.raw[i]; {
	case c == '{' || c == '[':
		n.kind = c
		p.t.nodes = append(p.t.nodes, n)
		return p.container(i, self)
	case c == '"':
		n.kind = stringKind
		end, escaped := p.text(i)
		n.end, n.escaped = int32(end), escaped
	case c == '-' || c >= '0' && c <= '9':
		n.kind = numberKind
		n.end = int32(p.scalar(i))
	default:
		n.end = int32(p.scalar(i))
		n.kind = literal(p.t.raw[i:n.end])
	}
	if n.kind == absent || int(n.end) > len(p.t.raw) {
		return i, errSyntax
	}
	p.t.nodes = append(p.t.nodes, n)
	return int(n.end), nil
}

func literal(b []byte) byte {
	switch string(b) {
	case "null":
		return nullKind
	case "true":
		return trueKind
	case "false":
		return falseKind
	}
	return absent
}

// container parses the members or elements of node self, whose bracket is at i.
func (p *treeParser) container(i int, self int32) (int, error) {
	if p.depth--; p.depth < 0 {
		return i, errDepth
	}
	raw := p.t.raw
	isObject := raw[i] == '{'
	closing := raw[i] + 2 // '{'+2 is '}', '['+2 is ']'
	last := int32(-1)
	for i = p.space(i + 1); ; {
		if i >= len(raw) {
			return i, errSyntax
		}
		if raw[i] == closing {
			p.t.nodes[self].end = int32(i + 1)
			p.depth++
			return i + 1, nil
		}
		if last >= 0 {
			if raw[i] != ',' {
				return i, errSyntax
			}
			i = p.space(i + 1)
		}
		n := node{pos: p.t.nodes[self].size}
		if isObject {
			var err error
			if i, err = p.name(i, &n); err != nil {
				return i, err
			}
		}
		child := int32(len(p.t.nodes))
		end, err := p.value(i, self, n)
		if err != nil {
			return end, err
		}
		if last < 0 {
			p.t.nodes[self].first = child
		} else {
			p.t.nodes[last].next = child
		}
		last = child
		p.t.nodes[self].size++
		i = p.space(end)
	}
}

func (p *treeParser) name(i int, n *node) (int, error) {
	raw := p.t.raw
	if i >= len(raw) || raw[i] != '"' {
		return i, errSyntax
	}
	end, escaped := p.text(i)
	n.name, n.nameEnd, n.nameHasEscapes = int32(i+1), int32(end-1), escaped
	if i = p.space(end); i >= len(raw) || raw[i] != ':' {
		return i, errSyntax
	}
	return p.space(i + 1), nil
}

// text finds the end of the string that opens at i, beyond the text's end when it does not close.
func (p *treeParser) text(i int) (end int, escaped bool) {
	raw := p.t.raw
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			return i + 1, escaped
		case '\\':
			escaped = true
			i++
		}
	}
	return len(raw) + 1, escaped
}

func (p *treeParser) scalar(i int) int {
	for i < len(p.t.raw) {
		switch p.t.raw[i] {
		case ',', '}', ']', ' ', '\t', '\n', '\r':
			return i
		}
		i++
	}
	return i
}
