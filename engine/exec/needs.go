package exec

import "github.com/assay-dev/assay/engine/term"

// needs are the variables, and the elements of array variables, whose values
// under a model make conditions what they are under it: whatever the other
// variables hold, the conditions evaluate the same. An Ite needs its condition
// and the side taken, a conjunction that is false one false conjunct, a Select
// the store that it meets.
type needs struct {
	pool  *term.Pool
	ev    *term.Evaluator
	seen  map[term.T]bool
	vars  map[term.T]bool
	cells map[term.T]map[uint64]bool
	todo  []term.T
}

func newNeeds(p *term.Pool, ev *term.Evaluator) *needs {
	return &needs{pool: p, ev: ev, seen: map[term.T]bool{}, vars: map[term.T]bool{}, cells: map[term.T]map[uint64]bool{}}
}

// add takes in what a term needs.
func (n *needs) add(t term.T) {
	n.push(t)
	for len(n.todo) > 0 {
		u := n.todo[len(n.todo)-1]
		n.todo = n.todo[:len(n.todo)-1]
		n.expand(u)
	}
}

// has tells whether a variable, or an element of an array variable, is needed.
func (n *needs) has(v term.T) bool { return n.vars[v] || n.cells[v] != nil }

func (n *needs) push(t term.T) {
	if !n.seen[t] {
		n.seen[t] = true
		n.todo = append(n.todo, t)
	}
}

func (n *needs) expand(t term.T) {
	p := n.pool
	switch p.Op(t) {
	case term.OpVar, term.OpArrayVar:
		n.vars[t] = true
		return
	case term.OpAnd:
		for i := range 2 {
			if a := p.Arg(t, i); !n.ev.Bool(t) && !n.ev.Bool(a) {
				n.push(a)
				return
			}
		}
	case term.OpIte:
		n.push(p.Arg(t, 0))
		n.push(n.side(t))
		return
	case term.OpSelect:
		n.element(t)
		return
	}
	for i := range p.NumArgs(t) {
		n.push(p.Arg(t, i))
	}
}

// side is the one that an Ite takes.
func (n *needs) side(t term.T) term.T {
	if n.ev.Bool(n.pool.Arg(t, 0)) {
		return n.pool.Arg(t, 1)
	}
	return n.pool.Arg(t, 2)
}

// element follows a Select to the place that holds the element.
func (n *needs) element(t term.T) {
	p := n.pool
	a, i := p.Arg(t, 0), p.Arg(t, 1)
	n.push(i)
	x := n.ev.BV(i)
	for {
		switch p.Op(a) {
		case term.OpStore:
			n.push(p.Arg(a, 1))
			if n.ev.BV(p.Arg(a, 1)) == x {
				n.push(p.Arg(a, 2))
				return
			}
			a = p.Arg(a, 0)
		case term.OpIte:
			n.push(p.Arg(a, 0))
			a = n.side(a)
		case term.OpConstArray:
			n.push(p.Arg(a, 0))
			return
		case term.OpArrayVar:
			if n.cells[a] == nil {
				n.cells[a] = map[uint64]bool{}
			}
			n.cells[a][x] = true
			return
		default: // a table
			return
		}
	}
}
