package certify

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/goal"
	"github.com/assay-dev/assay/engine/prover/system"
)

// Proof is the answer to one goal.
type Proof struct {
	Proved bool
	// Why says why not, or by what.
	Why string
	// Given are the earlier path-ending checks that the proof assumes to have
	// passed and that are not proved themselves.
	Given   []Given
	Assumed []string // assumptions, besides those of every run
	Checked string   // who confirmed the certificate: "z3", or "same solver"
	// Families are those whose facts the proof rests on, by name.
	Families []string
	// Basis is what the proof rests on, where Config.Certificates asks for it and
	// it can be written down.
	Basis *Basis
	// Run should come to the goal, where it is not proved; nil: none was found.
	// It is a proposal, like those of Unroll.
	Run *system.Run
	// Invariants say it in C, where Config.Invariants asks for that.
	Invariants []LoopInvariant
}

// Given is a path-ending check that a proof rests on.
type Given struct {
	Class op.Class
	Point ir.Point
}

// Options says what proofs are to come with.
type Options struct {
	Invariants   bool // what they know of loops, in C
	Certificates bool // their facts
	Learn        bool // facts for later runs
}

// Certifier proves once more, trimmed, what a search has proved.
type Certifier struct {
	*certifier
	j      *goal.Checker
	opt    Options
	ok     bool // the system came out as before
	finish func()
}

// New is a certifier of what a search proves, which may go on: it has a solver of its own.
func New(ctx context.Context, j *goal.Checker, opt Options) *Certifier {
	c, ok := newCertifier(j, !opt.Invariants)
	c.s.Ctx = ctx
	c.s.Fresh()
	return &Certifier{c, j, opt, ok, c.consult()}
}

// Ahead makes the claims that the proofs of goals need, while the search goes on: the second
// solver then works beside it. What takes long is left for the end.
func (c *Certifier) Ahead(goals []int) {
	if !c.ok {
		return
	}
	whole := c.s.Ctx
	if end, limited := whole.Deadline(); limited {
		short, cancel := context.WithTimeout(whole, time.Until(end)/time.Duration(budget.AheadShare.N))
		defer cancel()
		c.s.Ctx = short
	}
	c.ahead = true
	c.catchUp(c.j)
	c.foreseeStops(c.j, func(g int) bool { return slices.Contains(goals, g) })
	c.foresee(c.j, goals)
	c.ahead, c.s.Ctx = false, whole
}

// Goals fills in the proofs of the goals that have no reason against them: a goal is proved when
// all its checks are certified, and all stops, after which nothing is known. It returns what the
// proofs rest on, for later runs.
func (c *Certifier) Goals(proofs []Proof) []Known {
	defer c.finish()
	j, opt := c.j, c.opt
	if !c.ok {
		for g := range proofs {
			proofs[g].Why = "the system did not come out the same twice: " + j.Sys.Failed
		}
		return nil
	}
	c.catchUp(j)
	maps.DeleteFunc(c.claims, func(_ any, cl *claim) bool { return cl.hasty })
	used := c.newBasis()
	anyway := c.newBasis() // of the stops that nothing has to pass for
	given := map[*system.Check]*support{}
	promising := func(g int) bool { return proofs[g].Why == "" }
	if len(promisingOf(proofs)) > 0 {
		c.foreseeStops(j, promising)
	}
	for _, k := range c.checks(func(k *system.Check) bool { return k.Why != "" && j.ConcernsAny(k, promising) }) {
		if c.prove(k) {
			own := c.newBasis()
			if own.rest(k); len(own.given()) > 0 {
				given[k] = own
			} else {
				anyway.add(own)
			}
			continue
		}
		for g := range proofs {
			if promising(g) && j.Concerns(k, g) {
				proofs[g].Why = "not certified: " + k.Why + " at " + j.Sys.Prog.Where(k.At) + " is not reached" + c.inTime()
			}
		}
	}
	rests := map[int]*support{}
	one := func(g int) {
		all := c.newBasis()
		all.add(anyway)
		for k, own := range given {
			if j.Concerns(k, g) {
				all.add(own)
			}
		}
		if c.certify(j, g, all, &proofs[g]) {
			used.add(all)
			rests[g] = all
		}
	}
	c.inBatches(j, promisingOf(proofs), one)
	for _, g := range slices.Sorted(maps.Keys(rests)) {
		c.tell(j, rests[g], &proofs[g], opt)
	}
	if opt.Learn {
		return c.learnt(used)
	}
	return nil
}

