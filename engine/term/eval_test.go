package term

import (
	"maps"
	"math/big"
	"testing"
)

func TestModel(t *testing.T) {
	p := NewPool()
	x, w, b, a := p.Var(8, "x"), p.Var(100, "w"), p.Var(0, "b"), p.ArrayVar(4, 8, "a")
	big90 := new(big.Int).Lsh(big.NewInt(3), 90)
	m := NewModel()
	m.Set(x, 0x1ff)
	m.SetBig(w, big90)
	m.Set(b, 1)
	vals := map[uint64]uint64{2: 20}
	m.SetArray(a, vals, 7)
	vals[3] = 30 // the model has its own copy
	c := m.Clone()
	c.Set(x, 1)
	c.SetBig(w, big.NewInt(-1))
	c.SetArray(a, nil, 0)

	e := NewEvaluator(p, m)
	if e.BV(x) != 0xff || e.Big(w).Cmp(big90) != 0 || !e.Bool(b) {
		t.Errorf("x = %#x, w = %v, b = %v", e.BV(x), e.Big(w), e.Bool(b))
	}
	if e.BV(p.Select(a, p.BV(4, 2))) != 20 || e.BV(p.Select(a, p.BV(4, 3))) != 7 {
		t.Error("elements of the array")
	}
	if v, ok := m.Get(x); !ok || v != 0x1ff {
		t.Errorf("Get = %#x, %v", v, ok)
	}
	if _, ok := m.Get(w); ok {
		t.Error("Get of more than 64 bits")
	}
	if v, ok := m.GetBig(w); !ok || v.Cmp(big90) != 0 {
		t.Errorf("GetBig = %v, %v", v, ok)
	}
	if v, rest, ok := m.GetArray(a); !ok || rest != 7 || len(v) != 1 || v[2] != 20 {
		t.Errorf("GetArray = %v, %v, %v", v, rest, ok)
	}
	if _, ok := m.GetBig(p.Var(8, "unset")); ok {
		t.Error("GetBig of a variable without value")
	}
	if e := NewEvaluator(p, c); e.BV(x) != 1 || e.Big(w).BitLen() != 100 || e.BV(p.Select(a, p.BV(4, 2))) != 0 {
		t.Error("the clone does not have its own values")
	}

	m.Set(x, 5)
	if e.BV(x) != 0xff {
		t.Error("a value changed without Reset")
	}
	if e.Reset(); e.BV(x) != 5 {
		t.Error("Reset keeps values")
	}
	if e.Rebind(c); e.BV(x) != 1 || e.Big(w).BitLen() != 100 || e.BV(p.Select(a, p.BV(4, 2))) != 0 {
		t.Error("Rebind keeps values of the model before")
	}
	if e := NewEvaluator(p, NewModel()); e.BV(x) != 0 || e.Bool(b) || e.Big(w).Sign() != 0 || e.BV(p.Select(a, p.BV(4, 9))) != 0 {
		t.Error("variables without value are not 0")
	}
}

// TestWholeArrays evaluates arrays, whose parts are evaluated first.
func TestWholeArrays(t *testing.T) {
	p := NewPool()
	a, i, b := p.ArrayVar(4, 8, "a"), p.Var(4, "i"), p.Var(0, "b")
	m := NewModel()
	m.SetArray(a, map[uint64]uint64{1: 10}, 7)
	m.Set(i, 3)
	e := NewEvaluator(p, m)
	next := p.Ite(b, a, p.Store(a, p.Add(i, p.BV(4, 1)), p.Select(a, p.BV(4, 1))))
	values, rest := e.Array(next)
	if want := map[uint64]uint64{1: 10, 4: 10}; !maps.Equal(values, want) || rest != 7 {
		t.Errorf("%v and %d elsewhere, want %v and 7", values, rest, want)
	}
}

// TestArrayEquality checks the equality of arrays, which is by content.
func TestArrayEquality(t *testing.T) {
	p := NewPool()
	b := p.Var(0, "b")
	a, c := p.ArrayVar(2, 8, "a"), p.ArrayVar(2, 8, "c")
	i := p.Var(2, "i")
	m := NewModel()
	m.SetArray(a, map[uint64]uint64{0: 1, 1: 2}, 3)
	m.SetArray(c, map[uint64]uint64{0: 1, 1: 2, 2: 3, 3: 3}, 99) // 99 is nowhere
	e := NewEvaluator(p, m)
	k := func(v uint64) T { return p.BV(8, v) }
	tests := []struct {
		t    T
		want bool
	}{
		{p.Eq(a, c), true},
		{p.Eq(p.Store(a, i, k(1)), c), true},
		{p.Eq(p.Store(a, i, k(4)), c), false},
		{p.Eq(p.Ite(b, c, p.ConstArray(2, k(3))), a), false},
		{p.Eq(p.Store(p.Store(p.ConstArray(2, k(3)), p.BV(2, 0), k(1)), p.BV(2, 1), k(2)), a), true},
		{p.Eq(p.Store(p.Table(2, 8, []uint64{1, 2, 3}), p.BV(2, 3), k(3)), a), true},
		{p.Eq(p.Table(2, 8, []uint64{1, 2, 3}), a), false},
		{p.Eq(a, a), true},
	}
	for _, test := range tests {
		if got := e.Bool(test.t); got != test.want {
			t.Errorf("%s is %v", p.dump(test.t), got)
		}
	}
}
