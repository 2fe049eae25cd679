// Command papers measures interpolation on what its papers measured: our own C
// versions of their programs, written from their text (TracerX; Bounded
// Verification and Testing of Heap Programs; TracerX-WP), and programs of a
// generator in the shapes of their benchmarks, with known truth.
//
//	go run -tags z3 ./bench/papers
//	go run -tags z3 ./bench/papers -table signs -n 20,100,2000
//	go run -tags z3 ./bench/papers -table eca -kinds plain -rules 60 -bounds 10 -limit 60s
//	go run -tags z3 ./bench/papers -table eca -plan depth-first -limit 60s -state FILE -for 20m
//	go run -tags z3 ./bench/papers -write DIR
//
// With -state, answers are kept in a file and a later run asks only what it
// does not know; with -for, a run ends after a while, and its tables are about
// the questions that all tools were asked.
//
// Every question is asked in a process of its own, one target at a time. Times
// are processor time, with loading and without the C compiler (CBMC: with
// parsing); a limit is processor time, too. CBMC is measured if there is a cbmc
// on the PATH. The exit code is 1 if a verdict contradicts the truth.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/assay-dev/assay/bench/papers/eca"
	"github.com/assay-dev/assay/engine"
)

// bench is one run of the benchmark.
type bench struct {
	lab      *lab
	modes    []string // of interpolation
	tools    []string // the modes, and cbmcs if CBMC is there
	once     bool     // ask CBMC about all labels of a program in one run, too
	limit    time.Duration
	noneAt   time.Duration // limit of the mode none
	only     string        // part of the names of programs to measure
	sizes    []int         // nil: each table's own
	eca      ecaPlan
	searches string // the engine's plan
	memory   int64  // GiB that a run of the engine may take; 0: as much as it takes by itself
	jobs     int
	rounds   int
	wrong    []string // verdicts that contradict the truth
	failed   []string // crashes
	differs  []string // subsumptions that the text counts otherwise
}

// tables are the parts of the benchmark, in order.
var tables = []struct {
	name  string
	print func(*bench) error
}{
	{"cases", (*bench).tableCases},
	{"signs", (*bench).tableSigns},
	{"paths", (*bench).tablePaths},
	{"roots", (*bench).tableRoots},
	{"increments", (*bench).tableIncrements},
	{"match", (*bench).tableMatch},
	{"eca", (*bench).tableECA},
	{"overhead", (*bench).tableOverhead},
}

func main() {
	var (
		b      bench
		child  = flag.Bool("child", false, "be the measured process: read a job from standard input")
		names  = flag.String("table", "", "only these tables: cases, signs, paths, roots, increments, match, eca, overhead")
		mode   = flag.String("modes", "", "only these modes of interpolation")
		cbmc   = flag.String("cbmc", "cbmc,cbmc-once", "how to measure CBMC: cbmc, cbmc-slice (with --slice-formula), cbmc-once (all labels of a program in one run)")
		sizes  = flag.String("n", "", "sizes of signs, paths, increments and match instead of their own")
		kinds  = flag.String("kinds", "", "only these shapes of event-condition-action programs")
		rules  = flag.String("rules", "20", "their numbers of rules; those of the papers: 20,60,150,300")
		bounds = flag.String("bounds", "6,10", "their bounds on steps; those of the papers: 6,10,20")
		seeds  = flag.String("seeds", "1", "their seeds")
		state  = flag.String("state", "", "keep answers in this file, and use those that are there")
		last   = flag.Duration("for", 0, "ask nothing new after this time; 0: no end")
		write  = flag.String("write", "", "write the programs to this folder and stop")
	)
	flag.DurationVar(&b.limit, "limit", 10*time.Second, "processor time per question")
	flag.DurationVar(&b.noneAt, "limit-none", 0, "processor time per question without interpolation, which says what is hard; 0: as the others")
	flag.StringVar(&b.searches, "plan", "", "make only these searches: depth-first, shallow; default: those that assay makes")
	flag.Int64Var(&b.memory, "memory", 0, "GiB that a question may take; 0: what assay takes by itself")
	flag.StringVar(&b.only, "program", "", "only programs with this in their name")
	flag.IntVar(&b.eca.labels, "labels", 60, "labels of an event-condition-action program")
	flag.IntVar(&b.eca.sample, "sample", 2, "labels of it that are asked about, evenly spread; 0: all")
	flag.IntVar(&b.jobs, "jobs", 1, "questions at a time")
	flag.IntVar(&b.rounds, "rounds", 3, "runs of each overhead program, of which the fastest counts")
	flag.Parse()
	if *child {
		exit(be(os.Stdin, os.Stdout))
	}
	err := b.plan(*mode, *sizes, *kinds, *rules, *bounds, *seeds)
	if err == nil {
		err = b.run(split(*names), split(*cbmc), *write, *state, *last)
	}
	exit(err)
}

