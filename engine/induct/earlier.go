package induct

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
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

// earlierFacts is the name of their family.
const earlierFacts = "facts of an earlier run"

// The family of facts of an earlier run: what its proofs rested on is tried before
// anything else. Where the program has not changed much, that proves the same
// again without a search.
func proposeEarlier(pr *prover, _ *judge) {
	names := newPortable(pr.b)
	byCut := map[string][]*Known{}
	for i := range pr.cfg.Known {
		k := &pr.cfg.Known[i]
		byCut[k.Cut] = append(byCut[k.Cut], k)
	}
	for _, c := range pr.b.cuts {
		ks := byCut[names.cut(c)]
		if len(ks) == 0 {
			continue
		}
		slots := names.slots(c)
		for _, k := range ks {
			if t, err := pr.b.read(&k.Formula, func(place string) term.T { return names.at(slots, place) }); err == nil {
				pr.ghosts = pr.ghosts || pr.b.aboutGhosts(c, t)
				pr.current[c.index] = append(pr.current[c.index], &candidate{t: t, text: k.Formula.Text, hard: k.Hard})
			}
		}
	}
}

// learnt is what the proofs so far rest on, for another run.
func (c *certifier) learnt(used *basis) (ks []Known) {
	names := newPortable(c.pr.b)
	for _, k := range used.keys() {
		if k.n < 0 {
			continue
		}
		at := c.pr.b.cuts[k.cut]
		f := c.pr.base[k.cut][k.n]
		t, numbers := names.named(at, f.t)
		f.t = t
		formula, ok := c.pr.b.formula(&f, func(v term.T) string { return cmp.Or(numbers[v], names.place(at, v)) })
		if ok {
			ks = append(ks, Known{Func: at.ctx.fn.ID, Cut: names.cut(at), Formula: formula, Hard: f.hard})
		}
	}
	return ks
}

// portable names cuts and parts of states by what does not change with other parts
// of the program. What shares a name is numbered.
type portable struct {
	b       *builder
	objects map[int]string
	inputs  map[term.T]string
	whole   map[string]term.T // what is the same in every state: inputs, and numbers of objects
}

func newPortable(b *builder) *portable {
	n := &portable{b: b, objects: map[int]string{}, inputs: map[term.T]string{}, whole: map[string]term.T{}}
	count := map[string]int{}
	nth := func(name string) string {
		count[name]++
		return fmt.Sprintf("%s %d", name, count[name])
	}
	for id, o := range b.objects {
		if o != nil {
			n.objects[id] = nth(n.object(o))
			n.whole[numberOf+n.objects[id]] = b.idConst(id)
		}
	}
	for _, v := range slices.Sorted(maps.Keys(b.frozen)) {
		n.inputs[v] = nth("input " + b.pool.Name(v))
		n.whole[n.inputs[v]] = v
	}
	return n
}

// numberOf begins the place of a variable that stands for an object's number.
const numberOf = "number of "

// named puts variables in the place of the numbers of objects with which a fact at
// a cut compares: they differ between versions of a program. It returns the places
// of these.
func (n *portable) named(c *cut, t term.T) (fact term.T, places map[term.T]string) {
	p := n.b.pool
	numbers := func(t term.T) bool {
		if p.Op(t) == term.OpSelect {
			t = p.Arg(t, 0)
		}
		i, ok := c.first[t]
		return ok && c.slots[i].key.part == partObject
	}
	places = map[term.T]string{}
	with := map[term.T]term.T{}
	p.Visit(t, map[term.T]bool{}, func(t term.T) {
		if p.Op(t) != term.OpEq || !numbers(p.Arg(t, 0)) {
			return
		}
		k, ok := p.Const(p.Arg(t, 1))
		if name := n.objects[int(k)]; ok && k >= idFirst && name != "" {
			v := p.Var(idBits, numberOf+name)
			places[v] = numberOf + name
			with[t] = p.Eq(p.Arg(t, 0), v)
		}
	})
	return p.Substitute(t, with), places
}

// object names an object by where it is made.
func (n *portable) object(o *object) string {
	switch {
	case o.origin == memory.Static:
		return "static " + o.name
	case o.origin == memory.Heap:
		return fmt.Sprintf("heap %x %s %d", n.b.prog.PointKey(o.made), o.name, o.size)
	case o.owner != nil:
		return fmt.Sprintf("stack %s %d %s", n.context(o.owner), o.slot, o.name)
	}
	return fmt.Sprintf("%d %s", o.origin, o.name)
}

// context names a chain of calls.
func (n *portable) context(ctx *activation) string {
	var calls []string
	for ; ctx.parent != nil; ctx = ctx.parent {
		calls = append(calls, strconv.FormatUint(n.b.prog.PointKey(ir.Point{Block: ctx.call.block.ID, Instr: ctx.call.instr}), 16))
	}
	slices.Reverse(calls)
	return ctx.fn.Name + "/" + strings.Join(calls, "/")
}

// cut names a cut.
func (n *portable) cut(c *cut) string {
	return fmt.Sprintf("%s %x %d %v", n.context(c.ctx), c.block.Key, c.kind, c.turns)
}

// slot names a part of a state.
func (n *portable) slot(k slotKey) string {
	if k.frame >= 0 || k.frame == frameResult {
		return fmt.Sprintf("register %d %d %d %d", k.frame, k.obj, k.cell, k.part)
	}
	return fmt.Sprintf("memory %d %d %d %s", k.frame, k.cell, k.part, n.objects[int(k.obj)])
}

// place names what a variable of a fact at a cut stands for, "" if nothing.
func (n *portable) place(c *cut, v term.T) string {
	if i, ok := c.first[v]; ok {
		return n.slot(c.slots[i].key)
	}
	for i, s := range n.b.skolems {
		if v == s {
			return anyNames[i]
		}
	}
	return n.inputs[v]
}

// slots are the parts of the state at a cut, by name.
func (n *portable) slots(c *cut) map[string]term.T {
	parts := map[string]term.T{}
	for i, s := range c.slots {
		parts[n.slot(s.key)] = c.rep[i]
	}
	return parts
}

// at finds what stands for a place, among the parts of a state and what is the same
// everywhere; None if nothing does.
func (n *portable) at(slots map[string]term.T, place string) term.T {
	if i := slices.Index(anyNames[:], place); i >= 0 {
		return n.b.skolem(i)
	}
	return cmp.Or(slots[place], n.whole[place])
}

// aboutGhosts tells that a fact at a cut speaks of ghosts.
func (b *builder) aboutGhosts(c *cut, t term.T) bool {
	return b.pool.AnyVar(t, func(v term.T) bool {
		i, ok := c.first[v]
		if !ok {
			return false
		}
		k := c.slots[i].key
		return k.frame < 0 && k.frame != frameResult && k.cell >= 0 && b.objects[k.obj].lay != nil && b.objects[k.obj].lay.cells[k.cell].ghost
	})
}
