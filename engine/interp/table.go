package interp

import (
	bytes "encoding/binary"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// Table keeps interpolants by program point and call stack. Entries that fix
// the values of places are found by these values, so that thousands of entries
// at one point cost a look-up each set of places.
type Table struct {
	engine *Engine
	points map[string]*shelf
	order  []*shelf // in the order they came
	held   int      // entries
}

// shelf holds the entries of one point.
type shelf struct {
	groups []*group
	// alike are the same entries by the values that the states they were made in
	// have at all places that they mention: what comes back with these values is
	// found at once, however many entries fix as little.
	alike []*group
	locs  []spot // that groups fix, each once
	index map[spot]int
}

// spot is a location that all states have in common: of a register, in a fixed
// object, or, if led, in the object that the address at a register leads to.
type spot struct {
	pred.Loc // if led, of no object
	via      pred.Place
	led      bool
}

// group holds the entries that fix the values of the same places.
type group struct {
	places      []int               // in the shelf's locs
	by          map[uint64][]*Entry // by the values' hash
	asked, hits int64
}

// tries is how many entries with the right values are tried, the newest first:
// few where that has rarely helped.
func (g *group) tries() int {
	switch {
	case g.asked > 256 && g.hits == 0:
		return 1
	case g.asked > 32 && g.hits*16 < g.asked:
		return 3
	}
	return budget.TableTried.N
}

// Entry is an interpolant: no open target is reached from a state that
// satisfies Psi, matched one to one with its objects.
type Entry struct {
	Psi *pred.Psi
	// conjuncts are Psi's, that which refused the last state first: it is
	// likely to refuse the next one.
	conjuncts []term.T
	objects   map[memory.ObjID]attributes
	// Bounded: the proof met bounds, and holds for states that have no more
	// turns and input left than the one it was made in.
	Bounded bool
	limits  limits
	Hits    int64
	ID      int64
}

// attributes of an object that a match preserves.
type attributes struct {
	dead, constant bool
	unsure         bool // unknown code may have freed it
	origin         memory.Origin
	site           ir.Point // of stack objects
	owner          int
	fn             ir.FuncID // of code
	size           uint64    // if it is known
	anySize        bool
}

// NewTable makes an empty table.
func NewTable(e *Engine) *Table { return &Table{engine: e, points: map[string]*shelf{}} }

// key names a program point with its call stack, and what a state remembers of unknown
// code.
func key(s *exec.State) string {
	b := make([]byte, 0, 8*(s.Depth()+1)+4)
	b = bytes.LittleEndian.AppendUint32(b, s.Strangers())
	for i, pt := range points(s) {
		b = bytes.LittleEndian.AppendUint32(b, uint32(pt.Block))
		b = bytes.LittleEndian.AppendUint32(b, uint32(pt.Instr))
		_ = i
	}
	return string(b)
}

// Store keeps the interpolant of a node whose state is base, and returns the
// entry's number.
func (t *Table) Store(base *exec.State, psi *pred.Psi, bounded bool) int64 {
	e := &Entry{Psi: psi, conjuncts: psi.Conjuncts(), Bounded: bounded, objects: t.engine.attributes(base, psi), ID: t.engine.Stats.Entries}
	if bounded {
		e.limits = limitsOf(base)
	}
	k := key(base)
	sh := t.points[k]
	if sh == nil {
		sh = &shelf{index: map[spot]int{}}
		t.points[k] = sh
		t.order = append(t.order, sh)
	}
	var places []int
	hash := uint64(0)
	leads := leadsOf(psi)
	psi.Values(func(l pred.Loc, x uint64) {
		if at, ok := t.spot(l, leads); ok {
			places = append(places, sh.place(at))
			hash = mix(hash, x)
		}
	})
	g := groupOf(&sh.groups, places)
	g.by[hash] = append(g.by[hash], e)
	t.storeAlike(sh, e, base, leads)
	if t.held++; t.held > t.engine.Config.MaxEntries {
		t.evict()
	}
	t.engine.Stats.Entries++
	t.engine.Stats.Largest = max(t.engine.Stats.Largest, int64(psi.Size()))
	return e.ID
}

// leadsOf are registers that hold addresses, by object.
func leadsOf(psi *pred.Psi) map[memory.ObjID]pred.Place {
	leads := map[memory.ObjID]pred.Place{}
	psi.Holders(func(p pred.Place, o memory.ObjID) {
		if _, known := leads[o]; !known && p.Obj == 0 {
			leads[o] = p
		}
	})
	return leads
}

// spot is where all states have a location; ok is false if that is not known.
func (t *Table) spot(l pred.Loc, leads map[memory.ObjID]pred.Place) (at spot, ok bool) {
	at = spot{Loc: l}
	if l.Role != pred.Number && l.Obj == 0 {
		return at, false
	}
	if l.Obj != 0 && !t.fixed(l.Obj) {
		if at.via, at.led = leads[l.Obj]; !at.led {
			return at, false
		}
		at.Obj = 0
	}
	return at, true
}

// storeAlike enters an entry by the values that its state has at all spots that
// it mentions.
func (t *Table) storeAlike(sh *shelf, e *Entry, base *exec.State, leads map[memory.ObjID]pred.Place) {
	var places []int
	e.Psi.Variables(func(_ term.T, l pred.Loc) {
		if at, ok := t.spot(l, leads); ok {
			places = append(places, sh.place(at))
		}
	})
	slices.Sort(places)
	hash, ok := t.values(base, sh).hash(places)
	if !ok || len(places) == 0 {
		return
	}
	if g := groupOf(&sh.alike, places); len(sh.alike) <= budget.TablePlaces.N {
		g.by[hash] = append(g.by[hash], e)
	} else {
		sh.alike = sh.alike[:budget.TablePlaces.N]
	}
}

func (t *Table) fixed(o memory.ObjID) bool {
	_, ok := t.engine.Machine.Fixed(o)
	return ok
}

// place is the number of a location among those of a shelf.
func (sh *shelf) place(l spot) int {
	i, ok := sh.index[l]
	if !ok {
		i = len(sh.locs)
		sh.index[l] = i
		sh.locs = append(sh.locs, l)
	}
	return i
}

// groupOf is the group for some places, made if there is none.
func groupOf(groups *[]*group, places []int) *group {
	for _, g := range *groups {
		if slices.Equal(g.places, places) {
			return g
		}
	}
	g := &group{places: places, by: map[uint64][]*Entry{}}
	*groups = append(*groups, g)
	return g
}

// mix adds a value to a hash. Values with the same hash are told apart where
// entries are compared with a state.
func mix(hash, x uint64) uint64 {
	hash = (hash ^ x) * 0x9e3779b97f4a7c15
	return hash ^ hash>>29
}

// Find looks for an entry that a state satisfies, and returns its predicate in
// terms of the state's objects.
func (t *Table) Find(s *exec.State) (*Entry, *pred.Psi) {
	st := &t.engine.Stats
	st.Asked++
	sh := t.points[key(s)]
	if sh == nil {
		return nil, nil
	}
	values := t.values(s, sh)
	for _, groups := range [][]*group{sh.alike, sh.groups} {
		for _, g := range groups {
			if e, psi := t.among(g, values); e != nil {
				st.Hits++
				return e, psi
			}
		}
	}
	return nil, nil
}

// among looks for an entry of a group that a state with some values satisfies.
func (t *Table) among(g *group, v *values) (*Entry, *pred.Psi) {
	hash, ok := v.hash(g.places)
	if !ok {
		return nil, nil
	}
	list := g.by[hash]
	g.asked++
	for i := len(list) - 1; i >= 0 && i >= len(list)-g.tries(); i-- {
		if psi := t.engine.subsumes(list[i], v.state); psi != nil {
			g.hits++
			list[i].Hits++
			return list[i], psi
		}
	}
	return nil, nil
}

// values are those that a state has at the locations of a shelf, as far as they
// were asked for.
type values struct {
	engine *Engine
	state  *exec.State
	locs   []spot
	known  []knowledge
	x      []uint64
}

type knowledge uint8

const (
	notAsked knowledge = iota
	oneValue
	noValue
)

func (t *Table) values(s *exec.State, sh *shelf) *values {
	return &values{t.engine, s, sh.locs, make([]knowledge, len(sh.locs)), make([]uint64, len(sh.locs))}
}

// at is the value at a spot, if it is known.
func (v *values) at(sp spot) (uint64, bool) {
	l := sp.Loc
	if sp.led {
		o, ok := v.engine.holder(v.state, sp.via, identity)
		if !ok || o == 0 {
			return 0, false
		}
		l.Obj = o
	}
	x, ok := v.engine.term(v.state, l, identity)
	if !ok {
		return 0, false
	}
	return v.engine.pool.Const(x)
}

// hash is that of the values at some places, if all are known.
func (v *values) hash(places []int) (uint64, bool) {
	hash := uint64(0)
	for _, i := range places {
		if v.known[i] == notAsked {
			v.known[i] = noValue
			if c, ok := v.at(v.locs[i]); ok {
				v.known[i], v.x[i] = oneValue, c
			}
		}
		if v.known[i] == noValue {
			return 0, false
		}
		hash = mix(hash, v.x[i])
	}
	return hash, true
}

// evict drops the entries that pruned nothing since the last time, but for the
// newest, and halves what the others have to their credit. It loses speed, no
// proof: what an entry pruned before stays pruned, and certificates hold
// predicates of their own.
func (t *Table) evict() {
	t.held = 0
	young := t.engine.Stats.Entries - int64(t.engine.Config.MaxEntries)/2
	old := func(e *Entry) bool { return e.Hits == 0 && e.ID < young }
	for _, sh := range t.order {
		for _, g := range sh.alike {
			g.drop(old)
		}
		for _, g := range sh.groups {
			g.drop(old)
			for _, list := range g.by {
				for _, e := range list {
					e.Hits /= 2
				}
				t.held += len(list)
			}
		}
	}
	t.engine.Stats.Evictions++
}

// drop takes entries out of a group.
func (g *group) drop(old func(*Entry) bool) {
	for vals, list := range g.by {
		if g.by[vals] = slices.DeleteFunc(list, old); len(g.by[vals]) == 0 {
			delete(g.by, vals)
		}
	}
}

// attributes lists the objects of a predicate with what a match preserves.
func (e *Engine) attributes(s *exec.State, psi *pred.Psi) map[memory.ObjID]attributes {
	objs := map[memory.ObjID]attributes{}
	add := func(o memory.ObjID) {
		if o != 0 {
			objs[o] = attributesOf(s, o)
		}
	}
	psi.Variables(func(_ term.T, l pred.Loc) { add(l.Obj) })
	psi.Holders(func(p pred.Place, o memory.ObjID) {
		add(p.Obj)
		add(o)
	})
	return objs
}

func attributesOf(s *exec.State, id memory.ObjID) attributes {
	o := s.Mem.Get(id)
	a := attributes{dead: o.Dead, unsure: o.FreedIf != term.None, constant: o.Const, origin: o.Origin, owner: -1, anySize: o.SizeT != term.None}
	if !a.anySize {
		a.size = o.Size
	}
	if o.Origin == memory.Stack {
		a.site, a.owner = o.Site, s.Owner(id)
	}
	if o.Origin == memory.Code {
		a.fn = o.Func
	}
	return a
}

// subsumes tells whether a state satisfies an entry: its objects match, and the
// path condition implies the instance of the predicate. The result is the
// predicate over the state's own objects, nil if it does not.
func (e *Engine) subsumes(en *Entry, s *exec.State) *pred.Psi {
	if en.Bounded && !limitsOf(s).within(en.limits) {
		return nil
	}
	e.spent += int64(budget.TermCost.N)
	m, ok := e.match(en, s)
	if !ok {
		e.Stats.ByMatch++
		return nil
	}
	var open []term.T
	for i, c := range en.conjuncts {
		e.spent += int64(budget.TermCost.N)
		t, ok := e.instance(s, c, m)
		if !ok || t == term.False {
			e.Stats.ByMatch++
			copy(en.conjuncts[1:i+1], en.conjuncts[:i])
			en.conjuncts[0] = c
			return nil
		}
		if t == term.True {
			continue
		}
		if s.Model != nil && !e.Machine.Evaluate(s.Model, t) {
			e.Stats.ByModel++
			return nil
		}
		open = append(open, t)
	}
	if len(open) == 0 {
		e.Stats.ByRewriting++
		return e.renamed(en.Psi, m)
	}
	e.Stats.BySolver++
	if !e.entails(s, e.pool.AndN(open...)) {
		return nil
	}
	return e.renamed(en.Psi, m)
}

// match follows the entry's holders from registers and fixed objects.
func (e *Engine) match(en *Entry, s *exec.State) (*match, bool) {
	m := &match{map[memory.ObjID]memory.ObjID{}, map[memory.ObjID]memory.ObjID{}}
	type holder struct {
		place pred.Place
		obj   memory.ObjID
	}
	var todo []holder
	en.Psi.Holders(func(p pred.Place, o memory.ObjID) { todo = append(todo, holder{p, o}) })
	for len(todo) > 0 {
		var later []holder
		for _, h := range todo {
			if _, ok := e.object(m, h.place.Obj); !ok {
				later = append(later, h)
				continue
			}
			x, ok := e.holder(s, h.place, m)
			if !ok || !e.bind(m, h.obj, x) {
				return nil, false
			}
		}
		if len(later) == len(todo) {
			return nil, false
		}
		todo = later
	}
	for o, a := range en.objects {
		x, ok := e.object(m, o)
		if !ok || attributesOf(s, x) != a {
			return nil, false
		}
	}
	return m, true
}

// renamed is a predicate over the objects that a match leads to.
func (e *Engine) renamed(psi *pred.Psi, m *match) *pred.Psi {
	out := pred.New(e.voc)
	to := func(p pred.Place) pred.Place {
		if p.Obj != 0 {
			p.Obj, _ = e.object(m, p.Obj)
		}
		return p
	}
	psi.Holders(func(p pred.Place, o memory.ObjID) {
		x, _ := e.object(m, o)
		out.Hold(to(p), x)
	})
	vars := map[term.T]term.T{}
	psi.Variables(func(v term.T, l pred.Loc) {
		l.Place = to(l.Place)
		vars[v] = e.voc.Variable(l)
	})
	for _, c := range psi.Conjuncts() {
		out.Add(e.pool.Substitute(c, vars))
	}
	return out
}

// limits is how much of the bounds a state has used up.
type limits struct {
	turns map[loop]exec.Turn
	stdin int
}

// loop is a loop of an activation.
type loop struct {
	depth int
	head  int32
}

func limitsOf(s *exec.State) limits {
	l := limits{map[loop]exec.Turn{}, s.StdinLength()}
	s.Turns(func(depth int, t exec.Turn) { l.turns[loop{depth, t.Head}] = t })
	return l
}

// within tells that a state with limits l has no more left than one with k.
func (l limits) within(k limits) bool {
	if l.stdin < k.stdin {
		return false
	}
	for x, t := range k.turns {
		if have := l.turns[x]; have.N < t.N || have.N == t.N && t.Forked && !have.Forked {
			return false
		}
	}
	return true
}
