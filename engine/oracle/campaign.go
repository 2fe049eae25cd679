package oracle

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Campaign is a run over many programs.
type Campaign struct {
	Dir       string // scratch, empty
	First     uint64 // seed of the first program
	Programs  int
	Parallel  int // batches tried at the same time; 0: one
	PerTarget time.Duration
	Modes     []Mode    // nil: the baseline and others, drawn per program
	Check     int       // on how many programs of 100 certificates are checked
	Shrink    bool      // shrink what disagrees
	Keep      string    // folder for the shrunk programs; "": none
	Log       io.Writer // disagreements, and progress now and then
}

// batchSize is how many programs are compiled together.
const batchSize = 24

// batch is a run of seeds and what came of it.
type batch struct {
	first  uint64
	n      int
	trials []*Trial
	failed []string
	done   chan struct{}

	skipped bool
}

// Run tries the programs. The first mode is the baseline. When ctx ends, no
// further batch is begun. It returns the counts and the first seed that was
// not tried.
func (c *Campaign) Run(ctx context.Context) (st *Stats, next uint64, err error) {
	st, next = &Stats{}, c.First
	lab, err := NewLab(c.Dir)
	if err != nil {
		return st, next, err
	}
	var batches []*batch
	for i := 0; i < c.Programs; i += batchSize {
		batches = append(batches, &batch{first: c.First + uint64(i), n: min(batchSize, c.Programs-i), done: make(chan struct{})})
	}
	jobs := make(chan *batch)
	var wg sync.WaitGroup
	for range max(c.Parallel, 1) {
		wg.Go(func() {
			for b := range jobs {
				if b.skipped = ctx.Err() != nil; !b.skipped {
					c.try(lab, b)
				}
				close(b.done)
			}
		})
	}
	go func() {
		defer close(jobs)
		for _, b := range batches {
			jobs <- b
		}
	}()
	defer wg.Wait()
	for i, b := range batches {
		<-b.done
		if b.skipped {
			break
		}
		st.merge(b)
		for _, t := range b.trials {
			if e := c.report(lab, t); e != nil {
				err = e
			}
		}
		next = b.first + uint64(b.n)
		if i%8 == 7 {
			fmt.Fprintf(c.Log, "-- %d programs, %d targets, %d wrong\n", st.Programs, st.Targets, st.Wrong)
		}
	}
	return st, next, err
}

// try tries the programs of a batch, together if the compiler takes them all.
func (c *Campaign) try(lab *Lab, b *batch) {
	var prs []*Program
	for i := range b.n {
		prs = append(prs, Generate(b.first+uint64(i)))
	}
	subjects, dir, err := lab.Prepare(prs)
	defer os.RemoveAll(dir)
	for i, pr := range prs {
		q := Question{Modes: c.Modes, PerTarget: c.PerTarget, Check: rand.New(rand.NewPCG(pr.Seed, 3)).IntN(100) < c.Check}
		if q.Modes == nil {
			q.Modes = Modes(pr.Seed)
		}
		var t *Trial
		var failure error
		if err != nil {
			t, failure = lab.TryAlone(pr, q)
		} else {
			t, failure = subjects[i].Try(q)
		}
		if failure != nil {
			b.failed = append(b.failed, fmt.Sprintf("seed %d: %v", pr.Seed, failure))
			fmt.Fprintln(c.Log, "oracle failed:", b.failed[len(b.failed)-1])
			continue
		}
		b.trials = append(b.trials, t)
	}
}

// report shrinks a program with a disagreement and keeps it.
func (c *Campaign) report(lab *Lab, t *Trial) error {
	if len(t.Wrong) == 0 {
		return nil
	}
	seed := t.Program.Seed
	for _, w := range t.Wrong {
		fmt.Fprintf(c.Log, "seed %d: %v\n", seed, w)
	}
	if !c.Shrink {
		return nil
	}
	t = lab.Shrink(t, c.PerTarget)
	w := t.Wrong[0]
	text := t.Regression(w.At.Class)
	fmt.Fprintf(c.Log, "shrunk: %v\n%s\n", w, text)
	if c.Keep == "" {
		return nil
	}
	return os.WriteFile(filepath.Join(c.Keep, fmt.Sprintf("seed%d.c", seed)), []byte(text), 0o644)
}
