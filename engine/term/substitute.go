package term

import "fmt"

// Substituter replaces terms by others, the same ones in formula after formula.
// It is made once and used for many substitutions: between Reset and Reset it
// remembers the image of every term it met, it looks at a term only if something
// below it can change, and in the long run it allocates nothing but the new
// terms.
type Substituter struct {
	p      *Pool
	pairs  []pair
	image  memo[T]
	least  T    // the smallest key: smaller terms have none below them
	closed bool // a key has no variables, so variables tell nothing

	// Every term with a key below it has the key's mark, one of the key's
	// variables, below it too.
	marks memo[struct{}]
	meets memo[bool] // per set of variables (support.sets): it holds a mark

	applied bool // image holds more than the pairs
	stack   []T
}

// pair says what a term is replaced by.
type pair struct{ key, value T }

// NewSubstituter returns a substituter for terms of p that replaces nothing yet.
func NewSubstituter(p *Pool) *Substituter {
	return &Substituter{
		p:     p,
		image: newMemo[T](),
		marks: newMemo[struct{}](),
		meets: newMemo[bool](),
		least: ^None,
	}
}

// Reset makes s replace nothing, in constant time. It keeps the memory of s.
func (s *Substituter) Reset() {
	s.pairs = s.pairs[:0]
	s.image.reset()
	s.marks.reset()
	s.meets.reset()
	s.least, s.closed, s.applied = ^None, false, false
}

// Replace makes s replace key, any term, by value, a term of the same sort; a
// second value for a key takes the place of the first. It costs least before the
// first Apply after a Reset: later it makes s forget what Apply computed.
func (s *Substituter) Replace(key, value T) {
	if k, v := s.p.nodes[key].hdr>>opBits, s.p.nodes[value].hdr>>opBits; k != v {
		panic(fmt.Sprintf("term: Substituter.Replace of %s by %s", s.p.sortString(key), s.p.sortString(value)))
	}
	if s.applied {
		s.image.reset()
		s.meets.reset()
		for _, q := range s.pairs {
			s.image.put(q.key, q.value)
		}
		s.applied = false
	}
	s.pairs = append(s.pairs, pair{key, value})
	s.image.put(key, value)
	s.least = min(s.least, key)
	if vars := s.p.Vars(key); len(vars) > 0 {
		s.marks.put(vars[len(vars)-1], struct{}{})
	} else {
		s.closed = true
	}
}

// Apply returns t with every occurrence of a key replaced by its value, all at
// once: values are not searched for keys. A key below another key's occurrence
// is not seen.
func (s *Substituter) Apply(t T) T {
	if r, ok := s.known(t); ok {
		return r
	}
	if !s.closed {
		s.p.computeSupport(t, nil)
	}
	s.applied = true
	s.stack = append(s.stack[:0], t)
	for len(s.stack) > 0 {
		top := len(s.stack) - 1
		if u := s.stack[top]; s.settle(u) {
			s.stack = s.stack[:top]
		}
	}
	r, _ := s.known(t)
	return r
}

// known returns the image of u if it needs no work.
func (s *Substituter) known(u T) (T, bool) {
	if u < s.least { // the parts of a term are older than the term
		return u, true
	}
	return s.image.get(u)
}

// settle finds the image of u and returns true, or pushes what is needed first.
func (s *Substituter) settle(u T) bool {
	if _, ok := s.known(u); ok {
		return true
	}
	if !s.touched(u) {
		s.image.put(u, u)
		return true
	}
	n := s.p.nodes[u]
	var args [3]T
	same := true
	for i := range opTable[n.op()].args {
		a := n.arg(i)
		r, ok := s.known(a)
		if !ok {
			s.stack = append(s.stack, a)
			return false
		}
		if i == 0 {
			if b, ok := decidedBy(n, r); ok {
				return s.follow(u, b)
			}
		}
		args[i] = r
		same = same && r == a
	}
	r := u
	if !same {
		r = s.p.apply(n.op(), n.index(), n.width(), int(n.b), args[0], args[1], args[2])
	}
	s.image.put(u, r)
	return true
}

// decidedBy returns the term whose image is that of n if the image first of n's
// first argument alone says so.
func decidedBy(n node, first T) (T, bool) {
	switch {
	case n.op() == OpAnd && first == False:
		return n.a, true
	case n.op() == OpIte && first == True:
		return n.b, true
	case n.op() == OpIte && first == False:
		return n.c, true
	}
	return None, false
}

// follow gives u the image of b, once that is known.
func (s *Substituter) follow(u, b T) bool {
	r, ok := s.known(b)
	if !ok {
		s.stack = append(s.stack, b)
		return false
	}
	s.image.put(u, r)
	return true
}

// touched reports whether a key may occur below u.
func (s *Substituter) touched(u T) bool {
	if s.closed {
		return true
	}
	id := s.p.support.of[u]
	if id == supportBig {
		return true
	}
	met, ok := s.meets.get(T(id))
	if !ok {
		for _, v := range s.p.support.sets[id] {
			if s.marks.has(v) {
				met = true
				break
			}
		}
		s.meets.put(T(id), met)
	}
	return met
}

// Substitute returns t with every occurrence of a key of m replaced by its
// value, all at once: values are not searched for keys. Keys may be any terms;
// a key below another key's occurrence is not seen. A Substituter does the same
// for many terms without a map.
func (p *Pool) Substitute(t T, m map[T]T) T {
	if p.substituter == nil {
		p.substituter = NewSubstituter(p)
	}
	s := p.substituter
	s.Reset()
	for k, v := range m {
		s.Replace(k, v)
	}
	return s.Apply(t)
}
