package cert

import (
	"context"
	"os/exec"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

func TestProcess(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Fatal("z3 is missing: apt-get install z3")
	}
	p := term.NewPool()
	s, err := Process("z3 -in")(p)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if !strings.HasPrefix(s.Name(), "z3 4.") {
		t.Errorf("name %q", s.Name())
	}
	x := p.Var(32, "x")
	for _, c := range []struct {
		cs   []term.T
		want bool
	}{
		{[]term.T{p.ULt(x, p.BV(32, 3)), p.ULt(p.BV(32, 2), x)}, true},
		{[]term.T{p.ULt(x, p.BV(32, 3))}, false},
		{[]term.T{p.Eq(p.Mul(x, x), p.BV(32, 2))}, true},
		{[]term.T{p.Eq(p.Var(32, "x"), x), p.Not(p.Eq(x, p.BV(32, 0)))}, false},
	} {
		got, err := s.Unsat(context.Background(), c.cs)
		if err != nil || got != c.want {
			t.Errorf("%v: %v, %v", c.cs, got, err)
		}
	}
}

func TestProcessThatIsNoSolver(t *testing.T) {
	for _, command := range []string{"", "/no/such/solver", "cat", "true"} {
		if s, err := Process(command)(term.NewPool()); err == nil {
			s.Close()
			t.Errorf("%q passes for a solver", command)
		}
	}
}
