package eca

import "slices"

// Truth is what the reachable states of a program show.
type Truth struct {
	// Depth is, by label, the number of the first step in which a run can reach
	// it, from 1; 0: no run does.
	Depth  []int
	Inputs [][]int32 // by label: of a shortest run that reaches it; nil: none does
	States int       // states at the begin of a step that runs can have
}

// maxStates bounds the search for reachable states.
const maxStates = 30_000

// visit is a state at the begin of a step.
type visit struct {
	state  state
	step   int     // from 1
	from   *visit  // nil: the start
	inputs []int32 // that led here from there
}

// path are the inputs of all steps that lead to the state.
func (v *visit) path() []int32 {
	if v.from == nil {
		return nil
	}
	return append(v.from.path(), v.inputs...)
}

// explore visits every state that a run can have at the begin of its steps,
// breadth first, and calls f with each. With labels, a state in which one errs
// has no successor. It returns the number of states, or fails if there are too
// many.
func (p *Program) explore(steps int, labels bool, f func(*visit)) (int, error) {
	seen := map[string]bool{key(p.start): true}
	level := []*visit{{state: p.start, step: 1}}
	for step := 1; step <= steps && len(level) > 0; step++ {
		var next []*visit
		for _, v := range level {
			f(v)
			if labels && p.errs(v.state) >= 0 {
				continue
			}
			p.eachInput(func(in []int32) {
				t := p.step(v.state, in)
				if k := key(t); !seen[k] {
					seen[k] = true
					next = append(next, &visit{t, step + 1, v, slices.Clone(in)})
				}
			})
			if len(seen) > maxStates {
				return 0, errTooMany
			}
		}
		level = next
	}
	return len(seen), nil
}

// Truth visits all states within the program's bound.
func (p *Program) Truth() (*Truth, error) {
	t := &Truth{Depth: make([]int, len(p.labels)), Inputs: make([][]int32, len(p.labels))}
	states, err := p.explore(p.Bound, true, func(v *visit) {
		if l := p.errs(v.state); l >= 0 && t.Depth[l] == 0 {
			t.Depth[l] = v.step
			t.Inputs[l] = v.path()
			for _, r := range p.ranges { // the step in which it errs reads first
				t.Inputs[l] = append(t.Inputs[l], r[0])
			}
		}
	})
	t.States = states
	return t, err
}

// errs is the first label whose condition holds; -1: none.
func (p *Program) errs(s state) int {
	e := &env{slots: s}
	for i, l := range p.labels {
		if all(l.conds, e) {
			return i
		}
	}
	return -1
}

// step is the state after a step without error.
func (p *Program) step(s state, in []int32) state {
	e := &env{slots: slices.Clone(s), inputs: in}
	for _, r := range p.byEvent[in[0]] {
		if all(r.conds, e) {
			for _, a := range r.sets {
				a.do(e)
			}
			break
		}
	}
	return e.slots
}

// eachInput calls f with every combination of inputs. f must not keep it.
func (p *Program) eachInput(f func([]int32)) {
	in := make([]int32, len(p.ranges))
	for i, r := range p.ranges {
		in[i] = r[0]
	}
	for {
		f(in)
		i := 0
		for ; i < len(in); i++ {
			if in[i]++; in[i] <= p.ranges[i][1] {
				break
			}
			in[i] = p.ranges[i][0]
		}
		if i == len(in) {
			return
		}
	}
}

// Run executes the program on inputs and returns the number of the label that
// the run ends in, or -1. It ends early where the inputs do, or where one is
// outside its range.
func (p *Program) Run(inputs []int32) int {
	s := p.start
	for step := 0; step < p.Bound; step++ {
		if len(inputs) < len(p.ranges) {
			return -1
		}
		in := inputs[:len(p.ranges)]
		inputs = inputs[len(p.ranges):]
		for i, r := range p.ranges {
			if in[i] < r[0] || in[i] > r[1] {
				return -1
			}
		}
		if l := p.errs(s); l >= 0 {
			return l
		}
		s = p.step(s, in)
	}
	return -1
}

func key(s state) string {
	b := make([]byte, 0, 4*len(s))
	for _, v := range s {
		b = append(b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return string(b)
}
