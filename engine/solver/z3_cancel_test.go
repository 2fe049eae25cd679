//go:build z3

package solver

import (
	"context"
	"math/rand"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/solver/z3"
	"github.com/assay-dev/assay/engine/term"
)

// TestZ3Interrupted cancels queries of one instance at different moments: an
// answer that is given all the same, and every later one, must be right. An
// interrupt that hit an assertion once made Z3 answer without it.
func TestZ3Interrupted(t *testing.T) {
	cancelled := 0
	for seed := range int64(6) {
		r := rand.New(rand.NewSource(seed))
		stream := solvertest.NewStream(r, solvertest.RandomConfig(r, 1, 8))
		s, err := z3.New(stream.Pool, z3.Assume)
		if err != nil {
			t.Fatal(err)
		}
		for q := range 60 {
			as := stream.Next()
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.Intn(400))*time.Microsecond)
			res := s.Check(ctx, backend.Query{Assumptions: as}, backend.Limits{})
			cancel()
			switch res.Status {
			case backend.Unknown:
				cancelled++
			case backend.Sat:
				if err := solvertest.CheckModel(stream.Pool, res.Model, as); err != nil {
					t.Fatalf("seed %d, query %d: %v", seed, q, err)
				}
			case backend.Unsat:
				if stream.Satisfiable(as) {
					t.Fatalf("seed %d, query %d: unsat, but it is satisfiable", seed, q)
				}
			}
		}
		s.Close()
	}
	if cancelled == 0 {
		t.Error("no query was cancelled")
	}
}

// TestZ3LeavesInterrupts: an interrupt that comes during a query reaches the
// program's own handler, and the query goes on.
func TestZ3LeavesInterrupts(t *testing.T) {
	p := term.NewPool()
	s, err := z3.New(p, z3.Assume)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	x, y := p.Var(32, "x"), p.Var(32, "y")
	one := p.BV(32, 1)
	as := []term.T{ // a prime, in factors less than 2¹⁶
		p.Eq(p.Mul(x, y), p.BV(32, 2147483647)), p.ULt(one, x), p.ULt(one, y),
		p.ULt(x, p.BV(32, 1<<16)), p.ULt(y, p.BV(32, 1<<16)),
	}
	got := make(chan os.Signal, 1)
	signal.Notify(got, os.Interrupt)
	defer signal.Stop(got)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	done := make(chan struct{})
	go func() { s.Check(ctx, backend.Query{Assumptions: as}, backend.Limits{}); close(done) }()
	time.Sleep(300 * time.Millisecond)
	select {
	case <-done:
		t.Fatal("the query was over too soon for the test")
	default:
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case <-got:
	case <-time.After(10 * time.Second):
		t.Error("the interrupt did not reach the program")
	}
	select {
	case <-done:
		t.Error("the interrupt ended the query")
	case <-time.After(200 * time.Millisecond):
	}
	cancel()
	<-done
}
