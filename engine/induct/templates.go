package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// A template is a family of facts about the state at one cut, ordered by
// strength. It starts below all of them and is weakened by each state that is
// found to arrive and to violate what it says, until none is
// (Reps, Sagiv and Yorsh, "Symbolic implementation of the best transformer",
// VMCAI 2004).
type template interface {
	// facts are what the template says now, over the variables of the cut.
	facts() []term.T
	// admit weakens the template so that the state is among those it
	// describes; value evaluates a term of the cut in it.
	admit(value valuation)
	// drop weakens it to nothing.
	drop()
	// String says in words what the facts are, "" if there are none.
	String() string
}

// valuation evaluates terms over a cut's variables in one state.
type valuation interface {
	Bool(t term.T) bool
	BV(t term.T) uint64
}

// candidate is a single fact: it holds until a state violates it.
type candidate struct {
	t    term.T
	text string
	dead bool
	hard bool // worth more effort
	// like is the same, and not 0, for candidates that say the same of each
	// element of one array: mostly they fall together.
	like int
}

func (c *candidate) facts() []term.T {
	if c.dead {
		return nil
	}
	return []term.T{c.t}
}

func (c *candidate) admit(v valuation) { c.dead = c.dead || !v.Bool(c.t) }
func (c *candidate) drop()             { c.dead = true }

func (c *candidate) String() string {
	if c.dead {
		return ""
	}
	return c.text
}

// pointwise is a candidate that says the same of many things, each of which is
// a fact of its own: it is easier to ask for them one by one.
type pointwise struct {
	parts []term.T
	text  string
	dead  bool
}

func (c *pointwise) facts() []term.T {
	if c.dead {
		return nil
	}
	return c.parts
}

func (c *pointwise) admit(v valuation) {
	c.dead = c.dead || slices.ContainsFunc(c.parts, func(t term.T) bool { return !v.Bool(t) })
}

func (c *pointwise) drop() { c.dead = true }

func (c *pointwise) String() string {
	if c.dead {
		return ""
	}
	return c.text
}

// An end of a bound moves maxWeak times along all thresholds, then along the
// strong ones, and is given up after maxWidenings.
const (
	maxWeak      = 8
	maxWidenings = 40
)

// halfMoved and allMoved are what the ends of bounds begin with that are worth
// less, or no more, patience.
var (
	halfMoved = [2]int{maxWidenings / 2, maxWidenings / 2}
	allMoved  = [2]int{maxWidenings, maxWidenings}
)

// bound says that a number lies between two of a list of thresholds, where a
// condition holds.
type bound struct {
	b          *system.System
	when       term.T
	t          term.T
	signed     bool
	thresholds []int64 // ascending; the type's limits included
	lo, hi     int     // indices in thresholds; lo > hi: nothing admitted yet
	moves      [2]int  // how often lo and hi moved
	strong     []int64 // ascending: where a bound that has moved often stops
	text       string
	// left and right, if set, are what t is the difference of: a comparison of
	// the two is easier to decide than one of the difference.
	left, right term.T
	hard        bool // a multiple is in it: worth more effort
}

func (a *bound) value(x uint64) int64 {
	if a.signed {
		return op.Signed(a.b.Pool.Width(a.t), x)
	}
	return int64(x)
}

func (a *bound) facts() []term.T {
	p := a.b.Pool
	if a.lo > a.hi {
		return []term.T{p.Not(a.when)}
	}
	var fs []term.T
	add := func(f term.T) {
		if f = p.Or(p.Not(a.when), f); f != term.True {
			fs = append(fs, f)
		}
	}
	if a.lo > 0 {
		add(a.least(a.lo))
	}
	if a.hi < len(a.thresholds)-1 {
		add(a.most(a.hi))
	}
	return fs
}

// least says that the number is no less than threshold i, most that it is no
// greater.
func (a *bound) least(i int) term.T { return a.compare(i, true) }
func (a *bound) most(i int) term.T  { return a.compare(i, false) }

func (a *bound) compare(i int, least bool) term.T {
	p, w := a.b.Pool, a.b.Pool.Width(a.t)
	le, x, c := p.ULe, a.t, p.BV(w, uint64(a.thresholds[i])&op.Mask(w))
	if a.signed {
		le = p.SLe
	}
	if a.left != term.None {
		x, c = a.left, p.Add(a.right, c)
	}
	if least {
		return le(c, x)
	}
	return le(x, c)
}

// nearMoves is how often a bound moves before it is moved far. On random programs,
// moving far from the start costs three proofs in a thousand and gains no time.
const nearMoves = 3

// far are states that violate the bound by much, those that do most first: where
// one arrives, the bound need not come there threshold by threshold.
func (a *bound) far() (fs []term.T) {
	if a.lo > a.hi || a.moves[0]+a.moves[1] < nearMoves {
		return nil
	}
	p, last := a.b.Pool, len(a.thresholds)-1
	for quarter := 4; quarter > 0; quarter-- {
		up, down := (last-a.hi)*quarter/4, a.lo*quarter/4
		if up > 1 {
			fs = append(fs, p.And(a.when, a.least(a.hi+up)))
		}
		if down > 1 {
			fs = append(fs, p.And(a.when, a.most(a.lo-down)))
		}
	}
	return fs
}

