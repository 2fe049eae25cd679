package term

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/bits"
	"unsafe"
)

// T is a handle of a term inside one Pool. Equal handles of one pool mean equal
// terms; handles of different pools must not be mixed (see Import).
type T uint32

// The handles that are the same in every pool.
const (
	None  T = 0 // no term
	False T = 1
	True  T = 2
)

// MaxWidth is the widest bit-vector a pool can hold, in bits.
const MaxWidth = 1 << 16

// MaxIndexWidth is the widest array index, in bits.
const MaxIndexWidth = 64

// Pool owns the terms of one search: an arena that only grows and is dropped as
// a whole. A Pool is not safe for concurrent use.
type Pool struct {
	nodes []node
	fact  []uint32 // per term: index into facts, 0 = nothing known beyond the width
	facts []facts
	slots []slot // open-addressing hash table over nodes, linear probing
	used  int    // occupied slots

	wide      []*big.Int // constants wider than 64 bits, unsigned representation
	wideIndex map[string]uint32
	names     []string
	tables    []table
	tabIndex  map[string]uint32
	extra     int // bytes held by names, wide constants and tables

	support support // memoised variable sets
	depth   int     // nesting of rewrites that are under way
	cache   *[rewriteCacheSize]rewriteEntry

	substituter *Substituter // of Substitute; nil before the first

	// rewritten, when set, sees every rewrite that fires. Tests use it to check
	// each application of each rule.
	rewritten func(r *Rule, n node, result T)
}

// slot is one entry of the hash table; t = None marks it free.
type slot struct {
	hash uint32
	t    T
}

// table is the content of an OpTable and the extremes of its values.
type table struct {
	values   []uint64
	min, max uint64
}

// NewPool returns a pool that holds only False and True.
func NewPool() *Pool {
	p := &Pool{
		nodes:     make([]node, 1, 64),
		fact:      make([]uint32, 1, 64),
		facts:     make([]facts, 1),
		slots:     make([]slot, 256),
		wideIndex: map[string]uint32{},
		tabIndex:  map[string]uint32{},
	}
	p.insert(node{hdr: header(OpConst, 0, 0), b: 0}, facts{}, false)
	p.insert(node{hdr: header(OpConst, 0, 0), b: 1}, facts{}, false)
	return p
}

// Len returns the number of terms in the pool, False and True included.
func (p *Pool) Len() int { return len(p.nodes) - 1 }

// Bytes returns approximately how much memory the pool holds.
func (p *Pool) Bytes() int {
	return cap(p.nodes)*int(unsafe.Sizeof(node{})) +
		cap(p.fact)*4 +
		cap(p.facts)*int(unsafe.Sizeof(facts{})) +
		cap(p.slots)*int(unsafe.Sizeof(slot{})) +
		p.extra + p.support.bytes()
}

// Width returns the width of t in bits: 0 for Bool, the element's width for
// arrays.
func (p *Pool) Width(t T) int { return p.nodes[t].width() }

// IsArray reports whether t is an array.
func (p *Pool) IsArray(t T) bool { return p.nodes[t].index() != 0 }

// IndexWidth returns the width of an array's index in bits, 0 if t is no array.
func (p *Pool) IndexWidth(t T) int { return p.nodes[t].index() }

// Op returns the operator at the root of t.
func (p *Pool) Op(t T) Op { return p.nodes[t].op() }

// NumArgs returns the number of arguments of t.
func (p *Pool) NumArgs(t T) int { return p.nodes[t].op().NumArgs() }

// Arg returns the i-th argument of t, 0 ≤ i < NumArgs(t).
func (p *Pool) Arg(t T, i int) T { return p.nodes[t].arg(i) }

// Args returns the arguments of t in a new slice. Arg avoids the allocation.
func (p *Pool) Args(t T) []T {
	n := p.nodes[t]
	args := make([]T, n.op().NumArgs())
	for i := range args {
		args[i] = n.arg(i)
	}
	return args
}

// ExtractLo returns the lowest bit an OpExtract takes.
func (p *Pool) ExtractLo(t T) int { return int(p.nodes[t].b) }

