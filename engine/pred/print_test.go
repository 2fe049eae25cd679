package pred

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// contains tells whether a number of w bits satisfies what Between wrote.
func contains(t *testing.T, text string, v uint64, w int, sign Sign) bool {
	t.Helper()
	for _, part := range strings.Split(text, " or ") {
		s := sign
		for c, as := range map[string]Sign{cast(Signed, w): Signed, cast(Unsigned, w): Unsigned} {
			if strings.Contains(part, c) {
				s, part = as, strings.ReplaceAll(part, c, "")
			}
		}
		x := int64(v)
		if s == Signed {
			x = int64(v<<(64-w)) >> (64 - w)
		}
		f := strings.Fields(part)
		ok := true
		for i := 1; i+1 < len(f); i += 2 {
			read := func(s string) int64 {
				if s == "x" {
					return x
				}
				n, err := strconv.ParseInt(s, 10, 64)
				if err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				return n
			}
			a, b := read(f[i-1]), read(f[i+1])
			// Equality in C converts both sides.
			ok = ok && map[string]bool{"=": (a-b)&int64(mask(w)) == 0, "≠": (a-b)&int64(mask(w)) != 0, "≤": a <= b, "≥": a >= b}[f[i]]
		}
		if ok {
			return true
		}
	}
	return false
}

// Every range of four bits is written so that a reader gets it back, whatever
// the sign.
func TestBetween(t *testing.T) {
	const w = 4
	for _, s := range []Sign{AnySign, Signed, Unsigned} {
		for lo := range uint64(16) {
			for hi := range uint64(16) {
				if lo == (hi+1)&mask(w) {
					continue
				}
				text := Between("x", s, Range{lo, hi}, w)
				for v := range uint64(16) {
					in := (v-lo)&mask(w) <= (hi-lo)&mask(w)
					signs := []Sign{s}
					if s == AnySign { // what has no cast must hold under both readings
						signs = []Sign{Signed, Unsigned}
					}
					for _, read := range signs {
						if contains(t, text, v, w, read) != in {
							t.Fatalf("[%d, %d] with sign %d is written %q, which is wrong for %d", lo, hi, s, text, v)
						}
					}
				}
			}
		}
	}
}

// Peeling changes no meaning: random terms over a variable of four bits, every
// value of it.
func TestPeel(t *testing.T) {
	p := term.NewPool()
	x := p.Var(4, "x")
	rnd := rand.New(rand.NewPCG(1, 2))
	peeled := 0
	for range 20000 {
		b := x
		for range rnd.IntN(4) {
			k := p.BV(p.Width(b), rnd.Uint64()&mask(p.Width(b)))
			switch rnd.IntN(8) {
			case 0:
				b = p.SExt(b, p.Width(b)+rnd.IntN(4)+1)
			case 1:
				b = p.ZExt(b, p.Width(b)+rnd.IntN(4)+1)
			case 2:
				b = p.Add(b, k)
			case 3:
				b = p.Mul(b, k)
			case 4:
				b = p.Sub(k, b)
			case 5:
				b = p.Neg(b)
			case 6:
				b = p.Concat(b, p.BV(2, rnd.Uint64()&3))
			case 7:
				b = p.Shl(b, p.BV(p.Width(b), uint64(rnd.IntN(3))))
			}
		}
		m := mask(p.Width(b))
		r := Range{rnd.Uint64() & m, rnd.Uint64() & m}
		if p.IsConst(b) || r.Lo == (r.Hi+1)&m {
			continue
		}
		c, s := peel(p, b, r)
		if c != b {
			peeled++
		}
		for v := range uint64(16) {
			model := term.NewModel()
			model.Set(x, v)
			ev := term.NewEvaluator(p, model)
			in := func(t term.T, r Range) bool {
				m := mask(p.Width(t))
				return (ev.BV(t)-r.Lo)&m <= (r.Hi-r.Lo)&m
			}
			if in(b, r) != in(c, s) {
				t.Fatalf("%s in [%d, %d] became %s in [%d, %d], which differs for %d", p.String(b), r.Lo, r.Hi, p.String(c), s.Lo, s.Hi, v)
			}
		}
	}
	if peeled < 1000 {
		t.Errorf("only %d of the terms were peeled", peeled)
	}
}

// source is a little program: registers n (int), u (unsigned), p (int *), and
// an array of int as object 3, a block as object 4, a function as object 5.
type source struct{}

func (source) Register(p Place) Name {
	return []Name{{"n", Signed, true}, {"u", Unsigned, true}, {"p", AnySign, true}, {"", AnySign, false}}[p.Reg]
}

func (source) Cell(o memory.ObjID, at uint64, n int32) Name {
	if o == 4 {
		return Name{fmt.Sprintf("block@a.c:12[%d]", at/uint64(max(n, 1))), AnySign, false}
	}
	return Name{fmt.Sprintf("buf[%d]", at/4), Signed, true}
}

