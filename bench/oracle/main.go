// Command oracle compares the engine with the truth on random programs, for as
// long as one likes:
//
//	go run -tags z3 ./bench/oracle -n 20000 -seed 1
//
// It prints the counts and the disagreements, writes the shrunk programs to
// testdata/regressions with -keep, and exits with 1 if there was any. With
// -state FILE a campaign goes on where the last one with that file ended, and
// the counts are of all of them; -for ends one after a time.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine/oracle"
	"github.com/assay-dev/assay/engine/oracle/hidden"
	"github.com/assay-dev/assay/engine/oracle/library"
	"github.com/assay-dev/assay/engine/oracle/library/sequence"
)

// progress is the content of a state file.
type progress struct {
	Next  uint64 // seed
	Stats oracle.Stats
	Loops oracle.LoopStats
	// Hidden counts the programs with hidden code.
	Hidden hidden.Stats
	// Sequence counts the programs with library calls in sequence.
	Sequence sequence.Stats
	// Bounded are programs whose bounds are checked.
	Bounded oracle.BoundedStats
}

func main() {
	n := flag.Int("n", 1000, "programs")
	seed := flag.Uint64("seed", 1, "seed of the first program; the next ones follow")
	per := flag.Duration("per-target", 100*time.Millisecond, "time for each target")
	limit := flag.Duration("for", 0, "end after this time; 0: when the programs are done")
	parallel := flag.Int("parallel", runtime.NumCPU(), "programs tried at the same time")
	shrink := flag.Bool("shrink", true, "shrink the programs that disagree")
	keep := flag.String("keep", "", "folder that shrunk programs are written to")
	state := flag.String("state", "", "file with the counts and the next seed of a campaign in several runs")
	mode := flag.String("mode", "", "try this mode besides the baseline only: axis=value, separated by commas")
	loops := flag.Bool("loops", false, "programs with unbounded loops over few states, the prover's (TestLoopPrograms)")
	hide := flag.Bool("hidden", false, "programs that call functions whose bodies the engine does not see")
	several := flag.Bool("sequences", false, "programs that make several library calls one behind the other (TestSequences)")
	objects := flag.Bool("bytes", false, "with -loops: all programs have objects of bytes, not only a share of them")
	bounded := flag.Bool("bounded", false, "programs with bounds, whose bounded verdicts are checked (TestBoundedIsAClaim)")
	calls := flag.Bool("library", false, "-n native calls of each library function that can be run, held against its specification (TestCalls)")
	asked := flag.Int("asked", 0, "with -library: of how many more calls of each function the engine is asked")
	names := flag.String("functions", "", "with -library: only these, separated by commas")
	search := flag.Int("search", 10, "with -loops: on how many programs of 100 the whole engine runs besides the prover alone")
	check := flag.Int("check", 20, "on how many programs of 100 certificates are checked, with -loops the prover's")
	show := flag.Bool("show", false, "print the program of -seed in both forms and stop")
	flag.Parse()
	k := kindOf(*hide, *several, *loops, *bounded)
	switch {
	case *show:
		showProgram(*seed, k, *objects)
		return
	case *calls:
		callLibrary(&library.Campaign{Seed: *seed, Calls: *n, Recorded: *asked, Parallel: *parallel, Log: os.Stdout}, *names, *per)
		return
	}
	p, dir, err := begin(*seed, *state, *keep)
	if err != nil {
		fatal(err)
	}
	c := oracle.Campaign{Dir: dir, Parallel: *parallel, PerTarget: *per, Check: *check, Shrink: *shrink, Keep: *keep, Log: os.Stdout}
	if *mode != "" {
		m, err := oracle.ParseMode(*mode)
		if err != nil {
			fatal(err)
		}
		c.Modes = []oracle.Mode{{}, m}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *limit > 0 {
		ctx, stop = context.WithTimeout(ctx, *limit)
		defer stop()
	}
	turn := p.turns(ctx, &c)
	switch k {
	case loopKind:
		turn = p.loopTurns(ctx, &oracle.LoopCampaign{Dir: dir, Parallel: *parallel, PerTarget: *per, Search: *search, Check: *check, Bytes: *objects, Log: os.Stdout})
	case hiddenKind:
		turn = p.hiddenTurns(ctx, &hidden.Campaign{Dir: dir, Parallel: *parallel, PerTarget: *per, Log: os.Stdout})
	case sequenceKind:
		turn = p.sequenceTurns(ctx, &sequence.Campaign{Dir: dir, Parallel: *parallel, PerTarget: *per, Log: os.Stdout})
	case boundedKind:
		turn = p.boundedTurns(ctx, dir, *per)
	}
	wrong, err := p.campaign(ctx, *n, *state, turn)
	os.RemoveAll(dir)
	p.print(k)
	if err != nil {
		fatal(err)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// begin is where a campaign begins, with its folder, and the one for what it keeps.
func begin(seed uint64, state, keep string) (p progress, dir string, err error) {
	p.Next = seed
	err = p.load(state)
	if err == nil && keep != "" {
		err = os.MkdirAll(keep, 0o755)
	}
	if err == nil {
		dir, err = os.MkdirTemp("", "oracle")
	}
	return p, dir, err
}

// callLibrary calls functions of the library, and exits with 1 if a call did what its
// specification does not allow, or what the engine says that it cannot do.
func callLibrary(c *library.Campaign, names string, per time.Duration) {
	dir, err := os.MkdirTemp("", "library")
	if err != nil {
		fatal(err)
	}
	if c.Dir = dir; names != "" {
		c.Functions = strings.Split(names, ",")
	}
	r, err := c.Run(context.Background())
	var a library.Asked
	if err == nil && len(r.Recorded) > 0 {
		how := library.Asking{Dir: dir, Parallel: c.Parallel, PerTarget: per, Log: os.Stdout}
		a, err = how.Ask(context.Background(), r.Recorded)
	}
	os.RemoveAll(dir)
	if err != nil {
		fatal(err)
	}
	for _, f := range r.Functions {
		fmt.Println(f)
	}
	for _, name := range slices.Sorted(maps.Keys(r.NotRun)) {
		fmt.Printf("%s: not run: %s\n", name, r.NotRun[name])
	}
	fmt.Println(r)
	fmt.Println(a)
	if r.Outside()+a.Wrong > 0 {
		os.Exit(1)
	}
}

// kind is the kind of programs that a campaign tries.
type kind int

const (
	mixedKind kind = iota
	loopKind
	hiddenKind
	sequenceKind
	boundedKind
)

func kindOf(hide, several, loops, bounded bool) kind {
	switch {
	case hide:
		return hiddenKind
	case several:
		return sequenceKind
	case bounded:
		return boundedKind
	case loops:
		return loopKind
	}
	return mixedKind
}

// print prints the counts of a kind of campaign.
func (p *progress) print(k kind) {
	switch k {
	case hiddenKind:
		fmt.Println(p.Hidden)
	case sequenceKind:
		fmt.Println(p.Sequence)
	case boundedKind:
		fmt.Print(&p.Bounded)
	case loopKind:
		fmt.Print(&p.Loops)
	default:
		fmt.Print(&p.Stats)
	}
}

// showProgram prints the program of a seed in both forms.
func showProgram(seed uint64, k kind, objects bool) {
	switch k {
	case hiddenKind:
		fmt.Println(hidden.Generate(seed).Text)
		return
	case sequenceKind:
		fmt.Println(sequence.Generate(seed).Native())
		return
	case boundedKind:
		p := oracle.GenerateBounded(seed)
		fmt.Printf("%s%+v\n", p.Text, p.Options)
		return
	case loopKind:
		p := oracle.GenerateLoops(seed, 0, objects)
		fmt.Println(p.Plain + p.Reference)
		return
	}
	pr := oracle.Generate(seed)
	fmt.Println(pr.Plain())
	ref, _ := pr.Reference()
	fmt.Println(ref)
}

// turn tries n programs from a seed on.
type turn func(first uint64, n int) (wrong int, err error)

func (p *progress) turns(ctx context.Context, c *oracle.Campaign) turn {
	return func(first uint64, n int) (int, error) {
		c.First, c.Programs = first, n
		st, next, err := c.Run(ctx)
		p.Stats.Add(st)
		p.Next = next
		return st.Wrong, err
	}
}

func (p *progress) loopTurns(ctx context.Context, c *oracle.LoopCampaign) turn {
	return func(first uint64, n int) (int, error) {
		c.First, c.Programs = first, n
		st, next, err := c.Run(ctx)
		p.Loops.Add(st)
		p.Next = next
		return st.Wrong, err
	}
}

func (p *progress) hiddenTurns(ctx context.Context, c *hidden.Campaign) turn {
	return func(first uint64, n int) (int, error) {
		st, next, err := c.Run(ctx, first, n)
		p.Hidden.Add(st)
		p.Next = next
		return st.Disagreements, err
	}
}

func (p *progress) sequenceTurns(ctx context.Context, c *sequence.Campaign) turn {
	return func(first uint64, n int) (int, error) {
		st, next, err := c.Run(ctx, first, n)
		p.Sequence.Add(st)
		p.Next = next
		return st.Wrong, err
	}
}

func (p *progress) boundedTurns(ctx context.Context, dir string, per time.Duration) turn {
	return func(first uint64, n int) (int, error) {
		l, err := oracle.NewLab(dir)
		known := len(p.Bounded.Wrong)
		for p.Next = first; err == nil && p.Next < first+uint64(n) && ctx.Err() == nil; p.Next++ {
			err = l.TryBounded(p.Next, per, &p.Bounded)
		}
		for _, w := range p.Bounded.Wrong[known:] {
			fmt.Println(w)
		}
		return len(p.Bounded.Wrong) - known, err
	}
}

// savedEvery is after how many programs the state file is written.
const savedEvery = 480

// campaign tries n programs, some at a time, and keeps the state after each turn:
// a campaign that is killed loses one turn.
func (p *progress) campaign(ctx context.Context, n int, state string, try turn) (wrong int, err error) {
	for end := p.Next + uint64(n); p.Next < end && ctx.Err() == nil; {
		w, err := try(p.Next, int(min(savedEvery, end-p.Next)))
		wrong += w
		if e := p.save(state); err == nil {
			err = e
		}
		if err != nil {
			return wrong, err
		}
	}
	return wrong, nil
}

func (p *progress) load(file string) error {
	if file == "" {
		return nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, p)
}

func (p *progress) save(file string) error {
	if file == "" {
		return nil
	}
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "oracle:", err)
	os.Exit(2)
}
