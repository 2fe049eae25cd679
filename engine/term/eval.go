package term

import (
	"fmt"
	"math/big"
)

// Evaluator computes the values of terms under a model, with the total
// semantics of SMT-LIB's QF_ABV. Values are kept per term, so that a sequence of
// terms that share parts costs each part once. It uses no recursion: a term may
// be millions deep.
//
// A change of the model after the first evaluation is not seen until Reset.
type Evaluator struct {
	p     *Pool
	m     *Model
	seen  []uint32 // per term: the epoch its value is of
	epoch uint32
	value []uint64
	wide  map[T]*big.Int // values of terms wider than 64 bits
	stack []frame
}

// frame is a term under evaluation. cur is, for a Select, the array reached on
// the way through stores that do not match.
type frame struct{ t, cur T }

// NewEvaluator returns an evaluator for terms of p under m.
func NewEvaluator(p *Pool, m *Model) *Evaluator {
	return &Evaluator{p: p, m: m, epoch: 1, wide: map[T]*big.Int{}}
}

// Reset forgets all values, in constant time unless terms wider than 64 bits
// were evaluated.
func (e *Evaluator) Reset() {
	e.epoch++
	if e.epoch == 0 {
		clear(e.seen)
		e.epoch = 1
	}
	clear(e.wide)
}

// Rebind turns e into an evaluator under m. It keeps the memory of e, which is
// of the size of the pool, so a cache of models should rebind the evaluators of
// the models it drops.
func (e *Evaluator) Rebind(m *Model) {
	e.m = m
	e.Reset()
}

// BV returns the value of t, a bit-vector of at most 64 bits.
func (e *Evaluator) BV(t T) uint64 {
	if n := e.p.nodes[t]; n.width() > 64 || n.index() != 0 {
		panic(fmt.Sprintf("term: Evaluator.BV of %s", e.p.sortString(t)))
	}
	e.run(t)
	return e.value[t]
}

// Bool returns the value of t, a Bool.
func (e *Evaluator) Bool(t T) bool {
	e.p.wantBool(OpNone, t)
	e.run(t)
	return e.value[t] == 1
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
	return new(big.Int).SetUint64(e.value[t])
}

// run evaluates t and what it needs.
func (e *Evaluator) run(t T) {
	if n := len(e.p.nodes); len(e.seen) < n {
		e.seen = append(e.seen, make([]uint32, n-len(e.seen))...)
		e.value = append(e.value, make([]uint64, n-len(e.value))...)
	}
	e.push(t)
	for len(e.stack) > 0 {
		top := len(e.stack) - 1
		if t := e.stack[top].t; e.done(t) || e.step(top) {
			e.seen[t] = e.epoch
			e.stack = e.stack[:top]
		}
	}
}

// done reports whether the value of t is known.
func (e *Evaluator) done(t T) bool { return e.seen[t] == e.epoch }

// push puts t on the stack unless its value is known; it reports whether it did.
func (e *Evaluator) push(t T) bool {
	if e.done(t) {
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
		e.set(t, n.value(), e.p.wideConst(n))
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

// wideConst returns the value of a constant wider than 64 bits, else nil.
func (p *Pool) wideConst(n node) *big.Int {
	if n.width() > 64 {
		return p.wide[n.b]
	}
	return nil
}

// set stores a value: x, or b for terms wider than 64 bits.
func (e *Evaluator) set(t T, x uint64, b *big.Int) {
	if e.p.Width(t) > 64 {
		e.wide[t] = b
	} else {
		e.value[t] = x
	}
}

// setVar gives a variable of w bits the model's value.
func (e *Evaluator) setVar(t T, w int) {
	if x, ok := e.m.scalars[t]; ok && w <= 64 {
		e.value[t] = x & mask(w)
		return
	}
	x, _ := e.m.GetBig(t)
	x = wrapBig(new(big.Int).Set(x), max(w, 1))
	e.set(t, x.Uint64(), x)
}

// choose returns the branch an Ite takes; its condition is evaluated.
func (e *Evaluator) choose(n node) T {
	if e.value[n.a] == 1 {
		return n.b
	}
	return n.c
}

// follow gives t the value of s, once that is known.
func (e *Evaluator) follow(t, s T) bool {
	if e.push(s) {
		return false
	}
	e.set(t, e.value[s], e.wide[s])
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
			b = e.value[n.b]
		}
		e.value[t] = eval64(n.op(), w, wa, wb, e.value[n.a], b)
		return
	}
	var b *big.Int
	if binary {
		b = e.big(n.b)
	}
	v := evalBig(n.op(), w, wa, wb, e.big(n.a), b)
	e.set(t, v.Uint64(), v)
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
	i := e.value[n.b]
	for {
		a := e.p.nodes[f.cur]
		switch a.op() {
		case OpStore:
			if e.push(a.b) {
				return false
			}
			if e.value[a.b] == i {
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
			x := e.element(f.cur, i)
			e.set(f.t, x, new(big.Int).SetUint64(x))
			return true
		}
	}
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
