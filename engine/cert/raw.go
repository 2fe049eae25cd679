package cert

import "github.com/assay-dev/assay/engine/ir"

// rawRegisters tells, by function and register, which registers may hold a
// copy of bytes of which some were never written: results of loads that copy
// bytes, undefined constants, and what they are moved to. It is a fixpoint
// over the whole program.
type rawRegisters struct {
	prog    *ir.Program
	of      [][]bool // by function, then register
	result  []bool   // by function: what it returns
	changed bool
}

func findRaw(p *ir.Program) *rawRegisters {
	r := &rawRegisters{prog: p, of: make([][]bool, len(p.Funcs)), result: make([]bool, len(p.Funcs))}
	for i, f := range p.Funcs {
		r.of[i] = make([]bool, f.NumRegs)
	}
	for r.changed = true; r.changed; {
		r.changed = false
		for _, b := range p.Blocks {
			for i := range b.Phis {
				for _, v := range b.Phis[i].Vals {
					r.move(b.Func, b.Phis[i].Dst, b.Func, v)
				}
			}
			for i := range b.Instrs {
				r.instr(b.Func, &b.Instrs[i])
			}
		}
	}
	return r
}

func (r *rawRegisters) instr(f ir.FuncID, in *ir.Instr) {
	switch in.Op {
	case ir.Load, ir.CmpXchg, ir.AtomicRMW:
		r.set(f, in.Dst, in.Flags&ir.RawCopy != 0)
	case ir.Bitcast, ir.Mov, ir.Freeze, ir.ExtractValue, ir.InsertValue, ir.PtrToInt, ir.IntToPtr:
		for _, a := range in.Args {
			r.move(f, in.Dst, f, a)
		}
	case ir.Select:
		r.move(f, in.Dst, f, in.Args[1])
		r.move(f, in.Dst, f, in.Args[2])
	case ir.Call:
		for _, g := range r.callees(in) {
			r.call(f, in, g)
		}
	case ir.Ret:
		if len(in.Args) > 0 && r.may(f, in.Args[0]) && !r.result[f] {
			r.result[f], r.changed = true, true
		}
	}
}

// callees are the functions that a call may enter.
func (r *rawRegisters) callees(in *ir.Instr) []*ir.Func {
	if in.Call.Callee >= 0 {
		return r.prog.Funcs[in.Call.Callee : in.Call.Callee+1]
	}
	var fs []*ir.Func
	for _, f := range r.prog.Funcs {
		if f.AddressTaken {
			fs = append(fs, f)
		}
	}
	return fs
}

func (r *rawRegisters) call(f ir.FuncID, in *ir.Instr, g *ir.Func) {
	for i := range g.Params {
		if i < len(in.Call.Args) && len(g.Blocks) > 0 {
			r.move(g.ID, ir.Reg(i), f, in.Call.Args[i].Val)
		}
	}
	r.set(f, in.Dst, r.result[g.ID])
}

// move: a register of one function takes an operand of another.
func (r *rawRegisters) move(f ir.FuncID, to ir.Reg, g ir.FuncID, from ir.Operand) {
	r.set(f, to, r.may(g, from))
}

func (r *rawRegisters) may(f ir.FuncID, o ir.Operand) bool {
	if o.IsConst() {
		return r.prog.Consts[o.ConstIndex()].Kind == ir.CUndef || r.prog.Consts[o.ConstIndex()].Kind == ir.CAggr
	}
	return r.of[f][o]
}

func (r *rawRegisters) set(f ir.FuncID, to ir.Reg, raw bool) {
	if raw && to >= 0 && !r.of[f][to] {
		r.of[f][to], r.changed = true, true
	}
}
