package bitblast

import (
	"fmt"
	"math/big"

	"github.com/assay-dev/assay/engine/term"
)

// MaxOperationGates bounds the gates of one operation, so that a product of two
// very wide vectors is refused instead of filling the memory.
const MaxOperationGates = 1 << 22

// Work between two polls of stop: terms translated, gates made or encoded. Both
// take well under a millisecond.
const (
	pollTerms = 64
	pollGates = 2048
)

// Failure tells why a term was not translated.
type Failure uint8

// The outcomes of Blaster.Blast.
const (
	NoFailure Failure = iota
	Stopped           // stop returned true
	TooLarge          // an operation needs more than MaxOperationGates
)

// Blaster translates the terms of one pool. Boolean terms become one wire,
// bit-vectors one wire per bit, least significant first.
type Blaster struct {
	pool  *term.Pool
	graph *Graph
	at    []uint64 // per term: 1 + start of its wires in wires, or 0
	wires []Ref
	div   map[divKey][2][]Ref
	stack []term.T
	steps int // terms translated, for polling
}

// divKey identifies a division, whose quotient and remainder share one relation.
type divKey struct {
	n, d   term.T
	signed bool
}

// NewBlaster returns a blaster for the terms of pool, making gates in graph.
func NewBlaster(pool *term.Pool, graph *Graph) *Blaster {
	return &Blaster{pool: pool, graph: graph, div: map[divKey][2][]Ref{}}
}

// Wires returns the wires of a term translated before; nil if it was not.
func (b *Blaster) Wires(t term.T) []Ref {
	if int(t) >= len(b.at) || b.at[t] == 0 {
		return nil
	}
	start := b.at[t] - 1
	n := uint64(max(b.pool.Width(t), 1))
	return b.wires[start : start+n : start+n]
}

// Blast translates t and all terms below it. The terms must have no arrays but
// tables and constant arrays read at some index. stop may be nil.
func (b *Blaster) Blast(t term.T, stop func() bool) Failure {
	b.at = grown(b.at, b.pool.Len()+1)
	b.stack = append(b.stack[:0], t)
	b.graph.watch(stop)
	for len(b.stack) > 0 {
		t := b.stack[len(b.stack)-1]
		if b.at[t] != 0 {
			b.stack = b.stack[:len(b.stack)-1]
			continue
		}
		if b.pushArgs(t) {
			continue
		}
		if b.steps++; b.steps%pollTerms == 0 && stop != nil && stop() {
			return Stopped
		}
		if b.cost(t) > MaxOperationGates {
			return TooLarge
		}
		wires := b.translate(t)
		if b.graph.stopped {
			return Stopped
		}
		b.define(t, wires)
		b.stack = b.stack[:len(b.stack)-1]
	}
	return NoFailure
}

// pushArgs pushes the arguments of t not translated yet and reports whether
// there were any.
func (b *Blaster) pushArgs(t term.T) bool {
	before := len(b.stack)
	for i := range b.pool.NumArgs(t) {
		a := b.pool.Arg(t, i)
		if b.pool.IsArray(a) {
			if b.pool.Op(a) == term.OpConstArray {
				a = b.pool.Arg(a, 0)
			} else {
				continue
			}
		}
		if b.at[a] == 0 {
			b.stack = append(b.stack, a)
		}
	}
	return len(b.stack) > before
}

// cost estimates the gates of the operation at the root of t.
func (b *Blaster) cost(t term.T) int {
	w := b.pool.Width(t)
	switch b.pool.Op(t) {
	case term.OpMul, term.OpUDiv, term.OpURem, term.OpSDiv, term.OpSRem:
		if d := b.pool.Arg(t, 1); b.pool.IsConst(d) {
			v, _ := b.pool.ConstBig(d)
			return w * (4 + v.BitLen())
		}
		return 2 * w * w
	case term.OpSelect:
		return w * len(b.tableOf(t))
	}
	return 8 * w
}

// tableOf returns the content of the table that the select t reads, if any.
func (b *Blaster) tableOf(t term.T) []uint64 {
	if a := b.pool.Arg(t, 0); b.pool.Op(a) == term.OpTable {
		return b.pool.TableValues(a)
	}
	return nil
}

func (b *Blaster) define(t term.T, wires []Ref) {
	if want := max(b.pool.Width(t), 1); len(wires) != want {
		panic(fmt.Sprintf("bitblast: %d wires for %v of width %d", len(wires), b.pool.Op(t), want))
	}
	b.at[t] = uint64(len(b.wires)) + 1
	b.wires = append(b.wires, wires...)
}

// arg returns the wires of the i-th argument.
func (b *Blaster) arg(t term.T, i int) []Ref { return b.Wires(b.pool.Arg(t, i)) }

