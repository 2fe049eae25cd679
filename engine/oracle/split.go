package oracle

import (
	"fmt"
	"strings"
)

// module is a textual LLVM module in parts, so that the program of one main
// function can be taken out of the module of many: clang needs as long to
// start as for the code of twenty programs.
type module struct {
	parts []part
	named map[string]int // index in parts of a definition, "@f" or "!7"
	size  int            // bytes of the text
}

// part is a top-level entity of a module.
type part struct {
	name   string // "@f", "!7", "!llvm.ident"; "": kept always (types, attributes, target)
	text   string
	refs   []string // what it names
	always bool     // kept though nothing needs it
}

// parseModule takes a module apart. Metadata nodes, like other entities except
// functions, are one line each.
func parseModule(text string) *module {
	m := &module{named: map[string]int{}, size: len(text)}
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		if strings.HasPrefix(line, "define ") {
			end := strings.Index(text, "\n}\n")
			line, rest = text[:end+2], text[end+3:]
		}
		text = rest
		p := part{text: line}
		switch {
		case strings.HasPrefix(line, "@"), strings.HasPrefix(line, "!"):
			p.name, _, _ = strings.Cut(line, " = ")
			p.always = strings.HasPrefix(p.name, "!llvm.")
		case strings.HasPrefix(line, "define "), strings.HasPrefix(line, "declare "):
			head, _, _ := strings.Cut(line[strings.IndexByte(line, '@'):], "(")
			p.name = head
		default:
			p.always = true
		}
		if p.name != "" {
			p.refs = references(line)
			m.named[p.name] = len(m.parts)
		}
		m.parts = append(m.parts, p)
	}
	return m
}

// references lists the globals and metadata nodes that a text names.
func references(text string) []string {
	var out []string
	for {
		i := strings.IndexAny(text, "@!")
		if i < 0 {
			return out
		}
		text = text[i:]
		n := 1
		for n < len(text) && isNameByte(text[n]) {
			n++
		}
		if n > 1 {
			out = append(out, text[:n])
		}
		text = text[n:]
	}
}

func isNameByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '.' || c == '$'
}

// program is the text of the module that holds what the function named main
// needs, in which it is called "main".
func (m *module) program(main string) (string, error) {
	first, ok := m.named["@"+main]
	if !ok {
		return "", fmt.Errorf("the module does not define %s", main)
	}
	keep := make([]bool, len(m.parts))
	todo := []int{first}
	keep[first] = true
	for len(todo) > 0 {
		p := m.parts[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, r := range p.refs {
			if i, ok := m.named[r]; ok && !keep[i] && !m.parts[i].always {
				keep[i] = true
				todo = append(todo, i)
			}
		}
	}
	for i, p := range m.parts {
		if p.always {
			for _, r := range p.refs {
				// The lists of what the whole module has name one-line nodes
				// only; those of compilation units are cut to what is needed.
				if j, ok := m.named[r]; ok && p.name != "!llvm.dbg.cu" {
					keep[j] = true
				}
			}
			keep[i] = true
		}
	}
	var b strings.Builder
	for i, p := range m.parts {
		if !keep[i] {
			continue
		}
		b.WriteString(m.needed(p, keep))
		b.WriteByte('\n')
	}
	text := strings.ReplaceAll(b.String(), "@"+main+"(", "@main(")
	return strings.ReplaceAll(text, `"`+main+`"`, `"main"`), nil
}

// needed is the text of a part, where that is the list of compilation units
// without those that were not kept.
func (m *module) needed(p part, keep []bool) string {
	if p.name != "!llvm.dbg.cu" {
		return p.text
	}
	var units []string
	for _, r := range p.refs {
		if i, ok := m.named[r]; ok && keep[i] && r != p.name {
			units = append(units, r)
		}
	}
	return p.name + " = !{" + strings.Join(units, ", ") + "}"
}
