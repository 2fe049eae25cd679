package mutation

const (
	engine       = "./engine"
	expectations = "TestExpectations"
	oracle       = "./engine/oracle"
	induct       = "./engine/induct"
)

// mutations, by the part they break.
var mutations = []Mutation{
	// The table of verdicts.md: effects and values.
	{"a division by zero ends the path", "engine/op/class.go",
		`{"division-by-zero", "division by zero", Ends}`, `{"division-by-zero", "division by zero", Continues}`, engine, expectations},
	{"an access outside the object ends the path", "engine/op/class.go",
		`{"out-of-bounds", "access outside the object", Ends}`, `{"out-of-bounds", "access outside the object", Continues}`, engine, expectations},
	{"INT_MIN / -1 is an arithmetic trap", "engine/op/integer.go",
		`(o == ir.SDiv || o == ir.SRem) && want.Has(DivOverflow)`, `o == ir.SDiv && want.Has(DivOverflow)`, "./engine/op", "TestChecks"},
	{"the lower side of a signed overflow counts", "engine/op/integer.go",
		`low = d.Both(d.Both(na, nb), d.Not(nr))`, `low = d.Not(d.True())`, "./engine/op", "TestChecks"},
	{"a negative index leaves the declared array", "engine/op/integer.go",
		`Check[B]{IndexBound, Low, neg},`, `Check[B]{IndexBound, Low, d.Not(d.True())},`, "./engine/op", "TestDowncastAndIndex"},
	{"an out-of-range shift has any value", "engine/exec/integer.go",
		`v = m.Pool.Ite(any, open, v)`, `_ = open`, engine, expectations},
	{"a bool byte above 1 reads as any bool", "engine/exec/access.go",
		`return m.fromTerm(m.Pool.Ite(bad, m.Pool.BoolToBV(any, 8), b))`, `return m.fromTerm(b)`, engine, expectations},

	// Order in time: what comes after a check may rely on it, nothing else.
	{"a path goes on only where a path-ending check passed", "engine/exec/check.go",
		`m.narrowTo(s, ok, model, about)`, `_ = model`, engine, expectations},
	{"a path on which a check always fails ends", "engine/exec/check.go",
		"		s.decided(about)\n		m.failed(s, c.Class)\n", "		s.decided(about)\n		return\n", engine, expectations},
	{"an earlier error on the path is met and reported", "engine/search/observer.go",
		`s.out.Met = append(s.out.Met, m)`, `_ = m`, engine, "TestGiven"},

	// Memory.
	{"unwritten bytes are marked per byte", "engine/memory/symbolic.go",
		`unwritten: s.stillUnwritten(u, here)})`, `unwritten: term.None})`, "./engine/memory", "TestMemory"},
	{"two reads of an unwritten byte agree", "engine/memory/access.go",
		`s.storeCells(id, off, &stored{v, n}, term.True)`, `_ = id`, engine, expectations},
	{"a store does not cross a fork", "engine/memory/space.go",
		`p = p.clone(s.epoch)`, `p.epoch = s.epoch`, "./engine/memory", "TestFork"},
	{"objects alive together are disjoint", "engine/memory/address.go",
		`s.assume(p.Or(p.ULe(end, o2.Base), p.ULe(end2, b)))`, `_, _ = end, end2`, engine, expectations},
	{"freed addresses may come back", "engine/memory/address.go",
		`if o2.Dead && o2.Died <= o.Born || o.Dead && o.Died <= o2.Born {`, `if o2 == nil {`, "./engine/memory", "TestFreed"},
	{"a symbolic read sees every position of its window", "engine/memory/symbolic.go",
		`left.Hi = right.Lo - w.Stride`, `left.Hi, m = right.Lo-w.Stride, len(ts)-1`, "./engine/memory", "TestMemory"},

	// Lifetimes and addresses.
	{"stack objects die when their function returns", "engine/exec/call.go",
		"		if !s.Mem.Get(id).Dead {\n			s.Mem.Kill(id)\n		}\n", "		_ = id\n", engine, expectations},
	{"a variable dies at the end of its scope", "engine/exec/memops.go",
		"o.Origin == memory.Stack && !o.Dead {\n			s.Mem.Kill(p.Obj)\n", "o.Origin == memory.Stack && !o.Dead {\n", engine, expectations},
	{"each turn of a loop body has its own variables", "engine/exec/memops.go",
		`case o.Dead || o.Begun || s.Mem.Touched(p.Obj):`, `case false:`, engine, expectations},
	{"pointers to distinct live objects are equal only outside them", "engine/exec/pointer.go",
		`return b.IsNull() || b.Obj != 0 && m.inside(s, b, false)`, `return true`, engine, expectations},
	{"bounds are checked without wrap-around", "engine/exec/access.go",
		`ok := p.And(p.ULe(n, size), p.ULe(off, p.Sub(size, n)))`, `ok := p.ULe(p.Add(off, n), size)`, engine, expectations},

	// The search.
	{"a search that hit a bound is no proof", "engine/decide.go",
		`if len(out.Bounds) > 0 {`, `if false {`, engine, "TestBound"},
	{"a search that stopped somewhere is no proof", "engine/decide.go",
		`case len(out.Stops) > 0:`, `case false:`, engine, "TestStop"},
	{"a search that was cut short is no proof", "engine/decide.go",
		`case !out.Exhausted:`, `case false:`, engine, "TestBudget"},
	{"after a witness that did not replay nothing is excluded", "engine/decide.go",
		`case b.refused > 0:`, `case false:`, engine, "TestRefused"},
	{"a question that the solver gave up on is no proof", "engine/exec/check.go",
		`m.Obs.Unsure(Stop{"the solver gave up on a question about it", m.userPoint(s)})`, `_ = a`, engine, "TestUnsure"},
	{"a loop bound is recorded", "engine/search/observer.go",
		`s.out.Bounds = append(s.out.Bounds, k)`, `_ = k`, engine, "TestBound"},
	{"both sides of a branch are explored", "engine/exec/decide.go",
		`m.Obs.Forked(Fork{base, s, t, about})`, `m.Obs.Forked(Fork{base, s, nil, about})`, engine, expectations},
	{"with several entries unreachable needs all of them", "engine/board.go",
		`if rank[a.Status] < rank[b.Status] {`, `if rank[a.Status] > rank[b.Status] {`, engine, "TestEntries"},
	{"only states that reach no open target are cut", "engine/search/observer.go",
		`return s.left == 0 || s.dist.Stack(stackOf(st, pt)) == ir.Unreached`, `return s.left == 0 || s.dist.From(pt) == ir.Unreached`, engine, expectations},

	// What the environment may do.
	{"parameters of an entry may alias", "engine/exec/entry.go",
		`alias := m.aliasable(st)`, `alias := m.aliasable(start{})[:0]`, engine, expectations},
	{"an unknown function changes what it can reach", "engine/exec/extern.go",
		`case !o.Const && id != m.argv:`, `case o == nil:`, engine, "TestExtern"},
	{"malloc may fail", "engine/exec/builtin.go",
		`fails := m.choose(s, false)`, `fails := false`, engine, "TestFailure"},

	// Interpolation: what an interpolant must say, and what it may prune.
	{"a guard drops only what it implies", "engine/interp/guard.go",
		"	if guard == q {\n		return true", "	if guard != q {\n		return true", oracle, "TestTraps/interp_guards"},
	{"a range grows only as far as the goal holds", "engine/interp/project.go",
		"		case no:\n			lo = mid", "		case no || d < 2:\n			lo = mid", oracle, "TestTraps/interp_"},
	{"a path-ending check contributes its violation where it always fails", "engine/interp/ended.go",
		`if failed != op.NoClass && b.targetsAhead() {`, `if failed == op.NumClasses {`, oracle, "TestTraps/interp_checks"},
	{"a store stays away from the other cells that matter", "engine/interp/memory.go",
		"	if !touched {\n		b.misses(ptr, at)", "	if false {\n		b.misses(ptr, at)", oracle, "TestTraps/interp_aliasing"},
	{"objects are matched injectively", "engine/interp/state.go",
		`if old, ok := m.from[x]; ok {`, `if old, ok := m.from[x]; ok && false {`, oracle, "TestTraps/interp_"},
	{"the call stack is part of the key", "engine/interp/table.go",
		`range points(s) {`, `range points(s)[s.Depth()-1:] {`, oracle, "TestTraps/interp_calls"},
	{"the life of an object is part of the match", "engine/interp/table.go",
		`attributes{dead: o.Dead, `, `attributes{`, oracle, "TestTraps/interp_"},
	{"the size of an object is part of the match", "engine/interp/table.go",
		`a.size = o.Size`, `a.size = 0`, oracle, "TestTraps/interp_heap"},
	{"every state of a path satisfies the interpolant that prunes it", "engine/interp/table.go",
		`if !e.entails(s, e.pool.AndN(open...)) {`, `if e.ctx == nil {`, oracle, "TestTraps/interp_"},
	{"an interpolant below a bound prunes only what has no more left", "engine/interp/table.go",
		`if en.Bounded && !limitsOf(s).within(en.limits) {`, `if false {`, oracle, "TestTraps/interp_loops"},
	{"a bound met below a node stays with the node", "engine/search/tree.go",
		`b.bounded = b.bounded || l.bounded`, `_ = l.bounded`, oracle, "TestTraps/interp_loops"},

	// The prover of loops: facts about the blocks of a heap site, ghosts, turns.
	{"blocks of one site are told apart", "engine/induct/heap.go",
		`same = p.And(same, p.Or(p.Not(b.is(v, k)), p.Eq(b.instOf(v), b.instOf(w))))`, `same = p.And(same, term.True)`, induct, "TestPrograms/heap_traps"},
	{"a free ends the life of one block of a site", "engine/induct/heap.go",
		`left = p.Store(st.alive, b.instOf(v), b.bit(left))`, `left = st.alive`, induct, "TestPrograms/heap_traps"},
	{"a block does not keep a variable alive", "engine/induct/heap.go",
		`		if dying[k] {
			hit = true`, `		if dying[k] && k < 0 {
			hit = true`, induct, "TestPrograms/heap_traps"},
	{"a block of a site starts unwritten", "engine/induct/heap.go",
		`u: p.Bool(!zero && !c.ghost)`, `u: p.Bool(c.size == 0)`, induct, "TestPrograms/heap_traps"},
	{"a block keeps the size that it was made with", "engine/induct/sized.go",
		`st.cells[0] = number(size)`, `st.cells[0] = number(x.fresh(x.b.ptrBits, "size"))`, induct, "TestPrograms/sized"},
	{"a rank is one more than that of the next block", "engine/induct/rank.go",
		`p.Add(b.rankOf(o, old, to), p.BV(rankBits, 1)), p.Ite(before`, `b.rankOf(o, old, to), p.Ite(before`, induct, "TestPrograms/heap.c"},
	{"a fact of the family of counts is given up when a state violates it", "engine/induct/facts_affine.go",
		`		a.satisfy(state)
	} else`, `		_ = state
	} else`, induct, "TestAffineHull"},
	{"what holds at a return holds behind a call and not before", "engine/induct/procedure.go",
		`b.pool.Or(b.pool.Not(k.returned), k.importer.Import(f))`, `b.pool.Or(term.False, k.importer.Import(f))`, induct, "TestPrograms/recursion_traps"},
	{"two calls on one path arrive apart at a procedure", "engine/induct/procedure.go",
		`x.calls = append(x.calls, &out{from: x.seg.from, to: p.entry, state: callee})`, `x.outs[p.entry] = append(x.outs[p.entry], callee)`, induct, "TestPrograms/recursion_traps"},
	{"a variable that escapes into the recursion stops the proof", "engine/induct/procedure.go",
		`x.stopIf(b.is(v, k), "recursion with the address of "+b.objects[k].name)`, `_ = k`, induct, "TestPrograms/recursion_traps"},
	{"blocks made in a procedure are told apart", "engine/induct/builtin.go",
		`site: x.n.ctx.procedure() != nil`, `site: false`, induct, "TestBlocksOfProcedures"},
	{"what a call changes is not what it was", "engine/induct/procedure.go",
		`		if exit.objs[id] && (o.origin`, `		if exit.objs[id] && o.origin == memory.Heap && (o.origin`, induct, "TestPrograms/recursion_traps"},
	{"a stop in a procedure concerns what follows its calls", "engine/induct/cone.go",
		`if in == nil || seen[in] {`, `if in != nil || seen[in] {`, induct, "TestPrograms/recursion_traps"},
	{"a claim behind a call rests on the facts at the return", "engine/induct/certify.go",
		`if f, ok := c.factAt[t]; ok {`, `if f, ok := c.factAt[t]; ok && seg.from != nil && f.cut == seg.from.index {`, induct, "TestCertificateCatchesUnsoundFacts"},
	{"an overflow is assumed if what excludes it is not proved", "engine/induct/certify.go",
		`if !ok || len(s.given) > 0 {`, `if cl := c.claims[k]; !cl.ok || len(s.given) > 0 {`, induct, "TestOverflowIsAssumed"},
	{"points-to sets are claims that are proved again", "engine/induct/facts_pointsto.go",
		`in = p.Or(in, p.Eq(at, b.idConst(k)))`, `in = p.Or(in, p.Or(term.True, p.Eq(at, b.idConst(k))))`, induct, "TestPrograms/heap"},
	{"a proof rests on the values that a cut takes for constants", "engine/induct/cone.go",
		`if c.implicit[i] && `, `if !c.implicit[i] && `, induct, "TestGivenOfBuiltInValues"},
}
