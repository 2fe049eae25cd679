package induct

import (
	"context"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// newBuilder prepares the objects that exist before the program runs.
func newBuilder(ctx context.Context, p *ir.Program, cfg *Config) *builder {
	pool := term.NewPool()
	b := &builder{ctx: ctx, prog: p, cfg: cfg, pool: pool, dom: terms{pool}, ptrBits: p.PtrBits,
		wanted: map[ir.Point]op.Set{}, shapes: map[shape]*accesses{}, blocks: map[blockKey]*object{}, sizes: map[blockKey][]uint64{}, ways: map[blockKey]int{}, computed: map[blockKey]bool{}, contexts: map[string]*activation{}, rpo: reversePostorder(p), nests: map[int32][]int32{},
		byText: map[string]bool{}, cutHeads: map[string]bool{}, procedures: map[ir.FuncID]*procedure{}, unrolled: map[string]int32{}, vars: map[varKey]term.T{}, places: map[string]int32{}, pts: map[term.T][]int{},
		idMemo: map[term.T][]int{}, isMemo: map[objectQuestion]term.T{}, numberMemo: map[term.T]term.T{}, literals: map[checkKey]term.T{}, quantifiers: map[term.T]quantifiers{}, guards: map[term.T]map[term.T]bool{}, met: map[term.T]bool{}, frozen: map[term.T]bool{}, assumed: map[string]bool{}, userGlobals: userGlobals(p), compared: comparisonsOf(p)}
	for range idFirst {
		b.objects = append(b.objects, nil)
	}
	for i := range p.Globals {
		b.globals = append(b.globals, b.global(ir.GlobalID(i)).id)
	}
	for i, f := range p.Funcs {
		o := b.newObject(object{origin: memory.Code, name: f.Source, fn: ir.FuncID(i), slot: ir.NoReg})
		b.codes = append(b.codes, o.id)
	}
	return b
}

// global makes the object of a global.
func (b *builder) global(id ir.GlobalID) *object {
	g := &b.prog.Globals[id]
	name := g.Source
	if name == "" {
		name = g.Name
	}
	if g.External && !b.cfg.Outline {
		b.giveUp("the external variable " + name)
	}
	var lay *layout
	if !b.cfg.Outline || g.Const && !g.External {
		lay = newLayout(b.prog, g.Type, 1)
	}
	if lay == nil && g.Private && g.Size <= 8*maxCells {
		lay = words(1, g.Size) // a long string literal
	}
	return b.newObject(object{origin: memory.Static, name: name, size: g.Size, align: uint64(g.Align),
		lay: b.layoutFor(lay, g.Type, 1), readOnly: g.Const, glob: id, slot: ir.NoReg})
}

// start makes the initial state and enters main.
func (x *run) start() {
	b := x.b
	entry := b.prog.Funcs[b.cfg.Entry]
	x.n = &node{block: entry.Blocks[0]}
	x.in = &ir.Instr{}
	x.s = &state{owner: new(owner), guard: term.True}
	x.place = b.place([]int32{-1})
	ctx := b.activation(entry, nil, nil)
	x.n.ctx = ctx
	x.s.frames = []*frame{{owner: x.s.owner, ctx: ctx, regs: make([]value, entry.NumRegs)}}
	x.f = x.s.top()
	for _, id := range b.globals {
		x.bornGlobal(b.objects[id])
	}
	if b.outline != nil {
		x.startOutline(entry)
		return
	}
	if len(b.prog.Missing) > 0 {
		b.giveUp("what the code of " + b.prog.Missing[0] + " does, which is not there")
	}
	b.makeTexts()
	if order := b.prog.OrderOfUnits(); order != "" {
		b.assumed[order] = true
	}
	regs := x.s.regs()
	for i := range entry.Params {
		regs[i] = x.environment(i, entry)
	}
	x.bornInputs()
	x.enterBlock(ctx)
}

// bornGlobal gives a global its initial image.
func (x *run) bornGlobal(o *object) {
	b := x.b
	g := &b.prog.Globals[o.glob]
	relocs := map[uint64]ir.Reloc{}
	for _, r := range g.Relocs {
		relocs[r.Offset] = r
	}
	covered := 0
	x.born(o, func(_ int, c *cell) value {
		if r, ok := relocs[c.off]; ok && uint64(r.Size) == c.size {
			covered++
			k := &b.prog.Consts[r.Value.ConstIndex()]
			if k.Kind == ir.CUndef {
				return number(x.fresh(int(8*c.size), "address"))
			}
			return x.constant(k)
		}
		t := term.None
		for i := uint64(0); i < c.size; i++ {
			by := uint64(0)
			if at := c.off + i; at < uint64(len(g.Init)) {
				by = uint64(g.Init[at])
			}
			if part := b.pool.BV(8, by); t == term.None {
				t = part
			} else {
				t = b.pool.Concat(part, t)
			}
		}
		return number(t)
	})
	if o.folded() {
		x.bornFolded(o, g)
	}
	if o.readOnly {
		x.keepImage(o)
	}
	if o.lay != nil && !o.folded() && covered != len(g.Relocs) {
		b.giveUp("an address inside a number in the initial value of " + o.name)
	}
}

// bornFolded gives a global in folded memory its initial image: all of it is
// initialised, and the last byte that is 0 is known, if it is no part of an address.
func (x *run) bornFolded(o *object, g *ir.Global) {
	b := x.b
	f := b.unwritten(o, b.size(o.size), true)
	last := o.size
	for last > 0 && (last <= uint64(len(g.Init)) && g.Init[last-1] != 0 || b.inFields(o, b.size(last-1)) == term.True) {
		last--
	}
	if f.last = b.noOffset(); last > 0 && len(g.Relocs) == 0 {
		f.last = b.size(last - 1)
	}
	f.set(x.s.own(o.id))
	x.initialWords(o, g)
}

// keepImage notes that a constant of the program is what it now is wherever a run
// may be: a write to it ends the run.
func (x *run) keepImage(o *object) {
	b, st := x.b, x.s.obj(o.id)
	if known := b.images.at(o.id); known != nil {
		x.s.put(o.id, known)
		return
	}
	for _, v := range st.cells {
		if v.elems != nil || !b.fixed(v.t) || !b.fixed(v.u) || v.id != term.None && !b.fixed(v.id) {
			return
		}
	}
	b.images.put(nil, o.id, st)
	if words := x.s.words(o); words != nil {
		b.images.put(nil, o.words.id, words)
	}
}

// environment is parameter i of main.
func (x *run) environment(i int, entry *ir.Func) value {
	b, p := x.b, x.b.pool
	ty := &b.prog.Types[entry.Params[i].Type]
	switch {
	case i == 0 && ty.Kind == ir.Int:
		b.makeArgv(ty.Bits)
		b.assumed["argc ≥ 1"] = true
		return number(b.dom.resizeUnsigned(b.ptrBits, ty.Bits, b.argv.argc))
	case i == 1 && b.argv != nil:
		return b.pointer(b.argv.array.id, 0)
	}
	if b.outline != nil {
		return x.any(entry.Params[i].Type, entry.Params[i].Name)
	}
	return b.address(b.idConst(idUnknown), p.Var(b.ptrBits, entry.Params[i].Name), term.False)
}

// placeEnvironment is the place at which the environment's variables are made, which
// is none of the program.
const placeEnvironment = -2

// makeArgv makes argc, argv and the strings: frozen, of any length that the
// platform allows.
func (b *builder) makeArgv(bits int) {
	if b.argv != nil {
		return
	}
	p, w := b.pool, b.ptrBits
	a := &argvModel{}
	argc := b.input(0, bits, "argc")
	b.facts = append(b.facts, p.SLt(p.BV(bits, 0), argc))
	a.argc = b.dom.resizeUnsigned(bits, w, argc)
	a.size = p.Mul(p.Add(a.argc, b.size(1)), b.size(uint64(w/8)))
	a.array = b.newObject(object{origin: memory.Input, name: "argv", vector: true, slot: ir.NoReg})
	for k := range maxArguments {
		a.strings = append(a.strings, b.environmentText(fmt.Sprintf("argv[%d]", k)))
	}
	many := &inputText{length: b.input(instBits, argumentBits, "lengths of arguments"),
		rows: b.input(instBits, w, "rows of arguments"), content: b.input(w, 8, "arguments")}
	a.others = b.newObject(object{origin: memory.Input, name: "an argument", text: many, slot: ir.NoReg})
	a.names = b.input(w, instBits, "arguments by place")
	if _, moves := b.prog.FuncByName["__assay_reorder"]; moves {
		a.order = b.newObject(object{origin: memory.Input, name: "order of argv", size: uint64(w / 8), lay: words(uint64(w/8), 1), slot: ir.NoReg})
	}
	b.argv = a
}

// input makes a variable of the environment, an array from index bits if these are not
// 0: the same for the whole run.
func (b *builder) input(index, width int, name string) term.T {
	b.inputs++
	v := b.fresh(varKey{placeEnvironment, 0, b.inputs, width, index}, name)
	b.frozen[v] = true
	return v
}

// environmentText makes a string of the environment, of any length that the platform
// allows.
func (b *builder) environmentText(name string) *object {
	t := &inputText{length: b.input(0, b.ptrBits, "length of "+name), content: b.input(b.ptrBits, 8, name)}
	b.facts = append(b.facts, b.pool.ULt(t.length, b.size(maxArgument)))
	return b.newObject(object{origin: memory.Input, name: name, text: t, slot: ir.NoReg})
}

// makeTexts makes the texts that library models may ask for (__assay_text).
func (b *builder) makeTexts() {
	if _, used := b.prog.FuncByName["__assay_text"]; !used || len(b.texts) > 0 {
		return
	}
	for k := range maxTexts {
		b.texts = append(b.texts, b.environmentText(fmt.Sprintf("environment text %d", k)))
	}
}

// bornInputs: what the environment made is there all the time.
func (x *run) bornInputs() {
	made := slices.Clone(x.b.texts)
	if a := x.b.argv; a != nil {
		if made = append(made, a.array, a.others); !a.alike {
			made = append(made, a.strings...)
		}
	}
	for _, o := range made {
		x.s.put(o.id, &objState{alive: term.True})
	}
	if a := x.b.argv; a != nil && a.order != nil {
		x.s.put(a.order.id, &objState{alive: term.True, cells: []value{number(x.b.size(0))}})
	}
}
