package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Terms is the family of expressions: what the program compares, where it is computed
// from nothing but the state at a loop head, lies in an interval; a comparison
// of that kind, or that a check cannot fail, holds at the head already. This is
// where differences of numbers that wrap come in.
//
//	if (wr - rd < 8) q[wr++ % 8] = 1;   // wr and rd wrap; wr − rd ≤ 8
//	if (wr != rd) x = q[rd++ % 8];
var Terms = &Family{
	ID: "expressions", Title: "expressions",
	Says:   "what the program compares, where it is computed from the state at a loop head alone, lies in an interval; a comparison of that kind, or that a check cannot fail, holds at the head already",
	Loop:   "`wr - rd <= 8` of numbers that wrap",
	Test:   "families.c",
	passes: []pass{proposeTerms},
}

func proposeTerms(pr *proposer) func(*system.Cutpoint) []invariant.Template {
	r := pr.Relevance()
	near := NearConstants(pr.Compared)
	return func(c *system.Cutpoint) []invariant.Template {
		m := &miner{pr: pr, c: c, r: r, at: pr.Locations(c), seen: map[term.T]bool{}, whens: pr.written(c)}
		seg := pr.Sys.SegmentFrom(c)
		for _, k := range seg.Checks {
			if pr.Open(k) {
				m.holds(pr.Sys.Pool.Not(pr.Sys.Pool.And(k.Guard, k.Cond)))
			}
			m.mine(k.Guard)
			m.mine(k.Cond)
		}
		for _, o := range seg.Outs {
			m.mine(o.State.Guard)
		}
		return m.templates(near)
	}
}

// miner collects what a segment compares.
type miner struct {
	pr    *proposer
	c     *system.Cutpoint
	r     *invariant.Relevance
	at    map[term.T]invariant.Location
	seen  map[term.T]bool
	whens map[term.T]term.T // by variable of the cutpoint: it was written

	numbers []term.T
	facts   []term.T
}

// written tells of each number at a cutpoint when it was written.
func (pr *proposer) written(c *system.Cutpoint) map[term.T]term.T {
	m := map[term.T]term.T{}
	for _, v := range pr.Sys.Variables(c) {
		if v.ID == term.None && !v.Model {
			m[v.Term] = v.When
		}
	}
	return m
}

// mine looks for comparisons in a term.
func (m *miner) mine(t term.T) {
	p := m.pr.Sys.Pool
	p.Visit(t, m.seen, func(t term.T) {
		switch p.Op(t) {
		case term.OpULt, term.OpSLt, term.OpEq:
			if w := p.Width(p.Arg(t, 0)); w >= 8 && w <= 64 && !p.IsArray(p.Arg(t, 0)) {
				m.holds(t)
				m.holds(p.Not(t))
				m.number(p.Arg(t, 0))
				m.number(p.Arg(t, 1))
			}
		}
	})
}

// own tells that a term is about numbers of the cutpoint only, some of which open
// checks read.
func (m *miner) own(t term.T) bool {
	b := m.pr.Sys
	own := func(v term.T) bool { return m.whens[v] != term.None || b.Frozen[v] }
	needed := func(v term.T) bool { return m.r.Needed[m.at[v]] }
	return IsMined(b, t, own) && slices.ContainsFunc(b.Pool.Vars(t), needed)
}

// IsMined tells that a term is small, and about some variables of a kind and nothing
// else.
func IsMined(b *system.System, t term.T, kind func(term.T) bool) bool {
	if !isSmall(b, t, budget.MinedSize.N) {
		return false
	}
	vs := b.Pool.Vars(t)
	return len(vs) > 0 && len(vs) <= budget.MinedVariables.N && !slices.ContainsFunc(vs, func(v term.T) bool { return !kind(v) })
}

// isSmall tells that a term has no more parts than so many.
func isSmall(b *system.System, t term.T, most int) bool {
	seen := map[term.T]bool{t: true}
	stack := []term.T{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range b.Pool.NumArgs(t) {
			if a := b.Pool.Arg(t, i); !seen[a] {
				seen[a] = true
				stack = append(stack, a)
			}
		}
		if len(seen) > most {
			return false
		}
	}
	return true
}

// number takes note of an expression.
func (m *miner) number(t term.T) {
	if p := m.pr.Sys.Pool; len(m.numbers) < budget.MinedTerms.N && p.Op(t) != term.OpVar && m.own(t) && !slices.Contains(m.numbers, t) {
		m.numbers = append(m.numbers, t)
	}
}

// holds takes note of a condition.
func (m *miner) holds(t term.T) {
	if len(m.facts) < budget.MinedTerms.N && m.own(t) && !slices.Contains(m.facts, t) {
		m.facts = append(m.facts, t)
	}
}

func (m *miner) templates(near []int64) []invariant.Template {
	p := m.pr.Sys.Pool
	var ts []invariant.Template
	when := func(t term.T) term.T {
		c := term.True
		for _, v := range p.Vars(t) {
			if w, ok := m.whens[v]; ok {
				c = p.And(c, w)
			}
		}
		return c
	}
	for _, t := range m.numbers {
		a := m.pr.bound(when(t), t, near, m.words(t))
		a.Moves = invariant.PartlyMoved
		ts = append(ts, a)
	}
	for _, t := range m.facts {
		ts = append(ts, &invariant.Candidate{Term: p.Or(p.Not(when(t)), t), Text: m.words(t)})
	}
	return ts
}

// words names an expression by what it is about.
func (m *miner) words(t term.T) string {
	text := ""
	for _, v := range m.pr.Sys.Variables(m.c) {
		if slices.Contains(m.pr.Sys.Pool.Vars(t), v.Term) {
			if text != "" {
				text += ", "
			}
			text += v.Name
		}
	}
	return fmt.Sprintf("an expression over %s", text)
}
