package arrays

import "github.com/assay-dev/assay/engine/term"

// Mentions tells which terms depend on an element of a table. The relaxation
// knows no more of other arrays than the cheaper layers, so that paths without
// tables are not worth its time; the paper skips symbolic writes as well.
type Mentions struct {
	pool  *term.Pool
	known []mention // by term
	stack []term.T
}

type mention uint8

const (
	unseen mention = iota
	without
	with
)

// NewMentions returns an empty memo for the terms of pool.
func NewMentions(pool *term.Pool) *Mentions { return &Mentions{pool: pool} }

// pollSteps is the number of terms visited between two polls of stop.
const pollSteps = 1024

// Has reports whether t reads a table somewhere. It gives up and returns false
// soon after stop, which may be nil, returns true.
func (m *Mentions) Has(t term.T, stop func() bool) bool {
	if n := m.pool.Len() + 1 - len(m.known); n > 0 {
		m.known = append(m.known, make([]mention, n)...)
	}
	m.stack = append(m.stack[:0], t)
	for steps := 1; len(m.stack) > 0; steps++ {
		if steps%pollSteps == 0 && stop != nil && stop() {
			return false
		}
		u := m.stack[len(m.stack)-1]
		if m.known[u] != unseen {
			m.stack = m.stack[:len(m.stack)-1]
			continue
		}
		if m.pool.Op(u) == term.OpSelect && m.pool.Op(m.pool.Arg(u, 0)) == term.OpTable {
			m.known[u] = with
			continue
		}
		m.visit(u)
	}
	return m.known[t] == with
}

// visit settles u if its arguments are settled and asks for them if not.
func (m *Mentions) visit(u term.T) {
	found := without
	before := len(m.stack)
	for i := range m.pool.NumArgs(u) {
		switch a := m.pool.Arg(u, i); m.known[a] {
		case unseen:
			m.stack = append(m.stack, a)
		case with:
			found = with
		}
	}
	if found == with || len(m.stack) == before {
		m.stack = m.stack[:before]
		m.known[u] = found
	}
}
