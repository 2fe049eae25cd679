package oracle

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

//go:embed reference/explore.c
var exploreC string

//go:embed reference/explore.h
var exploreH string

// LoopCampaign compares the engine with the truth on loop programs.
type LoopCampaign struct {
	Dir       string // scratch, empty
	First     uint64 // seed of the first program
	Programs  int
	Parallel  int // batches tried at the same time; 0: one
	PerTarget time.Duration
	// Search is the share of programs, in per cent, on which the whole engine
	// runs besides the prover alone.
	Search int
	// Check is the share of programs, in per cent, on which the certificates of
	// the prover are checked.
	Check int
	Bytes bool      // all programs have objects of bytes
	Log   io.Writer // disagreements, and progress now and then
}

// LoopStats counts what campaigns over loop programs saw.
type LoopStats struct {
	Programs, Complete, States int
	Targets, True              int
	// Proved and Open count, of the targets that cannot happen in programs that
	// were explored completely, what the prover alone says.
	Proved, Open int
	Coarse       int // what a coarse abstraction alone proves
	Searched     int // programs on which the whole engine ran
	// Certificates counts those that were checked, Confirmed those that hold.
	Certificates, Confirmed int
	Status                  [4]int
	Wrong                   int
}

// Add adds the counts of another campaign.
func (s *LoopStats) Add(o *LoopStats) {
	s.Programs += o.Programs
	s.Complete += o.Complete
	s.States += o.States
	s.Targets += o.Targets
	s.True += o.True
	s.Proved += o.Proved
	s.Open += o.Open
	s.Coarse += o.Coarse
	s.Searched += o.Searched
	s.Certificates += o.Certificates
	s.Confirmed += o.Confirmed
	s.Wrong += o.Wrong
	for i, n := range o.Status {
		s.Status[i] += n
	}
}

func (s *LoopStats) String() string {
	return fmt.Sprintf("%d programs, %d explored completely, %d states; %d targets, %d happen; of those that cannot, the prover alone proves %d and leaves %d, a coarse abstraction proves %d; "+
		"%d of %d certificates confirmed; "+
		"the whole engine on %d programs: %d undecided, %d reachable, %d unreachable, %d bounded; %d disagreements\n",
		s.Programs, s.Complete, s.States, s.Targets, s.True, s.Proved, s.Open, s.Coarse, s.Confirmed, s.Certificates, s.Searched,
		s.Status[engine.Undecided], s.Status[engine.Reachable], s.Status[engine.Unreachable], s.Status[engine.Bounded], s.Wrong)
}

// loopSubject is a loop program ready to be tried.
type loopSubject struct {
	program *LoopProgram
	ir      *ir.Program
	binary  string
	index   int
}

// prepareLoops compiles the programs of some seeds together. The caller removes
// the directory that it makes.
func (l *Lab) prepareLoops(first uint64, n int, allBytes bool) (subjects []*loopSubject, dir string, err error) {
	dir = l.path(fmt.Sprintf("loops%d", l.serial.Add(1)))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, dir, err
	}
	for name, text := range map[string]string{"explore.c": exploreC, "explore.h": exploreH, "classes.h": classesHeader()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, dir, err
		}
	}
	var plain, ref, table bytes.Buffer
	ref.WriteString("#include \"explore.h\"\n")
	heap := false
	for i := range n {
		p := GenerateLoops(first+uint64(i), i, allBytes)
		fmt.Fprintf(&plain, "#line 1 \"p%d.c\"\n%s", i, p.Plain)
		ref.WriteString(p.Reference)
		blocks := "0"
		if p.Heap {
			heap, blocks = true, fmt.Sprintf("S%d.heap", i)
		}
		fmt.Fprintf(&table, "{&S%d, sizeof S%d, %s, {&S%d.h_, &S%d.k_, &S%d.l_, &S%d.mp_, &S%d.mw_, &S%d.mu_, &S%d.mv_, &S%d.array_, TABLED(S%d.ts_), 0}, run%d},\n", i, i, blocks, i, i, i, i, i, i, i, i, i, i)
		subjects = append(subjects, &loopSubject{program: p, binary: filepath.Join(dir, "explore"), index: i})
	}
	fmt.Fprintf(&ref, "struct program programs[] = {\n%s};\n", &table)
	src := filepath.Join(dir, "ref.c")
	if err := os.WriteFile(src, ref.Bytes(), 0o644); err != nil {
		return nil, dir, err
	}
	if err := l.run("-O1", "-fwrapv", "-w", "-I", dir, "-o", filepath.Join(dir, "explore"), src, filepath.Join(dir, "explore.c")); err != nil {
		return nil, dir, err
	}
	parts, err := l.read(dir, plain.Bytes(), heap, len(subjects))
	for i, p := range parts {
		subjects[i].ir = p
	}
	return subjects, dir, err
}

// maxLoopTargets is how many targets of a loop program are asked of the engine, whose
// prover settles them together.
const maxLoopTargets = 48

// maxStates bounds an exploration.
const maxStates = 20000

