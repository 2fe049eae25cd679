package solver

import (
	"github.com/assay-dev/assay/engine/term"
)

// models is the cache of models of earlier queries, newest last.
type models struct {
	pool  *term.Pool
	limit int
	list  []*cached
}

// cached is a model and what is known of it on the current path.
type cached struct {
	pool  *term.Pool
	model *term.Model // private: grows by definitions
	copy  *term.Model // what callers got; nil if model changed since
	eval  *term.Evaluator
	good  int    // the parts before this position are true
	bad   int    // position of a part that is false, or −1
	seen  bitset // variables whose value was used in an evaluation
}

// bitset is a set of variables.
type bitset []uint64

func (b bitset) has(t term.T) bool {
	return int(t>>6) < len(b) && b[t>>6]>>(t&63)&1 == 1
}

func (b *bitset) add(ts []term.T) {
	for _, t := range ts {
		for int(t>>6) >= len(*b) {
			*b = append(*b, 0)
		}
		(*b)[t>>6] |= 1 << (t & 63)
	}
}

// truncate forgets what is known of parts from position n on.
func (ms *models) truncate(n int) {
	for _, m := range ms.list {
		m.good = min(m.good, n)
		if m.bad >= n {
			m.bad = -1
		}
	}
}

// satisfying returns a model of all parts of the path, or nil.
func (ms *models) satisfying(p *path, q *query) *cached {
	for i := len(ms.list) - 1; i >= 0; i-- {
		m := ms.list[i]
		if m.bad >= 0 || !m.extend(p, q) {
			continue
		}
		ms.touch(i)
		return m
	}
	return nil
}

// touch makes model i the newest.
func (ms *models) touch(i int) {
	m := ms.list[i]
	copy(ms.list[i:], ms.list[i+1:])
	ms.list[len(ms.list)-1] = m
}

// add caches a model that satisfies the whole path, in place of the oldest one
// if the cache is full.
func (ms *models) add(p *path, model *term.Model) *cached {
	m := ms.next()
	m.model = model.Clone()
	m.copy = model
	m.good, m.bad = len(p.parts), -1
	m.eval.Rebind(m.model)
	for _, t := range p.parts {
		m.seen.add(ms.pool.Vars(t))
	}
	return m
}

// next returns an entry, now the newest, for another model. Entries are used
// again because their memos grow to the size of the pool.
func (ms *models) next() *cached {
	if len(ms.list) < ms.limit {
		m := &cached{pool: ms.pool, eval: term.NewEvaluator(ms.pool, nil)}
		ms.list = append(ms.list, m)
		return m
	}
	m := ms.list[0]
	ms.touch(0)
	clear(m.seen)
	return m
}

// extend evaluates the parts not known to be true and reports whether all are.
// A part that defines a variable the model was never asked about gives the
// variable its value.
func (m *cached) extend(p *path, q *query) bool {
	for m.good < len(p.parts) {
		t := p.parts[m.good]
		m.define(t, q)
		m.seen.add(m.pool.Vars(t))
		if !m.eval.Evaluate(t, q.cancelled) {
			return false
		}
		if !m.eval.Bool(t) {
			m.bad = m.good
			return false
		}
		m.good++
	}
	return true
}

// define sets the variable that t, an equation or a literal, defines, if its
// value was not used so far. It may leave that out if the query is cancelled.
func (m *cached) define(t term.T, q *query) {
	p := m.pool
	switch {
	case p.Op(t) == term.OpVar && !m.seen.has(t):
		m.set(t, term.True)
	case p.Op(t) == term.OpEq && p.IsArray(p.Arg(t, 0)):
	case p.Op(t) == term.OpEq:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		if !m.defineBy(x, y, q) {
			m.defineBy(y, x, q)
		}
	}
}

// defineBy sets x to the value of y if x is a free variable and reports whether
// it did.
func (m *cached) defineBy(x, y term.T, q *query) bool {
	if m.pool.Op(x) != term.OpVar || m.seen.has(x) {
		return false
	}
	if _, ok := m.pool.VarsUntil(y, q.cancelled); !ok || !m.eval.Evaluate(y, q.cancelled) {
		return false
	}
	for _, v := range m.pool.Vars(y) {
		if v == x {
			return false
		}
	}
	m.seen.add(m.pool.Vars(y))
	m.set(x, y)
	return true
}

// set gives variable x the value of y.
func (m *cached) set(x, y term.T) {
	switch w := m.pool.Width(x); {
	case w == 0:
		m.model.Set(x, boolBit(m.eval.Bool(y)))
	case w <= 64:
		m.model.Set(x, m.eval.BV(y))
	default:
		m.model.SetBig(x, m.eval.Big(y))
	}
	m.copy = nil
}

func boolBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// result returns the model for a caller, who may keep it.
func (m *cached) result() *term.Model {
	if m.copy == nil {
		m.copy = m.model.Clone()
	}
	return m.copy
}