// Name returns the name given to a variable; it is for people and need not be
// unique. It is empty for other terms.
func (p *Pool) Name(v T) string {
	if n := p.nodes[v]; n.op() == OpVar || n.op() == OpArrayVar {
		return p.names[n.b]
	}
	return ""
}

// TableValues returns the content of an OpTable. The caller must not change it.
func (p *Pool) TableValues(t T) []uint64 { return p.tables[p.nodes[t].b].values }

// IsConst reports whether t is a Bool or bit-vector constant.
func (p *Pool) IsConst(t T) bool { return p.nodes[t].op() == OpConst }

// Const returns the value of a constant of at most 64 bits or of a Bool (0, 1).
func (p *Pool) Const(t T) (v uint64, ok bool) {
	n := p.nodes[t]
	if n.op() != OpConst || n.width() > 64 {
		return 0, false
	}
	return n.value(), true
}

// ConstBig returns the value of a constant of any width, as an unsigned number.
// The caller must not change it.
func (p *Pool) ConstBig(t T) (*big.Int, bool) {
	n := p.nodes[t]
	if n.op() != OpConst {
		return nil, false
	}
	if n.width() > 64 {
		return p.wide[n.b], true
	}
	return new(big.Int).SetUint64(n.value()), true
}

// Bool returns True or False.
func (p *Pool) Bool(b bool) T {
	if b {
		return True
	}
	return False
}

// BV returns the constant v of w bits, 1 ≤ w ≤ MaxWidth: truncated to w bits,
// zero-extended beyond 64.
func (p *Pool) BV(w int, v uint64) T {
	checkWidth(w)
	if w > 64 {
		return p.bigConst(w, new(big.Int).SetUint64(v))
	}
	return p.const64(w, v)
}

// const64 returns a constant of at most 64 bits; width 0 makes a Bool.
func (p *Pool) const64(w int, v uint64) T {
	v &= mask(w)
	return p.leaf(node{hdr: header(OpConst, 0, w), b: T(v), c: T(v >> 32)})
}

// BVBig returns the constant of w bits whose two's complement is v modulo 2^w.
func (p *Pool) BVBig(w int, v *big.Int) T {
	checkWidth(w)
	if v.Sign() < 0 || v.BitLen() > w {
		v = wrapBig(new(big.Int).Set(v), w)
	}
	if w <= 64 {
		return p.const64(w, v.Uint64())
	}
	return p.bigConst(w, new(big.Int).Set(v))
}

// bigConst returns a constant wider than 64 bits; it keeps v, which must lie in
// [0, 2^w).
func (p *Pool) bigConst(w int, v *big.Int) T {
	key := string(v.Bytes())
	i, ok := p.wideIndex[key]
	if !ok {
		i = uint32(len(p.wide))
		p.wide = append(p.wide, v)
		p.wideIndex[key] = i
		p.extra += 3*len(key) + 96
	}
	return p.leaf(node{hdr: header(OpConst, 0, w), b: T(i)})
}

// Var returns a fresh variable of w bits (0: Bool), different from every other
// term whatever its name.
func (p *Pool) Var(w int, name string) T {
	if w != 0 {
		checkWidth(w)
	}
	return p.variable(header(OpVar, 0, w), name)
}

// ArrayVar returns a fresh array variable with indices of idxW bits
// (1 … MaxIndexWidth) and elements of elemW bits.
func (p *Pool) ArrayVar(idxW, elemW int, name string) T {
	checkArray(idxW, elemW)
	return p.variable(header(OpArrayVar, idxW, elemW), name)
}

func (p *Pool) variable(hdr uint32, name string) T {
	p.names = append(p.names, name)
	p.extra += len(name) + 16
	return p.leaf(node{hdr: hdr, b: T(len(p.names) - 1)})
}

