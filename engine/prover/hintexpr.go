package prover

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// hintReader makes a term of a C expression over the variables at a cutpoint:
// integers, elements of arrays of integers, and the operators that have no side
// effect. Arithmetic wraps.
type hintReader struct {
	b       *system.System
	c       *system.Cutpoint
	s       *system.State
	line    int
	text    string
	tok     string // the token at hand, "" at the end
	uninit  term.T // something that is read was never written
	failure error
}

// typed is a C integer.
type typed struct {
	t      term.T
	w      int // bits, at least 32
	signed bool
}

// readHint is what a hint says at a cutpoint. Variables that were never written make
// it true.
func readHint(b *system.System, c *system.Cutpoint, h *Hint) (term.T, error) {
	r := &hintReader{b: b, c: c, s: b.StateAt(c), line: h.Line, text: h.Text, uninit: term.False}
	r.next()
	v := r.ternary()
	if r.failure == nil && r.tok != "" {
		r.fail("%q is not expected", r.tok)
	}
	if r.failure != nil {
		return term.None, r.failure
	}
	return b.Pool.Or(r.uninit, r.truth(v)), nil
}

func (r *hintReader) fail(format string, args ...any) typed {
	if r.failure == nil {
		r.failure = fmt.Errorf(format, args...)
	}
	return r.int(0)
}

func (r *hintReader) int(x uint64) typed { return typed{r.b.Pool.BV(32, x), 32, true} }

func (r *hintReader) truth(v typed) term.T {
	return r.b.Pool.Not(r.b.Pool.Eq(v.t, r.b.Pool.BV(v.w, 0)))
}

func (r *hintReader) number(c term.T) typed {
	return typed{r.b.Pool.BoolToBV(c, 32), 32, true}
}

// hintOperators are the binary operators by precedence, weakest first.
var hintOperators = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", "<=", ">", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

// next reads a token: an operator, a name, or a number.
func (r *hintReader) next() {
	r.text = strings.TrimLeft(r.text, " \t")
	n := 0
	word := func(c byte) bool {
		return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	}
	switch {
	case r.text == "":
	case word(r.text[0]):
		for n < len(r.text) && word(r.text[n]) {
			n++
		}
	case len(r.text) > 2 && r.text[0] == '\'' && r.text[2] == '\'':
		n = 3
	case len(r.text) > 1 && strings.Contains(" || && == != <= >= << >> ", " "+r.text[:2]+" "):
		n = 2
	default:
		n = 1
	}
	r.tok, r.text = r.text[:n], r.text[n:]
}

// accept goes over a token.
func (r *hintReader) accept(tok string) bool {
	if r.tok != tok {
		return false
	}
	r.next()
	return true
}

func (r *hintReader) expect(tok string) {
	if !r.accept(tok) {
		r.fail("%q is missing before %q", tok, r.tok)
	}
}

func (r *hintReader) ternary() typed {
	c := r.binary(0)
	if !r.accept("?") {
		return c
	}
	x := r.ternary()
	r.expect(":")
	x, y := r.usual(x, r.ternary())
	return typed{r.b.Pool.Ite(r.truth(c), x.t, y.t), x.w, x.signed}
}

// binary reads operators of a precedence and above.
func (r *hintReader) binary(level int) typed {
	if level == len(hintOperators) {
		return r.unary()
	}
	x := r.binary(level + 1)
	for r.failure == nil {
		found := ""
		for _, o := range hintOperators[level] {
			if r.tok == o {
				found = o
			}
		}
		if found == "" {
			break
		}
		r.next()
		x = r.apply(found, x, r.binary(level+1))
	}
	return x
}

// usual makes the usual arithmetic conversions.
func (r *hintReader) usual(x, y typed) (typed, typed) {
	w := max(x.w, y.w)
	signed := (x.signed || x.w < w) && (y.signed || y.w < w)
	return r.widen(x, w, signed), r.widen(y, w, signed)
}

func (r *hintReader) widen(x typed, w int, signed bool) typed {
	if x.signed {
		return typed{r.b.Dom.Resize(x.w, w, x.t), w, signed}
	}
	return typed{r.b.Dom.ResizeUnsigned(x.w, w, x.t), w, signed}
}

// apply applies a binary operator.
func (r *hintReader) apply(o string, x, y typed) typed {
	d, p := r.b.Dom, r.b.Pool
	switch o {
	case "||":
		return r.number(p.Or(r.truth(x), r.truth(y)))
	case "&&":
		return r.number(p.And(r.truth(x), r.truth(y)))
	case "<<":
		return typed{d.Shl(x.w, x.t, r.widen(y, x.w, y.signed).t), x.w, x.signed}
	case ">>":
		n := r.widen(y, x.w, y.signed).t
		if x.signed {
			return typed{d.AShr(x.w, x.t, n), x.w, true}
		}
		return typed{d.LShr(x.w, x.t, n), x.w, false}
	}
	x, y = r.usual(x, y)
	less := d.ULt
	divide, rest := d.UDiv, d.URem
	if x.signed {
		less, divide, rest = d.SLt, d.SDiv, d.SRem
	}
	switch o {
	case "==":
		return r.number(p.Eq(x.t, y.t))
	case "!=":
		return r.number(p.Not(p.Eq(x.t, y.t)))
	case "<":
		return r.number(less(x.w, x.t, y.t))
	case ">":
		return r.number(less(x.w, y.t, x.t))
	case "<=":
		return r.number(p.Not(less(x.w, y.t, x.t)))
	case ">=":
		return r.number(p.Not(less(x.w, x.t, y.t)))
	}
	f := map[string]func(int, term.T, term.T) term.T{"+": d.Add, "-": d.Sub, "*": d.Mul, "/": divide, "%": rest, "&": d.And, "|": d.Or, "^": d.Xor}[o]
	return typed{f(x.w, x.t, y.t), x.w, x.signed}
}

