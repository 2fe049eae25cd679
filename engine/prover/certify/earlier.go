package certify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Known is a fact that a proof of an earlier run rests on, in words that mean the
// same in another version of the program. It is a candidate: the program may have
// changed, and it is proved again before it is used.
type Known struct {
	Func    ir.FuncID `json:"-"` // of the loop
	Cut     string    `json:"cut"`
	Formula Formula   `json:"formula"`
	Hard    bool      `json:"hard,omitempty"` // worth more effort to prove
}

// EarlierFacts is the name of their family.
const EarlierFacts = "facts of an earlier run"

// The family of facts of an earlier run: what its proofs rested on is tried before
// anything else. Where the program has not changed much, that proves the same
// again without a search.
func ProposeKnown(kb *invariant.Knowledge, known []Known) {
	names := newPortable(kb.Sys)
	byCut := map[string][]*Known{}
	for i := range known {
		k := &known[i]
		byCut[k.Cut] = append(byCut[k.Cut], k)
	}
	for _, c := range kb.Sys.Cutpoints {
		ks := byCut[names.cut(c)]
		if len(ks) == 0 {
			continue
		}
		slots := names.slots(c)
		for _, k := range ks {
			if t, err := readFormula(kb.Sys, &k.Formula, func(place string) term.T { return names.at(slots, place) }); err == nil {
				kb.Ghosts = kb.Ghosts || aboutGhosts(kb.Sys, c, t)
				kb.Current[c.Index] = append(kb.Current[c.Index], &invariant.Candidate{Term: t, Text: k.Formula.Text, Hard: k.Hard})
			}
		}
	}
}

// learnt is what the proofs so far rest on, for another run.
func (c *certifier) learnt(used *support) (ks []Known) {
	names := newPortable(c.s.Sys)
	for _, k := range used.keys() {
		if k.n < 0 {
			continue
		}
		at := c.s.Sys.Cutpoints[k.cut]
		f := c.s.Base[k.cut][k.n]
		t, numbers := names.named(at, f.Term)
		f.Term = t
		formula, ok := formulaOf(c.s.Sys, &f, func(v term.T) string { return cmp.Or(numbers[v], names.place(at, v)) })
		if ok {
			ks = append(ks, Known{Func: at.Ctx.Func.ID, Cut: names.cut(at), Formula: formula, Hard: f.Hard})
		}
	}
	return ks
}

// portable names cutpoints and parts of states by what does not change with other parts
// of the program. What shares a name is numbered.
type portable struct {
	b       *system.System
	objects map[int]string
	inputs  map[term.T]string
	whole   map[string]term.T // what is the same in every state: inputs, and numbers of objects
}

func newPortable(b *system.System) *portable {
	n := &portable{b: b, objects: map[int]string{}, inputs: map[term.T]string{}, whole: map[string]term.T{}}
	count := map[string]int{}
	nth := func(name string) string {
		count[name]++
		return fmt.Sprintf("%s %d", name, count[name])
	}
	for id, o := range b.Objects {
		if o != nil {
			n.objects[id] = nth(n.object(o))
			n.whole[numberOf+n.objects[id]] = b.IDConst(id)
		}
	}
	for _, v := range slices.Sorted(maps.Keys(b.Frozen)) {
		n.inputs[v] = nth("input " + b.Pool.Name(v))
		n.whole[n.inputs[v]] = v
	}
	return n
}

// numberOf begins the place of a variable that stands for an object's number.
const numberOf = "number of "

