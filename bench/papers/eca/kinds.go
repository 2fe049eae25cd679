package eca

import (
	"fmt"
	"strings"
)

// plain: variables with the values 0 … 4.
func (m *maker) plain() {
	const values = 5
	var vars []scalar
	for i := range m.size() {
		v := m.word(fmt.Sprintf("a%d", i), m.pick(values))
		vars = append(vars, v)
		m.state = append(m.state, observable{e: v})
	}
	any := func() scalar { return vars[m.r.IntN(len(vars))] }
	assign := func() set { return set{any(), constant(m.pick(values))} }
	m.effects = []func() set{assign, assign, assign, func() set { return set{any(), any()} }}
}

// arith: variables that go through * / %, tested for ranges. Every effect
// leaves them between -2000 and 40000, so nothing overflows.
func (m *maker) arith() {
	var vars []scalar
	for i := range m.size() {
		v := m.word(fmt.Sprintf("a%d", i), m.pick(300)-100)
		vars = append(vars, v)
		m.state = append(m.state, observable{e: v, width: 60})
	}
	any := func() scalar { return vars[m.r.IntN(len(vars))] }
	k := func(lo, hi int32) Expr { return constant(lo + m.pick(hi-lo+1)) }
	op := func(l Expr, op byte, r Expr) Expr { return binary{op, l, r} }
	m.effects = []func() set{
		func() set { return set{any(), op(op(any(), '%', k(5, 90)), '+', k(0, 300))} },
		func() set { return set{any(), op(op(op(any(), '%', k(5, 40)), '*', k(2, 9)), '-', k(0, 200))} },
		func() set { return set{any(), op(op(any(), '/', k(2, 9)), '+', k(0, 100))} },
		func() set { return set{any(), op(op(op(any(), '*', k(2, 5)), '%', k(50, 400)), '+', k(0, 50))} },
		func() set { return set{any(), op(op(any(), '+', any()), '%', k(20, 500))} },
		func() set { return set{any(), k(-100, 300)} },
	}
}

// array: an array of states, indices into it, and pointers to constant tables.
func (m *maker) array() {
	const values, tables, entries = 5, 3, 4
	n := int32(m.size() - 1)
	base := int32(len(m.p.start))
	start := make([]string, n)
	for i := range start {
		m.p.start = append(m.p.start, m.pick(values))
		start[i] = fmt.Sprint(m.p.start[int(base)+i])
	}
	m.p.decls = append(m.p.decls, fmt.Sprintf("static int st[%d] = {%s};", n, strings.Join(start, ", ")))
	at := func(i Expr) element { return element{base, n, "st", i} }
	for i := range n {
		m.state = append(m.state, observable{e: at(constant(i))})
	}
	index := m.word("k", m.pick(n))
	m.state = append(m.state, observable{e: index}, observable{e: at(index)})

	contents := make([][]int32, tables)
	names := make([]string, tables)
	for i := range contents {
		cells := make([]string, entries)
		for j := range cells {
			contents[i] = append(contents[i], m.pick(values))
			cells[j] = fmt.Sprint(contents[i][j])
		}
		names[i] = fmt.Sprintf("t%d", i)
		m.p.decls = append(m.p.decls, fmt.Sprintf("static const int t%d[%d] = {%s};", i, entries, strings.Join(cells, ", ")))
	}
	pointer := scalar{int32(len(m.p.start)), "p"}
	m.p.start = append(m.p.start, 0)
	m.p.decls = append(m.p.decls, "static const int *p = t0;")
	entry := func() lookup { return lookup{pointer, contents, m.r.IntN(entries)} }
	m.state = append(m.state, observable{e: pointer, targets: names}, observable{e: entry()})

	any := func() element { return at(constant(m.pick(n))) }
	m.effects = []func() set{
		func() set { return set{any(), constant(m.pick(values))} },
		func() set { return set{at(index), constant(m.pick(values))} },
		func() set { return set{index, constant(m.pick(n))} },
		func() set { return set{any(), at(index)} },
		func() set { return set{any(), entry()} },
		func() set { i := m.pick(tables); return set{pointer, address{i, names[i]}} },
		func() set { return set{any(), binary{'%', binary{'+', any(), constant(1)}, constant(values)}} },
	}
}

