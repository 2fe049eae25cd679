package ir

import (
	"fmt"
	"path"
	"strconv"
	"strings"
)

// String dumps the whole program as text, for reading and for goldens: sizes,
// globals with images, then the functions. It mentions no directory.
func (p *Program) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "program %s ptr=%d\n", p.Triple, p.PtrBits)
	for i := range p.Globals {
		p.dumpGlobal(&b, &p.Globals[i])
	}
	for _, list := range []struct {
		name string
		ids  []FuncID
	}{{"ctors", p.Ctors}, {"dtors", p.Dtors}} {
		for _, id := range list.ids {
			fmt.Fprintf(&b, "%s %s\n", list.name, p.Funcs[id].Name)
		}
	}
	for _, f := range p.Funcs {
		b.WriteString(p.FuncString(f))
	}
	for _, n := range p.Notes {
		fmt.Fprintf(&b, "note %s\n", n)
	}
	return b.String()
}

// maxDump bounds the bytes of an initial image in the dump.
const maxDump = 4096

func (p *Program) dumpGlobal(b *strings.Builder, g *Global) {
	fmt.Fprintf(b, "global @%s %s size=%d align=%d", g.Name, p.TypeName(g.Type), g.Size, g.Align)
	for _, f := range []struct {
		set  bool
		name string
	}{{g.Const, "const"}, {g.External, "external"}, {g.Thread, "thread"}, {g.Private, "private"}, {g.Static, "static"}} {
		if f.set {
			b.WriteString(" " + f.name)
		}
	}
	if g.CType != "" {
		fmt.Fprintf(b, " as %q %s", g.Source, g.CType)
	}
	if n := len(g.Init); n > maxDump {
		fmt.Fprintf(b, " = %q and %d bytes more", g.Init[:maxDump], n-maxDump)
	} else if n > 0 {
		fmt.Fprintf(b, " = %q", g.Init)
	}
	for _, r := range g.Relocs {
		fmt.Fprintf(b, " [%d]=%s", r.Offset, p.OperandString(r.Value, nil))
	}
	if g.Loc != 0 {
		b.WriteString(" ; " + p.locString(g.Loc))
	}
	b.WriteByte('\n')
}

func (p *Program) locString(id LocID) string {
	l := p.Locs[id]
	s := path.Base(p.Files[l.File]) + ":" + strconv.Itoa(int(l.Line))
	if l.Col != 0 {
		s += ":" + strconv.Itoa(int(l.Col))
	}
	return s
}

// TypeName is the text of a type.
func (p *Program) TypeName(t TypeID) string {
	if t < 0 || int(t) >= len(p.Types) {
		return "type(" + strconv.Itoa(int(t)) + ")"
	}
	return p.Types[t].Name
}

// FuncString dumps one function.
func (p *Program) FuncString(f *Func) string {
	var b strings.Builder
	word := "func"
	if len(f.Blocks) == 0 {
		word = "declare"
	}
	fmt.Fprintf(&b, "%s %s @%s(", word, p.TypeName(f.Ret), f.Name)
	for i, q := range f.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.TypeName(q.Type))
		if len(f.RegNames) > i {
			b.WriteString(" " + regName(f, Reg(i)))
		}
		if q.ByVal >= 0 {
			b.WriteString(" byval=" + p.TypeName(q.ByVal))
		}
		if q.SRet {
			b.WriteString(" sret")
		}
	}
	if f.Variadic {
		b.WriteString(" ...")
	}
	b.WriteString(")" + funcFlags(f))
	if f.Loc != 0 {
		b.WriteString(" ; " + p.locString(f.Loc) + " " + f.CType)
	}
	b.WriteByte('\n')
	for _, v := range f.Vars {
		fmt.Fprintf(&b, "  var %s %s line=%d arg=%d bits=%d signed=%t", v.Name, v.Type, v.Line, v.Arg, v.Bits, v.Signed)
		if v.Slot != NoReg {
			b.WriteString(" at " + regName(f, v.Slot))
		}
		b.WriteByte('\n')
	}
	for _, blk := range f.Blocks {
		p.dumpBlock(&b, f, blk)
	}
	return b.String()
}

func funcFlags(f *Func) string {
	s := ""
	for _, x := range []struct {
		set  bool
		name string
	}{
		{f.Internal, "internal"}, {f.NoReturn, "noreturn"}, {f.AddressTaken, "addresstaken"}, {f.Model, "model"},
		{f.Weak, "weak"}, {f.ReturnsTwice, "returnstwice"}, {f.Irreducible, "irreducible"},
	} {
		if x.set {
			s += " " + x.name
		}
	}
	return s
}

func (p *Program) dumpBlock(b *strings.Builder, f *Func, blk *Block) {
	fmt.Fprintf(b, "%s: ; preds%v", blockName(blk), blk.Preds)
	if blk.LoopHead {
		b.WriteString(" head")
	}
	if blk.Loop >= 0 {
		fmt.Fprintf(b, " loop=%d depth=%d", blk.Loop, blk.Depth)
	}
	b.WriteByte('\n')
	for _, phi := range blk.Phis {
		fmt.Fprintf(b, "  %s = phi %s", regName(f, phi.Dst), p.TypeName(phi.Type))
		for i, v := range phi.Vals {
			fmt.Fprintf(b, " [%s, %s]", p.OperandString(v, f), blockName(f.Blocks[phi.Preds[i]]))
		}
		b.WriteByte('\n')
	}
	for i := range blk.Instrs {
		b.WriteString("  " + p.InstrString(f, &blk.Instrs[i]) + "\n")
	}
}

