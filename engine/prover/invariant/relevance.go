package invariant

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// place is a location in the program, whatever the cutpoint.
type Location struct {
	Frame, Obj, Cell int32
}

// Relevance says which locations are worth a relation: those that are compared
// somewhere, and those that a check reads which is not proved yet.
type Relevance struct {
	linked map[[2]Location]bool
	Needed map[Location]bool
	Feeds  map[Location]bool           // what becomes what is needed, on some way to a loop head
	Sums   map[Location]bool           // those that may overflow
	Consts map[Location]map[int64]bool // what a location is compared with
	sorted map[Location][]int64        // thresholdsOf, remembered
	Equal  map[Location]bool           // those that are compared with constants for equality
	Index  map[Location]bool           // those that select an element, or are compared with one that does
	passed [][]passage                 // by way into or out of a procedure
}

// Relevance looks at the system and at the checks that are open.
func (pr *Context) Relevance() *Relevance {
	r := &Relevance{linked: map[[2]Location]bool{}, Needed: map[Location]bool{}, Feeds: map[Location]bool{}, Sums: map[Location]bool{},
		Consts: map[Location]map[int64]bool{}, Equal: map[Location]bool{}, Index: map[Location]bool{}, sorted: map[Location][]int64{}}
	for _, seg := range pr.Sys.Segments {
		if pr.Ctx.Err() != nil {
			break
		}
		w := &walker{pr: pr, r: r, at: pr.Locations(seg.From), seen: map[term.T]bool{}, equals: map[term.T][]term.T{}, bits: map[term.T]int{}}
		for _, k := range seg.Calls {
			w.call(k)
		}
		for _, c := range seg.Checks {
			w.walk(c.Guard)
			w.walk(c.Cond)
			if pr.Open(c) {
				if c.Cond == term.True {
					w.need(c.Guard, r.Needed)
				}
				w.need(c.Cond, r.Needed)
				if c.Class == op.SignedOverflow || c.Class == op.Downcast {
					w.need(c.Cond, r.Sums)
				}
			}
		}
		for _, o := range seg.Outs {
			w.walk(o.State.Guard)
			for _, v := range o.To.Variables() {
				if !pr.Sys.IsCount(o.To, v) {
					w.walk(o.Next[v])
				}
			}
			w.pass(o)
		}
		w.finish()
	}
	r.cross()
	for _, seg := range pr.Sys.Segments {
		for _, o := range seg.Outs {
			r.feed(pr, o)
		}
	}
	r.close(pr.Sys.Objects)
	return r
}

// feed marks what becomes what is needed, and what decides whether that changes.
func (r *Relevance) feed(pr *Context, o *system.Edge) {
	from, to := pr.Locations(o.From), pr.Locations(o.To)
	changed := false
	mark := func(t term.T) {
		vs := pr.Sys.Pool.Vars(t)
		if len(vs) > budget.Feeds.N {
			return
		}
		for _, x := range vs {
			if l, ok := from[x]; ok {
				r.Feeds[l] = true
			}
		}
	}
	for _, v := range o.To.Variables() {
		if l, ok := to[v]; ok && r.Needed[l] {
			mark(o.Next[v])
			changed = changed || from[o.Next[v]] != l
		}
	}
	if changed {
		mark(o.State.Guard)
	}
}

// passage tells which locations a parameter at a procedure's entry or a result
// at its return is made of.
type passage struct {
	to   Location
	from []Location
}

// pass notes what a way into or out of a procedure passes.
func (w *walker) pass(o *system.Edge) {
	if o.To.Kind == system.AtLoop {
		return
	}
	at := w.pr.Locations(o.To)
	var ps []passage
	for _, v := range o.To.Variables() {
		vs := w.pr.Sys.Pool.Vars(o.Next[v])
		if f := o.To.Slots[o.To.First[v]].Key.Frame; f == -1 || f == system.FrameOld || len(vs) > budget.Linked.N {
			continue
		}
		p := passage{to: at[v]}
		for _, u := range vs {
			if l, ok := w.at[u]; ok {
				p.from = append(p.from, l)
			}
		}
		ps = append(ps, p)
	}
	w.r.passed = append(w.r.passed, ps)
}

// cross makes relevant what is passed to where it is relevant.
func (r *Relevance) cross() {
	for range budget.Crossed.N {
		for _, ps := range r.passed {
			for i := range ps {
				r.crossOne(&ps[i], ps)
			}
		}
	}
}

