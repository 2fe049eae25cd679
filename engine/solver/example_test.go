package solver_test

import (
	"context"
	"fmt"

	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// A path condition grows by one branch; the solver is asked for both sides.
func Example() {
	p := term.NewPool()
	x := p.Var(32, "x")
	path := []term.T{p.SLt(p.BV(32, 10), x)} // x > 10
	s := solver.New(p, solver.Options{})
	defer s.Close()

	branch := p.Eq(p.SRem(x, p.BV(32, 7)), p.BV(32, 3))
	yes := s.Check(context.Background(), append(path, branch), solver.Limits{})
	v, _ := yes.Model.Get(x)
	fmt.Println(yes.Status, v > 10, v%7)

	no := s.Check(context.Background(), append(path, p.SLt(x, p.BV(32, 5))), solver.Limits{})
	fmt.Println(no.Status, len(no.Core))
	// Output:
	// sat true 3
	// unsat 2
}
