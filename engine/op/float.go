package op

import (
	"math"
	"math/big"

	"github.com/assay-dev/assay/engine/ir"
)

// FloatResult is what a floating-point operation on known values gives.
type FloatResult struct {
	Bits uint64 // of the result; those of a truth value are 0 or 1
	// Violated says that Class is: a NaN, an infinite number, an integer out of range.
	Violated bool
	Class    Class
	Side     Side
	Open     bool // the result is any value, as that of an integer out of range
	Unfused  bool // a machine that fuses a product with a sum would give another result
}

// Float computes a floating-point operation on known values in the two IEEE formats that
// hardware has, rounding to nearest: from is the width of the first operand and to that of the
// result, in bits; operands are bits. It reports false for operations that it does not know.
func Float(in *ir.Instr, from, to int, args []uint64) (FloatResult, bool) {
	x := FloatFrom(from, args[0])
	switch in.Op {
	case ir.FCmp:
		return FloatResult{Bits: Concrete{}.FromCond(compareFloats(in.Pred, x, FloatFrom(from, args[1])))}, true
	case ir.FPToSI, ir.FPToUI:
		return floatToInt(in.Op, to, x), to <= 64
	case ir.SIToFP, ir.UIToFP:
		return FloatResult{Bits: intToFloat(in.Op, from, to, args[0])}, from <= 64
	}
	return floatArithmetic(in, from, to, x, args)
}

// FloatFrom is the number that bits of width w, 32 or 64, stand for.
func FloatFrom(w int, b uint64) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(b)))
	}
	return math.Float64frombits(b)
}

