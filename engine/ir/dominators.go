package ir

// Dominators returns the immediate dominator of each block of the function
// (indices in Func.Blocks): -1 for the entry and for blocks that no path from
// the entry reaches. The algorithm is that of Cooper, Harvey and Kennedy, "A
// Simple, Fast Dominance Algorithm" (2001).
func (f *Func) Dominators() []int32 {
	idom := make([]int32, len(f.Blocks))
	for i := range idom {
		idom[i] = -1
	}
	if len(f.Blocks) == 0 {
		return idom
	}
	order, rank := f.postorder()
	idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := len(order) - 1; i >= 0; i-- {
			b := order[i]
			if b == 0 {
				continue
			}
			best := int32(-1)
			for _, q := range f.Blocks[b].Preds {
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
	idom[0] = -1
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

// postorder lists the blocks reachable from the entry in postorder of a
// depth-first search, and gives each its rank in it (-1: not reachable).
func (f *Func) postorder() (order, rank []int32) {
	rank = make([]int32, len(f.Blocks))
	for i := range rank {
		rank[i] = -1
	}
	type frame struct {
		block int32
		next  int
	}
	seen := make([]bool, len(f.Blocks))
	seen[0] = true
	stack := []frame{{}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if b := f.Blocks[top.block]; top.next < len(b.Succs) {
			s := b.Succs[top.next]
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
