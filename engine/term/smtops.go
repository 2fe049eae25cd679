package term

import "math/bits"

// signature says which arguments an operator of SMT-LIB takes.
type signature uint8

const (
	sigBool   signature = iota // Bools
	sigSame                    // one sort, whatever it is
	sigIte                     // Bool and two of one sort
	sigBV                      // bit-vectors of one width
	sigConcat                  // bit-vectors
	sigSelect                  // array and index
	sigStore                   // array, index and element
)

// smtOp is an operator symbol of SMT-LIB.
type smtOp struct {
	sig      signature
	min, max int // number of arguments; max 0: any
	build    func(p *Pool, args []T) T
}

// smtOps are the operators without indices. The table is filled at start, for
// the builders use the constructors and the writer uses the table.
var smtOps map[string]*smtOp

func init() {
	smtOps = map[string]*smtOp{
		"not":      {sigBool, 1, 1, unaryOp((*Pool).Not)},
		"and":      {sigBool, 1, 0, leftAssoc((*Pool).And)},
		"or":       {sigBool, 1, 0, leftAssoc((*Pool).Or)},
		"xor":      {sigBool, 2, 0, leftAssoc((*Pool).Xor)},
		"=>":       {sigBool, 2, 0, implies},
		"=":        {sigSame, 2, 0, chainable((*Pool).Eq)},
		"distinct": {sigSame, 2, 0, distinct},
		"ite":      {sigIte, 3, 3, func(p *Pool, a []T) T { return p.Ite(a[0], a[1], a[2]) }},
		"concat":   {sigConcat, 2, 0, leftAssoc((*Pool).Concat)},
		"select":   {sigSelect, 2, 2, func(p *Pool, a []T) T { return p.Select(a[0], a[1]) }},
		"store":    {sigStore, 3, 3, func(p *Pool, a []T) T { return p.Store(a[0], a[1], a[2]) }},
		"bvneg":    {sigBV, 1, 1, unaryOp((*Pool).Neg)},
		"bvnot":    {sigBV, 1, 1, unaryOp((*Pool).BVNot)},
		"bvcomp": {sigBV, 2, 2, func(p *Pool, a []T) T {
			return p.BoolToBV(p.Eq(a[0], a[1]), 1)
		}},
	}
	for name, f := range map[string]func(p *Pool, a, b T) T{
		"bvadd": (*Pool).Add, "bvmul": (*Pool).Mul,
		"bvand": (*Pool).BVAnd, "bvor": (*Pool).BVOr, "bvxor": (*Pool).BVXor,
	} {
		smtOps[name] = &smtOp{sigBV, 2, 0, leftAssoc(f)}
	}
	for name, f := range map[string]func(p *Pool, a, b T) T{
		"bvsub": (*Pool).Sub, "bvudiv": (*Pool).UDiv, "bvurem": (*Pool).URem,
		"bvsdiv": (*Pool).SDiv, "bvsrem": (*Pool).SRem, "bvsmod": smod,
		"bvshl": (*Pool).Shl, "bvlshr": (*Pool).LShr, "bvashr": (*Pool).AShr,
		"bvult": (*Pool).ULt, "bvule": (*Pool).ULe, "bvugt": (*Pool).UGt, "bvuge": (*Pool).UGe,
		"bvslt": (*Pool).SLt, "bvsle": (*Pool).SLe, "bvsgt": (*Pool).SGt, "bvsge": (*Pool).SGe,
		"bvnand": negated((*Pool).BVAnd), "bvnor": negated((*Pool).BVOr), "bvxnor": negated((*Pool).BVXor),
	} {
		smtOps[name] = &smtOp{sigBV, 2, 2, func(p *Pool, a []T) T { return f(p, a[0], a[1]) }}
	}
}

func unaryOp(f func(p *Pool, a T) T) func(*Pool, []T) T {
	return func(p *Pool, args []T) T { return f(p, args[0]) }
}

func leftAssoc(f func(p *Pool, a, b T) T) func(*Pool, []T) T {
	return func(p *Pool, args []T) T {
		t := args[0]
		for _, a := range args[1:] {
			t = f(p, t, a)
		}
		return t
	}
}

func chainable(f func(p *Pool, a, b T) T) func(*Pool, []T) T {
	return func(p *Pool, args []T) T {
		t := True
		for i := range args[1:] {
			t = p.And(t, f(p, args[i], args[i+1]))
		}
		return t
	}
}

func negated(f func(p *Pool, a, b T) T) func(p *Pool, a, b T) T {
	return func(p *Pool, a, b T) T { return p.BVNot(f(p, a, b)) }
}

func implies(p *Pool, args []T) T {
	last := len(args) - 1
	t := args[last]
	for i := last - 1; i >= 0; i-- {
		t = p.Implies(args[i], t)
	}
	return t
}

func distinct(p *Pool, args []T) T {
	t := True
	for i, a := range args {
		for _, b := range args[:i] {
			t = p.And(t, p.Not(p.Eq(a, b)))
		}
	}
	return t
}

