package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/internal/built"
)

// proverRun is a run of the prover alone over some programs.
type proverRun struct {
	without        []string
	limit          time.Duration
	verbose, trace bool

	families []prover.FamilyCount
	rest     map[string]int // by family: proofs that rest on its facts
	proofs   int
	wrong    int
}

// run runs the prover on programs, and prints what its families of facts did.
func (pr *proverRun) run(do func(names []string) error, names []string, without string) error {
	for _, prefix := range strings.FieldsFunc(without, func(r rune) bool { return r == ',' }) {
		all := prover.Families()
		i := slices.IndexFunc(all, func(name string) bool { return strings.HasPrefix(name, prefix) })
		if i < 0 {
			return fmt.Errorf("no family of facts begins with %q: there are %s", prefix, strings.Join(all, "; "))
		}
		pr.without = append(pr.without, all[i])
	}
	if err := do(names); err != nil {
		return err
	}
	pr.table()
	if pr.wrong > 0 {
		return fmt.Errorf("%d violations that can happen were proved impossible", pr.wrong)
	}
	return nil
}

func (pr *proverRun) corpus(names []string) error {
	if len(names) == 0 {
		names = corpus
	}
	for _, name := range names {
		if err := pr.measure(name); err != nil {
			return err
		}
	}
	return nil
}

// prove runs the prover and adds up what its families did.
func (pr *proverRun) prove(ctx context.Context, p *ir.Program, goals []system.Goal) *prover.Outcome {
	cfg := prover.Config{Entry: p.FuncByName["main"], Without: pr.without}
	if pr.trace {
		cfg.Trace = func(f string, args ...any) { fmt.Printf(f+"\n", args...) }
	}
	out := prover.Prove(ctx, p, goals, cfg)
	for _, f := range out.Families {
		i := slices.IndexFunc(pr.families, func(g prover.FamilyCount) bool { return g.Name == f.Name })
		if i < 0 {
			i = len(pr.families)
			pr.families = append(pr.families, prover.FamilyCount{Name: f.Name})
		}
		pr.families[i].Add(f)
	}
	for _, proof := range out.Proofs {
		if proof.Proved {
			pr.proofs++
		}
		for _, name := range proof.Families {
			pr.rest[name]++
		}
	}
	return out
}

// pairs runs the prover on the pairs of the suite.
func (pr *proverRun) pairs(prefixes []string) error {
	pairs, err := readSuite("testdata/loops", prefixes)
	if err != nil {
		return err
	}
	safe := 0
	for i := range pairs {
		all, err := pr.pair(&pairs[i], false)
		if err != nil {
			return err
		}
		if all {
			safe++
		}
		if _, err := pr.pair(&pairs[i], true); err != nil {
			return err
		}
	}
	fmt.Printf("safe: %d of %d proved; wrong: %d\n", safe, len(pairs), pr.wrong)
	return nil
}

// pair runs the prover on one program of a pair: the expectations of the safe
// one can all be proved, of the other's none. It reports whether all were.
func (pr *proverRun) pair(pair *pair, bug bool) (bool, error) {
	p, err := built.Program(append([]string{pair.file}, flags(bug)...)...)
	if err != nil {
		return false, err
	}
	asked := pair.asked(bug)
	goals := make([]system.Goal, len(asked))
	for i, e := range asked {
		for _, s := range e.sites(p, filepath.Base(pair.file)) {
			goals[i].Sites = append(goals[i].Sites, system.Site{Point: s.Point, Classes: s.Classes, Side: s.Side, Arg: s.Arg})
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), pr.limit)
	defer cancel()
	start := time.Now()
	out := pr.prove(ctx, p, goals)
	n := 0
	var why strings.Builder
	for i, proof := range out.Proofs {
		switch {
		case proof.Proved && bug:
			pr.wrong++
			fmt.Fprintf(&why, "    WRONG line %d %v: proved, %s\n", asked[i].line, asked[i].class, proof.Why)
		case proof.Proved:
			n++
		}
		if !proof.Proved && !bug || pr.verbose {
			fmt.Fprintf(&why, "    line %d %v: %s\n", asked[i].line, asked[i].class, proof.Why)
		}
	}
	if !bug || why.Len() > 0 {
		fmt.Printf("%-22s BUG %-5v %d of %d proved, %4.1fs; %s\n%s", pair.name, bug, n, len(asked), time.Since(start).Seconds(), out.Summary, why.String())
	}
	return n == len(asked), nil
}

// table prints what the families of facts did.
func (pr *proverRun) table() {
	fmt.Printf("\n%-48s %10s %9s %7s %8s %8s %12s %7s\n", "family of facts", "candidates", "survived", "proofs", "ran out", "queries", "propagations", "time")
	for _, f := range pr.families {
		fmt.Printf("%-48s %10d %9d %7d %8d %8d %12d %6.1fs\n", f.Name, f.Candidates, f.Survived, pr.rest[f.Name], f.RanOut, f.Queries, f.Propagations, f.Time.Seconds())
	}
	fmt.Printf("%d proofs; a proof counts for each family that its certificate names\n", pr.proofs)
}
