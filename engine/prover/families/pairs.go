package families

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Pairs is the family of differences: equalities of locations, and bounds of differences
// and sums of two.
//
//	while (i < n && in()) { a[i] = 0; i++; }   // i ≤ n
var Pairs = &Family{
	ID: "differences", Title: "equalities and differences",
	Says:   "`x = y`, `x ≤ y + c`, `x + y ≤ c`, and either where a flag has a value",
	Loop:   "a reader behind its writer, two counters",
	Test:   "loops.c",
	passes: []pass{each((*proposer).pairs)},
}

// operandOf is a number for relations: a variable, or a frozen one.
type operandOf struct {
	t, when term.T
	width   int
	name    string
	at      invariant.Location
	lo, hi  int64 // what the facts say of it
	bounded bool  // they bound it on both sides
	obj     int   // of an offset: the object; 0: a number
	model   bool  // of a library model
	frozen  bool  // the same in the whole run
	ghost   bool  // of smashed memory
}

// operands lists the numbers at a cutpoint that relations are about.
func (pr *proposer) operands(c *system.Cutpoint) []*operandOf {
	b, p := pr.Sys, pr.Sys.Pool
	at := pr.Locations(c)
	var xs []*operandOf
	for _, v := range b.Variables(c) {
		if b.Fixed(v.Term) || v.Width < 8 || v.Width > 64 || v.Uninit == term.True || ofArray(b, v) || v.ZeroGhost() {
			continue
		}
		x := &operandOf{t: v.Term, when: v.When, width: v.Width, name: v.Name, at: at[v.Term], model: v.Model, ghost: v.SmashedGhost()}
		if v.ID == term.None {
			pr.range_(c, x)
			xs = append(xs, x)
			continue
		}
		for _, k := range b.PointsTo(v) {
			y := *x
			y.when = p.And(v.When, b.Is(v.Value(), k))
			pr.range_(c, &y)
			y.name, y.obj = fmt.Sprintf("(%s − %s)", v.Name, b.Objects[k].Name), k
			xs = append(xs, &y)
		}
	}
	for _, v := range FrozenNumbers(b) {
		x := &operandOf{t: v, frozen: true, when: term.True, width: p.Width(v), name: p.Name(v), at: at[v]}
		pr.range_(c, x)
		xs = append(xs, x)
	}
	slices.SortFunc(xs, func(a, b *operandOf) int { return int(a.t) - int(b.t) })
	return xs
}

// wideOperands leaves out the bytes.
func (pr *proposer) wideOperands(c *system.Cutpoint) []*operandOf {
	return slices.DeleteFunc(pr.operands(c), func(x *operandOf) bool { return x.width < 16 })
}

// range_ looks up what the facts say of an operand.
func (pr *proposer) range_(c *system.Cutpoint, x *operandOf) {
	x.lo, x.hi = -1<<62, 1<<62
	if x.width <= 32 {
		x.lo, x.hi = -1<<(x.width-1), 1<<(x.width-1)-1
	}
	l, ok := pr.Bounds[c.Index][invariant.BoundKey{Term: x.t, When: x.when}]
	if ok {
		x.lo, x.hi = max(x.lo, l.Lo), min(x.hi, l.Hi)
	}
	x.bounded = ok && l.Lo > -small && l.Hi < small
}

// reach is how far from 0 a number can be.
func (x *operandOf) reach() int64 {
	if !x.bounded {
		return int64(budget.SmallNumber.N)
	}
	return max(x.hi, -x.lo)
}

// small numbers cannot overflow in the sums of templates.
const small = 1 << 28

// pairs are the templates of the relational family at a cutpoint.
func (pr *proposer) pairs(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	xs := append(pr.wideOperands(c), pr.blockSizes(c)...)
	ts := append(pr.equalities(xs), pr.cases(xs, r)...)
	ts = append(ts, pr.arguments(c, xs, r)...)
	few := c.Kind != system.AtLoop && countPlain(xs) <= budget.ProcedureNumbers.N
	for i, x := range xs {
		for k, y := range xs {
			if i == k || x.at == y.at || x.frozen && y.frozen || len(ts) > budget.Pairs.N || (x.model || y.model) && !(r.Needed[x.at] && r.Needed[y.at]) {
				continue
			}
			if r.Needed[x.at] && r.Needed[y.at] && x.plain() && y.plain() {
				ts = append(ts, pr.zeroTogether(x, y))
			}
			linked := r.Pair(x.at, y.at) || few && x.plain() && y.plain()
			need := !x.frozen && !y.frozen && (r.Needed[x.at] && (y.bounded || r.Needed[y.at]) || r.Needed[y.at] && x.bounded)
			if i < k && (linked || need) {
				stops := stopsOf(r, x, y)
				ts = append(ts, stopping(pr.difference(x, y, 1), stops))
				if linked && (x.obj == 0 || y.obj == 0) {
					ts = append(ts, stopping(pr.difference(x, y, -1), stops))
				}
			}
		}
	}
	return ts
}

