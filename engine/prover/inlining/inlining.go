// Package inlining counts what copies of functions would cost, and says which are too many.
//
// It knows the calls of a program, and no transition system.
//
//	m := inlining.Measure(prog, entry)
//	for _, fn := range m.Procedures() { ... }   // that are proved once, not copied into callers
package inlining

import (
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
)

// Sizes are those of functions.
type Sizes struct {
	p     *ir.Program
	entry ir.FuncID
	size  map[ir.FuncID]int64 // instructions, with those of all calls in it
	makes map[ir.FuncID]bool  // heap blocks, or calls what does
	order []ir.FuncID         // callees before callers, but for recursion
}

// maxSize saturates the sizes of functions.
const maxSize = 1 << 40

// Measure measures the functions to which an entry leads.
func Measure(p *ir.Program, entry ir.FuncID) *Sizes {
	m := &Sizes{p: p, entry: entry, size: map[ir.FuncID]int64{}, makes: map[ir.FuncID]bool{}}
	m.measure(entry)
	return m
}

// Of is how many instructions a function has, with those of all calls in it.
func (m *Sizes) Of(id ir.FuncID) int64 {
	if _, ok := m.size[id]; !ok {
		m.measure(id)
	}
	return m.size[id]
}

// Procedures are the functions that are not inlined: from the callers to the callees, so that
// what is called by a procedure is called from one place.
func (m *Sizes) Procedures() (fns []*ir.Func) {
	copies := map[ir.FuncID]int64{m.entry: 1}
	for i := len(m.order) - 1; i >= 0; i-- {
		id := m.order[i]
		fn, n := m.p.Funcs[id], copies[id]
		if m.tooMany(fn, n) {
			fns, n = append(fns, fn), 1
		}
		m.eachCall(fn, func(callee ir.FuncID) { copies[callee] = min(copies[callee]+n, maxSize/max(m.size[callee], 1)) })
	}
	return fns
}

// tooMany tells that so many copies of a function would enlarge the program too much. What returns
// the blocks that it makes is copied more readily: as a procedure, all of them would be one
// object. What it calls may be a procedure instead.
//
//	char *copy(const char *s) { char *p = malloc(strlen(s) + 1); if (!p) fatal("no memory"); … return p; }
func (m *Sizes) tooMany(fn *ir.Func, n int64) bool {
	if !m.large(fn, n) || !m.maker(fn) {
		return m.large(fn, n)
	}
	size := m.size[fn.ID]
	m.eachCall(fn, func(callee ir.FuncID) {
		if f := m.p.Funcs[callee]; m.large(f, n) && !m.maker(f) {
			size -= m.size[callee]
		}
	})
	return (n-1)*size > int64(budget.InlinedMaker.N)
}

// large tells that so many copies of a function which may be a procedure have many instructions.
func (m *Sizes) large(fn *ir.Func, n int64) bool {
	return n > 1 && !fn.Model && !fn.Variadic && !fn.Irreducible && (n-1)*m.size[fn.ID] > int64(budget.Inlined.N)
}

// maker tells that a function makes heap blocks, and returns an address.
func (m *Sizes) maker(fn *ir.Func) bool {
	return m.makes[fn.ID] && m.p.Types[fn.Ret].Kind == ir.Ptr
}

// eachCall calls f for every direct call of a function with a body.
func (m *Sizes) eachCall(fn *ir.Func, f func(ir.FuncID)) {
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
func (m *Sizes) measure(id ir.FuncID) {
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
		m.makes[id] = m.makes[id] || m.makes[callee] || m.p.Funcs[callee].Name == "__model_alloc"
	})
	m.size[id] = n
	m.order = append(m.order, id)
}
