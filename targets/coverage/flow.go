package coverage

import "slices"

// A Spot is where in the code a count of the mapping is raised.
type Spot struct {
	// Places: the count is raised exactly where one of these is executed.
	// Empty: at no single place.
	Places []Place
	// Uncompiled: clang made no code for it, so it is always 0.
	Uncompiled bool
}

// Locate finds where a count of a function is raised: of several places in a
// row the first.
func (m *Module) Locate(function string, count Expr) Spot {
	graphs := m.byName[function]
	s := Spot{Uncompiled: true}
	for _, g := range graphs {
		g.solve()
		have := g.compiled(count)
		if have.Zero() {
			continue
		}
		s.Uncompiled = false
		found := g.locate(have)
		if len(found) == 0 {
			return Spot{} // one copy without a place leaves the question open
		}
		s.Places = append(s.Places, found...)
	}
	return s
}

// Outcomes finds where the outcomes of a branch are. clang counts one of them by
// a counter of its own; the other is where its branch goes otherwise. That edge
// is preferred to a block in front that is counted as often: a loop that never
// ends has an entry and no exit.
func (m *Module) Outcomes(function string, r *Region) (yes, no Spot) {
	yes, no = m.Locate(function, r.Count), m.Locate(function, r.False)
	_, yesCounted := r.Count.single()
	_, noCounted := r.False.single()
	if (yesCounted || len(no.Places) == 0) && !no.Uncompiled {
		if s := m.otherwise(function, yes.Places, r.False); len(s.Places) > 0 {
			no = s
		}
	}
	if (noCounted || len(yes.Places) == 0) && !yes.Uncompiled && !yesCounted {
		if s := m.otherwise(function, no.Places, r.Count); len(s.Places) > 0 {
			yes = s
		}
	}
	return yes, no
}

// otherwise finds where a branch goes that does not go to one of the places:
// the other edge, or the other cases of a switch, if together they have the
// count.
func (m *Module) otherwise(function string, places []Place, count Expr) Spot {
	var s Spot
	for _, g := range m.byName[function] {
		found := g.otherCases(places, g.compiled(count))
		if len(found) == 0 {
			return Spot{}
		}
		s.Places = append(s.Places, found...)
	}
	return s
}

// otherCases are the edges of a branch but the one at which yes stands, if
// together they have the count.
func (g *graph) otherCases(yes []Place, count Expr) []Place {
	if len(yes) == 1 && SelectHelper(yes[0].Func) {
		return g.chosen(count)
	}
	if len(yes) != 1 || yes[0].Func != g.name {
		return nil
	}
	for i := range g.blocks {
		if len(g.blocks[i].succs) < 2 {
			continue
		}
		sum, hit := Expr{}, false
		var others []Place
		for _, l := range g.blocks[i].succs {
			b, ok := g.labels[l]
			switch {
			case !ok || g.values[b] == nil:
				return nil
			case b == yes[0].Block:
				hit = true
			default:
				sum = sum.plus(g.values[b], 1)
				others = append(others, Place{g.name, b, g.firstInstr(b)})
			}
		}
		if hit && g.same(sum, count) {
			return others
		}
	}
	return nil
}

// compiled is a count without the counters that no code raises.
func (g *graph) compiled(count Expr) Expr {
	out := Expr{}
	for c, n := range count {
		if g.raised[c] {
			out[c] = n
		}
	}
	return out
}

func (g *graph) locate(count Expr) []Place {
	if c, ok := count.single(); ok {
		if at := g.counterPlaces(c); len(at) > 0 {
			return at
		}
	}
	var at []int
	for i := range g.blocks {
		if g.values[i] != nil && g.same(g.values[i], count) {
			at = append(at, i)
		}
	}
	var out []Place
	for _, b := range g.first(at) {
		out = append(out, Place{g.name, b, g.firstInstr(b)})
	}
	if len(out) == 0 {
		return g.chosen(count)
	}
	return out
}

// single is the counter that the count is, if it is one.
func (e Expr) single() (int, bool) {
	if len(e) != 1 {
		return 0, false
	}
	for c, n := range e {
		return c, n == 1
	}
	return 0, false
}

// counterPlaces are the places where a counter was raised.
func (g *graph) counterPlaces(counter int) []Place {
	var out []Place
	for i := range g.blocks {
		for _, k := range g.blocks[i].marks {
			switch {
			case k.counter != counter || k.nowhere:
			case k.chosen != "":
				out = append(out, Place{k.chosen, 1, 0})
			case k.instr < len(g.blocks[i].lines):
				out = append(out, Place{g.name, i, k.instr})
			}
		}
	}
	return out
}

// chosen finds a count that is the other outcome of a `select`.
func (g *graph) chosen(count Expr) []Place {
	for i := range g.blocks {
		for _, k := range g.blocks[i].marks {
			if k.chosen == "" {
				continue
			}
			if v := g.values[i]; v != nil && g.same(v.plus(Expr{k.counter: 1}, -1), count) {
				return []Place{{k.chosen, 2, 0}}
			}
		}
	}
	return nil
}

