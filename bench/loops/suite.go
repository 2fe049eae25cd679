package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/built"
)

// A file of the suite (testdata/loops) is two programs: as it is, it is safe;
// with -DBUG one statement is different, and a violation can happen. Comments
// `// @unreachable class` say what no run of the safe program does on a line;
// `unless BUG` at their end, that some run of the other does.
type expectation struct {
	line  int
	class op.Class
	bug   bool // BUG makes it reachable
	only  branch
}

// branch says which of the two programs a line belongs to.
type branch uint8

const (
	both branch = iota
	inBug
	inSafe
)

// follow is the branch after a line of the source.
func (b branch) follow(line string) branch {
	switch strings.TrimSpace(line) {
	case "#ifdef BUG":
		return inBug
	case "#ifndef BUG":
		return inSafe
	case "#else":
		return inBug + inSafe - b
	case "#endif":
		return both
	}
	return b
}

// pair is a file of the suite.
type pair struct {
	name, file string
	expected   []expectation
}

// readSuite reads the files of a folder whose names begin with one of the
// prefixes; none: all.
func readSuite(dir string, prefixes []string) ([]pair, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil {
		return nil, err
	}
	var out []pair
	for _, f := range files {
		p := pair{name: strings.TrimSuffix(filepath.Base(f), ".c"), file: f}
		if len(prefixes) > 0 && !slices.ContainsFunc(prefixes, func(x string) bool { return strings.HasPrefix(p.name, x) }) {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		if p.expected, err = expectations(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		out = append(out, p)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no program of the suite", dir)
	}
	return out, nil
}

func expectations(text string) ([]expectation, error) {
	var out []expectation
	bugs, at := 0, both
	for i, l := range strings.Split(text, "\n") {
		at = at.follow(l)
		_, tail, ok := strings.Cut(l, "// @unreachable ")
		if !ok {
			continue
		}
		name, bug := strings.CutSuffix(strings.TrimSpace(tail), " unless BUG")
		c, ok := op.ParseClass(name)
		if !ok {
			return nil, fmt.Errorf("line %d: unknown class %q", i+1, name)
		}
		if bug {
			bugs++
		}
		out = append(out, expectation{i + 1, c, bug, at})
	}
	if bugs == 0 || !strings.Contains(text, "def BUG") {
		return nil, fmt.Errorf("nothing depends on BUG")
	}
	return out, nil
}

// asked are the expectations about one of the two programs.
func (p *pair) asked(bug bool) []expectation {
	return slices.DeleteFunc(slices.Clone(p.expected), func(e expectation) bool {
		return bug && (!e.bug || e.only == inSafe) || !bug && e.only == inBug
	})
}

// answer is what the engine said about one of the two programs.
type answer struct {
	pair     *pair
	bug      bool
	asked    []expectation
	verdicts []engine.Verdict
	replayed []bool // by verdict: the witness failed natively at its line
	time     time.Duration
	used     time.Duration // of the processors
}

// decide has the engine decide one of the two programs.
func (p *pair) decide(ctx context.Context, bug bool, opt engine.Options) (*answer, error) {
	prog, err := built.Program(append([]string{p.file}, flags(bug)...)...)
	if err != nil {
		return nil, err
	}
	a := &answer{pair: p, bug: bug}
	var targets []engine.Target
	for _, e := range p.asked(bug) {
		sites := e.sites(prog, filepath.Base(p.file))
		if len(sites) == 0 {
			return nil, fmt.Errorf("%s:%d: no instruction", p.file, e.line)
		}
		a.asked = append(a.asked, e)
		targets = append(targets, engine.Target{Name: fmt.Sprintf("%d: %v", e.line, e.class), Sites: sites})
	}
	start, used := time.Now(), processorTime()
	res, err := engine.Run(ctx, prog, targets, opt, nil)
	if err != nil {
		return nil, err
	}
	a.verdicts, a.time, a.used = res.Verdicts, time.Since(start), processorTime()-used
	return a, nil
}

// processorTime is what this process has used, in user mode and in the kernel.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func flags(bug bool) []string {
	if bug {
		return []string{"-DBUG"}
	}
	return nil
}

// sites are the instructions of the expectation's line.
func (e expectation) sites(p *ir.Program, file string) []engine.Site {
	var out []engine.Site
	for _, b := range p.Blocks {
		if p.Funcs[b.Func].Model {
			continue
		}
		for i := range b.Instrs {
			l := &p.Locs[b.Instrs[i].Loc]
			if int(l.Line) == e.line && filepath.Base(p.Files[l.File]) == file {
				out = append(out, engine.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(e.class), Arg: -1})
			}
		}
	}
	return out
}

// The outcomes of a program.
const (
	proved = "proved" // safe, every expectation unreachable
	found  = "found"  // buggy, every expectation reachable
	open   = "open"
	wrong  = "WRONG"
)

