package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// outcome is what an exploration got done.
type outcome struct {
	solved   int64 // queries answered sat or unsat, by any layer
	refuted  int64 // of them: by the pre-check
	nodes    int64 // states: the start and every fork, each the head of a path
	cpu      time.Duration
	finished bool // before the limit
	arrays   bool // the program's terms have stores to arrays
}

// explorer is the observer of a depth-first exploration of all paths.
type explorer struct {
	stack []*exec.State
	nodes int64
}

func (e *explorer) Forked(f exec.Fork) {
	if f.Other != nil {
		e.stack = append(e.stack, f.Other)
		e.nodes++
	}
}
func (*explorer) Open(int) bool                                 { return false }
func (*explorer) Hit(exec.Hit)                                  {}
func (*explorer) Met(exec.Met)                                  {}
func (*explorer) Assumed(string)                                {}
func (*explorer) Unsure(exec.Stop)                              {}
func (*explorer) Bounded(*exec.BoundHit)                        {}
func (*explorer) Prefer(*exec.State, *ir.Block, *ir.Block) bool { return true }
func (*explorer) Cut(*exec.State, *ir.Block) bool               { return false }
func (*explorer) Leads(ir.FuncID) bool                          { return true }

// explore follows all paths of a program depth first, until none is left or
// the processor time is used up. Depth first, as the paper does it: the order of
// paths then does not depend on what a configuration costs.
func explore(p *ir.Program, opts solver.Options, limit time.Duration) (outcome, error) {
	pool := term.NewPool()
	sv := solver.New(pool, opts)
	defer sv.Close()
	e := &explorer{}
	cfg := exec.Config{Entry: p.FuncByName["main"], Extern: "pure", NoFail: map[string]bool{"malloc": true}}
	m := exec.New(p, sv, pool, cfg, e)
	runtime.GC()
	start := cpuTime()
	ctx := &deadline{Context: context.Background(), at: start + limit, done: make(chan struct{})}
	e.stack = m.Start()
	e.nodes = int64(len(e.stack))
	for len(e.stack) > 0 && ctx.Err() == nil {
		s := e.stack[len(e.stack)-1]
		e.stack = e.stack[:len(e.stack)-1]
		end := m.Run(ctx, s, 1<<16)
		switch {
		case end == nil || end.Kind == exec.Cancelled:
			e.stack = append(e.stack, s)
		case end.Kind == exec.Stopped:
			return outcome{}, fmt.Errorf("a path stopped: %s", end.Reason)
		}
	}
	o := outcome{nodes: e.nodes, cpu: cpuTime() - start, finished: len(e.stack) == 0, arrays: hasStores(pool)}
	st := sv.Stats()
	o.solved = st.Sat + st.Unsat
	for _, l := range st.Layers {
		if l.Name == "linear" {
			o.refuted = l.Answered
		}
	}
	return o, nil
}

// hasStores reports whether some object was so large that its contents are an
// array term.
func hasStores(p *term.Pool) bool {
	for t := 1; t <= p.Len(); t++ {
		if p.Op(term.T(t)) == term.OpStore {
			return true
		}
	}
	return false
}

// deadline is a context that ends at a processor time of the process, so that
// what else runs on the machine does not decide what a configuration gets done.
type deadline struct {
	context.Context
	at   time.Duration
	done chan struct{}
	last time.Time // when the processor time was looked at
	over bool
}

func (d *deadline) Done() <-chan struct{} { return d.done }

func (d *deadline) Err() error {
	// A look at the processor time is a system call, and costs more than much of
	// what is done between two questions.
	if now := time.Now(); now.Sub(d.last) > 200*time.Microsecond {
		d.last = now
		d.over = cpuTime() >= d.at
	}
	if d.over {
		return context.DeadlineExceeded
	}
	return nil
}

// cpuTime is the processor time of this process so far.
func cpuTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(fmt.Sprintf("getrusage of the process itself: %v", err)) // fails on bad arguments only
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
