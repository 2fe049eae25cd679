package eca

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Kind is a shape of program.
type Kind string

// The shapes.
const (
	Plain  Kind = "plain"  // RERS: variables of few values, plain assignments
	Arith  Kind = "arith"  // RERS: ranges, * / %
	Array  Kind = "array"  // RERS: arrays, indices and pointers to tables
	Data   Kind = "data"   // RERS: linked records
	Method Kind = "method" // PSYCO: modes, and methods with parameters
)

// Kinds are all shapes.
var Kinds = []Kind{Plain, Arith, Array, Data, Method}

// Config says which program to make. Equal configurations make equal programs.
type Config struct {
	Kind                 Kind
	Rules, Labels, Bound int // Bound: steps of a run
	Seed                 uint64
}

// Name names the configuration, as a file could be named.
func (c Config) Name() string {
	return fmt.Sprintf("%s_r%d_b%d_s%d", c.Kind, c.Rules, c.Bound, c.Seed)
}

// Why a program was not taken.
var (
	errTooMany = errors.New("too many states")
	errTooFew  = errors.New("too few states")
)

// spared is the number of states, the first that runs have, in which no label
// errs: runs would be short otherwise.
const spared = 20

// attempts bounds the tries to make a program whose states can be visited all.
const attempts = 200

// Generate makes a program.
func Generate(c Config) (*Program, error) {
	if !slices.Contains(Kinds, c.Kind) || c.Rules < 1 || c.Labels < 1 || c.Bound < 1 {
		return nil, fmt.Errorf("there are no programs %+v", c)
	}
	var err error
	conditions := 2
	for try := range uint64(attempts) {
		m := newMaker(c, rand.New(rand.NewPCG(c.Seed, try)))
		m.conds = conditions
		m.makeRules()
		err = m.makeLabels()
		switch {
		case err == nil:
			return m.p, nil
		case errors.Is(err, errTooMany):
			conditions++
		case errors.Is(err, errTooFew):
			conditions = max(1, conditions-1)
		}
	}
	return nil, fmt.Errorf("%s: no program in %d attempts: %w", c.Name(), attempts, err)
}

// observable is an expression that conditions look at.
type observable struct {
	e       Expr
	targets []string // of a pointer: C text of its values
	width   int32    // how wide a range a condition on it may span; 0: one value
}

// maker makes one program.
type maker struct {
	p       *Program
	conds   int // conditions of a rule, one more or less
	r       *rand.Rand
	state   []observable // of the state alone
	params  []observable // with inputs
	effects []func() set
}

func newMaker(c Config, r *rand.Rand) *maker {
	m := &maker{p: &Program{Config: c, byEvent: map[int32][]rule{}}, r: r}
	events := int32(4 + min(c.Rules/60, 2))
	m.p.inputs = []input{{0, "in"}}
	m.p.ranges = [][2]int32{{1, events}}
	map[Kind]func(){Plain: m.plain, Arith: m.arith, Array: m.array, Data: m.data, Method: m.method}[c.Kind]()
	return m
}

// size is the number of variables: it grows slowly with the rules.
func (m *maker) size() int { return 5 + m.p.Rules/50 }

func (m *maker) pick(n int32) int32 { return m.r.Int32N(n) }

// word declares a variable of type int.
func (m *maker) word(name string, start int32) scalar {
	v := scalar{int32(len(m.p.start)), name}
	m.p.start = append(m.p.start, start)
	m.p.decls = append(m.p.decls, fmt.Sprintf("static int %s = %d;", name, start))
	return v
}

// makeRules adds rules that each change some state that a run can have, one in
// ten at random.
func (m *maker) makeRules() {
	pool := []state{m.p.start}
	for len(m.p.rules) < m.p.Rules {
		s := pool[m.r.IntN(len(pool))]
		if m.r.IntN(2) == 0 {
			s = pool[len(pool)-1-m.r.IntN(min(len(pool), 20))]
		}
		in := make([]int32, len(m.p.ranges))
		for i, r := range m.p.ranges {
			in[i] = r[0] + m.pick(r[1]-r[0]+1)
		}
		if m.handled(s, in) && m.r.IntN(10) > 0 {
			continue
		}
		r := rule{event: in[0], conds: m.conditions(&env{slots: s, inputs: in}, append(m.state, m.params...), max(1, m.conds-1+m.r.IntN(3)))}
		for range 1 + m.r.IntN(3) {
			r.sets = append(r.sets, m.effects[m.r.IntN(len(m.effects))]())
		}
		m.p.rules = append(m.p.rules, r)
		m.p.byEvent[r.event] = append(m.p.byEvent[r.event], r)
		pool = append(pool, m.p.step(s, in))
	}
}

// handled tells that a rule is enabled, which hides those after it.
func (m *maker) handled(s state, in []int32) bool {
	e := &env{slots: s, inputs: in}
	return slices.ContainsFunc(m.p.byEvent[in[0]], func(r rule) bool { return all(r.conds, e) })
}

// conditions are n conditions on different observables that hold in e.
func (m *maker) conditions(e *env, of []observable, n int) []within {
	var out []within
	for _, i := range m.r.Perm(len(of))[:min(n, len(of))] {
		out = append(out, m.condition(of[i], of[i].e.eval(e)))
	}
	return out
}

// condition holds where the observable has the value v, and around it.
func (m *maker) condition(o observable, v int32) within {
	switch {
	case o.targets != nil:
		return within{o.e, v, v, o.targets[v]}
	case o.width > 0:
		return within{e: o.e, lo: v - m.pick(o.width), hi: v + m.pick(o.width)}
	}
	return within{e: o.e, lo: v, hi: v}
}

// makeLabels adds the labels: two in five from states that a run without labels
// has, within the bound or soon after; the others so that no such state
// satisfies them, though some satisfy each of their conditions.
func (m *maker) makeLabels() error {
	var states []state
	if _, err := m.p.explore(m.p.Bound+2, false, func(v *visit) { states = append(states, v.state) }); err != nil {
		return err
	}
	if len(states) < 8*m.p.Bound {
		return errTooFew
	}
	any := func() *env { return &env{slots: states[m.r.IntN(len(states))]} }
	for tries := 0; len(m.p.labels) < m.p.Labels; tries++ {
		if tries > 100*m.p.Labels {
			return errTooFew
		}
		var conds []within
		rare := len(m.p.labels)%5 < 2
		if rare {
			conds = m.conditions(any(), m.state, 4+m.r.IntN(3))
		} else {
			conds = append(m.conditions(any(), m.state, 2), m.conditions(any(), m.state, 2)...)
		}
		if contradictory(conds) {
			continue
		}
		if n := satisfying(conds, states); n == 0 || rare && n <= 1+len(states)/50 && satisfying(conds, states[:spared]) == 0 {
			m.p.labels = append(m.p.labels, label{conds})
		}
	}
	m.r.Shuffle(len(m.p.labels), func(i, j int) { m.p.labels[i], m.p.labels[j] = m.p.labels[j], m.p.labels[i] })
	return nil
}

// satisfying counts the states in which all conditions hold. An error in more
// than a few would leave the rest of the program without runs.
func satisfying(conds []within, states []state) int {
	n := 0
	for _, s := range states {
		if all(conds, &env{slots: s}) {
			n++
		}
	}
	return n
}

// contradictory tells that two conditions on one expression exclude each other:
// no need for the program's states to see that.
func contradictory(conds []within) bool {
	for i, a := range conds {
		for _, b := range conds[:i] {
			if a.e.C() == b.e.C() && (a.hi < b.lo || b.hi < a.lo) {
				return true
			}
		}
	}
	return false
}
