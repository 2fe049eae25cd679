// Package cdcl is the solver's own decision procedure: arrays are lowered to
// bit-vectors, bit-vectors blasted to gates, and the gates of each query added
// to one persistent CDCL instance, which keeps what it learns from query to
// query. It is pure Go.
package cdcl

import (
	"context"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/bitblast"
	"github.com/assay-dev/assay/engine/solver/sat"
	"github.com/assay-dev/assay/engine/term"
)

// DefaultMaxVariables is the number of variables at which an instance is thrown
// away and refilled with the current query, which bounds its memory. Measured on
// 32,000 queries of w2 of bench/solver: 10,000 variables cost a third more time
// than 20,000, and from 20,000 to 80,000 the difference is below 10 %.
const DefaultMaxVariables = 40000

// maxConflicts is the number of conflicts after which an instance is replaced,
// too: what it learnt on paths long finished slows it down. On 25,000 queries of
// w4 of bench/solver this takes a fifth off the time, on the others nothing.
const maxConflicts = 30000

// Backend is a backend.Backend. It keeps the assumptions of the last query
// translated, so a query pays only for the assumptions in which it differs from
// the last one; callers get most of it by keeping path conditions in order.
type Backend struct {
	pool    *term.Pool
	lower   *lowering
	graph   *bitblast.Graph
	blaster *bitblast.Blaster
	lemmas  lemmaTable

	solver  *sat.Solver
	cnf     *bitblast.CNF
	cone    *bitblast.Cone
	entries []entry
	lits    []sat.Lit
	wishes  []sat.Lit
	wires   []bitblast.Ref // per literal
	owner   []int          // per literal: its entry
	lemma   []bool         // per literal: it is a lemma and no assumption

	vars  map[term.T]int // per variable of the lowered assumptions: entry that introduced it
	reads []*read        // reads of the lowered assumptions, in order of appearance

	partial bool        // models leave open what does not matter
	equal   *equalities // nil: equalities are left to the bits

	maxVars int // current reset threshold
	retired sat.Stats
	stats   backend.Stats
}

// entry is one assumption of the current query.
type entry struct {
	t, lowered  term.T
	lits, reads int      // sizes of these stacks before the entry
	newVars     []term.T // variables it introduced
}

// Arrays says how reads of arrays are lowered. It affects speed only.
type Arrays uint8

// The ways to lower reads of arrays.
const (
	// ArraysTyped takes bytes that are always accessed together for an element,
	// and initialised arrays for tables. The default.
	ArraysTyped Arrays = iota
	// ArraysBytes reads every byte for itself.
	ArraysBytes
	// ArraysLazy is ArraysTyped with reads over many stores as fresh variables,
	// whose axioms are added when a model violates them.
	ArraysLazy
)

// Config configures a backend. The zero value is the default.
type Config struct {
	// MaxVariables is the size at which instances are replaced; 0 means
	// DefaultMaxVariables.
	MaxVariables int
	Arrays       Arrays
	// Diverse makes models that differ from query to query in what is free,
	// for callers that learn from each.
	Diverse bool
	// Partial stops at models that leave open what does not matter to a query; what is open
	// then gets a value of its own (package sat, Justify).
	Partial bool
	// Names are the widths of numbers that queries do little with but to compare them
	// (equalities.go).
	Names []int
}

// New returns a backend for the terms of pool.
func New(pool *term.Pool, cfg Config) *Backend {
	if cfg.MaxVariables == 0 {
		cfg.MaxVariables = DefaultMaxVariables
	}
	graph := bitblast.NewGraph()
	b := &Backend{
		pool:    pool,
		lower:   newLowering(pool, cfg.Arrays),
		graph:   graph,
		blaster: bitblast.NewBlaster(pool, graph),
		lemmas:  lemmaTable{},
		vars:    map[term.T]int{},
		maxVars: cfg.MaxVariables,
	}
	if len(cfg.Names) > 0 {
		b.equal = &equalities{widths: cfg.Names, in: map[term.T][]term.T{}}
	}
	b.solver = sat.New()
	if cfg.Diverse {
		b.solver.Diversify()
	}
	if b.partial = cfg.Partial; b.partial {
		b.solver.Justify()
	}
	b.newInstance()
	return b
}

