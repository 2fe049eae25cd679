package certify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/goal"
	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// A certificate is a set of claims that rest on each other: at each step of a
// run, all of them hold because those they rest on held before. A claim is that
// a fact holds on every way into its cutpoint, or that a check cannot fail; its
// unsatisfiable core names the facts it uses, and the earlier path-ending
// checks whose passing it assumes.
type certifier struct {
	s        *houdini.Search
	second   second             // nil: there is no second solver
	answers  map[string]answers // of it, by core: many claims have the same
	segments []*system.Segment  // built anew, with a literal for each path-ending check
	lean     bool               // facts that a claim can do without are dropped
	ahead    bool               // the search is to go on: what is hard is left for the end
	into     map[*system.Cutpoint][]*invariant.Way
	open     map[checkName]bool   // not proved by the search for facts: not tried
	found    map[checkName]extent // what proved a check
	rely     reliance             // what each claim may rest on; nil: anything
	byLit    map[term.T]*system.Check
	factAt   map[term.T]factKey // of the premises of the claim at hand
	implicit []bool             // by cutpoint: some way in does not show what the cutpoint's variables have built in
	claims   map[any]*claim
	byNumber []*claim             // all that were made
	asked    map[any]bool         // the claims that are asked for, and are worth most
	asking   [][]*system.Check    // by goal: the checks of the new segments that it is about
	refused  map[factKey]bool     // facts that could not be confirmed: nothing rests on them
	known    []map[term.T]factKey // by cutpoint: its facts (changed)
	queries  int
	within   *support // of what excludes overflow that does not end a run; nil: not asked yet
	wrapped  []string // the places where nothing does
}

// factKey names the claim of a fact, or that a cutpoint is not reached, or that its
// variables stand for what arrives.
type factKey struct{ cut, n int }

// The claims about a cutpoint that are no facts.
const (
	notReached = -1
	builtIn    = -2
)

// claim is a node of the certificate.
type claim struct {
	name  any  // of the check or the fact
	n     uint // its number
	ok    bool
	final bool            // it and all it rests on hold, and the second solver was heard
	rests []any           // claims it rests on
	given []*system.Check // earlier checks it assumes that are not proved
	asked []answers       // of the second solver, not yet waited for
	alone bool            // the second solver did not confirm it
	wrong bool            // a state contradicts it
	hasty bool            // it was given up ahead of the end, with less effort than it is worth then
}

// leanLimits are those of a query whether a claim holds without one of its facts.
var leanLimits = backend.Limits{Conflicts: 500, Propagations: 1_000_000}

// checkName tells checks apart, across constructions of the system.
type checkName struct {
	system.CheckKey
	class op.Class
	side  op.Side
	at    ir.Point
	stop  bool
}

func checkNameOf(k *system.Check) checkName {
	return checkName{k.Key, k.Class, k.Side, k.At, k.Why != ""}
}

// newCertifier builds the segments anew. It reports false where the system
// does not come out as before.
func newCertifier(j *goal.Checker, lean bool) (*certifier, bool) {
	b := j.Sys
	c := &certifier{s: j.Search, lean: lean, into: map[*system.Cutpoint][]*invariant.Way{}, open: map[checkName]bool{}, found: map[checkName]extent{}, byLit: map[term.T]*system.Check{},
		implicit: make([]bool, len(b.Cutpoints)), claims: map[any]*claim{}, known: make([]map[term.T]factKey, len(b.Cutpoints)), refused: map[factKey]bool{}, answers: map[string]answers{}}
	ok := c.rebuild()
	j.Again, j.Calls = c.segments, nil
	c.catchUp(j)
	return c, ok
}

// catchUp takes over what the search has found since. What was assumed of a check that it has
// proved is a claim now.
func (c *certifier) catchUp(j *goal.Checker) {
	c.s.Round, c.s.Ghosts = j.Round, j.Ghosts
	clear(c.known)
	clear(c.open)
	for _, k := range j.Checks {
		if by, ok := j.Proved[k]; ok {
			c.found[checkNameOf(k)] = extent{by.Round, by.Core}
		} else {
			c.open[checkNameOf(k)] = true
		}
	}
	for _, cl := range c.byNumber {
		if k, ok := cl.name.(*system.Check); ok && c.claims[k] == cl && cl.given != nil && !c.open[checkNameOf(k)] {
			c.remake(k, cl)
		}
	}
}

