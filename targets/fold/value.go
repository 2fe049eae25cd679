package fold

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Type is the arithmetic type of a constant. The zero value is one that is not known.
type Type struct {
	Bits     int // width of an integer type, 0 if it is not known
	Unsigned bool
	Float    bool
}

var intType = Type{Bits: 32}

// value is what is known of an expression. The zero value is no constant.
type value struct {
	constant bool
	typ      Type
	n        *big.Int // of an integer constant, nil if it is not known
	f        float64  // of a floating constant
	known    bool     // f is known
	nonZero  bool     // it is not zero, whatever it is
	size     bool     // it is the size of something: not negative
}

// unknown is a constant of which nothing is known.
var unknown = value{constant: true}

func intValue(n *big.Int, t Type) value {
	return value{constant: true, typ: t, n: n, nonZero: n.Sign() != 0}
}

func floatValue(f float64) value {
	return value{constant: true, typ: Type{Float: true}, f: f, known: true, nonZero: f != 0}
}

// within reports whether a number is one of the type's.
func (t Type) within(n *big.Int) bool { return t.wrap(n).Cmp(n) == 0 }

// wrap is the number of the type that is equal to n modulo its width.
func (t Type) wrap(n *big.Int) *big.Int {
	modulus := new(big.Int).Lsh(big.NewInt(1), uint(t.Bits))
	w := new(big.Int).Mod(n, modulus)
	if !t.Unsigned && w.Bit(t.Bits-1) == 1 {
		w.Sub(w, modulus)
	}
	return w
}

// promoted is the type that a narrower integer is computed in.
func (t Type) promoted() Type {
	if t.Bits > 0 && t.Bits < 32 {
		return intType
	}
	return t
}

// common is the type in which two operands are computed: C's usual arithmetic conversions.
func common(a, b Type) Type {
	a, b = a.promoted(), b.promoted()
	switch {
	case a.Float || b.Float:
		return Type{Float: true}
	case a.Bits == 0 || b.Bits == 0:
		return Type{}
	case a.Bits == b.Bits:
		return Type{Bits: a.Bits, Unsigned: a.Unsigned || b.Unsigned}
	case a.Bits > b.Bits:
		return a
	}
	return b
}

// literal is the value of a number as C writes it.
func literal(s string, long int) value {
	lower := strings.ToLower(s)
	hex := strings.HasPrefix(lower, "0x")
	if !hex && strings.ContainsAny(lower, ".e") || hex && strings.ContainsAny(lower, ".p") {
		if f, err := strconv.ParseFloat(strings.TrimRight(lower, "fl"), 64); err == nil || math.IsInf(f, 0) {
			return floatValue(f)
		}
		return value{constant: true, typ: Type{Float: true}}
	}
	digits := strings.TrimRight(lower, "ul")
	suffix := lower[len(digits):]
	n, ok := new(big.Int).SetString(digits, 0)
	if !ok {
		return unknown
	}
	return intValue(n, literalType(n, suffix, digits[0] != '0' || digits == "0", long))
}

// literalType is the first type that a literal fits into; decimal ones without a suffix u
// become signed.
func literalType(n *big.Int, suffix string, decimal bool, long int) Type {
	widths := []int{32, long, 64}
	if strings.Contains(suffix, "ll") {
		widths = widths[2:]
	} else if strings.Contains(suffix, "l") {
		widths = widths[1:]
	}
	for _, bits := range widths {
		if t := (Type{Bits: bits}); !strings.Contains(suffix, "u") && t.within(n) {
			return t
		}
		if t := (Type{Bits: bits, Unsigned: true}); (strings.Contains(suffix, "u") || !decimal) && t.within(n) {
			return t
		}
	}
	return Type{}
}

// characterValue is the value of a character constant.
func characterValue(s string) value {
	if c, _, rest, err := strconv.UnquoteChar(strings.Trim(s, "'"), '\''); err == nil && rest == "" && c < 128 {
		return intValue(big.NewInt(int64(c)), intType)
	}
	return value{constant: true, typ: intType}
}

// typeNames are arithmetic types of one width that are no keywords.
var typeNames = map[string]Type{
	"int8_t": {Bits: 8}, "int16_t": {Bits: 16}, "int32_t": {Bits: 32}, "int64_t": {Bits: 64},
	"uint8_t": {Bits: 8, Unsigned: true}, "uint16_t": {Bits: 16, Unsigned: true},
	"uint32_t": {Bits: 32, Unsigned: true}, "uint64_t": {Bits: 64, Unsigned: true},
}

// typeWords are the keywords that types begin with.
var typeWords = map[string]bool{
	"char": true, "short": true, "int": true, "long": true, "float": true, "double": true, "void": true,
	"signed": true, "unsigned": true, "_Bool": true, "const": true, "volatile": true, "restrict": true,
	"struct": true, "union": true, "enum": true, "static": true, "extern": true, "register": true, "auto": true,
	"inline": true, "typedef": true, "_Thread_local": true, "__signed__": true, "__const": true, "__inline": true, "__restrict": true,
	"__extension__": true, "_Noreturn": true, "_Atomic": true,
}

// typeOf is the type that words name.
func (names Names) typeOf(words []string) Type { return names.typeIn(words, 0) }

// typeIn follows names of types by other names, to a depth.
func (names Names) typeIn(words []string, depth int) Type {
	t, longs := intType, 0
	for _, w := range words {
		switch w {
		case "unsigned":
			t.Unsigned = true
		case "char":
			t.Bits = 8
		case "short":
			t.Bits = 16
		case "_Bool":
			t = Type{Bits: 1, Unsigned: true}
		case "long":
			if longs++; longs > 1 {
				t.Bits = 64
			} else {
				t.Bits = names.Long
			}
		case "float", "double":
			return Type{Float: true}
		case "int", "signed", "__signed__", "const", "volatile", "__extension__":
		default:
			if meaning := names.Constants.types[w]; meaning != "" && depth < 8 {
				return names.typeIn(strings.Fields(meaning), depth+1)
			}
			return typeNames[w]
		}
	}
	return t
}