// firstInstr is the place in a block where a counter would stand: behind the
// first mark, else behind the phis.
func (g *graph) firstInstr(b int) int {
	for _, k := range g.blocks[b].marks {
		if k.chosen == "" && !k.nowhere && k.instr < len(g.blocks[b].lines) {
			return k.instr
		}
	}
	return g.blocks[b].phis
}

// first leaves of blocks with the same count the one that all others lie
// behind, if there is one.
func (g *graph) first(at []int) []int {
	if len(at) < 2 {
		return at
	}
	for _, b := range at {
		seen := g.reachedWithout(b)
		alone := true
		for _, o := range at {
			alone = alone && (o == b || !seen[o])
		}
		if alone {
			return []int{b}
		}
	}
	return at
}

// reachedWithout marks the blocks that can be reached from the entry without
// passing block b.
func (g *graph) reachedWithout(b int) []bool {
	seen := make([]bool, len(g.blocks))
	if b == 0 {
		return seen
	}
	work := []int{0}
	seen[0] = true
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, l := range g.blocks[n].succs {
			if s, ok := g.labels[l]; ok && s != b && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}

// flow solves the equations of one function: each block is executed as often
// as its edges in, and as its edges out, together. clang's own expressions
// assume that every call returns, and so does this.
type flow struct {
	g       *graph
	edges   int
	in, out [][]int // edges of each block
	value   []Expr  // of the edges, nil: not known
}

// solve fills g.values, g.raised and g.rows.
func (g *graph) solve() {
	if g.values != nil {
		return
	}
	g.values, g.raised, g.rows = make([]Expr, len(g.blocks)), map[int]bool{}, map[int]Expr{}
	f := &flow{g: g, in: make([][]int, len(g.blocks)), out: make([][]int, len(g.blocks))}
	add := func(from, to int) { // -1: from the caller, or back to it
		if from >= 0 {
			f.out[from] = append(f.out[from], f.edges)
		}
		if to >= 0 {
			f.in[to] = append(f.in[to], f.edges)
		}
		f.edges++
	}
	add(-1, 0)
	for i := range g.blocks {
		for _, l := range g.blocks[i].succs {
			if s, ok := g.labels[l]; ok {
				add(i, s)
			}
		}
		if g.blocks[i].leaves {
			add(i, -1)
		}
		if g.blocks[i].never {
			g.learn(i, Expr{})
		}
		for _, k := range g.blocks[i].marks {
			g.raised[k.counter] = true
			if k.chosen == "" && !k.nowhere {
				g.learn(i, Expr{k.counter: 1})
			}
		}
	}
	f.value = make([]Expr, f.edges)
	for fresh := firstUnknown; ; fresh++ {
		for f.pass() {
		}
		e := slices.IndexFunc(f.value, func(e Expr) bool { return e == nil })
		if e < 0 {
			return
		}
		f.value[e] = Expr{fresh: 1}
	}
}

// firstUnknown numbers, behind all counters, what stands for the count of an
// edge that no equation gives alone; it may cancel out.
const firstUnknown = 1 << 30

// learn records a block's count, or, if one is known, that both are the same.
// It reports whether that was news.
func (g *graph) learn(b int, e Expr) bool {
	if g.values[b] == nil {
		g.values[b] = e
		return true
	}
	return g.relate(g.reduce(g.values[b].plus(e, -1)))
}

// relate adds "e is 0" to the relations between counters. They are kept solved
// for one counter each (a row without its pivot never mentions a pivot); a
// relation without a coefficient of 1 is left out, which loses a match and
// makes none.
func (g *graph) relate(e Expr) bool {
	pivot := -1
	for c, n := range e {
		if (n == 1 || n == -1) && c > pivot {
			pivot = c
		}
	}
	if pivot < 0 {
		return false
	}
	row := Expr{}.plus(e, e[pivot])
	for p, old := range g.rows {
		if n := old[pivot]; n != 0 {
			g.rows[p] = old.plus(row, -n)
		}
	}
	g.rows[pivot] = row
	return true
}

// reduce writes a count in terms of counters that no relation is solved for.
func (g *graph) reduce(e Expr) Expr {
	out := e
	for c, n := range e {
		if row, ok := g.rows[c]; ok {
			out = out.plus(row, -n)
		}
	}
	return out
}

// same reports whether two counts are equal in every run whose calls return.
func (g *graph) same(a, b Expr) bool { return g.reduce(a.plus(b, -1)).Zero() }

// pass applies every equation once and reports whether something was learnt.
func (f *flow) pass() bool {
	changed := false
	for b := range f.g.blocks {
		for _, side := range [][]int{f.in[b], f.out[b]} {
			changed = f.balance(b, side) || changed
		}
	}
	return changed
}

// balance applies "the block's count is the sum of these edges".
func (f *flow) balance(b int, side []int) bool {
	if len(side) == 0 {
		return false
	}
	sum, open, unknown := Expr{}, -1, 0
	for _, e := range side {
		if f.value[e] == nil {
			open = e
			unknown++
			continue
		}
		sum = sum.plus(f.value[e], 1)
	}
	switch {
	case unknown == 0:
		return f.g.learn(b, sum)
	case unknown == 1 && f.g.values[b] != nil:
		f.value[open] = f.g.values[b].plus(sum, -1)
		return true
	}
	return false
}
