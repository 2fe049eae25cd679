package system

import (
	"cmp"
	"maps"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/sums"
	"github.com/assay-dev/assay/engine/term"
)

// What an address is an offset into decides what an access through it can touch: a field, not
// what lies beside it. So for each variable of a cutpoint that is an address the construction
// knows which offsets it can have in each of its objects, as a stride, next to the points-to
// sets and like these: they grow until what arrives is among them.
//
//	for (link = &head; *link; link = &(*link)->next) ;   // head + 0, or a node + 8
//	*link = node;                                        // not over a node's number

// addressKey names the variables of a cutpoint that an address consists of.
type addressKey struct{ id, off term.T }

// addressOrigin is how an address was made: one of two, or one moved by so many bytes. Its terms
// do not tell, as they are simplified each for itself.
type addressOrigin struct {
	one, other addressKey
	by         term.T
}

// made notes how an address was made, of older ones: it is one of two, or one moved by so many
// bytes.
func (b *objects) made(v, one, other Value, by term.T) Value {
	if v.ID == term.None {
		return v
	}
	at, o := addressKey{v.ID, v.Term}, addressOrigin{b.key(one), b.key(other), by}
	if _, known := b.origins[at]; !known && o.one.before(at) && (by != term.None || o.other.before(at)) {
		b.origins[at] = o
	}
	return v
}

// before tells that the terms of an address are older than those of another one: how it was made
// leads to ever older ones.
func (k addressKey) before(at addressKey) bool {
	return cmp.Or(cmp.Compare(max(k.id, k.off), max(at.id, at.off)), cmp.Compare(min(k.id, k.off), min(at.id, at.off))) < 0
}

// narrowed notes that an address in one object is what another one is where that names it.
func (b *objects) narrowed(wide, v Value) Value {
	if at := b.key(v); v.Term == wide.Term && v.ID != wide.ID && b.Pool.IsConst(at.id) && !b.Pool.IsConst(at.off) && len(b.wide[at]) < budget.WideAddresses.N {
		if from := b.key(wide); !slices.Contains(b.wide[at], from) {
			b.wide[at] = append(b.wide[at], from)
		}
	}
	return v
}

// key names an address.
func (b *terms) key(v Value) addressKey { return addressKey{b.idOf(v), v.Term} }

// callPlace is where a procedure is called.
type callPlace struct{ place, instr int32 }

// moving is a stride that grows, and how often it has.
type moving struct {
	sums.Stride
	times int
}

// grow joins a set to it. It reports whether that changed it.
func (m *moving) grow(s sums.Stride) bool {
	if m.Includes(s) {
		return false
	}
	if m.times++; m.times > budget.Strides.N {
		m.Stride = m.Widen(s)
	} else {
		m.Stride = m.Join(s)
	}
	return true
}

// offsetsIn is all that the offset of an address can be here where it is one in an object.
func (x *run) offsetsIn(v Value, k int) sums.Stride {
	return x.Sys.strider(x.s.Guard).in(x.Sys.idOf(v), v.Term, k)
}

// strider finds what addresses and numbers can be where a guard holds.
func (b *objects) strider(guard term.T) *strider {
	return &strider{objects: b, guard: guard, numbers: b.NumbersUnder(b.boundsUnder(guard), budget.StrideWork.N), known: map[addressIn]sums.Stride{}}
}

// boundsUnder are the numbers that the conditions of a guard compare with constants.
func (b *terms) boundsUnder(guard term.T) map[term.T]sums.Stride {
	bounds, ok := b.bounds[guard]
	if !ok {
		if len(b.bounds) >= budget.Guards.N {
			clear(b.bounds)
		}
		bounds = b.Bounds(maps.Keys(b.conditions(guard)))
		b.bounds[guard] = bounds
	}
	return bounds
}

// strider follows how an address was made, for so many steps, where a guard sets bounds to
// numbers.
type strider struct {
	*objects
	numbers *sums.Numbers
	guard   term.T
	narrow  addressKey // that is being found out by others
	known   map[addressIn]sums.Stride
}

type addressIn struct {
	addressKey
	k int
}

