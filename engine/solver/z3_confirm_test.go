//go:build z3

package solver

import (
	"context"
	"math/rand"
	"testing"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/solver/z3"
	"github.com/assay-dev/assay/engine/term"
)

// TestZ3Confirms: answers that come from other goroutines, about questions whose hard
// operators are left out first, are those of enumeration.
func TestZ3Confirms(t *testing.T) {
	counts := map[backend.Status]int{}
	for seed := range int64(12) {
		r := rand.New(rand.NewSource(seed))
		stream := solvertest.NewStream(r, solvertest.RandomConfig(r, 1, 10))
		c, err := z3.NewConfirmer(stream.Pool)
		if err != nil {
			t.Fatal(err)
		}
		var asked [][]term.T
		var answers []func() backend.Status
		for range 100 {
			as := stream.Next()
			asked = append(asked, as)
			answers = append(answers, c.Ask(context.Background(), as, backend.Limits{Conflicts: 20_000}))
		}
		for q, as := range asked {
			status := answers[q]()
			counts[status]++
			if status == backend.Unknown || (status == backend.Sat) != stream.Satisfiable(as) {
				t.Fatalf("seed %d, query %d: %v, satisfiable %v", seed, q, status, stream.Satisfiable(as))
			}
		}
		c.Close()
	}
	if counts[backend.Sat] < 100 || counts[backend.Unsat] < 100 {
		t.Errorf("answers %v", counts)
	}
}

// TestZ3ConfirmerEnds: what is asked when it is closed, or when its time is over, has no
// answer, and nothing waits for one.
func TestZ3ConfirmerEnds(t *testing.T) {
	p := term.NewPool()
	x, y, z := p.Var(64, "x"), p.Var(64, "y"), p.Var(64, "z")
	hard := []term.T{p.Eq(p.Mul(x, p.Mul(y, z)), p.BV(64, 0xdeadbeefcafebabd)), p.Eq(p.Mul(p.Add(x, y), z), p.BV(64, 0x123456789abcdef1))}
	c, err := z3.NewConfirmer(p)
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	late := c.Ask(over, hard, backend.Limits{Conflicts: 1 << 30})
	open := c.Ask(context.Background(), hard, backend.Limits{Conflicts: 1 << 30})
	c.Close()
	if s := late(); s != backend.Unknown {
		t.Errorf("after its time: %v", s)
	}
	if s := open(); s != backend.Unknown {
		t.Errorf("after the end: %v", s)
	}
}
