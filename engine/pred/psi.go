package pred

import (
	"slices"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Psi is a predicate Ψ: a conjunction of atoms, conditions and holders. Atoms
// are ranges of one term each and merge, so that Ψ stays flat where a loop adds
// one comparison each turn. The zero Psi of New holds everywhere.
type Psi struct {
	voc     *Vocabulary
	bases   []term.T // of atoms, in the order they came; None where one left
	ranges  map[term.T]Range
	rest    []term.T        // other conjuncts; None where one left
	holds   map[term.T]bool // members of rest
	holders map[Place]memory.ObjID
	order   []Place                  // of holders, in the order they came
	uses    map[term.T]int           // by variable: conjuncts that mention it
	cells   map[memory.ObjID][]Place // places in objects that conjuncts mention
	// Work counts the variables of the conjuncts that substitutions rebuilt.
	Work int
	// False: the conjunction has no solution.
	False bool
}

// New makes the predicate that holds everywhere.
func New(v *Vocabulary) *Psi {
	return &Psi{voc: v, ranges: map[term.T]Range{}, holds: map[term.T]bool{},
		holders: map[Place]memory.ObjID{}, uses: map[term.T]int{}, cells: map[memory.ObjID][]Place{}}
}

// Clone is an independent copy.
func (q *Psi) Clone() *Psi {
	c := New(q.voc)
	c.Join(q)
	return c
}

// Join adds the conjuncts and holders of r.
func (q *Psi) Join(r *Psi) {
	for _, c := range r.Conjuncts() {
		q.Add(c)
	}
	for _, p := range r.order {
		if o, ok := r.holders[p]; ok {
			q.Hold(p, o)
		}
	}
	q.False = q.False || r.False
}

// Add conjoins a condition.
func (q *Psi) Add(c term.T) {
	p := q.voc.Pool
	for _, t := range p.Conjuncts(c) {
		switch t {
		case term.True:
		case term.False:
			q.False = true
		default:
			q.addOne(t)
		}
	}
}

func (q *Psi) addOne(t term.T) {
	p := q.voc.Pool
	if known := q.known(t); known != t {
		q.Add(known)
		return
	}
	base, r, ok := atom(p, t)
	if !ok {
		q.addRest(t)
		return
	}
	old, known := q.ranges[base]
	if !known {
		q.bases = append(q.bases, base)
		q.ranges[base] = r
		q.count(base, 1)
		q.learnt(base, r)
		return
	}
	m, how := old.Intersect(r, p.Width(base))
	switch how {
	case OneRange:
		if q.ranges[base] = m; m != old {
			q.learnt(base, m)
		}
	case NoNumber:
		q.False = true
	case TwoRanges: // keep the smaller as atom
		if r.Count(p.Width(base)) < old.Count(p.Width(base)) {
			q.ranges[base] = r
			q.addRest(condition(p, base, old))
			return
		}
		q.addRest(t)
	}
}

func (q *Psi) addRest(t term.T) {
	if p := q.voc.Pool; len(p.Disjuncts(t)) > 1 {
		if same := q.under(united(p, settled(p, t))); same != t {
			q.Add(same)
			return
		}
		if i, both := q.partner(t); i >= 0 && !q.holds[t] {
			q.drop(i)
			q.compact()
			q.Add(both)
			return
		}
	}
	if q.holds[t] {
		return
	}
	if q.holds[q.voc.Pool.Not(t)] {
		q.False = true
	}
	q.holds[t] = true
	q.rest = append(q.rest, t)
	q.count(t, 1)
	if p := q.voc.Pool; p.NumArgs(t) == 0 {
		q.insert(t, term.True)
	} else if v := p.Not(t); p.NumArgs(v) == 0 {
		q.insert(v, term.False)
	}
}

// settled writes a clause with a literal x ≠ k such that its other literals do
// not mention x, of which they only matter for x = k.
func settled(p *term.Pool, clause term.T) term.T {
	lits := p.Disjuncts(clause)
	for i, l := range lits {
		if p.Op(l) != term.OpNot || p.Op(p.Arg(l, 0)) != term.OpEq {
			continue
		}
		x, k := p.Arg(p.Arg(l, 0), 0), p.Arg(p.Arg(l, 0), 1)
		if p.NumArgs(x) > 0 || !p.IsConst(k) {
			continue
		}
		out, changed := l, false
		for j, m := range lits {
			if j != i {
				n := p.Substitute(m, map[term.T]term.T{x: k})
				out, changed = p.Or(out, n), changed || n != m
			}
		}
		if changed {
			return out
		}
	}
	return clause
}

func (q *Psi) count(t term.T, by int) {
	for _, v := range q.voc.Pool.Vars(t) {
		n := q.uses[v] + by
		q.uses[v] = n
		if n == 0 {
			delete(q.uses, v)
		}
		if l, ok := q.voc.Loc(v); ok && l.Obj != 0 && l.Role != Size {
			q.cell(l.Place, n)
		}
	}
}

// cell keeps the list of mentioned places in an object.
func (q *Psi) cell(p Place, uses int) {
	list := q.cells[p.Obj]
	i := slices.Index(list, p)
	switch {
	case uses > 0 && i < 0:
		q.cells[p.Obj] = append(list, p)
	case uses == 0 && i >= 0 && !q.mentioned(p):
		if len(list) == 1 {
			delete(q.cells, p.Obj)
			return
		}
		q.cells[p.Obj] = append(list[:i:i], list[i+1:]...)
	}
}

func (q *Psi) mentioned(p Place) bool {
	for _, v := range q.voc.At(p) {
		if q.uses[v] > 0 {
			return true
		}
	}
	return false
}

// Cells lists the places in an object about which the predicate says anything.
func (q *Psi) Cells(o memory.ObjID) []Place {
	out := slices.Clone(q.cells[o])
	for _, h := range q.order {
		if h.Obj == o && !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// Heap tells whether the predicate says anything about the contents of objects.
func (q *Psi) Heap() bool {
	return len(q.cells) > 0 || slices.ContainsFunc(q.order, func(p Place) bool { return p.Obj != 0 })
}

// Hold adds the fact that a place holds an address in an object (0: in none).
// It reports whether that agrees with what is known.
func (q *Psi) Hold(p Place, o memory.ObjID) bool {
	if old, ok := q.holders[p]; ok {
		q.False = q.False || old != o
		return old == o
	}
	q.holders[p] = o
	q.order = append(q.order, p)
	return true
}

// Holder is the object whose address a place must hold.
func (q *Psi) Holder(p Place) (o memory.ObjID, ok bool) {
	o, ok = q.holders[p]
	return o, ok
}

// Release takes the fact about a place away.
func (q *Psi) Release(p Place) {
	delete(q.holders, p)
	for i, x := range q.order {
		if x == p {
			q.order = append(q.order[:i:i], q.order[i+1:]...)
			return
		}
	}
}

// Holders calls yield for each place that must hold an address.
func (q *Psi) Holders(yield func(Place, memory.ObjID)) {
	for _, p := range q.order {
		yield(p, q.holders[p])
	}
}

// Mentions tells whether a variable occurs.
func (q *Psi) Mentions(v term.T) bool { return q.uses[v] > 0 }

// Empty tells that the predicate holds everywhere.
func (q *Psi) Empty() bool {
	return len(q.ranges) == 0 && len(q.holds) == 0 && len(q.holders) == 0 && !q.False
}

// Size is the number of conjuncts and holders.
func (q *Psi) Size() int { return len(q.ranges) + len(q.holds) + len(q.holders) }

// Conjuncts lists the conditions, in a fixed order.
func (q *Psi) Conjuncts() []term.T {
	var cs []term.T
	for _, b := range q.bases {
		if r, ok := q.ranges[b]; ok {
			cs = append(cs, condition(q.voc.Pool, b, r))
		}
	}
	for _, t := range q.rest {
		if t != term.None {
			cs = append(cs, t)
		}
	}
	return cs
}

// Values calls yield for each place of known value: a variable that one number
// satisfies.
func (q *Psi) Values(yield func(l Loc, x uint64)) {
	for _, b := range q.bases {
		if r, ok := q.ranges[b]; ok && r.Lo == r.Hi {
			if l, ok := q.voc.Loc(b); ok {
				yield(l, r.Lo)
			}
		}
	}
}

// Substitute replaces a variable by a term everywhere.
func (q *Psi) Substitute(v, by term.T) {
	if q.uses[v] == 0 || v == by || q.substituteAlone(v, by) {
		return
	}
	q.substitute(v, by)
}

// substituteAlone is Substitute for a variable of which there is one condition,
// its range or, of a Bool, its value: the result of a comparison that a branch
// depends on. It tells whether v is one.
func (q *Psi) substituteAlone(v, by term.T) bool {
	if q.uses[v] != 1 {
		return false
	}
	p := q.voc.Pool
	if r, ok := q.ranges[v]; ok {
		i := slices.Index(q.bases, v)
		q.bases = slices.Delete(q.bases, i, i+1)
		delete(q.ranges, v)
		q.count(v, -1)
		q.Work++
		q.Add(condition(p, by, r))
		return true
	}
	if p.Width(v) > 0 || p.IsArray(v) {
		return false
	}
	for _, t := range []term.T{v, p.Not(v)} {
		if !q.holds[t] {
			continue
		}
		i := slices.Index(q.rest, t)
		q.rest = slices.Delete(q.rest, i, i+1)
		delete(q.holds, t)
		q.count(t, -1)
		q.Work++
		if t != v {
			by = p.Not(by)
		}
		q.Add(by)
		return true
	}
	return false
}

// substitute is Substitute for any variable.
func (q *Psi) substitute(v, by term.T) { q.rewrite(v, by, false) }

// insert replaces a variable by its value in all conjuncts but that which tells
// it.
func (q *Psi) insert(v, value term.T) {
	if q.uses[v] > 1 {
		q.rewrite(v, value, true)
	}
}

// rewrite replaces a variable by a term; told says that one conjunct, which
// stays, says that the two are equal.
func (q *Psi) rewrite(v, by term.T, told bool) {
	p := q.voc.Pool
	m := map[term.T]term.T{v: by}
	var again []term.T
	for i, b := range q.bases {
		r, ok := q.ranges[b]
		if !ok || !mentions(p, b, v) || told && b == v {
			continue
		}
		q.bases[i] = term.None
		delete(q.ranges, b)
		q.count(b, -1)
		q.Work += len(p.Vars(b))
		again = append(again, condition(p, p.Substitute(b, m), r))
	}
	for i, t := range q.rest {
		if t == term.None || !mentions(p, t, v) || told && p.Width(v) == 0 && tells(p, t, v) {
			continue
		}
		q.drop(i)
		q.Work += len(p.Vars(t))
		again = append(again, p.Substitute(t, m))
	}
	q.compact()
	for _, c := range again {
		q.Add(c)
	}
}

func (q *Psi) compact() {
	q.bases = kept(q.bases)
	q.rest = kept(q.rest)
}

func kept(ts []term.T) []term.T {
	n := 0
	for _, t := range ts {
		if t != term.None {
			ts[n] = t
			n++
		}
	}
	return ts[:n]
}

func mentions(p *term.Pool, t, v term.T) bool {
	for _, x := range p.Vars(t) {
		if x == v {
			return true
		}
	}
	return false
}

// Variables calls yield for each variable of the vocabulary that occurs.
func (q *Psi) Variables(yield func(v term.T, l Loc)) {
	seen := map[term.T]bool{}
	for _, c := range q.Conjuncts() {
		for _, v := range q.voc.Pool.Vars(c) {
			if seen[v] {
				continue
			}
			seen[v] = true
			if l, ok := q.voc.Loc(v); ok {
				yield(v, l)
			}
		}
	}
}

// Foreign lists the variables that are none of the vocabulary: inputs.
func (q *Psi) Foreign() []term.T {
	var out []term.T
	seen := map[term.T]bool{}
	for _, c := range q.Conjuncts() {
		for _, v := range q.voc.Pool.Vars(c) {
			if _, ok := q.voc.Loc(v); !ok && !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// Vocabulary is the one that the predicate is written in.
func (q *Psi) Vocabulary() *Vocabulary { return q.voc }

// HeldElements lists the elements of a register's aggregate that must hold
// addresses.
func (q *Psi) HeldElements(p Place) []Place {
	var out []Place
	for _, h := range q.order {
		if h.Obj == 0 && h.Depth == p.Depth && h.Reg == p.Reg && h.Elem > 0 {
			out = append(out, h)
		}
	}
	return out
}

// Below tells whether the predicate says anything about registers of frames
// from a depth on.
func (q *Psi) Below(depth int32) bool {
	for v := range q.uses {
		if l, ok := q.voc.Loc(v); ok && l.Obj == 0 && l.Depth >= depth {
			return true
		}
	}
	return slices.ContainsFunc(q.order, func(p Place) bool { return p.Obj == 0 && p.Depth >= depth })
}
