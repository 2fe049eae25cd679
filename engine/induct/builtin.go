package induct

import (
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// builtins are the intrinsics of engine/libc/assay.h, and the input functions
// of verification benchmarks.
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
		"__assay_private":      func(*run) {},
		"__assay_kept":         func(x *run) { x.stop("a pointer that a library keeps") },
		"__assay_call_back":    func(x *run) { x.stop("a library calls a function of the program back") },
		"__assay_concurrently": func(x *run) { x.stop("code that runs at the same time") },
		"__assay_unknown":      func(x *run) { x.stop("code that is not there") },
		"__VERIFIER_assume":    (*run).assumption,
		"__VERIFIER_error":     (*run).abort,
		"klee_assume":          (*run).assumption,
	}
	for _, name := range strings.Fields(`bool _Bool char uchar unsigned_char short ushort int uint unsigned
		unsigned_int long ulong longlong ulonglong u8 u16 u32 S8 U8 S16 U16 S32 U32 S64 U64 size_t loff_t sector_t`) {
		builtins["__VERIFIER_nondet_"+name] = (*run).nondetResult
	}
}

// actual is actual argument i of the call.
func (x *run) actual(i int) value {
	if i >= len(x.in.Call.Args) {
		x.stop("a call with too few arguments")
		return value{}
	}
	return x.operand(x.f, x.in.Call.Args[i].Val)
}

// actualNumber is actual argument i as a number, with its width.
func (x *run) actualNumber(i int) (term.T, int) {
	w := x.b.width(x.in.Call.Args[i].Type)
	return x.number(x.actual(i), w), w
}

// word is actual argument i as a number of pointer width.
func (x *run) word(i int) term.T {
	t, w := x.actualNumber(i)
	return x.b.dom.resizeUnsigned(w, x.b.ptrBits, t)
}

// known is actual argument i, which the models keep constant.
func (x *run) known(i int) uint64 {
	t, _ := x.actualNumber(i)
	k, ok := x.b.pool.Const(t)
	if !ok {
		if t == term.True {
			return 1
		}
		x.stop("an argument of a library model that is not known")
	}
	return k
}

// text is a known C string.
func (x *run) text(v value) string {
	b := x.b
	var out []byte
	off, ok := b.pool.Const(v.t)
	ids := b.objectsOf(v)
	if !ok || len(ids) != 1 || ids[0] < idFirst {
		x.stop("a text of a library model that is not known")
		return ""
	}
	o := b.objects[ids[0]]
	for ; off < o.size; off++ {
		c, ok := b.pool.Const(x.loadObject(o, v.moved(b.size(off)), 1).t)
		if !ok || c == 0 {
			break
		}
		out = append(out, byte(c))
	}
	return string(out)
}

func (x *run) chooseFailure() {
	what, _, _ := strings.Cut(x.text(x.actual(0)), ":")
	b := x.b
	if b.cfg.NoFail[what] {
		b.assumed[what+" does not fail"] = true
		x.set(number(b.pool.BV(32, 0)))
		return
	}
	x.set(number(b.pool.BoolToBV(x.answered(AnswerFailure, x.fresh(1, what)), 32)))
}

func (x *run) nondet() {
	w := x.b.width(x.in.Type)
	bits := min(int(x.known(0)), w)
	if bits == 0 {
		return
	}
	x.set(number(x.b.dom.ZExt(bits, w, x.answered(AnswerValue, x.fresh(bits, "nondet")))))
}

// nondetResult: any value of the result's type; 0 or 1 for _Bool.
func (x *run) nondetResult() {
	ty := &x.b.prog.Types[x.in.Type]
	if ty.Kind != ir.Int {
		x.stop("a nondeterministic value of a type that is no integer")
		return
	}
	name := x.b.prog.Funcs[x.in.Call.Callee].Name
	v := x.answered(AnswerValue, x.fresh(ty.Bits, "nondet"))
	if ty.Bits > 1 && (strings.HasSuffix(name, "_bool") || strings.HasSuffix(name, "_Bool")) {
		x.assume(x.b.pool.ULt(v, x.b.pool.BV(ty.Bits, 2)))
	}
	x.set(number(v))
}

func (x *run) inputByte() {
	p := x.b.pool
	byteT := p.ZExt(x.fresh(8, "stdin"), 32)
	x.set(number(x.answered(AnswerByte, p.Ite(x.fresh(1, "end of stdin"), p.BV(32, 0xffffffff), byteT))))
}

func (x *run) inputNumber() {
	bits, w := int(x.known(0)), x.b.width(x.in.Type)
	conv := x.text(x.actual(1))
	if bits == 0 || bits > w {
		return
	}
	v := x.answered(AnswerNumber, x.fresh(bits, "number"))
	if conv == "d" || conv == "i" {
		x.set(number(x.b.dom.SExt(bits, w, v)))
	} else {
		x.set(number(x.b.dom.ZExt(bits, w, v)))
	}
}

