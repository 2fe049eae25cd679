package ir

import "slices"

// IsTerminator reports whether the opcode always ends its block. Unsupported
// does so only where it stands for a terminator.
func (in *Instr) IsTerminator() bool {
	switch in.Op {
	case Br, CondBr, Switch, IndirectBr, Ret, Unreachable:
		return true
	}
	return false
}

// buildCFG fills in successors, predecessors, loops and scopes of a function.
func buildCFG(f *Func) {
	for _, b := range f.Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		for _, s := range b.Instrs[len(b.Instrs)-1].Succs {
			if !contains(b.Succs, s) {
				b.Succs = append(b.Succs, s)
			}
		}
	}
	for _, b := range f.Blocks {
		for _, s := range b.Succs {
			f.Blocks[s].Preds = append(f.Blocks[s].Preds, b.Index)
		}
	}
	if len(f.Blocks) > 0 {
		findLoops(f)
		findJoins(f)
		findScopes(f)
	}
}

func contains(list []int32, x int32) bool {
	for _, y := range list {
		if x == y {
			return true
		}
	}
	return false
}

// Endless reports whether the function has a block from which no way leads to an end of it: a
// loop that nothing leaves.
func (f *Func) Endless() bool {
	left := make([]bool, len(f.Blocks)) // a way leads to an end
	var todo []int32
	for _, b := range f.Blocks {
		if len(b.Succs) == 0 {
			todo = append(todo, b.Index)
		}
	}
	for len(todo) > 0 {
		b := f.Blocks[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		if !left[b.Index] {
			left[b.Index] = true
			todo = append(todo, b.Preds...)
		}
	}
	return slices.Contains(left, false)
}

// loopFinder is the state of the one-pass identification of loops by Wei,
// Mao, Zou and Chen, "A New Algorithm for Identifying Loops in Decompilation"
// (SAS 2007). It needs no dominators and copes with irreducible graphs: the
// head of a loop with several entries is the one that the depth-first search
// came to first.
type loopFinder struct {
	f       *Func
	visited []bool
	pos     []int32 // position on the current DFS path, 0 when not on it
	head    []int32 // innermost head found so far that is not the block itself
}

// findLoops sets LoopHead, SideEntry, Loop, Outer, Depth and Irreducible.
func findLoops(f *Func) {
	n := len(f.Blocks)
	l := &loopFinder{f: f, visited: make([]bool, n), pos: make([]int32, n), head: make([]int32, n)}
	for i := range l.head {
		l.head[i] = -1
	}
	l.search(0)
	for i, b := range f.Blocks {
		b.Loop, b.Outer, b.Depth = l.head[i], -1, 0
		if b.LoopHead {
			b.Loop = b.Index
		}
		if b.Loop >= 0 {
			b.Outer = l.head[b.Loop]
		}
		for h := b.Loop; h >= 0; h = l.head[h] {
			b.Depth++
		}
	}
}

// search runs the depth-first search from a block with an explicit stack:
// generated functions have very long paths.
func (l *loopFinder) search(root int32) {
	type frame struct {
		block int32
		next  int
	}
	stack := []frame{{block: root}}
	l.visited[root], l.pos[root] = true, 1
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		b := l.f.Blocks[top.block]
		if top.next == len(b.Succs) {
			l.pos[top.block] = 0
			done := top.block
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				l.tag(stack[len(stack)-1].block, l.head[done])
			}
			continue
		}
		s := b.Succs[top.next]
		top.next++
		if l.visited[s] {
			l.revisit(b.Index, s)
			continue
		}
		l.visited[s], l.pos[s] = true, int32(len(stack))+1
		stack = append(stack, frame{block: s})
	}
}

// revisit handles an edge from b to a block s seen before.
func (l *loopFinder) revisit(b, s int32) {
	if l.pos[s] > 0 { // a back edge
		l.f.Blocks[s].LoopHead = true
		l.tag(b, s)
		return
	}
	for h := l.head[s]; h >= 0; h = l.head[h] {
		if l.pos[h] > 0 {
			l.tag(b, h)
			return
		}
		l.f.Irreducible, l.f.Blocks[h].SideEntry = true, true // enters the loop of h not through h
	}
}

// tag weaves head h into the list of heads around b, ordered by position on
// the path.
func (l *loopFinder) tag(b, h int32) {
	if b == h || h < 0 {
		return
	}
	for l.head[b] >= 0 {
		cur := l.head[b]
		if cur == h {
			return
		}
		if l.pos[cur] < l.pos[h] {
			l.head[b] = h
			b, h = h, cur
		} else {
			b = cur
		}
	}
	l.head[b] = h
}
