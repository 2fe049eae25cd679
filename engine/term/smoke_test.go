package term

import "testing"

func TestSmoke(t *testing.T) {
	p := NewPool()
	x := p.Var(32, "x")
	a := p.ArrayVar(32, 8, "a")
	m := NewModel()
	m.Set(x, 7)
	m.SetArray(a, map[uint64]uint64{8: 3}, 9)
	e := NewEvaluator(p, m)
	if e.BV(p.Add(x, p.BV(32, 5))) != 12 {
		t.Fatal()
	}
	if e.BV(p.Select(a, p.Add(x, p.BV(32, 1)))) != 3 {
		t.Fatal()
	}
	if e.BV(p.Select(p.Store(a, x, p.BV(8, 77)), x)) != 77 {
		t.Fatal()
	}
	y := x
	for i := 0; i < 1000000; i++ {
		y = p.Mul(y, p.Add(y, x))
	}
	e.BV(y)
	if len(p.Vars(y)) != 1 {
		t.Fatal()
	}
	q := NewPool()
	z := Import(q, p, y, nil)
	if q.Len() < 1000000 {
		t.Fatal(q.Len())
	}
	q.Substitute(z, map[T]T{q.Vars(z)[0]: q.Var(32, "n")})
}
