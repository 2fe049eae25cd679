package term

import (
	"fmt"
	"testing"
)

// substituted is the definition of substitution: the image of a term is that of
// a pair, or the term rebuilt over the images of its arguments.
func substituted(p *Pool, t T, m map[T]T) T {
	if r, ok := m[t]; ok {
		return r
	}
	n := p.nodes[t]
	if opTable[n.op()].args == 0 {
		return t
	}
	var args [3]T
	same := true
	for i := range opTable[n.op()].args {
		args[i] = substituted(p, n.arg(i), m)
		same = same && args[i] == n.arg(i)
	}
	if same {
		return t
	}
	return p.apply(n.op(), n.index(), n.width(), int(n.b), args[0], args[1], args[2])
}

// substitution is a random set of pairs and the terms to apply it to.
type substitution struct {
	*builder
	terms []T // all but arrays
	bases []T // arrays
}

// newSubstitution builds terms of w bits over vars variables, arrays and a
// table.
func newSubstitution(t *testing.T, seed uint64, w, vars int) *substitution {
	s := &substitution{builder: newBuilder(t, seed, w)}
	for i := range vars {
		s.keepVar(w, fmt.Sprint("v", i))
	}
	for range 120 {
		s.step()
	}
	p := s.p
	for sum, i := s.stock[w][0].t, 1; i < len(s.stock[w]); i++ { // ever more variables, beyond maxSupport
		sum = p.Mul(sum, p.Add(s.stock[w][i].t, p.BV(w, 1)))
		s.terms = append(s.terms, sum)
	}
	s.bases = []T{p.ArrayVar(w, w, "a"), p.ArrayVar(w, w, "b"), p.Table(w, w, []uint64{3, 1, 2}), p.ConstArray(w, s.pick(w).t)}
	for range 30 {
		a := s.bases[s.r.IntN(len(s.bases))]
		s.bases = append(s.bases, p.Store(a, s.pick(w).t, s.pick(w).t))
		s.terms = append(s.terms, p.Select(a, s.pick(w).t), p.Eq(a, s.bases[s.r.IntN(4)]))
	}
	for _, w := range []int{0, 1, s.w / 2, s.w} { // a fixed order: the seed decides
		for _, it := range s.stock[w] {
			s.terms = append(s.terms, it.t)
		}
	}
	return s
}

// pairs picks keys of all kinds, most of them variables, and values.
func (s *substitution) pairs(n int) []pair {
	var out []pair
	for len(out) < n {
		key := s.terms[s.r.IntN(len(s.terms))]
		if s.r.IntN(3) > 0 {
			vars := s.p.Vars(key)
			if len(vars) == 0 {
				continue
			}
			key = vars[s.r.IntN(len(vars))]
		} else if s.r.IntN(10) == 0 {
			key = s.bases[s.r.IntN(len(s.bases))]
		}
		value := key
		switch w := s.p.Width(key); {
		case s.p.IsArray(key):
			value = s.bases[s.r.IntN(len(s.bases))]
		case s.r.IntN(3) == 0:
			value = s.constant(w)
		case len(s.stock[w]) > 0:
			value = s.pick(w).t
		}
		out = append(out, pair{key, value})
	}
	return out
}

func (s *substitution) constant(w int) T {
	if w == 0 {
		return s.p.Bool(s.r.IntN(2) == 0)
	}
	return s.p.BVBig(w, randomValue(s.r, w))
}

