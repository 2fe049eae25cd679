package term

// maxStoreWalk bounds how many stores a Select looks through for its element.
const maxStoreWalk = 4096

func arrayRules() []Rule {
	return []Rule{
		{"select-store", OpSelect, "store(a, i, x)[j] → x if i = j, a[j] if i ≠ j is obvious; through many stores", selectStore},
		{"select-const-array", OpSelect, "const(x)[i] → x", selectConstArray},
		{"select-table", OpSelect, "table[c] → its element; table[i] → c if all elements within the interval of i are c", selectTable},
		{"select-ite", OpSelect, "(p ? a : b)[i] → p ? a[i] : b[i] if both are constants", selectIte},
		{"store-same", OpStore, "store(store(a, i, x), i, y) → store(a, i, y)", storeSame},
		{"store-select", OpStore, "store(a, i, a[i]) → a", storeSelect},
		{"store-const-array", OpStore, "store(const(x), i, x) → const(x)", storeConstArray},
		{"store-ite", OpStore, "store(p ? a : b, i, x) → p ? store(a, i, x) : store(b, i, x) if both are const(x) or stores at i", storeIte},
	}
}

func selectStore(p *Pool, n node) T {
	a := n.a
	for range maxStoreWalk {
		m := p.nodes[a]
		if m.op() != OpStore {
			break
		}
		d := p.decideEq(m.b, n.b)
		if d == surely {
			return m.c
		}
		if d == undecided {
			break
		}
		a = m.a
	}
	if a == n.a {
		return None
	}
	return p.Select(a, n.b)
}

func selectConstArray(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpConstArray {
		return m.a
	}
	return None
}

// maxTableScan bounds how many elements a read of a table compares.
const maxTableScan = 64

func selectTable(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() != OpTable {
		return None
	}
	vals := p.tables[m.b].values
	f := p.known(n.b)
	if f.uhi-f.ulo >= maxTableScan {
		return None
	}
	at := func(i uint64) uint64 {
		if i < uint64(len(vals)) {
			return vals[i]
		}
		return 0
	}
	c := at(f.ulo)
	for i := f.ulo; i != f.uhi; i++ {
		if at(i+1) != c {
			return None
		}
	}
	return p.const64(n.width(), c)
}

func selectIte(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() != OpIte || !p.IsConst(n.b) || !p.constElements(m.b) || !p.constElements(m.c) {
		return None
	}
	return p.Ite(m.a, p.Select(m.b, n.b), p.Select(m.c, n.b))
}

// constElements reports whether every element of array a is a constant that
// Select finds at once.
func (p *Pool) constElements(a T) bool {
	n := p.nodes[a]
	return n.op() == OpTable || n.op() == OpConstArray && p.IsConst(n.a)
}

func storeSame(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpStore && m.b == n.b {
		return p.Store(m.a, n.b, n.c)
	}
	return None
}

func storeSelect(p *Pool, n node) T {
	if v := p.nodes[n.c]; v.op() == OpSelect && v.a == n.a && v.b == n.b {
		return n.a
	}
	return None
}

func storeConstArray(p *Pool, n node) T {
	if m := p.nodes[n.a]; m.op() == OpConstArray && m.a == n.c {
		return n.a
	}
	return None
}

// maxAbsorb bounds how many choices deep storeIte looks.
const maxAbsorb = 8

// storeIte lets what is written on every way overwrite what was written on some.
func storeIte(p *Pool, n node) T {
	m := p.nodes[n.a]
	if m.op() != OpIte || !p.absorbs(n.a, n.b, n.c, maxAbsorb) {
		return None
	}
	return p.Ite(m.a, p.Store(m.b, n.b, n.c), p.Store(m.c, n.b, n.c))
}

// absorbs tells that a store of x at i makes no larger term of array a.
func (p *Pool) absorbs(a, i, x T, depth int) bool {
	switch m := p.nodes[a]; m.op() {
	case OpConstArray:
		return m.a == x
	case OpStore:
		return m.b == i
	case OpIte:
		return depth > 0 && p.absorbs(m.b, i, x, depth-1) && p.absorbs(m.c, i, x, depth-1)
	}
	return false
}