func (source) Object(o memory.ObjID) Name {
	return map[memory.ObjID]Name{3: {"buf", AnySign, true}, 4: {"block@a.c:12", AnySign, false}, 5: {"f", AnySign, true}}[o]
}
func (source) Slot(p Place, o memory.ObjID) bool { return p.Reg == 3 }
func (source) Function(o memory.ObjID) bool      { return o == 5 }
func (source) Pointee(Place) int32               { return 4 }
func (source) Input(term.T) Name                 { return Name{"stdin[0]", Unsigned, true} }

func TestStatements(t *testing.T) {
	pool := term.NewPool()
	v := NewVocabulary(pool, 64)
	n, u, ptr := v.Number(Place{Reg: 0}, 32), v.Number(Place{Reg: 1}, 32), Place{Reg: 2}
	off := v.Offset(ptr)
	cell := v.Number(Place{Obj: 3, At: 12, N: 4}, 32)
	k := func(x int64) term.T { return pool.BV(32, uint64(x)&mask(32)) }
	wide := func(t term.T) term.T { return pool.Mul(pool.SExt(t, 64), pool.BV(64, 4)) }
	hold := func(o memory.ObjID, cs ...term.T) func(*Psi) {
		return func(q *Psi) {
			q.Hold(ptr, o)
			for _, c := range cs {
				q.Add(c)
			}
		}
	}
	add := func(cs ...term.T) func(*Psi) {
		return func(q *Psi) {
			for _, c := range cs {
				q.Add(c)
			}
		}
	}
	for _, c := range []struct {
		make func(*Psi)
		want string
	}{
		{add(pool.SLe(n, k(16))), "n ≤ 16"},
		{add(pool.SLe(n, k(16)), pool.SLe(k(0), n)), "0 ≤ n ≤ 16"},
		{add(pool.ULe(u, k(16))), "u ≤ 16"},
		{add(pool.ULe(n, k(16))), "0 ≤ n ≤ 16"},
		{add(pool.Not(pool.Eq(n, k(-1)))), "n ≠ -1"},
		{add(pool.SLe(k(3), pool.Add(n, k(2)))), "1 ≤ n ≤ 2147483645"},
		{add(pool.ULe(wide(n), pool.BV(64, 60))), "0 ≤ n ≤ 15"},
		{add(pool.ULe(wide(n), pool.BV(64, 60)), pool.SLe(n, k(12))), "0 ≤ n ≤ 12"},
		{add(pool.Eq(cell, k(0))), "buf[3] = 0"},
		{add(pool.SLt(n, cell)), "n < buf[3]"},
		{add(pool.ULt(n, u)), "(unsigned)n < u"},
		{add(pool.ULe(u, n)), "u ≤ (unsigned)n"},
		{add(pool.Or(pool.Eq(n, k(0)), pool.Not(pool.Eq(cell, k(7))))), "buf[3] ≠ 7 or n = 0"},
		{add(pool.Eq(pool.Add(n, pool.Mul(cell, k(3))), u)), "u = n + buf[3] * 3"},
		{add(v.Written(Place{Obj: 3, At: 12, N: 4})), "buf[3] is initialised"},
		{add(pool.ULe(pool.BV(64, 10), v.Size(4))), "size of block@a.c:12 ≥ 10"},
		{hold(0, pool.Eq(off, pool.BV(64, 0))), "p = NULL"},
		{hold(5, pool.Eq(off, pool.BV(64, 0))), "p = f"},
		{hold(4, pool.Eq(off, pool.BV(64, 0))), "p points to block@a.c:12"},
		{hold(4, pool.Eq(off, pool.BV(64, 8))), "p points to element 2 of block@a.c:12"},
		{hold(3, pool.Eq(off, pool.BV(64, 8))), "p = &buf[2]"},
		{hold(3), "p points into buf"},
		{hold(3, pool.ULe(off, pool.BV(64, 16))), "&buf[0] ≤ p ≤ &buf[4]"},
		{func(q *Psi) {
			q.Hold(Place{Reg: 3}, 3)
			q.Add(pool.Eq(v.Offset(Place{Reg: 3}), pool.BV(64, 0)))
		}, ""},
	} {
		q := New(v)
		c.make(q)
		var texts []string
		for _, s := range q.Statements(source{}) {
			texts = append(texts, s.Text)
		}
		if got := strings.Join(texts, " and "); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Text of any size is cut, and says so.
func TestStatementsAreCut(t *testing.T) {
	pool := term.NewPool()
	v := NewVocabulary(pool, 64)
	sum := v.Number(Place{Reg: 0}, 32)
	for i := range 200 {
		sum = pool.BVXor(pool.Add(sum, pool.BV(32, uint64(i)+1)), v.Number(Place{Reg: 1}, 32))
	}
	q := New(v)
	q.Add(pool.ULe(sum, pool.BV(32, 9)))
	s := q.Statements(source{})[0]
	if n := len([]rune(s.Text)); s.Plain || n > maxText+1 || !strings.Contains(s.Text, "…") {
		t.Errorf("%d characters, plain %v: %s", n, s.Plain, s.Text)
	}
}
