package sat

import (
	"fmt"
	"math/rand"
	"testing"
)

// bruteForce reports whether some assignment of n variables satisfies all
// clauses and assumptions.
func bruteForce(n int, clauses [][]Lit, assumptions []Lit) bool {
	holds := func(bits uint32, l Lit) bool { return (bits>>(l.Var()-1)&1 == 1) != l.Neg() }
	for bits := uint32(0); bits < 1<<n; bits++ {
		if satisfies(clauses, assumptions, func(l Lit) bool { return holds(bits, l) }) {
			return true
		}
	}
	return false
}

func satisfies(clauses [][]Lit, assumptions []Lit, holds func(Lit) bool) bool {
	for _, a := range assumptions {
		if !holds(a) {
			return false
		}
	}
	for _, c := range clauses {
		sat := false
		for _, l := range c {
			sat = sat || holds(l)
		}
		if !sat {
			return false
		}
	}
	return true
}

func newVars(s *Solver, n int) {
	for range n {
		s.SetDecision([]Var{s.NewVar()}, true)
	}
}

func randomLits(r *rand.Rand, n, k int) []Lit {
	ls := make([]Lit, k)
	for i := range ls {
		ls[i] = MkLit(Var(1+r.Intn(n)), r.Intn(2) == 0)
	}
	return ls
}

// checkAnswer compares one query with enumeration, and checks model and core.
func checkAnswer(t *testing.T, s *Solver, n int, clauses [][]Lit, as []Lit) {
	t.Helper()
	st := s.Solve(as, Limits{})
	want := Unsat
	if bruteForce(n, clauses, as) {
		want = Sat
	}
	if st != want {
		t.Fatalf("Solve(%v) = %v, want %v; clauses %v", as, st, want, clauses)
	}
	if st == Sat {
		if !satisfies(clauses, as, s.Value) {
			t.Fatalf("model does not satisfy clauses %v under %v", clauses, as)
		}
		return
	}
	core := s.Failed()
	for _, l := range core {
		found := false
		for _, a := range as {
			found = found || a == l
		}
		if !found {
			t.Fatalf("core %v has %v, which is no assumption of %v", core, l, as)
		}
	}
	if bruteForce(n, clauses, core) {
		t.Fatalf("core %v of %v is satisfiable; clauses %v", core, as, clauses)
	}
}

// mutate changes the assumptions the way a path does: it cuts a suffix and grows
// a new one, so that trails are reused.
func mutate(r *rand.Rand, n int, as []Lit) []Lit {
	as = as[:r.Intn(len(as)+1)]
	return append(as, randomLits(r, n, r.Intn(4))...)
}

func TestIncrementalAgainstEnumeration(t *testing.T) {
	for seed := range int64(1500) {
		r := rand.New(rand.NewSource(seed))
		n := 3 + r.Intn(8)
		s := New()
		newVars(s, n)
		var clauses [][]Lit
		var as []Lit
		for range 40 {
			for range r.Intn(4) {
				c := randomLits(r, n, 1+r.Intn(4)+r.Intn(2))
				if len(c) == 1 && r.Intn(4) > 0 {
					continue
				}
				clauses = append(clauses, c)
				if r.Intn(2) == 0 {
					s.Retain(as)
				}
				s.AddClause(c...)
			}
			as = mutate(r, n, as)
			s.Wish(randomLits(r, n, r.Intn(4)))
			checkAnswer(t, s, n, clauses, as)
			if r.Intn(10) == 0 {
				s.reduce()
				s.compact()
			}
		}
	}
}

// gates is a growing random circuit over the first inputs variables, for testing
// decisions restricted to cones.
type gates struct {
	inputs int
	op     []int // per gate: 0 and, 1 xor, 2 mux
	args   [][3]Lit
}

