package term

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSorts(t *testing.T) {
	p := NewPool()
	x, b, a := p.Var(7, "x"), p.Var(0, "b"), p.ArrayVar(32, 9, "a")
	stored := p.Store(a, p.Var(32, "i"), p.Var(9, "v"))
	for _, test := range []struct {
		t         T
		width     int
		index     int
		isArray   bool
		describes string
	}{
		{False, 0, 0, false, "Bool"}, {x, 7, 0, false, "BV(7)"}, {b, 0, 0, false, "Bool"},
		{a, 9, 32, true, "Array(32→9)"}, {stored, 9, 32, true, "Array(32→9)"},
		{p.Ite(b, a, stored), 9, 32, true, "Array(32→9)"},
		{p.Select(a, p.Var(32, "j")), 9, 0, false, "BV(9)"},
		{p.Table(64, 8, nil), 8, 64, true, "Array(64→8)"},
		{p.ConstArray(1, x), 7, 1, true, "Array(1→7)"},
		{p.Concat(x, p.Var(MaxWidth-7, "w")), MaxWidth, 0, false, "BV(65536)"},
	} {
		if p.Width(test.t) != test.width || p.IndexWidth(test.t) != test.index ||
			p.IsArray(test.t) != test.isArray || p.sortString(test.t) != test.describes {
			t.Errorf("%s: width %d, index %d, array %v; want %+v", p.dump(test.t),
				p.Width(test.t), p.IndexWidth(test.t), p.IsArray(test.t), test)
		}
	}
	if p.Name(x) != "x" || p.Name(a) != "a" || p.Name(stored) != "" {
		t.Error("names of variables are lost")
	}
	if p.Var(7, "x") == x {
		t.Error("variables of one name are one")
	}
}

func TestConstants(t *testing.T) {
	p := NewPool()
	if p.Bool(true) != True || p.Bool(false) != False || p.Not(True) != False {
		t.Error("True and False have no fixed handles")
	}
	if p.BV(8, 0x1ff) != p.BV(8, 0xff) || p.BVBig(8, big.NewInt(-1)) != p.BV(8, 0xff) {
		t.Error("constants are not truncated")
	}
	wide := p.BVBig(100, big.NewInt(-1))
	if p.Extract(wide, 60, 40) != p.BV(40, 1<<40-1) || p.BV(100, 5) != p.BVBig(100, big.NewInt(5)) {
		t.Error("wide constants are not shared with narrow ones")
	}
	if _, ok := p.Const(wide); ok {
		t.Error("Const of 100 bits")
	}
	if v, ok := p.ConstBig(wide); !ok || v.BitLen() != 100 {
		t.Errorf("ConstBig = %v, %v", v, ok)
	}
	if _, ok := p.ConstBig(p.Var(8, "x")); ok {
		t.Error("ConstBig of a variable")
	}
	if p.Table(8, 4, []uint64{17, 2}) != p.Table(8, 4, []uint64{1, 2}) {
		t.Error("tables of one content are not shared")
	}
	if got := len(p.TableValues(p.Table(2, 8, make([]uint64, 10)))); got != 4 {
		t.Errorf("a table with 2-bit indices holds %d values", got)
	}
}

