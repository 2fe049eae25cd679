// Command loops runs the prover of engine/prover alone on programs with alarms
// whose truth is known, and says what it proved, what it did not and why.
//
//	go run ./bench/loops [-v] [-without FAMILY,…] [PROGRAM …]
//	go run ./bench/loops -alarms FILE [-v] [-trace] [-limit 60s] FILE.c [FLAG …]
//	go run ./bench/loops -alone [-v] [-limit 60s] [-without FAMILY,…] [PREFIX …]
//	go run ./bench/loops -suite [-v] [-limit 60s] [-prover=false] [-only safe|bug] [PREFIX …]
//	go run ./bench/loops -native RUNS [PREFIX …]
//
// The programs are those of testdata/corpus, with Frama-C's alarms; with -alarms it is
// one program with the alarms of a file that some analyzer wrote. -alone runs
// the prover on the pairs of testdata/loops instead, -suite the whole engine,
// and -native looks by native runs whether what is expected of them is so. The
// prover's runs end with a table of its families of facts; -without leaves some
// out, each named by the beginning of its name.
package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/sarif/importers"
	"github.com/assay-dev/assay/targets"
)

func main() {
	verbose := flag.Bool("v", false, "list every alarm")
	trace := flag.Bool("trace", false, "tell what each stage found")
	profile := flag.String("cpuprofile", "", "write a CPU profile to this file")
	without := flag.String("without", "", "families of facts that are not tried, separated by commas")
	alone := flag.Bool("alone", false, "run the prover on the pairs of testdata/loops")
	suite := flag.Bool("suite", false, "run the engine on the pairs of testdata/loops")
	limit := flag.Duration("limit", time.Minute, "time for each program of the suite, or with alarms")
	alarms := flag.String("alarms", "", "run the prover on one program with the alarms of this file")
	withProver := flag.Bool("prover", true, "prove without bounds")
	only := flag.String("only", "", "run only the safe or only the bug program of each pair of the suite")
	native := flag.Int("native", 0, "check the suite by this many random native runs of each program")
	flag.Parse()
	if *suite || *native > 0 {
		err := error(nil)
		if *native > 0 {
			err = runNative(flag.Args(), *native)
		} else {
			err = runSuite(flag.Args(), *only, engine.Options{TimeoutPerTarget: *limit, Timeout: *limit, Workers: 1, NoProver: !*withProver}, *verbose)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench/loops:", err)
			os.Exit(1)
		}
		return
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil && pprof.StartCPUProfile(f) == nil {
			defer pprof.StopCPUProfile()
		}
	}
	pr := &proverRun{limit: *limit, verbose: *verbose, trace: *trace, rest: map[string]int{}}
	run := pr.corpus
	switch {
	case *alone:
		run = pr.pairs
	case *alarms != "":
		run = func(compile []string) error { return pr.program(*alarms, compile) }
	}
	if err := pr.run(run, flag.Args(), *without); err != nil {
		fmt.Fprintln(os.Stderr, "bench/loops:", err)
		os.Exit(2)
	}
}

// alarm is one result of the analyzer with what is known of it.
type alarm struct {
	text  string
	truth string
	goal  int // index of its goal, -1: not mapped
}

// corpus are the programs of testdata/corpus.
var corpus = []string{"checksum", "date", "expr", "list", "ring", "tlv"}

// measure runs the prover on a program of the corpus.
func (pr *proverRun) measure(name string) error {
	labels, err := readLabels(name)
	if err != nil {
		return err
	}
	return pr.decide(name, "testdata/sarif/corpus/alarms/framac/p0."+name+".sarif", labels, context.Background(),
		filepath.Join("testdata/build/corpus", name+".c"))
}

// program runs the prover on a program, given as what compiles it, with alarms whose truth
// is not known.
func (pr *proverRun) program(alarms string, compile []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), pr.limit)
	defer cancel()
	return pr.decide(alarms, alarms, labels{}, ctx, compile...)
}