func (g *gates) add(r *rand.Rand, s *Solver) {
	var a [3]Lit
	for i := range a {
		a[i] = MkLit(Var(1+r.Intn(s.NumVars())), r.Intn(2) == 0)
	}
	op := r.Intn(3)
	g.op = append(g.op, op)
	g.args = append(g.args, a)
	o := MkLit(s.NewVar(), false)
	switch op {
	case 0:
		s.AddClause(o^1, a[0])
		s.AddClause(o^1, a[1])
		s.AddClause(o, a[0]^1, a[1]^1)
	case 1:
		s.AddClause(o^1, a[0], a[1])
		s.AddClause(o^1, a[0]^1, a[1]^1)
		s.AddClause(o, a[0]^1, a[1])
		s.AddClause(o, a[0], a[1]^1)
	default:
		s.AddClause(a[0]^1, a[1]^1, o)
		s.AddClause(a[0]^1, a[1], o^1)
		s.AddClause(a[0], a[2]^1, o)
		s.AddClause(a[0], a[2], o^1)
	}
}

// eval returns the values of all variables under the inputs given by bits.
func (g *gates) eval(bits uint32) []bool {
	v := make([]bool, 1+g.inputs, 1+g.inputs+len(g.op))
	for i := range g.inputs {
		v[i+1] = bits>>i&1 == 1
	}
	for i, a := range g.args {
		val := func(k int) bool { return v[a[k].Var()] != a[k].Neg() }
		switch g.op[i] {
		case 0:
			v = append(v, val(0) && val(1))
		case 1:
			v = append(v, val(0) != val(1))
		default:
			if val(0) {
				v = append(v, val(1))
			} else {
				v = append(v, val(2))
			}
		}
	}
	return v
}

func (g *gates) cone(roots []Lit) []Var {
	seen := map[Var]bool{}
	var out []Var
	var visit func(Var)
	visit = func(v Var) {
		if seen[v] {
			return
		}
		seen[v] = true
		out = append(out, v)
		if k := int(v) - 1 - g.inputs; k >= 0 {
			for _, a := range g.args[k] {
				visit(a.Var())
			}
		}
	}
	for _, l := range roots {
		visit(l.Var())
	}
	return out
}

func (g *gates) satisfiable(as []Lit) bool {
	for bits := range uint32(1) << g.inputs {
		v := g.eval(bits)
		ok := true
		for _, a := range as {
			ok = ok && v[a.Var()] != a.Neg()
		}
		if ok {
			return true
		}
	}
	return false
}

func TestConeDecisionsAgainstEnumeration(t *testing.T) {
	for seed := range int64(400) {
		r := rand.New(rand.NewSource(seed))
		s := New()
		g := &gates{inputs: 3 + r.Intn(4)}
		for range g.inputs {
			s.NewVar()
		}
		var as []Lit
		for range 25 {
			as = mutate(r, s.NumVars(), as)
			s.Retain(as)
			for range r.Intn(4) {
				g.add(r, s)
			}
			cone := g.cone(as)
			s.SetDecision(cone, true)
			s.Wish(randomLits(r, s.NumVars(), r.Intn(4)))
			st := s.Solve(as, Limits{})
			if want := g.satisfiable(as); want != (st == Sat) {
				t.Fatalf("seed %d: Solve(%v) = %v, want satisfiable %v", seed, as, st, want)
			}
			if st == Sat {
				g.checkConeModel(t, s, as)
			} else if core := s.Failed(); g.satisfiable(core) {
				t.Fatalf("seed %d: core %v is satisfiable", seed, core)
			}
			s.SetDecision(cone, false)
		}
	}
}

// checkConeModel evaluates the circuit on the inputs of the model.
func (g *gates) checkConeModel(t *testing.T, s *Solver, as []Lit) {
	t.Helper()
	var bits uint32
	for i := range g.inputs {
		if s.Value(MkLit(Var(i+1), false)) {
			bits |= 1 << i
		}
	}
	v := g.eval(bits)
	for _, a := range as {
		if v[a.Var()] == a.Neg() {
			t.Fatalf("inputs %b do not satisfy assumption %v of %v", bits, a, as)
		}
	}
}

