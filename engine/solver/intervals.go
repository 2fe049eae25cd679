package solver

import (
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// Bounds of the work that intervals do per part: a term deeper or larger than
// this is taken as its structure alone bounds it.
const (
	intervalDepth = 24
	intervalNodes = 200
)

// intervals derives bounds of terms from the parts of the path and refutes
// parts that contradict them. The bounds are those of single terms: relations
// between terms are used once, when a part is added.
type intervals struct {
	pool   *term.Pool
	facts  map[term.T][]fact // per term, each at least as narrow as the one before
	added  []factAt          // in order of addition
	loaded int               // parts whose facts are in

	memo  map[term.T]bounds // of the part under evaluation
	uses  []int             // positions of the parts the evaluation relied on
	nodes int
}

// fact says that a term lies within bounds, because of the parts at the given
// positions.
type fact struct {
	bounds
	because []int
}

type factAt struct {
	t   term.T
	pos int
}

func newIntervals(pool *term.Pool) intervals {
	return intervals{pool: pool, facts: map[term.T][]fact{}, memo: map[term.T]bounds{}}
}

// truncate forgets the facts of the parts from position n on.
func (iv *intervals) truncate(n int) {
	for len(iv.added) > 0 && iv.added[len(iv.added)-1].pos >= n {
		t := iv.added[len(iv.added)-1].t
		iv.added = iv.added[:len(iv.added)-1]
		if fs := iv.facts[t]; len(fs) > 1 {
			iv.facts[t] = fs[:len(fs)-1]
		} else {
			delete(iv.facts, t)
		}
	}
	iv.loaded = min(iv.loaded, n)
}

// refute evaluates the new parts of the path and returns the positions of parts
// that contradict each other, nil if it finds none.
func (iv *intervals) refute(p *path, q *query) []int {
	for ; iv.loaded < len(p.parts) && !q.cancelled(); iv.loaded++ {
		pos, t := iv.loaded, p.parts[iv.loaded]
		iv.start()
		if iv.truth(t, p, pos, 0) == isFalse {
			return append(iv.uses, pos)
		}
		iv.start()
		iv.learn(t, pos, true)
	}
	return nil
}

func (iv *intervals) start() {
	clear(iv.memo)
	iv.uses, iv.nodes = iv.uses[:0], 0
}

// truth is a truth value that may be open.
type truth int8

const (
	isFalse truth = iota - 1
	isOpen
	isTrue
)

func truthOf(b bool) truth {
	if b {
		return isTrue
	}
	return isFalse
}

// truth evaluates the condition t under the facts; parts before position pos
// count as true.
func (iv *intervals) truth(t term.T, p *path, pos, depth int) truth {
	if c, ok := iv.pool.Const(t); ok {
		return truthOf(c == 1)
	}
	if at, ok := p.index[t]; ok && at < pos {
		iv.uses = append(iv.uses, at)
		return isTrue
	}
	if depth > intervalDepth {
		return isOpen
	}
	a, b := iv.pool.Arg, depth+1
	switch iv.pool.Op(t) {
	case term.OpNot:
		if at, ok := p.index[a(t, 0)]; ok && at < pos {
			iv.uses = append(iv.uses, at)
			return isFalse
		}
		return -iv.truth(a(t, 0), p, pos, b)
	case term.OpAnd:
		return min(iv.truth(a(t, 0), p, pos, b), iv.truth(a(t, 1), p, pos, b))
	case term.OpEq, term.OpULt, term.OpSLt:
		if !iv.tracked(a(t, 0)) {
			return isOpen
		}
		return compare(iv.pool.Op(t), iv.bounds(a(t, 0), b), iv.bounds(a(t, 1), b))
	}
	return isOpen
}

// compare decides a comparison by the bounds of both sides. Contradictory
// bounds decide nothing: the parts they come from were refuted already.
func compare(op term.Op, x, y bounds) truth {
	switch {
	case x.empty() || y.empty():
		return isOpen
	case op == term.OpULt && x.uhi < y.ulo, op == term.OpSLt && x.shi < y.slo:
		return isTrue
	case op == term.OpULt && x.ulo >= y.uhi, op == term.OpSLt && x.slo >= y.shi:
		return isFalse
	case op != term.OpEq:
		return isOpen
	case x.uhi < y.ulo || y.uhi < x.ulo || x.shi < y.slo || y.shi < x.slo:
		return isFalse
	case x.ulo == x.uhi && y.ulo == y.uhi: // and equal, by the case before
		return isTrue
	}
	return isOpen
}

// tracked reports whether t is a vector whose bounds are kept.
func (iv *intervals) tracked(t term.T) bool {
	w := iv.pool.Width(t)
	return w >= 1 && w <= 64 && !iv.pool.IsArray(t)
}

// bounds returns bounds of t, a tracked term, from its structure, its arguments
// and the facts.
func (iv *intervals) bounds(t term.T, depth int) bounds {
	if b, ok := iv.memo[t]; ok {
		return b
	}
	p, w := iv.pool, iv.pool.Width(t)
	ulo, uhi := p.URange(t)
	slo, shi := p.SRange(t)
	b := bounds{ulo, uhi, slo, shi}
	iv.nodes++
	if depth < intervalDepth && iv.nodes < intervalNodes && ulo < uhi {
		if c := iv.byArguments(t, w, depth+1).meet(b).sharpen(w); !c.empty() {
			b = c
		}
	}
	if fs := iv.facts[t]; len(fs) > 0 {
		f := fs[len(fs)-1]
		if c := b.meet(f.bounds).sharpen(w); c != b {
			b = c
			iv.uses = append(iv.uses, f.because...)
		}
	}
	iv.memo[t] = b
	return b
}

// byArguments bounds t by the bounds of its arguments.
func (iv *intervals) byArguments(t term.T, w, depth int) bounds {
	p := iv.pool
	arg := func(i int) bounds { return iv.bounds(p.Arg(t, i), depth) }
	switch op := p.Op(t); op {
	case term.OpZExt:
		x := arg(0)
		return unsigned(x.ulo, x.uhi, w)
	case term.OpSExt:
		x := arg(0)
		return signed(x.slo, x.shi, w)
	case term.OpExtract:
		if !iv.tracked(p.Arg(t, 0)) || p.ExtractLo(t) != 0 {
			break
		}
		x, r := arg(0), anything(w)
		if x.uhi <= widthMask(w) {
			r = unsigned(x.ulo, x.uhi, w)
		}
		return r.meetSigned(x.slo, x.shi, true, w)
	case term.OpConcat:
		x, y := arg(0), arg(1)
		k := p.Width(p.Arg(t, 1))
		return unsigned(x.ulo<<k|y.ulo, x.uhi<<k|y.uhi, w)
	case term.OpNeg:
		return subBounds(bounds{}, arg(0), w)
	case term.OpBVNot:
		x := arg(0)
		return unsigned(widthMask(w)-x.uhi, widthMask(w)-x.ulo, w)
	case term.OpIte:
		return arg(1).join(arg(2))
	case term.OpVar, term.OpConst, term.OpSelect:
	default:
		x, y := arg(0), arg(1)
		if !x.empty() && !y.empty() {
			return combine(op, x, y, w)
		}
	}
	return anything(w)
}

// learn adds the facts that follow from t (or, if not holds, from ¬t), the part
// at position pos.
func (iv *intervals) learn(t term.T, pos int, holds bool) {
	p := iv.pool
	switch p.Op(t) {
	case term.OpNot:
		iv.learn(p.Arg(t, 0), pos, !holds)
	case term.OpAnd:
		if holds {
			iv.learn(p.Arg(t, 0), pos, true)
			iv.learn(p.Arg(t, 1), pos, true)
		}
	case term.OpEq, term.OpULt, term.OpSLt:
		a, b := p.Arg(t, 0), p.Arg(t, 1)
		if !iv.tracked(a) {
			return
		}
		w := p.Width(a)
		x, y := iv.bounds(a, 0), iv.bounds(b, 0)
		if x.empty() || y.empty() {
			return
		}
		because := slices.Clone(append(iv.uses, pos))
		slices.Sort(because)
		because = slices.Compact(because)
		nx, ny := narrow(p.Op(t), holds, x, y, w)
		iv.add(a, nx, because, pos)
		iv.add(b, ny, because, pos)
	}
}

// narrow returns what a comparison says of its sides, beyond their bounds.
func narrow(op term.Op, holds bool, x, y bounds, w int) (bounds, bounds) {
	nx, ny := anything(w), anything(w)
	switch {
	case op == term.OpEq && holds:
		return y, x
	case op == term.OpEq:
		return exclude(x, y), exclude(y, x)
	case op == term.OpULt && holds: // x < y; y.uhi > 0 and x.ulo < max, else it were refuted
		nx.uhi, ny.ulo = y.uhi-1, x.ulo+1
	case op == term.OpULt: // x ≥ y
		nx.ulo, ny.uhi = y.ulo, x.uhi
	case holds:
		nx.shi, ny.slo = y.shi-1, x.slo+1
	default:
		nx.slo, ny.shi = y.slo, x.shi
	}
	return nx.sharpen(w), ny.sharpen(w)
}

// exclude returns x without the single value of y, where that is an end of x.
func exclude(x, y bounds) bounds {
	if y.ulo != y.uhi {
		return x
	}
	if x.ulo == y.ulo && x.ulo < x.uhi {
		x.ulo++
	} else if x.uhi == y.ulo && x.ulo < x.uhi {
		x.uhi--
	}
	if x.slo == y.slo && y.slo == y.shi && x.slo < x.shi {
		x.slo++
	} else if x.shi == y.slo && y.slo == y.shi && x.slo < x.shi {
		x.shi--
	}
	return x
}

// add notes that t lies within b, if that is news, and what it says of the
// argument of an extension.
func (iv *intervals) add(t term.T, b bounds, because []int, pos int) {
	p, w := iv.pool, iv.pool.Width(t)
	if p.IsConst(t) {
		return
	}
	old := anything(w)
	if fs := iv.facts[t]; len(fs) > 0 {
		old = fs[len(fs)-1].bounds
		because = append(slices.Clone(because), fs[len(fs)-1].because...)
		slices.Sort(because)
		because = slices.Compact(because)
	}
	b = b.meet(old).sharpen(w)
	if b == old || b.empty() {
		return
	}
	iv.facts[t] = append(iv.facts[t], fact{b, because})
	iv.added = append(iv.added, factAt{t, pos})
	switch inner := p.Width(p.Arg(t, 0)); p.Op(t) {
	case term.OpZExt:
		if b.ulo <= widthMask(inner) {
			iv.add(p.Arg(t, 0), unsigned(b.ulo, min(b.uhi, widthMask(inner)), inner), because, pos)
		}
	case term.OpSExt:
		full := anything(inner)
		if b.slo <= full.shi && b.shi >= full.slo {
			iv.add(p.Arg(t, 0), signed(max(b.slo, full.slo), min(b.shi, full.shi), inner), because, pos)
		}
	}
}
