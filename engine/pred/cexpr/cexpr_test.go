package cexpr

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

func TestText(t *testing.T) {
	p := term.NewPool()
	names := map[term.T]Variable{}
	declare := func(text string, bits int, s pred.Sign) term.T {
		v := p.Var(bits, text)
		names[v] = Variable{text, bits, s, nil}
		return v
	}
	i, n := declare("i", 32, pred.Signed), declare("n", 32, pred.Signed)
	u, long, c := declare("u", 32, pred.Unsigned), declare("l", 64, pred.Signed), declare("c", 8, pred.Unsigned)
	unknown := declare("a[0]", 32, pred.AnySign)
	small := declare("small", 32, pred.Signed)
	names[small] = Variable{"small", 32, pred.Signed, &Interval{0, 1000}}
	strange := p.Var(32, "block")
	k := func(v int64) term.T { return p.BV(32, uint64(uint32(v))) }
	wide := func(t term.T) term.T { return p.SExt(t, 34) }
	for _, c := range []struct {
		t    term.T
		want string
	}{
		{p.SLe(k(0), i), "i >= 0"},
		{p.SLt(i, n), "i < n"},
		{p.SLe(wide(i), p.Add(wide(n), p.BV(34, 5))), "i <= (long long)n + 5"},
		{p.SLe(wide(p.Add(i, k(1))), wide(n)), "(int)((unsigned int)i + 1U) <= n"},
		{p.Eq(p.Shl(i, k(1)), n), "n == (int)((unsigned int)i * 2U)"},
		{p.ULe(i, k(9)), "(unsigned int)i <= 9"},
		{p.ULt(u, p.ZExt(c, 32)), "u < c"},
		{p.Eq(unknown, k(3)), "a[0] == 3"},
		{p.Eq(unknown, k(-3)), "(int)a[0] == -3"},
		{p.Eq(p.Shl(small, k(1)), n), "n == small * 2"},
		{p.ULe(p.Add(small, k(1)), k(9)), "small + 1 <= 9"},
		{p.SLt(p.Add(p.SExt(small, 64), p.SExt(i, 64)), p.SExt(n, 64)), "(long long)small + i < n"},
		{p.SLt(p.SExt(p.Add(small, k(1<<31-1)), 64), p.ZExt(u, 64)), "(int)((unsigned int)small + 2147483647U) < (long long)u"},
		{p.SLt(unknown, k(3)), "(int)a[0] <= 2"},
		{p.SLt(long, p.SExt(i, 64)), "l < i"},
		{p.SLe(p.BV(64, 1<<63), p.Sub(long, p.SExt(i, 64))), "1"},
		{p.Or(p.Eq(i, k(0)), p.And(p.SLt(i, n), p.SLt(k(3), i))), "i == 0 || (i < n && i >= 4)"},
		{p.Eq(p.Extract(i, 0, 3), p.BV(3, 5)), "((unsigned int)i & 7) == 5"},
		{p.Eq(p.URem(u, k(3)), k(1)), "u % 3 == 1"},
		{p.SLe(k(-1<<31+2), n), "n >= -2147483646"},
		{p.Not(p.Eq(i, k(-1<<31))), "i != -2147483647 - 1"},
		{p.SLt(strange, n), ""},
		{p.Eq(p.UDiv(i, n), k(0)), ""}, // n may be 0
		{p.SLt(p.Add(p.SExt(long, 65), p.BV(65, 1)), p.BV(65, 9)), ""},
	} {
		got, ok := Of(p, c.t, func(v term.T) (Variable, bool) { x, ok := names[v]; return x, ok })
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, want %q", p.String(c.t), got, c.want)
		}
	}
}

// randomTerms makes terms over some variables.
type randomTerms struct {
	*rand.Rand
	p    *term.Pool
	vars []term.T
}

func (r *randomTerms) cond(depth int) term.T {
	if depth == 0 {
		return r.p.SLe(r.bv(0, 32), r.bv(0, 32))
	}
	w := []int{8, 16, 32, 34, 64}[r.Intn(5)]
	switch r.Intn(6) {
	case 0:
		return r.p.And(r.cond(depth-1), r.cond(depth-1))
	case 1:
		return r.p.Not(r.cond(depth - 1))
	case 2:
		return r.p.Eq(r.bv(depth-1, w), r.bv(depth-1, w))
	case 3:
		return r.p.ULt(r.bv(depth-1, w), r.bv(depth-1, w))
	case 4:
		return r.p.Ite(r.cond(depth-1), r.cond(depth-1), r.cond(depth-1))
	}
	return r.p.SLt(r.bv(depth-1, w), r.bv(depth-1, w))
}

// fit makes a term of any width one of w bits.
func (r *randomTerms) fit(t term.T, w int) term.T {
	switch n := r.p.Width(t); {
	case n > w:
		return r.p.Extract(t, r.Intn(n-w+1), w)
	case r.Intn(2) == 0:
		return r.p.ZExt(t, w)
	}
	return r.p.SExt(t, w)
}