// truth explores the states of the program.
func (s *loopSubject) truth() (*Truth, error) {
	out, err := exec.Command(s.binary, strconv.Itoa(s.index), strconv.Itoa(maxStates)).Output()
	if err != nil {
		return nil, fmt.Errorf("exploration of seed %d: %w", s.program.Seed, err)
	}
	t := &Truth{Asked: s.program.Asked, Hit: map[Candidate]bool{}, After: map[Candidate][][]Candidate{}}
	return t, t.parse(string(out))
}

// try compares the prover, and for some programs the whole engine, with the
// truth.
func (s *loopSubject) try(c *LoopCampaign) (*Trial, *LoopStats, error) {
	st := &LoopStats{Programs: 1}
	t := &Trial{Program: &Program{Seed: s.program.Seed}, seen: map[string]bool{}}
	var err error
	if t.Truth, err = s.truth(); err != nil {
		return t, st, err
	}
	t.choose(s.ir, op.NoClass, maxLoopTargets)
	st.States, st.Targets = t.Truth.Runs, len(t.Targets)
	if t.Truth.Complete {
		st.Complete = 1
	}
	plans := []engine.Plan{engine.PlanCoarse, engine.PlanProver}
	r := rand.New(rand.NewPCG(s.program.Seed, 2))
	check := r.IntN(100) < c.Check
	if r.IntN(100) < c.Search {
		plans = append(plans, engine.PlanPortfolio)
		st.Searched = 1
	}
	for _, plan := range plans {
		res, err := ask(s.ir, t.Targets, engine.Options{Plan: plan, TimeoutPerTarget: c.PerTarget,
			CheckCertificates: check && plan != engine.PlanPortfolio})
		if err != nil {
			return t, st, err
		}
		t.compare(s.ir, Mode{}, res)
		t.denies(res)
		for i, v := range res.Verdicts {
			switch plan {
			case engine.PlanPortfolio:
				st.Status[v.Status]++
				continue
			case engine.PlanProver:
				st.count(t.Truth, t.Targets[i], v.Status)
			case engine.PlanCoarse:
				if v.Status == engine.Unreachable {
					st.Coarse++
				}
			}
			t.certificates(st, t.Targets[i], &v)
		}
	}
	st.Wrong = len(t.Wrong)
	return t, st, nil
}

// certificates counts those of a verdict; none may be refused.
func (t *Trial) certificates(s *LoopStats, c Candidate, v *engine.Verdict) {
	s.Certificates += len(v.Certificates)
	if v.Checked != "" {
		s.Confirmed++
	} else if len(v.Certificates) > 0 && v.Status == engine.Undecided {
		t.wrong(Mode{}, c, "%s", v.Reason)
	}
}

// denies: what a complete exploration never saw is not reachable.
func (t *Trial) denies(res *engine.Result) {
	for i, v := range res.Verdicts {
		if c := t.Targets[i]; v.Status == engine.Reachable && t.Truth.Complete && !t.Truth.Hit[c] {
			t.wrong(Mode{}, c, "reachable, but no state commits it: %s", feeds(v.Witness))
		}
	}
}

// count counts a verdict of the prover alone.
func (s *LoopStats) count(t *Truth, c Candidate, status engine.Status) {
	switch {
	case t.Hit[c]:
		s.True++
	case t.Complete && status == engine.Unreachable:
		s.Proved++
	case t.Complete:
		s.Open++
	}
}

// Run tries the programs. When ctx ends, no further batch is begun. It returns
// the counts and the first seed that was not tried.
func (c *LoopCampaign) Run(ctx context.Context) (*LoopStats, uint64, error) {
	all := &LoopStats{}
	lab, err := NewLab(c.Dir)
	if err != nil {
		return all, c.First, err
	}
	next := c.First
	for end := c.First + uint64(c.Programs); next < end && ctx.Err() == nil; {
		var wg sync.WaitGroup
		parts := make([]loopBatch, max(c.Parallel, 1))
		for i := range parts {
			n := int(min(batchSize, end-next))
			parts[i] = loopBatch{first: next, n: n}
			next += uint64(n)
			wg.Go(func() { parts[i].run(lab, c) })
		}
		wg.Wait()
		for i := range parts {
			all.Add(&parts[i].stats)
			if parts[i].err != nil {
				return all, next, parts[i].err
			}
		}
		if all.Programs%(8*batchSize) == 0 {
			fmt.Fprintf(c.Log, "-- %v", all)
		}
	}
	return all, next, nil
}

// loopBatch is a batch of loop programs.
type loopBatch struct {
	first uint64
	n     int
	stats LoopStats
	err   error
}

func (b *loopBatch) run(lab *Lab, c *LoopCampaign) {
	if b.n == 0 {
		return
	}
	subjects, dir, err := lab.prepareLoops(b.first, b.n, c.Bytes)
	defer os.RemoveAll(dir)
	if err != nil {
		b.err = fmt.Errorf("seeds %d to %d: %w", b.first, b.first+uint64(b.n)-1, err)
		return
	}
	for _, s := range subjects {
		t, st, err := s.try(c)
		if err != nil {
			b.err = err
			return
		}
		b.stats.Add(st)
		for _, w := range t.Wrong {
			fmt.Fprintf(c.Log, "seed %d: %v\n", s.program.Seed, w)
		}
	}
}
