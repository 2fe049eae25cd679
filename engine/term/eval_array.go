package term

import (
	"fmt"
	"math/big"
	"slices"
)

// stepArrayEq evaluates the equality of two arrays: they are equal if they agree
// at every index either mentions and, unless those are all there are, elsewhere.
func (e *Evaluator) stepArrayEq(t T, n node) bool {
	a, okA := e.materialize(n.a)
	b, okB := e.materialize(n.b)
	if !okA || !okB {
		return false
	}
	var keys []uint64
	for k := range a.values {
		keys = append(keys, k)
	}
	for k := range b.values {
		if _, both := a.values[k]; !both {
			keys = append(keys, k)
		}
	}
	equal := !slices.ContainsFunc(keys, func(k uint64) bool { return a.at(k).Cmp(b.at(k)) != 0 })
	if w := e.p.IndexWidth(n.a); equal && (w == 64 || uint64(len(keys)) < 1<<uint(w)) {
		equal = a.rest.Cmp(b.rest) == 0
	}
	e.set(t, bit(equal))
	return true
}

// Array returns the value of t, an array of elements of at most 64 bits: the
// elements at some indices, and the one at all others, as Model.SetArray takes
// them.
func (e *Evaluator) Array(t T) (values map[uint64]uint64, rest uint64) {
	if !e.p.IsArray(t) || e.p.Width(t) > 64 {
		panic(fmt.Sprintf("term: Evaluator.Array of %s", e.p.sortString(t)))
	}
	for {
		e.stack = e.stack[:0]
		if w, ready := e.materialize(t); ready {
			values = make(map[uint64]uint64, len(w.values))
			for i, v := range w.values {
				values[i] = v.Uint64()
			}
			return values, w.rest.Uint64()
		}
		e.finish(nil)
	}
}

// wholeArray is the value of an array term.
type wholeArray struct {
	values map[uint64]*big.Int
	rest   *big.Int
}

func (a wholeArray) at(i uint64) *big.Int {
	if v, ok := a.values[i]; ok {
		return v
	}
	return a.rest
}

// materialize returns the value of array term t. If something below t is not
// evaluated yet, it pushes that and returns false.
func (e *Evaluator) materialize(t T) (wholeArray, bool) {
	var stores []node
	ready := true
	for {
		n := e.p.nodes[t]
		switch n.op() {
		case OpStore:
			stores = append(stores, n)
			i, v := e.push(n.b), e.push(n.c)
			ready = ready && !i && !v
			t = n.a
			continue
		case OpIte:
			if e.push(n.a) {
				return wholeArray{}, false
			}
			t = e.choose(n)
			continue
		case OpConstArray:
			ready = !e.push(n.a) && ready
		}
		break
	}
	if !ready {
		return wholeArray{}, false
	}
	w := e.base(t)
	for _, s := range slices.Backward(stores) {
		w.values[e.value.at(s.b)] = e.big(s.c)
	}
	return w, true
}

// base returns the value of an array term without stores.
func (e *Evaluator) base(t T) wholeArray {
	n := e.p.nodes[t]
	w := wholeArray{map[uint64]*big.Int{}, new(big.Int)}
	switch n.op() {
	case OpConstArray:
		w.rest = e.big(n.a)
	case OpTable:
		for i, v := range e.p.TableValues(t) {
			w.values[uint64(i)] = new(big.Int).SetUint64(v)
		}
	default:
		m := mask(min(n.width(), 64))
		v := e.content(t)
		for i, x := range v.values {
			if i <= mask(n.index()) {
				w.values[i] = new(big.Int).SetUint64(x & m)
			}
		}
		w.rest.SetUint64(v.rest & m)
	}
	return w
}
