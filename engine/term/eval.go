package term

import (
	"fmt"
	"math/big"
)

// Evaluator computes the values of terms under a model, with the total
// semantics of SMT-LIB's QF_ABV. Values are kept per term, so that a sequence of
// terms that share parts costs each part once; its memory follows the terms
// evaluated, not the pool, and for terms of at most 64 bits it allocates nothing
// once it has met their neighbours in the pool. It uses no recursion: a term may
// be millions deep.
//
// A change of the model after the first evaluation is not seen until Reset.
type Evaluator struct {
	p     *Pool
	m     *Model
	value memo[uint64]   // of terms wider than 64 bits: anything
	wide  map[T]*big.Int // values of terms wider than 64 bits
	stack []frame
}

// frame is a term under evaluation. cur is, for a Select, the array reached on
// the way through stores that do not match.
type frame struct{ t, cur T }

// NewEvaluator returns an evaluator for terms of p under m.
func NewEvaluator(p *Pool, m *Model) *Evaluator {
	return &Evaluator{p: p, m: m, value: newMemo[uint64](), wide: map[T]*big.Int{}}
}

// Reset forgets all values, in constant time unless terms wider than 64 bits
// were evaluated.
func (e *Evaluator) Reset() {
	e.value.reset()
	clear(e.wide)
}

// Rebind turns e into an evaluator under m. It keeps the memory of e, so whoever
// evaluates under many models should rebind one evaluator, or a few.
func (e *Evaluator) Rebind(m *Model) {
	e.m = m
	e.Reset()
}

// BV returns the value of t, a bit-vector of at most 64 bits.
func (e *Evaluator) BV(t T) uint64 {
	if n := e.p.nodes[t]; n.width() > 64 || n.index() != 0 {
		panic(fmt.Sprintf("term: Evaluator.BV of %s", e.p.sortString(t)))
	}
	return e.run(t)
}

// Bool returns the value of t, a Bool.
func (e *Evaluator) Bool(t T) bool {
	e.p.wantBool(OpNone, t)
	return e.run(t) == 1
}

// Big returns the value of t, a bit-vector of any width, in [0, 2^Width(t)).
// The caller must not change it.
func (e *Evaluator) Big(t T) *big.Int {
	if e.p.IsArray(t) {
		panic(fmt.Sprintf("term: Evaluator.Big of %s", e.p.sortString(t)))
	}
	e.run(t)
	return e.big(t)
}

// big returns the value of a term already evaluated.
func (e *Evaluator) big(t T) *big.Int {
	if e.p.Width(t) > 64 {
		return e.wide[t]
	}
	return new(big.Int).SetUint64(e.value.at(t))
}

// Evaluate computes the value of t, a Bool or bit-vector, so that asking for it
// costs nothing afterwards. It gives up and returns false soon after stop returns
// true; a later call goes on where it was.
func (e *Evaluator) Evaluate(t T, stop func() bool) bool {
	if e.value.has(t) {
		return true
	}
	e.stack = append(e.stack[:0], frame{t: t})
	return e.finish(stop)
}

// finish evaluates what is on the stack. It reports false if stop did before.
func (e *Evaluator) finish(stop func() bool) bool {
	for steps := 1; len(e.stack) > 0; steps++ {
		if steps%pollSteps == 0 && stop != nil && stop() {
			return false
		}
		top := len(e.stack) - 1
		if e.value.has(e.stack[top].t) || e.step(top) {
			e.stack = e.stack[:top]
		}
	}
	return true
}

// run evaluates t and returns its value if that has at most 64 bits.
func (e *Evaluator) run(t T) uint64 {
	e.Evaluate(t, nil)
	return e.value.at(t)
}

// push puts t on the stack unless its value is known; it reports whether it did.
func (e *Evaluator) push(t T) bool {
	if e.value.has(t) {
		return false
	}
	e.stack = append(e.stack, frame{t: t})
	return true
}

// step advances the term of stack[top]: it either sets its value and returns
// true, or pushes what is needed first.
func (e *Evaluator) step(top int) bool {
	t := e.stack[top].t
	n := e.p.nodes[t]
	switch op := n.op(); op {
	case OpConst:
		e.setConst(t, n)
	case OpVar:
		e.setVar(t, n.width())
	case OpIte:
		if e.push(n.a) {
			return false
		}
		return e.follow(t, e.choose(n))
	case OpSelect:
		return e.stepSelect(top, n)
	case OpEq:
		if e.p.IsArray(n.a) {
			return e.stepArrayEq(t, n)
		}
		fallthrough
	default:
		pushed := e.push(n.a)
		if opTable[op].args > 1 && e.push(n.b) || pushed {
			return false
		}
		e.compute(t, n)
	}
	return true
}

