package ir

import (
	"math/bits"
	"slices"
	"sync"
)

// liveness is computed once per function on demand.
type liveness struct {
	once sync.Once
	in   [][]Reg
}

// LiveIn lists, ascending, the registers that are live at the first
// instruction of a block (index in Program.Blocks), that is after its phis:
// those read on some path from there before being set. In unoptimised code
// most registers never leave their block, so the lists are short.
func (p *Program) LiveIn(block int32) []Reg {
	b := p.Blocks[block]
	f := p.Funcs[b.Func]
	f.live.once.Do(func() { f.live.in = liveIn(f) })
	return f.live.in[b.Index]
}

// LiveAt lists, ascending, the registers that are live before the instruction
// at a point.
func (p *Program) LiveAt(pt Point) []Reg {
	b := p.Blocks[pt.Block]
	live := map[Reg]bool{}
	for _, r := range p.liveOut(b) {
		live[r] = true
	}
	for i := len(b.Instrs) - 1; i >= int(pt.Instr); i-- {
		in := &b.Instrs[i]
		delete(live, in.Dst)
		in.EachOperand(func(op Operand) {
			if !op.IsConst() {
				live[Reg(op)] = true
			}
		})
	}
	regs := make([]Reg, 0, len(live))
	for r := range live {
		regs = append(regs, r)
	}
	slices.Sort(regs)
	return regs
}

// liveOut lists the registers live on some edge out of a block.
func (p *Program) liveOut(b *Block) []Reg {
	var regs []Reg
	f := p.Funcs[b.Func]
	for _, s := range b.Succs {
		succ := f.Blocks[s]
		for _, r := range p.LiveIn(succ.ID) {
			if !definedByPhi(succ, r) {
				regs = append(regs, r)
			}
		}
		eachPhiUse(succ, b.Index, func(r Reg) { regs = append(regs, r) })
	}
	return regs
}

func definedByPhi(b *Block, r Reg) bool {
	for i := range b.Phis {
		if b.Phis[i].Dst == r {
			return true
		}
	}
	return false
}

// eachPhiUse yields the registers that the phis of b read on the edge from
// the block with the given index.
func eachPhiUse(b *Block, pred int32, yield func(Reg)) {
	for i := range b.Phis {
		phi := &b.Phis[i]
		for k, q := range phi.Preds {
			if q == pred && !phi.Vals[k].IsConst() {
				yield(Reg(phi.Vals[k]))
			}
		}
	}
}

// EachOperand yields every operand that the instruction reads, in order.
func (in *Instr) EachOperand(yield func(Operand)) {
	for _, a := range in.Args {
		yield(a)
	}
	if in.Call != nil {
		for i := range in.Call.Args {
			yield(in.Call.Args[i].Val)
		}
	}
}

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset      { return make(bitset, (n+63)/64) }
func (s bitset) has(i int32) bool { return s[i>>6]&(1<<(i&63)) != 0 }
func (s bitset) add(i int32)      { s[i>>6] |= 1 << (i & 63) }

// merge adds t without the members of not and reports whether s grew.
func (s bitset) merge(t, not bitset) bool {
	grown := uint64(0)
	for i, w := range t {
		if not != nil {
			w &^= not[i]
		}
		grown |= w &^ s[i]
		s[i] |= w
	}
	return grown != 0
}

// crossing numbers the registers that live longer than one block: only they
// take part in the data flow.
type crossing struct {
	index []int32 // register → dense number, or -1
	regs  []Reg
}

func findCrossing(f *Func) *crossing {
	home := make([]int32, len(f.RegTypes)) // defining block, -1 for parameters
	for i := range f.Params {
		home[i] = -1
	}
	for _, b := range f.Blocks {
		for i := range b.Phis {
			home[b.Phis[i].Dst] = b.Index
		}
		for i := range b.Instrs {
			if d := b.Instrs[i].Dst; d != NoReg {
				home[d] = b.Index
			}
		}
	}
	c := &crossing{index: make([]int32, len(f.RegTypes))}
	for i := range c.index {
		c.index[i] = -1
	}
	add := func(op Operand) {
		if !op.IsConst() && c.index[op] < 0 {
			c.index[op] = int32(len(c.regs))
			c.regs = append(c.regs, Reg(op))
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Phis {
			add(Operand(b.Phis[i].Dst))
			for _, v := range b.Phis[i].Vals {
				add(v)
			}
		}
		for i := range b.Instrs {
			b.Instrs[i].EachOperand(func(op Operand) {
				if !op.IsConst() && home[op] != b.Index {
					add(op)
				}
			})
		}
	}
	return c
}

// liveIn solves the data flow backwards until nothing changes.
func liveIn(f *Func) [][]Reg {
	c := findCrossing(f)
	n := len(f.Blocks)
	use, def, phis := make([]bitset, n), make([]bitset, n), make([]bitset, n)
	in := make([]bitset, n)
	for i, b := range f.Blocks {
		use[i], def[i], phis[i] = c.local(b)
		in[i] = append(bitset{}, use[i]...)
	}
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			out := newBitset(len(c.regs))
			for _, s := range f.Blocks[i].Succs {
				out.merge(in[s], phis[s])
				eachPhiUse(f.Blocks[s], int32(i), func(r Reg) { out.add(c.index[r]) })
			}
			changed = in[i].merge(out, def[i]) || changed
		}
	}
	lists := make([][]Reg, n)
	for i, set := range in {
		for w, word := range set {
			for ; word != 0; word &= word - 1 {
				lists[i] = append(lists[i], c.regs[w*64+bits.TrailingZeros64(word)])
			}
		}
		slices.Sort(lists[i])
	}
	return lists
}

// local computes the registers read before being set in a block, those set by
// its instructions, and those set by its phis.
func (c *crossing) local(b *Block) (use, def, phis bitset) {
	use, def, phis = newBitset(len(c.regs)), newBitset(len(c.regs)), newBitset(len(c.regs))
	for i := range b.Phis {
		phis.add(c.index[b.Phis[i].Dst])
	}
	for i := range b.Instrs {
		in := &b.Instrs[i]
		in.EachOperand(func(op Operand) {
			if op.IsConst() {
				return
			}
			if k := c.index[op]; k >= 0 && !def.has(k) {
				use.add(k)
			}
		})
		if in.Dst != NoReg {
			if k := c.index[in.Dst]; k >= 0 {
				def.add(k)
			}
		}
	}
	return use, def, phis
}
