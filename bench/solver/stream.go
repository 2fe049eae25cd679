package main

import (
	"context"
	"math/rand"

	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// opKind is a step of a query stream.
type opKind uint8

const (
	opPush  opKind = iota // append the condition to the path
	opPop                 // drop the last condition of the path
	opQuery               // ask: path and condition
)

type op struct {
	kind opKind
	t    term.T
}

// stream is what a depth-first symbolic execution asked, in order.
type stream struct {
	name    string
	pool    *term.Pool
	ops     []op
	queries int
}

// explorer runs a workload as a symbolic executor would and records the stream.
// Its own solver decides where to go, so that the stream is real: both sides of
// a branch are asked, feasible ones are entered.
type explorer struct {
	*stream
	solver  solver.Solver
	rng     *rand.Rand
	limit   int     // queries to record
	second  float64 // probability of entering the second feasible side
	path    []term.T
	visited map[int][][]term.T // path conditions seen per location, for entailment
}

// newExplorer returns an explorer of an empty pool.
func newExplorer(name string, limit int, second float64, seed int64) *explorer {
	p := term.NewPool()
	return &explorer{
		stream:  &stream{name: name, pool: p},
		solver:  solver.New(p, solver.Options{}),
		rng:     rand.New(rand.NewSource(seed)),
		limit:   limit,
		second:  second,
		visited: map[int][][]term.T{},
	}
}

func (x *explorer) full() bool { return x.queries >= x.limit }

// ask records a query, unless it is settled by construction, and answers it.
func (x *explorer) ask(t term.T) bool {
	if x.pool.IsConst(t) {
		return t == term.True
	}
	x.queries++
	x.ops = append(x.ops, op{opQuery, t})
	as := append(x.path[:len(x.path):len(x.path)], t)
	return x.solver.Check(context.Background(), as, solver.Limits{}).Status == solver.Sat
}

func (x *explorer) push(t term.T) {
	x.path = append(x.path, t)
	x.ops = append(x.ops, op{opPush, t})
}

func (x *explorer) pop() {
	x.path = x.path[:len(x.path)-1]
	x.ops = append(x.ops, op{kind: opPop})
}

// under runs f with t on the path.
func (x *explorer) under(t term.T, f func()) {
	x.push(t)
	f()
	x.pop()
}

// fork asks both sides of a branch and enters what is feasible, in random order.
func (x *explorer) fork(c term.T, then, els func()) {
	if x.full() {
		return
	}
	if x.pool.IsConst(c) {
		if c == term.True {
			then()
		} else {
			els()
		}
		return
	}
	n := x.pool.Not(c)
	yes, no := x.ask(c), x.ask(n)
	switch {
	case yes && no:
		sides := []func(){func() { x.under(c, then) }, func() { x.under(n, els) }}
		first := x.rng.Intn(2)
		sides[first]()
		if x.rng.Float64() < x.second {
			sides[1-first]()
		}
	case yes:
		then()
	case no:
		els()
	}
}

// entail asks whether the path entails a sample of conjuncts of an earlier path
// at the same location, as subsumption by an interpolant does.
func (x *explorer) entail(location int) {
	if x.full() {
		return
	}
	p := x.pool
	seen := x.visited[location]
	if len(seen) > 0 {
		old := seen[x.rng.Intn(len(seen))]
		if len(old) > 0 {
			weak := x.rng.Intn(2) == 0 && len(x.path) > 0
			violated := term.False
			for range 1 + x.rng.Intn(3) {
				n := p.Not(old[x.rng.Intn(len(old))])
				if weak { // weakened by a conjunct of this path: entailed
					n = p.And(n, p.Not(x.path[x.rng.Intn(len(x.path))]))
				}
				violated = p.Or(violated, n)
			}
			x.ask(violated)
		}
	}
	const keep = 20
	here := append([]term.T(nil), x.path...)
	if len(seen) < keep {
		x.visited[location] = append(seen, here)
	} else {
		seen[x.rng.Intn(keep)] = here
	}
}

// copyTo returns the stream over a pool of its own, so that every candidate
// starts from the same state.
func (s *stream) copyTo() *stream {
	dst := term.NewPool()
	im := term.NewImporter(dst, s.pool, nil)
	c := &stream{name: s.name, pool: dst, queries: s.queries}
	for _, o := range s.ops {
		if o.kind != opPop {
			o.t = im.Import(o.t)
		}
		c.ops = append(c.ops, o)
	}
	return c
}

// replay calls ask with the assumptions of every query until it returns false.
func (s *stream) replay(ask func(assumptions []term.T) bool) {
	var path []term.T
	for _, o := range s.ops {
		switch o.kind {
		case opPush:
			path = append(path, o.t)
		case opPop:
			path = path[:len(path)-1]
		case opQuery:
			if !ask(append(path[:len(path):len(path)], o.t)) {
				return
			}
		}
	}
}