func exit(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench/papers: %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

func ints(list string) ([]int, error) {
	var out []int
	for _, s := range split(list) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not a number above 0", s)
		}
		out = append(out, n)
	}
	return out, nil
}

// plan takes the lists of the command line apart.
func (b *bench) plan(mode, sizes, kinds, rules, bounds, seeds string) error {
	b.modes = modes
	for _, m := range split(mode) {
		if !slices.Contains(b.modes, m) {
			return fmt.Errorf("-modes: the engine has %s, not %s", strings.Join(b.modes, ", "), m)
		}
	}
	if mode != "" {
		b.modes = split(mode)
	}
	b.eca.kinds = eca.Kinds
	if kinds != "" {
		b.eca.kinds = nil
		for _, k := range split(kinds) {
			b.eca.kinds = append(b.eca.kinds, eca.Kind(k))
		}
	}
	for _, l := range []struct {
		text string
		to   *[]int
	}{{sizes, &b.sizes}, {rules, &b.eca.rules}, {bounds, &b.eca.bounds}, {seeds, &b.eca.seeds}} {
		var err error
		if *l.to, err = ints(l.text); err != nil {
			return err
		}
	}
	return nil
}

// run prints the tables, all if none is named.
func (b *bench) run(names, cbmc []string, write, state string, last time.Duration) error {
	dir := write
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "assay-bench-*"); err != nil {
			return err
		}
		defer os.RemoveAll(dir)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if b.lab, err = newLab(dir); err != nil {
		return err
	}
	b.lab.plan, b.lab.memory = engine.Plan(b.searches), b.memory<<30
	if write != "" {
		return b.writePrograms()
	}
	if err := b.remember(state, last); err != nil {
		return err
	}
	if err := b.choose(cbmc); err != nil {
		return err
	}
	for _, n := range names {
		if !slices.ContainsFunc(tables, func(t struct {
			name  string
			print func(*bench) error
		}) bool {
			return t.name == n
		}) {
			return fmt.Errorf("-table: there is no table %s", n)
		}
	}
	for _, t := range tables {
		if len(names) > 0 && !slices.Contains(names, t.name) {
			continue
		}
		if err := t.print(b); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return b.verdict()
}

// remember opens the file of answers.
func (b *bench) remember(file string, last time.Duration) error {
	build, err := buildOf(b.lab.self)
	if err != nil {
		return err
	}
	var until time.Time
	if last > 0 {
		until = time.Now().Add(last)
	}
	b.lab.known, err = openRecords(file, build, until)
	return err
}

// choose makes the list of tools: the modes, and CBMC in the ways named.
func (b *bench) choose(cbmc []string) error {
	b.tools = slices.Clone(b.modes)
	if len(cbmc) > 0 && b.lab.cbmc == "" {
		fmt.Println("There is no cbmc on the PATH: its columns are left out.")
		return nil
	}
	for _, how := range cbmc {
		if _, ok := cbmcs[how]; ok {
			b.tools = append(b.tools, how)
		} else if how == "cbmc-once" {
			b.once = true
		} else {
			return fmt.Errorf("-cbmc: there is no way %s", how)
		}
	}
	return nil
}

// limitOf is the time that a tool gets for a question.
func (b *bench) limitOf(tool string) time.Duration {
	if tool == "none" && b.noneAt > 0 {
		return b.noneAt
	}
	return b.limit
}

// verdict lists what went wrong.
func (b *bench) verdict() error {
	for _, list := range []struct {
		title string
		lines []string
	}{{"Verdicts that contradict the truth", b.wrong}, {"Crashes", b.failed}, {"Subsumptions other than in the text", b.differs}} {
		if len(list.lines) > 0 {
			fmt.Printf("\n%s:\n", list.title)
		}
		for _, l := range list.lines {
			fmt.Println("  " + l)
		}
	}
	if len(b.wrong) > 0 {
		return fmt.Errorf("%d verdicts contradict the truth", len(b.wrong))
	}
	return nil
}
