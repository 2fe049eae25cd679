package eca

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// small are configurations that are quick to visit.
func small() []Config {
	var out []Config
	for _, k := range Kinds {
		for seed := range uint64(3) {
			out = append(out, Config{Kind: k, Rules: 20, Labels: 20, Bound: 6, Seed: seed + 1})
		}
	}
	return out
}

func generate(t *testing.T, c Config) *Program {
	t.Helper()
	p, err := Generate(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestGenerateIsDeterministic(t *testing.T) {
	texts := map[string]bool{}
	for _, c := range small() {
		first := generate(t, c).C()
		if again := generate(t, c).C(); again != first {
			t.Errorf("%s is not the same twice", c.Name())
		}
		if texts[first] {
			t.Errorf("%s is like another one", c.Name())
		}
		texts[first] = true
	}
}

func TestGenerateRefuses(t *testing.T) {
	for _, c := range []Config{{Kind: "none", Rules: 1, Labels: 1, Bound: 1}, {Kind: Plain, Rules: 0, Labels: 1, Bound: 1}} {
		if _, err := Generate(c); err == nil {
			t.Errorf("a program %+v was made", c)
		}
	}
}

// TestTruth compares the search with single runs: those that it names reach
// their labels, and random ones reach no label that it excludes, nor one sooner.
func TestTruth(t *testing.T) {
	reachable, unreachable, hits := 0, 0, 0
	for _, c := range small() {
		p := generate(t, c)
		truth, err := p.Truth()
		if err != nil {
			t.Fatal(err)
		}
		for l, in := range truth.Inputs {
			if truth.Depth[l] == 0 {
				unreachable++
				continue
			}
			reachable++
			if got := p.Run(in); got != l || len(in) != truth.Depth[l]*len(p.ranges) {
				t.Errorf("%s: the run %v for label %d, step %d, reaches %d", c.Name(), in, l, truth.Depth[l], got)
			}
		}
		r := rand.New(rand.NewPCG(1, 1))
		for range 20000 {
			in := p.random(r)
			l := p.Run(in)
			if l < 0 {
				continue
			}
			hits++
			if d := truth.Depth[l]; d == 0 || p.Run(in[:(d-1)*len(p.ranges)]) != -1 {
				t.Errorf("%s: %v reaches label %d, said to need %d steps", c.Name(), in, l, d)
			}
		}
	}
	if reachable < 60 || unreachable < 60 || hits < 1000 {
		t.Errorf("%d reachable labels, %d unreachable, %d random hits: too few to show anything", reachable, unreachable, hits)
	}
}

// random are inputs of a run.
func (p *Program) random(r *rand.Rand) []int32 {
	var in []int32
	for range p.Bound {
		for _, x := range p.ranges {
			in = append(in, x[0]+r.Int32N(x[1]-x[0]+1))
		}
	}
	return in
}

// TestRunEnds: a run ends where its inputs do, and at one outside its range.
func TestRunEnds(t *testing.T) {
	p := generate(t, small()[0])
	truth, err := p.Truth()
	if err != nil {
		t.Fatal(err)
	}
	l := slices.IndexFunc(truth.Depth, func(d int) bool { return d > 1 })
	in := truth.Inputs[l]
	if got := p.Run(in[:len(in)-1]); got != -1 {
		t.Errorf("without its last input the run reaches %d", got)
	}
	bad := slices.Clone(in)
	bad[0] = p.ranges[0][1] + 1
	if got := p.Run(bad); got != -1 {
		t.Errorf("with an input outside its range the run reaches %d", got)
	}
}

// TestContradictory: conditions that exclude each other on their face are known.
func TestContradictory(t *testing.T) {
	a, b := scalar{0, "a"}, scalar{1, "b"}
	for _, c := range []struct {
		conds []within
		want  bool
	}{
		{[]within{{e: a, lo: 1, hi: 2}, {e: a, lo: 3, hi: 4}}, true},
		{[]within{{e: a, lo: 1, hi: 3}, {e: a, lo: 3, hi: 4}}, false},
		{[]within{{e: a, lo: 1, hi: 2}, {e: b, lo: 3, hi: 4}}, false},
	} {
		if got := contradictory(c.conds); got != c.want {
			t.Errorf("contradictory(%v) = %v", c.conds, got)
		}
	}
}