func (r *randomTerms) bv(depth, w int) term.T {
	p := r.p
	if depth == 0 {
		if r.Intn(3) == 0 {
			return p.BV(w, uint64(r.Intn(300))-150)
		}
		return r.fit(r.vars[r.Intn(len(r.vars))], w)
	}
	x, y := r.bv(depth-1, w), r.bv(depth-1, w)
	c := p.BV(w, uint64(r.Intn(40))+2-uint64(r.Intn(2)*60))
	switch r.Intn(14) {
	case 0, 1:
		return p.Add(x, y)
	case 2:
		return p.Sub(x, y)
	case 3:
		return p.Mul(x, c)
	case 4:
		return p.Shl(x, p.BV(w, uint64(r.Intn(5))))
	case 5:
		return p.UDiv(x, c)
	case 6:
		return p.URem(x, c)
	case 7:
		return p.SDiv(x, c)
	case 8:
		return p.SRem(x, c)
	case 9:
		return p.BVAnd(x, y)
	case 10:
		return p.BVOr(x, p.BVXor(x, y))
	case 11:
		return p.Ite(r.cond(depth-1), x, y)
	case 12:
		return p.BVNot(x)
	}
	return r.fit(r.bv(depth-1, []int{8, 16, 32, 64}[r.Intn(4)]), w)
}

// typedVariable is a variable with its type in C.
type typedVariable struct {
	name string
	v    Variable
}

// TestMeaning compiles expressions of random terms and compares what they are
// natively with the values of the terms; a sanitizer looks for behaviour that C
// does not define.
func TestMeaning(t *testing.T) {
	p := term.NewPool()
	r := &randomTerms{rand.New(rand.NewSource(1)), p, nil}
	types := []typedVariable{
		{"signed char", Variable{"sc", 8, pred.Signed, nil}}, {"unsigned char", Variable{"uc", 8, pred.Unsigned, nil}},
		{"short", Variable{"ss", 16, pred.Signed, nil}}, {"unsigned short", Variable{"us", 16, pred.Unsigned, nil}},
		{"int", Variable{"si", 32, pred.Signed, nil}}, {"unsigned", Variable{"ui", 32, pred.AnySign, nil}}, {"unsigned", Variable{"uj", 32, pred.Unsigned, nil}},
		{"long", Variable{"sl", 64, pred.Signed, nil}}, {"unsigned long", Variable{"ul", 64, pred.Unsigned, nil}}, {"long", Variable{"al", 64, pred.AnySign, nil}},
		{"int", Variable{"ki", 32, pred.Signed, &Interval{-5, 1000}}}, {"unsigned", Variable{"ku", 32, pred.Unsigned, &Interval{3, 70000}}},
		{"long", Variable{"kl", 64, pred.Signed, &Interval{-1 << 40, 1 << 40}}}, {"unsigned char", Variable{"kc", 8, pred.Unsigned, &Interval{0, 9}}},
	}
	names := map[term.T]Variable{}
	var params []string
	for _, c := range types {
		v := p.Var(c.v.Bits, c.v.Text)
		r.vars = append(r.vars, v)
		names[v] = c.v
		params = append(params, c.name+" "+c.v.Text)
	}
	const wanted = 400
	var text, calls strings.Builder
	var want []string
	said := 0
	for tries := 0; said < wanted && tries < 20*wanted; tries++ {
		c := r.cond(1 + r.Intn(3))
		expr, ok := Of(p, c, func(v term.T) (Variable, bool) { x, ok := names[v]; return x, ok })
		if !ok || p.IsConst(c) {
			continue
		}
		fmt.Fprintf(&text, "static int f%d(%s)\n{\n\treturn %s;\n}\n", said, strings.Join(params, ", "), expr)
		for range 12 {
			m := term.NewModel()
			var args []string
			for i, v := range r.vars {
				x := r.Uint64() >> r.Intn(64)
				if r.Intn(2) == 0 {
					x = -x
				}
				if k := types[i].v.Known; k != nil {
					x = uint64(k.Lo) + x%uint64(k.Hi-k.Lo+1)
				}
				m.Set(v, x)
				args = append(args, fmt.Sprintf("(%s)%dULL", types[i].name, x))
			}
			fmt.Fprintf(&calls, "\tprintf(\"%d: %%d\\n\", f%d(%s));\n", said, said, strings.Join(args, ", "))
			want = append(want, fmt.Sprintf("%d: %d", said, map[bool]int{true: 1}[term.NewEvaluator(p, m).Bool(c)]))
		}
		said++
	}
	if said < wanted {
		t.Fatalf("%d expressions, want %d", said, wanted)
	}
	got := native(t, "#include <stdio.h>\n"+text.String()+"int main(void)\n{\n"+calls.String()+"\treturn 0;\n}\n")
	if len(got) != len(want) {
		t.Fatalf("%d results, want %d; the last is %q", len(got), len(want), got[len(got)-1])
	}
	funcs := strings.Split(text.String(), "}\n")
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s, want %s: %s", got[i], want[i], funcs[i/12])
		}
	}
}

// native builds a program with a sanitizer and returns the lines that it prints.
func native(t *testing.T, text string) []string {
	t.Helper()
	dir := t.TempDir()
	src, bin := filepath.Join(dir, "exprs.c"), filepath.Join(dir, "exprs")
	if err := os.WriteFile(src, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("clang-14", "-w", "-fsanitize=undefined", "-fno-sanitize-recover=all", "-o", bin, src)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("clang-14 (apt-get install clang-14): %v\n%s", err, out)
	}
	out, err := exec.Command(bin).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
