package certify

import (
	"iter"

	"github.com/bits-and-blooms/bitset"

	"github.com/assay-dev/assay/engine/prover/system"
)

// support is what proofs rest on: a set of claims, with all that these rest on.
type support struct {
	c  *certifier
	in *bitset.BitSet // by the claim's number
}

func (c *certifier) newBasis() *support { return &support{c, &bitset.BitSet{}} }

func (s *support) add(t *support) { s.in.InPlaceUnion(t.in) }

// rest adds a claim that was made and all it rests on.
func (s *support) rest(root any) {
	todo := []any{root}
	for len(todo) > 0 {
		cl := s.c.claims[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		if cl == nil || s.in.Test(cl.n) {
			continue
		}
		s.in.Set(cl.n)
		todo = append(todo, cl.rests...)
	}
}

// claims are its claims, in the order in which they were made.
func (s *support) claims() iter.Seq[*claim] {
	return func(yield func(*claim) bool) {
		for n := range s.in.EachSet() {
			if !yield(s.c.byNumber[n]) {
				return
			}
		}
	}
}

// facts are those that it claims, and what it claims of cutpoints besides.
func (s *support) facts() (ks []factKey) {
	for cl := range s.claims() {
		if k, ok := cl.name.(factKey); ok {
			ks = append(ks, k)
		}
	}
	return ks
}

// has tells that it claims a fact.
func (s *support) has(k factKey) bool {
	cl := s.c.claims[k]
	return cl != nil && s.in.Test(cl.n)
}

// given are the checks that are taken to be passed and are not proved.
func (s *support) given() (ks []*system.Check) {
	for cl := range s.claims() {
		ks = append(ks, cl.given...)
	}
	return ks
}

// alone: some claim was not confirmed by the second solver.
func (s *support) alone() bool {
	for cl := range s.claims() {
		if cl.alone {
			return true
		}
	}
	return false
}
