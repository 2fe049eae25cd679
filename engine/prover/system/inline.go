package system

import (
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
)

// inlining measures functions.
type inlining struct {
	p     *ir.Program
	size  map[ir.FuncID]int64 // instructions, with those of all calls in it
	order []ir.FuncID         // callees before callers, but for recursion
}

// maxSize saturates the sizes of functions.
const maxSize = 1 << 40

// chooseProcedures decides which functions are not inlined, before the
// construction: from the callers to the callees, so that what is called by a
// procedure is called from one place.
func (b *System) chooseProcedures() {
	m := &inlining{p: b.Prog, size: map[ir.FuncID]int64{}}
	m.measure(b.Config.Entry)
	copies := map[ir.FuncID]int64{b.Config.Entry: 1}
	for i := len(m.order) - 1; i >= 0; i-- {
		id := m.order[i]
		fn := b.Prog.Funcs[id]
		n := copies[id]
		if n > 1 && (n-1)*m.size[id] > int64(budget.Inlined.N) && !fn.Model && !fn.Variadic && !fn.Irreducible {
			b.makeProcedure(fn)
			n = 1
		}
		m.eachCall(fn, func(callee ir.FuncID) { copies[callee] = min(copies[callee]+n, maxSize/max(m.size[callee], 1)) })
	}
}

// eachCall calls f for every direct call of a function with a body.
func (m *inlining) eachCall(fn *ir.Func, f func(ir.FuncID)) {
	for _, blk := range fn.Blocks {
		for i := range blk.Instrs {
			if c := blk.Instrs[i].Call; c != nil && c.Callee >= 0 && len(m.p.Funcs[c.Callee].Blocks) > 0 {
				f(c.Callee)
			}
		}
	}
}

// measure sets the size of a function and of all that it leads to. A function
// that is being measured counts nothing where it is called again.
func (m *inlining) measure(id ir.FuncID) {
	fn := m.p.Funcs[id]
	n := int64(0)
	for _, blk := range fn.Blocks {
		n += int64(len(blk.Instrs))
	}
	m.size[id] = 0
	m.eachCall(fn, func(callee ir.FuncID) {
		if _, ok := m.size[callee]; !ok {
			m.measure(callee)
		}
		n = min(n+m.size[callee], maxSize)
	})
	m.size[id] = n
	m.order = append(m.order, id)
}