// pigeonhole adds the formula "holes+1 pigeons fit into the holes" and returns
// the assumption literal that switches it on.
func pigeonhole(s *Solver, holes int) Lit {
	on := MkLit(s.NewVar(), false)
	p := make([][]Lit, holes+1)
	for i := range p {
		p[i] = make([]Lit, holes)
		for j := range p[i] {
			p[i][j] = MkLit(s.NewVar(), false)
			s.SetDecision([]Var{p[i][j].Var()}, true)
		}
		s.AddClause(append([]Lit{on ^ 1}, p[i]...)...)
	}
	for j := range holes {
		for i := range p {
			for k := range i {
				s.AddClause(p[i][j]^1, p[k][j]^1)
			}
		}
	}
	return on
}

func TestPigeonholeUnsat(t *testing.T) {
	s := New()
	on := pigeonhole(s, 7)
	if st := s.Solve([]Lit{on}, Limits{}); st != Unsat {
		t.Fatalf("pigeonhole: %v, want unsat", st)
	}
	if core := s.Failed(); len(core) != 1 || core[0] != on {
		t.Fatalf("core %v, want [%v]", core, on)
	}
	if st := s.Solve([]Lit{on.Not()}, Limits{}); st != Sat {
		t.Fatalf("switched off: %v, want sat", st)
	}
}

func TestLimits(t *testing.T) {
	polls := 0
	tests := []struct {
		name string
		lim  Limits
		want Cause
	}{
		{"conflicts", Limits{Conflicts: 50}, ConflictLimit},
		{"propagations", Limits{Propagations: 5000}, PropagationLimit},
		{"stop at once", Limits{Stop: func() bool { return true }}, Stopped},
		{"stop later", Limits{Stop: func() bool { polls++; return polls > 5 }}, Stopped},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := New()
			on := pigeonhole(s, 11)
			if st := s.Solve([]Lit{on}, tt.lim); st != Unknown || s.Cause() != tt.want {
				t.Fatalf("got %v, cause %v; want unknown, cause %v", st, s.Cause(), tt.want)
			}
			if st := s.Solve([]Lit{on.Not()}, Limits{}); st != Sat {
				t.Fatalf("query after an interrupted one: %v, want sat", st)
			}
		})
	}
}

func TestDeterministic(t *testing.T) {
	run := func() string {
		r := rand.New(rand.NewSource(7))
		s := New()
		newVars(s, 120)
		out := ""
		for range 60 {
			for range 10 {
				s.AddClause(randomLits(r, 120, 3)...)
			}
			st := s.Solve(randomLits(r, 120, 3), Limits{Conflicts: 2000})
			out += fmt.Sprint(st, s.Failed(), s.trail)
		}
		return out + fmt.Sprint(s.Stats())
	}
	if a, b := run(), run(); a != b {
		t.Fatal("two runs of the same calls differ")
	}
}

func TestLuby(t *testing.T) {
	want := []int{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}
	for i, w := range want {
		if got := luby(i); got != w {
			t.Errorf("luby(%d) = %d, want %d", i, got, w)
		}
	}
}

func BenchmarkPigeonhole(b *testing.B) {
	for range b.N {
		s := New()
		if s.Solve([]Lit{pigeonhole(s, 8)}, Limits{}) != Unsat {
			b.Fatal("want unsat")
		}
	}
}

// BenchmarkRandom3SAT solves one instance near the threshold.
func BenchmarkRandom3SAT(b *testing.B) {
	var propagations int64
	for range b.N {
		r := rand.New(rand.NewSource(3))
		s := New()
		newVars(s, 200)
		for range 852 {
			s.AddClause(randomLits(r, 200, 3)...)
		}
		if s.Solve(nil, Limits{}) == Unknown {
			b.Fatal("no limit was set")
		}
		propagations += s.Stats().Propagations
	}
	b.ReportMetric(float64(propagations)/b.Elapsed().Seconds()/1e6, "Mprops/s")
}
