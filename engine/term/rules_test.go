package term

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// ruleGen has what the generators of ruleCases build their terms from: x, y, z
// of w bits, Bools b, c, d, and an array with w-bit indices and elements.
type ruleGen struct {
	*checker
	w       int
	x, y, z T
	b, c, d T
	a       T
}

func newRuleGen(t *testing.T, seed uint64, w, models int) *ruleGen {
	ch := newChecker(t, rand.New(rand.NewPCG(seed, uint64(w))), models)
	g := &ruleGen{checker: ch, w: w}
	g.x, g.y, g.z = ch.variable(w, "x"), ch.variable(w, "y"), ch.variable(w, "z")
	g.b, g.c, g.d = ch.variable(0, "b"), ch.variable(0, "c"), ch.variable(0, "d")
	g.a = ch.array(min(w, 64), w, "a")
	return g
}

// k returns a random constant of w bits, kw one of another width.
func (g *ruleGen) k() T        { return g.kw(g.w) }
func (g *ruleGen) kw(w int) T  { return g.p.BVBig(w, randomValue(g.r, w)) }
func (g *ruleGen) num(v int) T { return g.p.BVBig(g.w, big.NewInt(int64(v))) }
func (g *ruleGen) zx(t T) T    { return g.p.ZExt(t, g.p.Width(t)+3) }
func (g *ruleGen) sx(t T) T    { return g.p.SExt(t, g.p.Width(t)+3) }
func (g *ruleGen) wide(c T) T  { return g.p.ZExt(c, g.p.Width(c)+3) }
func (g *ruleGen) idx(t T) T   { return g.p.Trunc(t, min(g.w, 64)) }
func (g *ruleGen) odd() T      { return g.p.BVOr(g.k(), g.num(1)) }
func (g *ruleGen) choice() T   { return g.p.Ite(g.b, g.k(), g.k()) }
func (g *ruleGen) low(t T) T   { return g.p.Extract(t, 0, (g.p.Width(t)+1)/2) }
func (g *ruleGen) high(t T) T  { h := (g.p.Width(t) + 1) / 2; return g.p.Extract(t, h, g.p.Width(t)-h) }
func (g *ruleGen) table() T {
	vals := make([]uint64, g.r.IntN(5))
	for i := range vals {
		vals[i] = uint64(g.r.IntN(2))
	}
	return g.p.Table(min(g.w, 64), min(g.w, 64), vals)
}

