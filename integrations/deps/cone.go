package deps

import (
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// cone collects the functions that may start to run before a target does.
type cone struct {
	p     *ir.Program
	dist  *ir.Distance
	whole bool               // every call counts
	in    map[ir.FuncID]bool // functions of the cone
	// after: the target may be reached after an activation of the function
	// has returned.
	after map[ir.FuncID]bool
	work  []ir.FuncID
}

// coneOf computes the cone of the sites for runs that start at the entries.
func coneOf(p *ir.Program, sites []engine.Site, entries []ir.FuncID) map[ir.FuncID]bool {
	c := &cone{p: p, whole: len(p.Missing) > 0, in: map[ir.FuncID]bool{}, after: map[ir.FuncID]bool{}}
	points := make([]ir.Point, len(sites))
	for i, s := range sites {
		points[i] = s.Point
		// A leak is judged when the program ends, after everything.
		c.whole = c.whole || s.Classes.Has(op.Leak)
	}
	c.dist = ir.NewDistance(p, points)
	// What runs at exit comes after everything, too.
	c.whole = c.whole || c.dist.Exit() != ir.Unreached
	for _, f := range p.Ctors {
		c.enter(f, true)
	}
	for _, f := range entries {
		if c.whole || c.dist.Func(f) != ir.Unreached {
			c.enter(f, c.whole)
		}
	}
	if c.whole {
		for _, f := range p.Dtors {
			c.enter(f, true)
		}
		if f := p.AtEnd(); f != nil { // no instruction calls it where main returns
			c.enter(f.ID, true)
		}
	}
	for len(c.work) > 0 {
		f := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		c.calls(f)
	}
	return c.in
}

// enter adds a function to the cone. It is looked at again when it becomes
// known that the target may follow its return.
func (c *cone) enter(f ir.FuncID, after bool) {
	if c.in[f] && (c.after[f] || !after) {
		return
	}
	c.in[f] = true
	c.after[f] = c.after[f] || after
	c.work = append(c.work, f)
}

// calls follows the calls of a function of the cone.
func (c *cone) calls(f ir.FuncID) {
	for _, b := range c.p.Funcs[f].Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Op != ir.Call {
				continue
			}
			at := ir.Point{Block: b.ID, Instr: int32(i)}
			ahead, behind := c.dist.From(at) != ir.Unreached, c.behind(f, at)
			if !ahead && !behind {
				continue
			}
			for _, g := range c.p.CallTargets(in) {
				// While a model runs, its call is still to come: its errors belong to it.
				running := c.p.Funcs[g].Model && !c.p.Funcs[f].Model && ahead
				c.enter(g, behind || running)
			}
		}
	}
}

// behind says whether the target may be reached after a call has returned: in
// this activation, or after it in turn has returned, which it also does in a model
// where the call stops.
func (c *cone) behind(f ir.FuncID, call ir.Point) bool {
	next := ir.Point{Block: call.Block, Instr: call.Instr + 1} // a call ends no block
	return c.whole || c.dist.From(next) != ir.Unreached || c.after[f] && c.dist.Returns([]ir.Point{call})
}

// globalsOf are the variables that functions of the cone name, directly or
// through initial addresses, ascending.
func globalsOf(p *ir.Program, funcs map[ir.FuncID]bool) []ir.GlobalID {
	w := &reach{p: p, seen: map[ir.GlobalID]bool{}}
	for f := range funcs {
		for _, b := range p.Funcs[f].Blocks {
			for i := range b.Phis {
				w.operands(b.Phis[i].Vals)
			}
			for i := range b.Instrs {
				w.operands(b.Instrs[i].Args)
				if call := b.Instrs[i].Call; call != nil {
					for _, a := range call.Args {
						w.operand(a.Val)
					}
				}
			}
		}
	}
	return w.list()
}

// reach follows addresses to variables.
type reach struct {
	p    *ir.Program
	seen map[ir.GlobalID]bool
}

func (w *reach) operands(os []ir.Operand) {
	for _, o := range os {
		w.operand(o)
	}
}

func (w *reach) operand(o ir.Operand) {
	if !o.IsConst() {
		return
	}
	c := &w.p.Consts[o.ConstIndex()]
	w.operands(c.Elems)
	if c.Kind == ir.CGlobal {
		w.global(ir.GlobalID(c.ID))
	}
}

func (w *reach) global(g ir.GlobalID) {
	if w.seen[g] {
		return
	}
	w.seen[g] = true
	for _, r := range w.p.Globals[g].Relocs {
		w.operand(r.Value)
	}
}

func (w *reach) list() []ir.GlobalID {
	var out []ir.GlobalID
	for g := range w.seen {
		out = append(out, g)
	}
	slices.Sort(out)
	return out
}