// remake makes a claim that was assumed.
func (c *certifier) remake(k any, cl *claim) {
	given := cl.given
	cl.given = nil
	if cl.ok = c.make(k, cl); !cl.ok {
		cl.rests, cl.given = nil, given
	}
}

func (c *certifier) rebuild() bool {
	b := c.s.Sys
	b.Certifying = true
	defer func() { b.Certifying = false }()
	cuts := len(b.Cutpoints)
	for _, at := range b.Cutpoints { // the search may go on, and knows no others
		defer at.Forget(len(at.Slots))
	}
	c.s = c.s.Copy() // with posts of the new edges
	for i := -1; i < cuts; i++ {
		var from *system.Cutpoint
		if i >= 0 {
			from = b.Cutpoints[i]
		}
		seg := b.Segment(from)
		c.segments = append(c.segments, seg)
		for _, k := range seg.Checks {
			if k.Given != term.None {
				c.byLit[k.Given] = k
			}
		}
		for _, o := range seg.Outs {
			if len(b.Cutpoints) > cuts || b.Failed != "" {
				return false
			}
			o.Next = b.Substitution(o)
			pointsWithin(b, o)
			if len(o.Implicit) > 0 {
				c.implicit[o.To.Index] = true
			}
			c.into[o.To] = append(c.into[o.To], &invariant.Way{Seg: seg, Edge: o})
		}
	}
	return b.Failed == ""
}

// pointsWithin looks once more at an edge: every object number that arrives
// should be one that the cutpoint expects.
func pointsWithin(b *system.System, o *system.Edge) {
	for v, t := range o.Next {
		set, ok := b.Pts[v]
		if !ok {
			continue
		}
		if !slices.ContainsFunc(b.IDs(t), func(id int) bool { return !slices.Contains(set, id) }) {
			continue
		}
		t = b.AnyPart(t)
		within := term.False
		for _, id := range set {
			within = b.Pool.Or(within, b.Pool.Eq(t, b.IDConst(id)))
		}
		o.Implicit = append(o.Implicit, within)
	}
}

// extent says which facts a claim is tried with: of the stages up to one and, where own is not
// nil, of those at the start of its segment own alone.
type extent struct {
	stage int
	own   []term.T
}

// extents lists what a claim is tried with. The facts that sufficed when it was found are quicker
// than all, and it rests on less then; of what is new in these segments they are not known.
func (c *certifier) extents(k any) (some []extent) {
	all := c.s.Round
	switch k := k.(type) {
	case *system.Check:
		found, ok := c.found[checkNameOf(k)]
		if !ok {
			for r := 1; r < all; r *= 2 {
				some = append(some, extent{r, nil})
			}
			break
		}
		some = append(some, found)
		if found.stage < all {
			some = append(some, extent{found.stage, nil})
		}
	case factKey:
		if k.n >= 0 && c.s.Base[k.cut][k.n].Round < all {
			some = append(some, extent{c.s.Base[k.cut][k.n].Round, nil})
		}
	}
	return append(some, extent{all, nil})
}

