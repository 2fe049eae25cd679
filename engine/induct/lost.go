package induct

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/induct/invariant"
	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// lost is a candidate that a state violated, for the reason of a verdict that
// is no proof: what was missing, and why it does not hold.
type lost struct {
	text   string
	vars   []term.T // variables of the cut that it is about
	bound  bool     // it is a bound of a number
	turned bool     // the state came from the loop's head a turn earlier
	before []uint64 // values of the variables there
	after  []uint64 // … and on arrival
}

// Limits of what is remembered: candidates at a cut, and variables of one.
const (
	maxLost     = 400
	maxLostVars = 6
	fewMoves    = 2 // of a bound, until it is worth remembering
)

// weaken lets a template admit a state that arrives, and remembers what it
// cannot say any more.
func (pr *prover) weaken(o *system.Edge, t invariant.Template, v *arriving) (changed bool) {
	switch a := t.(type) {
	case *invariant.Candidate:
		was := a.Dead
		a.Weaken(v)
		if changed = a.Dead && !was; changed {
			pr.remember(o, lost{text: a.Text}, a.Term, v)
		}
	case *invariant.Bound:
		was := *a
		a.Weaken(v)
		changed = a.Lo != was.Lo || a.Hi != was.Hi
		if changed && was.Lo <= was.Hi && was.Moves[0]+was.Moves[1] >= fewMoves {
			pr.remember(o, lost{text: was.String(), bound: true}, a.Term, v)
		}
	default:
		before := t.Facts()
		t.Weaken(v)
		changed = !slices.Equal(before, t.Facts())
	}
	return changed
}

// remember notes a candidate that the arriving state has violated.
func (pr *prover) remember(o *system.Edge, l lost, about term.T, v *arriving) {
	p, at := pr.Sys.Pool, o.To.Index
	var vars []term.T
	for _, x := range p.Vars(about) {
		if !p.IsArray(x) && p.Width(x) <= 64 {
			vars = append(vars, x)
		}
	}
	if len(vars) > maxLostVars {
		return
	}
	l.vars, l.turned = vars, o.From == o.To
	for _, x := range vars {
		l.before, l.after = append(l.before, valueOf(p, v.ev, x)), append(l.after, valueOf(p, v, x))
	}
	if len(pr.lost[at]) >= maxLost {
		pr.lost[at] = pr.lost[at][1:]
	}
	pr.lost[at] = append(pr.lost[at], l)
}

// strength orders candidates by how much they tell: those that hold when the
// loop is entered, and bounds.
func (l *lost) strength() int {
	n := 0
	if l.turned {
		n += 2
	}
	if l.bound {
		n++
	}
	return n
}

// words says what some variables of a cut are.
func (pr *prover) words(c *system.Cut, vars []term.T, values []uint64) string {
	var out []string
	for _, x := range pr.Sys.Variables(c) {
		i := slices.Index(vars, x.Term)
		if x.ID == term.None && !x.Model && i >= 0 {
			out = append(out, fmt.Sprintf("%s = %d", x.Name, op.Signed(max(x.Width, 1), values[i])))
		}
	}
	return strings.Join(out, ", ")
}

// missed says in words what a proof of a check lacks: the loop before it, the
// candidate about what the check reads that held longest, and how it fails.
func (j *judge) missed(c *system.Check) string {
	from := c.Seg.From
	if from == nil {
		return "no loop lies before it"
	}
	at := j.headOf(from)
	vars := j.pr.Sys.Pool.Vars(c.Cond)
	if c.Cond == term.True {
		vars = j.pr.Sys.Pool.Vars(c.Guard)
	}
	var best *lost
	for i := range j.pr.lost[from.Index] {
		l := &j.pr.lost[from.Index][i]
		about := slices.ContainsFunc(l.vars, func(v term.T) bool { return slices.Contains(vars, v) })
		if about && (best == nil || l.strength() > best.strength()) {
			best = l
		}
	}
	if l := best; l != nil {
		before, after := j.pr.words(from, l.vars, l.before), j.pr.words(from, l.vars, l.after)
		switch {
		case after == "":
			return fmt.Sprintf("%s, the candidate “%s” does not hold", at, l.text)
		case !l.turned:
			return fmt.Sprintf("%s, the candidate “%s” does not hold when it is entered with %s", at, l.text, after)
		}
		return fmt.Sprintf("%s, the candidate “%s” is not kept: a turn from %s leads to %s", at, l.text, before, after)
	}
	return at + ", no candidate is about it"
}

// headOf says in words what a cut is.
func (j *judge) headOf(c *system.Cut) string {
	switch c.Kind {
	case system.AtEntry:
		return "at the entry of " + c.Ctx.Func.Source
	case system.AtReturn:
		return "at the return of " + c.Ctx.Func.Source
	}
	return "at the loop of " + j.where(ir.Point{Block: c.Block.ID})
}

// valueOf is a variable's value in a state.
func valueOf(p *term.Pool, v invariant.Valuation, x term.T) uint64 {
	if p.Width(x) > 0 {
		return v.BV(x)
	}
	if v.Bool(x) {
		return 1
	}
	return 0
}
