package certify

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/goal"
	"github.com/assay-dev/assay/engine/prover/houdini"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Confirm tells whether another solver, too, finds that conditions exclude each
// other. An error means that it cannot be asked any more.
type Confirm func(ctx context.Context, conditions []term.T) (bool, error)

// Checked is what a check of a proof found out.
type Checked struct {
	Facts   int // of the proof
	Held    int // of them that hold on every way into their cut
	Claims  int // asked of the solvers
	Given   []Passed
	Assumed []string
	// Problem says why the proof is not confirmed, "" if it is; Refused, that a
	// claim is wrong or does not follow, and not only too hard to decide.
	Problem string
	Refused bool
}

// Passed is a path-ending check that a proof takes to have passed: class, and
// place as file:line.
type Passed struct{ Error, At string }

// Check proves again that a target cannot come true, from the facts that a proof
// states. Nothing of them is believed: the system is made anew from the
// program, each fact must hold on every way into its cutpoint where the facts hold
// before, and the target's checks and all stops must be impossible. second makes
// the solver that confirms each answer; nil: nobody does.
func Check(ctx context.Context, p *ir.Program, target system.Goal, proof *Basis, cfg *system.Settings, second func(*term.Pool) (Confirm, error)) (*Checked, error) {
	v := &Checked{}
	if cfg.Coarse && !system.CoarseDecides(&target) {
		v.Problem, v.Refused = "a coarse abstraction of the program tells nothing of such violations", true
		return v, nil
	}
	b := system.New(ctx, p, []system.Goal{target}, cfg, proof.ahead(target))
	if b.Failed != "" {
		v.Problem = b.Failed
		return v, ctx.Err()
	}
	r := &rechecker{Checked: v, j: goal.New(houdini.New(invariant.NewKnowledge(query.New(ctx, b)), nil), []system.Goal{target})}
	if r.assume(proof.Cutpoints); v.Problem != "" {
		return v, nil
	}
	var ok bool
	if r.c, ok = newCertifier(r.j, true); !ok {
		v.Problem = "the system did not come out the same twice: " + b.Failed
		return v, ctx.Err()
	}
	r.c.open, r.c.rely = nil, newReliance(proof) // all checks are tried
	if second != nil {
		confirm, err := second(b.Pool)
		if err != nil {
			return nil, err
		}
		r.c.second = func(conditions []term.T) answers {
			status := backend.Unknown
			ok, err := confirm(ctx, conditions)
			if err != nil {
				r.failed = err
			}
			if ok {
				status = backend.Unsat
			}
			return func() backend.Status { return status }
		}
	}
	r.run()
	if r.failed != nil {
		return nil, r.failed
	}
	return v, ctx.Err()
}

// rechecker checks one proof.
type rechecker struct {
	*Checked
	j      *goal.Checker
	c      *certifier
	failed error // of the second solver
}

// assume takes the facts of the proof as what is to be shown.
func (r *rechecker) assume(proof []CutpointFacts) {
	pr := r.j
	pr.Ghosts = true // the proof may speak of ranks
	for i := range pr.Reached {
		pr.Reached[i] = true
	}
	for _, cf := range proof {
		key, err := hex.DecodeString(cf.Cut)
		c := pr.Sys.CutpointIndex[string(key)]
		if err != nil || c == nil || c.Block.ID != cf.Head.Block {
			r.refuse("the program has no loop head %s in this context", cf.Cut)
			return
		}
		if cf.Never {
			pr.Reached[c.Index] = false
		}
		for i := range cf.Formula {
			t, err := readFormula(pr.Sys, &cf.Formula[i], func(place string) term.T { return termAt(pr.Sys, c, place) })
			if err != nil {
				r.refuse("%s: %v", cf.Formula[i].Text, err)
				return
			}
			pr.Base[c.Index] = append(pr.Base[c.Index], invariant.Fact{Term: t, Text: cf.Formula[i].Text}) // in order: claims name it by its place
			r.Facts++
		}
	}
}

func (r *rechecker) refuse(format string, args ...any) {
	if r.Problem == "" {
		r.Refused, r.Problem = true, fmt.Sprintf(format, args...)
	}
}

// run asks for all claims: facts, stops, checks of the goal, and overflow.
func (r *rechecker) run() {
	used := r.c.newBasis()
	for i := range r.j.Base {
		if !r.j.Reached[i] {
			r.claim(factKey{i, notReached}, used, "a loop is not entered")
		}
		for n, f := range r.j.Base[i] {
			if r.claim(factKey{i, n}, used, f.Text) {
				r.Held++
			}
		}
	}
	for _, k := range r.c.builtIns(r.j, 0) {
		r.claim(k, used, "a loop starts with the values taken for it")
	}
	for _, k := range r.c.checks(func(k *system.Check) bool { return k.Why != "" && r.j.Concerns(k, 0) || r.j.Goals[0].Asks(k) }) {
		what := fmt.Sprintf("%v at %s cannot happen", k.Class, r.j.Sys.Prog.Where(k.At))
		if k.Why != "" {
			what = k.Why + " at " + r.j.Sys.Prog.Where(k.At) + " is not met"
		}
		r.claim(k, used, what)
	}
	r.Assumed = r.c.wraps(r.j, r.c.newBasis())
	for a := range r.j.Sys.Assumed {
		r.Assumed = append(r.Assumed, a)
	}
	slices.Sort(r.Assumed)
	for _, k := range used.given() {
		r.Given = append(r.Given, Passed{k.Class.String(), r.j.Sys.Prog.Where(k.At)})
	}
	slices.SortFunc(r.Given, func(a, b Passed) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Error, b.Error)) })
	r.Given = slices.Compact(r.Given)
	r.Claims = len(r.c.claims)
	if used.alone() && r.c.second != nil && r.Problem == "" {
		r.Problem = "the second solver gives up on a claim"
	}
}

// claim proves a claim and what it rests on.
func (r *rechecker) claim(k any, used *support, what string) bool {
	if r.c.prove(k) {
		used.rest(k)
		return true
	}
	if r.Problem == "" {
		r.Problem = "it does not follow that " + what
		for _, cl := range r.c.claims {
			_, isCheck := cl.name.(*system.Check)
			r.Refused = r.Refused || cl.wrong && !cl.ok && !isCheck || cl == r.c.claims[k] && cl.wrong
		}
	}
	return false
}