// TestSubstituter compares one substituter over many substitutions, and
// Substitute, with the definition.
func TestSubstituter(t *testing.T) {
	for _, c := range []struct{ w, vars int }{{4, 0}, {8, 3}, {16, 40}, {64, 40}} {
		for seed := range uint64(8) {
			s := newSubstitution(t, seed, c.w, c.vars)
			sub := NewSubstituter(s.p)
			for range 60 {
				sub.Reset()
				m := map[T]T{}
				for _, q := range s.pairs(s.r.IntN(4)) {
					m[q.key] = q.value
					sub.Replace(q.key, q.value)
				}
				for range 10 {
					u := s.terms[s.r.IntN(len(s.terms))]
					want := substituted(s.p, u, m)
					if got := sub.Apply(u); got != want {
						t.Fatalf("width %d, seed %d: %s with %v becomes %s, want %s",
							c.w, seed, s.p.dump(u), s.dumpPairs(m), s.p.dump(got), s.p.dump(want))
					}
					if got := s.p.Substitute(u, m); got != want {
						t.Fatalf("width %d, seed %d: Substitute of %s with %v gives %s, want %s",
							c.w, seed, s.p.dump(u), s.dumpPairs(m), s.p.dump(got), s.p.dump(want))
					}
				}
			}
		}
	}
}

func (s *substitution) dumpPairs(m map[T]T) []string {
	var out []string
	for k, v := range m {
		out = append(out, s.p.dump(k)+" → "+s.p.dump(v))
	}
	return out
}

// TestSubstituterValues checks the meaning: a term with variables replaced has
// the value of the term under the model that gives the variables the values of
// what replaces them.
func TestSubstituterValues(t *testing.T) {
	for seed := range uint64(10) {
		s := newSubstitution(t, seed, 8, 20)
		sub := NewSubstituter(s.p)
		for range 40 {
			sub.Reset()
			m := map[T]T{}
			for _, q := range s.pairs(4) {
				if s.p.Op(q.key) == OpVar {
					m[q.key] = q.value
					sub.Replace(q.key, q.value)
				}
			}
			u := s.terms[s.r.IntN(len(s.terms))]
			image := sub.Apply(u)
			for _, e := range s.evs {
				before := e.m.Clone()
				for k, v := range m {
					before.SetBig(k, e.Big(v))
				}
				if got, want := e.Big(image), NewEvaluator(s.p, before).Big(u); got.Cmp(want) != 0 {
					t.Fatalf("seed %d: %s with %v becomes %s: %v, want %v", seed, s.p.dump(u), s.dumpPairs(m), s.p.dump(image), got, want)
				}
			}
		}
	}
}

// TestSubstituterPairs checks what happens to pairs: all at once, the last of
// two, one added late, and none left after Reset.
func TestSubstituterPairs(t *testing.T) {
	p := NewPool()
	x, y, z := p.Var(8, "x"), p.Var(8, "y"), p.Var(8, "z")
	f := p.Mul(p.Add(x, y), x)
	s := NewSubstituter(p)
	s.Replace(x, y)
	s.Replace(y, x)
	if got := s.Apply(f); got != p.Mul(p.Add(y, x), y) {
		t.Errorf("exchanged: %s", p.String(got))
	}
	s.Replace(x, z)
	if got := s.Apply(f); got != p.Mul(p.Add(z, x), z) {
		t.Errorf("x replaced anew: %s", p.String(got))
	}
	s.Replace(p.Add(x, y), z)
	if got := s.Apply(f); got != p.Mul(z, z) {
		t.Errorf("a sum replaced, its parts not seen: %s", p.String(got))
	}
	s.Reset()
	if s.Apply(f) != f {
		t.Error("a pair survives Reset")
	}
	s.Replace(p.BV(8, 7), y)
	if got := s.Apply(p.Mul(x, p.BV(8, 7))); got != p.Mul(x, y) {
		t.Errorf("a constant replaced: %s", p.String(got))
	}
}

// TestMemoWrapsAround checks that values of an epoch long ago do not come back
// with its number.
func TestMemoWrapsAround(t *testing.T) {
	m := newMemo[uint64]()
	m.put(1000, 7)
	m.epoch = ^uint32(0)
	m.put(1, 8)
	m.reset()
	for _, k := range []T{1, 1000, 5000} {
		if m.has(k) {
			t.Errorf("%d has a value after the epochs wrapped around", k)
		}
	}
}
