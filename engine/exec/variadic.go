package exec

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
)

// varArgs is what va_start needs to know: the memory that holds the variadic
// arguments, as clang's code for va_arg expects it. On x86-64 that is the
// register save area with the offsets of the first free registers, and the
// arguments on the stack (System V ABI, AMD64 supplement, §3.5.7); on i386
// all are on the stack.
type varArgs struct {
	saved, stack memory.ObjID
	gp, fp       uint64 // offsets in the save area
}

// The register save area: six integer registers of 8 bytes, eight vector
// registers of 16.
const (
	gpEnd = 48
	fpEnd = gpEnd + 128
)

// registers tells how many integer and vector registers an argument takes;
// none where it goes over the stack.
func (m *Machine) registers(a *ir.CallArg) (gp, fp uint64) {
	ty := &m.Prog.Types[a.Type]
	switch {
	case a.ByVal >= 0 || m.Prog.PtrBits == 32:
		return 0, 0
	case ty.Kind == ir.Ptr || ty.Kind == ir.Int && ty.Bits <= 64:
		return 1, 0
	case ty.Kind == ir.Int && ty.Bits <= 128:
		return 2, 0
	case ty.Kind == ir.Float && ty.Bits != 80, ty.Kind == ir.Vector && ty.Size <= 16:
		return 0, 1
	}
	return 0, 0
}

// variadic puts the arguments behind the fixed ones where va_arg finds them.
func (m *Machine) variadic(s *State, f *Frame, in *ir.Instr, args []memory.Value) varArgs {
	fixed := len(f.Fn.Params)
	offs, size := m.stackOffsets(in.Call.Args, fixed)
	v := varArgs{fp: gpEnd}
	if m.Prog.PtrBits == 64 {
		v.saved = m.newLocal(s, f, ir.NoReg, memory.Object{Origin: memory.Stack, Size: fpEnd, Align: 16, Name: "arguments", Site: s.Point()})
	}
	s.note(Note{Kind: Made, Obj: v.saved})
	v.stack = m.newLocal(s, f, ir.NoReg, memory.Object{Origin: memory.Stack, Size: size, Align: 16, Name: "arguments", Site: s.Point()})
	s.note(Note{Kind: Made, Obj: v.stack})
	gp, fp := uint64(0), uint64(gpEnd)
	for i := range args {
		a := &in.Call.Args[i]
		g, x := m.registers(a)
		switch {
		case i < fixed:
		case g > 0 && gp < gpEnd:
			m.saveInteger(s, v, gp, offs[i], a.Type, i, args[i])
		case x > 0 && fp < fpEnd:
			m.pass(s, memory.Pointer(v.saved, fp), a.Type, i, args[i])
		case a.ByVal >= 0:
			n := m.Prog.Types[a.ByVal].Size
			src := m.access(s, args[i], m.size(int(n)), false)
			off := m.settleOffset(s, src)
			s.note(Note{Kind: Copied, Obj: v.stack, K: offs[i], Obj2: src.Obj, K2: off, N: n})
			m.inputBound(s, memory.Pointer(src.Obj, off), int(n))
			s.Mem.Copy(v.stack, offs[i], src.Obj, off, n)
		default:
			m.pass(s, memory.Pointer(v.stack, offs[i]), a.Type, i, args[i])
		}
		gp, fp = min(gp+8*g, gpEnd), min(fp+16*x, fpEnd)
		if i < fixed {
			v.gp, v.fp = gp, fp
		}
	}
	return v
}

// maxVariadic is the size of what the variable arguments of a function take that the
// program does not call itself: the stack of a process has no more.
const maxVariadic = 8 << 20

// anyVariadic are the variable arguments of a function that the program does not call
// itself: as many as the stack holds, of any value.
func (m *Machine) anyVariadic(s *State, f *Frame) varArgs {
	m.Obs.Assumed("the variable arguments of " + f.Fn.Source + " take at most 8 MiB")
	v := varArgs{fp: gpEnd}
	made := func(size uint64) memory.ObjID {
		id := m.newLocal(s, f, ir.NoReg, memory.Object{Origin: memory.Stack, Size: size, Align: 16, Name: "arguments"})
		s.Mem.Havoc(id)
		return id
	}
	if m.Prog.PtrBits == 64 {
		v.saved = made(fpEnd)
	}
	v.stack = made(maxVariadic)
	for i := range f.Fn.Params {
		p := &f.Fn.Params[i]
		g, x := m.registers(&ir.CallArg{Type: p.Type, ByVal: p.ByVal})
		v.gp, v.fp = min(v.gp+8*g, gpEnd), min(v.fp+16*x, fpEnd)
	}
	return v
}

