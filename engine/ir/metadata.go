package ir

import (
	"strconv"
	"strings"
)

// metadata holds the numbered metadata definitions of a module as text. Most
// of a module's text is debug metadata of which little is needed, so it is
// kept away from the parser (which sees empty tuples of the same numbers) and
// taken apart here on demand.
type metadata struct {
	defs  map[int64]string
	nodes map[int64]*mdNode
	notes []string // about the rest of the text
}

// mdNode is a metadata node: a specialised one (Kind "DILocation", …) with
// named fields, or a tuple (Kind "") with unnamed ones.
type mdNode struct {
	Kind   string
	Fields []mdField
}

// mdField is one field of a node, its value as written.
type mdField struct{ Key, Val string }

// noRef is the absent reference.
const noRef int64 = -1

// node returns the node with the given number, or nil.
func (m *metadata) node(id int64) *mdNode {
	if n, ok := m.nodes[id]; ok {
		return n
	}
	n := parseNode(m.defs[id])
	m.nodes[id] = n
	return n
}

// kind returns the node if it is of the given kind, else nil.
func (m *metadata) kind(id int64, kind string) *mdNode {
	if n := m.node(id); n != nil && n.Kind == kind {
		return n
	}
	return nil
}

// parseNode reads "[distinct] !Kind(k: v, …)" or "[distinct] !{…}"; nil for
// anything else.
func parseNode(text string) *mdNode {
	text = strings.TrimSpace(text)
	text = strings.TrimSpace(strings.TrimPrefix(text, "distinct"))
	if !strings.HasPrefix(text, "!") {
		return nil
	}
	open := strings.IndexAny(text, "({")
	if open < 0 || len(text) <= open+1 {
		return nil
	}
	n := &mdNode{Kind: text[1:open]}
	body := text[open+1:]
	for body != "" {
		end := fieldEnd(body)
		n.addField(body[:end])
		if end == len(body) || body[end] != ',' {
			break
		}
		body = body[end+1:]
	}
	return n
}

func (n *mdNode) addField(text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	f := mdField{Val: text}
	if n.Kind != "" {
		if colon := strings.IndexByte(text, ':'); colon > 0 && text[0] != '"' && text[0] != '!' {
			f.Key, f.Val = text[:colon], strings.TrimSpace(text[colon+1:])
		}
	}
	n.Fields = append(n.Fields, f)
}

// fieldEnd finds the comma or closing bracket that ends a field, skipping
// strings and nested brackets.
func fieldEnd(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			if j := strings.IndexByte(s[i+1:], '"'); j >= 0 {
				i += 1 + j
			}
		case '(', '{', '[', '<':
			depth++
		case ')', '}', ']', '>':
			if depth == 0 {
				return i
			}
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// get returns the text of a field, "" when absent.
func (n *mdNode) get(key string) string {
	if n == nil {
		return ""
	}
	for i := range n.Fields {
		if n.Fields[i].Key == key {
			return n.Fields[i].Val
		}
	}
	return ""
}

// str returns a copy of the value of a string field with escapes resolved.
func (n *mdNode) str(key string) string { return strings.Clone(unquoteIR(n.get(key))) }

// num returns an integer field, 0 when absent or no number.
func (n *mdNode) num(key string) int64 {
	v, err := strconv.ParseInt(n.get(key), 10, 64)
	if err != nil {
		return 0
	}
	return v
}

// ref returns the number of the node a field refers to, or noRef.
func (n *mdNode) ref(key string) int64 { return parseRef(n.get(key)) }

// parseRef reads "!12".
func parseRef(s string) int64 {
	if len(s) < 2 || s[0] != '!' {
		return noRef
	}
	v, err := strconv.ParseInt(s[1:], 10, 64)
	if err != nil || v < 0 {
		return noRef
	}
	return v
}

// unquoteIR strips the quotes of an LLVM string and resolves its \xx escapes.
func unquoteIR(s string) string {
	if len(s) >= 2 && s[0] == '"' && s[len(s)-1] == '"' {
		s = s[1 : len(s)-1]
	}
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(v))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