// set stores the value of a term of at most 64 bits.
func (e *Evaluator) set(t T, x uint64) { e.value.put(t, x) }

// setBig stores the value of a term of any width, x modulo 2^Width(t) already.
func (e *Evaluator) setBig(t T, x *big.Int) {
	e.value.put(t, x.Uint64())
	if e.p.Width(t) > 64 {
		e.wide[t] = x
	}
}

func (e *Evaluator) setConst(t T, n node) {
	if n.width() > 64 {
		e.setBig(t, e.p.wide[n.b])
		return
	}
	e.set(t, n.value())
}

// setVar gives a variable of w bits the model's value.
func (e *Evaluator) setVar(t T, w int) {
	x, ok := e.m.scalars.get(t)
	if w <= 64 && (ok || e.m.wide[t] == nil) {
		e.set(t, x&mask(w))
		return
	}
	b, _ := e.m.GetBig(t)
	e.setBig(t, wrapBig(new(big.Int).Set(b), max(w, 1)))
}

// choose returns the branch an Ite takes; its condition is evaluated.
func (e *Evaluator) choose(n node) T {
	if e.value.at(n.a) == 1 {
		return n.b
	}
	return n.c
}

// follow gives t the value of s, once that is known.
func (e *Evaluator) follow(t, s T) bool {
	if e.push(s) {
		return false
	}
	if e.p.Width(t) > 64 {
		e.setBig(t, e.wide[s])
	} else {
		e.set(t, e.value.at(s))
	}
	return true
}

// compute applies an operator whose arguments are evaluated.
func (e *Evaluator) compute(t T, n node) {
	w, wa, wb := n.width(), e.p.Width(n.a), int(n.b)
	binary := opTable[n.op()].args > 1
	if binary {
		wb = e.p.Width(n.b)
	}
	if w <= 64 && wa <= 64 {
		var b uint64
		if binary {
			b = e.value.at(n.b)
		}
		e.set(t, eval64(n.op(), w, wa, wb, e.value.at(n.a), b))
		return
	}
	var b *big.Int
	if binary {
		b = e.big(n.b)
	}
	e.setBig(t, evalBig(n.op(), w, wa, wb, e.big(n.a), b))
}

// stepSelect walks from the array of a Select to the store, variable or
// constant that holds the element.
func (e *Evaluator) stepSelect(top int, n node) bool {
	if e.push(n.b) {
		return false
	}
	f := &e.stack[top]
	if f.cur == None {
		f.cur = n.a
	}
	i := e.value.at(n.b)
	for {
		a := e.p.nodes[f.cur]
		switch a.op() {
		case OpStore:
			if e.push(a.b) {
				return false
			}
			if e.value.at(a.b) == i {
				return e.follow(f.t, a.c)
			}
			f.cur = a.a
		case OpIte:
			if e.push(a.a) {
				return false
			}
			f.cur = e.choose(a)
		case OpConstArray:
			return e.follow(f.t, a.a)
		default:
			e.setElement(f.t, e.element(f.cur, i))
			return true
		}
	}
}

// setElement gives t, a Select, an element of at most 64 significant bits.
func (e *Evaluator) setElement(t T, x uint64) {
	if e.p.Width(t) > 64 {
		e.setBig(t, new(big.Int).SetUint64(x))
		return
	}
	e.set(t, x)
}

// element reads an array variable or a table.
func (e *Evaluator) element(a T, i uint64) uint64 {
	v := e.content(a)
	if x, ok := v.values[i]; ok {
		return x & mask(min(e.p.Width(a), 64))
	}
	if e.p.nodes[a].op() == OpTable {
		if vals := e.p.TableValues(a); i < uint64(len(vals)) {
			return vals[i]
		}
	}
	return v.rest & mask(min(e.p.Width(a), 64))
}

// content returns what the model says of an array variable.
func (e *Evaluator) content(a T) arrayValue { return e.m.arrays[a] }
