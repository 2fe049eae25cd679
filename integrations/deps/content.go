package deps

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/assay-dev/assay/engine/ir"
)

// content hashes parts of a program by what they say: no dense ids, no names
// that the linker numbers (string literals, anonymous types), and positions
// relative to the function, so that moving one changes nothing.
type content struct {
	p     *ir.Program
	types []string // digests by TypeID, "" until computed
	funcs map[ir.FuncID]string
	vars  map[ir.GlobalID]string
}

func newContent(p *ir.Program) *content {
	return &content{p: p, types: make([]string, len(p.Types)), funcs: map[ir.FuncID]string{}, vars: map[ir.GlobalID]string{}}
}

// digestBytes is how many bytes of a SHA-256 a digest keeps: two contents that
// agree in 128 bits do not happen by accident.
const digestBytes = 16

func digest(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:digestBytes]) }

// typeOf digests the structure of a type.
func (c *content) typeOf(id ir.TypeID) string {
	if id < 0 || int(id) >= len(c.p.Types) {
		return fmt.Sprint(id)
	}
	if c.types[id] != "" {
		return c.types[id]
	}
	t := &c.p.Types[id] // pointers have no pointee type, so there are no cycles
	h := sha256.New()
	fmt.Fprintln(h, t.Kind, t.Bits, t.Size, t.Store, t.Align, t.Len, t.Union)
	if t.Kind == ir.Array || t.Kind == ir.Vector {
		fmt.Fprintln(h, c.typeOf(t.Elem))
	}
	for _, f := range t.Fields {
		fmt.Fprintln(h, f.Offset, c.typeOf(f.Type))
	}
	c.types[id] = digest(h)
	return c.types[id]
}

// operand spells an operand.
func (c *content) operand(o ir.Operand) string {
	if !o.IsConst() {
		return fmt.Sprintf("r%d", o)
	}
	k := &c.p.Consts[o.ConstIndex()]
	text := fmt.Sprintf("%d %s %d %v", k.Kind, c.typeOf(k.Type), k.Bits, k.Wide)
	switch k.Kind {
	case ir.CGlobal:
		text += fmt.Sprintf(" %s %d", c.variable(ir.GlobalID(k.ID)), k.Offset)
	case ir.CFunc:
		text += " " + c.signature(ir.FuncID(k.ID))
	case ir.CBlock:
		text += fmt.Sprintf(" %s %d", c.p.Funcs[k.ID].Name, k.Offset)
	}
	for _, e := range k.Elems {
		text += " (" + c.operand(e) + ")"
	}
	return text
}

// variable names a variable. What the linker numbers is named by its content.
func (c *content) variable(g ir.GlobalID) string {
	if v := &c.p.Globals[g]; !v.Private {
		return v.Name
	}
	return c.global(g)
}

// global digests the type, attributes and initial image of a variable.
func (c *content) global(g ir.GlobalID) string {
	if d := c.vars[g]; d != "" {
		return d
	}
	v := &c.p.Globals[g]
	c.vars[g] = "cycle" // of private constants only; they have no names to tell them apart
	h := sha256.New()
	if !v.Private {
		fmt.Fprintln(h, v.Name, v.Source)
	}
	fmt.Fprintln(h, c.typeOf(v.Type), v.Size, v.Align, v.Const, v.External, v.Thread, v.Weak, v.CType, v.Signed, v.Bits, v.Static)
	fmt.Fprintf(h, "%q\n", v.Init)
	for _, r := range v.Relocs {
		fmt.Fprintln(h, r.Offset, r.Size, c.operand(r.Value))
	}
	c.vars[g] = digest(h)
	return c.vars[g]
}

// signature spells what a reference to a function says about it.
func (c *content) signature(id ir.FuncID) string {
	f := c.p.Funcs[id]
	text := fmt.Sprint(f.Name, c.typeOf(f.Ret), f.Variadic, f.NoReturn, f.Model, f.Weak, f.ReturnsTwice)
	for _, q := range f.Params {
		text += fmt.Sprint(" ", c.typeOf(q.Type), c.typeOf(q.ByVal), q.SRet, q.CType)
	}
	return text
}

// function digests a function: signature, variables, every instruction.
func (c *content) function(id ir.FuncID) string {
	if d := c.funcs[id]; d != "" {
		return d
	}
	f := c.p.Funcs[id]
	h := sha256.New()
	fmt.Fprintln(h, c.signature(id), f.Source, f.CType, f.Internal, f.Irreducible, len(f.Blocks) > 0)
	if len(f.Blocks) > 0 {
		fmt.Fprintln(h, c.p.Files[f.File], f.NumRegs)
		for i, t := range f.RegTypes {
			name := ""
			if i < len(f.RegNames) {
				name = f.RegNames[i]
			}
			fmt.Fprintln(h, c.typeOf(t), name)
		}
	}
	for _, v := range f.Vars {
		fmt.Fprintln(h, v.Name, v.Slot, v.Line-f.Line, v.Arg, v.Type, v.Signed, v.Bits)
	}
	for _, b := range f.Blocks {
		fmt.Fprintln(h, "block", b.Name, b.Preds, b.Succs, b.LoopHead, b.Loop, b.Depth, b.Outer)
		for i := range b.Phis {
			ph := &b.Phis[i]
			fmt.Fprintln(h, "phi", ph.Dst, c.typeOf(ph.Type), ph.Preds)
			for _, v := range ph.Vals {
				fmt.Fprintln(h, c.operand(v))
			}
		}
		for i := range b.Instrs {
			c.instr(h, f, &b.Instrs[i])
		}
	}
	c.funcs[id] = digest(h)
	return c.funcs[id]
}

func (c *content) instr(h hash.Hash, f *ir.Func, in *ir.Instr) {
	loc := c.p.Locs[in.Loc]
	line := loc.Line
	if loc.Line != 0 && loc.File == f.File {
		line -= f.Line
	}
	fmt.Fprintln(h, in.Op, in.Pred, in.Flags, c.typeOf(in.Type), in.Dst, in.Aux, in.Align, in.Src, in.Succs, in.Path,
		in.Reason, c.p.Files[loc.File], line, loc.Col)
	for _, a := range in.Args {
		fmt.Fprintln(h, c.operand(a))
	}
	if g := in.Gep; g != nil {
		fmt.Fprintln(h, g.Const, g.Terms, c.typeOf(g.Source))
		for _, s := range g.Steps {
			fmt.Fprintln(h, s.Field, s.Arg, s.Bound, c.typeOf(s.Into))
		}
	}
	if k := in.Call; k != nil {
		if k.Callee >= 0 {
			fmt.Fprintln(h, c.signature(k.Callee))
		}
		fmt.Fprintln(h, c.typeOf(k.Ret), k.Variadic, k.Fixed, k.NoReturn)
		for _, a := range k.Args {
			fmt.Fprintln(h, c.operand(a.Val), c.typeOf(a.Type), c.typeOf(a.ByVal), a.SRet)
		}
	}
	for _, s := range in.Switch {
		fmt.Fprintln(h, s.Value, s.Wide, s.Succ)
	}
}
