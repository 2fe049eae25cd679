package bitblast

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/assay-dev/assay/engine/solver/sat"
	"github.com/assay-dev/assay/engine/term"
)

// operators are all operators on two words of one width, with constant second
// arguments tried as well.
var operators = []struct {
	name string
	make func(p *term.Pool, x, y term.T) term.T
}{
	{"add", (*term.Pool).Add},
	{"sub", (*term.Pool).Sub},
	{"mul", (*term.Pool).Mul},
	{"udiv", (*term.Pool).UDiv},
	{"urem", (*term.Pool).URem},
	{"sdiv", (*term.Pool).SDiv},
	{"srem", (*term.Pool).SRem},
	{"and", (*term.Pool).BVAnd},
	{"or", (*term.Pool).BVOr},
	{"xor", (*term.Pool).BVXor},
	{"shl", (*term.Pool).Shl},
	{"lshr", (*term.Pool).LShr},
	{"ashr", (*term.Pool).AShr},
	{"concat", (*term.Pool).Concat},
	{"eq", (*term.Pool).Eq},
	{"ult", (*term.Pool).ULt},
	{"slt", (*term.Pool).SLt},
	{"neg", func(p *term.Pool, x, _ term.T) term.T { return p.Neg(x) }},
	{"not", func(p *term.Pool, x, _ term.T) term.T { return p.BVNot(x) }},
	{"ite", func(p *term.Pool, x, y term.T) term.T { return p.Ite(p.ULt(x, y), p.Add(x, y), y) }},
	{"sext", func(p *term.Pool, x, y term.T) term.T { return p.SExt(p.Sub(x, y), p.Width(x)+3) }},
	{"zext", func(p *term.Pool, x, y term.T) term.T { return p.ZExt(p.Sub(x, y), p.Width(x)+3) }},
	{"extract", func(p *term.Pool, x, y term.T) term.T {
		return p.Extract(p.Mul(x, y), p.Width(x)/2, (p.Width(x)+1)/2)
	}},
	{"table", func(p *term.Pool, x, _ term.T) term.T {
		return p.Select(p.Table(p.Width(x), 5, []uint64{7, 0, 31, 4, 4, 19, 2, 2, 9}), x)
	}},
	{"both", func(p *term.Pool, x, y term.T) term.T { return p.Add(p.Mul(p.SDiv(x, y), y), p.SRem(x, y)) }},
}

// instance is a term in a SAT instance.
type instance struct {
	pool    *term.Pool
	blaster *Blaster
	cnf     *CNF
	cone    *Cone
	solver  *sat.Solver
}

func newInstance(p *term.Pool) *instance {
	g := NewGraph()
	s := sat.New()
	cnf := NewCNF(g, s)
	return &instance{p, NewBlaster(p, g), cnf, NewCone(cnf), s}
}

// valueOf solves with the variables fixed and returns the value of t.
func (in *instance) valueOf(tb testing.TB, t term.T, vars []term.T, values []uint64) uint64 {
	tb.Helper()
	for _, u := range append([]term.T{t}, vars...) {
		if f := in.blaster.Blast(u, nil); f != NoFailure {
			tb.Fatalf("Blast: failure %v", f)
		}
	}
	var as []sat.Lit
	for i, v := range vars {
		for k, w := range in.blaster.Wires(v) {
			in.cnf.Encode(w, nil)
			as = append(as, in.cnf.Lit(w)^sat.Lit(values[i]>>k&1^1))
		}
	}
	var cone []Ref
	for _, w := range in.blaster.Wires(t) {
		if !w.isConst() {
			in.cnf.Encode(w, nil)
			cone = append(cone, w)
		}
	}
	in.cone.Set(cone)
	if st := in.solver.Solve(as, sat.Limits{}); st != sat.Sat {
		tb.Fatalf("the definition of %v has no solution for %v", in.pool.Op(t), values)
	}
	return Value64(in.blaster.Wires(t), func(r Ref) bool {
		return r == True || in.cnf.Has(r) && !r.isConst() && in.solver.Value(in.cnf.Lit(r))
	})
}

