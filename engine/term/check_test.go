package term

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// checker watches a pool: every rewrite is evaluated on both sides under a set
// of models, and every term's facts are held against its values.
type checker struct {
	t     *testing.T
	p     *Pool
	r     *rand.Rand
	evs   []*Evaluator
	fired map[string]int
	grown map[string]bool // rules whose result was larger than the match
}

func newChecker(t *testing.T, r *rand.Rand, models int) *checker {
	c := &checker{t: t, p: NewPool(), r: r, fired: map[string]int{}, grown: map[string]bool{}}
	for range models {
		c.evs = append(c.evs, NewEvaluator(c.p, NewModel()))
	}
	c.p.rewritten = c.rewritten
	return c
}

// variable makes a variable with random values in all models. Models must be
// complete before anything is evaluated.
func (c *checker) variable(w int, name string) T {
	v := c.p.Var(w, name)
	for _, e := range c.evs {
		e.m.SetBig(v, randomValue(c.r, max(w, 1)))
	}
	return v
}

func (c *checker) array(idx, elem int, name string) T {
	v := c.p.ArrayVar(idx, elem, name)
	for _, e := range c.evs {
		vals := map[uint64]uint64{}
		for range c.r.IntN(6) {
			vals[randomValue(c.r, idx).Uint64()] = randomValue(c.r, min(elem, 64)).Uint64()
		}
		e.m.SetArray(v, vals, c.r.Uint64()&mask(min(elem, 64)))
	}
	return v
}

// raw evaluates a node that is not in the pool.
func (c *checker) raw(e *Evaluator, n node) *big.Int {
	t := T(len(c.p.nodes))
	c.p.nodes = append(c.p.nodes, n)
	defer func() {
		c.p.nodes = c.p.nodes[:t]
		e.value.pages[t>>memoPageBits].cells[t%memoPageSize].epoch = 0
		delete(e.wide, t)
	}()
	if n.index() != 0 {
		panic("raw: array")
	}
	e.run(t)
	return new(big.Int).Set(e.big(t))
}

// rewritten is the hook that sees every rewrite.
func (c *checker) rewritten(r *Rule, n node, result T) {
	c.t.Helper()
	c.fired[r.Name]++
	if m := c.p.nodes[result]; m.width() != n.width() || m.index() != n.index() {
		c.t.Fatalf("%s: %s: sort changed to %s", r.Name, c.show(n), c.p.sortString(result))
	}
	for _, e := range c.evs {
		if n.index() != 0 {
			c.sameArray(r, e, n, result)
			continue
		}
		if got, want := e.Big(result), c.raw(e, n); got.Cmp(want) != 0 {
			c.t.Fatalf("%s (%s): %s is %v but its result %s is %v", r.Name, r.Doc, c.show(n), want, c.p.dump(result), got)
		}
	}
	if c.weight(n.a, n.b, n.c, n.op()) < c.weight(result, None, None, OpNone) {
		c.grown[r.Name] = true
	}
}

func (c *checker) sameArray(r *Rule, e *Evaluator, n node, result T) {
	t := T(len(c.p.nodes))
	c.p.nodes = append(c.p.nodes, n)
	same := c.raw(e, node{hdr: header(OpEq, 0, 0), a: t, b: result})
	c.p.nodes = c.p.nodes[:t]
	if same.Sign() == 0 {
		c.t.Fatalf("%s (%s): %s differs from its result %s", r.Name, r.Doc, c.show(n), c.p.dump(result))
	}
}

// weight adds up the distinct terms below a node given by its arguments, or of
// the term a if op is OpNone, by what they cost a bit-blaster: wiring (leaves,
// slices, extensions, negation) is free, multiplication and division are dear.
func (c *checker) weight(a, b, d T, op Op) int {
	price := func(op Op) int {
		switch op {
		case OpNone, OpConst, OpVar, OpArrayVar, OpTable, OpNot, OpConcat, OpExtract, OpZExt, OpSExt:
			return 0
		case OpMul, OpUDiv, OpURem, OpSDiv, OpSRem:
			return 10
		}
		return 1
	}
	seen := map[T]bool{None: true}
	stack := []T{a, b, d}
	sum := price(op)
	if op != OpNone {
		stack = stack[:op.NumArgs()]
	}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		sum += price(c.p.Op(t))
		stack = append(stack, c.p.Args(t)...)
	}
	return sum
}

// show prints a node that is not in the pool.
func (c *checker) show(n node) string {
	t := T(len(c.p.nodes))
	c.p.nodes = append(c.p.nodes, n)
	defer func() { c.p.nodes = c.p.nodes[:t] }()
	return c.p.dump(t)
}

// dump prints a small term as an S-expression with all widths.
func (p *Pool) dump(t T) string {
	n := p.nodes[t]
	switch n.op() {
	case OpConst:
		v, _ := p.ConstBig(t)
		return fmt.Sprintf("%v:%d", v, n.width())
	case OpVar, OpArrayVar:
		return fmt.Sprintf("%s:%d", p.Name(t), n.width())
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(%s:%d", n.op(), n.width())
	if n.op() == OpExtract {
		fmt.Fprintf(&b, " @%d", p.ExtractLo(t))
	}
	for _, a := range p.Args(t) {
		b.WriteString(" " + p.dump(a))
	}
	return b.String() + ")"
}

// checkFacts holds the facts of t against its values.
func (c *checker) checkFacts(t T) {
	c.t.Helper()
	w := c.p.Width(t)
	if w > 64 || c.p.IsArray(t) {
		return
	}
	ulo, uhi := c.p.URange(t)
	slo, shi := c.p.SRange(t)
	zeros, ones := c.p.KnownBits(t)
	for _, e := range c.evs {
		v := e.Big(t).Uint64()
		s := int64(v)
		if w > 0 {
			s = signed(v, w)
		}
		if v < ulo || v > uhi || s < slo || s > shi || v&zeros != 0 || v&ones != ones {
			c.t.Fatalf("%s = %#x, but facts say [%#x,%#x] [%d,%d] zeros %#x ones %#x",
				c.p.dump(t), v, ulo, uhi, slo, shi, zeros, ones)
		}
	}
}
