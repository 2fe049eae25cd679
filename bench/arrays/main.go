// Command arrays measures what the solver's treatment of arrays does to an
// exploration: how many queries are solved and how many paths explored in the
// same processor time, as Shuai et al., "Type and Interval Aware Array Constraint
// Solving for Symbolic Execution" (ISSTA 2021), measured it in section 5.
//
//	go run ./bench/arrays
//	go run ./bench/arrays -program hash_open -limit 10s
//	go run ./bench/arrays -write DIR
//
// The programs are templates below programs/, whose numbers come from generators
// with fixed seeds; -write puts their text into a folder and stops.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/solver"
)

// config is a way to solve array constraints.
type config struct {
	name string
	opts solver.Options
}

// configs are what is compared. The first is the reference: everything that the
// solver and the memory did about arrays without the paper.
var configs = []config{
	{"neither", solver.Options{Disable: solver.LayerLinear, Arrays: solver.ArraysBytes}},
	{"pre-check", solver.Options{Arrays: solver.ArraysBytes}},
	{"axioms", solver.Options{Disable: solver.LayerLinear, Arrays: solver.ArraysLazy}},
	{"both", solver.Options{Arrays: solver.ArraysLazy}},
	{"default", solver.Options{}},
}

func main() {
	limit := flag.Duration("limit", 2*time.Second, "processor time per program and configuration")
	rounds := flag.Int("rounds", 2, "runs of each, in turns, of which the best counts")
	only := flag.String("program", "", "only this program")
	write := flag.String("write", "", "write the programs to this folder and stop")
	flag.Parse()
	if err := run(*limit, *rounds, *only, *write); err != nil {
		fmt.Fprintf(os.Stderr, "bench/arrays: %v\n", err)
		os.Exit(1)
	}
}

func run(limit time.Duration, rounds int, only, write string) error {
	programs, err := generate()
	if err != nil {
		return err
	}
	if write != "" {
		for _, p := range programs {
			if err := os.WriteFile(filepath.Join(write, p.name+".c"), []byte(p.text), 0o644); err != nil {
				return err
			}
		}
		return nil
	}
	var results []result
	printHeader()
	for _, p := range programs {
		if only != "" && p.name != only {
			continue
		}
		r, err := measure(p, limit, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		r.print()
		results = append(results, r)
	}
	if len(results) == 0 {
		return fmt.Errorf("-program: there is no program %s", only)
	}
	printMeans(results)
	return nil
}

// result is what the configurations got done on one program.
type result struct {
	name     string
	outcomes []outcome // by configuration
}

// measure explores a program in all configurations. What else the machine does
// slows a run down and never speeds it up, so the best of several counts.
func measure(p program, limit time.Duration, rounds int) (result, error) {
	prog, err := compile(p)
	if err != nil {
		return result{}, err
	}
	r := result{p.name, make([]outcome, len(configs))}
	for range rounds {
		for i, c := range configs {
			o, err := explore(prog, c.opts, limit)
			if err != nil {
				return r, fmt.Errorf("%s: %w", c.name, err)
			}
			if best := &r.outcomes[i]; best.cpu == 0 || o.rate(o.solved) > best.rate(best.solved) {
				*best = o
			}
		}
	}
	return r, nil
}

// rate is n per second of the exploration.
func (o outcome) rate(n int64) float64 { return float64(n) / o.cpu.Seconds() }

// ratio compares what was done per time to the first configuration.
func (r result) ratio(i int, done func(outcome) int64) float64 {
	own, first := r.outcomes[i], r.outcomes[0]
	return own.rate(done(own)) / first.rate(done(first))
}

func solved(o outcome) int64 { return o.solved }
func nodes(o outcome) int64  { return o.nodes }

func printHeader() {
	fmt.Print("| program | array terms |")
	for _, c := range configs {
		fmt.Printf(" %s |", c.name)
	}
	fmt.Println()
	fmt.Print("|---|---|")
	for range configs {
		fmt.Print("---|")
	}
	fmt.Println()
}

// print shows a row: queries solved / nodes explored, queries refuted by the
// pre-check, seconds if the exploration finished; then queries and nodes per
// time against the first configuration.
func (r result) print() {
	arrays := "–"
	if r.outcomes[0].arrays {
		arrays = "yes"
	}
	fmt.Printf("| %s | %s |", r.name, arrays)
	for i, o := range r.outcomes {
		fmt.Printf(" %d / %d", o.solved, o.nodes)
		if o.refuted > 0 {
			fmt.Printf(", %d refuted", o.refuted)
		}
		if o.finished {
			fmt.Printf(" in %.2f s", o.cpu.Seconds())
		}
		if i > 0 {
			fmt.Printf(" (%.2f, %.2f)", r.ratio(i, solved), r.ratio(i, nodes))
		}
		fmt.Print(" |")
	}
	fmt.Println()
}

// printMeans shows arithmetic mean, median and geometric mean of the ratios, over
// all programs and over those with and without array terms. One program with a
// great ratio makes the first of them, hence the others.
func printMeans(results []result) {
	for _, group := range []struct {
		name string
		has  func(result) bool
	}{
		{"all", func(result) bool { return true }},
		{"array terms", func(r result) bool { return r.outcomes[0].arrays }},
		{"no array terms", func(r result) bool { return !r.outcomes[0].arrays }},
	} {
		fmt.Printf("| **%s** | |", group.name)
		for i := range configs {
			var q, k []float64
			for _, r := range results {
				if group.has(r) {
					q, k = append(q, r.ratio(i, solved)), append(k, r.ratio(i, nodes))
				}
			}
			fmt.Printf(" queries %s, paths %s |", averages(q), averages(k))
		}
		fmt.Println()
	}
}

// averages formats mean, median and geometric mean.
func averages(x []float64) string {
	if len(x) == 0 {
		return "–"
	}
	slices.Sort(x)
	sum, logs := 0.0, 0.0
	for _, v := range x {
		sum += v
		logs += math.Log(v)
	}
	n := float64(len(x))
	median := (x[(len(x)-1)/2] + x[len(x)/2]) / 2
	return fmt.Sprintf("%.2f / %.2f / %.2f", sum/n, median, math.Exp(logs/n))
}
