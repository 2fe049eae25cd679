package system

import (
	"context"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/layout"
	"github.com/assay-dev/assay/engine/prover/sums"
	"github.com/assay-dev/assay/engine/term"
)

// New makes the transition system of a program for some goals, on the paths that
// lead to some places (nil: on all); its failed says why there is none.
func New(ctx context.Context, p *ir.Program, goals []Goal, cfg *Settings, ahead []ir.Point) *System {
	b := NewBuilder(ctx, p, cfg)
	for _, g := range goals {
		for _, s := range g.Sites {
			b.wanted[s.Point] |= s.Classes
		}
	}
	b.lead(ahead)
	if why := unsupported(p, cfg); why != "" {
		b.giveUp(why)
	} else {
		b.Build()
	}
	return b
}

// unsupported says why a program cannot be made a system at all.
func unsupported(p *ir.Program, cfg *Settings) string {
	switch {
	case p.Assembly != "":
		return "assembly that may call, jump to or place code, in " + p.Assembly
	case cfg.Coarse && !p.BigEnd:
		return ""
	case p.Funcs[cfg.Entry].Name != "main":
		return "an entry other than main"
	case p.BigEnd:
		return "a big-endian platform"
	case len(p.Ctors) > 0:
		return "constructors that run before main"
	}
	return ""
}

// NewBuilder prepares the objects that exist before the program runs.
func NewBuilder(ctx context.Context, p *ir.Program, cfg *Settings) *System {
	b := newSystem(ctx, p, cfg)
	for range IDFirst {
		b.Objects = append(b.Objects, nil)
	}
	for i := range p.Globals {
		b.Globals = append(b.Globals, b.global(ir.GlobalID(i)).ID)
	}
	for i, f := range p.Funcs {
		o := b.newObject(Object{Origin: memory.Code, Name: f.Source, fn: ir.FuncID(i), Slot: ir.NoReg})
		b.codes = append(b.codes, o.ID)
	}
	return b
}

// global makes the object of a global.
func (b *objects) global(id ir.GlobalID) *Object {
	g := &b.Prog.Globals[id]
	name := g.Source
	if name == "" {
		name = g.Name
	}
	if g.External && !b.Config.Coarse {
		b.giveUp("the external variable " + name)
	}
	var lay *layout.Layout
	if !b.Config.Coarse || g.Const && !g.External {
		most := budget.ObjectCells
		if g.Const {
			most = budget.ConstantCells
		}
		lay = layout.New(b.Prog, g.Type, 1, most.N)
	}
	if lay == nil && g.Private && g.Const && g.Size <= 8*uint64(budget.ConstantCells.N) {
		lay = layout.Words(1, g.Size) // a long string literal
	}
	return b.newObject(Object{Origin: memory.Static, Name: name, Size: g.Size, align: uint64(g.Align),
		Layout: b.layoutFor(lay, g.Type, 1), ReadOnly: g.Const, Global: id, Slot: ir.NoReg})
}

// start makes the initial state and enters main.
func (x *run) start() {
	b := x.Sys
	entry := b.Prog.Funcs[b.Config.Entry]
	x.n = &node{Block: entry.Blocks[0]}
	x.in = &ir.Instr{}
	x.s = &State{owner: new(owner), Guard: term.True}
	x.place = b.place([]int32{-1})
	ctx := b.activation(entry, nil, nil, 0)
	x.n.ctx = ctx
	x.s.Frames = []*frame{{owner: x.s.owner, ctx: ctx, Regs: make([]Value, entry.NumRegs)}}
	x.f = x.s.top()
	for _, id := range b.Globals {
		x.bornGlobal(b.Objects[id])
	}
	if b.Coarse != nil {
		x.startCoarse(entry)
		return
	}
	if len(b.Prog.Missing) > 0 {
		b.giveUp("what the code of " + b.Prog.Missing[0] + " does, which is not there")
	}
	b.makeTexts()
	if order := b.Prog.OrderOfUnits(); order != "" {
		b.Assumed[order] = true
	}
	regs := x.s.regs()
	for i := range entry.Params {
		regs[i] = x.environment(i, entry)
	}
	x.bornInputs()
	x.enterBlock(ctx)
}

// bornGlobal gives a global its initial image.
func (x *run) bornGlobal(o *Object) {
	b := x.Sys
	g := &b.Prog.Globals[o.Global]
	relocs := map[uint64]ir.Reloc{}
	for _, r := range g.Relocs {
		relocs[r.Offset] = r
	}
	covered := 0
	x.born(o, func(_ int, c *layout.Cell) Value {
		if r, ok := relocs[c.Off]; ok && uint64(r.Size) == c.Size {
			covered++
			k := &b.Prog.Consts[r.Value.ConstIndex()]
			if k.Kind == ir.CUndef {
				x.expose()
				return number(x.fresh(int(8*c.Size), "address"))
			}
			return x.constant(k)
		}
		t := term.None
		for i := uint64(0); i < c.Size; i++ {
			by := uint64(0)
			if at := c.Off + i; at < uint64(len(g.Init)) {
				by = uint64(g.Init[at])
			}
			if part := b.Pool.BV(8, by); t == term.None {
				t = part
			} else {
				t = b.Pool.Concat(part, t)
			}
		}
		return number(t)
	})
	if o.Smashed() {
		x.bornSmashed(o, g)
	}
	if o.ReadOnly {
		x.keepImage(o)
	}
	if o.Layout != nil && !o.Smashed() && covered != len(g.Relocs) {
		b.giveUp("an address inside a number in the initial value of " + o.Name)
	}
}