// premises are what the claim k may use of a segment: facts, and passed checks.
func (c *certifier) premises(seg *system.Segment, k any, e extent) []term.T {
	b := c.s.Sys
	as := slices.Clone(b.Facts)
	claimed, _ := k.(factKey)
	as = append(as, c.s.Axioms(seg, c.s.Ghosts || claimed.n == builtIn)...) // ghosts are copies, too
	c.factAt = map[term.T]factKey{}
	use := func(at factKey, f invariant.Fact) {
		if f.Round <= e.stage && !c.refused[at] && c.rely.on(k, at) {
			t := b.Ordered(f.Term)
			as = append(as, t)
			c.factAt[t] = at
		}
	}
	if seg.From != nil {
		for n, f := range c.s.Base[seg.From.Index] {
			if e.own == nil || slices.Contains(e.own, b.Ordered(f.Term)) {
				use(factKey{seg.From.Index, n}, f)
			}
		}
	}
	for _, call := range seg.Calls {
		at := call.Summary.Exit.Index
		switch {
		case call.Returned == term.None:
		case !c.s.Reached[at]:
			use(factKey{at, notReached}, invariant.Fact{Term: b.Pool.Not(call.Returned)})
		default:
			for n, f := range c.s.Base[at] {
				use(factKey{at, n}, invariant.Fact{Term: call.Premise(b, f.Term), Round: f.Round})
			}
		}
	}
	for _, passed := range seg.Checks {
		if passed.Given != term.None && c.rely.on(k, passed) {
			as = append(as, passed.Given)
		}
	}
	return as
}

// refute asks that something is impossible in a segment, and says what that
// rests on.
func (c *certifier) refute(k any, cl *claim, seg *system.Segment, bad ...term.T) bool {
	if seg.From != nil && !c.s.Reached[seg.From.Index] {
		cl.rests = append(cl.rests, factKey{seg.From.Index, notReached})
		return true
	}
	c.restOnBuiltIn(cl, seg)
	if c.s.Propagations() > c.s.Budget(budget.Claims) {
		return false
	}
	c.queries++
	var r query.Answer
	var steps [][]term.T
	for _, e := range c.extents(k) {
		r, steps = c.s.Decide(query.Question{Seg: seg, Facts: c.premises(seg, k, e), Goal: bad}, c.limits(k, e))
		if r.Status == backend.Unsat {
			r, steps = c.leaner(seg, bad, r, steps)
			break
		}
		if e.own != nil && r.Status == backend.Unknown { // among more it is no easier
			break
		}
	}
	if r.Status != backend.Unsat {
		cl.hasty = c.ahead && r.Status == backend.Unknown
		cl.wrong = cl.wrong || r.Status == backend.Sat
		return false
	}
	for _, core := range steps {
		c.counsel(cl, core)
	}
	for _, t := range r.Core {
		if k := c.byLit[t]; k != nil {
			cl.rests = append(cl.rests, k)
			continue
		}
		if f, ok := c.factAt[t]; ok {
			cl.rests = append(cl.rests, f)
		}
	}
	return true
}

// limits are what a claim is worth by some facts: less ahead of the end, when the search is to go
// on. A check that nobody asks for is assumed where it is hard: what is proved behind it is said
// to be so.
func (c *certifier) limits(k any, e extent) backend.Limits {
	if ck, ok := k.(*system.Check); c.ahead || e.own == nil && e.stage < c.s.Round || ok && ck.Ends && ck.Why == "" && !c.asked[k] {
		return budget.Check.Limits()
	}
	return budget.Claim.Limits()
}

// leaner does without facts that an answer names and does not need, where these are
// few: each is a claim that has to be made, unless it was. Invariants that are written down in C
// (Config.Invariants) keep them: both ends of an interval tell a reader more. A checker
// has no use for a proof that is leaner than the one it has.
func (c *certifier) leaner(seg *system.Segment, bad []term.T, r query.Answer, steps [][]term.T) (query.Answer, [][]term.T) {
	if len(r.Core) > budget.LeanConditions.N || !c.lean || c.rely != nil {
		return r, steps
	}
	for _, t := range r.Core {
		at, ok := c.factAt[t]
		if !ok || !slices.Contains(r.Core, t) || c.claims[at] != nil && c.claims[at].ok { // it is claimed anyway
			continue
		}
		facts := slices.DeleteFunc(slices.Clone(r.Core), func(u term.T) bool { return u == t || slices.Contains(bad, u) })
		q := query.Question{Seg: seg, Facts: facts, Goal: bad}
		if s := c.s.Ask(q, leanLimits); s.Status == backend.Unsat {
			r, steps = s, [][]term.T{s.Steps}
		}
	}
	return r, steps
}