// TestSortErrorsPanic checks that misuse is caught where it happens.
func TestSortErrorsPanic(t *testing.T) {
	p := NewPool()
	x, y, b, a := p.Var(8, "x"), p.Var(9, "y"), p.Var(0, "b"), p.ArrayVar(8, 8, "a")
	for name, f := range map[string]func(){
		"widths":       func() { p.Add(x, y) },
		"bool add":     func() { p.Add(b, b) },
		"array add":    func() { p.Add(a, a) },
		"not of BV":    func() { p.Not(x) },
		"and of BV":    func() { p.And(b, x) },
		"None":         func() { p.And(b, None) },
		"ite":          func() { p.Ite(b, x, y) },
		"ite of array": func() { p.Ite(b, x, a) },
		"cond":         func() { p.Ite(x, x, x) },
		"extract":      func() { p.Extract(x, 4, 5) },
		"zext":         func() { p.ZExt(x, 7) },
		"index":        func() { p.Select(a, y) },
		"store":        func() { p.Store(a, x, y) },
		"select of BV": func() { p.Select(x, x) },
		"width 0":      func() { p.BV(0, 1) },
		"width":        func() { p.Var(MaxWidth+1, "v") },
		"index width":  func() { p.ArrayVar(65, 8, "v") },
		"table":        func() { p.Table(8, 65, nil) },
		"evaluate":     func() { NewEvaluator(p, NewModel()).Bool(x) },
		"evaluate BV":  func() { NewEvaluator(p, NewModel()).BV(a) },
		"pop":          func() { NewSMTWriter(nil, p).Pop() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestHashConsing rebuilds many terms and finds the same handles.
func TestHashConsing(t *testing.T) {
	build := func(p *Pool, x, y T) []T {
		r := rand.New(rand.NewPCG(3, 3))
		ts := []T{x, y}
		for range 20_000 {
			a, b := ts[r.IntN(len(ts))], ts[r.IntN(len(ts))]
			ts = append(ts, p.binary([]Op{OpAdd, OpMul, OpBVXor, OpSub}[r.IntN(4)], a, b))
		}
		return ts
	}
	p := NewPool()
	x, y := p.Var(32, "x"), p.Var(32, "y")
	first := build(p, x, y)
	n, bytes := p.Len(), p.Bytes()
	if !slices.Equal(first, build(p, x, y)) || p.Len() != n || p.Bytes() != bytes {
		t.Errorf("rebuilding made %d new terms", p.Len()-n)
	}
	if bytes < 16*n || bytes > 300*n {
		t.Errorf("%d bytes for %d terms", bytes, n)
	}
	seen := map[node]bool{}
	for _, n := range p.nodes[1:] {
		if seen[n] {
			t.Fatalf("node %+v exists twice", n)
		}
		seen[n] = true
	}
}

func TestVars(t *testing.T) {
	p := NewPool()
	var vars []T
	sum := p.BV(32, 0)
	for range 3 * maxSupport {
		v := p.Var(32, "")
		vars = append(vars, v)
		sum = p.Add(sum, p.Mul(v, v))
		if got := p.Vars(sum); !slices.Equal(got, vars) {
			t.Fatalf("variables %v, want %v", got, vars)
		}
	}
	a := p.ArrayVar(32, 8, "a")
	elem := p.Select(p.Store(a, vars[3], p.BV(8, 1)), vars[1])
	if got := p.Vars(elem); !slices.Equal(got, []T{vars[1], vars[3], a}) {
		t.Errorf("variables of an element: %v", got)
	}
	both := p.Eq(p.ZExt(elem, 32), sum)
	if got := p.Vars(both); !slices.Equal(got, append(slices.Clone(vars), a)) {
		t.Errorf("variables of both: %v", got)
	}
	if len(p.Vars(True)) != 0 {
		t.Error("variables of true")
	}
}

func TestTableRange(t *testing.T) {
	p := NewPool()
	vals := make([]uint64, 256)
	for i := range vals {
		vals[i] = 5 + uint64(i%7)
	}
	c := p.Var(8, "c")
	inside := p.Select(p.Table(32, 8, vals), p.ZExt(c, 32))
	if lo, hi := p.URange(inside); lo != 5 || hi != 11 {
		t.Errorf("elements in [%d, %d], want [5, 11]", lo, hi)
	}
	beyond := p.Select(p.Table(32, 8, vals[:255]), p.ZExt(c, 32))
	if lo, hi := p.URange(beyond); lo != 0 || hi != 11 {
		t.Errorf("elements and what lies beyond in [%d, %d], want [0, 11]", lo, hi)
	}
}

func TestConjuncts(t *testing.T) {
	p := NewPool()
	a, b, c := p.Var(0, "a"), p.Var(0, "b"), p.Var(0, "c")
	if got := p.Conjuncts(p.AndN(a, p.Not(b), p.And(c, a))); !slices.Equal(sorted(got), sorted([]T{a, p.Not(b), c})) {
		t.Errorf("conjuncts %v", got)
	}
	if got := p.Disjuncts(p.OrN(a, p.Not(b), c)); !slices.Equal(sorted(got), sorted([]T{a, p.Not(b), c})) {
		t.Errorf("disjuncts %v", got)
	}
	if len(p.Conjuncts(True)) != 0 || len(p.Disjuncts(False)) != 0 || p.AndN() != True || p.OrN() != False {
		t.Error("empty conjunctions and disjunctions")
	}
}

func sorted(ts []T) []T { slices.Sort(ts); return ts }

func TestSubstituteAndImport(t *testing.T) {
	p := NewPool()
	x, y, z := p.Var(8, "x"), p.Var(8, "y"), p.Var(8, "z")
	f := p.Add(p.Mul(x, y), x)
	swapped := p.Substitute(f, map[T]T{x: y, y: x})
	if want := p.Add(p.Mul(y, x), y); swapped != want {
		t.Errorf("swapped: %s, want %s", p.String(swapped), p.String(want))
	}
	if got := p.Substitute(f, map[T]T{p.Mul(x, y): z}); got != p.Add(z, x) {
		t.Errorf("a subterm replaced: %s", p.String(got))
	}
	if got := p.Substitute(f, map[T]T{x: p.BV(8, 3), y: p.BV(8, 5)}); got != p.BV(8, 18) {
		t.Errorf("constants in: %s", p.String(got))
	}
	if p.Substitute(f, nil) != f {
		t.Error("nothing replaced, and yet another term")
	}

	q := NewPool()
	im := NewImporter(q, p, nil)
	wide := p.Concat(p.BVBig(70, big.NewInt(-3)), x)
	g := im.Import(p.Eq(wide, p.ZExt(p.Select(p.Table(8, 8, []uint64{1, 2}), y), 78)))
	h := im.Import(x)
	if vars := q.Vars(g); q.Name(h) != "x" || len(vars) > 2 {
		t.Errorf("imported variables %v, x is %s", vars, q.Name(h))
	}
	if h != im.Import(x) {
		t.Error("an importer makes a variable twice")
	}
}