func (r *Relevance) crossOne(p *passage, all []passage) {
	for _, l := range p.from {
		r.Needed[l] = r.Needed[l] || r.Needed[p.to]
		r.Sums[l] = r.Sums[l] || r.Sums[p.to]
		r.Index[l] = r.Index[l] || r.Index[p.to]
		for c := range r.Consts[p.to] {
			if r.Consts[l] == nil {
				r.Consts[l] = map[int64]bool{}
			}
			r.Consts[l][c] = true
		}
		for _, q := range all {
			for _, m := range q.from {
				if l != m && r.linked[[2]Location{p.to, q.to}] {
					r.linked[[2]Location{l, m}] = true
				}
			}
		}
	}
}

// Locations maps the variables of a cutpoint to where they are.
func (kb *Knowledge) Locations(c *system.Cutpoint) map[term.T]Location {
	at := map[term.T]Location{}
	if c != nil {
		own := int32(0) // tells the registers of procedures apart
		if p := c.Ctx.Summary(); p != nil {
			own = int32(p.ID+1) * (2 * int32(budget.CallDepth.N))
		}
		for v, i := range c.First {
			k := c.Slots[i].Key
			if k.Frame >= 0 || k.Frame == system.FrameResult {
				k.Frame += own
			}
			at[v] = Location{k.Frame, k.Obj, k.Cell}
		}
	}
	for v := range kb.Sys.Frozen {
		at[v] = Location{system.FrameFrozen, int32(v), 0}
	}
	return at
}

// call takes what a call gives back for what it is at the procedure's return.
func (w *walker) call(k *system.SummaryCall) {
	at := w.pr.Locations(k.Summary.Exit)
	for r, v := range k.Values {
		if l, ok := at[r]; ok && w.pr.Sys.Pool.Op(v) == term.OpVar {
			if _, own := w.at[v]; !own {
				w.at[v] = l
			}
		}
	}
}

type walker struct {
	pr   *Context
	r    *Relevance
	at   map[term.T]Location
	seen map[term.T]bool

	equals   map[term.T][]term.T // equalities with constants, by what is compared
	bits     map[term.T]int      // of a term: how many of its bits choose something
	compared []term.T            // in order
}

// walk links the variables of every comparison in a term.
func (w *walker) walk(t term.T) {
	p := w.pr.Sys.Pool
	p.Visit(t, w.seen, func(t term.T) {
		switch p.Op(t) {
		case term.OpULt, term.OpSLt:
			w.link(p.Vars(t), t)
		case term.OpEq:
			w.equal(t)
		case term.OpSelect, term.OpStore:
			if p.IndexWidth(p.Arg(t, 0)) == system.WordBits {
				w.need(p.Arg(t, 1), w.r.Index)
			}
		}
	})
}

// equal takes note of an equality. A term that is compared with many constants
// is an index or an offset that selects an element: its constants tell nothing.
func (w *walker) equal(t term.T) {
	p := w.pr.Sys.Pool
	a := p.Arg(t, 0)
	if !p.IsConst(p.Arg(t, 1)) {
		w.link(p.Vars(t), t)
		return
	}
	if p.Op(a) == term.OpExtract && p.Width(a) == 1 {
		w.bits[p.Arg(a, 0)]++
	}
	w.equals[a] = append(w.equals[a], t)
	if len(w.equals[a]) == 1 {
		w.compared = append(w.compared, a)
	}
}

// finish links the equalities with constants, and takes note of what selects elements:
// it is compared with many constants, or its bits choose among them ((*run).tree); words
// have been seen by then (walk).
func (w *walker) finish() {
	for a, n := range w.bits {
		if n >= bits.Len(uint(budget.SeparateElements.N)) {
			w.need(a, w.r.Index)
		}
	}
	for _, a := range w.compared {
		w.cases(a)
		if len(w.equals[a]) > budget.SeparateElements.N {
			w.need(a, w.r.Index)
		}
		if len(w.equals[a]) <= budget.Equals.N {
			for _, t := range w.equals[a] {
				w.link(w.pr.Sys.Pool.Vars(t), t)
			}
		}
	}
}

