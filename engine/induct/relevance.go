package induct

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// place is a location in the program, whatever the cut.
type location struct {
	frame, obj, cell int32
}

// relevance says which locations are worth a relation: those that are compared
// somewhere, and those that a check reads which is not proved yet.
type relevance struct {
	linked map[[2]location]bool
	needed map[location]bool
	feeds  map[location]bool           // what becomes what is needed, on some way to a loop head
	sums   map[location]bool           // those that may overflow
	consts map[location]map[int64]bool // what a location is compared with
	sorted map[location][]int64        // thresholdsOf, remembered
	equal  map[location]bool           // those that are compared with constants for equality
	index  map[location]bool           // those that select an element, or are compared with one that does
	passed [][]passage                 // by way into or out of a procedure
}

// maxLinked bounds the variables of a comparison that link each other.
const maxLinked = 8

// relevance looks at the system and at the checks that are open.
func (pr *Context) relevance() *relevance {
	r := &relevance{linked: map[[2]location]bool{}, needed: map[location]bool{}, feeds: map[location]bool{}, sums: map[location]bool{},
		consts: map[location]map[int64]bool{}, equal: map[location]bool{}, index: map[location]bool{}, sorted: map[location][]int64{}}
	for _, seg := range pr.Sys.Segments {
		if pr.Ctx.Err() != nil {
			break
		}
		w := &walker{pr: pr, r: r, at: pr.locations(seg.From), seen: map[term.T]bool{}, equals: map[term.T][]term.T{}, bits: map[term.T]int{}}
		for _, k := range seg.Calls {
			w.call(k)
		}
		for _, c := range seg.Checks {
			w.walk(c.Guard)
			w.walk(c.Cond)
			if pr.open(c) {
				if c.Cond == term.True {
					w.need(c.Guard, r.needed)
				}
				w.need(c.Cond, r.needed)
				if c.Class == op.SignedOverflow || c.Class == op.Downcast {
					w.need(c.Cond, r.sums)
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

// maxFeeds bounds the variables that what is needed is computed from, or that
// decide whether it changes.
const maxFeeds = 200

// feed marks what becomes what is needed, and what decides whether that changes.
func (r *relevance) feed(pr *Context, o *system.Edge) {
	from, to := pr.locations(o.From), pr.locations(o.To)
	changed := false
	mark := func(t term.T) {
		vs := pr.Sys.Pool.Vars(t)
		if len(vs) > maxFeeds {
			return
		}
		for _, x := range vs {
			if l, ok := from[x]; ok {
				r.feeds[l] = true
			}
		}
	}
	for _, v := range o.To.Variables() {
		if l, ok := to[v]; ok && r.needed[l] {
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
	to   location
	from []location
}

// pass notes what a way into or out of a procedure passes.
func (w *walker) pass(o *system.Edge) {
	if o.To.Kind == system.AtLoop {
		return
	}
	at := w.pr.locations(o.To)
	var ps []passage
	for _, v := range o.To.Variables() {
		vs := w.pr.Sys.Pool.Vars(o.Next[v])
		if f := o.To.Slots[o.To.First[v]].Key.Frame; f == -1 || f == system.FrameOld || len(vs) > maxLinked {
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

// maxCrossed is over how many calls and returns relevance is followed.
const maxCrossed = 3

// cross makes relevant what is passed to where it is relevant.
func (r *relevance) cross() {
	for range maxCrossed {
		for _, ps := range r.passed {
			for i := range ps {
				r.crossOne(&ps[i], ps)
			}
		}
	}
}

func (r *relevance) crossOne(p *passage, all []passage) {
	for _, l := range p.from {
		r.needed[l] = r.needed[l] || r.needed[p.to]
		r.sums[l] = r.sums[l] || r.sums[p.to]
		r.index[l] = r.index[l] || r.index[p.to]
		for c := range r.consts[p.to] {
			if r.consts[l] == nil {
				r.consts[l] = map[int64]bool{}
			}
			r.consts[l][c] = true
		}
		for _, q := range all {
			for _, m := range q.from {
				if l != m && r.linked[[2]location{p.to, q.to}] {
					r.linked[[2]location{l, m}] = true
				}
			}
		}
	}
}

// locations maps the variables of a cut to where they are.
func (kb *knowledge) locations(c *system.Cut) map[term.T]location {
	at := map[term.T]location{}
	if c != nil {
		own := int32(0) // tells the registers of procedures apart
		if p := c.Ctx.Summary(); p != nil {
			own = int32(p.ID+1) * (2 * system.MaxDepth)
		}
		for v, i := range c.First {
			k := c.Slots[i].Key
			if k.Frame >= 0 || k.Frame == system.FrameResult {
				k.Frame += own
			}
			at[v] = location{k.Frame, k.Obj, k.Cell}
		}
	}
	for v := range kb.Sys.Frozen {
		at[v] = location{system.FrameFrozen, int32(v), 0}
	}
	return at
}

// call takes what a call gives back for what it is at the procedure's return.
func (w *walker) call(k *system.SummaryCall) {
	at := w.pr.locations(k.Summary.Exit)
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
	r    *relevance
	at   map[term.T]location
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
				w.need(p.Arg(t, 1), w.r.index)
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

// maxEquals is with how many constants a term may be compared for them to be
// thresholds.
const maxEquals = 6

// finish links the equalities with constants, and takes note of what selects elements:
// it is compared with many constants, or its bits choose among them ((*run).tree); words
// have been seen by then (walk).
func (w *walker) finish() {
	for a, n := range w.bits {
		if n >= bits.Len(system.MaxSeparate) {
			w.need(a, w.r.index)
		}
	}
	for _, a := range w.compared {
		w.cases(a)
		if len(w.equals[a]) > system.MaxSeparate {
			w.need(a, w.r.index)
		}
		if len(w.equals[a]) <= maxEquals {
			for _, t := range w.equals[a] {
				w.link(w.pr.Sys.Pool.Vars(t), t)
			}
		}
	}
}

// Limits of what is compared for equality: variables in the term, and constants.
const (
	maxCompareds = 100
	maxCases     = 10
)

// cases takes note of the locations that a term may be a copy of which is compared
// with constants.
func (w *walker) cases(a term.T) {
	p := w.pr.Sys.Pool
	vs := p.Vars(a)
	if len(vs) > maxCompareds || len(w.equals[a]) > maxCases {
		return
	}
	for _, v := range vs {
		if l, ok := w.at[v]; ok && p.Width(v) <= p.Width(a) {
			w.r.equal[l] = true
		}
	}
}

func (w *walker) link(vs []term.T, t term.T) {
	var ls []location
	for _, v := range vs {
		if l, ok := w.at[v]; ok {
			ls = append(ls, l)
		}
	}
	if len(ls) > maxLinked {
		return
	}
	cs := w.constants(t)
	for _, a := range ls {
		if w.r.consts[a] == nil {
			w.r.consts[a] = map[int64]bool{}
		}
		for _, c := range cs {
			w.r.consts[a][c-1], w.r.consts[a][c], w.r.consts[a][c+1] = true, true, true
		}
		for _, b := range ls {
			if a != b {
				w.r.linked[[2]location{a, b}] = true
			}
		}
	}
}

// maxCompared bounds the terms of a comparison that are searched for numbers.
const maxCompared = 40

// constants are the numbers in a comparison, not looking far.
func (w *walker) constants(t term.T) []int64 {
	p := w.pr.Sys.Pool
	var cs []int64
	stack := []term.T{t}
	for n := 0; len(stack) > 0 && n < maxCompared; n++ {
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

// thresholdsOf are where bounds of a location may stand: what it and what it
// is linked to is compared with.
func (r *relevance) thresholdsOf(l location) []int64 {
	if cs, ok := r.sorted[l]; ok {
		return cs
	}
	set := map[int64]bool{0: true, 1: true, -1: true}
	for c := range r.consts[l] {
		set[c] = true
	}
	for k := range r.linked {
		if k[0] == l {
			for c := range r.consts[k[1]] {
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

// strongOf are what a location itself is compared with.
func (r *relevance) strongOf(l location) []int64 {
	var cs []int64
	for c := range r.consts[l] {
		cs = append(cs, c)
	}
	slices.Sort(cs)
	return cs
}

// need marks what a condition reads.
func (w *walker) need(t term.T, into map[location]bool) {
	for _, v := range w.pr.Sys.Pool.Vars(t) {
		if l, ok := w.at[v]; ok {
			into[l] = true
		}
	}
}

// close links what is linked over one other location, takes what is compared with an
// index for one, and where words are needed how far they are initialised.
func (r *relevance) close(objects []*system.Object) {
	next := map[location][]location{}
	for k := range r.linked {
		next[k[0]] = append(next[k[0]], k[1])
	}
	for a, bs := range next {
		for _, b := range bs {
			if len(next[b]) > 3*maxLinked {
				continue
			}
			for _, c := range next[b] {
				if a != c {
					r.linked[[2]location{a, c}] = true
				}
			}
		}
	}
	for l := range maps.Clone(r.needed) {
		if l.frame == -1 && objects[l.obj].Of != nil {
			r.needed[location{-1, int32(objects[l.obj].Of.ID), system.GhostWritten}] = true
		}
	}
	selects := maps.Clone(r.index)
	for k := range r.linked {
		if selects[k[1]] {
			r.index[k[0]] = true
		}
	}
}

// reads tells that an open check reads a cell of an object, or what was one a turn ago.
func (r *relevance) reads(o *system.Object, cell int) bool {
	at := location{-1, int32(o.ID), int32(cell)}
	return r.needed[at] || r.feeds[at]
}

func (r *relevance) pair(a, b location) bool { return r.linked[[2]location{a, b}] }
