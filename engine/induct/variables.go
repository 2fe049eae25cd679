package induct

import (
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// variable is a location at a cut that is no constant.
type variable struct {
	t, id, u term.T // as in value; id None: a number
	inst     term.T
	when     term.T // it was written
	name     string // as people know it
	width    int
	obj      *object // the location: a cell of an object …
	cell     int
	frame    int  // … or a register
	model    bool // of a library model
}

// variables lists the locations at a cut, copies once.
func (b *builder) variables(c *cut) []*variable {
	var vs []*variable
	seen := map[[3]term.T]bool{}
	for i, s := range c.slots {
		if s.key.part != partNumber || c.rep[i] == term.None || b.pool.IsArray(c.rep[i]) {
			continue
		}
		k := s.key
		v := &variable{t: c.rep[i], width: b.pool.Width(c.rep[i]), cell: int(k.cell), frame: int(k.frame)}
		k.part = partUnset
		v.u = c.at(k, nil)
		k.part = partObject
		if id := c.at(k, nil); id != term.None && !(b.pool.IsConst(id) && b.ids(id)[0] <= idNumber) {
			v.id = id
			k.part = partInstance
			v.inst = c.at(k, nil)
		}
		if b.fixed(v.t) && (v.id == term.None || b.fixed(v.id) && b.fixed(v.inst)) && b.fixed(v.u) || seen[[3]term.T{v.t, v.id, v.inst}] {
			continue
		}
		seen[[3]term.T{v.t, v.id, v.inst}] = true
		v.when = b.pool.Not(v.u)
		v.name = b.locationName(c, s.key, v)
		vs = append(vs, v)
	}
	return vs
}

// locationName names a location as people know it.
func (b *builder) locationName(c *cut, k slotKey, v *variable) string {
	if k.frame == frameResult {
		return "result of " + c.ctx.fn.Source
	}
	if k.frame >= 0 {
		ctx := c.ctx
		for depth := ctx.depth; depth > int(k.frame); depth-- {
			ctx = ctx.parent
		}
		v.model = ctx.fn.Model
		return strings.TrimPrefix(b.prog.Expr(ctx.fn, ir.Operand(k.obj)), "&")
	}
	o := b.objects[k.obj]
	v.obj = o
	v.model = b.ofModel(o)
	name := o.name + o.lay.cells[k.cell].path
	if k.frame == frameOld {
		return "old " + name
	}
	return name
}

// value is what a location holds.
func (v *variable) value() value { return value{id: v.id, inst: v.inst, t: v.t, u: term.False} }

// pointsTo lists the objects of a pointer that are objects.
func (b *builder) pointsTo(v *variable) []int {
	if v.id == term.None {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(b.ids(v.id)), func(k int) bool { return k < idFirst })
}

// ofModel: a variable of a library model.
func (b *builder) ofModel(o *object) bool {
	return o.owner != nil && o.owner.fn.Model || b.modelGlobal(o)
}

// modelGlobal: a static variable that only library models name.
func (b *builder) modelGlobal(o *object) bool {
	return o.origin == memory.Static && !b.userGlobals[o.glob]
}

// userGlobals are the globals that the program's own functions name.
func userGlobals(p *ir.Program) map[ir.GlobalID]bool {
	used := map[ir.GlobalID]bool{}
	for _, blk := range p.Blocks {
		if p.Funcs[blk.Func].Model {
			continue
		}
		for i := range blk.Instrs {
			blk.Instrs[i].EachOperand(func(o ir.Operand) {
				if o.IsConst() && p.Consts[o.ConstIndex()].Kind == ir.CGlobal {
					used[ir.GlobalID(p.Consts[o.ConstIndex()].ID)] = true
				}
			})
		}
	}
	return used
}