func (in *instance) check(t *testing.T, what string, u term.T, vars []term.T, values []uint64) {
	t.Helper()
	m := term.NewModel()
	for i, v := range vars {
		m.Set(v, values[i])
	}
	ev := term.NewEvaluator(in.pool, m)
	var want uint64
	if in.pool.Width(u) > 0 {
		want = ev.BV(u)
	} else if ev.Bool(u) {
		want = 1
	}
	if got := in.valueOf(t, u, vars, values); got != want {
		t.Fatalf("%s of %v = %d, want %d", what, values, got, want)
	}
}

func TestOperatorsExhaustively(t *testing.T) {
	for _, op := range operators {
		t.Run(op.name, func(t *testing.T) {
			for w := 1; w <= 4; w++ {
				p := term.NewPool()
				in := newInstance(p)
				x, y := p.Var(w, "x"), p.Var(w, "y")
				u := op.make(p, x, y)
				for v := range uint64(1) << (2 * w) {
					a, b := v&(1<<w-1), v>>w
					in.check(t, fmt.Sprintf("%s/%d", op.name, w), u, []term.T{x, y}, []uint64{a, b})
					c := op.make(p, x, p.BV(w, b))
					in.check(t, fmt.Sprintf("%s/%d by constant %d", op.name, w, b), c, []term.T{x}, []uint64{a})
				}
			}
		})
	}
}

// interesting returns a value of w bits, often near the ends of the range.
func interesting(r *rand.Rand, w int) uint64 {
	v := r.Uint64() >> r.Intn(64)
	if r.Intn(3) == 0 {
		v = -v
	}
	if w == 64 {
		return v
	}
	return v & (1<<w - 1)
}

func TestOperatorsAtRealWidths(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, op := range operators {
		t.Run(op.name, func(t *testing.T) {
			for _, w := range []int{8, 13, 16, 32} {
				for range 6 {
					p := term.NewPool()
					in := newInstance(p)
					x, y := p.Var(w, "x"), p.Var(w, "y")
					b := interesting(r, w)
					u := op.make(p, x, y)
					c := op.make(p, x, p.BV(w, b))
					for range 4 {
						a := interesting(r, w)
						in.check(t, op.name, u, []term.T{x, y}, []uint64{a, interesting(r, w)})
						in.check(t, fmt.Sprintf("%s by constant %d", op.name, b), c, []term.T{x}, []uint64{a})
					}
				}
			}
		})
	}
}

// TestDivisionIsAFunction checks that the relation that defines a quotient
// leaves no second solution.
func TestDivisionIsAFunction(t *testing.T) {
	for _, name := range []string{"udiv", "urem", "sdiv", "srem"} {
		for _, op := range operators {
			if op.name != name {
				continue
			}
			for w := 2; w <= 5; w++ {
				for d := range uint64(1) << w {
					p := term.NewPool()
					x, y := p.Var(w, "x"), p.Var(w, "y")
					in := newInstance(p)
					// Two results for equal operands that are different gates.
					u := op.make(p, x, p.BV(w, d))
					v := op.make(p, p.Add(x, y), p.BV(w, d))
					q := p.And(p.Eq(y, p.BV(w, 0)), p.Not(p.Eq(u, v)))
					in.unsatisfiable(t, q)
				}
			}
		}
	}
}

func (in *instance) unsatisfiable(t *testing.T, q term.T) {
	t.Helper()
	in.blaster.Blast(q, nil)
	w := in.blaster.Wires(q)[0]
	if w == False {
		return
	}
	in.cnf.Encode(w, nil)
	l := in.cnf.Lit(w)
	in.cone.Set([]Ref{w})
	if st := in.solver.Solve([]sat.Lit{l}, sat.Limits{}); st != sat.Unsat {
		t.Fatalf("%s: %v, want unsat", in.pool.String(q), st)
	}
}

func TestRefusesHugeOperations(t *testing.T) {
	p := term.NewPool()
	x, y := p.Var(30000, "x"), p.Var(30000, "y")
	b := NewBlaster(p, NewGraph())
	if f := b.Blast(p.Mul(x, y), nil); f != TooLarge {
		t.Errorf("product of 30000 bits: failure %v, want TooLarge", f)
	}
	if f := b.Blast(p.Add(x, y), nil); f != NoFailure {
		t.Errorf("sum of 30000 bits: failure %v, want none", f)
	}
}

