package targets

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// nullPage is below which an address counts as null, with what is added to it.
const nullPage = 4096

// asked is what an alarm asks of an access at an address, and of which side: of the errors that
// an access can commit, others than the one claimed are no answer.
func (s *search) asked(classes op.Set, o ir.Operand) (op.Set, op.Side) {
	switch {
	case classes == nullClasses && !s.indexed(o):
		return op.SetOf(op.NullAccess), op.AnySide
	case classes == nullClasses: // what is added to null may lead anywhere; no access there is an answer
		return classes, op.Low
	case s.rule.Look == LookBounds:
		return classes, s.boundsSide(o)
	}
	return classes, s.rule.Side
}

// indexed reports whether more may be added to a pointer than the offset of a member.
func (s *search) indexed(o ir.Operand) bool {
	o = s.strip(o)
	sum := int64(0)
	for d := s.def(o); d != nil && d.Op == ir.GEP; d = s.def(o) {
		if sum += d.Gep.Const; len(d.Gep.Terms) > 0 || d.Gep.Const < 0 || sum >= nullPage {
			return true
		}
		o = s.strip(d.Args[0])
	}
	d := s.def(o)
	return d == nil && !o.IsConst() && s.phis[ir.Reg(o)] || d != nil && d.Op != ir.Load && d.Op != ir.Call && d.Op != ir.Alloca
}

// boundsSide is the side by which an access is feared to leave an object.
func (s *search) boundsSide(o ir.Operand) op.Side {
	d := s.def(s.strip(o))
	if s.claim.side == op.High && d != nil && d.Op == ir.GEP &&
		slices.ContainsFunc(d.Gep.Terms, func(t ir.GepTerm) bool { return s.indexSide(d.Args[t.Arg]) != op.High }) {
		return op.AnySide
	}
	return s.claim.side
}

// byIndices reports whether an instruction accesses an element of a variable by subscripts of
// declared arrays alone, of which each is checked.
func (s *search) byIndices(in *ir.Instr, o ir.Operand) bool {
	d := s.def(o)
	if d == nil || d.Op != ir.GEP || in.Op != ir.Load && in.Op != ir.Store {
		return false
	}
	for s.parts().bounded(d) {
		inner := s.def(d.Args[0])
		if inner == nil || inner.Op != ir.GEP {
			base := d.Args[0]
			name, t := s.object(base)
			return name != "" && t == d.Gep.Source && (!base.IsConst() || s.p.Consts[base.ConstIndex()].Offset == 0)
		}
		d = inner
	}
	return false
}