// promisingOf are the goals with no reason against their proofs.
func promisingOf(proofs []Proof) (goals []int) {
	for g := range proofs {
		if proofs[g].Why == "" {
			goals = append(goals, g)
		}
	}
	return goals
}

// inBatches certifies goals, some at a time: what is confirmed when time runs out stays. While
// the second solver works at the claims of some, those of the next are made.
func (c *certifier) inBatches(j *goal.Checker, goals []int, certify func(g int)) {
	var ahead []int
	for _, batch := range append(slices.Collect(slices.Chunk(goals, budget.CertifiedGoals.N)), nil) {
		c.foresee(j, batch)
		for _, g := range ahead {
			certify(g)
		}
		ahead = batch
	}
}

// inTime says that a proof was not confirmed for want of time alone.
func (c *certifier) inTime() string {
	if c.s.Ctx.Err() != nil {
		return " in the time there was"
	}
	return ""
}

// certify makes the claims of one goal, and adds them to what it rests on. It reports whether all
// of them hold.
func (c *certifier) certify(j *goal.Checker, g int, all *support, p *Proof) bool {
	for _, k := range c.builtIns(j, g) {
		if !c.prove(k) {
			p.Why = fmt.Sprintf("the values at the loop of %s: the proof was not confirmed", j.Sys.Prog.Where(ir.Point{Block: c.s.Sys.Cutpoints[k.cut].Block.ID})) + c.inTime()
			return false
		}
		all.rest(k)
	}
	for _, k := range c.about(j, g) {
		if !c.prove(k) {
			p.Why = fmt.Sprintf("%v at %s: the proof was not confirmed", k.Class, j.Sys.Prog.Where(k.At)) + c.inTime()
			return false
		}
		all.rest(k)
	}
	p.Proved, p.Why = true, c.explain(j, g)
	return true
}

// tell says what the proof of a goal rests on. Behind the proofs of all goals, for what excludes
// overflow that ends no run is asked here: what is not excluded is an assumption.
func (c *certifier) tell(j *goal.Checker, all *support, p *Proof, opt Options) {
	p.Checked = "same solver"
	if !all.alone() {
		p.Checked = "z3"
	}
	for _, k := range all.given() {
		p.Given = append(p.Given, Given{k.Class, k.At})
	}
	slices.SortFunc(p.Given, compareGiven)
	p.Given = slices.Compact(p.Given)
	p.Families = c.families(all)
	used := c.newBasis()
	p.Assumed = c.wraps(j, used)
	for a := range j.Sys.Assumed {
		p.Assumed = append(p.Assumed, a)
	}
	slices.Sort(p.Assumed)
	if opt.Invariants {
		p.Invariants = c.invariants(j, all, used)
	}
	if opt.Certificates {
		used.add(all)
		p.Basis = c.export(used)
	}
}

// families names the families whose facts a proof rests on, each once.
func (c *certifier) families(s *support) (names []string) {
	for _, k := range s.facts() {
		if k.n < 0 {
			continue
		}
		if name := c.s.Base[k.cut][k.n].Family; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func compareGiven(a, b Given) int {
	return cmp.Or(cmp.Compare(a.Point.Block, b.Point.Block), cmp.Compare(a.Point.Instr, b.Point.Instr), cmp.Compare(a.Class, b.Class))
}
