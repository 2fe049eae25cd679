package targets

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// released collects the releases in the functions that are called at an alarm's place: an
// analyzer that follows calls gives the call of a wrapper of free. Where one of these functions
// may be called from elsewhere, too, an error in it need not be the alarm's.
func (m *Mapper) released(q *question, points []ir.Point) []candidate {
	var all []candidate
	for _, pt := range points {
		in := m.p.At(pt)
		if in.Op != ir.Call {
			continue
		}
		s := newSearch(m.matcher(m.p.Blocks[pt.Block].Func), q.rule, q.claim, pt)
		inner, known := m.closure(pt)
		if !known {
			s.add(q.rule.Classes, op.AnySide, anyArg, s.passed(in))
			s.found[0].unseen = "what is called there through a pointer may release memory"
			all = append(all, s.found...)
			continue
		}
		settles := m.onlyFrom(pt, inner)
		anything := q.claim
		anything.subject = nil
		for _, f := range inner {
			for _, c := range m.search(q.rule, anything, functionPoints(m.p.Funcs[f])) {
				c.match, c.settles = s.passed(in), settles
				all = append(all, c)
			}
		}
	}
	return all
}

// passed reports whether a call is given what the message names, or its address. What it is
// not given it may still reach.
func (s *search) passed(in *ir.Instr) match {
	if e := s.claim.subject; e != nil {
		for _, a := range in.Call.Args {
			if s.value(e, a.Val).or(s.addr(e, a.Val)) == yes {
				return yes
			}
		}
	}
	return maybe
}

// closure lists the program's functions that a call runs. It is not known where one of them
// calls through a pointer.
func (m *Mapper) closure(call ir.Point) (inner []ir.FuncID, known bool) {
	for todo := []ir.Point{call}; len(todo) > 0; todo = todo[1:] {
		in := m.p.At(todo[0])
		switch {
		case in.Op != ir.Call:
		case in.Call.Callee < 0:
			return nil, false
		default:
			f := m.p.Funcs[in.Call.Callee]
			if !f.Model && len(f.Blocks) > 0 && !slices.Contains(inner, f.ID) {
				inner = append(inner, f.ID)
				todo = append(todo, functionPoints(f)...)
			}
		}
	}
	return inner, true
}

// onlyFrom says which verdicts on functions that a call runs answer an alarm at that call: all
// if nothing else runs them.
func (m *Mapper) onlyFrom(call ir.Point, inner []ir.FuncID) Settles {
	shared := func(f ir.FuncID) Settles {
		return Settles{OnlyUnreachable: true, Why: m.p.Funcs[f].Source + "() may be called from other places, too, and which call fails is not told"}
	}
	for _, f := range inner {
		if fn := m.p.Funcs[f]; fn.AddressTaken || !fn.Internal {
			return shared(f)
		}
	}
	for _, caller := range m.p.Funcs {
		if slices.Contains(inner, caller.ID) {
			continue
		}
		for _, pt := range functionPoints(caller) {
			if in := m.p.At(pt); in.Op == ir.Call && pt != call && slices.Contains(inner, in.Call.Callee) {
				return shared(in.Call.Callee)
			}
		}
	}
	return Settles{}
}
