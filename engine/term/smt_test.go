package term

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSMTRoundTrip writes random terms, reads them back into another pool and
// compares their values under the same models.
func TestSMTRoundTrip(t *testing.T) {
	for _, w := range testWidths {
		b := newBuilder(t, 7, w)
		a := b.array(min(w, 64), w, "mem")
		for range 60 {
			b.step()
		}
		index := b.idxOf(b.pick(w).t)
		elem := b.p.Select(b.p.Store(a, index, b.pick(w).t), b.idxOf(b.pick(w).t))
		tab := b.p.Select(b.p.Table(min(w, 64), min(w, 64), []uint64{1, 0, 1}), index)
		goals := []T{b.p.Eq(elem, b.pick(w).t), b.p.ULt(tab, b.p.Add(tab, index))}
		for range 8 {
			goals = append(goals, b.pick(0).t, b.p.Eq(b.pick(w).t, b.pick(w).t))
		}
		roundTrip(t, b.checker, goals)
	}
}

func (b *builder) idxOf(t T) T { return b.p.Trunc(t, min(b.w, 64)) }

func roundTrip(t *testing.T, c *checker, goals []T) {
	t.Helper()
	var out bytes.Buffer
	w := NewSMTWriter(&out, c.p)
	for i, g := range goals {
		if i%2 == 0 {
			w.Assert(g)
		} else {
			w.CheckSat(g, c.p.Not(g))
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	q := NewPool()
	script, err := ParseSMT(q, "out.smt2", out.Bytes())
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if len(script.Commands) != len(goals) {
		t.Fatalf("%d commands, want %d", len(script.Commands), len(goals))
	}
	vars := map[string]T{}
	for i := 3; i < len(c.p.nodes); i++ {
		if v := T(i); c.p.is(v, OpVar) || c.p.is(v, OpArrayVar) {
			vars[c.p.Name(v)] = v
		}
	}
	for _, e := range c.evs {
		m := NewModel()
		for _, v := range script.Vars {
			u := vars[q.Name(v)]
			if vals, rest, ok := e.m.GetArray(u); ok {
				m.SetArray(v, vals, rest)
			} else {
				m.SetBig(v, e.Big(u))
			}
		}
		f := NewEvaluator(q, m)
		for i, g := range goals {
			if got, want := f.Bool(script.Commands[i].Terms[0]), e.Bool(g); got != want {
				t.Fatalf("%s is %v, read back %v\n%s", c.p.dump(g), want, got, out.String())
			}
		}
	}
}

// TestParseSMT checks terms the writer does not produce against the terms they
// mean.
func TestParseSMT(t *testing.T) {
	type vars struct{ x, y, p, q, a T }
	tests := map[string]func(p *Pool, v vars) T{
		"(or p q)":   func(p *Pool, v vars) T { return p.Or(v.p, v.q) },
		"(xor p q)":  func(p *Pool, v vars) T { return p.Xor(v.p, v.q) },
		"(=> p q p)": func(p *Pool, v vars) T { return p.Implies(v.p, p.Implies(v.q, v.p)) },
		"(distinct x y #b00000001)": func(p *Pool, v vars) T {
			return p.AndN(p.Not(p.Eq(v.x, v.y)), p.Not(p.Eq(v.x, p.BV(8, 1))), p.Not(p.Eq(v.y, p.BV(8, 1))))
		},
		"(= x y (_ bv3 8))":            func(p *Pool, v vars) T { return p.And(p.Eq(v.x, v.y), p.Eq(v.y, p.BV(8, 3))) },
		"(bvuge x y)":                  func(p *Pool, v vars) T { return p.ULe(v.y, v.x) },
		"(bvugt x y)":                  func(p *Pool, v vars) T { return p.ULt(v.y, v.x) },
		"(bvule x y)":                  func(p *Pool, v vars) T { return p.ULe(v.x, v.y) },
		"(bvsge x y)":                  func(p *Pool, v vars) T { return p.SLe(v.y, v.x) },
		"(bvsgt x y)":                  func(p *Pool, v vars) T { return p.SLt(v.y, v.x) },
		"(bvsle x y)":                  func(p *Pool, v vars) T { return p.SLe(v.x, v.y) },
		"(= (bvcomp x y) #b1)":         func(p *Pool, v vars) T { return p.Eq(v.x, v.y) },
		"(= (bvnand x y) #xff)":        func(p *Pool, v vars) T { return p.Eq(p.BVAnd(v.x, v.y), p.BV(8, 0)) },
		"(= (bvnor x y) #x00)":         func(p *Pool, v vars) T { return p.Eq(p.BVOr(v.x, v.y), p.BV(8, 255)) },
		"(= (bvxnor x y) #xff)":        func(p *Pool, v vars) T { return p.Eq(v.x, v.y) },
		"(= ((_ rotate_left 11) x) y)": func(p *Pool, v vars) T { return p.Eq(p.Concat(p.Extract(v.x, 0, 5), p.Extract(v.x, 5, 3)), v.y) },
		"(= ((_ rotate_right 5) x) y)": func(p *Pool, v vars) T { return p.Eq(p.Concat(p.Extract(v.x, 0, 5), p.Extract(v.x, 5, 3)), v.y) },
		"(= ((_ rotate_right 8) x) y)": func(p *Pool, v vars) T { return p.Eq(v.x, v.y) },
		"(= ((_ repeat 3) x) ((_ zero_extend 16) y))": func(p *Pool, v vars) T {
			return p.Eq(p.Concat(v.x, p.Concat(v.x, v.x)), p.ZExt(v.y, 24))
		},
		"(let ((x y) (y x)) (bvult x y))":                        func(p *Pool, v vars) T { return p.ULt(v.y, v.x) },
		"(let ((|a b| (bvadd x y))) (bvult |a b| x))":            func(p *Pool, v vars) T { return p.ULt(p.Add(v.x, v.y), v.x) },
		"(! (bvult x y) :named n1)":                              func(p *Pool, v vars) T { return p.ULt(v.x, v.y) },
		"(= (select (store a x #x01) y) #x02)":                   func(p *Pool, v vars) T { return p.Eq(p.Select(p.Store(v.a, v.x, p.BV(8, 1)), v.y), p.BV(8, 2)) },
		"(= a ((as const (Array (_ BitVec 8) (_ BitVec 8))) x))": func(p *Pool, v vars) T { return p.Eq(v.a, p.ConstArray(8, v.x)) },
	}
	for src, want := range tests {
		p := NewPool()
		text := `; header
(set-logic QF_ABV)
(declare-fun x () (_ BitVec 8)) (declare-const y (_ BitVec 8))
(declare-const p Bool) (declare-const q Bool)
(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
(push 1)
(assert ` + src + `)
(check-sat)
(pop 1)`
		script, err := ParseSMT(p, "t.smt2", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		v := script.Vars
		c := script.Commands
		if got := want(p, vars{v[0], v[1], v[2], v[3], v[4]}); c[1].Terms[0] != got {
			t.Errorf("%s is %s, want %s", src, p.dump(c[1].Terms[0]), p.dump(got))
		}
		if len(c) != 4 || c[0].Kind != CmdPush || c[1].Line != 7 || c[2].Kind != CmdCheckSat || c[3].Kind != CmdPop {
			t.Errorf("%s: commands %+v", src, c)
		}
	}
}

// TestParseSMod holds bvsmod, which has no operator, against its definition.
func TestParseSMod(t *testing.T) {
	p := NewPool()
	script, err := ParseSMT(p, "t.smt2", []byte(`(declare-const s (_ BitVec 4)) (declare-const t (_ BitVec 4))
		(declare-const r (_ BitVec 4)) (assert (= r (bvsmod s t)))`))
	if err != nil {
		t.Fatal(err)
	}
	floorMod := func(a, b int) int {
		if b == 0 {
			return a
		}
		return ((a % b) + b) % b
	}
	for a := -8; a < 8; a++ {
		for b := -8; b < 8; b++ {
			m := NewModel()
			for i, v := range []int{a, b, floorMod(a, b)} {
				m.Set(script.Vars[i], uint64(v))
			}
			if !NewEvaluator(p, m).Bool(script.Commands[0].Terms[0]) {
				t.Errorf("%d smod %d is not %d", a, b, floorMod(a, b))
			}
		}
	}
}

func TestParseSMTErrors(t *testing.T) {
	const decl = "(declare-const x (_ BitVec 8))\n(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))\n"
	tests := map[string]string{
		"(assert":                             "t.smt2:3:1: this parenthesis is never closed",
		"  )":                                 "t.smt2:3:3: unexpected closing parenthesis",
		"(assert |x)":                         "t.smt2:3:9: this symbol lacks its closing bar",
		"(echo \"x)":                          "t.smt2:3:7: this string lacks its closing quote",
		"(assert y)":                          "t.smt2:3:9: unknown symbol y",
		"(assert (foo x))":                    "t.smt2:3:10: unknown operator foo",
		"(assert x)":                          "t.smt2:3:9: expected Bool, found BV(8)",
		"(assert (bvult x #x0))":              "t.smt2:3:9: bvult cannot take BV(8) BV(4)",
		"(assert (bvult x))":                  "t.smt2:3:9: bvult with 1 arguments",
		"(assert (= (_ bv256 8) x))":          "t.smt2:3:15: malformed constant, or one of more than 8 bits",
		"(assert (= ((_ extract 8 0) x) x))":  "t.smt2:3:13: (_ extract 8 0) of 8 bits",
		"(assert (= ((_ repeat 99999) x) x))": "t.smt2:3:13: (_ repeat 99999) of 8 bits is unknown or out of range",
		"(declare-const x Bool)":              "t.smt2:3:16: x is declared already",
		"(declare-fun f (Bool) Bool)":         "t.smt2:3:16: functions with arguments are not supported; only constants are",
		"(declare-const r Real)":              "t.smt2:3:18: unknown sort; Bool, (_ BitVec n) and (Array (_ BitVec n) (_ BitVec m)) are supported",
		"(declare-const z (_ BitVec 65537))":  "t.smt2:3:28: width 65537, 1 to 65536 are possible",
		"(define-fun z () Bool x)":            "t.smt2:3:23: the definition of z has sort BV(8)",
		"(assert (forall ((y Bool)) y))":      "t.smt2:3:10: unknown operator forall",
		"(pop 1)":                             "t.smt2:3:1: pop of 1 scopes, only 0 are open",
		"(push 1)(declare-const z Bool)(pop 1)\n(assert z)": "t.smt2:4:9: unknown symbol z",
		"(frob)":                       "t.smt2:3:2: unknown command frob",
		"(assert (select a #b1))":      "t.smt2:3:9: select cannot take Array(8→8) BV(1)",
		"(assert (let ((y)) y))":       "t.smt2:3:15: malformed binding of let",
		"(assert ((as const Bool) x))": "t.smt2:3:10: as const needs an array sort with the element's width",
	}
	for src, want := range tests {
		_, err := ParseSMT(NewPool(), "t.smt2", []byte(decl+src))
		if err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", src, err, want)
		}
	}
}

// TestSMTWriter fixes the text of a small script.
func TestSMTWriter(t *testing.T) {
	p := NewPool()
	x, y, z := p.Var(8, "x"), p.Var(8, "x"), p.Var(8, "bvadd")
	square := p.Mul(x, x)
	var out strings.Builder
	w := NewSMTWriter(&out, p)
	w.Comment("two\nlines")
	w.Assert(p.ULt(p.Add(square, y), p.Sub(square, z)))
	w.Push()
	w.CheckSat(p.Not(p.Eq(square, y)), p.Eq(x, p.BV(8, 3)))
	w.Pop()
	w.CheckSat()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	want := `(set-logic ALL)
; two lines
(declare-fun x () (_ BitVec 8))
(declare-fun x!3 () (_ BitVec 8))
(define-fun _t6 () (_ BitVec 8) (bvmul x!3 x!3))
(declare-fun |bvadd| () (_ BitVec 8))
(assert (bvult (bvadd x _t6) (bvsub _t6 |bvadd|)))
(push 1)
(define-fun _t10 () Bool (= x _t6))
(define-fun _t13 () Bool (= x!3 #x03))
(check-sat-assuming ((not _t10) _t13))
(pop 1)
(check-sat)
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}

// TestTableRoundTrip checks that a constant table stays one.
func TestTableRoundTrip(t *testing.T) {
	p := NewPool()
	vals := make([]uint64, 300)
	for i := range vals {
		vals[i] = uint64(i*i) & 0xff
	}
	vals[299] = 1
	i := p.Var(16, "i")
	var out bytes.Buffer
	w := NewSMTWriter(&out, p)
	w.Assert(p.ULt(p.Select(p.Table(16, 8, vals), i), p.BV(8, 7)))
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	q := NewPool()
	script, err := ParseSMT(q, "t.smt2", out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	want := q.ULt(q.Select(q.Table(16, 8, vals), script.Vars[0]), q.BV(8, 7))
	if got := script.Commands[0].Terms[0]; got != want {
		t.Errorf("read back as %s", q.String(got))
	}
}

// FuzzParseSMT checks that the parser survives any text, and that what it
// accepts can be written and read again.
func FuzzParseSMT(f *testing.F) {
	f.Add("(declare-const x (_ BitVec 8))(assert (let ((y (bvadd x #x01))) (bvult x ((_ rotate_left 3) y))))(check-sat)")
	f.Add("(declare-fun |a b| () (Array (_ BitVec 4) (_ BitVec 70)))(push 2)(assert (= (select |a b| #xf) (_ bv5 70)))(pop 1)")
	f.Add("(define-fun t () (Array (_ BitVec 2) (_ BitVec 3)) (store ((as const (Array (_ BitVec 2) (_ BitVec 3))) #b000) #b01 #b111))")
	f.Add("(assert (! (or true (bvslt #b10 ((_ repeat 2) #b1))) :named n))(check-sat-assuming (n (not n)))")
	f.Fuzz(func(t *testing.T, src string) {
		p := NewPool()
		script, err := ParseSMT(p, "f.smt2", []byte(src))
		if err != nil {
			return
		}
		var out bytes.Buffer
		w := NewSMTWriter(&out, p)
		for _, c := range script.Commands {
			for _, u := range c.Terms {
				w.Assert(u)
				_ = p.String(u)
				NewEvaluator(p, NewModel()).Bool(u)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if _, err := ParseSMT(NewPool(), "g.smt2", out.Bytes()); err != nil {
			t.Fatalf("%v in\n%s", err, out.String())
		}
	})
}

// TestString fixes the text for people.
func TestString(t *testing.T) {
	p := NewPool()
	x, y, b, c := p.Var(32, "x"), p.Var(32, "y"), p.Var(0, "b"), p.Var(0, "c")
	n := p.Var(8, "n")
	a := p.ArrayVar(32, 8, "a")
	k := func(v int) T { return p.BV(32, uint64(v)) }
	tests := []struct {
		t    T
		want string
	}{
		{p.SLe(p.Add(x, k(1)), k(10)), "x + 1 < 11"},
		{p.SLe(k(10), x), "x >= 10"},
		{p.SLe(x, y), "x <= y"},
		{p.ULt(p.Add(x, k(1)), y), "x + 1 <u y"},
		{p.ULe(k(0xfffffff0), x), "x >=u 0xfffffff0"},
		{p.Sub(x, k(1)), "x - 1"},
		{p.Not(p.Eq(x, k(-3))), "x != -3"},
		{p.Or(b, p.Not(c)), "!c || b"},
		{p.And(p.Or(b, c), p.SLt(x, y)), "(c || b) && x < y"},
		{p.Mul(p.Add(x, y), x), "x * (x + y)"},
		{p.LShr(x, k(3)), "x >>u 3"},
		{p.AShr(x, k(3)), "x >> 3"},
		{p.Shl(x, y), "x << y"},
		{p.BVAnd(x, k(0xff)), "x & 0xff"},
		{p.UDiv(x, p.SRem(y, x)), "x /u (y % x)"},
		{p.Add(p.ZExt(n, 32), p.SExt(p.BVNot(n), 32)), "(u32)n + (i32)~n"},
		{p.Trunc(x, 8), "(u8)x"},
		{p.Extract(x, 8, 8), "x[15:8]"},
		{p.Ite(b, x, k(0)), "b ? x : 0"},
		{p.Select(p.Store(p.Store(a, x, n), y, p.BV(8, 3)), p.Add(x, y)), "a{x: n, y: 3}[x + y]"},
		{p.Concat(n, p.Select(a, x)), "concat(n, a[x])"},
		{p.Xor(b, c), "b != c"},
		{p.Var(32, ""), fmt.Sprintf("v%d", p.Len())},
		{None, "none"},
	}
	for _, test := range tests {
		if got := p.String(test.t); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// TestStringBounded checks that the text of a huge DAG stays short.
func TestStringBounded(t *testing.T) {
	p := NewPool()
	x := p.Var(32, "x")
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		x = p.Mul(p.BVXor(x, p.BV(32, r.Uint64())), p.BVNot(x))
	}
	s := p.String(x)
	if len(s) > maxStringBytes+100 || !strings.Contains(s, "…") {
		t.Errorf("%d bytes: %.100s", len(s), s)
	}
}