func blockName(b *Block) string {
	if b.Name != "" {
		return b.Name
	}
	return "b" + strconv.Itoa(int(b.Index))
}

func regName(f *Func, r Reg) string {
	if f != nil && int(r) < len(f.RegNames) && f.RegNames[r] != "" {
		return "%" + f.RegNames[r]
	}
	return "%" + strconv.Itoa(int(r))
}

// OperandString is the text of an operand; f, if known, gives registers their
// names.
func (p *Program) OperandString(op Operand, f *Func) string {
	if !op.IsConst() {
		return regName(f, Reg(op))
	}
	c := &p.Consts[op.ConstIndex()]
	t := p.TypeName(c.Type)
	switch c.Kind {
	case CInt, CFloat:
		if c.Wide != nil {
			return fmt.Sprintf("%s 0x%x", t, c.Wide)
		}
		if c.Kind == CFloat {
			return fmt.Sprintf("%s 0x%x", t, c.Bits)
		}
		return fmt.Sprintf("%s %d", t, c.Bits)
	case CNull:
		return "null"
	case CGlobal:
		s := "@" + p.Globals[c.ID].Name
		if c.Offset != 0 {
			s += fmt.Sprintf("%+d", c.Offset)
		}
		return s
	case CFunc:
		return "@" + p.Funcs[c.ID].Name
	case CBlock:
		return "&" + p.Funcs[c.ID].Name + "." + blockName(p.Funcs[c.ID].Blocks[c.Offset])
	case CUndef:
		return t + " undef"
	case CZero:
		return t + " zero"
	}
	elems := make([]string, len(c.Elems))
	for i, e := range c.Elems {
		elems[i] = p.OperandString(e, f)
	}
	return t + " {" + strings.Join(elems, ", ") + "}"
}

// InstrString is the text of an instruction of f.
func (p *Program) InstrString(f *Func, in *Instr) string {
	var b strings.Builder
	if in.Dst != NoReg {
		b.WriteString(regName(f, in.Dst) + " = ")
	}
	b.WriteString(in.Op.String())
	switch in.Op {
	case ICmp, FCmp:
		b.WriteString(" " + in.Pred.String())
	case AtomicRMW:
		b.WriteString(" " + RMWOp(in.Aux).String())
	}
	if in.Flags != 0 {
		b.WriteString(" " + in.Flags.String())
	}
	b.WriteString(" " + p.TypeName(in.Type))
	sep := " "
	for _, a := range in.Args {
		b.WriteString(sep + p.OperandString(a, f))
		sep = ", "
	}
	p.dumpDetails(&b, f, in)
	if in.Align != 0 {
		fmt.Fprintf(&b, " align=%d", in.Align)
	}
	if in.Reason != "" {
		fmt.Fprintf(&b, " %q", in.Reason)
	}
	if in.Loc != 0 {
		b.WriteString(" ; " + p.locString(in.Loc))
	}
	return b.String()
}

// dumpDetails writes the side tables of an instruction.
func (p *Program) dumpDetails(b *strings.Builder, f *Func, in *Instr) {
	if g := in.Gep; g != nil {
		fmt.Fprintf(b, " of %s: %+d", p.TypeName(g.Source), g.Const)
		for _, t := range g.Terms {
			fmt.Fprintf(b, " +arg%d:i%d*%d", t.Arg, t.Bits, t.Scale)
			if t.Bound >= 0 {
				fmt.Fprintf(b, "<%d", t.Bound)
			}
		}
	}
	if c := in.Call; c != nil {
		p.dumpCall(b, f, c)
	}
	if len(in.Path) > 0 {
		fmt.Fprintf(b, " path%v", in.Path)
	}
	for _, pt := range in.Ends {
		b.WriteString(" ends " + regName(f, p.At(pt).Dst))
	}
	for i, s := range in.Succs {
		if in.Op == Switch && i > 0 {
			c := in.Switch[i-1]
			if c.Wide != nil {
				fmt.Fprintf(b, " 0x%x", c.Wide)
			} else {
				fmt.Fprintf(b, " %d", c.Value)
			}
		}
		b.WriteString(" ->" + blockName(f.Blocks[s]))
	}
}

func (p *Program) dumpCall(b *strings.Builder, f *Func, c *CallInfo) {
	if c.Callee >= 0 {
		b.WriteString(" @" + p.Funcs[c.Callee].Name)
	}
	b.WriteByte('(')
	for i, a := range c.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.OperandString(a.Val, f))
		if a.ByVal >= 0 {
			b.WriteString(" byval=" + p.TypeName(a.ByVal))
		}
		if a.SRet {
			b.WriteString(" sret")
		}
	}
	b.WriteByte(')')
	if c.Variadic {
		fmt.Fprintf(b, " fixed=%d...", c.Fixed)
	}
	if c.NoReturn {
		b.WriteString(" noreturn")
	}
}
