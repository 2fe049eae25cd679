package term

import (
	"encoding/binary"
	"slices"
)

// maxSupport is the greatest number of variables a memoised set holds; larger
// ones are computed on request, so that memory stays linear in the pool.
const maxSupport = 32

// support memoises the variables of terms as interned sets.
type support struct {
	of    []uint32 // per term: 0 = not computed, 1 = more than maxSupport, else index into sets
	sets  [][]T    // ascending
	index map[string]uint32
	union map[[2]uint32]uint32
	roots map[T][]T // terms with more than maxSupport variables that were asked for
	elems int       // summed length of sets and roots
}

const supportBig = 1

func (s *support) bytes() int { return 4*cap(s.of) + 12*s.elems + 72*len(s.sets) + 16*len(s.union) }

// Vars returns the variables and array variables in t, ascending. The result is
// memoised and shared: the caller must not change it.
func (p *Pool) Vars(t T) []T {
	vars, _ := p.VarsUntil(t, nil)
	return vars
}

// VarsUntil is Vars for terms that may be large: it gives up, with ok false,
// soon after stop, which may be nil, returns true. A later call goes on where it
// was.
func (p *Pool) VarsUntil(t T, stop func() bool) (vars []T, ok bool) {
	s := &p.support
	if !p.computeSupport(t, stop) {
		return nil, false
	}
	if i := s.of[t]; i != supportBig {
		return s.sets[i], true
	}
	if r, ok := s.roots[t]; ok {
		return r, true
	}
	r, ok := p.collectVars(t, stop)
	if ok {
		s.roots[t] = r
		s.elems += len(r)
	}
	return r, ok
}

// Visit calls f for each part of t, t itself included, that is not in seen, and adds
// it there.
func (p *Pool) Visit(t T, seen map[T]bool, f func(T)) {
	for stack := []T{t}; len(stack) > 0; {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[u] {
			continue
		}
		seen[u] = true
		f(u)
		for i := range p.NumArgs(u) {
			stack = append(stack, p.Arg(u, i))
		}
	}
}

// AnyVar reports whether f holds of some variable in t. It looks no further than
// the first: that is quick for terms of any size where most variables are.
func (p *Pool) AnyVar(t T, f func(T) bool) bool {
	s := &p.support
	p.computeSupport(t, nil)
	seen := map[T]bool{}
	for stack := []T{t}; len(stack) > 0; {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if i := s.of[u]; i != supportBig {
			if slices.ContainsFunc(s.sets[i], f) {
				return true
			}
			continue
		}
		n := p.nodes[u]
		for i := 0; i < opTable[n.op()].args; i++ {
			if a := n.arg(i); !seen[a] {
				seen[a] = true
				stack = append(stack, a)
			}
		}
	}
	return false
}

// computeSupport fills support.of for t and everything below it; it returns
// false if it was stopped before.
func (p *Pool) computeSupport(t T, stop func() bool) bool {
	s := &p.support
	if s.index == nil {
		s.sets = make([][]T, 2)
		s.index, s.union, s.roots = map[string]uint32{}, map[[2]uint32]uint32{}, map[T][]T{}
	}
	if n := len(p.nodes); len(s.of) < n {
		s.of = append(s.of, make([]uint32, n-len(s.of))...)
	}
	if s.of[t] != 0 {
		return true
	}
	return p.postorderUntil(t, stop, func(u T) bool { return s.of[u] != 0 }, func(u T) {
		n := p.nodes[u]
		switch n.op() {
		case OpVar, OpArrayVar:
			s.of[u] = s.intern([]T{u})
		default:
			r := s.intern(nil)
			for i := 0; i < opTable[n.op()].args; i++ {
				r = s.merge(r, s.of[n.arg(i)])
			}
			s.of[u] = r
		}
	})
}

// intern returns the index of a sorted set.
func (s *support) intern(set []T) uint32 {
	key := make([]byte, 0, 4*maxSupport)
	for _, v := range set {
		key = binary.LittleEndian.AppendUint32(key, uint32(v))
	}
	i, ok := s.index[string(key)]
	if !ok {
		i = uint32(len(s.sets))
		s.sets = append(s.sets, set)
		s.index[string(key)] = i
		s.elems += len(set)
	}
	return i
}

