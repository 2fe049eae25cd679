package exec

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
)

// registers is the register file of an activation, in pieces that states share
// until one of them writes: functions with thousands of registers are forked as
// often as small ones.
type registers struct {
	pieces []piece
	n      int
	only   [1]piece // the pieces, if there is but one
}

const (
	pieceBits = 6
	pieceSize = 1 << pieceBits
)

// piece is some registers. They belong to the frames of one epoch.
type piece struct {
	vals  []memory.Value
	epoch uint64
}

// init makes n registers.
func (g *registers) init(n int, epoch uint64) {
	g.n = n
	all := make([]memory.Value, n)
	g.pieces = g.only[:]
	if k := (n + pieceSize - 1) >> pieceBits; k > 1 {
		g.pieces = make([]piece, k)
	}
	for i := range g.pieces {
		end := min(n, (i+1)<<pieceBits)
		g.pieces[i] = piece{all[i<<pieceBits : end : end], epoch}
	}
}

// share makes the pieces of a copied register file its own to replace.
func (g *registers) share() {
	if len(g.pieces) == 1 {
		g.pieces = g.only[:]
		return
	}
	g.pieces = slices.Clone(g.pieces)
}

// reg is a register, for reading.
func (f *Frame) reg(r ir.Reg) *memory.Value {
	return &f.regs.pieces[r>>pieceBits].vals[r&(pieceSize-1)]
}

// own is a register of a frame that belongs to its state alone, for writing.
func (f *Frame) own(r ir.Reg) *memory.Value {
	p := &f.regs.pieces[r>>pieceBits]
	if p.epoch != f.epoch {
		p.vals, p.epoch = slices.Clone(p.vals), f.epoch
	}
	return &p.vals[r&(pieceSize-1)]
}

// NumRegs is the number of registers.
func (f *Frame) NumRegs() int { return f.regs.n }

// eachReg goes through the registers.
func (f *Frame) eachReg(yield func(r ir.Reg, v *memory.Value)) {
	for i := range f.regs.pieces {
		vals := f.regs.pieces[i].vals
		for k := range vals {
			yield(ir.Reg(i<<pieceBits+k), &vals[k])
		}
	}
}