// ruleCases names for every rule a generator of terms that match it. The
// generators of the rules made by liftRule come from liftCase.
var ruleCases = map[string]func(g *ruleGen) T{
	"and-const":      func(g *ruleGen) T { return g.p.And(g.b, g.p.Bool(g.r.IntN(2) == 0)) },
	"and-same":       func(g *ruleGen) T { return g.p.And(g.b, g.b) },
	"and-complement": func(g *ruleGen) T { return g.p.And(g.b, g.p.Not(g.b)) },
	"and-absorb": func(g *ruleGen) T {
		return g.p.And(g.p.And(g.b, g.c), g.p.Xor(g.b, g.p.Bool(g.r.IntN(2) == 0)))
	},
	"and-absorb-not": func(g *ruleGen) T {
		return g.p.And(g.p.Not(g.p.And(g.b, g.c)), g.p.Xor(g.c, g.p.Bool(g.r.IntN(2) == 0)))
	},
	"and-clash":     func(g *ruleGen) T { return g.p.And(g.p.And(g.b, g.c), g.p.And(g.p.Not(g.c), g.d)) },
	"and-resolve":   func(g *ruleGen) T { return g.p.And(g.p.Or(g.b, g.c), g.p.Or(g.p.Not(g.c), g.b)) },
	"and-eq-consts": func(g *ruleGen) T { return g.p.And(g.eqk(g.x), g.eqk(g.x)) },
	"and-eq-bound":  func(g *ruleGen) T { return g.p.And(g.p.Eq(g.x, g.k()), g.bound(g.x)) },
	"and-bounds":    func(g *ruleGen) T { return g.p.And(g.bound(g.x), g.bound(g.x)) },
	"and-order": func(g *ruleGen) T {
		f := []func(a, b T) T{g.p.ULt, g.p.SLt, g.p.ULe, g.p.SLe, g.p.Eq}
		i, j := g.r.IntN(5), g.r.IntN(5)
		return g.p.And(f[i](g.x, g.y), f[j](g.y, g.x))
	},

	"ite-const": func(g *ruleGen) T { return g.p.Ite(g.p.Bool(g.r.IntN(2) == 0), g.x, g.y) },
	"ite-same":  func(g *ruleGen) T { return g.p.Ite(g.b, g.x, g.x) },
	"ite-not":   func(g *ruleGen) T { return g.p.Ite(g.p.Not(g.b), g.x, g.y) },
	"ite-bool": func(g *ruleGen) T {
		k := g.p.Bool(g.r.IntN(2) == 0)
		if g.r.IntN(2) == 0 {
			return g.p.Ite(g.b, k, g.c)
		}
		return g.p.Ite(g.b, g.c, k)
	},
	"ite-cond-branch": func(g *ruleGen) T {
		b := g.p.Xor(g.b, g.p.Bool(g.r.IntN(2) == 0))
		if g.r.IntN(2) == 0 {
			return g.p.Ite(g.b, b, g.c)
		}
		return g.p.Ite(g.b, g.c, b)
	},
	"ite-xor":  func(g *ruleGen) T { return g.p.Ite(g.b, g.c, g.p.Not(g.c)) },
	"ite-nots": func(g *ruleGen) T { return g.p.Ite(g.b, g.p.Not(g.c), g.p.Not(g.d)) },
	"ite-nested": func(g *ruleGen) T {
		if g.r.IntN(2) == 0 {
			return g.p.Ite(g.b, g.p.Ite(g.b, g.x, g.y), g.z)
		}
		return g.p.Ite(g.b, g.x, g.p.Ite(g.b, g.y, g.z))
	},
	"ite-merge": func(g *ruleGen) T {
		inner := g.p.Ite(g.c, g.x, g.y)
		s := []T{g.x, g.y}[g.r.IntN(2)]
		if g.r.IntN(2) == 0 {
			return g.p.Ite(g.b, inner, s)
		}
		return g.p.Ite(g.b, s, inner)
	},
	"ite-eq": func(g *ruleGen) T { return g.p.Ite(g.p.Eq(g.x, g.y), g.x, g.y) },
	"ite-extend": func(g *ruleGen) T {
		if g.r.IntN(2) == 0 {
			return g.p.Ite(g.b, g.zx(g.x), []T{g.zx(g.y), g.zx(g.k())}[g.r.IntN(2)])
		}
		return g.p.Ite(g.b, g.sx(g.k()), g.sx(g.y))
	},
	"ite-concat": func(g *ruleGen) T {
		if g.r.IntN(2) == 0 {
			return g.p.Ite(g.b, g.p.Concat(g.x, g.y), g.p.Concat(g.x, g.z))
		}
		return g.p.Ite(g.b, g.p.Concat(g.x, g.y), g.p.Concat(g.z, g.y))
	},

	"eq-same":       func(g *ruleGen) T { return g.p.Eq(g.x, g.x) },
	"eq-bool-const": func(g *ruleGen) T { return g.p.Eq(g.b, g.p.Bool(g.r.IntN(2) == 0)) },
	"eq-bool-not":   func(g *ruleGen) T { return g.p.Eq(g.p.Not(g.b), g.c) },
	"eq-decided":    func(g *ruleGen) T { return g.p.Eq(g.p.Add(g.x, g.num(1)), g.x) },
	"eq-bit":        func(g *ruleGen) T { return g.p.Eq(g.p.Extract(g.zx(g.x), 0, 1), g.p.BV(1, 0)) },
	"eq-sign-bit": func(g *ruleGen) T {
		return g.p.Eq(g.p.Extract(g.p.Mul(g.sx(g.x), g.sx(g.y)), g.w+2, 1), g.p.BV(1, 1))
	},
	"eq-ite-const": func(g *ruleGen) T { return g.p.Eq(g.p.Ite(g.b, g.x, g.k()), g.k()) },
	"eq-ite-same":  func(g *ruleGen) T { return g.p.Eq(g.p.Ite(g.b, g.x, g.y), []T{g.x, g.y}[g.r.IntN(2)]) },
	"eq-add-const": func(g *ruleGen) T {
		return g.p.Eq(g.p.Add(g.x, g.k()), []T{g.k(), g.p.Add(g.y, g.k())}[g.r.IntN(2)])
	},
	"eq-add-same": func(g *ruleGen) T {
		return g.p.Eq(g.p.Add(g.x, g.y), []T{g.x, g.y, g.p.Add(g.z, g.y), g.p.Add(g.z, g.x)}[g.r.IntN(4)])
	},
	"eq-sub": func(g *ruleGen) T {
		return g.p.Eq(g.p.Sub([]T{g.k(), g.x}[g.r.IntN(2)], g.y), []T{g.k(), g.x, g.num(0)}[g.r.IntN(3)])
	},
	"eq-invert": func(g *ruleGen) T {
		f := []func(T) T{g.p.Neg, g.p.BVNot}[g.r.IntN(2)]
		return g.p.Eq(f(g.x), []T{f(g.y), g.k()}[g.r.IntN(2)])
	},
	"eq-xor": func(g *ruleGen) T {
		if g.r.IntN(2) == 0 {
			return g.p.Eq(g.p.BVXor(g.x, g.k()), g.k())
		}
		return g.p.Eq(g.p.BVXor(g.x, g.y), []T{g.x, g.num(0)}[g.r.IntN(2)])
	},
	"eq-mul-odd": func(g *ruleGen) T {
		c := g.odd()
		return g.p.Eq(g.p.Mul(g.x, c), []T{g.k(), g.p.Mul(g.y, c)}[g.r.IntN(2)])
	},
	"eq-extend": func(g *ruleGen) T {
		if g.r.IntN(2) == 0 {
			return g.p.Eq(g.sx(g.x), []T{g.sx(g.y), g.kw(g.w + 3)}[g.r.IntN(2)])
		}
		return g.p.Eq(g.zx(g.x), []T{g.zx(g.y), g.kw(g.w + 3)}[g.r.IntN(2)])
	},
	"eq-concat": func(g *ruleGen) T {
		k, l := g.kw(3), g.kw(3)
		return g.p.Eq(g.p.Concat(g.x, k), []T{g.p.Concat(g.y, l), g.kw(g.w + 3), g.p.Concat(g.x, g.p.Trunc(g.zx(g.y), 3))}[g.r.IntN(3)])
	},

	"ult-same":       func(g *ruleGen) T { return g.p.ULt(g.x, g.x) },
	"ult-range":      func(g *ruleGen) T { return g.p.ULt(g.zx(g.x), g.p.Concat(g.p.BV(3, 1), g.y)) },
	"ult-zero":       func(g *ruleGen) T { return g.p.ULt(g.x, g.num(0)) },
	"ult-const-left": func(g *ruleGen) T { return g.p.ULt(g.k(), g.x) },
	"ult-edge":       func(g *ruleGen) T { return g.p.ULt(g.x, g.num(1-2*g.r.IntN(2))) },
	"ult-sign":       func(g *ruleGen) T { return g.p.ULt(g.x, g.minimum()) },
	"ult-extend": func(g *ruleGen) T {
		if g.r.IntN(2) == 0 {
			return g.p.ULt(g.sx(g.x), []T{g.sx(g.y), g.kw(g.w + 3)}[g.r.IntN(2)])
		}
		return g.p.ULt(g.zx(g.x), []T{g.zx(g.y), g.zx(g.k())}[g.r.IntN(2)])
	},
	"ult-zext-const": func(g *ruleGen) T { return g.p.ULt(g.zx(g.x), g.kw(g.w+3)) },
	"ult-not":        func(g *ruleGen) T { return g.p.ULt(g.p.BVNot(g.x), []T{g.p.BVNot(g.y), g.k()}[g.r.IntN(2)]) },
	"ult-add-overflow": func(g *ruleGen) T {
		s := g.p.Add(g.x, g.k())
		if g.r.IntN(2) == 0 {
			return g.p.ULt(s, g.x)
		}
		return g.p.ULt(g.x, s)
	},
	"ult-add-const":    func(g *ruleGen) T { return g.p.ULt(g.p.Add(g.zx(g.x), g.wide(g.k())), g.kw(g.w+3)) },
	"ult-concat-const": func(g *ruleGen) T { return g.p.ULt(g.p.Concat(g.x, g.kw(3)), g.kw(g.w+3)) },
	"ult-concat-same": func(g *ruleGen) T {
		k := g.kw(3)
		if g.r.IntN(2) == 0 {
			return g.p.ULt(g.p.Concat(k, g.x), g.p.Concat(k, g.k()))
		}
		return g.p.ULt(g.p.Concat(g.z, g.x), g.p.Concat(g.z, g.y))
	},
	"ult-rem": func(g *ruleGen) T { return g.p.ULt(g.p.URem(g.x, g.y), g.y) },

	"slt-same":         func(g *ruleGen) T { return g.p.SLt(g.x, g.x) },
	"slt-range":        func(g *ruleGen) T { return g.p.SLt(g.p.BVOr(g.x, g.minimum()), g.p.LShr(g.y, g.num(1))) },
	"slt-unsigned":     func(g *ruleGen) T { return g.p.SLt(g.zx(g.x), g.zx(g.y)) },
	"slt-const-left":   func(g *ruleGen) T { return g.p.SLt(g.k(), g.x) },
	"slt-edge":         func(g *ruleGen) T { return g.p.SLt(g.x, g.p.Add(g.minimum(), g.num(g.r.IntN(3)-1))) },
	"slt-sext":         func(g *ruleGen) T { return g.p.SLt(g.sx(g.x), []T{g.sx(g.y), g.sx(g.k())}[g.r.IntN(2)]) },
	"slt-not":          func(g *ruleGen) T { return g.p.SLt(g.p.BVNot(g.x), []T{g.p.BVNot(g.y), g.k()}[g.r.IntN(2)]) },
	"slt-add-const":    func(g *ruleGen) T { return g.p.SLt(g.p.Add(g.sx(g.x), g.sx(g.k())), g.kw(g.w+3)) },
	"slt-concat-const": func(g *ruleGen) T { return g.p.SLt(g.p.Concat(g.x, g.kw(3)), g.kw(g.w+3)) },

	"neg-neg":       func(g *ruleGen) T { return g.p.Neg(g.p.Neg(g.x)) },
	"neg-not":       func(g *ruleGen) T { return g.p.Neg(g.p.BVNot(g.x)) },
	"neg-sub":       func(g *ruleGen) T { return g.p.Neg(g.p.Sub(g.x, g.y)) },
	"neg-add-const": func(g *ruleGen) T { return g.p.Neg(g.p.Add(g.x, g.k())) },
	"neg-mul-const": func(g *ruleGen) T { return g.p.Neg(g.p.Mul(g.x, g.k())) },

	"add-zero":       func(g *ruleGen) T { return g.p.Add(g.x, g.num(0)) },
	"add-consts":     func(g *ruleGen) T { return g.p.Add(g.p.Add(g.x, g.k()), g.k()) },
	"add-sub-const":  func(g *ruleGen) T { return g.p.Add(g.p.Sub(g.k(), g.x), g.k()) },
	"add-not":        func(g *ruleGen) T { return g.p.Add(g.p.BVNot(g.x), []T{g.k(), g.x}[g.r.IntN(2)]) },
	"add-neg":        func(g *ruleGen) T { return g.p.Add(g.p.Neg(g.y), g.x) },
	"add-const-out":  func(g *ruleGen) T { return g.p.Add(g.p.Add(g.x, g.k()), g.y) },
	"add-sub-cancel": func(g *ruleGen) T { return g.p.Add(g.p.Sub(g.x, g.y), g.y) },
	"add-same":       func(g *ruleGen) T { return g.p.Add(g.x, g.x) },
	"add-mul-same": func(g *ruleGen) T {
		return g.p.Add(g.p.Mul(g.x, g.k()), []T{g.x, g.p.Mul(g.x, g.k())}[g.r.IntN(2)])
	},
	"add-disjoint": func(g *ruleGen) T { return g.p.Add(g.shifted(), g.p.ZExt(g.x, 2*g.w)) },

	"sub-same":      func(g *ruleGen) T { return g.p.Sub(g.x, g.x) },
	"sub-const":     func(g *ruleGen) T { return g.p.Sub(g.x, g.k()) },
	"sub-zero":      func(g *ruleGen) T { return g.p.Sub(g.num(0), g.x) },
	"sub-neg":       func(g *ruleGen) T { return g.p.Sub(g.x, g.p.Neg(g.y)) },
	"sub-const-out": func(g *ruleGen) T { return g.either(g.p.Sub, g.p.Add(g.x, g.k()), g.y) },
	"sub-const-sub": func(g *ruleGen) T { return g.p.Sub(g.k(), g.p.Sub(g.k(), g.x)) },
	"sub-cancel": func(g *ruleGen) T {
		f := []func(a, b T) T{g.p.Add, g.p.Sub}[g.r.IntN(2)]
		return g.either(g.p.Sub, f(g.x, g.y), g.x)
	},
	"sub-common": func(g *ruleGen) T {
		return g.p.Sub(g.p.Add(g.x, g.y), []T{g.p.Add(g.x, g.z), g.p.Add(g.y, g.z)}[g.r.IntN(2)])
	},

	"mul-zero":  func(g *ruleGen) T { return g.p.Mul(g.x, g.num(0)) },
	"mul-one":   func(g *ruleGen) T { return g.p.Mul(g.x, g.num(1-2*g.r.IntN(2))) },
	"mul-power": func(g *ruleGen) T { return g.p.Mul(g.x, g.power()) },
	"mul-consts": func(g *ruleGen) T {
		return g.p.Mul([]T{g.p.Mul(g.x, g.k()), g.p.Shl(g.x, g.num(1))}[g.r.IntN(2)], g.k())
	},
	"mul-neg":       func(g *ruleGen) T { return g.p.Mul(g.p.Neg(g.x), []T{g.k(), g.p.Neg(g.y)}[g.r.IntN(2)]) },
	"mul-add-const": func(g *ruleGen) T { return g.p.Mul(g.p.Add(g.x, g.k()), g.k()) },

	"udiv-one":    func(g *ruleGen) T { return g.p.UDiv(g.x, g.num(1)) },
	"udiv-zero":   func(g *ruleGen) T { return g.p.UDiv(g.x, g.num(0)) },
	"udiv-power":  func(g *ruleGen) T { return g.p.UDiv(g.x, g.power()) },
	"udiv-small":  func(g *ruleGen) T { return g.p.UDiv(g.zx(g.x), g.p.Concat(g.p.BV(3, 1), g.y)) },
	"udiv-zext":   func(g *ruleGen) T { return g.p.UDiv(g.zx(g.x), g.wide(g.k())) },
	"udiv-consts": func(g *ruleGen) T { return g.p.UDiv(g.p.UDiv(g.x, g.k()), g.k()) },
	"urem-one":    func(g *ruleGen) T { return g.p.URem(g.x, g.num(1)) },
	"urem-zero":   func(g *ruleGen) T { return g.either(g.p.URem, g.x, g.num(0)) },
	"urem-same":   func(g *ruleGen) T { return g.p.URem(g.x, g.x) },
	"urem-power":  func(g *ruleGen) T { return g.p.URem(g.x, g.power()) },
	"urem-small":  func(g *ruleGen) T { return g.p.URem(g.zx(g.x), g.p.Concat(g.p.BV(3, 1), g.y)) },
	"urem-zext":   func(g *ruleGen) T { return g.either(g.p.URem, g.zx(g.x), []T{g.zx(g.y), g.wide(g.k())}[g.r.IntN(2)]) },
	"urem-urem":   func(g *ruleGen) T { return g.p.URem(g.p.URem(g.x, g.y), g.y) },

	"sdiv-one":      func(g *ruleGen) T { return g.p.SDiv(g.x, g.num(1-2*g.r.IntN(2))) },
	"sdiv-zero":     func(g *ruleGen) T { return g.p.SDiv(g.x, g.num(0)) },
	"sdiv-unsigned": func(g *ruleGen) T { return g.p.SDiv(g.zx(g.x), g.zx(g.y)) },
	"sdiv-small":    func(g *ruleGen) T { return g.p.SDiv(g.sx(g.x), g.kw(g.w+3)) },
	"sdiv-sext":     func(g *ruleGen) T { return g.p.SDiv(g.sx(g.x), g.sx(g.k())) },
	"srem-one":      func(g *ruleGen) T { return g.p.SRem(g.x, g.num(1-2*g.r.IntN(2))) },
	"srem-zero":     func(g *ruleGen) T { return g.either(g.p.SRem, g.x, g.num(0)) },
	"srem-same":     func(g *ruleGen) T { return g.p.SRem(g.x, g.x) },
	"srem-unsigned": func(g *ruleGen) T { return g.p.SRem(g.zx(g.x), g.zx(g.y)) },
	"srem-small":    func(g *ruleGen) T { return g.p.SRem(g.sx(g.x), g.kw(g.w+3)) },
	"srem-sext":     func(g *ruleGen) T { return g.p.SRem(g.sx(g.x), g.sx(g.k())) },
	"srem-sign":     func(g *ruleGen) T { return g.p.SRem(g.x, g.k()) },
	"srem-srem":     func(g *ruleGen) T { return g.p.SRem(g.p.SRem(g.x, g.y), g.y) },

	"bvnot-bvnot": func(g *ruleGen) T { return g.p.BVNot(g.p.BVNot(g.x)) },
	"bvnot-neg":   func(g *ruleGen) T { return g.p.BVNot(g.p.Neg(g.x)) },

	"bvand-const":      func(g *ruleGen) T { return g.p.BVAnd(g.x, g.num(-g.r.IntN(2))) },
	"bvand-same":       func(g *ruleGen) T { return g.p.BVAnd(g.x, g.x) },
	"bvand-complement": func(g *ruleGen) T { return g.p.BVAnd(g.x, g.p.BVNot(g.x)) },
	"bvand-consts":     func(g *ruleGen) T { return g.p.BVAnd(g.p.BVAnd(g.x, g.k()), g.k()) },
	"bvand-known":      func(g *ruleGen) T { k := g.k(); return g.p.BVAnd(g.p.BVAnd(g.x, k), g.p.BVOr(g.y, k)) },
	"bvand-low-mask": func(g *ruleGen) T {
		return g.p.BVAnd(g.zx(g.x), g.p.Add(g.p.BV(g.w+3, 0), g.ones(g.r.IntN(g.w+2)+1, g.w+3)))
	},
	"bvand-absorb":      func(g *ruleGen) T { return g.p.BVAnd([]T{g.p.BVOr(g.x, g.y), g.p.BVAnd(g.x, g.y)}[g.r.IntN(2)], g.x) },
	"bvand-concat-mask": func(g *ruleGen) T { return g.p.BVAnd(g.p.Concat(g.x, g.y), g.p.BVNot(g.ones(g.w, 2*g.w))) },
	"bvand-zext":        func(g *ruleGen) T { return g.p.BVAnd(g.zx(g.x), []T{g.zx(g.y), g.kw(g.w + 3)}[g.r.IntN(2)]) },

	"bvor-const":      func(g *ruleGen) T { return g.p.BVOr(g.x, g.num(-g.r.IntN(2))) },
	"bvor-same":       func(g *ruleGen) T { return g.p.BVOr(g.x, g.x) },
	"bvor-complement": func(g *ruleGen) T { return g.p.BVOr(g.x, g.p.BVNot(g.x)) },
	"bvor-consts":     func(g *ruleGen) T { return g.p.BVOr(g.p.BVOr(g.x, g.k()), g.k()) },
	"bvor-known":      func(g *ruleGen) T { k := g.k(); return g.p.BVOr(g.p.BVAnd(g.x, k), g.p.BVOr(g.y, k)) },
	"bvor-absorb":     func(g *ruleGen) T { return g.p.BVOr([]T{g.p.BVOr(g.x, g.y), g.p.BVAnd(g.x, g.y)}[g.r.IntN(2)], g.x) },
	"bvor-disjoint":   func(g *ruleGen) T { return g.p.BVOr(g.shifted(), g.p.ZExt(g.x, 2*g.w)) },
	"bvor-concat-low": func(g *ruleGen) T {
		return g.p.BVOr(g.p.Concat(g.x, g.y), g.p.ZExt([]T{g.z, g.k()}[g.r.IntN(2)], 2*g.w))
	},
	"bvxor-concat-low": func(g *ruleGen) T {
		return g.p.BVXor(g.p.Concat(g.x, g.y), g.p.ZExt([]T{g.z, g.k()}[g.r.IntN(2)], 2*g.w))
	},
	"bvor-zext": func(g *ruleGen) T { return g.p.BVOr(g.zx(g.x), []T{g.zx(g.y), g.wide(g.k())}[g.r.IntN(2)]) },

	"bvxor-const":      func(g *ruleGen) T { return g.p.BVXor(g.x, g.num(-g.r.IntN(2))) },
	"bvxor-same":       func(g *ruleGen) T { return g.p.BVXor(g.x, g.x) },
	"bvxor-complement": func(g *ruleGen) T { return g.p.BVXor(g.x, g.p.BVNot(g.x)) },
	"bvxor-consts":     func(g *ruleGen) T { return g.p.BVXor(g.p.BVXor(g.x, g.k()), g.k()) },
	"bvxor-not":        func(g *ruleGen) T { return g.p.BVXor(g.p.BVNot(g.x), []T{g.y, g.k()}[g.r.IntN(2)]) },
	"bvxor-cancel":     func(g *ruleGen) T { return g.p.BVXor(g.p.BVXor(g.x, g.y), g.x) },
	"bvxor-disjoint":   func(g *ruleGen) T { return g.p.BVXor(g.shifted(), g.p.ZExt(g.x, 2*g.w)) },
	"bvxor-zext":       func(g *ruleGen) T { return g.p.BVXor(g.zx(g.x), []T{g.zx(g.y), g.wide(g.k())}[g.r.IntN(2)]) },

	"shl-concat":    func(g *ruleGen) T { return g.p.Shl(g.zx(g.x), g.p.BV(g.w+3, uint64(1+g.r.IntN(g.w+2)))) },
	"shl-shl":       func(g *ruleGen) T { return g.p.Shl(g.p.Shl(g.x, g.amount()), g.amount()) },
	"shl-mul":       func(g *ruleGen) T { return g.p.Shl(g.p.Mul(g.x, g.k()), g.amount()) },
	"shl-add-const": func(g *ruleGen) T { return g.p.Shl(g.p.Add(g.x, g.k()), g.amount()) },
	"lshr-extract":  func(g *ruleGen) T { return g.p.LShr(g.x, g.amount()) },
	"ashr-extract":  func(g *ruleGen) T { return g.p.AShr(g.x, g.k()) },
	"ashr-unsigned": func(g *ruleGen) T { return g.p.AShr(g.zx(g.x), g.zx(g.y)) },
	"shl-zero":      func(g *ruleGen) T { return g.either(g.p.Shl, g.x, g.num(0)) },
	"lshr-zero":     func(g *ruleGen) T { return g.either(g.p.LShr, g.x, g.num(0)) },
	"ashr-zero":     func(g *ruleGen) T { return g.either(g.p.AShr, g.x, g.num(0)) },
	"shl-out":       func(g *ruleGen) T { return g.p.Shl(g.x, []T{g.num(-1), g.p.BVOr(g.y, g.num(-2))}[g.r.IntN(2)]) },
	"lshr-out":      func(g *ruleGen) T { return g.p.LShr(g.x, []T{g.num(-1), g.p.BVOr(g.y, g.num(-2))}[g.r.IntN(2)]) },

	"concat-zero": func(g *ruleGen) T { return g.p.Concat(g.num(0), g.x) },
	"concat-join": func(g *ruleGen) T {
		s := g.p.UDiv(g.sx(g.x), g.sx(g.y))
		hi, lo := g.high(s), g.low(s)
		switch g.r.IntN(4) {
		case 0:
			return g.p.Concat(hi, lo)
		case 1:
			return g.p.Concat(hi, g.p.Concat(lo, g.z))
		case 2:
			return g.p.Concat(g.p.Concat(g.z, hi), lo)
		}
		return g.p.Concat(g.p.Concat(g.z, hi), g.p.Concat(lo, g.z))
	},
	"concat-sign": func(g *ruleGen) T {
		s := g.p.Mul(g.zx(g.x), g.zx(g.y))
		return g.p.Concat(g.sx(g.p.Extract(s, g.w+2, 1)), s)
	},
	"concat-extend": func(g *ruleGen) T { return g.p.Concat([]T{g.zx(g.x), g.sx(g.x)}[g.r.IntN(2)], g.y) },
	"concat-ite":    func(g *ruleGen) T { return g.p.Concat(g.p.Ite(g.b, g.x, g.y), g.p.Ite(g.b, g.z, g.y)) },

	"extract-slice": func(g *ruleGen) T {
		t := []T{g.p.Concat(g.x, g.y), g.zx(g.x), g.sx(g.x), g.p.Shl(g.p.Mul(g.zx(g.y), g.zx(g.x)), g.p.BV(g.w+3, 2)), g.choice()}[g.r.IntN(5)]
		return g.part(t)
	},
	"extract-ite":     func(g *ruleGen) T { return g.part(g.p.Ite(g.b, g.p.Concat(g.x, g.y), g.p.Concat(g.y, g.z))) },
	"extract-mask":    func(g *ruleGen) T { return g.part(g.bitwise(g.p.Mul(g.zx(g.x), g.zx(g.y)), g.kw(g.w+3))) },
	"extract-bitwise": func(g *ruleGen) T { return g.part(g.bitwise(g.p.Concat(g.x, g.y), g.p.Concat(g.y, g.z))) },
	"extract-low": func(g *ruleGen) T {
		f := []func(a, b T) T{g.p.Add, g.p.Sub, g.p.Mul, func(a, _ T) T { return g.p.Neg(a) }}[g.r.IntN(4)]
		return g.p.Trunc(f(g.zx(g.x), g.sx(g.y)), 1+g.r.IntN(g.w))
	},

	"zext-zext":     func(g *ruleGen) T { return g.zx(g.zx(g.x)) },
	"sext-sext":     func(g *ruleGen) T { return g.sx(g.sx(g.x)) },
	"sext-unsigned": func(g *ruleGen) T { return g.sx(g.p.URem(g.x, g.p.LShr(g.k(), g.num(1)))) },

	"select-store": func(g *ruleGen) T {
		i := g.idx(g.x)
		a := g.p.Store(g.p.Store(g.a, i, g.y), g.p.Add(i, g.idx(g.num(1))), g.z)
		return g.p.Select(a, []T{i, g.p.Add(i, g.idx(g.k()))}[g.r.IntN(2)])
	},
	"select-const-array": func(g *ruleGen) T { return g.p.Select(g.p.ConstArray(g.w%64+1, g.x), g.p.BV(g.w%64+1, 0)) },
	"select-table":       func(g *ruleGen) T { return g.p.Select(g.table(), []T{g.idx(g.k()), g.idx(g.x)}[g.r.IntN(2)]) },
	"select-ite": func(g *ruleGen) T {
		w := min(g.w, 64)
		return g.p.Select(g.p.Ite(g.b, g.table(), g.p.ConstArray(w, g.kw(w))), g.idx(g.k()))
	},
	"store-same":   func(g *ruleGen) T { i := g.idx(g.x); return g.p.Store(g.p.Store(g.a, i, g.y), i, g.z) },
	"store-select": func(g *ruleGen) T { i := g.idx(g.x); return g.p.Store(g.a, i, g.p.Select(g.a, i)) },
	"store-ite": func(g *ruleGen) T {
		i := g.idx(g.x)
		return g.p.Store(g.p.Ite(g.c, g.p.Store(g.a, i, g.y), g.p.ConstArray(min(g.w, 64), g.z)), i, g.z)
	},
	"store-const-array": func(g *ruleGen) T { return g.p.Store(g.p.ConstArray(min(g.w, 64), g.y), g.idx(g.x), g.y) },
}