// pass stores argument i at its place.
func (m *Machine) pass(s *State, at memory.Value, t ir.TypeID, i int, x memory.Value) {
	s.note(Note{Kind: Passed, Obj: at.Obj, K: at.Bits, K2: uint64(i), N: m.Prog.Types[t].Store})
	m.storeValue(s, at, t, x)
}

// saveInteger stores an argument that starts in the integer register saved at
// gp. The second half of a wide one goes over the stack where registers end.
func (m *Machine) saveInteger(s *State, v varArgs, gp, off uint64, t ir.TypeID, i int, x memory.Value) {
	w := m.bits(t)
	if w <= 64 || gp+16 <= gpEnd {
		m.pass(s, memory.Pointer(v.saved, gp), t, i, x)
		return
	}
	s.opaque("an argument is passed in parts")
	whole := m.intTerm(s, m.cooked(s, x, w), w)
	s.Mem.Store(v.saved, gp, 8, m.fromTerm(m.Pool.Extract(whole, 0, 64)))
	s.Mem.Store(v.stack, off, 8, m.fromTerm(m.Pool.ZExt(m.Pool.Extract(whole, 64, w-64), 64)))
}

// stackOffsets is the layout of the variadic arguments that go over the stack:
// slots of the register size, aligned more where the type is.
func (m *Machine) stackOffsets(args []ir.CallArg, fixed int) (offs []uint64, size uint64) {
	slot := uint64(m.Prog.PtrBits / 8)
	offs = make([]uint64, len(args))
	gp, fp := uint64(0), uint64(gpEnd)
	for i := range args {
		a := &args[i]
		t := a.Type
		if a.ByVal >= 0 {
			t = a.ByVal
		}
		ty := &m.Prog.Types[t]
		g, x := m.registers(a)
		bytes := (ty.Size + slot - 1) / slot * slot
		if gp+8*g > gpEnd && gp < gpEnd {
			bytes -= gpEnd - gp // in registers so far
		}
		inRegisters := g > 0 && gp+8*g <= gpEnd || x > 0 && fp < fpEnd
		gp, fp = min(gp+8*g, gpEnd), min(fp+16*x, fpEnd)
		if i < fixed || inRegisters {
			continue
		}
		if al := uint64(ty.Align); al > slot {
			size = (size + al - 1) / al * al
		}
		offs[i] = size
		size += bytes
	}
	return offs, size
}

// vaStart fills a va_list.
func vaStart(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	stack := memory.Pointer(f.rest.stack, 0)
	w := m.Prog.PtrBits / 8
	if m.Prog.PtrBits == 32 {
		p := m.access(s, m.val(s, f, in.Args[0]), m.size(w), true)
		s.note(Note{Kind: Pointers, Obj: f.rest.stack})
		s.Mem.Store(p.Obj, m.settleOffset(s, p), w, stack)
		s.next()
		return
	}
	p := m.access(s, m.val(s, f, in.Args[0]), m.size(24), true)
	off := m.settleOffset(s, p)
	s.note(Note{Kind: Pointers, Obj: f.rest.stack, Obj2: f.rest.saved, K: f.rest.gp, K2: f.rest.fp})
	s.Mem.Store(p.Obj, off, 4, memory.Const(f.rest.gp))
	s.Mem.Store(p.Obj, off+4, 4, memory.Const(f.rest.fp))
	s.Mem.Store(p.Obj, off+8, 8, stack)
	s.Mem.Store(p.Obj, off+16, 8, memory.Pointer(f.rest.saved, 0))
	s.next()
}

func vaCopy(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	n := 24
	if m.Prog.PtrBits == 32 {
		n = 4
	}
	src := m.access(s, m.val(s, f, in.Args[1]), m.size(n), false)
	dst := m.access(s, m.val(s, f, in.Args[0]), m.size(n), true)
	to, from := m.settleOffset(s, dst), m.settleOffset(s, src)
	s.note(Note{Kind: Copied, Obj: dst.Obj, K: to, Obj2: src.Obj, K2: from, N: uint64(n)})
	s.Mem.Copy(dst.Obj, to, src.Obj, from, uint64(n))
	s.next()
}
