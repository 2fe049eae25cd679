package ir

// graph is a directed graph over 0..n-1 with a root. Preds list the edges the
// other way around.
type graph struct {
	root         int32
	succs, preds [][]int32
}

// Dominators returns the immediate dominator of each block of the function
// (indices in Func.Blocks): -1 for the entry and for blocks that no path from
// the entry reaches.
func (f *Func) Dominators() []int32 {
	if len(f.Blocks) == 0 {
		return nil
	}
	return f.graph().dominators()
}

// graph is the control flow graph.
func (f *Func) graph() *graph {
	g := &graph{succs: make([][]int32, len(f.Blocks)), preds: make([][]int32, len(f.Blocks))}
	for i, b := range f.Blocks {
		g.succs[i], g.preds[i] = b.Succs, b.Preds
	}
	return g
}

// findJoins sets Join, the immediate post-dominator, of every block. Ends of
// paths that never return are left out, so that `if (bad) exit(1);` ends no
// join; a loop that is never left counts as returning from its head.
func findJoins(f *Func) {
	n := int32(len(f.Blocks))
	g := &graph{root: n, succs: make([][]int32, n+1), preds: make([][]int32, n+1)}
	returns := make([]bool, n)
	exit := func(b int32) {
		g.succs[n] = append(g.succs[n], b)
		g.extend(b, f, returns)
	}
	for _, b := range f.Blocks {
		if len(b.Instrs) > 0 && b.Instrs[len(b.Instrs)-1].Op == Ret {
			exit(b.Index)
		}
	}
	for _, b := range f.Blocks {
		if b.LoopHead && !returns[b.Index] {
			exit(b.Index)
		}
	}
	for _, b := range f.Blocks {
		for _, s := range b.Succs {
			if returns[s] { // against the direction of control
				g.succs[s], g.preds[b.Index] = append(g.succs[s], b.Index), append(g.preds[b.Index], s)
			}
		}
	}
	for _, b := range g.succs[n] {
		g.preds[b] = append(g.preds[b], n)
	}
	ipdom := g.dominators()
	for i, b := range f.Blocks {
		if b.Join = ipdom[i]; b.Join == n {
			b.Join = -1
		}
	}
}

// extend marks the blocks from which control can come to b.
func (g *graph) extend(b int32, f *Func, seen []bool) {
	todo := []int32{b}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		todo = append(todo, f.Blocks[b].Preds...)
	}
}

// dominators returns the immediate dominators, -1 for the root and for what it
// does not reach. The algorithm is that of Cooper, Harvey and Kennedy, "A
// Simple, Fast Dominance Algorithm" (2001).
func (g *graph) dominators() []int32 {
	idom := make([]int32, len(g.succs))
	for i := range idom {
		idom[i] = -1
	}
	order, rank := g.postorder()
	idom[g.root] = g.root
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			b := order[i]
			if b == g.root {
				continue
			}
			best := int32(-1)
			for _, q := range g.preds[b] {
				switch {
				case rank[q] < 0 || idom[q] < 0:
				case best < 0:
					best = q
				default:
					best = intersect(idom, rank, best, q)
				}
			}
			if best != idom[b] {
				idom[b], changed = best, true
			}
		}
	}
	idom[g.root] = -1
	return idom
}

// intersect is the nearest common dominator.
func intersect(idom, rank []int32, a, b int32) int32 {
	for a != b {
		for rank[a] < rank[b] {
			a = idom[a]
		}
		for rank[b] < rank[a] {
			b = idom[b]
		}
	}
	return a
}

// postorder lists what is reachable from the root in postorder of a depth-first
// search, and gives each its rank in it (-1: not reachable).
func (g *graph) postorder() (order, rank []int32) {
	rank = make([]int32, len(g.succs))
	for i := range rank {
		rank[i] = -1
	}
	type frame struct {
		block int32
		next  int
	}
	seen := make([]bool, len(g.succs))
	seen[g.root] = true
	stack := []frame{{block: g.root}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if succs := g.succs[top.block]; top.next < len(succs) {
			s := succs[top.next]
			top.next++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{block: s})
			}
			continue
		}
		rank[top.block] = int32(len(order))
		order = append(order, top.block)
		stack = stack[:len(stack)-1]
	}
	return order, rank
}

// Dominates reports whether every path from the entry to block b passes block
// a, given the result of Dominators. A block dominates itself.
func Dominates(idom []int32, a, b int32) bool {
	for b != a && b > 0 {
		b = idom[b]
	}
	return a == b
}