// eqk returns an equality of t with a constant or its negation.
func (g *ruleGen) eqk(t T) T { return g.p.Xor(g.p.Eq(t, g.k()), g.p.Bool(g.r.IntN(2) == 0)) }

// bound returns a comparison of t with a constant, of either order and sign.
func (g *ruleGen) bound(t T) T {
	f := []func(a, b T) T{g.p.ULt, g.p.SLt}[g.r.IntN(2)]
	return g.either(f, t, g.k())
}

// either applies f to the arguments in one order or the other.
func (g *ruleGen) either(f func(a, b T) T, a, b T) T {
	if g.r.IntN(2) == 0 {
		return f(a, b)
	}
	return f(b, a)
}

func (g *ruleGen) minimum() T { return g.p.BVBig(g.w, new(big.Int).Lsh(big.NewInt(1), uint(g.w-1))) }
func (g *ruleGen) power() T {
	return g.p.BVBig(g.w, new(big.Int).Lsh(big.NewInt(1), uint(g.r.IntN(g.w))))
}
func (g *ruleGen) amount() T { return g.num(1 + g.r.IntN(max(g.w-1, 1))) }

// ones returns the constant of w bits with the k lowest set.
func (g *ruleGen) ones(k, w int) T {
	v := new(big.Int).Lsh(big.NewInt(1), uint(k))
	return g.p.BVBig(w, v.Sub(v, big.NewInt(1)))
}