// merge returns the index of the union of two sets.
func (s *support) merge(a, b uint32) uint32 {
	switch {
	case a == b || len(s.sets[b]) == 0 && b != supportBig:
		return a
	case a == supportBig || b == supportBig:
		return supportBig
	case len(s.sets[a]) == 0:
		return b
	}
	key := [2]uint32{min(a, b), max(a, b)}
	if i, ok := s.union[key]; ok {
		return i
	}
	i := uint32(supportBig)
	if set := mergeSorted(s.sets[a], s.sets[b]); len(set) <= maxSupport {
		i = s.intern(set)
	}
	s.union[key] = i
	return i
}

func mergeSorted(a, b []T) []T {
	set := append(slices.Clone(a), b...)
	slices.Sort(set)
	return slices.Compact(set)
}

// collectVars gathers the variables below t, descending only into terms with
// too many of them for a memoised set. It returns false if it was stopped.
func (p *Pool) collectVars(t T, stop func() bool) ([]T, bool) {
	s := &p.support
	seen := map[T]bool{t: true}
	sets := map[uint32]bool{}
	var vars []T
	steps := 0
	for stack := []T{t}; len(stack) > 0; {
		if steps++; steps%pollSteps == 0 && stop != nil && stop() {
			return nil, false
		}
		n := p.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		for i := 0; i < opTable[n.op()].args; i++ {
			u := n.arg(i)
			if id := s.of[u]; id != supportBig {
				if !sets[id] {
					sets[id] = true
					vars = append(vars, s.sets[id]...)
				}
				continue
			}
			if r, ok := s.roots[u]; ok {
				vars = append(vars, r...)
				continue
			}
			if !seen[u] {
				seen[u] = true
				stack = append(stack, u)
			}
		}
	}
	slices.Sort(vars)
	return slices.Compact(vars), true
}

// postorder calls visit for t and every term below it, arguments first, each
// once; it leaves out terms for which done holds (visit must make it hold).
func (p *Pool) postorder(t T, done func(T) bool, visit func(T)) {
	p.postorderUntil(t, nil, done, visit)
}

// pollSteps is the number of terms that a walk takes in between two polls of
// stop: well under a millisecond of work.
const pollSteps = 1024

// postorderUntil is postorder; it gives up and returns false when stop, which
// may be nil, returns true.
func (p *Pool) postorderUntil(t T, stop func() bool, done func(T) bool, visit func(T)) bool {
	stack := []T{t}
	for steps := 1; len(stack) > 0; steps++ {
		if steps%pollSteps == 0 && stop != nil && stop() {
			return false
		}
		u := stack[len(stack)-1]
		if done(u) {
			stack = stack[:len(stack)-1]
			continue
		}
		n := p.nodes[u]
		ready := true
		for i := opTable[n.op()].args - 1; i >= 0; i-- {
			if a := n.arg(i); !done(a) {
				stack = append(stack, a)
				ready = false
			}
		}
		if ready {
			visit(u)
			stack = stack[:len(stack)-1]
		}
	}
	return true
}

// Conjuncts returns the terms whose conjunction t is, none of them itself a
// conjunction, in order and without duplicates.
func (p *Pool) Conjuncts(t T) []T {
	if t == True {
		return nil
	}
	if p.nodes[t].op() != OpAnd {
		return []T{t}
	}
	var out []T
	seen := map[T]bool{}
	for stack := []T{t}; len(stack) > 0; {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[u] || u == True {
			continue
		}
		seen[u] = true
		if n := p.nodes[u]; n.op() == OpAnd {
			stack = append(stack, n.b, n.a)
			continue
		}
		out = append(out, u)
	}
	return out
}

// Disjuncts returns the terms whose disjunction t is; see Conjuncts.
func (p *Pool) Disjuncts(t T) []T {
	out := p.Conjuncts(p.Not(t))
	for i, u := range out {
		out[i] = p.Not(u)
	}
	return out
}
