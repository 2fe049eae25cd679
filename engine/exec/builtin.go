package exec

import (
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// builtin executes one of ir.Intrinsics.
type builtin func(m *Machine, s *State, in *ir.Instr, args []memory.Value)

var builtins map[string]builtin

func init() {
	builtins = map[string]builtin{
		"__assay_choose":       chooseFailure,
		"__assay_nondet":       nondetKeyed,
		"__assay_input":        inputByte,
		"__assay_input_number": inputNumber,
		"__assay_text":         declined,
		"__assay_assume":       assume,
		"__assay_alloc":        alloc,
		"__assay_free":         release,
		"__assay_replace":      replace,
		"__assay_room":         room,
		"__assay_peek":         peek,
		"__assay_check_string": checkString,
		"__assay_expect_text":  expectText,
		"__assay_contract":     declined,
		"__assay_length":       forProofs,
		"__assay_in_text":      forProofs,
		"__assay_open":         forProofs,
		"__assay_copy":         copyRange,
		"__assay_fill":         fillRange,
		"__assay_same":         sameObject,
		"__assay_own":          own,
		"__assay_uses":         uses,
		"__assay_exit":         exit,
		"__assay_abort":        abort,
		"__assay_fail":         failModel,
		"__assay_undecided":    giveUp,
		"__assay_bound":        modelBound,
		"__assay_is_known":     isKnown,
		"__assay_by_turns":     declined,
		"__assay_reorder":      declined,
		"__assay_any":          anyBytes,
		"__assay_keep":         keepPointer,
		"__assay_private":      privateBlock,
		"__assay_kept":         keptPointer,
		"__assay_named":        namedPointer,
		"__assay_call_back":    callBack,
		"__assay_concurrently": concurrently,
		"__assay_unknown":      unknown,
		"__VERIFIER_assume":    assume,
		"__VERIFIER_error":     abort,
		"klee_assume":          assume,
		"klee_make_symbolic":   makeSymbolic,
	}
	for _, key := range ir.Inputs {
		builtins[key] = func(m *Machine, s *State, in *ir.Instr, _ []memory.Value) { nondetInt(m, s, in, key) }
	}
}

// nondetInt answers a __VERIFIER_nondet function with any value of its result
// type; 0 or 1 for _Bool.
func nondetInt(m *Machine, s *State, in *ir.Instr, key string) {
	ty := &m.Prog.Types[in.Type]
	if ty.Kind == ir.Struct && strings.HasSuffix(key, "int128") && len(ty.Fields) == 2 {
		m.result(s, in, m.halves(m.nondet(s, 128, key)))
		return
	}
	if ty.Kind != ir.Int {
		m.stop(s, key+" of a type that is no integer")
	}
	w := m.bits(in.Type)
	v := m.nondet(s, w, key)
	if w > 1 && (strings.HasSuffix(key, "_bool") || strings.HasSuffix(key, "_Bool")) {
		s.require(m, m.Pool.ULt(v, m.Pool.BV(w, 2)), Decision{})
	}
	m.result(s, in, m.fromTerm(v))
}

// halves is a number of 128 bits as functions return it: two registers.
func (m *Machine) halves(v term.T) memory.Value {
	return memory.Value{Kind: memory.Agg, Elems: []memory.Value{
		m.fromTerm(m.Pool.Extract(v, 0, 64)), m.fromTerm(m.Pool.Extract(v, 64, 64))}}
}

// text reads a known C string: keys and messages in the models.
func (m *Machine) text(s *State, v memory.Value) string {
	if v.Obj == 0 || v.T != term.None {
		return ""
	}
	var b []byte
	o := s.Mem.Get(v.Obj)
	for off := v.Bits; off < o.Size; off++ {
		c, _ := s.Mem.Load(v.Obj, off, 1)
		if !c.IsInt() || c.Bits == 0 {
			break
		}
		b = append(b, byte(c.Bits))
	}
	return string(b)
}

// chooseFailure: int __assay_choose(const char *key). 1 where the environment
// makes the operation fail; never when the failure is switched off.
func chooseFailure(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	key := m.text(s, args[0])
	what, _, _ := strings.Cut(key, ":") // "getenv:HOME" is a failure of getenv
	if m.Config.NoFail[what] {
		m.Obs.Assumed(what + " does not fail")
		s.note(Note{Kind: Known})
		m.result(s, in, memory.Const(0))
		return
	}
	fails := m.fails(s)
	s.note(Note{Kind: Known, K: concrete.FromCond(fails)})
	m.input(s, Input{Kind: Fed, Key: key, Known: concrete.FromCond(fails)})
	m.result(s, in, memory.Const(concrete.FromCond(fails)))
}

// nondetKeyed: long __assay_nondet(int bits, const char *key), zero-extended.
func nondetKeyed(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	w := m.bits(in.Type)
	bits := min(int(args[0].Bits), w)
	v := m.nondet(s, bits, m.text(s, args[1]))
	m.result(s, in, m.fromTerm(m.sym.ZExt(bits, w, v)))
}

// inputByte: int __assay_input(void). The next byte of standard input, or −1
// at its end. Where as many bytes were read as its bound allows, it may still
// end: only a byte more lies beyond the bound.
func inputByte(m *Machine, s *State, in *ir.Instr, _ []memory.Value) {
	x, ends := m.nextByte(s)
	if ends {
		s.note(Note{Kind: Known, K: 0xffffffff})
		m.input(s, Input{Kind: StdinEnd})
		m.result(s, in, memory.Const(0xffffffff))
		return
	}
	m.stdinBound(s)
	m.input(s, Input{Kind: StdinByte, Value: x})
	m.result(s, in, m.fromTerm(m.Pool.ZExt(x, 32)))
}

// stdinBound ends a path that takes more of standard input than its bound allows.
func (m *Machine) stdinBound(s *State) {
	if n := m.Config.MaxStdin; n > 0 && s.stdinLength() >= n {
		m.atBound(s, "stdin", m.userPoint(s), int64(n))
	}
}

func (s *State) stdinLength() int {
	n := 0
	for _, in := range s.inputs {
		if in.Kind == StdinByte || in.Kind == StdinConv || in.Kind == StdinReal {
			n++
		}
	}
	return n
}

// inputNumber: long __assay_input_number(int bits, const char *conversion). A
// number of that many bits that stands next in standard input, as text.
func inputNumber(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	m.stdinBound(s) // a number has a byte or more
	bits := int(args[0].Bits)
	w := m.bits(in.Type)
	conv, kind := m.text(s, args[1]), StdinConv
	if conv == "g" {
		kind = StdinReal
	}
	x := m.answer(s, kind, bits, "number")
	s.accessAt(m, args[1], term.None)
	if len(conv) == 1 {
		s.note(Note{Kind: Known, K: uint64(conv[0])})
	}
	m.input(s, Input{Kind: kind, Key: conv, Value: x, Index: bits})
	if conv == "d" || conv == "i" {
		m.result(s, in, m.fromTerm(m.sym.SExt(bits, w, x)))
		return
	}
	m.result(s, in, m.fromTerm(m.sym.ZExt(bits, w, x)))
}

func assume(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	if len(args) == 0 {
		m.fail(s, op.BadCall, -1)
	}
	w := m.bits(in.Call.Args[0].Type)
	t := m.intTerm(s, m.cooked(s, args[0], w), w)
	s.require(m, m.Pool.Not(m.sym.Eq(w, t, m.sym.Const(w, 0))), Decision{Kind: DecidedAssume})
	s.next()
}

// alloc: void *__assay_alloc(unsigned long size, int zero).
func alloc(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	w := m.bits(in.Call.Args[0].Type)
	pt := m.userPoint(s)
	o := memory.Object{Origin: memory.Heap, Align: 16, Site: pt, Occ: s.occurrence(pt), Name: "block@" + m.Prog.Where(pt),
		Func: m.libraryCall(s), Lent: len(m.Prog.Interposed) > 0}
	n := m.cooked(s, args[0], w)
	if n.IsInt() {
		o.Size = n.Bits
	} else {
		o.SizeT = m.intTerm(s, n, w)
		_, hi := m.Pool.URange(o.SizeT)
		o.Size = hi
	}
	zero := args[1].Bits != 0
	id := s.Mem.New(o, zero)
	s.note(Note{Kind: Made, Obj: id, K: args[1].Bits}) // zeroed or not is part of a model's text
	m.result(s, in, memory.Pointer(id, 0))
}

// release: void __assay_free(void *p). p is not null.
func release(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	v := m.located(s, args[0])
	s.accessAt(m, v, term.None)
	if v.Obj == 0 && v.T != term.None {
		m.stop(s, "free of an address computed from an integer")
	}
	if v.Obj == 0 {
		m.fail(s, op.BadFree, -1)
	}
	o := s.Mem.Get(v.Obj)
	if o.Foreign && o.Origin == memory.Input && !o.Dead {
		m.adopt(s, v.Obj)
		o = s.Mem.Get(v.Obj)
	}
	if o.Dead && o.Origin == memory.Heap {
		m.fail(s, op.DoubleFree, -1)
	}
	if o.Origin != memory.Heap || o.Dead {
		m.fail(s, op.BadFree, -1)
	}
	m.freed(s, o, op.DoubleFree, -1)
	m.check(s, op.Check[term.T]{Class: op.BadFree, Cond: m.Pool.Not(m.Pool.Eq(m.offset(v), m.size(0)))}, -1)
	s.Mem.Kill(v.Obj)
	s.next()
}

// adopt takes an object that unknown code made for a block of malloc's, as it may be; that it
// is none is a violation.
func (m *Machine) adopt(s *State, id memory.ObjID) {
	s.opaque("unknown code may have allocated an object")
	allocated := m.Pool.Var(1, "allocated")
	s.choice("havoc", allocated, term.True)
	m.check(s, op.Check[term.T]{Class: op.BadFree, Cond: m.Pool.Eq(allocated, m.Pool.BV(1, 0))}, -1)
	s.Mem.Adopt(id)
}

// replace: void __assay_replace(void *p, const void *by). by is a block that the program
// has not seen yet: where it lies is decided when p is gone.
func replace(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	release(m, s, in, args)
	s.Mem.Renew(args[1].Obj)
}

// room: unsigned long __assay_room(const void *p). Bytes from p to the end of
// its object; 0 where there is none.
func room(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	v := m.located(s, args[0])
	s.accessAt(m, v, term.None)
	if v.Obj == 0 || s.Mem.Get(v.Obj).Dead {
		s.note(Note{Kind: Known})
		m.result(s, in, memory.Const(0))
		return
	}
	size, off := s.Mem.SizeTerm(s.Mem.Get(v.Obj)), m.offset(v)
	p := m.Pool
	m.result(s, in, m.fromTerm(p.Ite(p.ULe(off, size), p.Sub(size, off), m.size(0))))
}

// isKnown: int __assay_is_known(const void *p, unsigned long n). 1 when the n
// bytes at p are known values, so that a loop over them forks nowhere.
func isKnown(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	v := m.located(s, args[0])
	known := v.Obj != 0 && v.T == term.None && !s.Mem.Get(v.Obj).Dead && !s.Mem.Get(v.Obj).Shared && args[1].IsInt()
	if known {
		o := s.Mem.Get(v.Obj)
		known = o.SizeT == term.None && v.Bits <= o.Size && s.Mem.Known(v.Obj, v.Bits, min(args[1].Bits, o.Size-v.Bits))
	}
	s.note(Note{Kind: Known, K: concrete.FromCond(known)}) // either way of a model is right
	m.result(s, in, memory.Const(concrete.FromCond(known)))
}

// own: int __assay_own(const char *name). 1 where the program defines the function itself.
func own(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	is := concrete.FromCond(m.Prog.Defines(m.text(s, args[0])))
	s.note(Note{Kind: Known, K: is})
	m.result(s, in, memory.Const(is))
}

// uses: int __assay_uses(const char *name, int set). 1 where the program uses the variable of
// the name, or where it may write to it.
func uses(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	used, set := m.Prog.UsesOf(m.text(s, args[0]))
	is := concrete.FromCond(set || used && args[1].Bits == 0)
	s.note(Note{Kind: Known, K: is})
	m.result(s, in, memory.Const(is))
}

// declined answers 0 to what a proof alone does: char *__assay_text(int i, int most),
// since a search has no texts of any length, int __assay_by_turns(void), since it
// follows the turns of loops one by one, int __assay_contract(void), since it computes, and
// int __assay_reorder(char **words).
func declined(m *Machine, s *State, in *ir.Instr, _ []memory.Value) {
	s.note(Note{Kind: Known}) // either way of a model is right
	m.result(s, in, memory.Const(0))
}

// forProofs stands for what models call where __assay_contract said 1 alone.
func forProofs(m *Machine, s *State, _ *ir.Instr, _ []memory.Value) {
	m.stop(s, "a contract in a search")
}

// exit: void __assay_exit(int status).
func exit(m *Machine, s *State, _ *ir.Instr, _ []memory.Value) { m.end(s, Exited) }

// abort: void __assay_abort(void); also __VERIFIER_error.
func abort(m *Machine, s *State, _ *ir.Instr, _ []memory.Value) {
	m.lost(s, memory.Value{})
	m.check(s, op.Check[term.T]{Class: op.Assert, Cond: term.True}, -1)
	m.end(s, Exited)
}

// failModel: void __assay_fail(const char *class). A violated precondition of
// a library function.
func failModel(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	c, ok := op.ParseClass(m.text(s, args[0]))
	if !ok {
		panic("exec: unknown class in a library model: " + m.text(s, args[0]))
	}
	m.fail(s, c, -1)
	s.next()
}

// giveUp: void __assay_undecided(const char *why).
func giveUp(m *Machine, s *State, _ *ir.Instr, args []memory.Value) { m.stop(s, m.text(s, args[0])) }

// modelBound: void __assay_bound(const char *kind, long limit). The model
// leaves behaviours out from here on.
func modelBound(m *Machine, s *State, _ *ir.Instr, args []memory.Value) {
	m.atBound(s, m.text(s, args[0]), m.userPoint(s), int64(args[1].Bits))
}

// makeSymbolic: void klee_make_symbolic(void *p, size_t n, const char *name).
func makeSymbolic(m *Machine, s *State, in *ir.Instr, args []memory.Value) {
	if len(args) < 3 {
		m.fail(s, op.BadCall, -1)
	}
	w := m.bits(in.Call.Args[1].Type)
	n := m.settle(s, m.intTerm(s, args[1], w))
	p := m.access(s, args[0], m.size(int(n)), true)
	off := m.settleOffset(s, p)
	key := "klee_make_symbolic:" + m.text(s, args[2])
	bytes := make([]term.T, n)
	for i := range bytes {
		bytes[i] = m.Pool.Var(8, key)
		s.Mem.Store(p.Obj, off+uint64(i), 1, memory.Value{T: bytes[i]})
	}
	m.input(s, Input{Kind: FedBytes, Key: key, Bytes: bytes})
	s.next()
}
