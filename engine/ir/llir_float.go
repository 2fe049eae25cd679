package ir

import (
	"math"
	"math/big"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
)

// floatBits is the bit pattern of a floating-point constant. llir keeps no
// NaN payload: every NaN is the quiet one of its sign.
func floatBits(c *constant.Float) *big.Int {
	switch c.Typ.Kind {
	case types.FloatKindFloat:
		if c.NaN {
			return signed(0x7FC00000, 32, c.X)
		}
		f, _ := c.X.Float32()
		return new(big.Int).SetUint64(uint64(math.Float32bits(f)))
	case types.FloatKindDouble:
		if c.NaN {
			return signed(0x7FF8000000000000, 64, c.X)
		}
		f, _ := c.X.Float64()
		return new(big.Int).SetUint64(math.Float64bits(f))
	case types.FloatKindHalf:
		return encodeFloat(c, 5, 10, false)
	case types.FloatKindX86_FP80:
		return encodeFloat(c, 15, 63, true)
	default:
		return encodeFloat(c, 15, 112, false)
	}
}

// signed sets the top bit of a pattern if x is negative.
func signed(bits uint64, width int, x *big.Float) *big.Int {
	b := new(big.Int).SetUint64(bits)
	if x != nil && x.Signbit() {
		b.SetBit(b, width-1, 1)
	}
	return b
}

// encodeFloat encodes a value of a binary format (IEEE 754-2019 §3.4) with
// the given widths of exponent and trailing significand; explicit: the
// leading bit of the significand is stored (x87 extended precision).
func encodeFloat(c *constant.Float, expBits, fracBits uint, explicit bool) *big.Int {
	bias := 1<<(expBits-1) - 1
	lead := uint(0)
	if explicit {
		lead = 1
	}
	exp, frac := 0, new(big.Int)
	switch {
	case c.NaN:
		exp = 2*bias + 1
		frac.SetBit(frac, int(fracBits)-1, 1)
		frac.SetBit(frac, int(fracBits), lead)
	case c.X.IsInf():
		exp = 2*bias + 1
		frac.SetBit(frac, int(fracBits), lead)
	case c.X.Sign() != 0:
		exp, frac = significand(c.X, bias, fracBits)
		if !explicit {
			frac.SetBit(frac, int(fracBits), 0)
		}
	}
	out := new(big.Int).Lsh(big.NewInt(int64(exp)), fracBits+lead)
	out.Or(out, frac)
	if c.X != nil && c.X.Signbit() {
		out.SetBit(out, int(expBits+fracBits+lead), 1)
	}
	return out
}

// significand returns the biased exponent (0 for subnormals) and the
// significand with its leading bit at position fracBits.
func significand(x *big.Float, bias int, fracBits uint) (int, *big.Int) {
	mant := new(big.Float)
	exp := new(big.Float).Abs(x).MantExp(mant) - 1 + bias // mant in [1/2, 1)
	shift := int(fracBits) + 1
	if exp <= 0 {
		shift += exp - 1
		exp = 0
	}
	frac, _ := new(big.Float).SetMantExp(mant, shift).Int(nil)
	return exp, frac
}
