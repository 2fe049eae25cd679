package targets

import (
	"regexp"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

// Analyzers know the bounds of a member of a struct, and of a row of an array. The engine
// knows those of whole objects: what leaves a member and stays in its struct is no violation
// for it. Where a pointer may lead into such a part, no proof about the object answers an
// alarm; a violation does, since what leaves the object leaves the part.

// parts knows which pointers of a program may lead into a part of an object.
type parts struct {
	p *ir.Program
	// may[f][r] tells it of a register, stored of the pointers in memory that no local
	// variable holds, and result of what a function returns.
	may    map[ir.FuncID][]bool
	result map[ir.FuncID]bool
	stored bool
	// slots are the local variables whose address goes nowhere.
	slots map[ir.FuncID]map[ir.Reg]bool
	// opcodes are those of the instructions that define the registers.
	opcodes map[ir.FuncID][]ir.Opcode
	// taken are the functions whose address is taken.
	taken   []*ir.Func
	changed bool
}

// newParts finds the pointers by following them through the program until no new one comes.
func newParts(p *ir.Program) *parts {
	s := &parts{p: p, may: map[ir.FuncID][]bool{}, result: map[ir.FuncID]bool{},
		slots: map[ir.FuncID]map[ir.Reg]bool{}, opcodes: map[ir.FuncID][]ir.Opcode{}}
	for _, f := range p.Funcs {
		ops := make([]ir.Opcode, f.NumRegs)
		each(f, func(in *ir.Instr) {
			if in.Dst != ir.NoReg {
				ops[in.Dst] = in.Op
			}
		})
		s.opcodes[f.ID], s.may[f.ID] = ops, make([]bool, f.NumRegs)
		if f.AddressTaken {
			s.taken = append(s.taken, f)
		}
		s.slots[f.ID] = privateSlots(f)
	}
	for i := range p.Globals {
		for _, r := range p.Globals[i].Relocs {
			s.stored = s.stored || s.constant(r.Value, 0)
		}
	}
	for s.changed = true; s.changed; {
		s.changed = false
		for _, f := range p.Funcs {
			s.follow(f)
		}
	}
	return s
}

// privateSlots lists the variables that are only loaded from and stored to. A cast that
// only tells where the variable lives is no use of it.
func privateSlots(f *ir.Func) map[ir.Reg]bool {
	slots, lives := map[ir.Reg]bool{}, map[ir.Reg]bool{}
	each(f, func(in *ir.Instr) {
		if in.Op == ir.Alloca {
			slots[in.Dst] = true
		}
		if lifetime(in) && !in.Args[0].IsConst() {
			lives[ir.Reg(in.Args[0])] = true
		}
	})
	each(f, func(in *ir.Instr) {
		for i, a := range in.Args {
			if a.IsConst() || in.Op == ir.Load || in.Op == ir.Store && i == 1 || lifetime(in) {
				continue
			}
			if in.Op != ir.Mov || !lives[in.Dst] {
				delete(slots, ir.Reg(a))
			}
		}
		if in.Call != nil {
			for _, a := range in.Call.Args {
				if !a.Val.IsConst() {
					delete(slots, ir.Reg(a.Val))
				}
			}
		}
	})
	return slots
}

func lifetime(in *ir.Instr) bool { return in.Op == ir.LifetimeStart || in.Op == ir.LifetimeEnd }

// each visits the instructions of a function.
func each(f *ir.Func, visit func(*ir.Instr)) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			visit(&b.Instrs[i])
		}
	}
}

// follow carries what is known through the instructions of a function.
func (s *parts) follow(f *ir.Func) {
	for _, b := range f.Blocks {
		for _, phi := range b.Phis {
			for _, v := range phi.Vals {
				s.set(f, phi.Dst, s.into(f, v))
			}
		}
	}
	each(f, func(in *ir.Instr) {
		switch in.Op {
		case ir.Load:
			s.set(f, in.Dst, s.loaded(f, in))
		case ir.Store:
			s.store(f, in.Args[1], s.into(f, in.Args[0]))
		case ir.Call:
			s.call(f, in)
		case ir.Ret:
			if len(in.Args) > 0 && s.into(f, in.Args[0]) && !s.result[f.ID] {
				s.result[f.ID], s.changed = true, true
			}
		case ir.VaArg:
			s.set(f, in.Dst, s.stored)
		case ir.CmpXchg, ir.AtomicRMW:
			s.set(f, in.Dst, s.stored)
			for _, a := range in.Args[1:] {
				s.store(f, in.Args[0], s.into(f, a))
			}
		case ir.GEP:
			s.set(f, in.Dst, s.selects(in) || s.rows(f, in) || s.into(f, in.Args[0]))
		default:
			s.set(f, in.Dst, s.member(f, in))
			for _, a := range in.Args {
				s.set(f, in.Dst, s.into(f, a))
			}
		}
	})
}

