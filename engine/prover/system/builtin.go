package system

import (
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/term"
)

// builtins execute ir.Intrinsics.
var builtins map[string]func(*run)

func init() {
	builtins = map[string]func(*run){
		"__assay_choose":       (*run).chooseFailure,
		"__assay_nondet":       (*run).nondet,
		"__assay_input":        (*run).inputByte,
		"__assay_input_number": (*run).inputNumber,
		"__assay_text":         (*run).inputText,
		"__assay_assume":       (*run).assumption,
		"__assay_alloc":        (*run).alloc,
		"__assay_free":         (*run).free,
		"__assay_replace":      (*run).free, // addresses of blocks that are not alive are open
		"__assay_room":         (*run).room,
		"__assay_peek":         (*run).peek,
		"__assay_check_string": (*run).checkString,
		"__assay_expect_text":  (*run).expectText,
		"__assay_length":       (*run).length,
		"__assay_in_text":      (*run).inText,
		"__assay_contract":     (*run).contract,
		"__assay_open":         (*run).open,
		"__assay_copy":         (*run).copyCall,
		"__assay_fill":         (*run).fillCall,
		"__assay_same":         (*run).same,
		"__assay_own":          (*run).own,
		"__assay_uses":         (*run).uses,
		"__assay_exit":         (*run).exit,
		"__assay_abort":        (*run).abort,
		"__assay_fail":         (*run).fail,
		"__assay_undecided":    (*run).undecided,
		"__assay_bound":        (*run).bound,
		"__assay_is_known":     (*run).isKnown,
		"__assay_by_turns":     (*run).byTurns,
		"__assay_reorder":      (*run).reorder,
		"__assay_any":          (*run).anyCall,
		"__assay_keep":         func(*run) {}, // what has it stops a proof when it runs
		"__assay_private":      (*run).privateBlock,
		"__assay_kept":         func(x *run) { x.unsupported("a pointer that a library keeps") },
		"__assay_named":        func(x *run) { x.unsupported("a pointer that a library finds by a name") },
		"__assay_call_back":    func(x *run) { x.unsupported("a library calls a function of the program back") },
		"__assay_concurrently": func(x *run) { x.unsupported("code that runs at the same time") },
		"__assay_unknown":      func(x *run) { x.unsupported("code that is not there") },
		"__VERIFIER_assume":    (*run).assumption,
		"__VERIFIER_error":     (*run).abort,
		"klee_assume":          (*run).assumption,
		"klee_make_symbolic":   func(x *run) { x.unsupported("memory that a call makes an input") },
	}
	for _, name := range ir.Inputs {
		builtins[name] = (*run).nondetResult
	}
}

// privateBlock: a library model has a block for itself.
func (x *run) privateBlock() {
	for _, k := range x.Sys.ObjectsOf(x.actual(0)) {
		if k >= IDFirst {
			x.Sys.inner[x.Sys.Objects[k]] = true
		}
	}
}

// actual is actual argument i of the call.
func (x *run) actual(i int) Value {
	if i >= len(x.in.Call.Args) {
		x.unsupported("a call with too few arguments")
		return Value{}
	}
	return x.operand(x.f, x.in.Call.Args[i].Val)
}

// actualNumber is actual argument i as a number, with its width.
func (x *run) actualNumber(i int) (term.T, int) {
	w := x.Sys.width(x.in.Call.Args[i].Type)
	return x.number(x.actual(i), w), w
}

// word is actual argument i as a number of pointer width.
func (x *run) word(i int) term.T {
	t, w := x.actualNumber(i)
	return x.Sys.Dom.ResizeUnsigned(w, x.Sys.PtrBits, t)
}

// known is actual argument i, which the models keep constant.
func (x *run) known(i int) uint64 {
	t, _ := x.actualNumber(i)
	k, ok := x.Sys.Pool.Const(t)
	if !ok {
		if t == term.True {
			return 1
		}
		x.unsupported("an argument of a library model that is not known")
	}
	return k
}

// text is a known C string.
func (x *run) text(v Value) string {
	b := x.Sys
	var out []byte
	off, ok := b.Pool.Const(v.Term)
	ids := b.ObjectsOf(v)
	if !ok || len(ids) != 1 || ids[0] < IDFirst {
		x.unsupported("a text of a library model that is not known")
		return ""
	}
	o := b.Objects[ids[0]]
	for ; off < o.Size; off++ {
		c, ok := b.Pool.Const(x.loadObject(o, v.Moved(b.Size(off)), 1).Term)
		if !ok || c == 0 {
			break
		}
		out = append(out, byte(c))
	}
	return string(out)
}

