package search

import (
	"container/heap"
	"math/rand/v2"
)

// frontier holds the nodes that wait.
type frontier interface {
	push(*Node)
	pop() *Node // nil when empty
	len() int
}

// stack is the frontier of depth-first search.
type stack struct{ nodes []*Node }

func (s *stack) push(n *Node) { s.nodes = append(s.nodes, n) }
func (s *stack) len() int     { return len(s.nodes) }

func (s *stack) pop() *Node {
	if len(s.nodes) == 0 {
		return nil
	}
	n := s.nodes[len(s.nodes)-1]
	s.nodes = s.nodes[:len(s.nodes)-1]
	return n
}

// interleaved is the frontier that looks for a target from several sides. A
// node waits in every queue; whichever takes it first marks it.
type interleaved struct {
	queues []queue
	turn   int
	count  int
	rnd    *rand.Rand
}

func newInterleaved(seed int64) *interleaved {
	return &interleaved{
		rnd: rand.New(rand.NewPCG(uint64(seed), 0x9e3779b97f4a7c15)),
		queues: []queue{
			{less: nearest},
			{less: rarest},
			{less: nearest},
			{less: oldest},
		},
	}
}

func nearest(a, b *Node) bool {
	if a.distance != b.distance {
		return a.distance < b.distance
	}
	return a.ID > b.ID // deeper first: finish what was begun
}

func rarest(a, b *Node) bool {
	if a.novelty != b.novelty {
		return a.novelty < b.novelty
	}
	return nearest(a, b)
}

func oldest(a, b *Node) bool { return a.ID < b.ID }

func (f *interleaved) push(n *Node) {
	n.taken = false
	f.count++
	for i := range f.queues {
		heap.Push(&f.queues[i], n)
	}
}

func (f *interleaved) len() int { return f.count }

func (f *interleaved) pop() *Node {
	if f.count == 0 {
		return nil
	}
	f.turn = (f.turn + 1) % len(f.queues)
	q := &f.queues[f.turn]
	n := heap.Pop(q).(*Node)
	for n.taken {
		n = heap.Pop(q).(*Node)
	}
	n.taken = true
	f.count--
	return n
}

// queue is a heap of nodes.
type queue struct {
	nodes []*Node
	less  func(a, b *Node) bool
}

func (q *queue) Len() int           { return len(q.nodes) }
func (q *queue) Less(i, j int) bool { return q.less(q.nodes[i], q.nodes[j]) }
func (q *queue) Swap(i, j int)      { q.nodes[i], q.nodes[j] = q.nodes[j], q.nodes[i] }
func (q *queue) Push(x any)         { q.nodes = append(q.nodes, x.(*Node)) }

func (q *queue) Pop() any {
	n := q.nodes[len(q.nodes)-1]
	q.nodes[len(q.nodes)-1] = nil
	q.nodes = q.nodes[:len(q.nodes)-1]
	return n
}
