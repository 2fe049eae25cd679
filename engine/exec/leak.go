package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// watchLeaks notes the ways in which targets ask about leaks: of which memory. Where the
// program ends is not asked: the sites only say where a search has to go.
func (m *Machine) watchLeaks(s Site) {
	for _, have := range m.leakSites {
		if have.Target == s.Target && have.OnlyMade == s.OnlyMade && have.Made == s.Made {
			return
		}
	}
	if len(s.Via) > 0 { // with more of them than bits, some share one: a run may pass for one that came by
		s.pass = 1 << (len(m.leakSites) % 64)
		for _, pt := range s.Via {
			m.Watch(pt, Site{Target: s.Target, pass: s.pass})
		}
	}
	m.leakSites = append(m.leakSites, s)
}

// lost judges the end of the program, behind all that runs there: is there a heap object
// that was never freed and that nothing points to any more? returned is what an entry
// other than main hands to its caller.
func (m *Machine) lost(s *State, returned memory.Value) {
	asked := false
	for _, st := range m.leakSites {
		asked = asked || m.Obs.Open(st.Target)
	}
	if !asked {
		return
	}
	s.opaque("the end of the program, where memory is lost or not")
	s.drain(m)
	var blocks []memory.ObjID
	for id := memory.ObjID(1); int(id) <= s.Mem.Len(); id++ {
		if o := s.Mem.Get(id); o.Origin == memory.Heap && !o.Dead {
			blocks = append(blocks, id)
		}
	}
	if len(blocks) == 0 {
		return
	}
	sure, perhaps := m.held(s, returned, false), m.held(s, returned, true)
	for _, st := range m.leakSites {
		for _, id := range blocks {
			if o := s.Mem.Get(id); sure[id] || !m.Obs.Open(st.Target) || st.OnlyMade && o.Site != st.Made {
				continue
			}
			if perhaps[id] {
				m.Obs.Unsure(Stop{Kind: Unmodelled, Point: m.userPoint(s), Reason: "whether memory is lost depends on an address outside its block, " +
					"on a number made of an address, or on what code that is not there keeps"})
				continue
			}
			if s.passed&st.pass != st.pass {
				m.Obs.Unsure(Stop{Kind: Elsewhere, Point: m.userPoint(s), Reason: "memory is lost there, in runs that do not come to the alarm's line"})
				continue
			}
			m.hit(s, st, op.Check[term.T]{Class: op.Leak, Cond: term.True})
		}
	}
}

// held finds the memory that an address leads to from what lives at the end: variables of
// all activations, their registers that are still read, and all that is static or the
// environment's. An address is one that lies in its block, as leak checkers see it;
// doubtful: also one behind the block, a number that was computed from one, and what
// unknown code was given.
func (m *Machine) held(s *State, returned memory.Value, doubtful bool) map[memory.ObjID]bool {
	w := newWalk()
	see := func(v memory.Value) {
		if v.Kind == memory.Ptr && v.Obj != 0 && (doubtful || m.surelyIn(s, v)) {
			w.visit(v.Obj)
		}
		if doubtful {
			s.Mem.MentionedIn(v, w.visit)
		}
	}
	s.Mem.Leaves(returned, see)
	for _, f := range s.frames {
		for _, r := range m.Prog.LiveAt(ir.Point{Block: f.Block.ID, Instr: int32(f.IP) + 1}) {
			s.Mem.Leaves(*f.reg(r), see)
		}
		for _, id := range f.owned {
			w.visit(id)
		}
	}
	for id := memory.ObjID(1); int(id) <= s.Mem.Len(); id++ {
		if o := s.Mem.Get(id); o.Origin == memory.Static || o.Origin == memory.Input {
			w.visit(id)
		}
	}
	if doubtful {
		for _, id := range s.kept {
			w.visit(id)
		}
	}
	for id := w.next(); id != 0; id = w.next() {
		if s.Mem.Get(id).Dead {
			continue
		}
		if s.Mem.Blurred(id) {
			m.stop(s, "whether memory is lost depends on addresses kept in an array of unknown contents")
		}
		s.Mem.Values(id, see)
	}
	return w.seen
}

// surelyIn tells that an address lies in its block for certain.
func (m *Machine) surelyIn(s *State, v memory.Value) bool {
	off := m.offset(v)
	in := m.Pool.Or(m.Pool.Eq(off, m.size(0)), m.Pool.ULt(off, s.Mem.SizeTerm(s.Mem.Get(v.Obj))))
	if in == term.True {
		return true
	}
	a, _ := m.feasible(s, m.Pool.Not(in))
	return a == no
}
