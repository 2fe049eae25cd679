package term_test

import (
	"fmt"

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