// in is the offsets of (id, off) in object k.
func (w *strider) in(id, off term.T, k int) sums.Stride {
	p := w.Pool
	if !slices.Contains(w.IDs(id), k) {
		return sums.Stride{}
	}
	if c, ok := p.Const(off); ok {
		return sums.Number(op.Signed(w.PtrBits, c))
	}
	if known, ok := w.Offsets[addressKey{id, off}]; ok {
		return known[k].Stride
	}
	at := addressIn{addressKey{id, off}, k}
	s, ok := w.known[at]
	if !ok {
		s = sums.All()
		if w.numbers.Step() {
			s = w.made(id, off, k)
		}
		w.known[at] = s // an array of many stores is looked at for each of them
	}
	return s
}

// made is in for an address that is made of others.
func (w *strider) made(id, off term.T, k int) sums.Stride {
	p := w.Pool
	if made, ok := w.origins[addressKey{id, off}]; ok {
		return w.ofOrigin(made, k)
	}
	if s, ok := w.ofWide(addressKey{id, off}, k); ok {
		return s
	}
	i, o := p.Op(id), p.Op(off)
	if o == term.OpAdd {
		if s := w.inSum(id, off, k); s != sums.All() {
			return s
		}
	}
	switch {
	case o == i && w.alike(id, off):
		return w.parts(id, off, k, true, true)
	case i == term.OpStore && p.IsArray(off): // what off has at the same place may have been stored earlier
		return w.in(p.Arg(id, 0), off, k).Join(w.in(p.Arg(id, 2), p.Select(off, p.Arg(id, 1)), k))
	case o == term.OpStore && p.IsArray(id):
		return w.in(id, p.Arg(off, 0), k).Join(w.in(p.Select(id, p.Arg(off, 1)), p.Arg(off, 2), k))
	case i == term.OpIte || i == term.OpStore:
		return w.parts(id, off, k, true, false)
	case o == term.OpIte || o == term.OpStore:
		return w.parts(id, off, k, false, true)
	case o == term.OpConstArray:
		return w.in(id, p.Arg(off, 0), k)
	case o == term.OpAdd: // as a sum it can be any
		return sums.All()
	}
	return w.inSum(id, off, k)
}

// inSum is in for an offset that is a sum: of that of an older address and numbers.
func (w *strider) inSum(id, off term.T, k int) sums.Stride {
	return w.StrideOf(off, func(part term.T, alone bool) sums.Stride {
		if alone && part != off {
			return w.in(id, part, k)
		}
		return w.numbers.Of(part)
	})
}

// ofWide is what is known of an address that is in one object by another one that is the same
// where the guard has it in that.
func (w *strider) ofWide(at addressKey, k int) (sums.Stride, bool) {
	if w.narrow == at { // it came from there
		return sums.Stride{}, false
	}
	defer func(from addressKey) { w.narrow = from }(w.narrow)
	w.narrow = at
	for _, wide := range w.wide[at] {
		if w.decides(w.guard, w.isObject(wide.id, k)) {
			if s := w.in(wide.id, wide.off, k); s != sums.All() {
				return s, true
			}
		}
	}
	return sums.Stride{}, false
}

// ofOrigin is the offsets in object k of an address that was made of others.
func (w *strider) ofOrigin(o addressOrigin, k int) sums.Stride {
	one := w.in(o.one.id, o.one.off, k)
	if o.by != term.None {
		return one.Plus(w.numbers.Of(o.by))
	}
	return one.Join(w.in(o.other.id, o.other.off, k))
}

// alike tells that both parts of an address are chosen, read or written at once.
func (w *strider) alike(id, off term.T) bool {
	p := w.Pool
	switch p.Op(off) {
	case term.OpIte:
		return p.Arg(id, 0) == p.Arg(off, 0)
	case term.OpSelect, term.OpStore:
		return p.Arg(id, 1) == p.Arg(off, 1)
	}
	return false
}