// restOnBuiltIn adds the claims that the variables stand for what arrives: at
// the cutpoint where a segment begins, and at those of the procedures that it calls.
func (c *certifier) restOnBuiltIn(cl *claim, seg *system.Segment) {
	var cuts []*system.Cutpoint
	if seg.From != nil {
		cuts = append(cuts, seg.From)
	}
	for _, k := range seg.Calls {
		cuts = append(cuts, k.Summary.Entry, k.Summary.Exit)
	}
	for _, at := range cuts {
		if c.implicit[at.Index] {
			cl.rests = append(cl.rests, factKey{at.Index, builtIn})
		}
	}
}

// prove makes a claim and all it rests on. A fact that is not confirmed in the
// new segments, which assume less, is done without: what rests on it is proved
// from others where that is possible. It reports false where one claim fails.
func (c *certifier) prove(root any) bool {
	for range budget.Detours.N {
		failed := c.attempt(root)
		if failed == nil && c.confirmed(root) {
			return true
		}
		if c.s.Ctx.Err() != nil {
			return false
		}
		if failed == nil {
			continue // a claim that the second solver contradicts does not hold any more
		}
		f, ok := failed.(factKey)
		if !ok || f.n < 0 || failed == root {
			return false
		}
		c.refused[f] = true
		maps.DeleteFunc(c.claims, func(_ any, cl *claim) bool { return slices.Contains(cl.rests, failed) })
	}
	return false
}

// attempt makes claims and all they rest on, and returns one that fails.
func (c *certifier) attempt(roots ...any) (failed any) {
	seen := map[any]bool{}
	c.asked = map[any]bool{}
	for _, k := range roots {
		c.asked[k], seen[k] = true, true
	}
	for todo := roots; len(todo) > 0; {
		c.together(todo)
		var next []any
		for _, k := range todo {
			cl := c.claimed(k)
			if ck, isCheck := k.(*system.Check); !cl.final && isCheck && !cl.ok && !c.asked[k] && ck.Ends {
				cl.rests, cl.given = nil, []*system.Check{ck} // assumed, and named
			} else if !cl.ok {
				if failed = k; len(roots) == 1 {
					return failed
				}
			}
			if cl.final {
				continue
			}
			for _, r := range cl.rests {
				if !seen[r] {
					seen[r] = true
					next = append(next, r)
				}
			}
		}
		todo = next
	}
	return failed
}

// claimed is the claim of a name, which is made if it was not yet.
func (c *certifier) claimed(k any) *claim {
	cl := c.claims[k]
	switch {
	case cl == nil:
		cl = c.newClaim(k)
		cl.ok = c.make(k, cl)
	case cl.given != nil && c.asked[k]:
		c.remake(k, cl)
	}
	return cl
}

func (c *certifier) newClaim(k any) *claim {
	cl := &claim{name: k, n: uint(len(c.byNumber))}
	c.claims[k] = cl
	c.byNumber = append(c.byNumber, cl)
	return cl
}

// make settles one claim.
func (c *certifier) make(k any, cl *claim) bool {
	switch k := k.(type) {
	case *system.Check:
		return !c.open[checkNameOf(k)] && c.rely.claims(k) && c.refute(k, cl, k.Seg, c.s.Sys.Ordered(k.Guard), c.s.Sys.Ordered(k.Cond))
	case factKey:
		to := c.s.Sys.Cutpoints[k.cut]
		goal := term.False
		if k.n >= 0 {
			goal = c.s.Base[k.cut][k.n].Term
		}
		for _, w := range c.into[to] {
			holds := []term.T{c.s.Post(w.Edge, goal)}
			if k.n == builtIn {
				holds = w.Edge.Implicit
			}
			if !c.arrives(k, cl, w, c.changed(cl, w, holds)) {
				return false
			}
		}
		return true
	}
	return false
}