// cases takes note of the locations that a term may be a copy of which is compared
// with constants.
func (w *walker) cases(a term.T) {
	p := w.pr.Sys.Pool
	vs := p.Vars(a)
	if len(vs) > budget.EqualTerms.N || len(w.equals[a]) > budget.EqualCases.N {
		return
	}
	for _, v := range vs {
		if l, ok := w.at[v]; ok && p.Width(v) <= p.Width(a) {
			w.r.Equal[l] = true
		}
	}
}

func (w *walker) link(vs []term.T, t term.T) {
	var ls []Location
	for _, v := range vs {
		if l, ok := w.at[v]; ok {
			ls = append(ls, l)
		}
	}
	if len(ls) > budget.Linked.N {
		return
	}
	cs := w.constants(t)
	for _, a := range ls {
		if w.r.Consts[a] == nil {
			w.r.Consts[a] = map[int64]bool{}
		}
		for _, c := range cs {
			w.r.Consts[a][c-1], w.r.Consts[a][c], w.r.Consts[a][c+1] = true, true, true
		}
		for _, b := range ls {
			if a != b {
				w.r.linked[[2]Location{a, b}] = true
			}
		}
	}
}

// constants are the numbers in a comparison, not looking far.
func (w *walker) constants(t term.T) []int64 {
	p := w.pr.Sys.Pool
	var cs []int64
	stack := []term.T{t}
	for n := 0; len(stack) > 0 && n < budget.Compared.N; n++ {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c, ok := p.Const(t); ok && p.Width(t) >= 8 && p.Width(t) <= 64 {
			x := op.Signed(p.Width(t), c)
			cs = append(cs, x)
			for _, scale := range []int64{4, 8} { // of an index, where an offset is compared
				if x > 0 && x < 1<<16 && x%scale == 0 {
					cs = append(cs, x/scale)
				}
			}
		}
		for i := range p.NumArgs(t) {
			stack = append(stack, p.Arg(t, i))
		}
	}
	return cs
}

// ThresholdsOf are where bounds of a location may stand: what it and what it
// is linked to is compared with.
func (r *Relevance) ThresholdsOf(l Location) []int64 {
	if cs, ok := r.sorted[l]; ok {
		return cs
	}
	set := map[int64]bool{0: true, 1: true, -1: true}
	for c := range r.Consts[l] {
		set[c] = true
	}
	for k := range r.linked {
		if k[0] == l {
			for c := range r.Consts[k[1]] {
				set[c] = true
			}
		}
	}
	var cs []int64
	for c := range set {
		cs = append(cs, c)
	}
	slices.Sort(cs)
	r.sorted[l] = cs
	return cs
}

// StrongOf are what a location itself is compared with.
func (r *Relevance) StrongOf(l Location) []int64 {
	var cs []int64
	for c := range r.Consts[l] {
		cs = append(cs, c)
	}
	slices.Sort(cs)
	return cs
}

// need marks what a condition reads.
func (w *walker) need(t term.T, into map[Location]bool) {
	for _, v := range w.pr.Sys.Pool.Vars(t) {
		if l, ok := w.at[v]; ok {
			into[l] = true
		}
	}
}

// close links what is linked over one other location, takes what is compared with an
// index for one, and where words are needed how far they are initialised.
func (r *Relevance) close(objects []*system.Object) {
	next := map[Location][]Location{}
	for k := range r.linked {
		next[k[0]] = append(next[k[0]], k[1])
	}
	for a, bs := range next {
		for _, b := range bs {
			if len(next[b]) > 3*budget.Linked.N {
				continue
			}
			for _, c := range next[b] {
				if a != c {
					r.linked[[2]Location{a, c}] = true
				}
			}
		}
	}
	for l := range maps.Clone(r.Needed) {
		if l.Frame == -1 && objects[l.Obj].Of != nil {
			for _, i := range objects[l.Obj].Of.Layout.Tells(layout.GhostWritten) {
				r.Needed[Location{-1, int32(objects[l.Obj].Of.ID), int32(i)}] = true
			}
		}
	}
	selects := maps.Clone(r.Index)
	for k := range r.linked {
		if selects[k[1]] {
			r.Index[k[0]] = true
		}
	}
}

// Reads tells that an open check reads a cell of an object, or what was one a turn ago.
func (r *Relevance) Reads(o *system.Object, cell int) bool {
	at := Location{-1, int32(o.ID), int32(cell)}
	return r.Needed[at] || r.Feeds[at]
}

// Pair says whether a comparison links two locations.
func (r *Relevance) Pair(a, b Location) bool { return r.linked[[2]Location{a, b}] }
