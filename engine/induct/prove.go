package induct

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/induct/bmc"
	"github.com/assay-dev/assay/engine/induct/families"
	"github.com/assay-dev/assay/engine/induct/goal"
	"github.com/assay-dev/assay/engine/induct/houdini"
	"github.com/assay-dev/assay/engine/induct/invariant"
	"github.com/assay-dev/assay/engine/induct/query"
	"github.com/assay-dev/assay/engine/induct/system"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// Outcome is what the prover found out, by goal.
type Outcome struct {
	Proofs  []Proof
	Summary string // counts, for measurements
	// Families says what each family of facts did, in the order of the first
	// stages.
	Families []FamilyCount
	// Learnt are the facts that proofs rest on, where Config.Learn asks for them.
	Learnt []Known
	// Hints says of each hint of the configuration why it is not used, "" if it
	// holds.
	Hints []string
}

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

// Prove tries to show for each goal that it cannot come true in any run.
func Prove(ctx context.Context, p *ir.Program, goals []system.Goal, cfg Config) *Outcome {
	out := &Outcome{Proofs: make([]Proof, len(goals))}
	b := system.New(ctx, p, goals, cfg.settings(), cfg.ahead(goals))
	if b.Failed != "" {
		for i := range out.Proofs {
			out.Proofs[i].Why = b.Failed
		}
		out.Summary = "no system: " + b.Failed
		return out
	}
	searching, cancel := share(ctx)
	defer cancel()
	pr := newProver(searching, b, goals, &cfg)
	pr.search(pr.stages())
	out.Hints = pr.answerHints()
	pr.Ctx = ctx
	pr.report(out)
	out.Families = pr.counted
	out.Summary = fmt.Sprintf("%d cuts, %d checks, %d terms, %d queries; %s", len(b.Cuts), len(pr.Checks), b.Pool.Len(), pr.Queries, pr.Counts())
	return out
}

// Unroll looks for runs to the goals instead of proofs. What it returns tells how far the
// system was unrolled, for measurements.
func Unroll(ctx context.Context, p *ir.Program, goals []system.Goal, cfg Config, client bmc.Client) string {
	b := system.New(ctx, p, goals, cfg.settings(), cfg.ahead(goals))
	if b.Failed != "" {
		return "no system: " + b.Failed
	}
	return bmc.Search(ctx, b, goals, client)
}

// share leaves half of the time for the certificates: what they are made of is found,
// so nothing else is as sure to bring a verdict.
func share(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end.Add(-time.Until(end)/2))
}

// search finds facts, stage by stage, and tries the checks by them; in the end also those
// that are hard to decide.
func (pr *prover) search(stages []stage) {
	for i := range stages {
		f := &stages[i]
		if pr.Settled() || pr.Spent() {
			break
		}
		if slices.Contains(pr.cfg.Without, f.name) || f.name == earlierFacts && len(pr.cfg.Known) == 0 {
			continue
		}
		count := pr.measure(f)
		pr.Family = f.name
		pr.Round++
		pr.Began = pr.Propagations()
		f.propose(pr)
		for _, ts := range pr.Current {
			count.Candidates += len(ts)
		}
		if f.built {
			pr.ReachAll()
			pr.trace(f.name, true)
			count.Survived += pr.Keep()
		}
		if hints := pr.addHints(); hints || !f.built {
			pr.Explore()
			done := pr.Fixpoint()
			pr.Explored = f.name != earlierFacts // with these alone, more cuts seem to be reached
			pr.trace(f.name, done)
			if !done {
				count.RanOut++
			}
			count.Survived += pr.Keep()
		}
		count.stop()
		pr.Try(f.name, false)
	}
	if !pr.Settled() {
		pr.Try(pr.Family, true)
	}
}

// trace tells what a stage found.
func (pr *prover) trace(name string, done bool) {
	say := pr.Sys.Config.Trace
	if say == nil {
		return
	}
	say("stage %s: done %v, %d queries so far, %+v", name, done, pr.Queries, pr.Solver.Stats())
	for i, ts := range pr.Current {
		c := pr.Sys.Cuts[i]
		l := pr.Sys.Prog.LocOf(ir.Point{Block: c.Block.ID})
		say("  cut %d in %s, line %d, depth %d, %d templates, reached %v", i, c.Ctx.Func.Source, l.Line, c.Ctx.Depth, len(ts), pr.Reached[i])
		for _, t := range ts {
			if s := t.String(); s != "" {
				say("    %s", s)
			}
		}
	}
}

// prover proves checks by the facts that it finds.
type prover struct {
	*goal.Checker
	cfg     *Config
	hinted  []hinted // what the user proposes
	counted []FamilyCount
	used    *basis // what proofs rest on
}

func newProver(ctx context.Context, b *system.System, goals []system.Goal, cfg *Config) *prover {
	s := houdini.New(invariant.NewKnowledge(query.New(ctx, b)), families.ConstantsOf(b))
	s.NoSimulation = cfg.silent
	return &prover{Checker: goal.New(s, goals), cfg: cfg, hinted: hintsIn(b, cfg.Hints)}
}

