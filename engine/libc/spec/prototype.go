package spec

import (
	"fmt"
	"regexp"
	"strings"
)

// Scalar is how a specification can write a parameter or result whose type it
// does not know, by the way in which it is passed.
type Scalar struct {
	Bits    int // of an integer or a floating-point number; 0 for void
	Real    bool
	Pointer bool
}

// name is the C type.
func (s Scalar) name() string {
	switch {
	case s.Pointer:
		return "void *"
	case s.Bits == 0:
		return "void"
	case s.Real:
		return map[int]string{32: "float", 64: "double"}[s.Bits]
	}
	return map[int]string{1: "_Bool", 8: "signed char", 16: "short", 32: "int", 64: "long long"}[s.Bits]
}

// Skeleton is the specification of a function that says as little as can be
// said: that a call may do anything. ctype is its C type if that is known, as
// in "int (const char *, size_t)"; params and result are how it is called.
// Structures that the library does not know become types of it, and are
// declared in the text. ok is false if no prototype can be made.
func (lib *Library) Skeleton(name, ctype string, result Scalar, params []Scalar, variadic bool) (text string, ok bool) {
	opaque := lib.declareOpaque(ctype)
	f := lib.prototypeOf(name, ctype)
	if f == nil {
		for _, tag := range opaque {
			delete(lib.Types, tag)
		}
		opaque = nil
		if f = lib.passed(name, result, params, variadic); f == nil {
			return "", false
		}
	}
	var b strings.Builder
	for _, tag := range opaque {
		b.WriteString("type " + tag + "\n")
	}
	b.WriteString(f.Text + "\n")
	for _, p := range f.Params {
		if p.Type.Kind == Pointer {
			fmt.Fprintf(&b, "    keeps %s\n", p.Name)
		}
	}
	b.WriteString("    anything\n")
	switch f.Result.Kind {
	case Void:
	case Pointer:
		b.WriteString("    result kept\n")
	default:
		b.WriteString("    result any\n")
	}
	return b.String(), true
}

var tags = regexp.MustCompile(`\b(struct|union) \w+`)

// declareOpaque gives the library the structures of a C type that it does not
// know, and returns their names.
func (lib *Library) declareOpaque(ctype string) []string {
	var out []string
	for _, tag := range tags.FindAllString(ctype, -1) {
		if lib.Types[tag] == nil {
			lib.Types[tag] = &Type{Kind: Object, Name: tag}
			out = append(out, tag)
		}
	}
	return out
}

// prototypeOf makes a prototype of a C type, nil if it has types that the
// library does not know.
func (lib *Library) prototypeOf(name, ctype string) *Func {
	result, params, ok := strings.Cut(ctype, "(")
	if !ok || strings.HasPrefix(params, "*") {
		return nil
	}
	list := topLevel(strings.TrimSuffix(params, ")"))
	for i, p := range list {
		if p != "void" && p != "..." {
			list[i] = namedParam(p, fmt.Sprintf("p%d", i+1))
		}
	}
	return lib.parsed(spaced(strings.TrimSpace(result)) + name + "(" + strings.Join(list, ", ") + ")")
}

// passed makes a prototype of how a function is called.
func (lib *Library) passed(name string, result Scalar, params []Scalar, variadic bool) *Func {
	list := make([]string, len(params))
	for i, p := range params {
		list[i] = spaced(p.name()) + fmt.Sprintf("p%d", i+1)
	}
	if variadic {
		list = append(list, "...")
	}
	if len(list) == 0 {
		list = []string{"void"}
	}
	return lib.parsed(spaced(result.name()) + name + "(" + strings.Join(list, ", ") + ")")
}

// parsed is the function that a prototype declares, or nil.
func (lib *Library) parsed(text string) *Func {
	d := &declParser{lex(Pos{}, text), lib.Types}
	f := d.prototype()
	if f == nil || d.err != nil {
		return nil
	}
	f.Text = text
	return f
}

// topLevel splits parameters at the commas that stand in no parentheses.
func topLevel(s string) []string {
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(s[from:i]))
				from = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}

// namedParam puts a name into an abstract declarator.
func namedParam(p, name string) string {
	if i := strings.Index(p, "(*"); i >= 0 {
		return p[:i+2] + name + p[i+2:]
	}
	return spaced(p) + name
}