// decide runs the prover on a program with the alarms of a file.
func (pr *proverRun) decide(name, file string, truths labels, ctx context.Context, compile ...string) error {
	start := time.Now()
	p, err := built.Program(compile...)
	if err != nil {
		return err
	}
	alarms, goals, err := readAlarms(p, file, truths)
	if err != nil {
		return err
	}
	built := time.Now()
	out := pr.prove(ctx, p, goals)
	proved, all := map[string]int{}, map[string]int{}
	for _, a := range alarms {
		all[a.truth]++
		why := "not mapped"
		if a.goal >= 0 {
			proof := &out.Proofs[a.goal]
			why = proof.Why
			if proof.Proved {
				proved[a.truth]++
				why = fmt.Sprint("proved: ", proof.Why, " given ", len(proof.Given), " assuming ", len(proof.Assumed), " checked by ", proof.Checked)
				if a.truth == "T" {
					pr.wrong++
					fmt.Printf("WRONG %s: %s\n", name, a.text)
				}
			}
		}
		if pr.verbose || a.truth != "T" && !strings.HasPrefix(why, "proved") {
			fmt.Printf("  %s %-70s %s\n", a.truth, a.text, why)
		}
	}
	fmt.Printf("%s:", name)
	for _, truth := range slices.Sorted(maps.Keys(all)) {
		fmt.Printf(" %s %d/%d", truth, proved[truth], all[truth])
	}
	fmt.Printf("; %s; build %.1fs prove %.1fs\n", out.Summary, built.Sub(start).Seconds(), time.Since(built).Seconds())
	return nil
}

// readAlarms reads an analyzer's alarms with their labels.
func readAlarms(p *ir.Program, file string, truths labels) ([]alarm, []system.Goal, error) {
	doc, err := importers.Import(file)
	if err != nil {
		return nil, nil, err
	}
	mapper := targets.New(p, targets.Options{})
	var alarms []alarm
	var goals []system.Goal
	for r := range doc.Runs {
		for i := range doc.Runs[r].Results {
			if !doc.Runs[r].Results[i].Counted() {
				continue
			}
			a := targets.FromDocument(doc, r, i)
			m := mapper.Map(a)
			if !m.Checkable {
				continue
			}
			al := alarm{text: fmt.Sprintf("%d %s %s", a.Line, a.RuleID, a.Predicate), truth: truths.take(a), goal: -1}
			if m.Target != nil {
				al.goal = len(goals)
				g := system.Goal{}
				for _, s := range m.Target.Sites {
					g.Sites = append(g.Sites, system.Site{Point: s.Point, Classes: s.Classes, Side: s.Side, Arg: s.Arg})
				}
				goals = append(goals, g)
			}
			alarms = append(alarms, al)
		}
	}
	return alarms, goals, nil
}

// labels are the truths of a program's alarms, by line and rule.
type labels map[string][][2]string

func readLabels(name string) (labels, error) {
	text, err := os.ReadFile("testdata/sarif/corpus/alarms_labelled.tsv")
	if err != nil {
		return nil, err
	}
	l := labels{}
	for _, row := range strings.Split(string(text), "\n") {
		c := strings.Split(row, "\t")
		if len(c) < 7 || c[0] != "frama-c-25 eva (default)" || c[1] != name+".c" {
			continue
		}
		k := c[2] + " " + c[4]
		l[k] = append(l[k], [2]string{c[5], normalise(c[6])})
	}
	return l, nil
}

// take finds the label of an alarm: by its predicate, else the only one.
func (l labels) take(a targets.Alarm) string {
	rows := l[fmt.Sprintf("%d %s", a.Line, a.RuleID)]
	for _, r := range rows {
		if r[1] == normalise(a.Predicate) {
			return r[0]
		}
	}
	all := ""
	for _, r := range rows {
		if all != "" && all != r[0] {
			return "?"
		}
		all = r[0]
	}
	return all
}

func normalise(s string) string {
	return strings.TrimRight(strings.Join(strings.Fields(s), ""), ";")
}
