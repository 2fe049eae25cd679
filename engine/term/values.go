package term

// values maps variables to numbers. A copy shares everything with what it was
// copied from, and either side copies the few nodes on the way to what it
// changes: models have a value for each variable that a search ever met, and
// almost every answer of a solver is one of them with a few values changed.
type values struct {
	root   *valueNode
	levels int    // of inner nodes above the leaves
	owner  *owner // of the nodes that may be changed in place; nil: none
}

// owner is compared by address only; it must have a size for that.
type owner struct{ _ byte }

const valueBits = 4 // of a variable's number, per level

// valueNode is an inner node, which has kids, or a leaf, which has numbers.
type valueNode struct {
	owner *owner
	kids  *[1 << valueBits]*valueNode
	at    *[1 << valueBits]uint64
	set   uint16 // which numbers there are
}

// share returns a copy.
func (m *values) share() values {
	m.owner = nil
	return values{root: m.root, levels: m.levels}
}

// get returns the value of v, if it has one.
func (m *values) get(v T) (uint64, bool) {
	if v>>(valueBits*(m.levels+1)) != 0 {
		return 0, false
	}
	n := m.root
	for l := m.levels; l > 0 && n != nil; l-- {
		n = n.kids[v>>(valueBits*l)%(1<<valueBits)]
	}
	if i := v % (1 << valueBits); n != nil && n.set>>i&1 == 1 {
		return n.at[i], true
	}
	return 0, false
}

// put gives v a value.
func (m *values) put(v T, x uint64) {
	leaf := m.leaf(v)
	leaf.at[v%(1<<valueBits)] = x
	leaf.set |= 1 << (v % (1 << valueBits))
}

// remove takes the value of v away.
func (m *values) remove(v T) {
	if _, ok := m.get(v); ok {
		m.leaf(v).set &^= 1 << (v % (1 << valueBits))
	}
}

// leaf is the leaf for v, to be changed.
func (m *values) leaf(v T) *valueNode {
	if m.owner == nil {
		m.owner = new(owner)
	}
	for v>>(valueBits*(m.levels+1)) != 0 {
		if m.root != nil {
			m.root = &valueNode{owner: m.owner, kids: &[1 << valueBits]*valueNode{m.root}}
		}
		m.levels++
	}
	at := &m.root
	for l := m.levels; ; l-- {
		n := m.own(*at, l > 0)
		*at = n
		if l == 0 {
			return n
		}
		at = &n.kids[v>>(valueBits*l)%(1<<valueBits)]
	}
}

// own returns a node that may be changed: the node itself, a copy, or a new one.
func (m *values) own(n *valueNode, inner bool) *valueNode {
	switch {
	case n == nil:
		n = &valueNode{owner: m.owner}
		if inner {
			n.kids = new([1 << valueBits]*valueNode)
		} else {
			n.at = new([1 << valueBits]uint64)
		}
	case n.owner != m.owner:
		c := *n
		c.owner = m.owner
		if inner {
			kids := *n.kids
			c.kids = &kids
		} else {
			at := *n.at
			c.at = &at
		}
		n = &c
	}
	return n
}

// each calls yield for each variable that has a value.
func (m *values) each(yield func(v T, x uint64)) {
	var visit func(n *valueNode, first T)
	visit = func(n *valueNode, first T) {
		for i := range T(1 << valueBits) {
			switch {
			case n.kids == nil && n.set>>i&1 == 1:
				yield(first<<valueBits+i, n.at[i])
			case n.kids != nil && n.kids[i] != nil:
				visit(n.kids[i], first<<valueBits+i)
			}
		}
	}
	if m.root != nil {
		visit(m.root, 0)
	}
}
