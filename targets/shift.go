package targets

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// sign is whether a value has a signed type, as far as it can be told.
type sign uint8

const (
	anySign sign = iota
	signedValue
	unsignedValue
)

// shift finds shifts. `0 <= k < 32` is about the amount; `0 <= x` alone is
// about the left operand: shifting a negative value left is undefined, and
// shifting it right is left to the implementation.
func (s *search) shift(in *ir.Instr) {
	if in.Op != ir.Shl && in.Op != ir.LShr && in.Op != ir.AShr {
		return
	}
	amount := s.rule.Classes & op.SetOf(op.ShiftRange)
	value := s.rule.Classes & op.SetOf(op.SignedOverflow)
	switch {
	case s.claim.left && len(s.claim.exprs) == 0 && s.leftSign(in) == unsignedValue: // nothing can be wrong with it
	case s.claim.left:
		if in.Op == ir.Shl {
			s.add(value, op.Low, anyArg, s.operand(in.Args[0]))
		}
	case len(s.claim.exprs) > 0:
		s.add(amount, op.AnySide, anyArg, s.operand(in.Args[1])) // the predicate has both sides
	case amount == 0:
		if in.Op == ir.Shl && s.leftSign(in) != unsignedValue {
			s.add(value, op.AnySide, anyArg, maybe)
		}
	case s.claim.amount || value == 0 || in.Op != ir.Shl:
		s.add(amount, s.amountSide(in), anyArg, maybe)
	default:
		s.eitherOperand(in, amount, value)
	}
}

// eitherOperand adds a left shift of which an alarm fears the amount or the value. The
// value of an unsigned one is always right; the IR does not tell which ones are.
func (s *search) eitherOperand(in *ir.Instr, amount, value op.Set) {
	left := s.leftSign(in)
	sides := map[op.Side]op.Set{s.amountSide(in): amount}
	if left == signedValue {
		sides[op.AnySide] |= value
	}
	for _, side := range []op.Side{op.AnySide, op.Low, op.High} {
		if sides[side] == 0 {
			continue
		}
		s.add(sides[side], side, anyArg, maybe)
		if left != unsignedValue {
			s.restrict("whether the left operand of the << is signed and negative is not checked")
		}
	}
}

// amountSide is the side by which a shift's amount is feared to leave its range. One of an
// unsigned type that is too large looks negative.
func (s *search) amountSide(in *ir.Instr) op.Side {
	side := cmp.Or(s.claim.side, s.rule.Side)
	if side == op.High && !s.signed(s.strip(in.Args[1])) {
		return op.AnySide
	}
	return side
}

// What stands in front of the operator where that is the whole left operand: behind
// these, an expression begins that binds no tighter.
const starts = `(?:^|[=(,;{}?:|&^]|\breturn\b)\s*`

var (
	castLeft     = regexp.MustCompile(starts + `\(\s*([A-Za-z_][\w ]*?)\s*\)\s*(?:\w+|\([^()]*\))$`)
	variableLeft = regexp.MustCompile(starts + `([A-Za-z_]\w*)$`)
	literalLeft  = regexp.MustCompile(starts + `(?:0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$`)
)

// typeSigns are the signs of types by name. Those narrower than int become signed.
var typeSigns = map[string]sign{
	"int": signedValue, "long": signedValue, "long long": signedValue, "short": signedValue, "signed char": signedValue,
	"unsigned char": signedValue, "unsigned short": signedValue, "uint8_t": signedValue, "uint16_t": signedValue,
	"int8_t": signedValue, "int16_t": signedValue, "int32_t": signedValue, "int64_t": signedValue,
	"unsigned": unsignedValue, "unsigned int": unsignedValue, "unsigned long": unsignedValue,
	"unsigned long int": unsignedValue, "unsigned long long": unsignedValue,
	"uint32_t": unsignedValue, "uint64_t": unsignedValue, "size_t": unsignedValue, "uintptr_t": unsignedValue,
}

// leftSign tells by the text in front of the operator whether the left operand of a
// shift is signed: casts between types of one width leave no instruction.
func (s *search) leftSign(in *ir.Instr) sign {
	loc := s.p.Locs[in.Loc]
	text := s.line(loc)
	col := int(loc.Col) - 1
	if col < 0 || col >= len(text) || !strings.HasPrefix(text[col:], "<<") {
		return anySign
	}
	before := strings.TrimRight(text[:col], " \t")
	if m := castLeft.FindStringSubmatch(before); m != nil {
		return typeSigns[m[1]]
	}
	if m := literalLeft.FindStringSubmatch(before); m != nil {
		if strings.ContainsAny(m[1], "uU") {
			return unsignedValue
		}
		return signedValue
	}
	if variableLeft.MatchString(before) {
		return s.loadedSign(in.Args[0])
	}
	return anySign
}

// loadedSign is the sign of the variable that a value is loaded from.
func (s *search) loadedSign(o ir.Operand) sign {
	d := s.def(o)
	if d == nil || d.Op != ir.Load {
		return anySign
	}
	a := d.Args[0]
	bits, isSigned := uint32(0), false
	if a.IsConst() {
		c := &s.p.Consts[a.ConstIndex()]
		if c.Kind != ir.CGlobal || c.Offset != 0 {
			return anySign
		}
		bits, isSigned = uint32(s.p.Globals[c.ID].Bits), s.p.Globals[c.ID].Signed
	} else {
		v := s.scalars[ir.Reg(a)]
		bits, isSigned = uint32(v.Bits), v.Signed
	}
	switch {
	case bits == 0:
		return anySign
	case isSigned:
		return signedValue
	}
	return unsignedValue // narrower ones are widened by an instruction in between
}