// FloatBits are the bits of a number, rounded to the format of width w, 32 or 64.
func FloatBits(w int, x float64) uint64 {
	if w == 32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// floatArithmetic computes in double and rounds once to the result's format:
// for +, −, ·, / and sqrt of floats that equals rounding in float directly.
func floatArithmetic(in *ir.Instr, from, to int, x float64, args []uint64) (FloatResult, bool) {
	y := 0.0
	if len(args) > 1 {
		y = FloatFrom(to, args[1])
	}
	var r float64
	var f FloatResult
	switch in.Op {
	case ir.FAdd:
		r = x + y
	case ir.FSub:
		r = x - y
	case ir.FMul:
		r = x * y
	case ir.FDiv:
		r = x / y
	case ir.FRem:
		r = math.Mod(x, y)
	case ir.FPTrunc, ir.FPExt:
		r = x
	case ir.FNeg:
		return FloatResult{Bits: args[0] ^ 1<<(to-1)}, true
	case ir.FMath:
		var ok bool
		if r, f.Unfused, ok = floatFunction(in.Reason, to, x, args[1:]); !ok {
			return f, false
		}
	}
	f.Bits = FloatBits(to, r)
	switch in.Reason { // a signaling NaN stays one
	case "fabs":
		f.Bits = args[0] & Mask(to-1)
	case "copysign":
		f.Bits = args[0]&Mask(to-1) | args[1]&(1<<(to-1))
	}
	switch {
	case math.IsNaN(r):
		f.Violated, f.Class = true, NaN
	case math.IsInf(r, 0):
		f.Violated, f.Class = true, Infinite
	}
	return f, true
}

// floatFunctions are the intrinsics that are exact or correctly rounded.
var floatFunctions = map[string]func(float64) float64{
	"fabs": math.Abs, "sqrt": math.Sqrt, "floor": math.Floor, "ceil": math.Ceil,
	"trunc": math.Trunc, "rint": math.RoundToEven, "nearbyint": math.RoundToEven, "round": math.Round,
}

// floatFunction is an intrinsic of a first argument x and others in the format of w bits.
func floatFunction(name string, w int, x float64, rest []uint64) (r float64, unfused, ok bool) {
	if fn, ok := floatFunctions[name]; ok {
		return fn(x), false, true
	}
	var y [2]float64
	for i, v := range rest {
		y[i] = FloatFrom(w, v)
	}
	switch name {
	case "copysign":
		return math.Copysign(x, y[0]), false, true
	case "fma":
		return fused(w, x, y[0], y[1]), false, true
	case "fmuladd":
		// x·y + z, which clang lets the machine fuse.
		r := FloatFrom(w, FloatBits(w, x*y[0])) + y[1]
		return r, FloatBits(w, r) != FloatBits(w, fused(w, x, y[0], y[1])), true
	case "pow":
		r, ok := exactPower(w, x, y[0])
		return r, false, ok
	}
	return 0, false, false
}

// exactPower is x to the power of y, where that is a number of the format of w bits: a library
// whose error is less than a unit in the last place gives just that. It reports false for others.
func exactPower(w int, x, y float64) (float64, bool) {
	switch {
	case y == 0 || x == 1:
		return 1, true
	case y != math.Trunc(y) || math.Abs(y) > 1100 || math.IsNaN(x) || math.IsInf(x, 0) || x == 0:
		return 0, false
	}
	r := new(big.Rat).SetInt64(1)
	base := new(big.Rat).SetFloat64(x)
	for range int(math.Abs(y)) {
		r.Mul(r, base)
		if r.Num().BitLen() > 2200 || r.Denom().BitLen() > 2200 {
			return 0, false
		}
	}
	if y < 0 {
		r.Inv(r)
	}
	f, exact := r.Float64()
	if w == 32 {
		var g float32
		g, exact = r.Float32()
		f = float64(g)
	}
	normal := math.Abs(f) >= 0x1p-126 || w == 64 && math.Abs(f) >= 0x1p-1022
	return f, exact && normal && !math.IsInf(f, 0)
}

// fused is x·y + z, rounded once to the format of w bits.
func fused(w int, x, y, z float64) float64 {
	r := math.FMA(x, y, z)
	if w == 64 || r == 0 || math.IsNaN(r) || math.IsInf(r, 0) {
		return r
	}
	// Rounding to double first could round twice; 1024 bits hold any sum of
	// a product and a number of the format float.
	sum := new(big.Float).SetPrec(1024).Mul(big.NewFloat(x), big.NewFloat(y))
	f, _ := sum.Add(sum, big.NewFloat(z)).Float32()
	return float64(f)
}

// floatToInt truncates towards zero; outside the integer's range the result is
// any value.
func floatToInt(o ir.Opcode, w int, x float64) FloatResult {
	t := math.Trunc(x)
	lo, hi := -math.Ldexp(1, w-1), math.Ldexp(1, w-1)
	if o == ir.FPToUI {
		lo, hi = 0, math.Ldexp(1, w)
	}
	if math.IsNaN(t) || t < lo || t >= hi {
		f := FloatResult{Violated: true, Class: FloatToInt, Side: High, Open: true}
		if t < lo {
			f.Side = Low
		}
		return f
	}
	bits := uint64(int64(t))
	if o == ir.FPToUI {
		bits = uint64(t)
	}
	return FloatResult{Bits: bits & Mask(min(w, 64))}
}

func intToFloat(o ir.Opcode, from, to int, b uint64) uint64 {
	switch {
	case o == ir.SIToFP && to == 32:
		return uint64(math.Float32bits(float32(Signed(from, b))))
	case o == ir.SIToFP:
		return math.Float64bits(float64(Signed(from, b)))
	case to == 32:
		return uint64(math.Float32bits(float32(b)))
	}
	return math.Float64bits(float64(b))
}

// compareFloats is a floating-point comparison: ordered predicates fail on
// NaN, unordered ones hold.
func compareFloats(p ir.Pred, x, y float64) bool {
	nan := math.IsNaN(x) || math.IsNaN(y)
	switch p {
	case ir.FFalse:
		return false
	case ir.FTrue:
		return true
	case ir.FORD:
		return !nan
	case ir.FUNO:
		return nan
	case ir.FOEQ, ir.FUEQ:
		return nan && p == ir.FUEQ || x == y
	case ir.FOGT, ir.FUGT:
		return nan && p == ir.FUGT || x > y
	case ir.FOGE, ir.FUGE:
		return nan && p == ir.FUGE || x >= y
	case ir.FOLT, ir.FULT:
		return nan && p == ir.FULT || x < y
	case ir.FOLE, ir.FULE:
		return nan && p == ir.FULE || x <= y
	}
	return nan && p == ir.FUNE || !nan && x != y
}