// set notes that a register may lead into a part.
func (s *parts) set(f *ir.Func, r ir.Reg, may bool) {
	if may && r != ir.NoReg && !s.may[f.ID][r] && s.pointing(f.RegTypes[r]) {
		s.may[f.ID][r], s.changed = true, true
	}
}

// pointing reports whether a value of a type may hold a pointer.
func (s *parts) pointing(t ir.TypeID) bool {
	ty := &s.p.Types[t]
	return ty.Kind != ir.Int || ty.Bits >= 64
}

// loaded reports whether a value read from memory may lead into a part. The register of a
// private variable stands for its contents.
func (s *parts) loaded(f *ir.Func, in *ir.Instr) bool {
	if a := in.Args[0]; !a.IsConst() && s.slots[f.ID][ir.Reg(a)] {
		return s.may[f.ID][a]
	}
	return s.stored
}

// store notes that a pointer is stored.
func (s *parts) store(f *ir.Func, to ir.Operand, may bool) {
	switch {
	case !may:
	case !to.IsConst() && s.slots[f.ID][ir.Reg(to)]:
		if !s.may[f.ID][to] {
			s.may[f.ID][to], s.changed = true, true
		}
	case !s.stored:
		s.stored, s.changed = true, true
	}
}

// call carries pointers into a function and out of it. What a function of the library does
// with a pointer is not known: it may return it; one that is not known may be any.
func (s *parts) call(f *ir.Func, in *ir.Instr) {
	callees := s.taken
	if in.Call.Callee >= 0 {
		callees = []*ir.Func{s.p.Funcs[in.Call.Callee]}
	}
	for _, g := range callees {
		if len(g.Blocks) == 0 || g.Model {
			s.library(f, in, g)
			continue
		}
		s.set(f, in.Dst, s.result[g.ID])
		for i, a := range in.Call.Args {
			switch {
			case !s.into(f, a.Val):
			case i < len(g.Params):
				s.set(g, ir.Reg(i), true)
			default:
				s.stored, s.changed = true, s.changed || !s.stored
			}
		}
	}
}

// library carries pointers through a function of the library: to its result, to functions
// that it calls back, and to where it keeps them, as strtok and strsep do.
func (s *parts) library(f *ir.Func, in *ir.Instr, g *ir.Func) {
	if allocators[g.Name] {
		return
	}
	s.set(f, in.Dst, s.stored)
	for _, a := range in.Call.Args {
		if !s.into(f, a.Val) {
			continue
		}
		s.set(f, in.Dst, true)
		if keepsPointers.MatchString(g.Name) {
			s.stored, s.changed = true, s.changed || !s.stored
		}
		for _, back := range s.taken {
			for i := range back.Params {
				s.set(back, ir.Reg(i), true)
			}
		}
	}
}

// keepsPointers are the functions that keep a pointer, or store it.
var keepsPointers = regexp.MustCompile(`strto|wcsto|strsep|iconv|setvbuf|tsearch|hsearch|lsearch|insque`)

// into reports whether an operand may lead into a part.
func (s *parts) into(f *ir.Func, o ir.Operand) bool {
	if !o.IsConst() {
		return s.may[f.ID][o] && !s.slots[f.ID][ir.Reg(o)]
	}
	return s.constant(o, 0)
}

// constant reports whether a constant is an address in an object that has parts: the first
// one has the address of the whole.
func (s *parts) constant(o ir.Operand, depth int) bool {
	c := &s.p.Consts[o.ConstIndex()]
	if c.Kind == ir.CGlobal {
		return s.divided(s.p.Globals[c.ID].Type)
	}
	for _, e := range c.Elems {
		if e.IsConst() && depth < 100 && s.constant(e, depth+1) {
			return true
		}
	}
	return false
}