// arrives settles that something holds on a way into a cutpoint: all at once where that is
// not too hard.
func (c *certifier) arrives(k factKey, cl *claim, w *invariant.Way, holds []term.T) bool {
	bad := c.s.Sys.Pool.Not(c.s.Sys.Pool.AndN(holds...))
	if bad == term.False || c.refute(k, cl, w.Seg, w.Edge.State.Guard, bad) {
		return true
	}
	n := len(holds) / 2
	return n > 0 && !cl.wrong && c.s.Ctx.Err() == nil && c.arrives(k, cl, w, holds[:n]) && c.arrives(k, cl, w, holds[n:])
}

// checks lists the checks of the new segments that are asked for and that a run
// can come to.
func (c *certifier) checks(asked func(*system.Check) bool) []*system.Check {
	var ks []*system.Check
	for _, seg := range c.segments {
		for _, k := range seg.Checks {
			if asked(k) {
				ks = append(ks, k)
			}
		}
	}
	return ks
}

// about lists the checks of the new segments that a goal is about.
func (c *certifier) about(j *goal.Checker, g int) []*system.Check {
	if c.asking == nil {
		c.asking = make([][]*system.Check, len(j.Goals))
		for i := range j.Goals {
			c.asking[i] = c.checks(func(k *system.Check) bool { return j.Goals[i].Asks(k) })
		}
	}
	return c.asking[g]
}

// explain says in C terms which facts exclude a goal's violation.
func (c *certifier) explain(j *goal.Checker, g int) string {
	var told []string
	for _, k := range c.about(j, g) {
		for _, r := range c.claims[k].rests {
			f, ok := r.(factKey)
			if !ok || f.n < 0 {
				continue
			}
			told = append(told, fmt.Sprintf("%s, %s", j.HeadOf(c.s.Sys.Cutpoints[f.cut]), c.s.Base[f.cut][f.n].Text))
		}
	}
	slices.Sort(told)
	told = slices.Compact(told)
	switch {
	case len(told) == 0:
		return "no path between the loop heads leads to it"
	case len(told) > budget.ToldFacts.N:
		return fmt.Sprintf("loop invariants: %s, and %d more", strings.Join(told[:budget.ToldFacts.N], "; "), len(told)-budget.ToldFacts.N)
	}
	return "loop invariants: " + strings.Join(told, "; ")
}

// wraps tells of an overflow after which a run goes on.
func wraps(k *system.Check) bool { return k.Class == op.SignedOverflow && !k.Ends }

// wraps names the places where signed arithmetic may leave its type: the system
// goes on with the wrapped value, which is an assumption of every proof. It adds
// to a basis what excludes the others: nothing that is given may. They are the same
// for all goals.
func (c *certifier) wraps(j *goal.Checker, used *support) []string {
	if c.within == nil {
		c.within = c.newBasis()
		overflows := c.checks(wraps)
		c.attempt(asAny(overflows)...) // before the answers of the second solver are waited for
		for _, k := range overflows {
			s := c.newBasis()
			ok := c.prove(k)
			if ok {
				s.rest(k)
			}
			if !ok || len(s.given()) > 0 {
				c.wrapped = append(c.wrapped, "signed overflow wraps as -fwrapv at "+j.Sys.Prog.Where(k.At))
				continue
			}
			c.within.add(s)
		}
		slices.Sort(c.wrapped)
		c.wrapped = slices.Compact(c.wrapped)
	}
	used.add(c.within)
	return slices.Clone(c.wrapped)
}

// builtIns are the claims that the variables of a cutpoint stand for what arrives
// there, for the cutpoints before a goal. What lies behind such a cutpoint is made with
// them built in: checks that cannot fail then, and ways that are not taken, have
// no trace in a segment, and rest on them nevertheless: or on that the cutpoint is not
// reached.
func (c *certifier) builtIns(j *goal.Checker, g int) []factKey {
	var ks []factKey
	for i, at := range c.s.Sys.Cutpoints {
		if !c.implicit[i] || !j.Precedes(system.StackAt(at.Ctx, ir.Point{Block: at.Block.ID}), at.Ctx.Summary(), g) {
			continue
		}
		if c.s.Reached[i] {
			ks = append(ks, factKey{i, builtIn})
		} else {
			ks = append(ks, factKey{i, notReached})
		}
	}
	return ks
}
