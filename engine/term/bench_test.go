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