// outcome judges an answer: as good as its worst verdict.
func (a *answer) outcome() string {
	want, bad, out := engine.Unreachable, engine.Reachable, proved
	if a.bug {
		want, bad, out = bad, want, found
	}
	for _, v := range a.verdicts {
		switch {
		case v.Status == bad:
			return wrong
		case v.Status != want:
			out = open
		}
	}
	return out
}

// technique names what settled the verdicts, in the order of their number.
func (a *answer) technique() string {
	n := map[string]int{}
	for i := range a.verdicts {
		n[techniqueOf(&a.verdicts[i])]++
	}
	var names []string
	for k := range n {
		names = append(names, k)
	}
	slices.SortFunc(names, func(x, y string) int {
		if n[x] != n[y] {
			return n[y] - n[x]
		}
		return strings.Compare(x, y)
	})
	for i, k := range names {
		names[i] = fmt.Sprintf("%d %s", n[k], k)
	}
	return strings.Join(names, ", ")
}

func techniqueOf(v *engine.Verdict) string {
	switch {
	case v.Status == engine.Reachable:
		return "search"
	case v.Status != engine.Unreachable:
		return v.Status.String()
	case strings.Contains(v.Reason, "certificate checked"):
		return "invariants"
	case strings.HasPrefix(v.Reason, "every path was followed"):
		return "all paths"
	}
	return "no way there"
}

// replay runs the witnesses of an answer natively.
func (a *answer) replay(dir string) error {
	a.replayed = make([]bool, len(a.verdicts))
	var n *nativeProgram
	for i, v := range a.verdicts {
		if v.Status != engine.Reachable || v.Witness == nil {
			continue
		}
		var err error
		if n == nil {
			if n, err = a.pair.buildNative(dir, a.bug, "address"); err != nil {
				return err
			}
		}
		f, err := n.replay(v.Witness)
		if err != nil {
			return err
		}
		a.replayed[i] = f[a.asked[i].line] != ""
	}
	return nil
}

// totals of a run over the suite.
type totals struct{ safe, proved, buggy, found, wrong, expectations, settled, reachable, replayed int }

func (t *totals) add(a *answer) {
	switch o := a.outcome(); o {
	case wrong:
		t.wrong++
	case proved:
		t.proved++
	case found:
		t.found++
	}
	if a.bug {
		t.buggy++
	} else {
		t.safe++
	}
	t.expectations += len(a.verdicts)
	for i, v := range a.verdicts {
		if v.Status == engine.Reachable || v.Status == engine.Unreachable {
			t.settled++
		}
		if v.Status == engine.Reachable {
			t.reachable++
		}
		if a.replayed[i] {
			t.replayed++
		}
	}
}

func (t *totals) String() string {
	return fmt.Sprintf("safe: %d of %d proved; buggy: %d of %d found; expectations: %d of %d settled; %d of %d witnesses fail natively; wrong: %d",
		t.proved, t.safe, t.found, t.buggy, t.settled, t.expectations, t.replayed, t.reachable, t.wrong)
}

// eachPair does something with each pair of the suite; dir is for what that
// builds.
func eachPair(prefixes []string, do func(dir string, p *pair) error) error {
	pairs, err := readSuite("testdata/loops", prefixes)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "loops")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for i := range pairs {
		if err := do(dir, &pairs[i]); err != nil {
			return err
		}
	}
	return nil
}

// runSuite decides all programs of the suite, or only the safe ones or those
// with a bug, and prints what came of it.
func runSuite(prefixes []string, only string, opt engine.Options, verbose bool) error {
	programs, ok := map[string][]bool{"": {false, true}, "safe": {false}, "bug": {true}}[only]
	if !ok {
		return fmt.Errorf("-only %s: safe or bug is meant", only)
	}
	var t totals
	err := eachPair(prefixes, func(dir string, p *pair) error {
		for _, bug := range programs {
			a, err := p.decide(context.Background(), bug, opt)
			if err != nil {
				return err
			}
			if err := a.replay(dir); err != nil {
				return err
			}
			t.add(a)
			a.print(verbose)
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Println(&t)
	if t.wrong > 0 {
		return fmt.Errorf("%d programs with a wrong verdict", t.wrong)
	}
	return nil
}

// print says what came of a program: one line, and one for each verdict that is
// wrong or open.
func (a *answer) print(verbose bool) {
	name := a.pair.name
	if a.bug {
		name += " BUG"
	}
	o := a.outcome()
	fmt.Printf("%-22s %-7s %5.1fs cpu %5.1fs  %s\n", name, o, a.time.Seconds(), a.used.Seconds(), a.technique())
	for i, v := range a.verdicts {
		settled := v.Status == engine.Unreachable && !a.bug || v.Status == engine.Reachable && a.bug
		if !settled || verbose {
			fmt.Printf("    line %d %v: %v: %s\n", a.asked[i].line, a.asked[i].class, v.Status, v.Reason)
		}
		if v.Status == engine.Reachable && !a.replayed[i] {
			fmt.Printf("    line %d %v: the witness does not fail natively\n", a.asked[i].line, a.asked[i].class)
		}
	}
}