// Table returns a constant array: element i is vals[i] truncated to elemW ≤ 64
// bits; an index beyond vals reads as 0 (whoever needs a bound states it beside
// the read). Equal contents share one copy. vals is not kept.
func (p *Pool) Table(idxW, elemW int, vals []uint64) T {
	checkArray(idxW, elemW)
	if elemW > 64 {
		panic(fmt.Sprintf("term: Table with elements of %d bits, at most 64 are possible", elemW))
	}
	if idxW < 64 && uint64(len(vals)) > 1<<uint(idxW) {
		vals = vals[:1<<uint(idxW)]
	}
	key := make([]byte, 0, 8*len(vals))
	for _, v := range vals {
		key = binary.LittleEndian.AppendUint64(key, v&mask(elemW))
	}
	i, ok := p.tabIndex[string(key)]
	if !ok {
		i = uint32(len(p.tables))
		p.tables = append(p.tables, newTable(vals, mask(elemW)))
		p.tabIndex[string(key)] = i
		p.extra += 2*len(key) + 64
	}
	return p.leaf(node{hdr: header(OpTable, idxW, elemW), b: T(i)})
}

func newTable(vals []uint64, m uint64) table {
	t := table{values: make([]uint64, len(vals)), min: m}
	for i, v := range vals {
		v &= m
		t.values[i] = v
		t.min, t.max = min(t.min, v), max(t.max, v)
	}
	return t
}

// ConstArray returns the array with indices of idxW bits that holds elem
// everywhere.
func (p *Pool) ConstArray(idxW int, elem T) T {
	w := p.Width(elem)
	checkArray(idxW, w)
	return p.leaf(node{hdr: header(OpConstArray, idxW, w), a: elem})
}

// leaf interns a node that no rule applies to.
func (p *Pool) leaf(n node) T {
	if t := p.lookup(n); t != None {
		return t
	}
	return p.insert(n, facts{}, false)
}

// lookup returns the handle of n if the pool holds it.
func (p *Pool) lookup(n node) T {
	h := n.hash()
	m := uint32(len(p.slots) - 1)
	for i := h & m; ; i = (i + 1) & m {
		s := p.slots[i]
		if s.t == None {
			return None
		}
		if s.hash == h && p.nodes[s.t] == n {
			return s.t
		}
	}
}

// insert adds n, which the pool must not hold yet, with its facts if known.
func (p *Pool) insert(n node, f facts, known bool) T {
	if 4*(p.used+1) > 3*len(p.slots) {
		p.grow()
	}
	if len(p.nodes) > 1<<32-2 {
		panic("term: pool holds 2^32 terms; bound Pool.Len")
	}
	t := T(len(p.nodes))
	p.nodes = append(p.nodes, n)
	i := uint32(0)
	if known {
		i = uint32(len(p.facts))
		p.facts = append(p.facts, f)
	}
	p.fact = append(p.fact, i)
	p.place(slot{n.hash(), t})
	p.used++
	return t
}

// place puts s into the first free slot of its probe sequence.
func (p *Pool) place(s slot) {
	m := uint32(len(p.slots) - 1)
	i := s.hash & m
	for p.slots[i].t != None {
		i = (i + 1) & m
	}
	p.slots[i] = s
}

func (p *Pool) grow() {
	old := p.slots
	p.slots = make([]slot, 2*len(old))
	for _, s := range old {
		if s.t != None {
			p.place(s)
		}
	}
}

// hash mixes the 16 bytes of a node by one 64×64→128 bit multiplication.
func (n node) hash() uint32 {
	x := uint64(n.hdr)<<32 | uint64(n.a)
	y := uint64(n.b)<<32 | uint64(n.c)
	hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, y^0xd6e8feb86659fd93)
	h := hi ^ lo
	return uint32(h ^ h>>32)
}

// mask returns the w lowest bits set, w ≤ 64; width 0 stands for Bool.
func mask(w int) uint64 {
	if w == 0 {
		return 1
	}
	return ^uint64(0) >> (64 - uint(w))
}

// signed reads the w-bit value v as two's complement.
func signed(v uint64, w int) int64 {
	s := 64 - uint(w)
	return int64(v<<s) >> s
}

func checkWidth(w int) {
	if w < 1 || w > MaxWidth {
		panic(fmt.Sprintf("term: bit-vector of %d bits, 1 to %d are possible", w, MaxWidth))
	}
}

func checkArray(idxW, elemW int) {
	if idxW < 1 || idxW > MaxIndexWidth {
		panic(fmt.Sprintf("term: array index of %d bits, 1 to %d are possible", idxW, MaxIndexWidth))
	}
	checkWidth(elemW)
}
