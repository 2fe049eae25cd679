package invariant

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// A template is a family of facts about the state at one cutpoint, ordered by
// strength. It starts below all of them and is weakened by each state that is
// found to arrive and to violate what it says, until none is
// (Reps, Sagiv and Yorsh, "Symbolic implementation of the best transformer",
// VMCAI 2004).
type Template interface {
	// Facts are what the template says now, over the variables of the cutpoint.
	Facts() []term.T
	// Weaken makes the template say less, so that the state is among those it
	// describes; value evaluates a term of the cutpoint in it.
	Weaken(value system.Valuation)
	// Drop weakens it to nothing.
	Drop()
	// Refuse gives up one of its facts, which is too hard to decide, and what cannot
	// be said without it.
	Refuse(fact term.T)
	// Effort is what deciding one of its facts is worth.
	Effort() Effort
	// String says in words what the facts are, "" if there are none.
	String() string
}

// Effort is a class of limits for the query about one fact.
type Effort uint8

// The classes, by the solver's work that they stand for.
const (
	Little Effort = iota // of most facts
	Middle               // of linear equations
	Much                 // of those whose kind is seldom false once all easier ones hold
)

// Candidate is a single fact: it holds until a state violates it.
type Candidate struct {
	Term term.T
	Text string
	Dead bool
	Hard bool // worth more effort
	// like is the same, and not 0, for candidates that say the same of each
	// element of one array: mostly they fall together.
	Like int
}

func (c *Candidate) Facts() []term.T {
	if c.Dead {
		return nil
	}
	return []term.T{c.Term}
}

func (c *Candidate) Weaken(v system.Valuation) { c.Dead = c.Dead || !v.Bool(c.Term) }
func (c *Candidate) Drop()                     { c.Dead = true }

func (c *Candidate) Refuse(term.T) { c.Drop() }

func (c *Candidate) Effort() Effort {
	if c.Hard {
		return Much
	}
	return Little
}

func (c *Candidate) String() string {
	if c.Dead {
		return ""
	}
	return c.Text
}

// Pointwise is a candidate that says the same of many things, each of which is
// a fact of its own: it is easier to ask for them one by one.
type Pointwise struct {
	Parts []term.T
	Text  string
	dead  bool
}

func (c *Pointwise) Facts() []term.T {
	if c.dead {
		return nil
	}
	return c.Parts
}

func (c *Pointwise) Weaken(v system.Valuation) {
	c.dead = c.dead || slices.ContainsFunc(c.Parts, func(t term.T) bool { return !v.Bool(t) })
}

func (c *Pointwise) Drop() { c.dead = true }

func (c *Pointwise) Refuse(term.T) { c.Drop() }

func (c *Pointwise) Effort() Effort { return Much }

func (c *Pointwise) String() string {
	if c.dead {
		return ""
	}
	return c.Text
}

// PartlyMoved and allMoved are what the ends of bounds begin with that are worth
// less, or no more, patience.
var (
	PartlyMoved = [2]int{budget.Widenings.N / 2, budget.Widenings.N / 2}
	AllMoved    = [2]int{budget.Widenings.N, budget.Widenings.N}
)

// Bound says that a number lies between two of a list of thresholds, where a
// condition holds.
type Bound struct {
	Sys        *system.System
	When       term.T
	Term       term.T
	Signed     bool
	Thresholds []int64 // ascending; the type's limits included
	Lo, Hi     int     // indices in thresholds; lo > hi: nothing admitted yet
	Moves      [2]int  // how often lo and hi moved
	Strong     []int64 // ascending: where a bound that has moved often stops
	Text       string
	Climb      *Climb // of what is bounded, at all cutpoints; nil: of this one alone
	// left and right, if set, are what t is the difference of: a comparison of
	// the two is easier to decide than one of the difference.
	Left, Right term.T
	Hard        bool // a multiple is in it: worth more effort
}

// Climb is how far the bounds of one number have come at any cutpoint, and how often that was
// further than before. What climbs from threshold to threshold does so at each cutpoint of
// a loop, and each step costs a query there: after a few of them they pass over many numbers in a row
// (stops) at all cutpoints.
//
//	while (…) { if (…) n++; … if (…) n++; … }   // n ≤ 1, 2, 3, then 63, before the 64 with which it is compared
type Climb struct {
	peak  [2]int64 // the least lower end, the greatest upper end
	moves [2]int   // how often it was exceeded
	begun bool
}

// note takes notice of a state in which the number is x.
func (c *Climb) note(x int64) {
	if !c.begun {
		c.begun, c.peak = true, [2]int64{x, x}
		return
	}
	if x < c.peak[0] {
		c.peak[0] = x
		c.moves[0]++
	}
	if x > c.peak[1] {
		c.peak[1] = x
		c.moves[1]++
	}
}