// smod is the remainder with the sign of the divisor.
func smod(p *Pool, a, b T) T {
	r := p.SRem(a, b)
	zero := p.zero(a)
	keep := p.Or(p.Eq(r, zero), p.Eq(p.SLt(r, zero), p.SLt(b, zero)))
	return p.Ite(keep, r, p.Add(r, b))
}

// applyOp builds an operator without indices after checking its arguments.
func (r *reader) applyOp(x *sexpr, name string, args []T) (T, error) {
	op := smtOps[name]
	if len(args) < op.min || op.max > 0 && len(args) > op.max {
		return None, r.errorf(x.pos, "%s with %d arguments", name, len(args))
	}
	if !r.fits(op.sig, args) {
		sorts := ""
		for _, a := range args[:min(len(args), 4)] {
			sorts += " " + r.p.sortString(a)
		}
		return None, r.errorf(x.pos, "%s cannot take%s", name, sorts)
	}
	return op.build(r.p, args), nil
}

// fits reports whether args have the sorts sig asks for.
func (r *reader) fits(sig signature, args []T) bool {
	same := func(a, b T) bool {
		return r.p.Width(a) == r.p.Width(b) && r.p.IndexWidth(a) == r.p.IndexWidth(b)
	}
	all := func(f func(T) bool) bool {
		for _, a := range args {
			if !f(a) {
				return false
			}
		}
		return true
	}
	isBool := func(a T) bool { return r.p.Width(a) == 0 }
	isBV := func(a T) bool { return r.p.Width(a) > 0 && !r.p.IsArray(a) }
	likeFirst := func(a T) bool { return same(a, args[0]) }
	switch sig {
	case sigBool:
		return all(isBool)
	case sigSame:
		return all(likeFirst)
	case sigIte:
		return isBool(args[0]) && same(args[1], args[2])
	case sigBV:
		return all(isBV) && all(likeFirst)
	case sigConcat:
		sum := 0
		for _, a := range args {
			sum += r.p.Width(a)
		}
		return all(isBV) && sum <= MaxWidth
	}
	index := r.p.IsArray(args[0]) && isBV(args[1]) && r.p.Width(args[1]) == r.p.IndexWidth(args[0])
	if sig == sigStore {
		return index && isBV(args[2]) && r.p.Width(args[2]) == r.p.Width(args[0])
	}
	return index
}

// indexed builds ((_ op i …) x) and ((as const σ) x).
func (r *reader) indexed(x, head *sexpr, args []T) (T, error) {
	if len(args) != 1 || r.p.IsArray(args[0]) || r.p.Width(args[0]) == 0 {
		return None, r.errorf(x.pos, "an indexed operator takes one bit-vector")
	}
	t := args[0]
	if len(head.kids) == 3 && head.kids[0].text == "as" && head.kids[1].text == "const" {
		idx, w, err := r.sort(head.kids[2])
		if err != nil {
			return None, err
		}
		if idx == 0 || w != r.p.Width(t) {
			return None, r.errorf(head.pos, "as const needs an array sort with the element's width")
		}
		return r.p.ConstArray(idx, t), nil
	}
	if len(head.kids) < 3 || len(head.kids) > 4 || head.kids[0].text != "_" {
		return None, r.errorf(head.pos, "unknown indexed operator")
	}
	i, err := r.numeral(head.kids[2])
	if err != nil {
		return None, err
	}
	name := head.kids[1].text
	if len(head.kids) == 4 {
		lo, err := r.numeral(head.kids[3])
		if err != nil {
			return None, err
		}
		if name != "extract" || lo > i || i >= r.p.Width(t) {
			return None, r.errorf(head.pos, "(_ %s %d %d) of %d bits", name, i, lo, r.p.Width(t))
		}
		return r.p.Extract(t, lo, i-lo+1), nil
	}
	u := r.p.indexedOp(name, i, t)
	if u == None {
		return None, r.errorf(head.pos, "(_ %s %d) of %d bits is unknown or out of range", name, i, r.p.Width(t))
	}
	return u, nil
}

// indexedOp builds the operators with one index; None if there is no such.
func (p *Pool) indexedOp(name string, i int, t T) T {
	w := p.Width(t)
	switch {
	case name == "zero_extend" && w+i <= MaxWidth:
		return p.ZExt(t, w+i)
	case name == "sign_extend" && w+i <= MaxWidth:
		return p.SExt(t, w+i)
	case name == "rotate_left":
		return p.rotate(t, i%w)
	case name == "rotate_right":
		return p.rotate(t, (w-i%w)%w)
	case name == "repeat" && i >= 1 && i <= MaxWidth/w:
		return p.repeat(t, i)
	}
	return None
}

// repeat returns n ≥ 1 copies of t in a row, by doubling.
func (p *Pool) repeat(t T, n int) T {
	u := t
	for i := bits.Len(uint(n)) - 2; i >= 0; i-- {
		u = p.Concat(u, u)
		if n>>i&1 == 1 {
			u = p.Concat(t, u)
		}
	}
	return u
}

// rotate returns t rotated left by 0 ≤ k < w bits.
func (p *Pool) rotate(t T, k int) T {
	if k == 0 {
		return t
	}
	w := p.Width(t)
	return p.Concat(p.Extract(t, 0, w-k), p.Extract(t, w-k, k))
}