// named puts variables in the place of the numbers of objects with which a fact at
// a cutpoint compares: they differ between versions of a program. It returns the places
// of these.
func (n *portable) named(c *system.Cutpoint, t term.T) (fact term.T, places map[term.T]string) {
	p := n.b.Pool
	numbers := func(t term.T) bool {
		if p.Op(t) == term.OpSelect {
			t = p.Arg(t, 0)
		}
		i, ok := c.First[t]
		return ok && c.Slots[i].Key.Part == system.PartObject
	}
	places = map[term.T]string{}
	with := map[term.T]term.T{}
	p.Visit(t, map[term.T]bool{}, func(t term.T) {
		if p.Op(t) != term.OpEq || !numbers(p.Arg(t, 0)) {
			return
		}
		k, ok := p.Const(p.Arg(t, 1))
		if name := n.objects[int(k)]; ok && k >= system.IDFirst && name != "" {
			v := p.Var(system.IDBits, numberOf+name)
			places[v] = numberOf + name
			with[t] = p.Eq(p.Arg(t, 0), v)
		}
	})
	return p.Substitute(t, with), places
}

// object names an object by where it is made.
func (n *portable) object(o *system.Object) string {
	switch {
	case o.Origin == memory.Static:
		return "static " + o.Name
	case o.Origin == memory.Heap:
		return fmt.Sprintf("heap %x %s %d", n.b.Prog.PointKey(o.Made), o.Name, o.Size)
	case o.Owner != nil:
		return fmt.Sprintf("stack %s %d %s", n.context(o.Owner), o.Slot, o.Name)
	}
	return fmt.Sprintf("%d %s", o.Origin, o.Name)
}

// context names a chain of calls.
func (n *portable) context(ctx *system.Activation) string {
	var calls []string
	for ; ctx.Parent != nil; ctx = ctx.Parent {
		calls = append(calls, strconv.FormatUint(n.b.Prog.PointKey(ir.Point{Block: ctx.Call.Block.ID, Instr: ctx.Call.Instr}), 16))
	}
	slices.Reverse(calls)
	return ctx.Func.Name + "/" + strings.Join(calls, "/")
}

// cut names a cutpoint.
func (n *portable) cut(c *system.Cutpoint) string {
	return fmt.Sprintf("%s %x %d %v", n.context(c.Ctx), c.Block.Key, c.Kind, c.Turns)
}

// slot names a part of a state.
func (n *portable) slot(k system.SlotKey) string {
	if k.Frame >= 0 || k.Frame == system.FrameResult {
		return fmt.Sprintf("register %d %d %d %d", k.Frame, k.Obj, k.Cell, k.Part)
	}
	return fmt.Sprintf("memory %d %d %d %s", k.Frame, k.Cell, k.Part, n.objects[int(k.Obj)])
}

// place names what a variable of a fact at a cutpoint stands for, "" if nothing.
func (n *portable) place(c *system.Cutpoint, v term.T) string {
	if i, ok := c.First[v]; ok {
		return n.slot(c.Slots[i].Key)
	}
	for i, s := range n.b.Skolems {
		if v == s {
			return system.AnyNames[i]
		}
	}
	return n.inputs[v]
}

// slots are the parts of the state at a cutpoint, by name.
func (n *portable) slots(c *system.Cutpoint) map[string]term.T {
	parts := map[string]term.T{}
	for i, s := range c.Slots {
		parts[n.slot(s.Key)] = c.Rep[i]
	}
	return parts
}

// at finds what stands for a place, among the parts of a state and what is the same
// everywhere; None if nothing does.
func (n *portable) at(slots map[string]term.T, place string) term.T {
	if i := slices.Index(system.AnyNames[:], place); i >= 0 {
		return n.b.Skolem(i)
	}
	return cmp.Or(slots[place], n.whole[place])
}

// aboutGhosts tells that a fact at a cutpoint speaks of ghosts.
func aboutGhosts(b *system.System, c *system.Cutpoint, t term.T) bool {
	return b.Pool.AnyVar(t, func(v term.T) bool {
		i, ok := c.First[v]
		if !ok {
			return false
		}
		k := c.Slots[i].Key
		return k.Frame < 0 && k.Frame != system.FrameResult && k.Cell >= 0 && b.Objects[k.Obj].Layout != nil && b.Objects[k.Obj].Layout.Cells[k.Cell].Ghost
	})
}
