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

// A script of SMT-LIB 2, for example a query log, is answered without any other
// tool. Of the assumptions that cannot hold together the core keeps the culprits.
func ExampleNew_script() {
	const script = `
(set-logic QF_BV)
(declare-const n (_ BitVec 16))
(declare-const k (_ BitVec 16))
(define-fun small () Bool (bvult n #x0010))
(define-fun large () Bool (bvult #x0100 (bvadd n #x0001)))
(define-fun even () Bool (= ((_ extract 0 0) k) #b0))
(check-sat-assuming (small even))
(check-sat-assuming (small even large))
`
	p := term.NewPool()
	parsed, err := term.ParseSMT(p, "script.smt2", []byte(script))
	if err != nil {
		fmt.Println(err)
		return
	}
	s := solver.New(p, solver.Options{})
	defer s.Close()
	for _, c := range parsed.Commands {
		res := s.Check(context.Background(), c.Terms, solver.Limits{})
		fmt.Println(res.Status)
		for _, t := range res.Core {
			fmt.Println(" ", p.String(t))
		}
	}
	// Output:
	// sat
	// unsat
	//   n <u 16
	//   n + 1 >=u 257
}

// Limits count work and not time, so an answer of unknown is repeatable: here
// the factors of a product of two primes are not found within 100 conflicts.
func ExampleSolver_limits() {
	p := term.NewPool()
	x, y := p.Var(64, "x"), p.Var(64, "y")
	one, top := p.BV(64, 1), p.BV(64, 1<<29)
	query := []term.T{
		p.ULt(one, x), p.ULt(x, top), p.ULt(one, y), p.ULt(y, top),
		p.Eq(p.Mul(x, y), p.BV(64, 268435399*268435367)),
	}
	s := solver.New(p, solver.Options{})
	defer s.Close()
	res := s.Check(context.Background(), query, solver.Limits{Conflicts: 100})
	fmt.Println(res.Status, res.Reason)
	// Output:
	// unknown conflicts
}