func (x *run) chooseFailure() {
	what, _, _ := strings.Cut(x.text(x.actual(0)), ":")
	b := x.Sys
	if b.Config.NoFail[what] {
		b.Assumed[what+" does not fail"] = true
		x.set(number(b.Pool.BV(32, 0)))
		return
	}
	x.set(number(b.Pool.BoolToBV(x.answered(AnswerFailure, x.fresh(1, what)), 32)))
}

func (x *run) nondet() {
	x.someBits("nondet", func(t term.T) term.T { return x.answered(AnswerValue, t) })
}

// someBits sets the result to any number of as many bits as the argument says, unless that
// is not known, which has ended the path. as says what the number is.
func (x *run) someBits(name string, as func(term.T) term.T) {
	w := x.Sys.width(x.in.Type)
	if bits := min(int(x.known(0)), w); bits > 0 {
		x.set(number(x.Sys.Dom.ZExt(bits, w, as(x.fresh(bits, name)))))
	}
}

// nondetResult: any value of the result's type; 0 or 1 for _Bool.
func (x *run) nondetResult() {
	ty := &x.Sys.Prog.Types[x.in.Type]
	if ty.Kind != ir.Int {
		x.unsupported("a nondeterministic value of a type that is no integer")
		return
	}
	name := x.Sys.Prog.Funcs[x.in.Call.Callee].Name
	v := x.answered(AnswerValue, x.fresh(ty.Bits, "nondet"))
	if ty.Bits > 1 && (strings.HasSuffix(name, "_bool") || strings.HasSuffix(name, "_Bool")) {
		x.assume(x.Sys.Pool.ULt(v, x.Sys.Pool.BV(ty.Bits, 2)))
	}
	x.set(number(v))
}

func (x *run) inputByte() {
	p := x.Sys.Pool
	byteT := p.ZExt(x.fresh(8, "stdin"), 32)
	x.set(number(x.answered(AnswerByte, p.Ite(x.fresh(1, "end of stdin"), p.BV(32, 0xffffffff), byteT))))
}

func (x *run) inputNumber() {
	bits, w := int(x.known(0)), x.Sys.width(x.in.Type)
	conv := x.text(x.actual(1))
	if bits == 0 || bits > w {
		return
	}
	v := x.answered(AnswerNumber, x.fresh(bits, "number"))
	if conv == "d" || conv == "i" {
		x.set(number(x.Sys.Dom.SExt(bits, w, v)))
	} else {
		x.set(number(x.Sys.Dom.ZExt(bits, w, v)))
	}
}

// inputText is a text of the environment. A run is told its first bytes, as a search
// asks for them.
func (x *run) inputText() {
	b, p := x.Sys, x.Sys.Pool
	i, most := x.word(0), x.known(1)
	if len(b.texts) == 0 {
		x.unsupported("a text of the environment")
		return
	}
	v := b.null()
	for k, o := range b.texts {
		v = b.choose(p.Eq(i, b.Size(uint64(k))), b.Pointer(o.ID, 0), v)
	}
	x.set(v)
	for off := range most + 1 {
		c := p.BV(8, 0)
		for k, o := range b.texts {
			v := b.Pointer(o.ID, off)
			at := p.And(p.Eq(i, b.Size(uint64(k))), p.ULt(v.Term, b.LengthOf(o, v)))
			c = p.Ite(at, b.CharAt(o, v), c)
		}
		x.answered(AnswerValue, c)
	}
}

func (x *run) assumption() {
	if len(x.in.Call.Args) == 0 {
		x.certain(op.BadCall)
		return
	}
	t, w := x.actualNumber(0)
	x.assume(x.Sys.Pool.Not(x.Sys.Pool.Eq(t, x.Sys.Dom.Const(w, 0))))
}

// alloc makes a heap object. One that is made again while it may live becomes a
// site.
func (x *run) alloc() {
	b := x.Sys
	if b.Coarse != nil {
		x.set(x.somewhere("block"))
		return
	}
	size := x.word(0)
	zero := x.known(1) != 0
	o := x.block(size)
	if o.Site {
		v := b.Pointer(o.ID, 0)
		v.Inst = x.bornAt(o, zero)
		x.begin(o, v, size, zero)
		x.set(v)
		return
	}
	if st := x.s.Obj(o.ID); st != nil {
		if b.Pool.And(x.s.Guard, st.Alive) != term.False {
			x.becomeSite(o)
		}
		x.scrub(map[int]bool{o.ID: true}, nil)
	}
	var init func(int, *layout.Cell) Value
	if zero {
		init = func(_ int, c *layout.Cell) Value { return number(b.Pool.BV(int(8*c.Size), 0)) }
	}
	x.born(o, init)
	x.begin(o, b.Pointer(o.ID, 0), size, zero)
	x.set(b.Pointer(o.ID, 0))
}

