package engine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/search"
)

// prove tries to settle the open targets without a bound, all together: they
// share one transition system and its facts (ADR 0015).
func (r *run) prove(ctx context.Context) {
	open := r.provable(ctx)
	if len(open) == 0 {
		return
	}
	r.board.progress(open[0])
	limited, cancel := context.WithTimeout(ctx, r.proverTime(ctx, len(open)))
	defer cancel()
	out := prover.Prove(limited, r.prog, r.goals(open), r.systemConfig())
	r.answerHints(out.Hints)
	if r.opt.Learnt != nil {
		r.opt.Learnt(out.Learnt)
	}
	for i, t := range open {
		p := &out.Proofs[i]
		if p.Proved {
			r.excluded(ctx, t, p)
			continue
		}
		r.best[t].unproved = p.Why
		if p.Run != nil {
			r.follow(ctx, ctx, t, *p.Run)
		}
	}
	r.show(ctx, out)
}

// coarse settles what a coarse abstraction of the program excludes (ADR 0018): in seconds,
// also where the program is too large for all of its memory to be followed. A proof
// that takes errors as given is kept for where there is no better one.
func (r *run) coarse(ctx context.Context) {
	open := r.provable(ctx)
	if len(open) == 0 {
		return
	}
	limited, cancel := context.WithTimeout(ctx, r.proverTime(ctx, len(open))/time.Duration(budget.CoarsePart.N))
	defer cancel()
	cfg := r.systemConfig()
	cfg.Coarse, cfg.Hints, cfg.Known, cfg.Learn = true, nil, nil, false
	out := prover.Prove(limited, r.prog, r.goals(open), cfg)
	for i, t := range open {
		switch p := &out.Proofs[i]; {
		case p.Proved && len(p.Given) == 0:
			r.excluded(ctx, t, p)
		case p.Proved:
			r.best[t].coarse = p
		case r.best[t].unproved == "":
			r.best[t].unproved = p.Why
		}
	}
}

// fallBack settles what nothing but a coarse abstraction excludes, with errors given: these are
// looked for like those of other proofs.
func (r *run) fallBack(ctx context.Context) {
	rest := &prover.Outcome{}
	for _, t := range r.board.open() {
		if p := r.best[t].coarse; p != nil && r.best[t].refused == 0 {
			r.excluded(ctx, t, p)
			rest.Proofs = append(rest.Proofs, *p)
		}
	}
	r.show(ctx, rest)
}

// provable lists the open targets that the prover may be asked for.
func (r *run) provable(ctx context.Context) []int {
	if r.opt.NoProver || r.opt.Extern != ExternHavoc || ctx.Err() != nil {
		return nil
	}
	// Where a witness did not replay, the model is wrong somewhere: nothing it
	// excludes may be believed. Of what is lost at the end of the program it knows nothing.
	return slices.DeleteFunc(r.board.open(), func(t int) bool { return r.best[t].refused > 0 || r.board.targets[t].asksLeak() })
}

// excluded settles a target by a proof.
func (r *run) excluded(ctx context.Context, t int, p *certify.Proof) {
	v := r.proved(p)
	v.Reason += r.retraced(ctx, t, int64(budget.GlanceWork.N))
	r.speak(ctx, t, &v)
	r.certifyLoops(ctx, t, &v, p)
	r.settle(t, v)
}

// speak gives a verdict invariants of loops where its proof has none, because it
// followed their turns one by one: those of another proof, which cuts all loops
// and takes nothing more as given.
func (r *run) speak(ctx context.Context, t int, v *Verdict) {
	says := func(i LoopInvariant) bool { return i.Value != "1" }
	if !r.opt.Invariants || r.opt.NoProver || r.opt.Extern != ExternHavoc || slices.ContainsFunc(v.Invariants, says) {
		return
	}
	limited, cancel := context.WithTimeout(ctx, r.proverTime(ctx, 1))
	defer cancel()
	cfg := r.systemConfig()
	cfg.CutAll, cfg.Certificates, cfg.Hints = true, false, nil
	p := &prover.Prove(limited, r.prog, r.goals([]int{t}), cfg).Proofs[0]
	more := slices.ContainsFunc(p.Given, func(g certify.Given) bool {
		return !slices.ContainsFunc(v.Given, func(h Given) bool { return h.Point == g.Point && h.Error == g.Class.String() })
	})
	if p.Proved && !more {
		v.Invariants = p.Invariants
	}
}