// divided reports whether objects of a type have parts.
func (s *parts) divided(t ir.TypeID) bool {
	ty := &s.p.Types[t]
	for ty.Kind == ir.Array {
		if ty = &s.p.Types[ty.Elem]; ty.Kind == ir.Array {
			return true
		}
	}
	return ty.Kind == ir.Struct
}

// selects reports whether an address computation selects a member or a row. A member
// without elements at the end has no bounds of its own.
func (s *parts) selects(in *ir.Instr) bool {
	for k, step := range in.Gep.Steps {
		from := &s.p.Types[stepType(s.p, in.Gep, k)]
		switch {
		case step.Field >= 0:
			if t := &s.p.Types[from.Fields[step.Field].Type]; t.Kind != ir.Array || t.Len > 0 {
				return true
			}
		case k == 0 && from.Kind == ir.Array && !s.isZero(in.Args[step.Arg]),
			k > 0 && from.Kind == ir.Array && s.p.Types[from.Elem].Kind == ir.Array:
			return true
		}
	}
	return false
}

// rows reports whether an address computation goes through a pointer to an array, which may
// be a row of another one.
func (s *parts) rows(f *ir.Func, in *ir.Instr) bool {
	base := in.Args[0]
	if s.p.Types[in.Gep.Source].Kind != ir.Array || base.IsConst() {
		return false
	}
	d := s.opcodes[f.ID][base]
	return d != ir.Alloca && d != ir.GEP
}

func (s *parts) isZero(o ir.Operand) bool {
	if !o.IsConst() {
		return false
	}
	c := &s.p.Consts[o.ConstIndex()]
	return c.Kind == ir.CZero || c.Kind == ir.CInt && c.Wide == nil && c.Bits == 0
}

// member reports whether an instruction is the address of a member of a union: a cast that
// clang names after the member.
func (s *parts) member(f *ir.Func, in *ir.Instr) bool {
	return in.Op == ir.Mov && int(in.Dst) < len(f.RegNames) && f.RegNames[in.Dst] != ""
}

// inPart reports whether an access at an address may leave a part of an object and stay in
// the object. Subscripts of declared arrays, and members, have bounds that are known.
func (s *search) inPart(o ir.Operand) bool {
	for {
		d := s.def(o)
		switch {
		case d != nil && casts[d.Op] && !s.parts().member(s.fn, d):
			o = d.Args[0]
		case d != nil && d.Op == ir.GEP && s.parts().bounded(d):
			o = d.Args[0]
		default:
			return !o.IsConst() && s.parts().into(s.fn, o)
		}
	}
}

// bounded reports whether an address computation has no index without a bound.
func (s *parts) bounded(in *ir.Instr) bool {
	for _, t := range in.Gep.Terms {
		if t.Bound < 0 {
			return false
		}
	}
	if len(in.Gep.Steps) == 0 {
		return false
	}
	first := in.Gep.Steps[0]
	return first.Field >= 0 || s.isZero(in.Args[first.Arg])
}

// wholeOnly restricts the candidate added last to what the bounds of whole objects tell, if
// a part may be left there. Frama-C's predicates are about whole objects themselves.
func (s *search) wholeOnly(leaves bool) {
	if leaves && s.rule.Tool != sarif.FramaC {
		s.restrict("a pointer there may lead into a member or a row, whose bounds are not checked, only those of the whole object")
	}
}

// restrict says why no proof about the candidate added last answers the alarm.
func (s *search) restrict(why string) {
	last := &s.found[len(s.found)-1]
	last.settles = last.settles.and(Settles{OnlyReachable: true, Why: why})
}

// passesPart reports whether an argument of a call, or any, may lead into a part.
func (s *search) passesPart(in *ir.Instr, arg int32) bool {
	args := in.Args
	if in.Op == ir.Call {
		args = nil
		for _, a := range in.Call.Args {
			args = append(args, a.Val)
		}
	}
	for i, o := range args {
		if (arg < 0 || arg == int32(i)) && s.parts().into(s.fn, o) {
			return true
		}
	}
	return false
}