// bornSmashed gives a global in smashed memory its initial image: all of it is
// initialised, and the last byte that is 0 is known, if it is no part of an address.
func (x *run) bornSmashed(o *Object, g *ir.Global) {
	b := x.Sys
	if len(g.Relocs) > 0 {
		x.among(o, sums.All())
	}
	parts := b.unwritten(o, b.Size(o.Size), true)
	for i, s := range o.Layout.Parts {
		last := s.To
		for last > s.From && last <= uint64(len(g.Init)) && g.Init[last-1] != 0 {
			last--
		}
		if parts[i].Last = b.NoOffset(); last > s.From && len(g.Relocs) == 0 {
			parts[i].Last = b.Size(last - 1)
		}
	}
	x.s.own(o.ID).setParts(parts)
	x.initialWords(o, g)
}

// keepImage notes that a constant of the program is what it now is wherever a run
// may be: a write to it ends the run.
func (x *run) keepImage(o *Object) {
	b, st := x.Sys, x.s.Obj(o.ID)
	if known := b.images.At(o.ID); known != nil {
		x.s.put(o.ID, known)
		return
	}
	for _, v := range st.Cells {
		if v.Elems != nil || !b.Fixed(v.Term) || !b.Fixed(v.Uninit) || v.ID != term.None && !b.Fixed(v.ID) {
			return
		}
	}
	b.images.Put(nil, o.ID, st)
	if words := x.s.Words(o); words != nil {
		b.images.Put(nil, o.Words.ID, words)
	}
}

// environment is parameter i of main.
func (x *run) environment(i int, entry *ir.Func) Value {
	b, p := x.Sys, x.Sys.Pool
	ty := &b.Prog.Types[entry.Params[i].Type]
	switch {
	case i == 0 && ty.Kind == ir.Int:
		b.makeArgv(ty.Bits)
		b.Assumed["argc ≥ 1"] = true
		return number(b.Dom.ResizeUnsigned(b.PtrBits, ty.Bits, b.Argv.Argc))
	case i == 1 && b.Argv != nil:
		return b.Pointer(b.Argv.array.ID, 0)
	}
	if b.Coarse != nil {
		return x.any(entry.Params[i].Type, entry.Params[i].Name)
	}
	return b.address(b.IDConst(IDUnknown), p.Var(b.PtrBits, entry.Params[i].Name), term.False)
}

// placeEnvironment is the place at which the environment's variables are made, which
// is none of the program.
const placeEnvironment = -2

// makeArgv makes argc, argv and the strings: frozen, of any length that the
// platform allows.
func (b *objects) makeArgv(bits int) {
	if b.Argv != nil {
		return
	}
	p, w := b.Pool, b.PtrBits
	a := &argvModel{}
	argc := b.input(0, bits, "argc")
	b.Facts = append(b.Facts, p.SLt(p.BV(bits, 0), argc))
	a.Argc = b.Dom.ResizeUnsigned(bits, w, argc)
	a.size = p.Mul(p.Add(a.Argc, b.Size(1)), b.Size(uint64(w/8)))
	a.array = b.newObject(Object{Origin: memory.Input, Name: "argv", vector: true, Slot: ir.NoReg})
	for k := range budget.ArgumentStrings.N {
		a.strings = append(a.strings, b.environmentText(fmt.Sprintf("argv[%d]", k)))
	}
	many := &inputText{Length: b.input(InstBits, argumentBits, "lengths of arguments"),
		rows: b.input(InstBits, w, "rows of arguments"), content: b.input(w, 8, "arguments")}
	a.Others = b.newObject(Object{Origin: memory.Input, Name: "an argument", Text: many, Slot: ir.NoReg})
	a.names = b.input(w, InstBits, "arguments by place")
	if _, moves := b.Prog.FuncByName["__assay_reorder"]; moves {
		a.order = b.newObject(Object{Origin: memory.Input, Name: "order of argv", Size: uint64(w / 8), Layout: layout.Words(uint64(w/8), 1), Slot: ir.NoReg})
	}
	b.Argv = a
}

// input makes a variable of the environment, an array from index bits if these are not
// 0: the same for the whole run.
func (b *variables) input(index, width int, name string) term.T {
	b.inputs++
	v := b.fresh(VarKey{placeEnvironment, 0, b.inputs, width, index}, name)
	b.Frozen[v] = true
	return v
}

// environmentText makes a string of the environment, of any length that the platform
// allows.
func (b *objects) environmentText(name string) *Object {
	t := &inputText{Length: b.input(0, b.PtrBits, "length of "+name), content: b.input(b.PtrBits, 8, name)}
	b.Facts = append(b.Facts, b.Pool.ULt(t.Length, b.Size(maxArgument)))
	return b.newObject(Object{Origin: memory.Input, Name: name, Text: t, Slot: ir.NoReg})
}

// makeTexts makes the texts that library models may ask for (__assay_text).
func (b *objects) makeTexts() {
	if _, used := b.Prog.FuncByName["__assay_text"]; !used || len(b.texts) > 0 {
		return
	}
	for k := range maxTexts {
		b.texts = append(b.texts, b.environmentText(fmt.Sprintf("environment text %d", k)))
	}
}

// bornInputs: what the environment made is there all the time.
func (x *run) bornInputs() {
	made := slices.Clone(x.Sys.texts)
	if a := x.Sys.Argv; a != nil {
		if made = append(made, a.array, a.Others); !a.Alike {
			made = append(made, a.strings...)
		}
	}
	for _, o := range made {
		x.s.put(o.ID, &ObjState{Alive: term.True})
	}
	if a := x.Sys.Argv; a != nil && a.order != nil {
		x.s.put(a.order.ID, &ObjState{Alive: term.True, Cells: []Value{number(x.Sys.Size(0))}})
	}
}
