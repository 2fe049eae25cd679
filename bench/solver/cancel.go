package main

import (
	"context"
	"fmt"
	"math/rand"
	"runtime"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// slowQueries are queries that take long in different parts of the solver: in
// the search, in the translation to gates, in lowering, in sheer size.
var slowQueries = []struct {
	name string
	make func(p *term.Pool) []term.T
}{
	{"factors of a number of 64 bits", factors},
	{"division of 512 bits", division},
	{"sixty chained products", products},
	{"reads of a table of 65,536", tableReads},
	{"20,000 conjuncts", conjuncts},
	{"40 reads over 3,000 stores", storeReads},
	{"a term of 900,000 operators", largeTerm},
}

func factors(p *term.Pool) []term.T {
	x, y := p.ZExt(p.Var(32, "x"), 64), p.ZExt(p.Var(32, "y"), 64)
	one := p.BV(64, 1)
	return []term.T{p.ULt(one, x), p.ULt(x, y), p.Eq(p.Mul(x, y), p.BV(64, 4294967291*4294967279))}
}

func division(p *term.Pool) []term.T {
	x, y, z := p.Var(512, "x"), p.Var(512, "y"), p.Var(512, "z")
	return []term.T{p.Eq(p.UDiv(x, y), z), p.Eq(p.URem(z, y), p.BV(512, 12345)), p.ULt(y, z)}
}

func products(p *term.Pool) []term.T {
	x, y := p.Var(64, "x"), p.Var(64, "y")
	t := x
	for range 60 {
		t = p.Add(p.Mul(t, y), x)
	}
	return []term.T{p.Eq(t, p.BV(64, 0x123456789abcdef))}
}

func tableReads(p *term.Pool) []term.T {
	r := rand.New(rand.NewSource(1))
	vals := make([]uint64, 1<<16)
	for i := range vals {
		vals[i] = r.Uint64()
	}
	t := p.Table(16, 32, vals)
	sum := p.BV(32, 0)
	for i := range 8 {
		sum = p.BVXor(p.Mul(sum, p.BV(32, 3)), p.Select(t, p.Var(16, fmt.Sprint("i", i))))
	}
	return []term.T{p.Eq(sum, p.BV(32, 0xdeadbeef))}
}

func conjuncts(p *term.Pool) []term.T {
	var as []term.T
	x := p.Var(32, "x")
	for i := range 20_000 {
		y := p.Var(32, "y")
		as = append(as, p.ULt(p.Add(x, p.BV(32, uint64(i))), p.Mul(y, x)))
		x = y
	}
	return as
}

func storeReads(p *term.Pool) []term.T {
	a := p.ArrayVar(32, 8, "a")
	for i := range 3000 {
		a = p.Store(a, p.Var(32, fmt.Sprint("i", i)), p.Var(8, fmt.Sprint("v", i)))
	}
	var as []term.T
	for k := range 40 {
		as = append(as, p.ULt(p.Select(a, p.Var(32, fmt.Sprint("j", k))), p.Var(8, fmt.Sprint("w", k))))
	}
	return as
}

func largeTerm(p *term.Pool) []term.T {
	x, y := p.Var(32, "x"), p.Var(32, "y")
	t := x
	for range 300_000 {
		t = p.Add(p.BVXor(p.BVAnd(t, y), x), y)
	}
	return []term.T{p.Eq(t, p.BV(32, 77))}
}

// cancelMoments are the times after which a query is cancelled.
var cancelMoments = []time.Duration{
	time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond,
	35 * time.Millisecond, 60 * time.Millisecond, 100 * time.Millisecond, 150 * time.Millisecond, 250 * time.Millisecond,
	400 * time.Millisecond, 600 * time.Millisecond, time.Second, 2 * time.Second,
}

// cancellation prints how much processor time passes between the cancellation of
// a query and its answer, for the slow queries cancelled at many moments. It is
// that of the thread that answers: wall time would measure the other work of the
// machine as well, and the time of the process the collector on other threads.
func cancellation() {
	for _, q := range slowQueries {
		var delays []time.Duration
		for _, at := range cancelMoments {
			p := term.NewPool()
			if d, done := cancelAfter(p, q.make(p), at); !done {
				delays = append(delays, d)
			}
		}
		if len(delays) == 0 {
			fmt.Printf("%-32s answered before it was cancelled\n", q.name)
			continue
		}
		slices.Sort(delays)
		fmt.Printf("%-32s %2d moments: median %8v, worst %8v\n", q.name, len(delays),
			delays[len(delays)/2].Round(10*time.Microsecond), delays[len(delays)-1].Round(10*time.Microsecond))
	}
}

// cancelAfter asks a query, cancels it, and returns the processor time from
// then to the answer; done tells that the answer came before.
func cancelAfter(p *term.Pool, as []term.T, at time.Duration) (delay time.Duration, done bool) {
	s := solver.New(p, solver.Options{})
	defer s.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	thread := make(chan int, 1)
	answered := make(chan time.Duration, 1)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		thread <- unix.Gettid()
		s.Check(ctx, as, solver.Limits{})
		answered <- readClock(unix.CLOCK_THREAD_CPUTIME_ID)
	}()
	clock := threadClock(<-thread)
	select {
	case <-answered:
		return 0, true
	case <-time.After(at):
	}
	start := readClock(clock)
	cancel()
	return <-answered - start, false
}

// threadClock returns the clock of the processor time of a thread, in the
// encoding of Linux (clock_getcpuclockid(3), MAKE_THREAD_CPUCLOCK).
func threadClock(tid int) int32 { return int32(^tid<<3 | 6) }
