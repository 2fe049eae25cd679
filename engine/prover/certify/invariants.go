package certify

import (
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/pred/cexpr"
	"github.com/assay-dev/assay/engine/prover/goal"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// LoopInvariant is what a proof says in C of a loop statement: an expression
// over variables in scope at its keyword that is true whenever a run arrives at
// the loop's head, at the beginning of each turn and behind the last. Runs in
// which a check that the proof takes as given failed before are not spoken of.
type LoopInvariant struct {
	Head  ir.Point
	Value string // "1": nothing is said; "0": no run arrives
	// Left are the facts of the proof that have no such expression, in words.
	Left []string
}

// invariants are what the claims of a proof say in C, by loop statement in the
// order of the program. A loop that is analysed in several contexts has an
// alternative for each. What is claimed besides the proof's own facts goes to
// used.
func (c *certifier) invariants(j *goal.Checker, all, used *support) []LoopInvariant {
	contexts := map[int32][]*system.Cutpoint{}
	for _, at := range c.s.Sys.Cutpoints {
		if at.Kind == system.AtLoop && at.Block.Stmt != nil && !at.Ctx.Func.Model {
			contexts[at.Block.ID] = append(contexts[at.Block.ID], at)
		}
	}
	var out []LoopInvariant
	for _, blk := range c.s.Sys.Prog.Blocks {
		if cuts := contexts[blk.ID]; cuts != nil {
			v := &voice{c: c, all: all, used: used}
			out = append(out, v.invariant(j, ir.Point{Block: blk.ID}, cuts))
		}
	}
	return out
}

// voice says facts in C.
type voice struct {
	c         *certifier
	all, used *support
	left      []string
}

func (v *voice) invariant(j *goal.Checker, head ir.Point, cuts []*system.Cutpoint) LoopInvariant {
	if stop := v.c.unsupportedBefore(j, head); stop != nil {
		return LoopInvariant{head, "1", []string{stop.Why + " at " + j.Sys.Prog.Where(stop.At) + ", after which nothing is known"}}
	}
	var contexts []string
	said := true
	for _, at := range cuts {
		if v.never(at) {
			continue
		}
		facts := v.at(at)
		said = said && len(facts) > 0
		if text := conjunction(facts); !slices.Contains(contexts, text) {
			contexts = append(contexts, text)
		}
	}
	slices.Sort(v.left)
	inv := LoopInvariant{Head: head, Left: slices.Compact(v.left)}
	switch {
	case !said:
		inv.Value = "1"
	case len(contexts) == 0:
		inv.Value = "0"
	case len(contexts) == 1:
		inv.Value = contexts[0]
	default:
		inv.Value = "(" + strings.Join(contexts, ") || (") + ")"
	}
	return inv
}

// unsupportedBefore is something unmodelled from which a run may get to a loop, nil if
// there is nothing: what comes behind it is no part of the system.
func (c *certifier) unsupportedBefore(j *goal.Checker, head ir.Point) *system.Check {
	g := len(j.Goals)
	j.Goals = append(j.Goals, system.Goal{Sites: []system.Site{{Point: head}}})
	j.Distances = append(j.Distances, nil)
	for _, k := range c.checks(func(k *system.Check) bool { return k.Why != "" }) {
		if j.Concerns(k, g) && !c.prove(k) {
			return k
		}
	}
	return nil
}

// holds makes a claim that the proof may not need, and reports whether it holds
// with nothing given that the proof does not take as given, too.
func (v *voice) holds(k factKey) bool {
	if !v.c.prove(k) {
		return false
	}
	s := v.c.newBasis()
	s.rest(k)
	given := v.all.given()
	if slices.ContainsFunc(s.given(), func(g *system.Check) bool { return !slices.Contains(given, g) }) {
		return false
	}
	v.used.add(s)
	return true
}

// never: no run arrives at a cutpoint.
func (v *voice) never(at *system.Cutpoint) bool {
	return !v.c.s.Reached[at.Index] && v.holds(factKey{at.Index, notReached})
}

// at lists what the proof says of a cutpoint, in C. Intervals of variables come first:
// what is behind them need not be defined where they do not hold.
func (v *voice) at(at *system.Cutpoint) []string {
	n := v.namesAt(at)
	var first, rest []*invariant.Fact
	terms := map[*invariant.Fact]term.T{}
	for i := range v.c.s.Base[at.Index] {
		f, k := &v.c.s.Base[at.Index][i], factKey{at.Index, i}
		if !v.used.has(k) && !v.all.has(k) {
			continue
		}
		terms[f] = v.c.s.Sys.Pool.Substitute(f.Term, n.known)
		if v.isInterval(terms[f], n) {
			first = append(first, f)
		} else if terms[f] != term.True {
			rest = append(rest, f)
		}
	}
	facts := v.say(nil, first, terms, n)
	for _, f := range first {
		v.learn(terms[f], n)
	}
	return v.say(append(facts, v.values(at, n)...), rest, terms, n)
}

// say adds facts in C.
func (v *voice) say(said []string, fs []*invariant.Fact, terms map[*invariant.Fact]term.T, n *cNames) []string {
	for _, f := range fs {
		text, ok := cexpr.Of(v.c.s.Sys.Pool, terms[f], func(x term.T) (cexpr.Variable, bool) { c, ok := n.of[x]; return c, ok })
		switch {
		case !ok:
			v.left = append(v.left, f.Text)
		case !slices.Contains(said, text):
			said = append(said, text)
		}
	}
	return said
}

// isInterval tells that a fact bounds a variable with a name.
func (v *voice) isInterval(t term.T, n *cNames) bool {
	x, _, _ := v.side(t)
	_, ok := n.of[x]
	return ok
}

// side takes a comparison of a variable with a constant, as signed numbers, apart;
// the variable is None where it is something else.
func (v *voice) side(t term.T) (x term.T, bound int64, upper bool) {
	p := v.c.s.Sys.Pool
	negated := p.Op(t) == term.OpNot
	if negated {
		t = p.Arg(t, 0)
	}
	if p.Op(t) != term.OpSLt || p.Width(p.Arg(t, 0)) > 64 {
		return term.None, 0, false
	}
	a, b := p.Arg(t, 0), p.Arg(t, 1)
	if c, ok := p.Const(b); ok && p.Op(a) == term.OpVar { // x < c, or x ≥ c
		bound = op.Signed(p.Width(a), c)
		if !negated {
			bound--
		}
		return a, bound, !negated
	}
	if c, ok := p.Const(a); ok && p.Op(b) == term.OpVar { // c < x, or c ≥ x
		bound = op.Signed(p.Width(b), c)
		if !negated {
			bound++
		}
		return b, bound, negated
	}
	return term.None, 0, false
}

// learn notes what an interval says of its variable.
func (v *voice) learn(t term.T, n *cNames) {
	x, bound, upper := v.side(t)
	name := n.of[x]
	r := cexpr.Interval{Lo: -1 << (name.Bits - 1), Hi: 1<<(name.Bits-1) - 1}
	if name.Known != nil {
		r = *name.Known
	}
	if upper {
		r.Hi = min(r.Hi, bound)
	} else {
		r.Lo = max(r.Lo, bound)
	}
	name.Known = &r
	n.of[x] = name
}

// conjunction joins facts.
func conjunction(facts []string) string {
	facts = slices.Clone(facts)
	for i, f := range facts {
		if len(facts) > 1 && (strings.Contains(f, "||") || strings.Contains(f, "?")) {
			facts[i] = "(" + f + ")"
		}
	}
	return strings.Join(facts, " && ")
}

// cNames is what C calls the variables of a cutpoint.
type cNames struct {
	of    map[term.T]cexpr.Variable
	all   []namedSlot
	known map[term.T]term.T // what is known of the state: in scope, initialised
}

// namedSlot is a slot with a name.
type namedSlot struct {
	is   term.T
	name cexpr.Variable
	one  bool // no element of an array
}

// namesAt names what is in scope at the keyword of a cutpoint's loop, and initialised.
func (v *voice) namesAt(at *system.Cutpoint) *cNames {
	b := v.c.s.Sys
	n := &cNames{of: map[term.T]cexpr.Variable{}, known: map[term.T]term.T{}}
	for i, s := range at.Slots {
		if s.Key.Frame != -1 || s.Key.Cell < 0 || s.Key.Part != system.PartNumber || b.Pool.IsArray(at.Rep[i]) {
			continue
		}
		o := b.Objects[s.Key.Obj]
		name, ok := cName(b, at, o, int(s.Key.Cell))
		if !ok || name.Bits != b.Pool.Width(at.Rep[i]) || !v.initialised(at, s.Key, n) {
			continue
		}
		k := s.Key
		k.Cell, k.Part = -1, system.PartAlive
		if alive := at.At(k, nil); alive != term.None && !b.Fixed(alive) {
			n.known[alive] = term.True
		}
		if _, again := n.of[at.Rep[i]]; !again && !b.Pool.IsConst(at.Rep[i]) {
			n.of[at.Rep[i]] = name
		}
		n.all = append(n.all, namedSlot{at.Rep[i], name, len(o.Layout.Cells) == 1})
	}
	return n
}

// initialised tells that a slot was written whenever a run arrives at the cutpoint.
func (v *voice) initialised(at *system.Cutpoint, k system.SlotKey, n *cNames) bool {
	b := v.c.s.Sys
	k.Part = system.PartUninit
	unset := at.At(k, nil)
	if unset == term.False || n.known[unset] != term.None {
		return true
	}
	written := b.Pool.Not(unset)
	i := slices.IndexFunc(v.c.s.Base[at.Index], func(f invariant.Fact) bool { return f.Term == written })
	if i < 0 || !v.holds(factKey{at.Index, i}) {
		return false
	}
	n.known[unset] = term.False
	return true
}

// values says which variables are constants at a cutpoint, and copies of each other:
// that is built into what stands for them.
func (v *voice) values(at *system.Cutpoint, n *cNames) []string {
	if v.c.implicit[at.Index] && !v.holds(factKey{at.Index, builtIn}) {
		return nil
	}
	p := v.c.s.Sys.Pool
	var out []string
	for _, s := range n.all {
		first, isVar := n.of[s.is]
		if !s.one || len(out) == budget.SaidValues.N || isVar && first.Text == s.name.Text || !isVar && !p.IsConst(s.is) {
			continue
		}
		this := p.Var(s.name.Bits, s.name.Text)
		text, ok := cexpr.Of(p, p.Eq(this, s.is), func(x term.T) (cexpr.Variable, bool) {
			if x == this {
				return s.name, true
			}
			return first, isVar
		})
		if ok {
			out = append(out, text)
		}
	}
	return out
}

// cName is what C calls a cell of an object at the keyword of a cutpoint's loop, if
// the name means that there and reading it has no effect.
func cName(b *system.System, at *system.Cutpoint, o *system.Object, i int) (cexpr.Variable, bool) {
	if o.Layout == nil || o.Site || o.Layout.Cells[i].Ghost {
		return cexpr.Variable{}, false
	}
	name, of := "", ir.CTypeID(0)
	if o.Owner == at.Ctx && o.Slot != ir.NoReg {
		for _, k := range at.Block.Stmt.Vars {
			if x := &at.Ctx.Func.Vars[k]; x.Slot == o.Slot {
				name, of = x.Name, x.Of
			}
		}
	} else if o.Origin == memory.Static && visibleAt(b, at, o.Global) {
		name, of = b.Prog.Globals[o.Global].Source, b.Prog.Globals[o.Global].Of
	}
	c := &o.Layout.Cells[i]
	path, signed, ok := b.Prog.Integer(of, c.Off, c.Size)
	sign := pred.Unsigned
	if signed {
		sign = pred.Signed
	}
	return cexpr.Variable{Text: name + path, Bits: int(c.Size) * 8, Sign: sign}, ok && name != ""
}

// visibleAt: the name of a global means it at a cutpoint's loop.
func visibleAt(b *system.System, at *system.Cutpoint, id ir.GlobalID) bool {
	g, fn := &b.Prog.Globals[id], at.Ctx.Func
	decl, loop := b.Prog.Locs[g.Loc], b.Prog.Locs[at.Block.Stmt.At]
	return g.Source != "" && !g.Nested && !g.Private && decl.File == loop.File && decl.Line > 0 && decl.Line < loop.Line &&
		!slices.ContainsFunc(fn.Vars, func(x ir.Var) bool { return x.Name == g.Source })
}