func (b *Backend) newInstance() {
	b.pop(0)
	b.solver = b.solver.Successor()
	b.cnf = bitblast.NewCNF(b.graph, b.solver)
	b.cone = bitblast.NewCone(b.cnf)
	if b.equal != nil {
		b.equal.known = map[[3]term.T]bool{}
	}
}

// Close releases nothing: the backend is garbage once it is unreachable.
func (b *Backend) Close() {}

// Stats returns the counters, summed over all instances.
func (b *Backend) Stats() backend.Stats {
	st, cur := b.stats, b.solver.Stats()
	st.Conflicts = b.retired.Conflicts + cur.Conflicts
	st.Propagations = b.retired.Propagations + cur.Propagations
	st.Decisions = b.retired.Decisions + cur.Decisions
	st.Gates = int64(b.graph.Len())
	st.Variables = int64(b.solver.NumVars())
	return st
}

// reset replaces the instance.
func (b *Backend) reset() {
	cur := b.solver.Stats()
	b.retired.Conflicts += cur.Conflicts
	b.retired.Propagations += cur.Propagations
	b.retired.Decisions += cur.Decisions
	b.stats.Resets++
	b.newInstance()
}

// Check decides whether the assumptions have a common model. All of them are
// assumed, but only the cone of the open ones is decided.
func (b *Backend) Check(ctx context.Context, q backend.Query, lim backend.Limits) backend.Result {
	b.stats.Queries++
	stop := stopFunc(ctx)
	if b.solver.NumVars() > b.maxVars || b.solver.Stats().Conflicts > maxConflicts {
		b.reset()
	}
	if res, done := b.load(q.Assumptions, stop); done {
		return res
	}
	if b.solver.Stats().Solves == 0 {
		// An instance that its first query fills would be reset at once again.
		b.maxVars = max(b.maxVars, 2*b.solver.NumVars())
	}
	if !b.wish(q.Wishes, stop) {
		return backend.Result{Reason: backend.ReasonCancelled}
	}
	budget := sat.Limits{Conflicts: lim.Conflicts, Propagations: lim.Propagations, Stop: stop}
	for {
		b.setCone(q.Open)
		before := b.solver.Stats()
		switch status, stopped := b.solve(budget, stop); status {
		case sat.Unknown:
			if stopped {
				return backend.Result{Reason: backend.ReasonCancelled}
			}
			return backend.Result{Reason: reason(b.solver.Cause())}
		case sat.Unsat:
			return backend.Result{Status: backend.Unsat, Core: b.core()}
		}
		open := b.openEntries(q.Open)
		m := b.scalarModel(open)
		if b.partial {
			b.settle(open, m)
		}
		first, violated := b.violations(open, m)
		if !violated {
			return backend.Result{Status: backend.Sat, Model: b.model(open, m)}
		}
		b.pop(first)
		if res, done := b.load(q.Assumptions, stop); done {
			return res
		}
		if !spend(&budget, before, b.solver.Stats()) {
			return backend.Result{Reason: backend.ReasonConflicts}
		}
	}
}

// solve asks the instance, in two steps where equalities may make the query hard. It
// tells if it was stopped between these, with a new instance.
func (b *Backend) solve(budget sat.Limits, stop func() bool) (status sat.Status, stopped bool) {
	names := b.compared()
	if names == nil || budget.Conflicts > 0 && budget.Conflicts <= easyConflicts {
		return b.solver.Solve(b.lits, budget), false
	}
	before, easy := b.solver.Stats(), budget
	easy.Conflicts = easyConflicts
	if status := b.solver.Solve(b.lits, easy); status != sat.Unknown || b.solver.Cause() != sat.ConflictLimit {
		return status, false
	}
	if !b.relate(names, stop) {
		return sat.Unknown, true
	}
	if !spend(&budget, before, b.solver.Stats()) {
		return sat.Unknown, false
	}
	return b.solver.Solve(b.lits, budget), false
}

// spend takes the work between two counter states from the budget and reports
// whether some is left.
func spend(budget *sat.Limits, before, after sat.Stats) bool {
	ok := true
	if budget.Conflicts > 0 {
		budget.Conflicts -= after.Conflicts - before.Conflicts
		ok = budget.Conflicts > 0
	}
	if budget.Propagations > 0 {
		budget.Propagations -= after.Propagations - before.Propagations
		ok = ok && budget.Propagations > 0
	}
	return ok
}

