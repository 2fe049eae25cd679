package system

import (
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Variable is a location at a cutpoint that is no constant.
type Variable struct {
	Term, ID, Uninit term.T // as in value; id None: a number
	Inst             term.T
	When             term.T // it was written
	Name             string // as people know it
	Width            int
	Obj              *Object // the location: a cell of an object …
	Cell             int
	Frame            int  // … or a register
	Model            bool // of a library model
}

// Variables lists the locations at a cutpoint, copies once.
func (b *objects) Variables(c *Cutpoint) []*Variable {
	var vs []*Variable
	seen := map[[3]term.T]bool{}
	for i, s := range c.Slots {
		if s.Key.Part != PartNumber || c.Rep[i] == term.None || b.Pool.IsArray(c.Rep[i]) {
			continue
		}
		k := s.Key
		v := &Variable{Term: c.Rep[i], Width: b.Pool.Width(c.Rep[i]), Cell: int(k.Cell), Frame: int(k.Frame)}
		k.Part = PartUninit
		v.Uninit = c.At(k, nil)
		k.Part = PartObject
		if id := c.At(k, nil); id != term.None && !(b.Pool.IsConst(id) && b.IDs(id)[0] <= IDNumber) {
			v.ID = id
			k.Part = partInstance
			v.Inst = c.At(k, nil)
		}
		if b.Fixed(v.Term) && (v.ID == term.None || b.Fixed(v.ID) && b.Fixed(v.Inst)) && b.Fixed(v.Uninit) || seen[[3]term.T{v.Term, v.ID, v.Inst}] {
			continue
		}
		seen[[3]term.T{v.Term, v.ID, v.Inst}] = true
		v.When = b.Pool.Not(v.Uninit)
		v.Name = b.locationName(c, s.Key, v)
		vs = append(vs, v)
	}
	return vs
}

// locationName names a location as people know it.
func (b *objects) locationName(c *Cutpoint, k SlotKey, v *Variable) string {
	if k.Frame == FrameResult {
		return "result of " + c.Ctx.Func.Source
	}
	if k.Frame >= 0 {
		ctx := c.Ctx
		for depth := ctx.Depth; depth > int(k.Frame); depth-- {
			ctx = ctx.Parent
		}
		v.Model = ctx.Func.Model
		return strings.TrimPrefix(b.Prog.Expr(ctx.Func, ir.Operand(k.Obj)), "&")
	}
	o := b.Objects[k.Obj]
	v.Obj = o
	v.Model = b.ofModel(o)
	name := o.Name + o.Layout.Cells[k.Cell].Path
	if k.Frame == FrameOld {
		return "old " + name
	}
	return name
}

// Value is what a location holds.
func (v *Variable) Value() Value {
	return Value{ID: v.ID, Inst: v.Inst, Term: v.Term, Uninit: term.False}
}

// PointsTo lists the objects of a pointer that are objects.
func (b *objects) PointsTo(v *Variable) []int {
	if v.ID == term.None {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(b.IDs(v.ID)), func(k int) bool { return k < IDFirst })
}

// ofModel: a variable of a library model.
func (b *program) ofModel(o *Object) bool {
	return o.Owner != nil && o.Owner.Func.Model || b.modelGlobal(o)
}

// modelGlobal: a static variable that only library models name.
func (b *program) modelGlobal(o *Object) bool {
	return o.Origin == memory.Static && !b.userGlobals[o.Global]
}
