package bitblast

import "slices"

// Ref is a wire of a Graph: gate<<1, with the low bit set for the inverted
// output of the gate.
type Ref int32

// The constant wires; gate 0 is the constant false in every graph.
const (
	False Ref = 0
	True  Ref = 1
)

// Not returns the inverted wire.
func (r Ref) Not() Ref { return r ^ 1 }

func (r Ref) gate() int32 { return int32(r >> 1) }

func (r Ref) isConst() bool { return r <= True }

func constRef(b bool) Ref {
	if b {
		return True
	}
	return False
}

// kind is the function of a gate.
type kind uint8

const (
	kindConst kind = iota
	kindInput      // free; args[0] is the number of its group of side constraints, or 0
	kindAnd        // args[0] ∧ args[1]
	kindXor        // args[0] ⊕ args[1]
	kindMux        // args[0] ? args[1] : args[2]
	kindXor3       // args[0] ⊕ args[1] ⊕ args[2]: the sum of a full adder
	kindMaj        // at least two of args: the carry of a full adder
	kindAndN       // conjunction of wide[args[0] : args[0]+args[1]]
)

// gate is a node of the graph. Unused arguments are 0.
type gate struct {
	kind kind
	args [3]Ref
}

// Graph is a hash-consed graph of boolean gates, kept apart from any SAT
// instance: instances are thrown away and refilled from it. Equal gates exist
// once, arguments are normalised (sorted where the function is symmetric,
// inversions pushed to the output where possible), and constants folded.
type Graph struct {
	gates []gate
	wide  []Ref   // arguments of the kindAndN gates
	sides []group // side constraints; group 0 has none
	index [numShards]shard
	tmp   []Ref

	stop    func() bool // see watch
	stopped bool
	asked   int // gates asked for, for polling
}

// NewGraph returns a graph with the constant gate only.
func NewGraph() *Graph {
	g := &Graph{gates: make([]gate, 1), sides: make([]group, 1)}
	for i := range g.index {
		g.index[i].slots = make([]int32, shardSize)
	}
	return g
}

// The hash table of the gates is split by hash, so that it grows in small steps:
// doubling the table of a graph of millions of gates at once would take longer
// than a cancelled query may.
const (
	shardBits = 6
	numShards = 1 << shardBits
	shardSize = 16 // at first
)

// shard is an open-addressed hash table of gate numbers; 0 marks a free slot.
type shard struct {
	slots []int32
	used  int
}

// Len returns the number of gates.
func (g *Graph) Len() int { return len(g.gates) }

// input makes a free wire whose values are restricted by a group of side
// constraints; group 0 has none.
func (g *Graph) input(group int) Ref {
	g.gates = append(g.gates, gate{kind: kindInput, args: [3]Ref{Ref(group)}})
	return Ref(len(g.gates)-1) << 1
}

// group is a set of side constraints that define inputs which are no variables
// of a term, such as quotients. They hold for at least one value of the inputs
// whatever the other wires are, and matter only to queries that use the inputs.
type group struct {
	wires []Ref    // must be true
	pairs [][2]Ref // must be equal; the first depends on the inputs of the group
}

// newGroup reserves a group of side constraints.
func (g *Graph) newGroup() int {
	g.sides = append(g.sides, group{})
	return len(g.sides) - 1
}

// constrain requires the wires of a group to be true.
func (g *Graph) constrain(group int, wires ...Ref) {
	s := &g.sides[group]
	for _, w := range wires {
		if w != True {
			s.wires = append(s.wires, w)
		}
	}
}

// equate requires the words x, made from the inputs of the group, and y, made
// without them, to be equal.
func (g *Graph) equate(group int, x, y []Ref) {
	s := &g.sides[group]
	for i := range x {
		switch {
		case x[i] == y[i]:
		case y[i].isConst():
			s.wires = append(s.wires, x[i]^y[i]^1)
		default:
			s.pairs = append(s.pairs, [2]Ref{x[i], y[i]})
		}
	}
}

// children calls f for every argument of gate n, and for the side constraints
// that an input brings along.
func (g *Graph) children(n int32, f func(Ref)) {
	t := &g.gates[n]
	switch t.kind {
	case kindInput:
		s := &g.sides[t.args[0]]
		for _, w := range s.wires {
			f(w)
		}
		for _, p := range s.pairs {
			f(p[0])
			f(p[1])
		}
	case kindAnd, kindXor:
		f(t.args[0])
		f(t.args[1])
	case kindMux, kindXor3, kindMaj:
		f(t.args[0])
		f(t.args[1])
		f(t.args[2])
	case kindAndN:
		for _, a := range g.wideArgs(t) {
			f(a)
		}
	}
}

func (g *Graph) wideArgs(t *gate) []Ref { return g.wide[t.args[0] : t.args[0]+t.args[1]] }

// watch makes the graph poll stop, which may be nil, while it makes gates.
func (g *Graph) watch(stop func() bool) { g.stop, g.stopped = stop, false }

// halted reports whether stop returned true. The gates asked for from then on
// are not made: whatever is being translated must be dropped. What it left in
// the graph is valid and cannot be reached from other gates.
func (g *Graph) halted() bool {
	if g.asked++; g.asked%pollGates == 0 && g.stop != nil && g.stop() {
		g.stopped = true
	}
	return g.stopped
}

// intern returns the wire of a gate of up to three arguments, making it if new.
func (g *Graph) intern(t gate) Ref {
	if g.halted() {
		return False
	}
	h := hash(t.kind, t.args[:])
	s := g.shard(h)
	slot := s.find(h, func(n int32) bool { return g.gates[n] == t })
	if *slot == 0 {
		*slot = g.insert(s, t)
	}
	return Ref(*slot) << 1
}

// internWide is intern for a conjunction of sorted distinct wires.
func (g *Graph) internWide(args []Ref) Ref {
	if g.halted() {
		return False
	}
	h := hash(kindAndN, args)
	s := g.shard(h)
	slot := s.find(h, func(n int32) bool {
		t := &g.gates[n]
		return t.kind == kindAndN && slices.Equal(g.wideArgs(t), args)
	})
	if *slot == 0 {
		start := len(g.wide)
		g.wide = append(g.wide, args...)
		*slot = g.insert(s, gate{kind: kindAndN, args: [3]Ref{Ref(start), Ref(len(args))}})
	}
	return Ref(*slot) << 1
}

// hash is a multiplicative hash of a gate.
func hash(k kind, args []Ref) uint64 {
	h := uint64(k)
	for _, a := range args {
		h = (h ^ uint64(a)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

// find returns the slot that holds the gate accepted by same, or the free slot
// where it belongs.
func (s *shard) find(h uint64, same func(int32) bool) *int32 {
	mask := uint64(len(s.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		if n := s.slots[i]; n == 0 || same(n) {
			return &s.slots[i]
		}
	}
}

// insert makes a gate that belongs into a shard and returns its number.
func (g *Graph) insert(s *shard, t gate) int32 {
	g.gates = append(g.gates, t)
	s.used++
	return int32(len(g.gates) - 1)
}

// shard returns the shard for a hash, which it doubles first if it is half full.
func (g *Graph) shard(h uint64) *shard {
	s := &g.index[h>>(64-shardBits)]
	if 2*s.used < len(s.slots) {
		return s
	}
	old := s.slots
	s.slots = make([]int32, 2*len(old))
	for _, n := range old {
		if n == 0 {
			continue
		}
		t := &g.gates[n]
		args := t.args[:]
		if t.kind == kindAndN {
			args = g.wideArgs(t)
		}
		*s.find(hash(t.kind, args), func(int32) bool { return false }) = n
	}
	return s
}
