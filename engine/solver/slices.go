package solver

import (
	"slices"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// trySlices finds a model only for what the best cached model leaves open: the parts that
// are false under it, and all parts connected with them through shared
// variables. The cached model covers the rest, which has no variable in common.
// Independence by shared variables is the optimisation of Cadar, Dunbar and
// Engler, "KLEE" (2008), section 3.4.
func (s *layered) trySlices(q *query) (Result, bool) {
	m := s.models.best()
	if m == nil {
		return Result{}, false
	}
	failing := m.failing(&s.path, q)
	if q.cancelled() { // and failing is cut short
		return Result{}, false
	}
	open := s.path.slice(failing)
	if len(open) == len(s.path.parts) {
		return Result{}, false
	}
	bq := backend.Query{Assumptions: s.path.parts, Open: open}
	res, few := s.fewValues(open)
	if !few {
		res = s.decide(q, bq)
	}
	if res.Status == Sat {
		joined := join(s.path.pool, m.model, res.Model, bq.OpenTerms())
		res.Model = s.models.add(&s.path, joined).result()
	}
	return res, true
}

// best returns the cached model that satisfies the longest prefix of the path,
// the newest of several, or nil.
func (ms *models) best() *cached {
	var best *cached
	for _, m := range ms.list {
		if best == nil || m.good >= best.good {
			best = m
		}
	}
	return best
}

// failing returns the positions of the parts false under m.
func (m *cached) failing(p *path, q *query) []int {
	var out []int
	for i := m.good; i < len(p.parts) && !q.cancelled(); i++ {
		m.seen.add(m.pool.Vars(p.parts[i]))
		if m.eval.Evaluate(p.parts[i], q.cancelled) && !m.eval.Bool(p.parts[i]) {
			out = append(out, i)
		}
	}
	return out
}

// slice returns the positions of the parts at the given positions and of all
// connected with them, ascending.
func (p *path) slice(roots []int) []int {
	in := make([]bool, len(p.parts))
	seen := map[term.T]bool{}
	todo := slices.Clone(roots)
	for _, i := range todo {
		in[i] = true
	}
	for len(todo) > 0 {
		t := p.parts[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, v := range p.pool.Vars(t) {
			if seen[v] {
				continue
			}
			seen[v] = true
			for _, i := range p.varsOf[v] {
				if !in[i] {
					in[i] = true
					todo = append(todo, i)
				}
			}
		}
	}
	var out []int
	for i := range p.parts {
		if in[i] {
			out = append(out, i)
		}
	}
	return out
}

// join returns base with the values of the slice's variables taken from part.
func join(pool *term.Pool, base, part *term.Model, slice []term.T) *term.Model {
	m := base.Clone()
	for _, t := range slice {
		for _, v := range pool.Vars(t) {
			if pool.IsArray(v) {
				values, rest, _ := part.GetArray(v)
				m.SetArray(v, values, rest)
				continue
			}
			if x, ok := part.Get(v); ok {
				m.Set(v, x)
				continue
			}
			x, _ := part.GetBig(v)
			m.SetBig(v, x)
		}
	}
	return m
}