func (r *hintReader) unary() typed {
	switch {
	case r.failure != nil:
		return r.int(0)
	case r.accept("!"):
		return r.number(r.b.Pool.Not(r.truth(r.unary())))
	case r.accept("-"):
		return r.apply("-", r.int(0), r.unary())
	case r.accept("+"):
		return r.unary()
	case r.accept("~"):
		x := r.unary()
		return typed{r.b.Pool.BVNot(x.t), x.w, x.signed}
	case r.accept("("):
		x := r.ternary()
		r.expect(")")
		return x
	}
	return r.primary()
}

func (r *hintReader) primary() typed {
	t := r.tok
	r.next()
	switch {
	case t == "":
		return r.fail("the expression ends early")
	case t[0] == '\'':
		return r.int(uint64(t[1]))
	case t[0] >= '0' && t[0] <= '9':
		x, err := strconv.ParseUint(strings.TrimRight(t, "uUlL"), 0, 63)
		if err != nil {
			return r.fail("%q is no number", t)
		}
		unsigned := strings.ContainsAny(t, "uU") && !strings.HasPrefix(t, "0x")
		if x > 1<<31-1 || strings.ContainsAny(t, "lL") {
			return typed{r.b.Pool.BV(64, x), 64, !unsigned}
		}
		return typed{r.b.Pool.BV(32, x), 32, !unsigned}
	case strings.Trim(t, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "":
		return r.fail("%q is not expected", t)
	}
	o, signed := r.variable(t)
	if o == nil {
		return r.fail("no integer variable %s is known here", t)
	}
	return r.content(t, o, signed)
}

// variable finds the object of a variable in scope at the hint, and whether its
// numbers are signed: a local one, declared last before the hint, or a global.
func (r *hintReader) variable(name string) (o *system.Object, signed bool) {
	fn := r.c.Ctx.Func
	best := int32(-1)
	for i := range fn.Vars {
		v := &fn.Vars[i]
		if v.Name != name || v.Line > int32(r.line) || v.Line < best {
			continue
		}
		for id, l := range r.b.Objects {
			if l != nil && l.Owner == r.c.Ctx && l.Slot == v.Slot && v.Slot != ir.NoReg && r.s.Obj(id) != nil {
				o, signed, best = l, v.Signed || v.Bits == 0 && signedText(v.Type), v.Line
			}
		}
	}
	if o != nil {
		return o, signed
	}
	for i := range r.b.Prog.Globals {
		g := &r.b.Prog.Globals[i]
		if g.Source == name && r.s.Obj(r.b.Globals[i]) != nil {
			return r.b.Objects[r.b.Globals[i]], g.Signed || g.Bits == 0 && signedText(g.CType)
		}
	}
	return nil, false
}

// signedText tells whether the elements of an array type, as text, are signed.
func signedText(c string) bool {
	return !strings.Contains(c, "unsigned") && !strings.Contains(c, "_Bool") && !strings.Contains(c, "size_t") && !strings.Contains(c, "uint")
}

// content is the value of a variable, or of an element of it.
func (r *hintReader) content(name string, o *system.Object, signed bool) typed {
	st := r.s.Obj(o.ID)
	if o.Site || o.Layout == nil || o.Smashed() || len(st.Cells) == 0 {
		return r.fail("%s is not modelled as a list of numbers", name)
	}
	if !r.accept("[") {
		if len(st.Cells) != 1 {
			return r.fail("%s is no integer", name)
		}
		return r.cell(name, st.Cells[0], signed)
	}
	i := r.ternary()
	r.expect("]")
	all := r.cell(name, st.Cells[0], signed)
	unset := r.uninit
	for k := range st.Cells {
		if o.Layout.Cells[k].Ghost {
			continue
		}
		if o.Layout.Cells[k].Group != 0 || len(o.Layout.Cells[k].Index) != 1 {
			return r.fail("%s is no array of integers", name)
		}
		r.uninit = term.False
		x := r.cell(name, st.Cells[k], signed)
		here := r.b.Pool.Eq(i.t, r.b.Pool.BV(i.w, uint64(k)))
		all.t, unset = r.b.Pool.Ite(here, x.t, all.t), r.b.Pool.Ite(here, r.uninit, unset)
	}
	r.uninit = unset
	return all
}

// cell is a cell's number, promoted.
func (r *hintReader) cell(name string, v system.Value, signed bool) typed {
	if v.Absent() || v.Elems != nil || v.ID != term.None {
		return r.fail("%s is no integer", name)
	}
	w := r.b.Pool.Width(v.Term)
	if w < 1 || w > 64 {
		return r.fail("%s is no integer", name)
	}
	r.uninit = r.b.Pool.Or(r.uninit, v.Uninit)
	if w < 32 {
		return r.widen(typed{v.Term, w, signed}, 32, true)
	}
	return typed{v.Term, w, signed}
}