// translate returns the wires of t, whose arguments are translated.
func (b *Blaster) translate(t term.T) []Ref {
	g, p := b.graph, b.pool
	switch p.Op(t) {
	case term.OpConst:
		v, _ := p.ConstBig(t)
		return constWord(v, max(p.Width(t), 1))
	case term.OpVar:
		return g.inputs(0, max(p.Width(t), 1))
	case term.OpNot, term.OpBVNot:
		return invert(b.arg(t, 0))
	case term.OpAnd:
		return []Ref{g.and(b.arg(t, 0)[0], b.arg(t, 1)[0])}
	case term.OpBVAnd:
		return b.bitwise(t, g.and)
	case term.OpBVOr:
		return b.bitwise(t, g.or)
	case term.OpBVXor:
		return b.bitwise(t, g.xor)
	case term.OpIte:
		return g.muxWord(b.arg(t, 0)[0], b.arg(t, 1), b.arg(t, 2))
	case term.OpEq:
		return []Ref{g.eq(b.arg(t, 0), b.arg(t, 1))}
	case term.OpULt:
		return []Ref{g.ult(b.arg(t, 0), b.arg(t, 1))}
	case term.OpSLt:
		return []Ref{g.slt(b.arg(t, 0), b.arg(t, 1))}
	case term.OpConcat:
		return append(append([]Ref(nil), b.arg(t, 1)...), b.arg(t, 0)...)
	case term.OpExtract:
		lo := p.ExtractLo(t)
		return b.arg(t, 0)[lo : lo+p.Width(t)]
	case term.OpZExt:
		return resize(b.arg(t, 0), p.Width(t), False)
	case term.OpSExt:
		x := b.arg(t, 0)
		return resize(x, p.Width(t), x[len(x)-1])
	case term.OpSelect:
		return b.read(t)
	}
	return b.translateArithmetic(t)
}

func (b *Blaster) translateArithmetic(t term.T) []Ref {
	g, p := b.graph, b.pool
	x := b.arg(t, 0)
	var y []Ref
	if p.NumArgs(t) > 1 {
		y = b.arg(t, 1)
	}
	switch p.Op(t) {
	case term.OpNeg:
		return g.neg(x)
	case term.OpAdd:
		return g.sum(x, y, False)
	case term.OpSub:
		return g.sub(x, y)
	case term.OpMul:
		return g.mul(x, y)
	case term.OpShl:
		return g.shiftLeft(x, y)
	case term.OpLShr:
		return g.shiftRight(x, y, False)
	case term.OpAShr:
		return g.shiftRight(x, y, x[len(x)-1])
	case term.OpUDiv:
		return b.divide(t, false)[0]
	case term.OpURem:
		return b.divide(t, false)[1]
	case term.OpSDiv:
		return b.divide(t, true)[0]
	case term.OpSRem:
		return b.divide(t, true)[1]
	}
	panic(fmt.Sprintf("bitblast: %v must be lowered before", p.Op(t)))
}

func (b *Blaster) bitwise(t term.T, f func(x, y Ref) Ref) []Ref {
	x, y := b.arg(t, 0), b.arg(t, 1)
	r := make([]Ref, len(x))
	for i := range r {
		r[i] = f(x[i], y[i])
	}
	return r
}

// divide returns quotient and remainder of the arguments of t.
func (b *Blaster) divide(t term.T, signed bool) [2][]Ref {
	key := divKey{b.pool.Arg(t, 0), b.pool.Arg(t, 1), signed}
	r, ok := b.div[key]
	if !ok {
		if signed {
			r[0], r[1] = b.graph.sdivrem(b.arg(t, 0), b.arg(t, 1))
		} else {
			r[0], r[1] = b.graph.udivrem(b.arg(t, 0), b.arg(t, 1))
		}
		if !b.graph.stopped {
			b.div[key] = r
		}
	}
	return r
}

// read returns the wires of a select from a table or a constant array.
func (b *Blaster) read(t term.T) []Ref {
	a, index := b.pool.Arg(t, 0), b.pool.Arg(t, 1)
	switch b.pool.Op(a) {
	case term.OpConstArray:
		return b.Wires(b.pool.Arg(a, 0))
	case term.OpTable:
		lo, hi := b.pool.URange(index)
		return b.graph.lookup(b.pool.TableValues(a), b.pool.Width(t), b.Wires(index), lo, hi)
	}
	panic(fmt.Sprintf("bitblast: read of %v must be lowered before", b.pool.Op(a)))
}

// Value64 assembles the value of up to 64 wires from their values.
func Value64(wires []Ref, value func(Ref) bool) uint64 {
	if len(wires) > 64 {
		panic("bitblast: more wires than fit 64 bits")
	}
	var v uint64
	for i, w := range wires {
		if value(w) {
			v |= 1 << i
		}
	}
	return v
}

// ValueBig assembles the value of any number of wires from their values.
func ValueBig(wires []Ref, value func(Ref) bool) *big.Int {
	v := new(big.Int)
	for i, w := range wires {
		if value(w) {
			v.SetBit(v, i, 1)
		}
	}
	return v
}