// stopsOf are where a bound of two numbers stops that states move: near 0, and at what the
// program compares either of them with. Along all numbers of the program it would crawl.
func stopsOf(r *invariant.Relevance, x, y *operandOf) []int64 {
	stops := []int64{-1, 0, 1}
	for _, c := range slices.Concat(r.StrongOf(x.at), r.StrongOf(y.at)) {
		stops = append(stops, c, -c)
	}
	slices.Sort(stops)
	return slices.Compact(stops)
}

// stopping is a bound with such stops.
func stopping(a *invariant.Bound, stops []int64) *invariant.Bound {
	a.Strong = stops
	return a
}

// arguments: a pointer is into the string of argv at a number that is compared with argc.
//
//	for (i = 1; i < argc; i++) n += strlen(argv[i]);   // in strlen: s is in argv[i]
func (pr *proposer) arguments(c *system.Cutpoint, xs []*operandOf, r *invariant.Relevance) (ts []invariant.Template) {
	b, p := pr.Sys, pr.Sys.Pool
	if b.Argv == nil || !b.Argv.Alike {
		return nil
	}
	at, s := pr.Locations(c), b.StateAt(c)
	argc := at[p.Vars(b.Argv.Argc)[0]]
	for _, v := range b.Variables(c) {
		if v.ID == term.None || b.Fixed(v.Inst) || !slices.Contains(b.PointsTo(v), b.Argv.Others.ID) {
			continue
		}
		for _, i := range xs {
			if i.obj != 0 || i.frozen || !r.Pair(i.at, argc) {
				continue
			}
			off := p.Mul(b.Dom.Resize(i.width, b.PtrBits, i.t), b.Size(uint64(b.PtrBits/8)))
			same := b.SameObject(v.Value(), b.Argument(b.PlaceIn(s, off)))
			ts = append(ts, &invariant.Candidate{Term: p.OrN(p.Not(v.When), p.Not(i.when), p.Not(b.Is(v.Value(), b.Argv.Others.ID)), same),
				Text: fmt.Sprintf("%s is in argv[%s]", v.Name, i.name)})
		}
	}
	return ts
}

func countPlain(xs []*operandOf) int {
	n := 0
	for _, x := range xs {
		if x.plain() {
			n++
		}
	}
	return n
}

// plain: a number of the program that may change.
func (x *operandOf) plain() bool { return x.obj == 0 && !x.model && !x.frozen && !x.ghost }

// Zeros is the family of what is zero together: what is open is zero only where something
// else is.
//
//	bytes++; while (b) { ones += b & 1; b >>= 1; }   // ones = 0 if bytes = 0
var Zeros = &Family{
	ID: "zeros", Title: "what is zero together",
	Says:   "one number is 0 only where another is; last, when bounds are known",
	Loop:   "counting bits",
	Test:   "loops.c",
	passes: []pass{each((*proposer).zeros)},
}

// zeros are the templates of the family at a cutpoint.
func (pr *proposer) zeros(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	xs := pr.wideOperands(c)
	var ts []invariant.Template
	for _, x := range xs {
		for _, y := range xs {
			if x.at != y.at && r.Needed[x.at] && x.plain() && y.plain() && len(ts) < budget.Zeros.N {
				ts = append(ts, pr.zeroTogether(x, y))
			}
		}
	}
	return ts
}

// zeroTogether: where x is 0, so is y.
func (pr *proposer) zeroTogether(x, y *operandOf) invariant.Template {
	p := pr.Sys.Pool
	zero := func(o *operandOf) term.T { return p.Eq(o.t, p.BV(o.width, 0)) }
	return &invariant.Candidate{Term: p.OrN(p.Not(x.when), p.Not(y.when), p.Not(zero(x)), zero(y)),
		Text: fmt.Sprintf("%s = 0 if %s = 0", y.name, x.name)}
}

// cases bound the numbers that open checks read by the value of another that
// has few.
//
//	case 1: open = 1; s = 2; break;
//	case 2: use(open);   // s = 2: open = 1
func (pr *proposer) cases(xs []*operandOf, r *invariant.Relevance) []invariant.Template {
	p := pr.Sys.Pool
	var ts []invariant.Template
	for _, s := range xs {
		if s.model || s.obj != 0 || !r.Equal[s.at] || !s.bounded || s.hi-s.lo >= int64(budget.CaseValues.N) || s.hi <= s.lo {
			continue
		}
		for _, x := range xs {
			if x == s || x.model || x.frozen || !r.Needed[x.at] && !r.Needed[s.at] || len(ts) > budget.Pairs.N {
				continue
			}
			for c := s.lo; c <= s.hi; c++ {
				when := p.AndN(s.when, x.when, p.Eq(s.t, p.BV(s.width, uint64(c)&op.Mask(s.width))))
				a := pr.bound(when, x.t, r.ThresholdsOf(x.at), fmt.Sprintf("%s = %d: %s", s.name, c, x.name))
				ts = append(ts, a)
			}
		}
	}
	return ts
}