// steep: an end has climbed so often that it passes over numbers in a row.
func (c *Climb) steep(end int) bool { return c != nil && c.moves[end] > budget.Climbs.N }

func (a *Bound) value(x uint64) int64 {
	if a.Signed {
		return op.Signed(a.Sys.Pool.Width(a.Term), x)
	}
	return int64(x)
}

func (a *Bound) Facts() []term.T {
	p := a.Sys.Pool
	if a.Lo > a.Hi {
		return []term.T{p.Not(a.When)}
	}
	var fs []term.T
	add := func(f term.T) {
		if f = p.Or(p.Not(a.When), f); f != term.True {
			fs = append(fs, f)
		}
	}
	if a.Lo > 0 {
		add(a.least(a.Lo))
	}
	if a.Hi < len(a.Thresholds)-1 {
		add(a.most(a.Hi))
	}
	return fs
}

// least says that the number is no less than threshold i, most that it is no
// greater.
func (a *Bound) least(i int) term.T { return a.compare(i, true) }
func (a *Bound) most(i int) term.T  { return a.compare(i, false) }

func (a *Bound) compare(i int, least bool) term.T {
	p, w := a.Sys.Pool, a.Sys.Pool.Width(a.Term)
	le, x, c := p.ULe, a.Term, p.BV(w, uint64(a.Thresholds[i])&op.Mask(w))
	if a.Signed {
		le = p.SLe
	}
	if a.Left != term.None {
		x, c = a.Left, p.Add(a.Right, c)
	}
	if least {
		return le(c, x)
	}
	return le(x, c)
}

// Far are states that violate the bound by much, those that do most first: where
// one arrives, the bound need not come there threshold by threshold.
func (a *Bound) Far() (fs []term.T) {
	if a.Lo > a.Hi || a.Moves[0]+a.Moves[1] < budget.NearMoves.N {
		return nil
	}
	p, last := a.Sys.Pool, len(a.Thresholds)-1
	for quarter := 4; quarter > 0; quarter-- {
		up, down := (last-a.Hi)*quarter/4, a.Lo*quarter/4
		if up > 1 {
			fs = append(fs, p.And(a.When, a.least(a.Hi+up)))
		}
		if down > 1 {
			fs = append(fs, p.And(a.When, a.most(a.Lo-down)))
		}
	}
	return fs
}

func (a *Bound) Weaken(v system.Valuation) {
	if !v.Bool(a.When) {
		return
	}
	x := a.value(v.BV(a.Term))
	if a.Climb != nil {
		a.Climb.note(x)
	}
	first := a.Lo > a.Hi
	lo, hi := a.Lo, a.Hi
	if first {
		lo, hi = len(a.Thresholds)-1, 0
	}
	for lo > 0 && a.Thresholds[lo] > x {
		lo--
	}
	for hi < len(a.Thresholds)-1 && a.Thresholds[hi] < x {
		hi++
	}
	if !first {
		lo, hi = a.widen(0, a.Lo, lo), a.widen(1, a.Hi, hi)
	}
	a.Lo, a.Hi = lo, hi
}

// widen moves one end from a threshold to another one that admits the state, or
// beyond it where it has moved often.
func (a *Bound) widen(end, from, to int) int {
	if from == to {
		return to
	}
	last, step := 0, -1
	if end == 1 {
		last, step = len(a.Thresholds)-1, 1
	}
	often, steep := a.Moves[end] > budget.WeakMoves.N, a.Climb.steep(end)
	for to != last && (often && !a.isStrong(to) || steep && !a.stops(to)) {
		to += step
	}
	a.Moves[end]++
	if a.Moves[end] > budget.Widenings.N {
		return last
	}
	return to
}

// isStrong tells that a bound that has moved often may stop at a threshold.
func (a *Bound) isStrong(i int) bool {
	_, ok := slices.BinarySearch(a.Strong, a.Thresholds[i])
	return ok || len(a.Strong) == 0
}

// stops tells that a bound that climbs steeply may stop at a threshold. Many numbers in a row come
// from a loop that was followed turn by turn: of these only the last ones, which are a number
// with which a program compares and its neighbours.
func (a *Bound) stops(i int) bool {
	down, up := inRow(a.Thresholds, a.Thresholds[i])
	if min(down, up) <= budget.Neighbours.N {
		return true
	}
	down, up = inRow(a.Strong, a.Thresholds[i])
	return down+up > 0 && down+up <= budget.Row.N
}