// inputText is a text of the environment. A run is told its first bytes, as a search
// asks for them.
func (x *run) inputText() {
	b, p := x.b, x.b.pool
	i, most := x.word(0), x.known(1)
	if len(b.texts) == 0 {
		x.stop("a text of the environment")
		return
	}
	v := b.null()
	for k, o := range b.texts {
		v = b.choose(p.Eq(i, b.size(uint64(k))), b.pointer(o.id, 0), v)
	}
	x.set(v)
	for off := range most + 1 {
		c := p.BV(8, 0)
		for k, o := range b.texts {
			v := b.pointer(o.id, off)
			at := p.And(p.Eq(i, b.size(uint64(k))), p.ULt(v.t, b.lengthOf(o, v)))
			c = p.Ite(at, b.charAt(o, v), c)
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
	x.assume(x.b.pool.Not(x.b.pool.Eq(t, x.b.dom.Const(w, 0))))
}

// alloc makes a heap object. One that is made again while it may live becomes a
// site.
func (x *run) alloc() {
	b := x.b
	if b.outline != nil {
		x.set(x.somewhere("block"))
		return
	}
	size := x.word(0)
	zero := x.known(1) != 0
	o := x.block(size)
	if o.site {
		v := b.pointer(o.id, 0)
		v.inst = x.bornAt(o, zero)
		x.begin(o, v, size, zero)
		x.set(v)
		return
	}
	if st := x.s.obj(o.id); st != nil {
		if b.pool.And(x.s.guard, st.alive) != term.False {
			x.becomeSite(o)
		}
		x.scrub(map[int]bool{o.id: true}, nil)
	}
	var init func(int, *cell) value
	if zero {
		init = func(_ int, c *cell) value { return number(b.pool.BV(int(8*c.size), 0)) }
	}
	x.born(o, init)
	x.begin(o, b.pointer(o.id, 0), size, zero)
	x.set(b.pointer(o.id, 0))
}

// block is the object of the blocks of a size that are made here.
func (x *run) block(size term.T) *object {
	b := x.b
	k, fixed := x.blockKind(size)
	kind := k
	if b.ways[kind] <= maxWays {
		if k.way = x.n.ctx; b.blocks[k] == nil {
			if b.ways[kind]++; b.ways[kind] > maxWays {
				b.anew(func() {})
				k = kind
			}
		}
	}
	// In a procedure there may be pointers to a former block that it does not see.
	hidden := x.n.ctx.procedure() != nil
	o := b.blocks[k]
	if o == nil {
		o = b.newObject(object{origin: memory.Heap, name: "heap block", size: k.size, accesses: b.shapeOf(k.shape),
			slot: ir.NoReg, made: k.made, site: hidden, kind: kind, sized: !fixed})
		o.divide(b.pointerSize())
		b.blocks[k] = o
	}
	if hidden && !o.site {
		x.becomeSite(o)
	}
	return o
}

// blockKind names the blocks of a size that are made here, whichever way leads to
// it, and tells whether the size is one of those that are told apart: none is where a
// block of computed size was made on this way. One of constant size that was made
// before it may have been told apart, so the construction starts again.
func (x *run) blockKind(size term.T) (k blockKey, fixed bool) {
	b := x.b
	k = blockKey{shape: shape{made: x.userPoint()}, at: ir.Point{Block: x.n.block.ID, Instr: x.n.instr}}
	here := blockKey{k.shape, k.at, x.n.ctx}
	n, ok := b.pool.Const(size)
	computed, made := b.computed[here]
	switch {
	case !ok && made && !computed:
		b.anew(func() { b.computed[here] = true })
	case !ok:
		b.computed[here] = true
	case !made:
		b.computed[here] = false
	}
	if !ok || computed || n == 0 || n > 8*maxCells {
		return k, false
	}
	if known := b.sizes[k]; !slices.Contains(known, n) {
		if len(known) == maxSizes {
			return k, false
		}
		b.sizes[k] = append(known, n)
	}
	k.size = n
	return k, true
}

func (x *run) free() {
	b, p := x.b, x.b.pool
	v := x.actual(0)
	bad, twice, num := term.False, term.False, term.False
	for _, k := range b.objectsOf(v) {
		is := b.is(v, k)
		switch {
		case k == idNull:
		case b.untold(k):
		case k == idNumber && !p.IsConst(v.t):
			num = p.Or(num, p.And(is, p.Not(p.Eq(v.t, b.size(0)))))
		case k == idUnknown:
		case k == idDead:
			bad, twice = p.Or(bad, is), p.Or(twice, is)
		case k < idFirst || b.objects[k].origin != memory.Heap:
			bad = p.Or(bad, is)
		default:
			st := x.s.obj(k)
			alive := term.False
			if st != nil {
				alive = b.aliveAt(b.objects[k], st, v)
			}
			twice = p.Or(twice, p.And(is, p.Not(alive)))
			bad = p.Or(bad, p.AndN(is, p.Not(p.Eq(v.t, b.size(0)))))
		}
	}
	x.owns(v)
	x.stopIf(num, "a free of an address computed from an integer")
	x.unknown(v)
	x.verify(op.Check[term.T]{Class: op.DoubleFree, Cond: twice}, -1)
	x.verify(op.Check[term.T]{Class: op.BadFree, Cond: bad}, -1)
	if b.outline == nil { // which knows of no block what becomes of it
		x.wild(b.pool.Or(twice, bad))
	}
	for _, k := range b.objectsOf(v) {
		if k >= idFirst && b.objects[k].origin == memory.Heap && x.s.obj(k) != nil {
			b.end(b.objects[k], x.s.own(k), v, b.is(v, k))
		}
	}
}

// room: bytes from an address to the end of its live object; 0 elsewhere.
func (x *run) room() {
	b, p := x.b, x.b.pool
	v := x.actual(0)
	r, any := b.size(0), x.fresh(b.ptrBits, "room")
	for _, k := range b.objectsOf(v) {
		switch {
		case k == idUnknown:
			x.unknown(v)
		case b.untold(k):
			r = p.Ite(b.is(v, k), any, r)
		}
		if k < idFirst || x.s.obj(k) == nil {
			continue
		}
		size := x.sizeOf(b.objects[k], v)
		in := p.AndN(b.is(v, k), b.aliveAt(b.objects[k], x.s.obj(k), v), p.ULe(v.t, size))
		r = p.Ite(in, p.Sub(size, v.t), r)
	}
	x.set(number(r))
}

// peek: a byte behind an address without checks, 0 where there is none.
func (x *run) peek() {
	b, p := x.b, x.b.pool
	v := x.actual(0)
	x.unknown(v)
	at := v.moved(p.Add(v.t, x.word(1)))
	r, any := p.BV(8, 0), x.fresh(8, "peek")
	for _, k := range b.objectsOf(v) {
		if b.untold(k) {
			r = p.Ite(b.is(v, k), any, r)
		}
		if k < idFirst || x.s.obj(k) == nil || b.objects[k].origin == memory.Code {
			continue
		}
		o := b.objects[k]
		in := p.AndN(b.is(v, k), b.aliveAt(o, x.s.obj(k), v), p.ULt(at.t, x.sizeOf(o, at)))
		if in != term.False {
			r = p.Ite(in, x.loadObject(o, at, 1).t, r)
		}
	}
	x.set(number(p.ZExt(r, 32)))
}

func (x *run) copyCall() {
	x.copyBytes(x.actual(0), x.actual(1), x.word(2), x.known(3) != 0)
}

func (x *run) fillCall() {
	t, w := x.actualNumber(1)
	x.fillBytes(x.actual(0), x.b.dom.Trunc(w, 8, t), x.word(2))
}

func (x *run) anyCall() { x.fillRange(x.actual(0), x.word(1), x.arbitrary) }

// same: are two addresses in one object? An outline does not know.
func (x *run) same() {
	b := x.b
	v, w := x.actual(0), x.actual(1)
	if b.outline != nil {
		x.set(number(b.pool.BoolToBV(x.fresh(1, "same"), 32)))
		return
	}
	x.unknown(v)
	x.unknown(w)
	x.set(number(b.pool.BoolToBV(b.sameObject(v, w), 32)))
}

func (x *run) exit() { x.s.guard = term.False }

func (x *run) abort() {
	x.verify(op.Check[term.T]{Class: op.Assert, Cond: term.True}, -1)
	x.s.guard = term.False
}

func (x *run) fail() {
	c, ok := op.ParseClass(x.text(x.actual(0)))
	if !ok {
		x.stop("a violation that the prover does not know")
		return
	}
	x.certain(c)
}

func (x *run) undecided() { x.stop(x.text(x.actual(0))) }

func (x *run) bound() { x.stop("a limit of a library model: " + x.text(x.actual(0))) }

// isKnown: are the bytes constants? Either answer is right for the models.
func (x *run) isKnown() {
	b := x.b
	v := x.actual(0)
	off, ok := b.pool.Const(v.t)
	n, ok2 := b.pool.Const(x.word(1))
	ids := b.objectsOf(v)
	all := ok && ok2 && len(ids) == 1 && ids[0] >= idFirst && b.objects[ids[0]].lay != nil && !b.objects[ids[0]].folded()
	if all {
		o := b.objects[ids[0]]
		for i := off; i < min(off+n, o.size) && all; i++ {
			c := x.loadObject(o, v.moved(b.size(i)), 1)
			all = c.u == term.False && b.pool.IsConst(c.t)
		}
	}
	x.set(number(b.dom.Const(b.width(x.in.Type), map[bool]uint64{true: 1}[all])))
}

// own: does the program define the function itself?
func (x *run) own() {
	x.set(number(x.b.dom.Const(x.b.width(x.in.Type), map[bool]uint64{true: 1}[x.b.prog.Defines(x.text(x.actual(0)))])))
}

// uses: does the program use, or set, a variable of the library's?
func (x *run) uses() {
	used, set := x.b.prog.UsesOf(x.text(x.actual(0)))
	is := set || used && x.known(1) == 0
	x.set(number(x.b.dom.Const(x.b.width(x.in.Type), map[bool]uint64{true: 1}[is])))
}

// byTurns: loops are cut.
func (x *run) byTurns() { x.set(number(x.b.dom.Const(x.b.width(x.in.Type), 1))) }
