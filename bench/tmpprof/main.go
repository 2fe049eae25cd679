// Command tmpprof is a measurement that is not kept.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
	"time"

	"github.com/assay-dev/assay/engine/prover"
	"github.com/assay-dev/assay/engine/prover/query"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/sarif/importers"
	"github.com/assay-dev/assay/targets"
)

func main() {
	limit := flag.Duration("limit", 30*time.Second, "")
	trace := flag.Bool("trace", false, "")
	prof := flag.String("prof", "", "")
	flag.Parse()
	csv, src := flag.Arg(0), flag.Args()[1:]
	doc, err := importers.Import(csv)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	p, err := built.Program(src...)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	m := targets.New(p, targets.Options{Entry: "main"})
	var goals []system.Goal
	var names []string
	for r := range doc.Runs {
		for i := range doc.Runs[r].Results {
			if !doc.Runs[r].Results[i].Counted() {
				continue
			}
			a := targets.FromDocument(doc, r, i)
			mp := m.Map(a)
			if mp.Target == nil {
				continue
			}
			var g system.Goal
			for _, s := range mp.Target.Sites {
				g.Sites = append(g.Sites, system.Site{Point: s.Point, Classes: s.Classes, Side: s.Side, Arg: s.Arg})
			}
			goals = append(goals, g)
			names = append(names, fmt.Sprintf("%d %s", a.Line, a.RuleID))
		}
	}
	cfg := prover.Config{Entry: p.FuncByName["main"]}
	if *trace {
		cfg.Trace = func(f string, args ...any) { fmt.Printf(f+"\n", args...) }
	}
	if *prof != "" {
		f, _ := os.Create(*prof)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	ctx, cancel := context.WithTimeout(context.Background(), *limit)
	defer cancel()
	start := time.Now()
	out := prover.Prove(ctx, p, goals, cfg)
	fmt.Println(out.Summary, time.Since(start).Round(time.Millisecond))
	fmt.Printf("%-45s %7s %7s %4s %7s %9s %6s\n", "family", "cand", "surv", "out", "queries", "kprops", "s")
	for _, f := range out.Families {
		fmt.Printf("%-45s %7d %7d %4d %7d %9d %6.1f\n", f.Name, f.Candidates, f.Survived, f.RanOut, f.Queries, f.Propagations/1000, f.Time.Seconds())
	}
	for k, x := range query.Prof {
		fmt.Printf("status %d conflicts-class %d: %d queries %.1f s, %d kprops, %d conflicts\n", k[0], k[1], x.N, x.T.Seconds(), x.P/1000, x.C)
	}
	n := 0
	for i, pr := range out.Proofs {
		if pr.Proved {
			n++
		} else {
			w := pr.Why
			if len(w) > 200 {
				w = w[:200]
			}
			fmt.Println("  open:", names[i], w)
		}
	}
	fmt.Printf("proved %d of %d\n", n, len(goals))
}