// shifted returns a term of 2w bits whose w lower ones are 0.
func (g *ruleGen) shifted() T { return g.p.Concat([]T{g.y, g.p.BVNot(g.z)}[g.r.IntN(2)], g.num(0)) }

// part returns a random proper slice of t.
func (g *ruleGen) part(t T) T {
	w := g.p.Width(t)
	lo := g.r.IntN(w)
	k := 1 + g.r.IntN(w-lo)
	return g.p.Extract(t, lo, k)
}

func (g *ruleGen) bitwise(a, b T) T {
	return []func(a, b T) T{g.p.BVAnd, g.p.BVOr, g.p.BVXor, func(a, _ T) T { return g.p.BVNot(a) }}[g.r.IntN(4)](a, b)
}

// liftCase builds op over a choice of constants.
func liftCase(g *ruleGen, op Op) T {
	w := g.w
	if op == OpZExt || op == OpSExt {
		w += 3
	}
	a, b := g.choice(), g.k()
	if op.NumArgs() == 2 && g.r.IntN(2) == 0 {
		a, b = b, a
	}
	return g.p.apply(op, 0, w, 0, a, b, None)
}

// TestRules checks every rule by name: its generator must make it fire, and
// every rewrite on the way must keep the value under all models.
func TestRules(t *testing.T) {
	known := map[string]bool{}
	for _, r := range Rules() {
		if known[r.Name] {
			t.Errorf("two rules are called %s", r.Name)
		}
		known[r.Name] = true
		t.Run(r.Name, func(t *testing.T) { testRule(t, r) })
	}
	for name := range ruleCases {
		if !known[name] {
			t.Errorf("ruleCases names %s, which is no rule", name)
		}
	}
}

func testRule(t *testing.T, r Rule) {
	gen := ruleCases[r.Name]
	if strings.HasSuffix(r.Name, "-ite-consts") {
		gen = func(g *ruleGen) T { return liftCase(g, r.Op) }
	}
	if gen == nil {
		t.Fatal("no generator in ruleCases")
	}
	fired, grown := 0, false
	for _, w := range testWidths {
		g := newRuleGen(t, 1, w, 40)
		for range 40 {
			g.checkFacts(gen(g))
		}
		fired += g.fired[r.Name]
		grown = grown || g.grown[r.Name]
	}
	if grown {
		t.Errorf("%s (%s) made a term larger", r.Name, r.Doc)
	}
	if fired == 0 {
		t.Errorf("%s (%s) was never fired by its generator", r.Name, r.Doc)
	}
}
