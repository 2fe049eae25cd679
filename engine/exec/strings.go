package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// peek: int __assay_peek(const char *p, unsigned long i). Byte i behind p
// without any check; 0 outside the object. Models use it to look ahead
// without forking; what they then use they must access as C does.
func peek(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	v := m.located(s, args[0])
	w := m.bits(in.Call.Args[1].Type)
	i := m.sym.ResizeUnsigned(w, m.Prog.PtrBits, m.intTerm(s, args[1], w))
	if v.Obj == 0 || s.Mem.Get(v.Obj).Dead {
		s.accessAt(m, v, term.None)
		s.note(Note{Kind: Known})
		m.result(s, in, memory.Const(0))
		return
	}
	m.unshared(s, v.Obj)
	p := m.Pool
	at := memory.PointerTerm(p, v.Obj, p.Add(m.offset(v), i))
	s.accessAt(m, at, term.None)
	size := s.Mem.SizeTerm(s.Mem.Get(v.Obj))
	inside := p.ULt(m.offset(at), size)
	b := term.None
	switch {
	case inside == term.False:
		b = p.BV(8, 0)
	case at.T == term.None:
		x, _ := s.Mem.Load(v.Obj, at.Bits, 1)
		b = p.Ite(inside, s.Mem.IntTerm(x, 8), p.BV(8, 0))
	default:
		reach := m.window(s, at, 1)
		s.note(over(reach))
		alts, err := s.Mem.LoadSymbolic(v.Obj, at.T, reach, 1)
		if err != nil {
			m.stop(s, err.Error())
		}
		b = p.Ite(inside, s.Mem.IntTerm(alts[0].Value, 8), p.BV(8, 0))
	}
	m.result(s, in, m.fromTerm(p.ZExt(b, 32)))
}

// checkString: void __assay_check_string(const char *p, unsigned long max).
// Among the first max bytes from p there is an initialised NUL before the end
// of the object; otherwise the violations of reading that far. No fork.
func checkString(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	v := m.access(s, args[0], m.size(1), false)
	off := m.settleOffset(s, v)
	m.unshared(s, v.Obj)
	o := s.Mem.Get(v.Obj)
	if o.SizeT != term.None {
		m.stop(s, "a string in an object of unknown size")
	}
	p := m.Pool
	end, limited := o.Size, false
	if n := args[1]; n.IsInt() && n.Bits <= end-off {
		end, limited = off+n.Bits, true
	}
	running := term.True
	for at := off; at < end && running != term.False; at++ {
		if at-off > maxString {
			m.stop(s, "a string of more than 65536 unknown characters")
		}
		b, u := s.Mem.Load(v.Obj, at, 1)
		m.inputBoundIf(s, v.Obj, at, running)
		if u != term.False {
			m.reading(s, b, op.Check[term.T]{Class: op.UninitRead, Cond: p.And(running, u)})
		}
		running = p.And(running, p.Not(p.Eq(s.Mem.IntTerm(b, 8), p.BV(8, 0))))
	}
	if !limited {
		m.checkSides(s, op.Check[term.T]{Class: op.OutOfBounds, Cond: running}, term.False, m.through(s, v))
	}
	s.next()
}

// expectText: void __assay_expect_text(const char *p, int argument). Where a target asks
// whether the argument is a text and it may be none, the target stays open: a run does not go
// wrong by that. No fork.
func expectText(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	if m.wanted(s).Has(op.NoText) {
		s.opaque("a text that an alarm is about")
		m.check(s, op.Check[term.T]{Class: op.NoText, Cond: m.noText(s, args[0])}, int32(args[1].Bits))
	}
	s.next()
}

// noText tells when there is no NUL from an address on, before the end of its object. Where
// that is not known here it may be so.
func (m *Machine) noText(s *State, v memory.Value) term.T {
	v = m.asPointer(s, v)
	if v.Obj == 0 || v.T != term.None || s.Mem.Get(v.Obj).Dead || s.Mem.Get(v.Obj).SizeT != term.None {
		return term.True
	}
	m.unshared(s, v.Obj)
	running, end := term.True, s.Mem.Get(v.Obj).Size
	for at := v.Bits; at < end && running != term.False; at++ {
		if at-v.Bits > maxString {
			break
		}
		b, u := s.Mem.Load(v.Obj, at, 1)
		m.inputBoundIf(s, v.Obj, at, running)
		running = m.Pool.And(running, m.Pool.Or(u, m.Pool.Not(m.Pool.Eq(s.Mem.IntTerm(b, 8), m.Pool.BV(8, 0)))))
	}
	return running
}

const maxString = 1 << 16

// inputBoundIf notes an input bound that a read meets under a condition.
func (m *Machine) inputBoundIf(s *State, id memory.ObjID, at uint64, c term.T) {
	o := s.Mem.Get(id)
	if o.BoundKind == "" || at < o.BoundAt {
		return
	}
	if a, _ := m.feasible(s, c); a != no {
		m.inputBound(s, memory.Pointer(id, at), 1)
	}
}

// byteCount is argument i of a call, a number of bytes, at pointer width.
func (m *Machine) byteCount(s *State, in *ir.Instr, args []memory.Value, i int) term.T {
	w := m.bits(in.Call.Args[i].Type)
	return m.sym.ResizeUnsigned(w, m.Prog.PtrBits, m.intTerm(s, m.cooked(s, args[i], w), w))
}

// copyRange: void __assay_copy(void *dst, const void *src, unsigned long n,
// int apart). memcpy (apart) and memmove of the library.
func copyRange(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	n := m.byteCount(s, in, args, 2)
	m.copyBytes(s, args[0], args[1], n, op.RangesIf(args[3].Bits != 0))
	s.next()
}

// fillRange: void __assay_fill(void *dst, int byte, unsigned long n).
func fillRange(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	n := m.byteCount(s, in, args, 2)
	b := m.fromTerm(m.sym.Trunc(32, 8, m.intTerm(s, m.cooked(s, args[1], 32), 32)))
	m.fillBytes(s, args[0], b, n)
	s.next()
}

// sameObject: int __assay_same(const void *p, const void *q).
func sameObject(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	v, w := m.located(s, args[0]), m.located(s, args[1])
	s.accessAt(m, v, term.None)
	s.accessAt(m, w, term.None)
	same := concrete.FromCond(v.Obj != 0 && v.Obj == w.Obj)
	s.note(Note{Kind: Known, K: same})
	m.result(s, in, memory.Const(same))
}
