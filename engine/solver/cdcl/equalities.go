package cdcl

import (
	"slices"

	"github.com/assay-dev/assay/engine/solver/bitblast"
	"github.com/assay-dev/assay/engine/solver/sat"
	"github.com/assay-dev/assay/engine/term"
)

// Numbers that a query does little with but to compare them, such as the names of
// things, make chains of equalities. Bit by bit, x = z follows from x = y and y = z only
// by a case distinction on each bit, and what is learnt of one chain is of no use for
// another. A query that is hard has clauses added which say it at once: of a graph whose
// edges are its equalities, made chordal, those of each triangle (Bryant and Velev,
// "Boolean satisfiability with transitivity constraints", ACM TOCL 2002). They are
// valid, and stay in the instance.

// easyConflicts is how many conflicts a query may take before it is hard. The graph of
// one has no node with more than maxNeighbours neighbours and no more than maxTriangles
// triangles; what is beyond is left out.
const (
	easyConflicts = 400
	maxNeighbours = 30
	maxTriangles  = 4000
)

// equalities are those of some widths, of the current instance.
type equalities struct {
	widths []int
	in     map[term.T][]term.T // by lowered term: the equalities in it
	known  map[[3]term.T]bool  // triangles, their nodes in order
}

// of lists the equalities of these widths in a lowered term.
func (q *equalities) of(p *term.Pool, lowered term.T) []term.T {
	es, ok := q.in[lowered]
	if !ok {
		p.Visit(lowered, map[term.T]bool{}, func(t term.T) {
			if p.Op(t) == term.OpEq && slices.Contains(q.widths, p.Width(p.Arg(t, 0))) {
				es = append(es, t)
			}
		})
		q.in[lowered] = es
	}
	return es
}

// edges are the neighbours of each node.
type edges map[term.T]map[term.T]bool

func (g edges) join(x, y term.T) {
	for _, e := range [2][2]term.T{{x, y}, {y, x}} {
		if g[e[0]] == nil {
			g[e[0]] = map[term.T]bool{}
		}
		g[e[0]][e[1]] = true
	}
}

// least is the node with the fewest neighbours, the first of these.
func (g edges) least() (node term.T) {
	node = term.None
	for x, ys := range g {
		if node == term.None || len(ys) < len(g[node]) || len(ys) == len(g[node]) && x < node {
			node = x
		}
	}
	return node
}

// triangles eliminates the nodes one by one, those with the fewest neighbours first: the
// neighbours of each are joined.
func (g edges) triangles() (ts [][3]term.T) {
	for len(g) > 0 && len(ts) < maxTriangles {
		x := g.least()
		var near []term.T
		for y := range g[x] {
			near = append(near, y)
			delete(g[y], x)
		}
		delete(g, x)
		if len(near) > maxNeighbours {
			continue
		}
		slices.Sort(near)
		for i, y := range near {
			for _, z := range near[:i] {
				g.join(y, z)
				t := [3]term.T{x, y, z}
				slices.Sort(t[:])
				ts = append(ts, t)
			}
		}
	}
	return ts
}

// compared are the equalities of the current query; nil where there are none to relate.
func (b *Backend) compared() edges {
	if b.equal == nil {
		return nil
	}
	g := edges{}
	for i := range b.entries {
		for _, t := range b.equal.of(b.pool, b.entries[i].lowered) {
			b.compare(g, b.pool.Arg(t, 0), b.pool.Arg(t, 1))
		}
	}
	for _, r := range b.reads {
		for _, l := range b.lemmas[r.value] {
			if o := b.lower.byValue[l.other]; o != nil && o != r {
				b.compare(g, r.index, o.index)
				b.compare(g, r.value, o.value)
			}
		}
	}
	if len(g) < 3 {
		return nil
	}
	return g
}

// relate adds what equalities say together. It reports false, with a new instance, if it
// was stopped.
func (b *Backend) relate(g edges, stop func() bool) bool {
	b.solver.Retain(b.lits)
	for _, t := range g.triangles() {
		if b.equal.known[t] {
			continue
		}
		b.equal.known[t] = true
		if !b.triangle(t, stop) {
			return false
		}
	}
	return true
}

// compare adds an edge between terms of a width of names that are no constants.
func (b *Backend) compare(g edges, x, y term.T) {
	if x != y && slices.Contains(b.equal.widths, b.pool.Width(x)) && !b.pool.IsConst(x) && !b.pool.IsConst(y) {
		g.join(x, y)
	}
}

// triangle adds the clauses of three nodes: where two of the equalities hold, so does the
// third.
func (b *Backend) triangle(t [3]term.T, stop func() bool) bool {
	var ls [3]sat.Lit
	for i := range t {
		w, why := b.blast(b.pool.Eq(t[i], t[(i+1)%3]), stop)
		if why != "" || w == bitblast.True || w == bitblast.False {
			return true // it is too large, or the bits say it; if it was stopped, so is Solve
		}
		if !b.cnf.Encode(w, stop) {
			b.reset()
			return false
		}
		ls[i] = b.cnf.Lit(w)
	}
	for i := range ls {
		b.solver.AddClause(ls[i].Not(), ls[(i+1)%3].Not(), ls[(i+2)%3])
	}
	return true
}
