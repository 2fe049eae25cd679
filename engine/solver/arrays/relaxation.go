// Package arrays refutes path conditions over arrays by a linear relaxation of
// their bit-vectors, without a search: the unsatisfiability pre-check of Shuai
// et al., "Type and Interval Aware Array Constraint Solving for Symbolic
// Execution" (ISSTA 2021), section 4.2.
//
// A bit-vector of w bits is read as an integer. Sums, differences, multiples,
// extensions and concatenations become linear forms of the integers of their
// parts, from which the value differs by a multiple of 2^w: the multiple is a
// variable of its own, so an operation that wraps around loses nothing (Brinkmann
// and Drechsler, "RTL-Datapath Verification using Integer Linear Programming",
// 2002). Every other operation is an integer within the bounds that its
// structure gives. A read of a table lies between the least and the greatest
// element that the bounds of the index leave, and the other way round.
//
// Bounds are propagated through the inequalities until nothing changes. That is
// weaker than linear programming and cheaper: every condition is added once per
// path.
package arrays

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// Relaxation holds the inequalities of a path and the bounds that follow.
type Relaxation struct {
	pool *term.Pool
	vars []variable
	rows []row
	of   map[key]int32 // the variables of terms
	read map[key]form  // the readings that such a variable is part of

	events []event
	frames []frame // per part of the path
	queue  []int32 // rows to look at
	queued []bool
	failed bool
	clash  []int32 // the events that contradict each other,
	in     int32   // in this row, or −1
}

// Bounds of the work per part.
const (
	maxVisits = 400  // rows looked at
	maxDepth  = 16   // of terms
	maxScan   = 2048 // elements of a table
)

// infinite stands for no bound. Smaller numbers are exact.
const infinite = int64(1) << 62

// variable is an integer with bounds; a bound of ±infinite is none.
type variable struct {
	lo, hi       int64
	loBy, hiBy   int32 // events that set the bounds, or −1
	least, great int64 // the bounds on every path
	rows         []int32
	key          key
}

// key tells what a variable stands for.
type key struct {
	t    term.T
	role role
}

type role uint8

const (
	value    role = iota // the unsigned reading of the term
	wraps                // how often 2^w is to be subtracted for the unsigned reading
	signs                // the same for the signed one
	quotient             // of a remainder
	index                // of a read of a table
)

// row is Σ terms + constant ≤ 0, or a read of a table.
type row struct {
	terms    []monomial
	constant int64
	part     int32   // the part it comes from; −1: it always holds
	given    []int32 // events that it holds under

	isTable  bool // a read of a table, whose variables are at and elem
	table    []uint64
	at, elem int32
}

type monomial struct {
	v int32
	c int64
}

// event is a change of a bound, with what it follows from.
type event struct {
	v      int32
	upper  bool
	old    int64
	oldBy  int32
	row    int32
	causes []int32 // events
}

type frame struct{ vars, rows, events int }

// New returns an empty relaxation over the terms of pool.
func New(pool *term.Pool) *Relaxation {
	return &Relaxation{pool: pool, of: map[key]int32{}, read: map[key]form{}}
}

// Len returns the number of parts.
func (r *Relaxation) Len() int { return len(r.frames) }

// Truncate forgets the parts from position n on.
func (r *Relaxation) Truncate(n int) {
	if n >= len(r.frames) {
		return
	}
	f := r.frames[n]
	for i := len(r.events) - 1; i >= f.events; i-- {
		e := &r.events[i]
		v := &r.vars[e.v]
		if e.upper {
			v.hi, v.hiBy = e.old, e.oldBy
		} else {
			v.lo, v.loBy = e.old, e.oldBy
		}
	}
	for i := len(r.rows) - 1; i >= f.rows; i-- {
		for _, m := range r.rows[i].terms {
			v := &r.vars[m.v]
			v.rows = v.rows[:len(v.rows)-1]
		}
	}
	for i := f.vars; i < len(r.vars); i++ {
		delete(r.of, r.vars[i].key)
		delete(r.read, r.vars[i].key)
	}
	r.events, r.rows, r.vars = r.events[:f.events], r.rows[:f.rows], r.vars[:f.vars]
	r.queued = r.queued[:f.rows]
	r.frames = r.frames[:n]
	r.failed = false
}

// Add adds the condition t as the next part. If the parts contradict each other
// it returns the positions of some that do, ascending; the relaxation must then
// be truncated before it is used again.
func (r *Relaxation) Add(t term.T) (clash []int) {
	part := int32(len(r.frames))
	r.frames = append(r.frames, frame{len(r.vars), len(r.rows), len(r.events)})
	r.learn(t, part, true)
	r.propagate()
	if !r.failed {
		return nil
	}
	return r.explain()
}

// Range returns bounds of the unsigned reading of t, of at most 60 bits, on the
// path. It may add
// variables for t.
func (r *Relaxation) Range(t term.T) (lo, hi uint64) {
	f, _ := r.unsigned(t, 0)
	r.propagate()
	l, h := r.bounds(f)
	ulo, uhi := r.pool.URange(t)
	return max(ulo, uint64(max(l, 0))), min(uhi, uint64(max(h, 0)))
}

// explain returns the parts behind a clash.
func (r *Relaxation) explain() []int {
	used := make([]bool, len(r.frames))
	seen := make([]bool, len(r.events))
	mark := func(row int32) {
		if p := r.rows[row].part; p >= 0 {
			used[p] = true
		}
	}
	if r.in >= 0 {
		mark(r.in)
	}
	todo := slices.Clone(r.clash)
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if e < 0 || seen[e] {
			continue
		}
		seen[e] = true
		mark(r.events[e].row)
		todo = append(todo, r.events[e].causes...)
	}
	var parts []int
	for i, u := range used {
		if u {
			parts = append(parts, i)
		}
	}
	return parts
}
