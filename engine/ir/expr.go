package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// maxExpr bounds the nesting of what Expr writes.
const maxExpr = 8

// Expr writes an operand as C-like text, walking back through the instructions
// that computed it: `i < n`, `p->next != 0`, `a[i] + 1`. It is for people; what
// has no name in the source is `…`.
func (p *Program) Expr(f *Func, o Operand) string {
	w := exprWriter{p: p, f: f, defs: f.Definitions()}
	return w.value(o, 0)
}

// Definitions are the instructions that define the function's registers; those
// that parameters and phis define have none.
func (f *Func) Definitions() map[Reg]*Instr {
	defs := map[Reg]*Instr{}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			if d := b.Instrs[i].Dst; d != NoReg {
				defs[d] = &b.Instrs[i]
			}
		}
	}
	return defs
}

type exprWriter struct {
	p    *Program
	f    *Func
	defs map[Reg]*Instr
}

var binaryText = map[Opcode]string{Add: "+", Sub: "-", Mul: "*", UDiv: "/", SDiv: "/", URem: "%", SRem: "%",
	Shl: "<<", LShr: ">>", AShr: ">>", And: "&", Or: "|", Xor: "^"}

var predText = map[Pred]string{EQ: "==", NE: "!=", UGT: ">", UGE: ">=", ULT: "<", ULE: "<=", SGT: ">", SGE: ">=", SLT: "<", SLE: "<=",
	FOEQ: "==", FUNE: "!=", FOGT: ">", FOGE: ">=", FOLT: "<", FOLE: "<="}

// value writes what an operand holds.
func (w *exprWriter) value(o Operand, depth int) string {
	if o.IsConst() {
		return w.constant(&w.p.Consts[o.ConstIndex()])
	}
	in := w.defs[Reg(o)]
	if in == nil {
		return w.register(Reg(o))
	}
	if depth > maxExpr {
		return "…"
	}
	switch in.Op {
	case Load:
		return w.place(in.Args[0], depth+1)
	case ICmp, FCmp:
		if t, ok := predText[in.Pred]; ok {
			return w.nested(in.Args[0], depth) + " " + t + " " + w.nested(in.Args[1], depth)
		}
	case Trunc, ZExt, SExt, Mov, Bitcast, Freeze, PtrToInt, IntToPtr:
		return w.value(in.Args[0], depth)
	case GEP, Alloca:
		return "&" + w.place(o, depth)
	case Call:
		if in.Call.Callee >= 0 {
			return w.p.Funcs[in.Call.Callee].Source + "(…)"
		}
	case SMin, SMax: // of a shift's amount
		if in.Flags&Synthetic != 0 {
			return w.value(in.Args[0], depth)
		}
	default:
		if t, ok := binaryText[in.Op]; ok {
			return w.nested(in.Args[0], depth) + " " + t + " " + w.nested(in.Args[1], depth)
		}
	}
	return "…"
}

// nested is value in parentheses where it is an operation.
func (w *exprWriter) nested(o Operand, depth int) string {
	s := w.value(o, depth+1)
	if strings.Contains(s, " ") {
		return "(" + s + ")"
	}
	return s
}

// place writes the object that an address names.
func (w *exprWriter) place(o Operand, depth int) string {
	if o.IsConst() {
		c := &w.p.Consts[o.ConstIndex()]
		if c.Kind == CGlobal && c.Offset == 0 {
			return w.global(c.ID)
		}
		return "*" + w.constant(c)
	}
	in := w.defs[Reg(o)]
	if in == nil || depth > maxExpr {
		return "*" + w.register(Reg(o))
	}
	switch in.Op {
	case Alloca:
		return w.register(Reg(o))
	case Mov, Bitcast:
		return w.place(in.Args[0], depth+1)
	case GEP:
		return w.element(in, depth)
	}
	return "*" + w.nested(o, depth)
}

// element writes the part of an object that a GEP steps into.
func (w *exprWriter) element(in *Instr, depth int) string {
	base, pointer := w.basis(in.Args[0], depth+1)
	for i, st := range in.Gep.Steps {
		switch {
		case st.Field >= 0:
			sep := "."
			if pointer {
				sep, pointer = "->", false
			}
			base += sep + w.member(in, i)
		case i == 0 && w.isZero(in.Args[st.Arg]):
			// the object itself
		default:
			base += "[" + w.value(in.Args[st.Arg], depth+1) + "]"
			pointer = false
		}
	}
	if pointer {
		return "*" + base
	}
	return base
}

// basis writes the start of an address computation; pointer tells that it is
// a pointer's value, so that members follow ->.
func (w *exprWriter) basis(o Operand, depth int) (text string, pointer bool) {
	if !o.IsConst() {
		if in := w.defs[Reg(o)]; in != nil && in.Op == Load {
			return w.place(in.Args[0], depth), true
		}
	}
	return w.place(o, depth), false
}

// member names a field: clang names the register after it.
func (w *exprWriter) member(in *Instr, step int) string {
	if step == len(in.Gep.Steps)-1 && in.Dst != NoReg && w.f.RegNames[in.Dst] != "" {
		return strings.TrimRight(w.f.RegNames[in.Dst], "0123456789")
	}
	return fmt.Sprintf("field%d", in.Gep.Steps[step].Field)
}

func (w *exprWriter) isZero(o Operand) bool {
	if !o.IsConst() {
		return false
	}
	c := &w.p.Consts[o.ConstIndex()]
	return c.Kind == CInt && c.Bits == 0 && c.Wide == nil
}

func (w *exprWriter) global(id int32) string {
	if g := &w.p.Globals[id]; g.Source != "" {
		return g.Source
	}
	return w.p.Globals[id].Name
}

func (w *exprWriter) constant(c *Const) string {
	switch c.Kind {
	case CInt:
		if c.Wide != nil {
			return c.Wide.String()
		}
		bits := uint(w.p.Types[c.Type].Bits)
		return strconv.FormatInt(int64(c.Bits<<(64-bits))>>(64-bits), 10)
	case CNull:
		return "NULL"
	case CGlobal:
		return "&" + w.global(c.ID)
	case CFunc:
		return w.p.Funcs[c.ID].Source
	}
	return "…"
}

// register names a variable's slot; numbered registers have no name.
func (w *exprWriter) register(r Reg) string {
	name := w.f.RegNames[r]
	for _, v := range w.f.Vars {
		if v.Slot == r {
			return v.Name
		}
	}
	if name = strings.TrimSuffix(name, ".addr"); name == "" {
		return "…"
	}
	return name
}
