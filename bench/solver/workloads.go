package main

import (
	"math/rand"

	"github.com/assay-dev/assay/engine/term"
)

// workload is a program whose query stream is measured.
type workload struct {
	name    string
	queries int
	second  float64 // see explorer.second
	run     func(x *explorer)
}

var workloads = []workload{
	{"w1", 5000, 0.6, sums},
	{"w2", 8000, 0.35, reactive},
	{"w3", 5000, 0.6, parser},
	{"w4", 2500, 0.6, tables},
}

// generate records the stream of a workload, explored in the order of a seed.
func (w workload) generate(queries int, seed int64) *stream {
	x := newExplorer(w.name, queries, w.second, seed)
	for !x.full() {
		w.run(x)
	}
	for len(x.path) > 0 {
		x.pop()
	}
	return x.stream
}

// sums is w1: thirty steps s += ±1, each sign chosen by an input, with bounds on
// the running sum asked on the way. Every step defines fresh variables.
func sums(x *explorer) {
	const steps = 30
	p := x.pool
	c := func(v int) term.T { return p.BV(32, uint64(v)) }
	outside := func(s term.T, k int) term.T { return p.Or(p.SLt(c(k), s), p.SLt(s, c(-k))) }
	var inputs, deltas, partial []term.T
	for range steps {
		inputs = append(inputs, p.Var(32, "b"))
		deltas = append(deltas, p.Var(32, "x"))
	}
	for range steps + 1 {
		partial = append(partial, p.Var(32, "s"))
	}
	var step func(i int)
	step = func(i int) {
		if x.full() {
			return
		}
		if i > 0 && i%3 == 0 {
			x.ask(outside(partial[i], i))
			if x.rng.Intn(2) == 0 {
				x.ask(outside(partial[i], i/2+1))
			}
		}
		if i == steps {
			x.ask(p.SLt(c(steps), partial[steps]))
			x.ask(p.SLt(partial[steps], c(-steps)))
			return
		}
		add := func(d int) func() {
			return func() {
				x.under(p.Eq(deltas[i], c(d)), func() {
					x.under(p.Eq(partial[i+1], p.Add(partial[i], deltas[i])), func() { step(i + 1) })
				})
			}
		}
		x.fork(p.Not(p.Eq(inputs[i], c(0))), add(1), add(-1))
	}
	x.under(p.Eq(partial[0], c(0)), func() {
		for !x.full() {
			step(0)
		}
	})
}

// atom is a comparison of, or an assignment to, a state variable.
type atom struct{ kind, variable, a, b int }

// rule is one guarded command of the reactive program.
type rule struct{ guard, effect []atom }

// randomRules draws the program. The bound of a loop is drawn anew in every
// round, which favours short guards: with long ones every query has chains of
// divisions, and Z3 takes four times as long.
func randomRules(seed int64, n int) []rule {
	g := rand.New(rand.NewSource(seed))
	rules := make([]rule, n)
	for i := range rules {
		r := &rules[i]
		r.guard = append(r.guard, atom{kind: 0, a: 1 + g.Intn(6)})
		for j := 0; j < 1+g.Intn(3); j++ {
			r.guard = append(r.guard, atom{1 + g.Intn(4), g.Intn(10), g.Intn(330) - 60, g.Intn(120)})
		}
		g.Shuffle(len(r.guard), func(a, b int) { r.guard[a], r.guard[b] = r.guard[b], r.guard[a] })
		for j := 0; j < 1+g.Intn(2); j++ {
			r.effect = append(r.effect, atom{g.Intn(6), g.Intn(10), g.Intn(10), g.Intn(90) + 5})
		}
	}
	return rules
}

// reactive is w2: an event-condition-action program in the manner of the RERS
// challenge, ten state variables, sixty rules with signed division and
// remainder, six rounds of input.
type reactiveState [10]term.T

func reactive(x *explorer) {
	p := x.pool
	c := func(v int) term.T { return p.BV(32, uint64(v)) }
	rules := randomRules(77, 60)
	var st reactiveState
	for i, v := range []int{0, 0, 0, 0, 0, 0, 34, -14, 99, 3} {
		if i >= 6 {
			st[i] = c(v)
			continue
		}
		st[i] = p.Var(32, "a")
		x.push(p.SLe(c(-60), st[i]))
		x.push(p.SLe(st[i], c(300)))
	}
	m := &machine{x: x, rules: rules}
	for !x.full() {
		m.round(st, 0)
	}
}

// machine runs the rules of the reactive program.
type machine struct {
	x     *explorer
	rules []rule
	input term.T
}

func (m *machine) c(v int) term.T { return m.x.pool.BV(32, uint64(v)) }

func (m *machine) round(st reactiveState, k int) {
	x, p := m.x, m.x.pool
	if x.full() || k == 6 {
		return
	}
	x.entail(k)
	saved := m.input
	in := p.Var(32, "in")
	m.input = in
	x.under(p.SLe(m.c(1), in), func() {
		x.under(p.SLe(in, m.c(6)), func() { m.try(st, k, 0, 0) })
	})
	m.input = saved
}

// try tests atom a of the guard of rule r, in order.
func (m *machine) try(st reactiveState, k, r, a int) {
	if m.x.full() || r == len(m.rules) {
		return
	}
	if a == len(m.rules[r].guard) {
		next := st
		for _, e := range m.rules[r].effect {
			next[e.variable] = m.assign(e, next[e.a%10])
		}
		m.round(next, k+1)
		return
	}
	in := m.input
	m.x.fork(m.condition(m.rules[r].guard[a], st),
		func() { m.input = in; m.try(st, k, r, a+1) },
		func() { m.input = in; m.try(st, k, r+1, 0) })
}

func (m *machine) condition(g atom, st reactiveState) term.T {
	p, s := m.x.pool, st[g.variable]
	switch g.kind {
	case 0:
		return p.Eq(m.input, m.c(g.a))
	case 1:
		return p.SLt(m.c(g.a), s)
	case 2:
		return p.SLe(s, m.c(g.a))
	case 3:
		return p.And(p.SLt(m.c(g.a), s), p.SLe(s, m.c(g.a+g.b)))
	}
	return p.Eq(p.SRem(s, m.c(7)), m.c(g.b%7))
}

func (m *machine) assign(e atom, s term.T) term.T {
	p := m.x.pool
	switch e.kind {
	case 0:
		return p.Add(p.SRem(p.SDiv(p.Mul(s, m.c(9)), m.c(10)), m.c(26)), m.c(e.b))
	case 1:
		return p.Add(s, m.c(e.b-40))
	case 2:
		return p.Add(p.SRem(p.Add(s, m.input), m.c(13)), m.c(100))
	case 3:
		return p.Mul(p.SDiv(p.Sub(s, m.c(e.b)), m.c(5)), m.c(2))
	case 4:
		return p.Add(p.Mul(m.input, m.c(5)), m.c(e.b))
	}
	return p.Add(p.SRem(p.Sub(s, m.c(500)), m.c(75)), m.c(e.b))
}