// goals are targets as the transition system takes them.
func (r *run) goals(targets []int) []system.Goal {
	goals := make([]system.Goal, len(targets))
	for i, t := range targets {
		for _, s := range r.board.targets[t].Sites {
			goals[i].Sites = append(goals[i].Sites, system.Site{Point: s.Point, Classes: s.Classes, Side: s.Side, Arg: s.Arg})
		}
	}
	return goals
}

// systemConfig is what the transition system needs to know of the run.
func (r *run) systemConfig() prover.Config {
	return prover.Config{Entry: r.entry, NoFail: r.noFail(), VolatileMemory: r.opt.VolatileMemory, Trapv: r.opt.Trapv,
		Certificates: r.opt.Certificates || r.opt.CheckCertificates, Invariants: r.opt.Invariants, Hints: r.opt.Hints,
		Known: r.opt.Known, Learn: r.opt.Learnt != nil}
}

// answerHints tells what came of the user's hints.
func (r *run) answerHints(answers []string) {
	if r.opt.Hinted == nil {
		return
	}
	for i, a := range answers {
		r.opt.Hinted(r.opt.Hints[i], a)
	}
}

// show looks for runs that end in the errors which proofs took as not
// happening: these stay visible, where no search that explored the program came
// by them (verdicts.md, rule 3).
func (r *run) show(ctx context.Context, proofs *prover.Outcome) {
	var targets []search.Target
	var errors []metKey
	for i := range proofs.Proofs {
		for _, g := range proofs.Proofs[i].Given {
			k := metKey{g.Class, g.Point}
			if !slices.Contains(errors, k) && !r.board.shows(k) {
				errors = append(errors, k)
				targets = append(targets, search.Target{Points: []ir.Point{g.Point}, Sites: []exec.Site{{Classes: op.SetOf(g.Class), Arg: -1}}})
			}
		}
	}
	if len(targets) == 0 {
		return
	}
	limited, cancel := context.WithTimeout(ctx, r.opt.TimeoutPerTarget)
	defer cancel()
	found := &search.Outcome{}
	for _, k := range errors { // what is not found stays possible
		found.Met = append(found.Met, search.Met{Class: k.class, Point: k.at})
	}
	cfg := search.Config{Exec: r.execConfig(0), Solver: r.opt.Solver, Order: search.Interleaved, Seed: r.opt.Seed,
		Budget: search.Budget{Work: int64(budget.ShowWork.N), Memory: r.opt.Memory},
		Accept: func(i int, h search.Hit) bool {
			found.Met[i].Evidence = h.Evidence
			return true
		}}
	out := r.explore(limited, targets, cfg)
	r.board.meet(found, r)
	r.board.meet(out, r)
}

// proverTime is how long the prover may take for some open targets: it works
// for all of them, and what it leaves open needs the rest of the run's time.
func (r *run) proverTime(ctx context.Context, open int) time.Duration {
	d := r.opt.TimeoutPerTarget * time.Duration(min(open, budget.ProverShares.N))
	if end, ok := ctx.Deadline(); ok {
		d = min(d, time.Until(end)*time.Duration(budget.ProverPart.N)/100)
	}
	return d
}

// proved is the verdict of a proof.
func (r *run) proved(p *certify.Proof) Verdict {
	v := Verdict{Status: Unreachable, Assumptions: r.assumptions(p.Assumed),
		Reason: p.Why + " (certificate checked: " + p.Checked + ")", Invariants: p.Invariants}
	for _, g := range p.Given {
		v.Given = append(v.Given, Given{Error: g.Class.String(), At: r.prog.Where(g.Point), Point: g.Point})
	}
	slices.SortFunc(v.Given, func(a, b Given) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Error, b.Error)) })
	return v
}