// parts joins what an address can be that is one of two, or read from an array: of its object
// number, of its offset, or of both at once.
func (w *strider) parts(id, off term.T, k int, ofID, ofOff bool) (s sums.Stride) {
	p := w.Pool
	at := off
	if ofID {
		at = id
	}
	arg := func(t term.T, is bool, i int) term.T {
		if is {
			return p.Arg(t, i)
		}
		return t
	}
	for _, i := range w.possible(at) {
		s = s.Join(w.chosen(at, i, arg(id, ofID, i), arg(off, ofOff, i), k))
	}
	return s
}

// chosen is in for argument i of a term, whose condition may tell what the guard does not.
func (w *strider) chosen(t term.T, i int, id, off term.T, k int) sums.Stride {
	s, p := w.in(id, off, k), w.Pool
	if s != sums.All() || p.Op(t) != term.OpIte {
		return s
	}
	by := strider{objects: w.objects, numbers: w.numbers, guard: p.Arg(t, 0), narrow: w.narrow, known: map[addressIn]sums.Stride{}}
	if i == 2 {
		by.guard = p.Not(by.guard)
	}
	if s, ok := by.ofWide(addressKey{id, off}, k); ok {
		return s
	}
	return s
}

// possible are the arguments of a term that it can be where the guard holds.
func (w *strider) possible(t term.T) []int {
	if i := w.taken(w.guard, t); i != 0 {
		return []int{i}
	}
	return sums.Chosen(w.Pool.Op(t))
}

// arrives is the address that is in two slots of a cutpoint: a number, and an object number.
type arrives struct{ number, object int }

// addresses lists the slots of a cutpoint that hold addresses.
func (c *Cutpoint) addresses() (all []arrives) {
	for i, s := range c.Slots {
		k := s.Key
		k.Part = PartNumber
		if n, ok := c.SlotAt(k); s.Key.Part == PartObject && ok {
			all = append(all, arrives{n, i})
		}
	}
	return all
}

// reachable is what an address can be, by object.
type reachable struct {
	address addressKey
	in      map[int]sums.Stride
}

// reachableBy is what an address that arrives can be, as far as is known now: by a guard, which
// tells in what an address is. What guards say of numbers is left to the accesses: in certificates
// they say less.
func (b *System) reachableBy(id, off, guard term.T) reachable {
	r := reachable{addressKey{id, off}, map[int]sums.Stride{}}
	for _, k := range b.IDs(id) {
		if k >= IDFirst {
			w := b.strider(term.True)
			w.guard = guard
			r.in[k] = w.in(id, off, k)
		}
	}
	return r
}

// offsetsAt is what stands at a cutpoint for the addresses for which something else arrives.
func (b *System) offsetsAt(c *Cutpoint, a *arrival) map[arrives]reachable {
	stand := map[arrives]reachable{}
	for _, at := range c.addresses() {
		id, off := c.Rep[at.object], c.Rep[at.number]
		if off != term.None && id != term.None && (off != a.vals[at.number] || id != a.vals[at.object]) {
			stand[at] = b.reachableBy(id, off, term.True)
		}
	}
	return stand
}

// growOffsets widens what is known of the offsets at a cutpoint by those that arrive, and by
// what stood for a slot before; nothing is known any more of variables that are no address
// now. It reports whether that changed anything.
func (b *System) growOffsets(c *Cutpoint, a *arrival, stood map[arrives]reachable) (changed bool) {
	all := map[addressKey]bool{}
	for _, at := range c.addresses() {
		now := addressKey{c.Rep[at.object], c.Rep[at.number]}
		if all[now] = true; b.Fixed(now.off) {
			continue
		}
		if a.vals[at.object] != term.None && a.vals[at.number] != term.None {
			changed = b.growAddress(now, b.reachableBy(a.vals[at.object], a.vals[at.number], a.at)) || changed
		}
		if was, ok := stood[at]; ok && was.address != now {
			changed = b.growAddress(now, was) || changed
		}
	}
	for _, was := range stood {
		if !all[was.address] {
			delete(b.Offsets, was.address)
		}
	}
	return changed
}

