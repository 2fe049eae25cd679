package houdini

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Refuted is a candidate that a state violated, for the reason of a verdict that
// is no proof: what was missing, and why it does not hold.
type Refuted struct {
	Text   string
	Vars   []term.T // variables of the cutpoint that it is about
	bound  bool     // it is a bound of a number
	Turned bool     // the state came from the loop's head a turn earlier
	Before []uint64 // values of the variables there
	After  []uint64 // … and on arrival
}

// weaken lets a template admit a state that arrives, and remembers what it
// cannot say any more.
func (h *Search) weaken(o *system.Edge, t invariant.Template, v *arriving) (changed bool) {
	switch a := t.(type) {
	case *invariant.Candidate:
		was := a.Dead
		a.Weaken(v)
		if changed = a.Dead && !was; changed {
			h.remember(o, Refuted{Text: a.Text}, a.Term, v)
		}
	case *invariant.Bound:
		was := *a
		a.Weaken(v)
		changed = a.Lo != was.Lo || a.Hi != was.Hi
		if changed && was.Lo <= was.Hi && was.Moves[0]+was.Moves[1] >= budget.RefutedMoves.N {
			h.remember(o, Refuted{Text: was.String(), bound: true}, a.Term, v)
		}
	default:
		before := t.Facts()
		t.Weaken(v)
		changed = !slices.Equal(before, t.Facts())
	}
	return changed
}

// remember notes a candidate that the arriving state has violated.
func (h *Search) remember(o *system.Edge, l Refuted, about term.T, v *arriving) {
	p, at := h.Sys.Pool, o.To.Index
	var vars []term.T
	for _, x := range p.Vars(about) {
		if !p.IsArray(x) && p.Width(x) <= 64 {
			vars = append(vars, x)
		}
	}
	if len(vars) > budget.RefutedVariables.N {
		return
	}
	l.Vars, l.Turned = vars, o.From == o.To
	for _, x := range vars {
		l.Before, l.After = append(l.Before, system.ValueOf(p, v.ev, x)), append(l.After, system.ValueOf(p, v, x))
	}
	if len(h.Refuted[at]) >= budget.Refuted.N {
		h.Refuted[at] = h.Refuted[at][1:]
	}
	h.Refuted[at] = append(h.Refuted[at], l)
}

// Strength orders candidates by how much they tell: those that hold when the
// loop is entered, and bounds.
func (l *Refuted) Strength() int {
	n := 0
	if l.Turned {
		n += 2
	}
	if l.bound {
		n++
	}
	return n
}

// Values says what some variables of a cutpoint are.
func (h *Search) Values(c *system.Cutpoint, vars []term.T, values []uint64) string {
	var out []string
	for _, x := range h.Sys.Variables(c) {
		i := slices.Index(vars, x.Term)
		if x.ID == term.None && !x.Model && i >= 0 {
			out = append(out, fmt.Sprintf("%s = %d", x.Name, op.Signed(max(x.Width, 1), values[i])))
		}
	}
	return strings.Join(out, ", ")
}
