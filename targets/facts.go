package targets

import (
	"strings"

	"github.com/assay-dev/assay/engine/ir"
)

// facts is what the matcher needs to know about a function: where registers
// come from and go to, and which variable of the source a register holds the
// address of.
type facts struct {
	fn *ir.Func
	// defs[r] is the instruction that defines register r; nil for parameters
	// and phis.
	defs []*ir.Instr
	// phis tells the registers defined by phis.
	phis map[ir.Reg]bool
	// merged tells the registers that phis take values from.
	merged map[ir.Reg]bool
	// stored lists the addresses to which a register is stored.
	stored map[ir.Reg][]ir.Operand
	// uses lists the instructions that use a register as an operand.
	uses map[ir.Reg][]*ir.Instr
	// slots names the variables whose address a register holds.
	slots map[ir.Reg]string
	// scalars are those of them that have an integer type.
	scalars map[ir.Reg]ir.Var
}

func newFacts(fn *ir.Func) *facts {
	f := &facts{
		fn:      fn,
		defs:    make([]*ir.Instr, fn.NumRegs),
		phis:    map[ir.Reg]bool{},
		merged:  map[ir.Reg]bool{},
		stored:  map[ir.Reg][]ir.Operand{},
		uses:    map[ir.Reg][]*ir.Instr{},
		slots:   map[ir.Reg]string{},
		scalars: map[ir.Reg]ir.Var{},
	}
	for _, b := range fn.Blocks {
		for _, phi := range b.Phis {
			f.phis[phi.Dst] = true
			for _, v := range phi.Vals {
				if !v.IsConst() {
					f.merged[ir.Reg(v)] = true
				}
			}
		}
		for i := range b.Instrs {
			f.scan(&b.Instrs[i])
		}
	}
	for _, v := range fn.Vars {
		if v.Slot != ir.NoReg {
			f.slots[v.Slot] = v.Name
			if v.Bits > 0 {
				f.scalars[v.Slot] = v
			}
		}
	}
	return f
}

func (f *facts) scan(in *ir.Instr) {
	if in.Dst != ir.NoReg {
		f.defs[in.Dst] = in
	}
	for _, a := range in.Args {
		f.use(a, in)
	}
	if in.Call != nil {
		for _, a := range in.Call.Args {
			f.use(a.Val, in)
		}
	}
	if in.Op == ir.Store && !in.Args[0].IsConst() {
		v := ir.Reg(in.Args[0])
		f.stored[v] = append(f.stored[v], in.Args[1])
	}
	// Without debug info the names of stack slots are those of the variables.
	if in.Op == ir.Alloca {
		if name := f.hint(in.Dst); name != "" {
			f.slots[in.Dst] = strings.TrimSuffix(name, ".addr")
		}
	}
}

func (f *facts) use(o ir.Operand, in *ir.Instr) {
	if !o.IsConst() {
		f.uses[ir.Reg(o)] = append(f.uses[ir.Reg(o)], in)
	}
}

// def is the instruction that defines an operand, or nil.
func (f *facts) def(o ir.Operand) *ir.Instr {
	if o.IsConst() || int(o) >= len(f.defs) {
		return nil
	}
	return f.defs[o]
}

// hint is the name of a register in the IR, "" if it has none.
func (f *facts) hint(r ir.Reg) string {
	if r >= 0 && int(r) < len(f.fn.RegNames) {
		return f.fn.RegNames[r]
	}
	return ""
}

// incremented reports whether a loaded value is also the old value of an
// increment or decrement of the place it was loaded from (`x++` in a larger
// expression, for which Frama-C introduces a temporary).
func (f *facts) incremented(load *ir.Instr) bool {
	for _, use := range f.uses[load.Dst] {
		if use.Op != ir.Add && use.Op != ir.Sub && use.Op != ir.GEP && use.Op != ir.FAdd && use.Op != ir.FSub {
			continue
		}
		for _, addr := range f.stored[use.Dst] {
			if addr == load.Args[0] {
				return true
			}
		}
	}
	return false
}

// fieldNames knows the members of structs by name. The compact program has
// member numbers only, but clang names the result of each member access after
// the member ("prio", again as "prio7"), so that the accesses of the program
// tell the names.
type fieldNames struct {
	// names[{type, number}] is the shortest name seen.
	names map[fieldKey]string
}

type fieldKey struct {
	typ   ir.TypeID
	field int32
}

func newFieldNames(p *ir.Program) *fieldNames {
	n := &fieldNames{names: map[fieldKey]string{}}
	for _, fn := range p.Funcs {
		for _, b := range fn.Blocks {
			for i := range b.Instrs {
				if in := &b.Instrs[i]; in.Op == ir.GEP && in.Gep != nil {
					n.scan(p, fn, in)
				}
			}
		}
	}
	return n
}

// scan learns from one address computation whose last step is a member.
func (n *fieldNames) scan(p *ir.Program, fn *ir.Func, in *ir.Instr) {
	last := len(in.Gep.Steps) - 1
	if last < 0 || in.Gep.Steps[last].Field < 0 || int(in.Dst) >= len(fn.RegNames) {
		return
	}
	name := fn.RegNames[in.Dst]
	if name == "" {
		return
	}
	key := fieldKey{stepType(p, in.Gep, last), in.Gep.Steps[last].Field}
	if old, ok := n.names[key]; !ok || len(name) < len(old) {
		n.names[key] = name
	}
}

// stepType is the type that step k of an address computation selects from.
func stepType(p *ir.Program, g *ir.Gep, k int) ir.TypeID {
	t := g.Source
	for i := 1; i < k; i++ {
		if s := g.Steps[i]; s.Field >= 0 {
			t = p.Types[t].Fields[s.Field].Type
		} else {
			t = p.Types[t].Elem
		}
	}
	return t
}

// is reports whether a member of a struct has the name.
func (n *fieldNames) is(p *ir.Program, typ ir.TypeID, field int32, name string) match {
	seen, ok := n.names[fieldKey{typ, field}]
	switch {
	case !ok:
		return maybe
	case seen == name:
		return yes
	case !numbered(seen, name):
		return no
	}
	// Every access of the member got a number because another register of
	// its function has the name. The name must fit no other member.
	for i := range p.Types[typ].Fields {
		if i == int(field) {
			continue
		}
		if other, ok := n.names[fieldKey{typ, int32(i)}]; ok && (other == name || numbered(other, name)) {
			if other == name {
				return no
			}
			return maybe
		}
	}
	return yes
}

// index finds the member of a struct by name.
func (n *fieldNames) index(p *ir.Program, typ ir.TypeID, name string) (int, bool) {
	for i := range p.Types[typ].Fields {
		if n.is(p, typ, int32(i), name) == yes {
			return i, true
		}
	}
	return 0, false
}

// numbered reports whether seen is name with digits behind it.
func numbered(seen, name string) bool {
	digits, ok := strings.CutPrefix(seen, name)
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}
