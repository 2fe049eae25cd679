package prover

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/bmc"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/families"
	"github.com/assay-dev/assay/engine/prover/goal"
	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
)

// Outcome is what the prover found out, by goal.
type Outcome struct {
	Proofs  []certify.Proof
	Summary string // counts, for measurements
	// Families says what each family of facts did, in the order of the first
	// rounds.
	Families []FamilyCount
	// Learnt are the facts that proofs rest on, where Config.Learn asks for them.
	Learnt []certify.Known
	// Hints says of each hint of the configuration why it is not used, "" if it
	// holds.
	Hints []string
}

// Prove tries to show for each goal that it cannot come true in any run.
func Prove(ctx context.Context, p *ir.Program, goals []system.Goal, cfg Config) *Outcome {
	out := &Outcome{Proofs: make([]certify.Proof, len(goals))}
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
	pr.whole = ctx
	pr.search(pr.rounds())
	out.Hints = pr.answerHints()
	pr.Ctx = ctx
	pr.report(out)
	out.Families = pr.counted
	out.Summary = fmt.Sprintf("%d cuts, %d checks, %d terms, %d queries; %s", len(b.Cutpoints), len(pr.Checks), b.Pool.Len(), pr.Queries, pr.Counts())
	return out
}

// Unroll looks for runs to the goals instead of proofs. What it returns tells how far the
// system was unrolled, for measurements.
func Unroll(ctx context.Context, p *ir.Program, goals []system.Goal, cfg Config, client bmc.Client) string {
	exact := cfg.settings()
	exact.Computed = true
	b := system.New(ctx, p, goals, exact, cfg.ahead(goals))
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
func (pr *prover) search(stages []round) {
	for i := range stages {
		f := &stages[i]
		if pr.Settled() || pr.Spent() {
			break
		}
		if slices.Contains(pr.cfg.Without, f.name) || f.name == certify.EarlierFacts && len(pr.cfg.Known) == 0 {
			continue
		}
		count := pr.measure(f)
		pr.Family = f.name
		pr.Round++
		pr.Begin()
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
			pr.Explored = f.name != certify.EarlierFacts // with these alone, more cutpoints seem to be reached
			pr.trace(f.name, done)
			if !done {
				count.RanOut++
			}
			count.Survived += pr.Keep()
		}
		count.stop()
		pr.Try(f.name, false)
		pr.certifyAhead()
	}
	pr.Try(pr.Family, true) // where all goals are settled, what their proofs take as given is left
}

// trace tells what a stage found.
func (pr *prover) trace(name string, done bool) {
	say := pr.Sys.Config.Trace
	if say == nil {
		return
	}
	say("stage %s: done %v, %d queries so far, %+v", name, done, pr.Queries, pr.Solver.Stats())
	for i, ts := range pr.Current {
		c := pr.Sys.Cutpoints[i]
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
	cfg       *Config
	whole     context.Context // the search has a part of its time
	hinted    []hinted        // what the user proposes
	counted   []FamilyCount
	certifies *certify.Certifier
	ahead     map[int]bool // goals whose claims were made ahead
}

func newProver(ctx context.Context, b *system.System, goals []system.Goal, cfg *Config) *prover {
	s := houdini.New(invariant.NewKnowledge(query.New(ctx, b)), families.ConstantsOf(b))
	s.NoSimulation = cfg.silent
	return &prover{Checker: goal.New(s, goals), cfg: cfg, whole: ctx, hinted: hintsIn(b, cfg.Hints), ahead: map[int]bool{}}
}

// against is why the facts there are do not prove a goal, "" if they do.
func (pr *prover) against(g int) string {
	if !pr.decides(g) {
		return "not told by a coarse abstraction of the program"
	}
	if k := pr.Unsupported(g); k != nil {
		return "not excluded: " + k.Why + " at " + pr.Sys.Prog.Where(k.At)
	}
	if c := pr.Missing(g); c != nil {
		return fmt.Sprintf("%v at %s is not excluded: %s", c.Class, pr.Sys.Prog.Where(c.At), pr.Missed(c))
	}
	if len(pr.Goals[g].Sites) == 0 {
		return "no instruction to exclude"
	}
	return ""
}

// decides: the system tells of a goal whether it can come true.
func (pr *prover) decides(g int) bool {
	return pr.Sys.Coarse == nil || system.CoarseDecides(&pr.Goals[g])
}

// certifyAhead makes the claims of the goals that are proved now: what the second solver has to
// say of them it finds out while the search goes on.
func (pr *prover) certifyAhead() {
	var found []int
	for g := range pr.Goals {
		if pr.Explored && !pr.ahead[g] && pr.Missing(g) == nil && pr.against(g) == "" { // what is missing takes long to tell
			found = append(found, g)
			pr.ahead[g] = true
		}
	}
	if len(found) > 0 {
		pr.certifier().Ahead(found)
	}
}

// certifier is that of the search.
func (pr *prover) certifier() *certify.Certifier {
	if pr.certifies == nil {
		pr.certifies = certify.New(pr.whole, pr.Checker, certify.Options{Invariants: pr.cfg.Invariants, Certificates: pr.cfg.Certificates, Learn: pr.cfg.Learn})
	}
	return pr.certifies
}

// report fills in the answers: a goal is proved when all its checks are
// certified, and all stops, after which nothing is known.
func (pr *prover) report(out *Outcome) {
	for g := range out.Proofs {
		out.Proofs[g].Why = pr.against(g)
		if pr.decides(g) && pr.Missing(g) != nil {
			out.Proofs[g].Run = pr.Ran(g)
		}
	}
	out.Learnt = pr.certifier().Goals(out.Proofs)
	for i := range out.Proofs {
		used := out.Proofs[i].Families
		out.Proofs[i].Families = slices.DeleteFunc(Families(), func(name string) bool { return !slices.Contains(used, name) })
	}
}

// ahead is where a system for some goals is to lead, nil: everywhere. Hints and
// invariants are asked for at loops that need not lead to a goal.
func (c *Config) ahead(goals []system.Goal) []ir.Point {
	if c.Whole || c.Invariants || len(c.Hints) > 0 {
		return nil
	}
	sites := system.SitesOf(goals)
	if len(sites) > budget.Watched.N {
		return nil
	}
	return sites
}

// context is what families propose from in the stage at hand.
func (pr *prover) context() *invariant.Context {
	return &invariant.Context{Knowledge: pr.Knowledge, Compared: pr.Compared, Near: families.NearConstants(pr.Compared), Open: pr.Open, Exhausted: pr.Exhausted}
}