// data: records that point to each other, and two pointers into them.
func (m *maker) data() {
	const values = 4
	n := int32(2 + m.size()/3)
	mode := m.word("mode", 0)
	m.state = append(m.state, observable{e: mode})
	base := int32(len(m.p.start))
	names, start := make([]string, n), make([]string, n)
	for i := range n {
		kind, count, next := m.pick(values), m.pick(values), (i+1)%n
		m.p.start = append(m.p.start, kind, count, next)
		names[i] = fmt.Sprintf("&pool[%d]", i)
		start[i] = fmt.Sprintf("{%d, %d, &pool[%d]}", kind, count, next)
	}
	m.p.decls = append(m.p.decls, "struct rec { int kind, count; struct rec *next; };",
		fmt.Sprintf("static struct rec pool[%d] = {%s};", n, strings.Join(start, ", ")))
	pointer := func(name string, to int32) scalar {
		v := scalar{int32(len(m.p.start)), name}
		m.p.start = append(m.p.start, to)
		m.p.decls = append(m.p.decls, fmt.Sprintf("static struct rec *%s = %s;", name, names[to]))
		return v
	}
	cur, mark := pointer("cur", 0), pointer("mark", n-1)
	member := func(of Expr, k int32) field {
		return field{of, base, 3, k, []string{"kind", "count", "next"}[k]}
	}
	next := member(cur, 2)
	m.state = append(m.state, observable{e: cur, targets: names}, observable{e: mark, targets: names},
		observable{e: member(cur, 0)}, observable{e: member(cur, 1)}, observable{e: member(mark, 0)},
		observable{e: member(mark, 1)}, observable{e: member(next, 0)}, observable{e: member(next, 1)})

	either := func() Expr { return []Expr{cur, mark}[m.r.IntN(2)] }
	bump := func() set {
		f := member(either(), 1)
		return set{f, binary{'%', binary{'+', f, constant(1)}, constant(values)}}
	}
	m.effects = []func() set{
		func() set { return set{mode, constant(m.pick(values))} },
		func() set { return set{cur, next} },
		func() set { return set{member(either(), 0), constant(m.pick(values))} },
		bump, bump,
		func() set { i := m.pick(n); return set{mark, address{i, names[i]}} },
		func() set { return set{next, mark} },
	}
}

// method: a mode, flags and counters; the parameters of the methods are inputs.
func (m *maker) method() {
	const values, greatest = 4, 4
	m.p.inputs = append(m.p.inputs, input{1, "p1"}, input{2, "p2"})
	m.p.ranges = append(m.p.ranges, [2]int32{0, greatest}, [2]int32{0, greatest})
	mode := m.word("q", 0)
	m.state = append(m.state, observable{e: mode})
	var flags, counters []scalar
	for i := range 1 + m.size()/3 {
		flags = append(flags, m.word(fmt.Sprintf("f%d", i), 0))
		m.state = append(m.state, observable{e: flags[i]})
	}
	for i := range 2 {
		counters = append(counters, m.word(fmt.Sprintf("c%d", i), m.pick(greatest)))
		m.state = append(m.state, observable{e: counters[i], width: 3})
	}
	counter := func() scalar { return counters[m.r.IntN(len(counters))] }
	param := func() input { return m.p.inputs[1+m.r.IntN(2)] }
	for range 4 {
		m.params = append(m.params, observable{e: param(), width: 4}, observable{e: binary{'-', param(), counter()}, width: 5})
	}
	m.effects = []func() set{
		func() set { return set{mode, constant(m.pick(values))} },
		func() set { return set{flags[m.r.IntN(len(flags))], constant(m.pick(2))} },
		func() set { return set{counter(), param()} },
		func() set { return set{counter(), binary{'%', binary{'+', counter(), param()}, constant(24)}} },
	}
}
