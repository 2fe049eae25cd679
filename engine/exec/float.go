package exec

import (
	"math"
	"math/big"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// float executes floating-point operations on known values of the two IEEE
// formats that hardware has. A register holds the bits. Everything else ends
// the path as undecided.
func float(m *Machine, s *State, in *ir.Instr) {
	f := s.Top()
	args := make([]memory.Value, len(in.Args))
	m.checkFormat(s, in.Type)
	for i, a := range in.Args {
		m.checkFormat(s, m.typeOf(f, a))
		w := m.width(s, f, a)
		args[i] = m.cooked(s, m.val(s, f, a), w)
		if signOnly(in) {
			if args[i].IsInt() && in.Op != ir.FNeg {
				m.checkFloat(s, fromBits(w, args[i].Bits))
			}
			m.set(s, in, m.fromTerm(m.changeSign(in, w, m.intTerm(s, args[i], w))))
			return
		}
		if !args[i].IsInt() {
			m.stop(s, "floating-point arithmetic on a value that is not known")
		}
	}
	switch in.Op {
	case ir.FCmp:
		w := m.width(s, f, in.Args[0])
		c := compareFloats(in.Pred, fromBits(w, args[0].Bits), fromBits(w, args[1].Bits))
		m.set(s, in, memory.Const(concrete.FromCond(c)))
	case ir.FPToSI, ir.FPToUI:
		m.floatToInt(s, in, fromBits(m.width(s, f, in.Args[0]), args[0].Bits))
	case ir.SIToFP, ir.UIToFP:
		m.intToFloat(s, in, m.width(s, f, in.Args[0]), args[0].Bits)
	default:
		m.floatArithmetic(s, in, args)
	}
}

// signOnly tells the operations that touch nothing but the sign bit, so that
// they need not know the value, and leave a signaling NaN one.
func signOnly(in *ir.Instr) bool { return in.Op == ir.FNeg || in.Op == ir.FMath && in.Reason == "fabs" }

func (m *Machine) changeSign(in *ir.Instr, w int, t term.T) term.T {
	if in.Op == ir.FNeg {
		return m.sym.Xor(w, t, m.sym.Const(w, 1<<(w-1)))
	}
	return m.sym.And(w, t, m.sym.Const(w, op.Mask(w-1)))
}

// checkFormat ends the path at types that no operation here knows.
func (m *Machine) checkFormat(s *State, t ir.TypeID) {
	ty := &m.Prog.Types[t]
	if ty.Kind == ir.Float && ty.Bits != 32 && ty.Bits != 64 {
		m.stop(s, "floating-point arithmetic in a format other than float and double")
	}
	if ty.Kind == ir.Vector {
		m.stop(s, vectors)
	}
}

func fromBits(w int, b uint64) float64 {
	if w == 32 {
		return float64(math.Float32frombits(uint32(b)))
	}
	return math.Float64frombits(b)
}

func toBits(w int, x float64) uint64 {
	if w == 32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}

// floatArithmetic computes in double and rounds once to the result's format:
// for +, −, ·, / and sqrt of floats that equals rounding in float directly.
func (m *Machine) floatArithmetic(s *State, in *ir.Instr, args []memory.Value) {
	w := m.bits(in.Type)
	x := fromBits(m.width(s, s.Top(), in.Args[0]), args[0].Bits)
	y := 0.0
	if len(args) > 1 {
		y = fromBits(w, args[1].Bits)
	}
	var r float64
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
	case ir.FMath:
		r = m.floatFunction(s, in.Reason, w, x, args[1:])
	}
	m.checkFloat(s, r)
	bits := toBits(w, r)
	if in.Reason == "copysign" { // a signaling NaN stays one
		bits = args[0].Bits&op.Mask(w-1) | args[1].Bits&(1<<(w-1))
	}
	m.set(s, in, memory.Const(bits))
}

// floatFunctions are the intrinsics that are exact or correctly rounded.
var floatFunctions = map[string]func(float64) float64{
	"fabs": math.Abs, "sqrt": math.Sqrt, "floor": math.Floor, "ceil": math.Ceil,
	"trunc": math.Trunc, "rint": math.RoundToEven, "nearbyint": math.RoundToEven, "round": math.Round,
}

// floatFunction is an intrinsic of a first argument x and others in the format
// of w bits.
func (m *Machine) floatFunction(s *State, name string, w int, x float64, rest []memory.Value) float64 {
	if fn, ok := floatFunctions[name]; ok {
		return fn(x)
	}
	var y [2]float64
	for i, v := range rest {
		y[i] = fromBits(w, v.Bits)
	}
	switch name {
	case "copysign":
		return math.Copysign(x, y[0])
	case "fma":
		return fused(w, x, y[0], y[1])
	case "fmuladd":
		// x·y + z, which clang lets the machine fuse.
		product := fromBits(w, toBits(w, x*y[0]))
		r := product + y[1]
		if toBits(w, r) != toBits(w, fused(w, x, y[0], y[1])) {
			m.Obs.Assumed("floating-point products and sums are rounded one by one: the machine does not fuse them")
		}
		return r
	}
	m.stop(s, "the floating-point function "+name)
	return 0
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

func (m *Machine) checkFloat(s *State, r float64) {
	if math.IsNaN(r) {
		m.check(s, op.Check[term.T]{Class: op.NaN, Cond: term.True}, -1)
	}
	if math.IsInf(r, 0) {
		m.check(s, op.Check[term.T]{Class: op.Infinite, Cond: term.True}, -1)
	}
}

// floatToInt truncates towards zero; outside the integer's range the result is
// any value.
func (m *Machine) floatToInt(s *State, in *ir.Instr, x float64) {
	w := m.bits(in.Type)
	t := math.Trunc(x)
	lo, hi := -math.Ldexp(1, w-1), math.Ldexp(1, w-1)
	if in.Op == ir.FPToUI {
		lo, hi = 0, math.Ldexp(1, w)
	}
	if w > 64 {
		m.stop(s, "conversion of a floating-point number to an integer of more than 64 bits")
	}
	if math.IsNaN(t) || t < lo || t >= hi {
		side := op.High
		if t < lo {
			side = op.Low
		}
		m.check(s, op.Check[term.T]{Class: op.FloatToInt, Side: side, Cond: term.True}, -1)
		m.set(s, in, m.fresh(s, in.Type, "float-to-int"))
		return
	}
	bits := uint64(int64(t))
	if in.Op == ir.FPToUI {
		bits = uint64(t)
	}
	m.set(s, in, memory.Const(bits&op.Mask(w)))
}

func (m *Machine) intToFloat(s *State, in *ir.Instr, from int, b uint64) {
	w := m.bits(in.Type)
	if from > 64 {
		m.stop(s, "conversion of an integer of more than 64 bits to floating point")
	}
	var r uint64
	switch {
	case in.Op == ir.SIToFP && w == 32:
		r = uint64(math.Float32bits(float32(op.Signed(from, b))))
	case in.Op == ir.SIToFP:
		r = math.Float64bits(float64(op.Signed(from, b)))
	case w == 32:
		r = uint64(math.Float32bits(float32(b)))
	default:
		r = math.Float64bits(float64(b))
	}
	m.set(s, in, memory.Const(r))
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
