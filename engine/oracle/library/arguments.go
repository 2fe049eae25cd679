package library

import (
	"fmt"
	"strings"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// An argument is a parameter, or a variable argument that a clause names, with what the
// clauses say of it.
type argument struct {
	name    string
	typ     *spec.Type
	slot    int
	cond    *spec.Expr // of a variable argument
	null    bool       // it may be null
	text    bool
	wide    bool
	texts   bool
	vector  *spec.Expr
	frees   bool
	counts  bool         // other sizes depend on what it points to
	measure bool         // sizes depend on it
	sizes   []*spec.Expr // bytes that it must have room for
	max     *spec.Expr   // of a text
	spoken  bool         // a clause speaks of it
}

// arguments are those of a function in order.
func (f *function) collect() {
	for i, p := range f.Params {
		f.args = append(f.args, &argument{name: p.Name, typ: p.Type, slot: i})
	}
	for i := range f.Clauses {
		c := &f.Clauses[i]
		if c.Verb == "argument" {
			f.args = append(f.args, &argument{name: c.Name, typ: c.Type, slot: len(f.args), cond: c.If})
		}
	}
	for i := range f.Clauses {
		f.read(&f.Clauses[i])
	}
}

// arg is an argument by name, or nil.
func (f *function) arg(name string) *argument {
	for _, a := range f.args {
		if a.name == name {
			return a
		}
	}
	return nil
}

// read notes what a clause demands of the arguments.
func (f *function) read(c *spec.Clause) {
	expressions := []*spec.Expr{c.Size, c.Most, c.If}
	for _, alt := range c.Alts {
		expressions = append(expressions, alt.From, alt.To, alt.Size, alt.If)
	}
	for i, e := range expressions {
		each(e, func(e *spec.Expr) { f.mentioned(e, i < 2) })
	}
	a := f.arg(c.Name)
	if a == nil || c.Verb == "argument" {
		return
	}
	a.spoken = true
	a.null = a.null || c.Null && c.Member == ""
	if c.Member != "" {
		a.sizes = append(a.sizes, &spec.Expr{Op: "sizeof", Type: c.Object})
		return
	}
	elem := a.typ
	if elem.Kind == spec.Pointer {
		elem = elem.Elem
	}
	switch c.Verb {
	case "text":
		a.text, a.max = true, c.Size
	case "wide":
		a.wide, a.max = true, c.Size
	case "texts":
		a.texts = true
	case "reads", "room":
		a.sizes = append(a.sizes, c.Size)
	case "any":
		a.sizes = append(a.sizes, c.Size, c.Most)
	case "text-into":
		n := c.Size
		if isWide(elem) {
			n = &spec.Expr{Op: "*", Args: []*spec.Expr{n, {Op: "num", Num: 4}}}
		}
		a.sizes = append(a.sizes, n)
	case "set":
		a.sizes = append(a.sizes, &spec.Expr{Op: "sizeof", Type: elem})
	case "reads-vector", "any-vector":
		a.vector = c.Size
	case "frees":
		a.frees = true
	}
}

// mentioned notes the arguments that an expression speaks of, of a size perhaps.
func (f *function) mentioned(e *spec.Expr, size bool) {
	a := f.arg(e.Place.Name)
	if a == nil {
		return
	}
	switch {
	case e.Op == "deref":
		a.spoken = true
		a.counts = a.counts || size
		a.sizes = append(a.sizes, &spec.Expr{Op: "sizeof", Type: e.Type})
	case e.Op == "value" && e.Place.Member != "":
		a.spoken = true
		a.sizes = append(a.sizes, &spec.Expr{Op: "sizeof", Type: e.Place.Object})
	case e.Op == "value":
		a.measure = a.measure || size
	}
}

// draw writes C for the argument's value.
func (a *argument) draw(f *function) string {
	if c, ok := special[f.Name+"."+a.name]; ok {
		return c
	}
	if characters[f.Name] {
		return "(int)below(257) - 1"
	}
	if c, ok := typed[a.typ.Name]; ok {
		return c
	}
	switch a.typ.Kind {
	case spec.Integer:
		return a.integer(f)
	case spec.Real:
		return fmt.Sprintf("(%s)draw_real()", a.typ.C)
	case spec.Pointer:
		c := a.pointer(f)
		if a.null {
			return fmt.Sprintf("below(5) == 0 ? draw_null(%d) : %s", a.slot, c)
		}
		return c
	}
	return ""
}

func (a *argument) integer(f *function) string {
	switch {
	case a.typ.Bool:
		return "(_Bool)below(2)"
	case descriptors[a.name] && a.typ.Size[0] == 4:
		return "(int)draw_descriptor()"
	case a.measure, lengths[a.name] && f.hasPointers():
		return fmt.Sprintf("(%s)draw_size()", a.typ.C)
	case isWide(a.typ) && !a.typ.Signed: // wint_t
		return fmt.Sprintf("(%s)(below(3) ? below(300) : draw_number(32))", a.typ.C)
	}
	return fmt.Sprintf("(%s)draw_number(%d)", a.typ.C, 8*a.typ.Size[0])
}

func (f *function) hasPointers() bool {
	for _, a := range f.args {
		if a.typ.Kind == spec.Pointer {
			return true
		}
	}
	return false
}

// descriptors and lengths are names of parameters that tell what they are.
var descriptors = set("fd", "in", "out", "other", "oldfd", "from", "into", "epoll", "dir", "q", "master", "slave", "fds", "target")
var lengths = set("n", "len", "size", "count", "max", "length", "room")

func set(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}

// typed is what is passed for types by their names.
var typed = map[string]string{
	"pid_t":     "(int)one_of(0, 99999, -2, 2147483647, (i64)own_process())",
	"pthread_t": "own_thread()",
	"thrd_t":    "own_thread()",
	"mode_t":    "(unsigned)one_of(0, 0644, 0755, 0777, 0400, 07777, 0100644)",
	"locale_t":  "own_locale()",
	"wctype_t":  "own_class()",
	"wctrans_t": "(void *)own_mapping()",
}

// isFormat says that the argument tells what the variable ones are: it is the last that has
// a name.
func (f *function) isFormat(a *argument) bool {
	if !f.formatted() || a.typ.Kind == spec.List {
		return false
	}
	last := f.args[len(f.args)-1]
	if last.typ.Kind == spec.List {
		last = f.args[len(f.args)-2]
	}
	return a == last
}

// pool is where the texts of a parameter come from.
func (a *argument) pool(f *function) string {
	switch {
	case strings.Contains(f.Name, "strftime") || strings.Contains(f.Name, "strptime") || strings.Contains(f.Name, "wcsftime"):
		return "time"
	case f.isFormat(a) && f.scans():
		return "scan"
	case f.isFormat(a):
		return "format"
	}
	for _, p := range []struct{ part, pool string }{
		{"path", "path"}, {"file", "path"}, {"old", "path"}, {"name", "path"}, {"dir", "path"}, {"target", "path"}, {"directory", "path"},
		{"command", "command"}, {"mode", "mode"}, {"template", "template"}, {"pattern", "path"},
	} {
		if strings.Contains(a.name, p.part) {
			return p.pool
		}
	}
	return ""
}

// pointer writes C for an address with contents.
func (a *argument) pointer(f *function) string {
	elem := a.typ.Elem
	max := "-1"
	if a.max != nil {
		max = number(a.max)
	}
	switch {
	case elem.Kind == spec.Function:
		return fmt.Sprintf("draw_function(%d)", a.slot)
	case elem.Name == "FILE":
		return fmt.Sprintf("draw_stream(%d)", a.slot)
	case a.frees && elem.Name != "DIR":
		return fmt.Sprintf("draw_block(%d)", a.slot)
	case a.wide:
		return fmt.Sprintf("draw_wide(%d, %s)", a.slot, max)
	case a.text:
		return fmt.Sprintf("draw_text(%d, %q, %s)", a.slot, a.pool(f), max)
	case a.texts:
		return fmt.Sprintf("draw_texts(%d, %q)", a.slot, a.pool(f))
	case a.vector != nil:
		return fmt.Sprintf("draw_vector(%d, %s)", a.slot, number(a.vector))
	case elem.Kind == spec.Object:
		return fmt.Sprintf("draw_object(%d, %q, %s)", a.slot, elem.Name, size(elem))
	}
	kind := "NOISE"
	if a.counts {
		kind = "SMALL_NUMBERS"
	} else if elem.Kind == spec.Pointer {
		kind = "ZERO"
	}
	n := "0"
	for _, e := range a.sizes {
		if e != nil && e.Op == "sizeof" {
			n = "larger(" + n + ", " + number(e) + ")"
		}
	}
	return fmt.Sprintf("draw_bytes(%d, %s, %s)", a.slot, n, kind)
}

// enlarge writes C that gives the argument the room that its clauses demand.
func (a *argument) enlarge(f *function) (out string) {
	if a.typ.Kind != spec.Pointer || a.typ.Elem.Kind == spec.Function || a.frees {
		return ""
	}
	open := len(a.sizes) > 0
	for _, e := range a.sizes {
		if e == nil || uses(e, "result") {
			continue
		}
		open = false
		if e.Op != "sizeof" {
			if a.null {
				out += fmt.Sprintf("\tif (p_%s)", a.name)
			}
			each(e, func(e *spec.Expr) {
				if b := f.arg(e.Place.Name); b != nil && b != a && b.null && (e.Op != "value" || e.Place.Member != "") {
					out += fmt.Sprintf("\tif (!p_%s) not_described();\n\tif (p_%s)", b.name, a.name)
				}
			})
			out += fmt.Sprintf("\tp_%s = enlarge(%d, p_%s, %s);\n", a.name, a.slot, a.name, number(e))
		}
	}
	if open {
		out += fmt.Sprintf("\tp_%s = enlarge(%d, p_%s, 4096);\n", a.name, a.slot, a.name)
	}
	if t := a.typ.Elem; t.Kind == spec.Object && t.Members != nil && a.vector == nil {
		out += f.members(a, t)
	}
	return out
}

// members writes C that gives the pointers in an object something to point to.
func (f *function) members(a *argument, t *spec.Type) (out string) {
	if filled[t.Name] {
		return ""
	}
	for _, m := range t.Members {
		at := fmt.Sprintf("((%s *)p_%s)->%s", t.C, a.name, m.Name)
		switch {
		case m.Type.Kind != spec.Pointer || m.Count > 0:
		case m.Type.Elem.Kind == spec.Integer && m.Type.Elem.Size[0] == 1:
			out += "\tif (p_" + a.name + ") " + at + " = \"member\";\n"
		case m.Type.Elem.Kind == spec.Pointer:
			out += "\tif (p_" + a.name + ") " + at + " = (void *)member_texts;\n"
		default:
			out += "\tif (p_" + a.name + ") " + at + " = NULL;\n"
		}
	}
	if out != "" {
		out += fmt.Sprintf("\tno_bytes(%d);\n", a.slot)
	}
	return out
}

// filled are the objects that the harness makes whole.
var filled = set("struct tm", "glob_t", "glob64_t", "wordexp_t", "struct msghdr", "struct if_nameindex")