func stopFunc(ctx context.Context) func() bool {
	if ctx.Done() == nil {
		return nil
	}
	return func() bool { return ctx.Err() != nil }
}

func reason(c sat.Cause) string {
	switch c {
	case sat.ConflictLimit:
		return backend.ReasonConflicts
	case sat.PropagationLimit:
		return backend.ReasonPropagations
	}
	return backend.ReasonCancelled
}

// load makes the entries those of the given assumptions, keeping the common
// prefix. It answers at once if an assumption has no translation or is false.
func (b *Backend) load(assumptions []term.T, stop func() bool) (backend.Result, bool) {
	k := 0
	for k < len(assumptions) && k < len(b.entries) && b.entries[k].t == assumptions[k] {
		k++
	}
	b.pop(k)
	b.solver.Retain(b.lits)
	for _, t := range assumptions[k:] {
		lowered, why := b.lower.lower(t, stop)
		if why != "" {
			return backend.Result{Reason: why}, true
		}
		if _, ok := b.pool.VarsUntil(lowered, stop); !ok {
			return backend.Result{Reason: backend.ReasonCancelled}, true
		}
		wire, why := b.blast(lowered, stop)
		if why != "" {
			return backend.Result{Reason: why}, true
		}
		if wire == bitblast.False {
			return backend.Result{Status: backend.Unsat, Core: []term.T{t}}, true
		}
		if why := b.push(t, lowered, wire, stop); why != "" {
			return backend.Result{Reason: why}, true
		}
	}
	return backend.Result{}, false
}

// blast returns the wire of an array-free term, or the reason why it has none.
func (b *Backend) blast(t term.T, stop func() bool) (bitblast.Ref, string) {
	switch b.blaster.Blast(t, stop) {
	case bitblast.Stopped:
		return 0, backend.ReasonCancelled
	case bitblast.TooLarge:
		return 0, backend.ReasonMemory
	}
	return b.blaster.Wires(t)[0], ""
}

// push adds an assumption with its wire, and the known lemmas that relate its
// reads to earlier ones.
func (b *Backend) push(t, lowered term.T, wire bitblast.Ref, stop func() bool) string {
	e := entry{t: t, lowered: lowered, lits: len(b.lits), reads: len(b.reads)}
	k := len(b.entries)
	b.noteVars(&e, k, lowered)
	b.noteStores(&e, k)
	b.entries = append(b.entries, e)
	if !b.assume(wire, k, false, stop) {
		return backend.ReasonCancelled
	}
	for _, r := range b.reads[e.reads:] {
		for _, l := range b.lemmas[r.value] {
			at, present := b.vars[l.other]
			if !present || at == k && l.other > r.value { // the latter: seen from the other side
				continue
			}
			w, why := b.blast(l.lemma, stop)
			if why != "" {
				b.pop(k)
				return why
			}
			if !b.assume(w, k, true, stop) {
				return backend.ReasonCancelled
			}
		}
	}
	return ""
}

// assume adds a wire to the query on behalf of an entry; a wire that is always
// true adds nothing. It returns false, with a new instance, if it was stopped.
func (b *Backend) assume(w bitblast.Ref, entry int, lemma bool, stop func() bool) bool {
	if w == bitblast.True {
		return true
	}
	if !b.cnf.Encode(w, stop) {
		b.reset()
		return false
	}
	b.lits = append(b.lits, b.cnf.Lit(w))
	b.wires = append(b.wires, w)
	b.owner = append(b.owner, entry)
	b.lemma = append(b.lemma, lemma)
	return true
}

// wish tells the solver what models should satisfy. It returns false, with a new
// instance, if it was stopped.
func (b *Backend) wish(wishes []term.T, stop func() bool) bool {
	lits := b.wishes[:0]
	for _, t := range wishes {
		lowered, why := b.lower.lower(t, stop)
		if why != "" {
			continue
		}
		w, why := b.blast(lowered, stop)
		if why != "" || w == bitblast.True || w == bitblast.False {
			continue
		}
		if !b.cnf.Encode(w, stop) {
			b.reset()
			return false
		}
		lits = append(lits, b.cnf.Lit(w))
	}
	b.wishes = lits
	b.solver.Wish(lits)
	return true
}

