package ir

import (
	"maps"
	"slices"
	"testing"
)

// reachableWithout lists the blocks reachable from the entry without passing
// a block (-1: any path).
func reachableWithout(f *Func, without int32) []bool {
	seen := make([]bool, len(f.Blocks))
	if without == 0 {
		return seen
	}
	seen[0] = true
	for work := []int32{0}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range f.Blocks[b].Succs {
			if !seen[s] && s != without {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return seen
}

// eachFunc calls fn for each function of the samples with a body.
func eachFunc(t *testing.T, fn func(name string, p *Program, f *Func)) {
	all := samples(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, f := range all[name].Funcs {
			if len(f.Blocks) > 0 {
				fn(name+"."+f.Name, all[name], f)
			}
		}
	}
}

// TestDominators compares with the definition: a dominates b if b cannot be
// reached once a is taken out.
func TestDominators(t *testing.T) {
	eachFunc(t, func(name string, _ *Program, f *Func) {
		idom := f.Dominators()
		reached := reachableWithout(f, -1)
		for a := range f.Blocks {
			without := reachableWithout(f, int32(a))
			for b := range f.Blocks {
				if !reached[b] {
					continue
				}
				want := !without[b]
				if got := Dominates(idom, int32(a), int32(b)); got != want {
					t.Errorf("%s: %d dominates %d: %t, want %t", name, a, b, got, want)
				}
			}
		}
	})
}

// naturalLoops computes, by the textbook definition, the body of each loop of
// a reducible function: head → blocks that reach a back edge to it without
// passing it.
func naturalLoops(f *Func) map[int32]map[int32]bool {
	idom := f.Dominators()
	reached := reachableWithout(f, -1)
	loops := map[int32]map[int32]bool{}
	for _, b := range f.Blocks {
		for _, h := range b.Succs {
			if !reached[b.Index] || !Dominates(idom, h, b.Index) {
				continue
			}
			body := loops[h]
			if body == nil {
				body = map[int32]bool{h: true}
				loops[h] = body
			}
			for work := []int32{b.Index}; len(work) > 0; {
				x := work[len(work)-1]
				work = work[:len(work)-1]
				if body[x] {
					continue
				}
				body[x] = true
				for _, q := range f.Blocks[x].Preds {
					if reached[q] {
						work = append(work, q)
					}
				}
			}
		}
	}
	return loops
}

func TestNaturalLoops(t *testing.T) {
	deepest := int32(0)
	eachFunc(t, func(name string, _ *Program, f *Func) {
		if f.Irreducible {
			return
		}
		loops := naturalLoops(f)
		for _, b := range f.Blocks {
			inner, depth := int32(-1), int32(0)
			for h, body := range loops {
				if !body[b.Index] {
					continue
				}
				depth++
				if inner < 0 || len(body) < len(loops[inner]) {
					inner = h
				}
			}
			if b.Loop != inner || b.Depth != depth || b.LoopHead != (loops[b.Index] != nil) {
				t.Errorf("%s %s: loop %d depth %d head %t; want loop %d depth %d", name, blockName(b), b.Loop, b.Depth, b.LoopHead, inner, depth)
			}
			deepest = max(deepest, depth)
		}
	})
	if deepest < 3 {
		t.Errorf("the samples nest %d loops only", deepest)
	}
}

// TestLoopsCutEveryCycle: whatever the graph, taking the loop heads out
// leaves no cycle; and the irreducible functions are known.
func TestLoopsCutEveryCycle(t *testing.T) {
	irreducible := map[string]bool{}
	eachFunc(t, func(name string, _ *Program, f *Func) {
		if f.Irreducible {
			irreducible[name] = true
		}
		state := make([]int, len(f.Blocks)) // 1 on the path, 2 done
		var visit func(b int32)
		visit = func(b int32) {
			state[b] = 1
			for _, s := range f.Blocks[b].Succs {
				if f.Blocks[s].LoopHead {
					continue
				}
				if state[s] == 1 {
					t.Errorf("%s: a cycle through %s has no head", name, blockName(f.Blocks[s]))
				} else if state[s] == 0 {
					visit(s)
				}
			}
			state[b] = 2
		}
		reached := reachableWithout(f, -1)
		for b := range f.Blocks {
			if state[b] == 0 && reached[b] {
				visit(int32(b))
			}
		}
	})
	want := map[string]bool{"ops.entangled": true, "ops32.entangled": true, "graphs.tangled": true}
	if !maps.Equal(irreducible, want) {
		t.Errorf("irreducible: %v, want %v", irreducible, want)
	}
}

// TestLiveness compares with a search per register: it is live at a block if
// some path from there reads it before setting it.
func TestLiveness(t *testing.T) {
	crossing := 0
	eachFunc(t, func(name string, p *Program, f *Func) {
		for _, b := range f.Blocks {
			got := p.LiveIn(b.ID)
			var want []Reg
			for r := Reg(0); r < f.NumRegs; r++ {
				if readBeforeSet(f, b.Index, r) {
					want = append(want, r)
				}
			}
			crossing += len(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s %s: live %v, want %v", name, blockName(b), got, want)
			}
			if at := p.LiveAt(Point{b.ID, 0}); !slices.Equal(at, want) {
				t.Errorf("%s %s: live at its start %v, want %v", name, blockName(b), at, want)
			}
		}
	})
	if crossing < 50 {
		t.Errorf("only %d registers are live across blocks: the test sees nothing", crossing)
	}
}

// readBeforeSet searches forwards from the first instruction of a block.
func readBeforeSet(f *Func, start int32, r Reg) bool {
	seen := make([]bool, len(f.Blocks))
	for work := []int32{start}; len(work) > 0; {
		b := f.Blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		set := false
		for i := range b.Instrs {
			read := false
			b.Instrs[i].EachOperand(func(op Operand) { read = read || op == Operand(r) })
			if read {
				return true
			}
			if b.Instrs[i].Dst == r {
				set = true
				break
			}
		}
		if set {
			continue
		}
		for _, s := range b.Succs {
			read := false
			eachPhiUse(f.Blocks[s], b.Index, func(x Reg) { read = read || x == r })
			if read {
				return true
			}
			if !seen[s] && !definedByPhi(f.Blocks[s], r) {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// TestPointKey: keys are distinct inside a program, and do not depend on
// other functions.
func TestPointKey(t *testing.T) {
	const f = "int f(int x) { while (x > 3) x -= 2; return x; }"
	p := loadText(t, f+" int main(void) { return f(9); }")
	q := loadText(t, "int h(int x) { return x * 2; } "+f+" int main(void) { return f(9) + h(1); }")
	keys := map[uint64]bool{}
	count := 0
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			keys[p.PointKey(Point{b.ID, int32(i)})] = true
			count++
		}
	}
	if len(keys) != count {
		t.Errorf("%d keys for %d points", len(keys), count)
	}
	pf, qf := funcNamed(t, p, "f"), funcNamed(t, q, "f")
	for i, b := range pf.Blocks {
		for k := range b.Instrs {
			if p.PointKey(Point{b.ID, int32(k)}) != q.PointKey(Point{qf.Blocks[i].ID, int32(k)}) {
				t.Errorf("the key of %s:%d changed with another function", blockName(b), k)
			}
		}
	}
}

// TestJoins compares with the definition: the join of a block lies on every way
// from it out of the function, and so does nothing before the join.
func TestJoins(t *testing.T) {
	eachFunc(t, func(name string, _ *Program, f *Func) {
		leaves := exits(f)
		for _, b := range f.Blocks {
			if !leavesWithout(f, leaves, b.Index, -1) {
				if b.Join != -1 {
					t.Errorf("%s: no path from %d returns, and it joins at %d", name, b.Index, b.Join)
				}
				continue
			}
			nearest := int32(-1)
			for _, j := range f.Blocks {
				if j != b && !leavesWithout(f, leaves, b.Index, j.Index) && (nearest < 0 || leavesWithout(f, leaves, b.Index, -1) && !leavesWithout(f, leaves, j.Index, nearest)) {
					nearest = j.Index
				}
			}
			if b.Join != nearest {
				t.Errorf("%s: the paths from %d join at %d, want %d", name, b.Index, b.Join, nearest)
			}
		}
	})
}

// exits are the blocks that return, and the heads of loops that are never left.
func exits(f *Func) map[int32]bool {
	out := map[int32]bool{}
	for _, b := range f.Blocks {
		if b.Instrs[len(b.Instrs)-1].Op == Ret {
			out[b.Index] = true
		}
	}
	for _, b := range f.Blocks {
		if b.LoopHead && !leavesWithout(f, out, b.Index, -1) {
			out[b.Index] = true
		}
	}
	return out
}

// leavesWithout tells whether a path from a block comes to an exit without
// passing block w.
func leavesWithout(f *Func, exits map[int32]bool, from, w int32) bool {
	seen := map[int32]bool{}
	todo := []int32{from}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b] || b == w {
			continue
		}
		seen[b] = true
		if exits[b] {
			return true
		}
		todo = append(todo, f.Blocks[b].Succs...)
	}
	return false
}
