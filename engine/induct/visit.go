package induct

import "github.com/assay-dev/assay/engine/term"

// visit calls f for each part of a term, the term itself included, that was not
// seen before.
func visit(p *term.Pool, t term.T, seen map[term.T]bool, f func(term.T)) {
	stack := []term.T{t}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		f(t)
		for i := range p.NumArgs(t) {
			stack = append(stack, p.Arg(t, i))
		}
	}
}
