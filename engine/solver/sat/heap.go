package sat

// varHeap is a binary max-heap of variables ordered by activity, with the
// position of each variable kept so that an activity can be raised in place.
// Ties are broken by heap position, which is deterministic.
type varHeap struct {
	act  []float64 // activity per variable
	heap []Var
	pos  []int32 // index in heap, or -1
}

func (h *varHeap) addVar() {
	h.act = append(h.act, 0)
	h.pos = append(h.pos, -1)
}

func (h *varHeap) empty() bool { return len(h.heap) == 0 }

func (h *varHeap) contains(v Var) bool { return h.pos[v] >= 0 }

func (h *varHeap) insert(v Var) {
	if h.pos[v] >= 0 {
		return
	}
	h.heap = append(h.heap, v)
	h.pos[v] = int32(len(h.heap) - 1)
	h.up(len(h.heap) - 1)
}

func (h *varHeap) pop() Var {
	top := h.heap[0]
	last := h.heap[len(h.heap)-1]
	h.heap = h.heap[:len(h.heap)-1]
	h.pos[top] = -1
	if len(h.heap) > 0 {
		h.heap[0] = last
		h.pos[last] = 0
		h.down(0)
	}
	return top
}

func (h *varHeap) up(i int) {
	v := h.heap[i]
	a := h.act[v]
	for i > 0 {
		parent := (i - 1) >> 1
		if h.act[h.heap[parent]] >= a {
			break
		}
		h.heap[i] = h.heap[parent]
		h.pos[h.heap[i]] = int32(i)
		i = parent
	}
	h.heap[i] = v
	h.pos[v] = int32(i)
}

func (h *varHeap) down(i int) {
	v := h.heap[i]
	a := h.act[v]
	for {
		child := 2*i + 1
		if child >= len(h.heap) {
			break
		}
		if child+1 < len(h.heap) && h.act[h.heap[child+1]] > h.act[h.heap[child]] {
			child++
		}
		if h.act[h.heap[child]] <= a {
			break
		}
		h.heap[i] = h.heap[child]
		h.pos[h.heap[i]] = int32(i)
		i = child
	}
	h.heap[i] = v
	h.pos[v] = int32(i)
}

// raise adds inc to the activity of v and reports whether activities have grown
// so large that they must be rescaled.
func (h *varHeap) raise(v Var, inc float64) bool {
	h.act[v] += inc
	if h.pos[v] >= 0 {
		h.up(int(h.pos[v]))
	}
	return h.act[v] > activityCeiling
}

// rescale multiplies every activity by f; the order does not change.
func (h *varHeap) rescale(f float64) {
	for i := range h.act {
		h.act[i] *= f
	}
}