// openEntries tells per entry whether it is open.
func (b *Backend) openEntries(open []int) []bool {
	is := make([]bool, len(b.entries))
	for i := range is {
		is[i] = open == nil
	}
	for _, k := range open {
		is[k] = true
	}
	return is
}

// setCone restricts decisions to the cone of the open entries.
func (b *Backend) setCone(open []int) {
	if open == nil {
		b.cone.Set(b.wires)
		return
	}
	var ws []bitblast.Ref
	i := 0
	for _, k := range open {
		for i < len(b.owner) && b.owner[i] < k {
			i++
		}
		for ; i < len(b.owner) && b.owner[i] == k; i++ {
			ws = append(ws, b.wires[i])
		}
	}
	b.cone.Set(ws)
}

// noteVars records the variables of a lowered assumption that no earlier one
// has, through the indices of reads as well.
func (b *Backend) noteVars(e *entry, k int, lowered term.T) {
	todo := []term.T{lowered}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, v := range b.pool.Vars(t) {
			if _, ok := b.vars[v]; ok {
				continue
			}
			b.vars[v] = k
			e.newVars = append(e.newVars, v)
			if r := b.lower.byValue[v]; r != nil {
				b.reads = append(b.reads, r)
				todo = append(todo, r.index)
			}
		}
	}
}

// pop removes the entries from k on.
func (b *Backend) pop(k int) {
	for len(b.entries) > k {
		e := &b.entries[len(b.entries)-1]
		for _, v := range e.newVars {
			delete(b.vars, v)
		}
		b.lits, b.wires = b.lits[:e.lits], b.wires[:e.lits]
		b.owner, b.lemma = b.owner[:e.lits], b.lemma[:e.lits]
		b.reads = b.reads[:e.reads]
		b.entries = b.entries[:len(b.entries)-1]
	}
}

// core returns the assumptions of the failed literals, in order.
func (b *Backend) core() []term.T {
	failed := map[sat.Lit]bool{}
	for _, l := range b.solver.Failed() {
		failed[l] = true
	}
	var core []term.T
	for i, l := range b.lits {
		if failed[l] && !b.lemma[i] {
			failed[l] = false // a literal shared by two assumptions counts once
			core = append(core, b.entries[b.owner[i]].t)
		}
	}
	return core
}

// scalarModel reads the values of all variables of the open lowered entries.
func (b *Backend) scalarModel(open []bool) *term.Model {
	m := term.NewModel()
	value := func(r bitblast.Ref) bool {
		switch {
		case !b.cnf.Has(r):
			return false
		case b.assigned(r) || !b.partial:
			return b.solver.Value(b.cnf.Lit(r))
		}
		return b.solver.Phase(b.cnf.Lit(r))
	}
	for i := range b.entries {
		if !open[i] {
			continue
		}
		for _, v := range b.entries[i].newVars {
			wires := b.blaster.Wires(v)
			switch {
			case wires == nil: // not below any gate, so any value will do
				m.Set(v, 0)
			case len(wires) <= 64:
				m.Set(v, bitblast.Value64(wires, value))
			default:
				m.SetBig(v, bitblast.ValueBig(wires, value))
			}
		}
	}
	return m
}

// model turns a consistent scalar model into one of the original assumptions:
// read variables become elements of their arrays.
func (b *Backend) model(open []bool, scalar *term.Model) *term.Model {
	if len(b.reads) == 0 {
		return scalar
	}
	m := term.NewModel()
	ev := term.NewEvaluator(b.pool, scalar)
	elements := map[term.T]map[uint64]uint64{}
	var arrays []term.T
	for i := range b.entries {
		if !open[i] {
			continue
		}
		for _, v := range b.entries[i].newVars {
			r := b.lower.byValue[v]
			if r != nil && r.head != nil {
				continue
			}
			if r == nil {
				x, _ := scalar.GetBig(v)
				m.SetBig(v, x)
				continue
			}
			if elements[r.array] == nil {
				elements[r.array] = map[uint64]uint64{}
				arrays = append(arrays, r.array)
			}
			elements[r.array][ev.BV(r.index)] = ev.BV(r.value)
		}
	}
	for _, a := range arrays {
		m.SetArray(a, elements[a], 0)
	}
	return m
}
