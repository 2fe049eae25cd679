//go:build z3

package z3

import (
	"context"
	"testing"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// TestPanicsReachTheAsker: a defect met on a lane's goroutine does not end the program;
// who asks for the answer gets it, and the lane goes on.
func TestPanicsReachTheAsker(t *testing.T) {
	p := term.NewPool()
	x := p.Var(8, "x")
	c, err := NewConfirmer(p)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ask := func() func() backend.Status {
		return c.Ask(context.Background(), []term.T{p.ULt(x, p.BV(8, 3)), p.ULt(p.BV(8, 4), x)}, backend.Limits{Conflicts: 100})
	}
	l := c.lanes[0]
	b := l.b
	l.b = nil // what the first question meets
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic reaches the asker")
			}
		}()
		ask()()
	}()
	l.b = b
	for range confirmLanes {
		if s := ask()(); s != backend.Unsat {
			t.Errorf("afterwards: %v", s)
		}
	}
}