// inRow is how many of some numbers stand in a row down from one of them, itself included, and how
// many up; 0 if it is none of them.
func inRow(xs []int64, x int64) (down, up int) {
	at, ok := slices.BinarySearch(xs, x)
	if !ok {
		return 0, 0
	}
	for down = 1; at-down >= 0 && xs[at-down] == x-int64(down); {
		down++
	}
	for up = 1; at+up < len(xs) && xs[at+up] == x+int64(up); {
		up++
	}
	return down, up
}

func (a *Bound) Drop() { a.Lo, a.Hi = 0, len(a.Thresholds)-1 }

func (a *Bound) Refuse(term.T) { a.Drop() }

func (a *Bound) Effort() Effort {
	if a.Hard {
		return Much
	}
	return Little
}

func (a *Bound) String() string {
	last := len(a.Thresholds) - 1
	switch {
	case a.Lo > a.Hi:
		return a.Text + " is never set"
	case a.Lo == 0 && a.Hi == last:
		return ""
	case a.Lo == 0:
		return fmt.Sprintf("%s ≤ %d", a.Text, a.Thresholds[a.Hi])
	case a.Hi == last:
		return fmt.Sprintf("%d ≤ %s", a.Thresholds[a.Lo], a.Text)
	case a.Lo == a.Hi:
		return fmt.Sprintf("%s = %d", a.Text, a.Thresholds[a.Lo])
	}
	return fmt.Sprintf("%d ≤ %s ≤ %d", a.Thresholds[a.Lo], a.Text, a.Thresholds[a.Hi])
}

// LowBits says which of the low bits of a number are always the same: the
// alignment of an offset.
type LowBits struct {
	Sys   *system.System
	When  term.T
	Term  term.T
	N     int // bits known, 0: none
	value uint64
	seen  bool
	Text  string
}

func (a *LowBits) Facts() []term.T {
	p := a.Sys.Pool
	if !a.seen {
		return []term.T{p.Not(a.When)}
	}
	if a.N == 0 {
		return nil
	}
	return []term.T{p.Or(p.Not(a.When), p.Eq(p.Extract(a.Term, 0, a.N), p.BV(a.N, a.value&op.Mask(a.N))))}
}

func (a *LowBits) Weaken(v system.Valuation) {
	if !v.Bool(a.When) {
		return
	}
	x := v.BV(a.Term)
	if !a.seen {
		a.seen, a.value = true, x
	}
	for a.N > 0 && (x^a.value)&op.Mask(a.N) != 0 {
		a.N--
	}
}

func (a *LowBits) Drop() { a.N, a.seen = 0, true }

func (a *LowBits) Refuse(term.T) { a.Drop() }

func (a *LowBits) Effort() Effort { return Little }

func (a *LowBits) String() string {
	if a.N == 0 {
		return ""
	}
	return fmt.Sprintf("%s %% %d = %d", a.Text, uint64(1)<<a.N, a.value&op.Mask(a.N))
}

// Equals says which of some numbers of one width are equal in every state.
type Equals struct {
	Sys    *system.System
	Terms  []term.T
	Whens  []term.T
	Texts  []string
	Leader []int // by term: the first of its class
}

func (a *Equals) Facts() []term.T {
	p := a.Sys.Pool
	var fs []term.T
	for i, l := range a.Leader {
		if i != l {
			fs = append(fs, p.OrN(p.Not(a.Whens[i]), p.Not(a.Whens[l]), p.Eq(a.Terms[i], a.Terms[l])))
		}
	}
	return fs
}

func (a *Equals) Weaken(v system.Valuation) {
	type class struct {
		old   int
		value uint64
	}
	first := map[class]int{}
	was := append([]int(nil), a.Leader...)
	// The leader keeps its class; members that differ form new ones by value.
	for i, l := range was {
		x := v.BV(a.Terms[i])
		k := class{l, x}
		if i == l {
			first[k] = i
			continue
		}
		apart := v.Bool(a.Whens[i]) && v.Bool(a.Whens[l]) && x != v.BV(a.Terms[l])
		if !apart {
			continue
		}
		if _, ok := first[k]; !ok {
			first[k] = i
		}
		a.Leader[i] = first[k]
	}
}

func (a *Equals) Drop() {
	for i := range a.Leader {
		a.Leader[i] = i
	}
}

func (a *Equals) Refuse(term.T) { a.Drop() }

func (a *Equals) Effort() Effort { return Little }

func (a *Equals) String() string {
	s := ""
	for i, l := range a.Leader {
		if i != l {
			if s != "" {
				s += ", "
			}
			s += a.Texts[i] + " = " + a.Texts[l]
		}
	}
	return s
}