// block is the object of the blocks of a size that are made here.
func (x *run) block(size term.T) *Object {
	b := x.Sys
	k, fixed := x.blockKind(size)
	kind := k
	if b.Ways[kind] <= budget.SiteWays.N {
		if k.Way = x.n.ctx; b.Blocks[k] == nil {
			if b.Ways[kind]++; b.Ways[kind] > budget.SiteWays.N {
				b.anew(func() {})
				k = kind
			}
		}
	}
	// In a procedure there may be pointers to a former block that it does not see.
	hidden := x.n.ctx.Summary() != nil
	o := b.Blocks[k]
	if o == nil {
		o = b.newObject(Object{Origin: memory.Heap, Name: "heap block", Size: k.size, accesses: b.shapeOf(k.shape),
			Slot: ir.NoReg, Made: k.made, Site: hidden, kind: kind, Sized: !fixed})
		o.divide(b.PointerSize())
		b.Blocks[k] = o
	}
	if hidden && !o.Site {
		x.becomeSite(o)
	}
	return o
}

// blockKind names the blocks of a size that are made here, whichever way leads to
// it, and tells whether the size is one of those that are told apart: none is where a
// block of computed size was made on this way. One of constant size that was made
// before it may have been told apart, so the construction starts again.
func (x *run) blockKind(size term.T) (k blockKey, fixed bool) {
	b := x.Sys
	k = blockKey{shape: shape{made: x.userPoint()}, at: ir.Point{Block: x.n.Block.ID, Instr: x.n.Instr}}
	here := blockKey{k.shape, k.at, x.n.ctx}
	n, ok := b.Pool.Const(size)
	computed, made := b.computed[here]
	switch {
	case !ok && made && !computed:
		b.anew(func() { b.computed[here] = true })
	case !ok:
		b.computed[here] = true
	case !made:
		b.computed[here] = false
	}
	if !ok || computed || n == 0 || n > 8*uint64(budget.ConstantCells.N) {
		return k, false
	}
	if known := b.sizes[k]; !slices.Contains(known, n) {
		if len(known) == budget.SiteSizes.N {
			return k, false
		}
		b.sizes[k] = append(known, n)
	}
	k.size = n
	return k, true
}

func (x *run) free() {
	b, p := x.Sys, x.Sys.Pool
	v := x.actual(0)
	bad, twice, num := term.False, term.False, term.False
	for _, k := range b.ObjectsOf(v) {
		is := b.Is(v, k)
		switch {
		case k == IDNull:
		case b.untold(k):
		case k == IDNumber && !p.IsConst(v.Term):
			num = p.Or(num, p.And(is, p.Not(p.Eq(v.Term, b.Size(0)))))
		case k == IDUnknown:
		case k == IDWild: // nothing is done where it is null
			bad = p.Or(bad, p.And(is, x.fresh(1, "wild")))
		case k == IDDead:
			bad, twice = p.Or(bad, is), p.Or(twice, is)
		case k < IDFirst || b.Objects[k].Origin != memory.Heap:
			bad = p.Or(bad, is)
		default:
			st := x.s.Obj(k)
			alive := term.False
			if st != nil {
				alive = b.AliveAt(b.Objects[k], st, v)
			}
			twice = p.Or(twice, p.And(is, p.Not(alive)))
			bad = p.Or(bad, p.AndN(is, p.Not(p.Eq(v.Term, b.Size(0)))))
		}
	}
	x.owns(v)
	x.unsupportedIf(num, "a free of an address computed from an integer")
	x.unknown(v)
	x.verify(op.Check[term.T]{Class: op.DoubleFree, Cond: twice}, -1)
	x.verify(op.Check[term.T]{Class: op.BadFree, Cond: bad}, -1)
	if b.Coarse == nil { // which knows of no block what becomes of it
		x.wild(b.Pool.Or(twice, bad))
	}
	for _, k := range b.ObjectsOf(v) {
		if k >= IDFirst && b.Objects[k].Origin == memory.Heap && x.s.Obj(k) != nil {
			b.end(b.Objects[k], x.s.own(k), v, b.Is(v, k))
		}
	}
}

