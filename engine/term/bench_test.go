package term

import "testing"

// BenchmarkHit measures building a term that exists: the common case when many
// paths execute the same instructions.
func BenchmarkHit(b *testing.B) {
	p := NewPool()
	var xs [64]T
	for i := range xs {
		xs[i] = p.Var(32, "")
	}
	for i := range xs {
		p.Add(xs[i], xs[(i+1)%64])
	}
	b.ResetTimer()
	for i := range b.N {
		p.Add(xs[i%64], xs[(i+1)%64])
	}
}

// BenchmarkRewrite measures building a term that a rule changes, as seen the
// second time.
func BenchmarkRewrite(b *testing.B) {
	p := NewPool()
	x := p.Add(p.Var(32, "x"), p.BV(32, 1))
	one := p.BV(32, 1)
	for b.Loop() {
		p.Add(x, one)
	}
}

// BenchmarkNew measures building terms that are new, ranges included.
func BenchmarkNew(b *testing.B) {
	p := NewPool()
	x, y := p.Var(32, "x"), p.Var(32, "y")
	t := x
	b.ReportAllocs()
	for i := range b.N {
		if i&1 == 0 {
			t = p.Add(t, y)
		} else {
			t = p.BVXor(t, x)
		}
	}
	b.ReportMetric(float64(p.Bytes())/float64(p.Len()), "bytes/term")
}

// BenchmarkEval measures the evaluation of a term of 1000 operators.
func BenchmarkEval(b *testing.B) {
	p := NewPool()
	x := p.Var(32, "x")
	t := chain(p, x, 1000)
	m := NewModel()
	m.Set(x, 3)
	e := NewEvaluator(p, m)
	for b.Loop() {
		e.Reset()
		e.BV(t)
	}
}

// BenchmarkRebind measures the switch to another model and the evaluation of a
// small term in a pool of 100,000.
func BenchmarkRebind(b *testing.B) {
	p := NewPool()
	x := p.Var(32, "x")
	t := chain(p, x, 10)
	chain(p, p.Var(32, "y"), 100_000)
	e := NewEvaluator(p, NewModel())
	m := NewModel()
	b.ReportAllocs()
	for b.Loop() {
		e.Rebind(m)
		e.BV(t)
	}
}

// largePool returns a pool of a million terms with formulas over 64 variables:
// two comparisons each, as constraints of a path are.
func largePool() (p *Pool, vars, formulas []T) {
	p = NewPool()
	for range 64 {
		vars = append(vars, p.Var(32, ""))
	}
	chain(p, p.Var(32, ""), 1_000_000)
	for i := range vars {
		x, y, z := vars[i], vars[(i+7)%64], vars[(i+19)%64]
		small := p.ULt(p.Add(x, p.Mul(y, p.BV(32, 3))), p.BV(32, 1000))
		formulas = append(formulas, p.And(small, p.Not(p.SLt(p.Sub(z, x), y))))
	}
	return p, vars, formulas
}

// BenchmarkEvalNew measures the evaluation of small formulas that are new, under
// one model, while the pool grows: what a test of candidate facts does.
func BenchmarkEvalNew(b *testing.B) {
	p, vars, formulas := largePool()
	m := NewModel()
	for i, v := range vars {
		m.Set(v, uint64(i))
	}
	e := NewEvaluator(p, m)
	for _, f := range formulas {
		e.Bool(f)
	}
	ts := make([]T, b.N)
	for i := range ts {
		x, y := vars[i%64], vars[(i+1)%64]
		ts[i] = p.ULt(p.Add(p.Mul(x, p.BV(32, uint64(i))), y), p.BV(32, 1000))
	}
	b.ReportAllocs()
	b.ResetTimer()
	for _, t := range ts {
		e.Bool(t)
	}
}

// BenchmarkEvalRebound measures the evaluation of a small formula of a large
// pool under another model each time.
func BenchmarkEvalRebound(b *testing.B) {
	p, vars, formulas := largePool()
	var models [8]*Model
	for k := range models {
		models[k] = NewModel()
		for i, v := range vars {
			models[k].Set(v, uint64(i*k))
		}
	}
	e := NewEvaluator(p, models[0])
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		e.Rebind(models[i%8])
		e.Bool(formulas[i%64])
	}
}

// BenchmarkSubstituter measures the substitution of one variable in a small
// formula of a large pool; the result exists.
func BenchmarkSubstituter(b *testing.B) {
	p, vars, formulas := largePool()
	s := NewSubstituter(p)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		s.Reset()
		s.Replace(vars[i%64], vars[(i+1)%64])
		s.Apply(formulas[i%64])
	}
}

// BenchmarkSubstitute measures the same by Substitute.
func BenchmarkSubstitute(b *testing.B) {
	p, vars, formulas := largePool()
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		p.Substitute(formulas[i%64], map[T]T{vars[i%64]: vars[(i+1)%64]})
	}
}

// BenchmarkSubstituterUntouched measures a substitution next to a large term
// without the variable.
func BenchmarkSubstituterUntouched(b *testing.B) {
	p := NewPool()
	x, y := p.Var(32, "x"), p.Var(32, "y")
	t := p.Add(chain(p, p.Var(32, "z"), 1000), x)
	s := NewSubstituter(p)
	b.ReportAllocs()
	for b.Loop() {
		s.Reset()
		s.Replace(x, y)
		s.Apply(t)
	}
}
