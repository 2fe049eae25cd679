package arrays

import (
	"math/bits"
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// addRow adds an inequality that holds because of a part.
func (r *Relaxation) addRow(f form, part int32, given ...int32) {
	if f.ok {
		r.insert(row{terms: f.terms, constant: f.constant, part: part, given: given})
	}
}

// insert adds a row and has it looked at.
func (r *Relaxation) insert(w row) {
	id := int32(len(r.rows))
	r.rows = append(r.rows, w)
	r.queued = append(r.queued, true)
	for _, m := range w.terms {
		r.vars[m.v].rows = append(r.vars[m.v].rows, id)
	}
	r.queue = append(r.queue, id)
}

// propagate looks at rows until none is left, a contradiction is found, or it
// has cost enough.
func (r *Relaxation) propagate() {
	for visits := 0; len(r.queue) > 0 && visits < maxVisits && !r.failed; visits++ {
		id := r.queue[0]
		r.queue = r.queue[1:]
		r.queued[id] = false
		if r.rows[id].isTable {
			r.visitTable(id)
		} else {
			r.visitRow(id)
		}
	}
	for _, id := range r.queue {
		r.queued[id] = false
	}
	r.queue = r.queue[:0]
}

// least returns the least value of a monomial; ok is false if it has none.
func (r *Relaxation) least(m monomial) (v int64, by int32, ok bool) {
	x := &r.vars[m.v]
	b, by := x.lo, x.loBy
	if m.c < 0 {
		b, by = x.hi, x.hiBy
	}
	if b <= -infinite || b >= infinite {
		return 0, by, false
	}
	v, ok = mul(m.c, b)
	return v, by, ok
}

// visitRow tightens the bounds of each variable by the others: with Σ cᵢxᵢ + k ≤ 0,
// c·x ≤ −k − (the least value of the rest).
func (r *Relaxation) visitRow(id int32) {
	w := &r.rows[id]
	sum, unbounded := w.constant, -1
	for i, m := range w.terms {
		v, _, ok := r.least(m)
		if !ok {
			if unbounded >= 0 {
				return
			}
			unbounded = i
			continue
		}
		if sum, ok = add(sum, v); !ok {
			return
		}
	}
	if unbounded < 0 && sum > 0 {
		r.fail(id)
		return
	}
	for i, m := range w.terms {
		if unbounded >= 0 && i != unbounded {
			continue
		}
		rest := sum
		if unbounded < 0 {
			v, _, _ := r.least(m)
			var ok bool
			if rest, ok = add(sum, -v); !ok {
				continue
			}
		}
		if m.c > 0 {
			r.tighten(id, m.v, true, floorDiv(-rest, m.c), i)
		} else {
			r.tighten(id, m.v, false, -floorDiv(-rest, -m.c), i)
		}
		if r.failed {
			return
		}
	}
}

// tighten sets a bound of v because of a row, of which all terms but the one at
// position skip matter.
func (r *Relaxation) tighten(id, v int32, upper bool, b int64, skip int) {
	x := &r.vars[v]
	if b <= -infinite || b >= infinite || upper && b >= x.hi || !upper && b <= x.lo {
		return
	}
	e := event{v: v, upper: upper, row: id, causes: r.causes(id, skip)}
	by := int32(len(r.events))
	if upper {
		e.old, e.oldBy = x.hi, x.hiBy
		x.hi, x.hiBy = b, by
	} else {
		e.old, e.oldBy = x.lo, x.loBy
		x.lo, x.loBy = b, by
	}
	r.events = append(r.events, e)
	if x.lo > x.hi {
		r.failed, r.in, r.clash = true, -1, []int32{x.loBy, x.hiBy}
		return
	}
	for _, id := range x.rows {
		if !r.queued[id] {
			r.queued[id] = true
			r.queue = append(r.queue, id)
		}
	}
}

// causes returns the events behind the bounds that a row was evaluated with.
func (r *Relaxation) causes(id int32, skip int) []int32 {
	w := &r.rows[id]
	by := slices.Clone(w.given)
	if w.isTable {
		x, y := &r.vars[w.at], &r.vars[w.elem]
		return []int32{x.loBy, x.hiBy, y.loBy, y.hiBy}
	}
	for i, m := range w.terms {
		if i != skip {
			_, e, _ := r.least(m)
			by = append(by, e)
		}
	}
	return by
}

// fail records the contradiction found in a row.
func (r *Relaxation) fail(id int32) {
	r.failed, r.in, r.clash = true, id, r.causes(id, -1)
}

// visitTable relates the bounds of index and element of a read of a table.
// Elements beyond the table are 0.
func (r *Relaxation) visitTable(id int32) {
	w := &r.rows[id]
	x, y := r.vars[w.at], r.vars[w.elem]
	if x.hi >= infinite || x.hi-x.lo >= maxScan {
		return
	}
	first, last := int64(-1), int64(-1)
	lo, hi := infinite, int64(0)
	for i := x.lo; i <= x.hi; i++ {
		v := int64(0)
		if i < int64(len(w.table)) {
			v = int64(w.table[i])
		}
		if v < y.lo || v > y.hi {
			continue
		}
		if first < 0 {
			first = i
		}
		last = i
		lo, hi = min(lo, v), max(hi, v)
	}
	if first < 0 {
		r.fail(id)
		return
	}
	r.tighten(id, w.at, false, first, -1)
	r.tighten(id, w.at, true, last, -1)
	r.tighten(id, w.elem, false, lo, -1)
	r.tighten(id, w.elem, true, hi, -1)
}

// add, mul and floorDiv are exact or say that they are not.
func add(x, y int64) (int64, bool) {
	s, ok := term.AddSigned(x, y)
	return s, ok && s > -infinite && s < infinite
}

func mul(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if hi != 0 || lo >= uint64(infinite) {
		return 0, false
	}
	return x * y, true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// floorDiv rounds x/y, y > 0, down.
func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}