// equalities: numbers of one width that are equal in all states.
func (pr *proposer) equalities(xs []*operandOf) []invariant.Template {
	byWidth := map[int]*invariant.Equals{}
	var ts []invariant.Template
	for _, x := range xs {
		e := byWidth[x.width]
		if e == nil {
			e = &invariant.Equals{Sys: pr.Sys}
			byWidth[x.width] = e
			ts = append(ts, e)
		}
		e.Terms, e.Whens, e.Texts = append(e.Terms, x.t), append(e.Whens, x.when), append(e.Texts, x.name)
		e.Leader = append(e.Leader, 0)
	}
	return ts
}

// difference bounds x − s·y.
func (pr *proposer) difference(x, y *operandOf, s int64) *invariant.Bound {
	p := pr.Sys.Pool
	w := 34
	if x.width > 32 || y.width > 32 || s > 1 || s < -1 {
		w = 64
		if x.width <= 32 && y.width <= 32 {
			w = 52
		}
	}
	left, right := multiple(pr.Sys, 1, x.t, w), multiple(pr.Sys, s, y.t, w)
	text := x.name + " " + product(-s, y.name, false)
	cs := pr.Near
	if s != 1 && s != -1 {
		cs = []int64{-256, -64, -16, -1, 0, 1, 16, 64, 256}
		if y.bounded { // where y may have begun
			cs = append(cs, -s*y.lo, -s*y.hi)
		}
		slices.Sort(cs)
		cs = slices.Compact(cs)
	}
	a := &invariant.Bound{Sys: pr.Sys, When: p.And(x.when, y.when), Term: p.Sub(left, right), Signed: true,
		Thresholds: ends(implied(x, y, s, cs), w), Lo: 1, Hi: 0, Text: text, Hard: s != 1 && s != -1,
		Moves: invariant.PartlyMoved}
	if x.lo > -1<<60 && x.hi < 1<<60 && y.lo > -1<<60 && y.hi < 1<<60 {
		a.Left, a.Right = left, right // neither they nor their neighbours wrap
	}
	return a
}

// multiple is k times a signed number in w bits.
func multiple(b *system.System, k int64, t term.T, w int) term.T {
	return b.Pool.Mul(b.Dom.Resize(b.Pool.Width(t), w, t), b.Pool.BV(w, uint64(k)&op.Mask(w)))
}

// implied leaves out the thresholds that say no more than the facts on the
// numbers themselves.
func implied(x, y *operandOf, s int64, cs []int64) []int64 {
	if x.lo <= -small || x.hi >= small || y.lo <= -small || y.hi >= small {
		return cs
	}
	lo, hi := x.lo-s*y.hi, x.hi-s*y.lo
	if s < 0 {
		lo, hi = x.lo-s*y.lo, x.hi-s*y.hi
	}
	return slices.DeleteFunc(slices.Clone(cs), func(c int64) bool { return c <= lo || c >= hi })
}

// ends adds the limits of w bits to thresholds.
func ends(cs []int64, w int) []int64 {
	lo, hi := int64(-1)<<(w-1), int64(1)<<(w-1)-1
	if w == 64 {
		lo, hi = -1<<63, 1<<63-1
	}
	return append(append([]int64{lo}, cs...), hi)
}

// NearConstants are the thresholds of differences and sums: small numbers and
// what the program compares with.
func NearConstants(cs []int64) []int64 {
	near := []int64{-16, -4, -2, -1, 0, 1, 2, 4, 16}
	for _, c := range cs {
		if c > -2048 && c < 2048 {
			near = append(near, c, -c)
		}
	}
	slices.Sort(near)
	return slices.Compact(near)
}

// ConstantsOf collects the numbers that the program compares with, sizes of
// arrays, and their neighbours: where bounds are likely.
func ConstantsOf(b *system.System) []int64 {
	set := map[int64]bool{0: true, 1: true, -1: true}
	add := func(x int64) { set[x-1], set[x], set[x+1] = true, true, true }
	for _, blk := range b.Prog.Blocks {
		if len(set) > budget.Constants.N {
			break
		}
		fn := b.Prog.Funcs[blk.Func]
		if fn.Model {
			continue
		}
		for i := range blk.Instrs {
			constantsOfInstr(b, fn, &blk.Instrs[i], add)
		}
	}
	for _, o := range b.Objects[system.IDFirst:] {
		if o.Layout != nil && len(o.Layout.Cells) > 1 && o.Size < 1<<20 {
			add(int64(o.Size))
		}
	}
	var cs []int64
	for c := range set {
		cs = append(cs, c)
	}
	slices.Sort(cs)
	return cs
}

func constantsOfInstr(b *system.System, fn *ir.Func, in *ir.Instr, add func(int64)) {
	switch in.Op {
	case ir.ICmp:
		for _, o := range in.Args {
			if !o.IsConst() {
				continue
			}
			if c := &b.Prog.Consts[o.ConstIndex()]; c.Kind == ir.CInt && c.Wide == nil {
				add(op.Signed(b.Prog.Types[c.Type].Bits, c.Bits))
			}
		}
	case ir.Switch:
		for _, c := range in.Switch {
			add(int64(c.Value))
		}
	case ir.GEP:
		for i := range in.Gep.Terms {
			if n := in.Gep.Terms[i].Bound; n > 0 {
				add(n)
			}
		}
	}
}