// report fills in the answers: a goal is proved when all its checks are
// certified, and all stops, after which nothing is known.
func (pr *prover) report(out *Outcome) {
	for g := range out.Proofs {
		if len(pr.Goals[g].Sites) == 0 {
			out.Proofs[g].Why = "no instruction to exclude"
		}
		if pr.Sys.Outline != nil && !system.Outlines(&pr.Goals[g]) {
			out.Proofs[g].Why = "not told by an outline of the program"
			continue
		}
		if c := pr.Missing(g); c != nil {
			out.Proofs[g].Why = fmt.Sprintf("%v at %s is not excluded: %s", c.Class, pr.Where(c.At), pr.Missed(c))
			out.Proofs[g].Run = pr.Ran(g)
		}
		if k := pr.Stopped(g); k != nil {
			out.Proofs[g].Why = "not excluded: " + k.Why + " at " + pr.Where(k.At)
		}
	}
	c, ok := newCertifier(pr.Checker, !pr.cfg.Invariants)
	if !ok {
		for g := range out.Proofs {
			out.Proofs[g].Why = "the system did not come out the same twice: " + pr.Sys.Failed
		}
		return
	}
	defer c.consult()()
	pr.used = c.newBasis()
	anyway := c.newBasis() // of the stops that nothing has to pass for
	given := map[*system.Check]*basis{}
	promising := func(g int) bool { return out.Proofs[g].Why == "" }
	c.foresee(pr.Checker, promising)
	for _, k := range c.checks(func(k *system.Check) bool { return k.Why != "" && pr.ConcernsAny(k, promising) }) {
		if c.prove(k) {
			own := c.newBasis()
			if own.rest(k); len(own.given()) > 0 {
				given[k] = own
			} else {
				anyway.add(own)
			}
			continue
		}
		for g := range out.Proofs {
			if promising(g) && pr.Concerns(k, g) {
				out.Proofs[g].Why = "not certified: " + k.Why + " at " + pr.Where(k.At) + " is not reached"
			}
		}
	}
	for g := range out.Proofs {
		if !promising(g) {
			continue
		}
		stops := c.newBasis()
		stops.add(anyway)
		for k, own := range given {
			if pr.Concerns(k, g) {
				stops.add(own)
			}
		}
		pr.certify(c, g, stops, &out.Proofs[g])
	}
	if pr.cfg.Learn {
		out.Learnt = c.learnt(pr.used)
	}
}

// inTime says that a proof was not confirmed for want of time alone.
func (c *certifier) inTime() string {
	if c.s.Ctx.Err() != nil {
		return " in the time there was"
	}
	return ""
}

// certify makes the claims of one goal.
func (pr *prover) certify(c *certifier, g int, stops *basis, p *Proof) {
	all := c.newBasis()
	all.add(stops)
	for _, k := range c.builtIns(pr.Checker, g) {
		if !c.prove(k) {
			p.Why = fmt.Sprintf("the values at the loop of %s: the proof was not confirmed", pr.Where(ir.Point{Block: c.s.Sys.Cuts[k.cut].Block.ID})) + c.inTime()
			return
		}
		all.rest(k)
	}
	for _, k := range c.about(pr.Checker, g) {
		if !c.prove(k) {
			p.Why = fmt.Sprintf("%v at %s: the proof was not confirmed", k.Class, pr.Where(k.At)) + c.inTime()
			return
		}
		all.rest(k)
	}
	p.Proved, p.Why, p.Checked = true, c.explain(pr.Checker, g), "same solver"
	if !all.alone() {
		p.Checked = "z3"
	}
	for _, k := range all.given() {
		p.Given = append(p.Given, Given{k.Class, k.At})
	}
	slices.SortFunc(p.Given, compareGiven)
	p.Given = slices.Compact(p.Given)
	p.Families = c.families(all)
	pr.used.add(all)
	used := c.newBasis()
	p.Assumed = c.wraps(pr.Checker, used)
	for a := range pr.Sys.Assumed {
		p.Assumed = append(p.Assumed, a)
	}
	slices.Sort(p.Assumed)
	if pr.cfg.Invariants {
		p.Invariants = c.invariants(pr.Checker, all, used)
	}
	if pr.cfg.Certificates {
		used.add(all)
		p.Basis = c.export(used)
	}
}

func compareGiven(a, b Given) int {
	return cmp.Or(cmp.Compare(a.Point.Block, b.Point.Block), cmp.Compare(a.Point.Instr, b.Point.Instr), cmp.Compare(a.Class, b.Class))
}

// ahead is where a system for some goals is to lead, nil: everywhere. Hints and
// invariants are asked for at loops that need not lead to a goal.
func (c *Config) ahead(goals []system.Goal) []ir.Point {
	if c.Whole || c.Invariants || len(c.Hints) > 0 {
		return nil
	}
	sites := system.SitesOf(goals)
	if len(sites) > maxSites {
		return nil
	}
	return sites
}

// maxSites is how many places are worth it: certificates name them, and of many some
// come late in a run.
const maxSites = 100

// context is what families propose from in the stage at hand.
func (pr *prover) context() *invariant.Context {
	return &invariant.Context{Knowledge: pr.Knowledge, Compared: pr.Compared, Near: families.NearConstants(pr.Compared), Open: pr.Open, Exhausted: pr.Exhausted}
}