func TestStops(t *testing.T) {
	p := term.NewPool()
	x := p.Var(32, "x")
	u := x
	for i := range 1000 {
		u = p.Add(p.BVXor(u, p.BV(32, uint64(i))), x)
	}
	b := NewBlaster(p, NewGraph())
	polls := 0
	if f := b.Blast(u, func() bool { polls++; return polls == 3 }); f != Stopped {
		t.Fatalf("failure %v, want Stopped", f)
	}
	if f := b.Blast(u, nil); f != NoFailure {
		t.Fatalf("after a stop: failure %v, want none", f)
	}
}

// TestGateRules evaluates every gate constructor on all sign and constant
// combinations of its arguments against its definition.
func TestGateRules(t *testing.T) {
	g := NewGraph()
	in := []Ref{g.input(0), g.input(0), g.input(0)}
	base := []Ref{False, True, in[0], in[0] ^ 1, in[1], in[1] ^ 1, in[2], in[2] ^ 1}
	base = append(base, g.and(in[0], in[1]), g.and(in[0], in[1]^1)^1, g.and(in[2], in[0]^1))
	for _, x := range base {
		for _, y := range base {
			for _, z := range base {
				results := []Ref{g.and(x, y), g.xor(x, y), g.mux(x, y, z), g.xor3(x, y, z), g.maj(x, y, z), g.andN([]Ref{x, y, z})}
				for bits := range 8 {
					e := func(r Ref) bool { return evalRef(g, r, in, bits) }
					a, b, c := e(x), e(y), e(z)
					n := 0
					for _, v := range []bool{a, b, c} {
						if v {
							n++
						}
					}
					want := []bool{a && b, a != b, a && b || !a && c, n&1 == 1, n >= 2, n == 3}
					for i, r := range results {
						if e(r) != want[i] {
							t.Fatalf("constructor %d of %d %d %d under %b: got %v", i, x, y, z, bits, e(r))
						}
					}
				}
			}
		}
	}
}

// evalRef evaluates a wire over the given inputs.
func evalRef(g *Graph, r Ref, in []Ref, bits int) bool {
	sign := r&1 == 1
	t := &g.gates[r.gate()]
	e := func(i int) bool { return evalRef(g, t.args[i], in, bits) }
	var v bool
	switch t.kind {
	case kindInput:
		for i, x := range in {
			if x == r&^1 {
				v = bits>>i&1 == 1
			}
		}
	case kindAnd:
		v = e(0) && e(1)
	case kindXor:
		v = e(0) != e(1)
	case kindMux:
		v = e(0) && e(1) || !e(0) && e(2)
	case kindXor3:
		v = e(0) != e(1) != e(2)
	case kindMaj:
		v = e(0) && e(1) || e(2) && (e(0) || e(1))
	case kindAndN:
		v = true
		for _, a := range g.wideArgs(t) {
			v = v && evalRef(g, a, in, bits)
		}
	}
	return v != sign
}

func TestWideVectors(t *testing.T) {
	p := term.NewPool()
	x := p.Var(200, "x")
	in := newInstance(p)
	// (x << 100) >> 100 keeps the low half only.
	s := p.BV(200, 100)
	low := p.ZExt(p.Extract(x, 0, 100), 200)
	in.unsatisfiable(t, p.Not(p.Eq(p.LShr(p.Shl(x, s), s), low)))
}

// TestStopsInsideOperations checks that what an abandoned operation leaves in
// the graph does no harm to the operation made again.
func TestStopsInsideOperations(t *testing.T) {
	r := rand.New(rand.NewSource(8))
	for _, op := range []func(p *term.Pool, x, y term.T) term.T{
		(*term.Pool).Mul, (*term.Pool).SDiv, (*term.Pool).URem,
	} {
		p := term.NewPool()
		in := newInstance(p)
		x, y := p.Var(60, "x"), p.Var(60, "y")
		u := op(p, x, y)
		stops := 0
		for at := 1; ; at++ {
			polls := 0
			f := in.blaster.Blast(u, func() bool { polls++; return polls >= at })
			if f == NoFailure {
				break
			}
			if polls != at {
				t.Fatalf("%d polls, want an end at %d", polls, at)
			}
			stops++
		}
		if stops == 0 {
			t.Errorf("%s was never stopped", p.String(u))
		}
		for range 5 {
			in.check(t, p.String(u), u, []term.T{x, y}, []uint64{interesting(r, 60), interesting(r, 60)})
		}
	}
}