// room: bytes from an address to the end of its live object; 0 elsewhere.
func (x *run) room() {
	b, p := x.Sys, x.Sys.Pool
	v := x.actual(0)
	r, any := b.Size(0), x.fresh(b.PtrBits, "room")
	for _, k := range b.ObjectsOf(v) {
		switch {
		case k == IDUnknown:
			x.unknown(v)
		case b.untold(k):
			r = p.Ite(b.Is(v, k), any, r)
		}
		if k < IDFirst || x.s.Obj(k) == nil {
			continue
		}
		size := x.sizeOf(b.Objects[k], v)
		in := p.AndN(b.Is(v, k), b.AliveAt(b.Objects[k], x.s.Obj(k), v), p.ULe(v.Term, size))
		r = p.Ite(in, p.Sub(size, v.Term), r)
	}
	x.set(number(r))
}

// peek: a byte behind an address without checks, 0 where there is none.
func (x *run) peek() {
	b, p := x.Sys, x.Sys.Pool
	v := x.actual(0)
	x.unknown(v)
	at := v.Moved(p.Add(v.Term, x.word(1)))
	r, any := p.BV(8, 0), x.fresh(8, "peek")
	for _, k := range b.ObjectsOf(v) {
		if b.untold(k) {
			r = p.Ite(b.Is(v, k), any, r)
		}
		if k < IDFirst || x.s.Obj(k) == nil || b.Objects[k].Origin == memory.Code {
			continue
		}
		o := b.Objects[k]
		in := p.AndN(b.Is(v, k), b.AliveAt(o, x.s.Obj(k), v), p.ULt(at.Term, x.sizeOf(o, at)))
		if in != term.False {
			r = p.Ite(in, x.loadObject(o, at, 1).Term, r)
		}
	}
	x.set(number(p.ZExt(r, 32)))
}

func (x *run) copyCall() {
	x.copyBytes(x.actual(0), x.actual(1), x.word(2), op.RangesIf(x.known(3) != 0))
}

func (x *run) fillCall() {
	t, w := x.actualNumber(1)
	x.fillBytes(x.actual(0), x.Sys.Dom.Trunc(w, 8, t), x.word(2))
}

// anyCall: the library may write addresses.
func (x *run) anyCall() {
	for _, k := range x.Sys.ObjectsOf(x.actual(0)) {
		if o := x.Sys.Object(k); o != nil {
			x.addresses(o)
		}
	}
	x.fillRange(x.actual(0), x.word(1), x.arbitrary)
}

// same: are two addresses in one object? A coarse abstraction does not know.
func (x *run) same() {
	b := x.Sys
	v, w := x.actual(0), x.actual(1)
	if b.Coarse != nil {
		x.set(number(b.Pool.BoolToBV(x.fresh(1, "same"), 32)))
		return
	}
	x.unknown(v)
	x.unknown(w)
	x.set(number(b.Pool.BoolToBV(b.SameObject(v, w), 32)))
}

func (x *run) exit() { x.s.Guard = term.False }

func (x *run) abort() {
	x.verify(op.Check[term.T]{Class: op.Assert, Cond: term.True}, -1)
	x.s.Guard = term.False
}

func (x *run) fail() {
	c, ok := op.ParseClass(x.text(x.actual(0)))
	if !ok {
		x.unsupported("a violation that the prover does not know")
		return
	}
	x.certain(c)
}

func (x *run) undecided() { x.unsupported(x.text(x.actual(0))) }

func (x *run) bound() { x.unsupported("a limit of a library model: " + x.text(x.actual(0))) }

// isKnown: are the bytes constants? Either answer is right for the models.
func (x *run) isKnown() {
	b := x.Sys
	v := x.actual(0)
	off, ok := b.Pool.Const(v.Term)
	n, ok2 := b.Pool.Const(x.word(1))
	ids := b.ObjectsOf(v)
	all := ok && ok2 && len(ids) == 1 && ids[0] >= IDFirst && b.Objects[ids[0]].Layout != nil && !b.Objects[ids[0]].Smashed()
	if all {
		o := b.Objects[ids[0]]
		for i := off; i < min(off+n, o.Size) && all; i++ {
			c := x.loadObject(o, v.Moved(b.Size(i)), 1)
			all = c.Uninit == term.False && b.Pool.IsConst(c.Term)
		}
	}
	x.tell(all)
}

// tell sets the result to 1 or 0.
func (x *run) tell(is bool) {
	x.set(number(x.Sys.Dom.Const(x.Sys.width(x.in.Type), map[bool]uint64{true: 1}[is])))
}

// own: does the program define the function itself?
func (x *run) own() {
	x.tell(x.Sys.Prog.Defines(x.text(x.actual(0))))
}

// uses: does the program use, or set, a variable of the library's?
func (x *run) uses() {
	used, set := x.Sys.Prog.UsesOf(x.text(x.actual(0)))
	x.tell(set || used && x.known(1) == 0)
}

// byTurns: loops are cut.
func (x *run) byTurns() { x.tell(true) }