func (a *bound) admit(v valuation) {
	if !v.Bool(a.when) {
		return
	}
	x := a.value(v.BV(a.t))
	first := a.lo > a.hi
	lo, hi := a.lo, a.hi
	if first {
		lo, hi = len(a.thresholds)-1, 0
	}
	for lo > 0 && a.thresholds[lo] > x {
		lo--
	}
	for hi < len(a.thresholds)-1 && a.thresholds[hi] < x {
		hi++
	}
	if !first {
		lo, hi = a.widen(0, a.lo, lo), a.widen(1, a.hi, hi)
	}
	a.lo, a.hi = lo, hi
}

// widen moves one end from a threshold to another one that admits the state, or
// beyond it where it has moved often.
func (a *bound) widen(end, from, to int) int {
	if from == to {
		return to
	}
	last, step := 0, -1
	if end == 1 {
		last, step = len(a.thresholds)-1, 1
	}
	for a.moves[end] > maxWeak && to != last && !a.stops(to) {
		to += step
	}
	a.moves[end]++
	if a.moves[end] > maxWidenings {
		return last
	}
	return to
}

// stops tells that a bound that has moved often may stop at a threshold.
func (a *bound) stops(i int) bool {
	_, ok := slices.BinarySearch(a.strong, a.thresholds[i])
	return ok || len(a.strong) == 0
}

func (a *bound) drop() { a.lo, a.hi = 0, len(a.thresholds)-1 }

func (a *bound) String() string {
	last := len(a.thresholds) - 1
	switch {
	case a.lo > a.hi:
		return a.text + " is never set"
	case a.lo == 0 && a.hi == last:
		return ""
	case a.lo == 0:
		return fmt.Sprintf("%s ≤ %d", a.text, a.thresholds[a.hi])
	case a.hi == last:
		return fmt.Sprintf("%d ≤ %s", a.thresholds[a.lo], a.text)
	case a.lo == a.hi:
		return fmt.Sprintf("%s = %d", a.text, a.thresholds[a.lo])
	}
	return fmt.Sprintf("%d ≤ %s ≤ %d", a.thresholds[a.lo], a.text, a.thresholds[a.hi])
}

// lowBits says which of the low bits of a number are always the same: the
// alignment of an offset.
type lowBits struct {
	b     *system.System
	when  term.T
	t     term.T
	n     int // bits known, 0: none
	value uint64
	seen  bool
	text  string
}

func (a *lowBits) facts() []term.T {
	p := a.b.Pool
	if !a.seen {
		return []term.T{p.Not(a.when)}
	}
	if a.n == 0 {
		return nil
	}
	return []term.T{p.Or(p.Not(a.when), p.Eq(p.Extract(a.t, 0, a.n), p.BV(a.n, a.value&op.Mask(a.n))))}
}

func (a *lowBits) admit(v valuation) {
	if !v.Bool(a.when) {
		return
	}
	x := v.BV(a.t)
	if !a.seen {
		a.seen, a.value = true, x
	}
	for a.n > 0 && (x^a.value)&op.Mask(a.n) != 0 {
		a.n--
	}
}

func (a *lowBits) drop() { a.n, a.seen = 0, true }

func (a *lowBits) String() string {
	if a.n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %% %d = %d", a.text, uint64(1)<<a.n, a.value&op.Mask(a.n))
}

// equals says which of some numbers of one width are equal in every state.
type equals struct {
	b      *system.System
	terms  []term.T
	whens  []term.T
	texts  []string
	leader []int // by term: the first of its class
}

func (a *equals) facts() []term.T {
	p := a.b.Pool
	var fs []term.T
	for i, l := range a.leader {
		if i != l {
			fs = append(fs, p.OrN(p.Not(a.whens[i]), p.Not(a.whens[l]), p.Eq(a.terms[i], a.terms[l])))
		}
	}
	return fs
}

func (a *equals) admit(v valuation) {
	type class struct {
		old   int
		value uint64
	}
	first := map[class]int{}
	was := append([]int(nil), a.leader...)
	// The leader keeps its class; members that differ form new ones by value.
	for i, l := range was {
		x := v.BV(a.terms[i])
		k := class{l, x}
		if i == l {
			first[k] = i
			continue
		}
		apart := v.Bool(a.whens[i]) && v.Bool(a.whens[l]) && x != v.BV(a.terms[l])
		if !apart {
			continue
		}
		if _, ok := first[k]; !ok {
			first[k] = i
		}
		a.leader[i] = first[k]
	}
}

func (a *equals) drop() {
	for i := range a.leader {
		a.leader[i] = i
	}
}

func (a *equals) String() string {
	s := ""
	for i, l := range a.leader {
		if i != l {
			if s != "" {
				s += ", "
			}
			s += a.texts[i] + " = " + a.texts[l]
		}
	}
	return s
}