// growAddress has an address of variables be what another can be, too.
func (b *System) growAddress(at addressKey, r reachable) (changed bool) {
	if b.Offsets[at] == nil {
		b.Offsets[at] = map[int]moving{}
	}
	for k, s := range r.in {
		known := b.Offsets[at][k]
		changed = known.grow(s) || changed
		b.Offsets[at][k] = known
	}
	return changed
}

// returnOffsets has the variables behind a call, which has a place, be offsets as those at the
// return are, and no others.
func (b *System) returnOffsets(k *SummaryCall, place callPlace) {
	for _, was := range b.returned[place] {
		if !b.arrived[was] {
			delete(b.Offsets, was)
		}
	}
	b.returned[place] = nil
	now := func(t term.T) term.T {
		if v, ok := k.Values[t]; ok {
			return v
		}
		return t
	}
	exit := k.Summary.Exit
	for _, at := range exit.addresses() {
		from := addressKey{exit.Rep[at.object], exit.Rep[at.number]}
		if known, ok := b.Offsets[from]; ok && now(from.off) != from.off && b.Pool.NumArgs(now(from.off)) == 0 {
			at := addressKey{now(from.id), now(from.off)}
			if !b.arrived[at] {
				b.Offsets[at] = known
			}
			b.returned[place] = append(b.returned[place], at)
		}
	}
}

// offsetsWithin looks once more at an edge: what does not arrive among the offsets that the
// cutpoint expects is a claim of its own in certificates. Before, it is one of them from now on,
// and what begins there is made again: with what was found at other cutpoints in between, an
// address can turn out to be at more places.
func (b *System) offsetsWithin(o *Edge, a *arrival) {
	for _, at := range o.To.addresses() {
		id, off := a.vals[at.object], a.vals[at.number]
		if id == term.None || off == term.None || b.Fixed(o.To.Rep[at.number]) {
			continue
		}
		here, arrives := addressKey{o.To.Rep[at.object], o.To.Rep[at.number]}, b.reachableBy(id, off, a.at)
		if !b.Certifying {
			if b.growAddress(here, arrives) {
				b.arrived[here] = true
				b.todo.add(o.To)
			}
			continue
		}
		for _, k := range slices.Sorted(maps.Keys(arrives.in)) {
			if m := b.Offsets[here][k]; !m.Includes(arrives.in[k]) {
				o.Implicit = append(o.Implicit, b.within(k, b.AnyPart(id), b.AnyPart(off), m.Stride))
			}
		}
	}
}

// within: the offset of an address is in a stride where it is in object k.
func (b *objects) within(k int, id, off term.T, s sums.Stride) term.T {
	p := b.Pool
	within := p.Bool(!s.None())
	if s.Step > 1 {
		first := modulo(s.First, uint64(s.Step)) // whichever number came first: the same remainder elsewhere
		within = p.Eq(p.SRem(p.Sub(off, b.Size(first)), b.Size(uint64(s.Step))), b.Size(0))
	}
	within = p.AndN(within, p.Not(p.SLt(off, b.Size(uint64(s.Lo)))), p.Not(p.SLt(b.Size(uint64(s.Hi)), off)))
	return p.Or(p.Not(p.Eq(id, b.IDConst(k))), within)
}

// Offsets says at which offsets of an object the address in a slot of a cutpoint is.
type Offsets struct {
	Slot   int // of the object number
	Object int
	In     sums.Stride
	Holds  term.T // that it is so; of an arbitrary block, where the slot is of a site
}

// OffsetsAt lists what is known of the offsets of the addresses at a cutpoint.
func (b *System) OffsetsAt(c *Cutpoint) (all []Offsets) {
	seen := map[addressKey]bool{}
	for _, at := range c.addresses() {
		key := addressKey{c.Rep[at.object], c.Rep[at.number]}
		if key.id == term.None || key.off == term.None || b.Fixed(key.off) || seen[key] {
			continue
		}
		seen[key] = true
		known := b.Offsets[key]
		for _, k := range slices.Sorted(maps.Keys(known)) {
			if s := known[k].Stride; !s.None() && s != sums.All() {
				all = append(all, Offsets{at.object, k, s, b.within(k, b.AnyPart(key.id), b.AnyPart(key.off), s)})
			}
		}
	}
	return all
}
