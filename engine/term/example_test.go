package term_test

import (
	"fmt"
	"os"

	"github.com/assay-dev/assay/engine/term"
)

// A small path condition: i is an int read from the input, and the program has
// checked 0 <= i && i + 1 <= 10 before it reads element i of a table.
func Example() {
	p := term.NewPool()
	i := p.Var(32, "i")
	zero, ten := p.BV(32, 0), p.BV(32, 10)
	path := p.And(p.SLe(zero, i), p.SLe(p.Add(i, p.BV(32, 1)), ten))
	squares := p.Table(32, 32, []uint64{0, 1, 4, 9, 16, 25, 36, 49, 64, 81})
	elem := p.Select(squares, i)

	fmt.Println(p.String(path))
	fmt.Println(p.String(elem))
	lo, hi := p.URange(elem)
	fmt.Println("element in", lo, "to", hi)

	m := term.NewModel()
	m.Set(i, 7)
	e := term.NewEvaluator(p, m)
	fmt.Println(e.Bool(path), e.BV(elem))

	same := p.SLt(p.Add(p.BV(32, 1), i), p.BV(32, 11))
	fmt.Println("hash-consed:", p.Conjuncts(path)[1] == same)
	// Output:
	// i >= 0 && i + 1 < 11
	// {0, 1, 4, 9, 16, 25, 36, 49, …}[i]
	// element in 0 to 81
	// true 49
	// hash-consed: true
}

// One evaluator serves many models: Rebind keeps its memory.
func ExampleEvaluator_Rebind() {
	p := term.NewPool()
	x, y := p.Var(8, "x"), p.Var(8, "y")
	sum := p.Add(x, y)
	e := term.NewEvaluator(p, term.NewModel())
	for _, v := range []uint64{1, 100, 200} {
		m := term.NewModel()
		m.Set(x, v)
		m.Set(y, v)
		e.Rebind(m)
		fmt.Println(e.BV(sum))
	}
	// Output:
	// 2
	// 200
	// 144
}

// Terms print as SMT-LIB 2 for any other solver.
func ExampleSMTWriter() {
	p := term.NewPool()
	x := p.Var(8, "x")
	w := term.NewSMTWriter(os.Stdout, p)
	w.CheckSat(p.ULt(x, p.BV(8, 10)))
	if err := w.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (set-logic ALL)
	// (declare-fun x () (_ BitVec 8))
	// (define-fun _t5 () Bool (bvult x #x0a))
	// (check-sat-assuming (_t5))
}
