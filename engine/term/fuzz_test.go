package term

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// item is a term with its values under the checker's models, computed step by
// step by the reference from the values of the arguments it was built from. It
// is the unrewritten shadow of the term.
type item struct {
	t    T
	vals []*big.Int
}

// builder makes random terms over a growing stock.
type builder struct {
	*checker
	stock map[int][]item // by width
	w     int
}

func newBuilder(t *testing.T, seed uint64, w int) *builder {
	b := &builder{checker: newChecker(t, rand.New(rand.NewPCG(seed, uint64(w))), 12), stock: map[int][]item{}, w: w}
	for _, name := range []string{"x", "y", "z"} {
		b.keepVar(w, name)
	}
	b.keepVar(0, "p")
	b.keepVar(0, "q")
	if w > 1 {
		b.keepVar(w/2, "n")
	}
	return b
}

func (b *builder) keepVar(w int, name string) {
	v := b.variable(w, name)
	it := item{t: v}
	for _, e := range b.evs {
		it.vals = append(it.vals, e.Big(v))
	}
	b.keep(it)
}

func (b *builder) keep(it item) {
	w := b.p.Width(it.t)
	b.stock[w] = append(b.stock[w], it)
}

// pick returns a term of w bits: one of the latest, an old one or a constant.
func (b *builder) pick(w int) item {
	s := b.stock[w]
	if len(s) == 0 || w > 0 && b.r.IntN(4) == 0 {
		v := randomValue(b.r, max(w, 1))
		it := item{vals: make([]*big.Int, len(b.evs))}
		if w == 0 {
			it.t = b.p.Bool(v.Sign() != 0)
		} else {
			it.t = b.p.BVBig(w, v)
		}
		for i := range it.vals {
			it.vals[i] = v
		}
		return it
	}
	if b.r.IntN(2) == 0 {
		return s[len(s)-1-b.r.IntN(min(4, len(s)))]
	}
	return s[b.r.IntN(len(s))]
}

// step builds one random term and checks it.
func (b *builder) step() {
	op := scalarOps[b.r.IntN(len(scalarOps))]
	w, lo := b.w, 0
	if b.r.IntN(8) == 0 && b.w > 1 {
		w = b.w / 2
	}
	args := make([]item, 0, 3)
	rw := w
	switch op {
	case OpNot, OpAnd:
		rw, w = 0, 0
	case OpEq:
		rw = 0
		if b.r.IntN(4) == 0 {
			w = 0
		}
	case OpULt, OpSLt:
		rw = 0
	case OpIte:
		if b.r.IntN(3) == 0 {
			rw, w = 0, 0
		}
		args = append(args, b.pick(0))
	case OpConcat:
		k := 1 + b.r.IntN(max(b.w-1, 1))
		args = append(args, b.pick(max(b.w-k, 1)), b.pick(k))
		rw = max(b.w-k, 1) + k
	case OpExtract:
		lo = b.r.IntN(w)
		rw = 1 + b.r.IntN(w-lo)
	case OpZExt, OpSExt:
		w = 1 + b.r.IntN(b.w)
		rw = b.w
	}
	for len(args) < op.NumArgs() {
		args = append(args, b.pick(w))
	}
	b.keep(b.build(op, rw, lo, args))
}

// build makes op over args and compares it with its shadow.
func (b *builder) build(op Op, w, lo int, args []item) item {
	b.t.Helper()
	var ts [3]T
	ws := make([]int, len(args))
	for i, a := range args {
		ts[i], ws[i] = a.t, b.p.Width(a.t)
	}
	it := item{t: b.p.apply(op, 0, w, lo, ts[0], ts[1], ts[2])}
	for m, e := range b.evs {
		vals := make([]*big.Int, len(args))
		for i, a := range args {
			vals[i] = a.vals[m]
		}
		want := reference(op, max(w, 1), lo, ws, vals)
		it.vals = append(it.vals, want)
		if got := e.Big(it.t); got.Cmp(want) != 0 {
			b.t.Fatalf("%s of width %d: %s evaluates to %v, want %v", op, w, b.p.dump(it.t), got, want)
		}
	}
	b.checkFacts(it.t)
	return it
}

// TestRandomTerms builds random terms of all widths and compares each with its
// unrewritten shadow, its facts with its values, and each rewrite's two sides.
func TestRandomTerms(t *testing.T) {
	for _, w := range testWidths {
		for seed := range uint64(20) {
			b := newBuilder(t, seed, w)
			for range 150 {
				b.step()
			}
		}
	}
}

// FuzzTerms is TestRandomTerms with seeds chosen by the fuzzer.
func FuzzTerms(f *testing.F) {
	f.Add(uint64(1), uint8(8))
	f.Fuzz(func(t *testing.T, seed uint64, w uint8) {
		b := newBuilder(t, seed, 1+int(w)%130)
		for range 400 {
			b.step()
		}
	})
}
