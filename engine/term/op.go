package term

// Op is the operator at the root of a term.
//
// The set is small on purpose: what can be said with a negation has no operator
// of its own, so that one meaning has one handle. Or, Implies and Xor on Bool
// become OpAnd, OpNot and OpEq; a ≤ b becomes ¬(b < a).
type Op uint8

// The operators. Argument order and result sort are given as op(args) → sort;
// w is the result's width.
const (
	OpNone       Op = iota // the root of None
	OpConst                // a constant; Bool or BV (Pool.Const, Pool.ConstBig)
	OpVar                  // a variable; Bool or BV (Pool.Name)
	OpArrayVar             // an array variable (Pool.Name)
	OpTable                // a constant table (Pool.TableValues)
	OpNot                  // Bool → Bool
	OpAnd                  // Bool, Bool → Bool
	OpIte                  // Bool, s, s → s for every sort s
	OpEq                   // s, s → Bool for every sort s
	OpULt                  // BV(k), BV(k) → Bool, unsigned
	OpSLt                  // BV(k), BV(k) → Bool, two's complement
	OpNeg                  // BV(w) → BV(w), two's complement negation
	OpAdd                  // BV(w), BV(w) → BV(w), modulo 2^w
	OpSub                  // BV(w), BV(w) → BV(w), modulo 2^w
	OpMul                  // BV(w), BV(w) → BV(w), modulo 2^w
	OpUDiv                 // BV(w), BV(w) → BV(w); x/0 = 2^w-1
	OpURem                 // BV(w), BV(w) → BV(w); x%0 = x
	OpSDiv                 // BV(w), BV(w) → BV(w), truncating; x/0 = x < 0 ? 1 : -1
	OpSRem                 // BV(w), BV(w) → BV(w), sign of the dividend; x%0 = x
	OpBVNot                // BV(w) → BV(w)
	OpBVAnd                // BV(w), BV(w) → BV(w)
	OpBVOr                 // BV(w), BV(w) → BV(w)
	OpBVXor                // BV(w), BV(w) → BV(w)
	OpShl                  // BV(w), BV(w) → BV(w); 0 for amounts ≥ w
	OpLShr                 // BV(w), BV(w) → BV(w); 0 for amounts ≥ w
	OpAShr                 // BV(w), BV(w) → BV(w); the sign for amounts ≥ w
	OpConcat               // hi BV(k), lo BV(w-k) → BV(w)
	OpExtract              // BV(k) → BV(w), bits Lo … Lo+w-1 (Pool.ExtractLo)
	OpZExt                 // BV(k) → BV(w), k < w
	OpSExt                 // BV(k) → BV(w), k < w
	OpConstArray           // BV(w) → Array(_ → w), every element the same
	OpStore                // Array, BV index, BV(w) → Array
	OpSelect               // Array, BV index → BV(w)
	numOps
)

// opInfo is what is known of an operator independent of its arguments.
type opInfo struct {
	name        string // Go-like name, for String of Op and messages
	smt         string // SMT-LIB symbol; empty where the printer has a case of its own
	args        int    // number of term arguments
	commutative bool   // arguments are ordered canonically (constants last)
}

var opTable = [numOps]opInfo{
	OpNone:       {name: "None"},
	OpConst:      {name: "Const"},
	OpVar:        {name: "Var"},
	OpArrayVar:   {name: "ArrayVar"},
	OpTable:      {name: "Table"},
	OpNot:        {name: "Not", smt: "not", args: 1},
	OpAnd:        {name: "And", smt: "and", args: 2, commutative: true},
	OpIte:        {name: "Ite", smt: "ite", args: 3},
	OpEq:         {name: "Eq", smt: "=", args: 2, commutative: true},
	OpULt:        {name: "ULt", smt: "bvult", args: 2},
	OpSLt:        {name: "SLt", smt: "bvslt", args: 2},
	OpNeg:        {name: "Neg", smt: "bvneg", args: 1},
	OpAdd:        {name: "Add", smt: "bvadd", args: 2, commutative: true},
	OpSub:        {name: "Sub", smt: "bvsub", args: 2},
	OpMul:        {name: "Mul", smt: "bvmul", args: 2, commutative: true},
	OpUDiv:       {name: "UDiv", smt: "bvudiv", args: 2},
	OpURem:       {name: "URem", smt: "bvurem", args: 2},
	OpSDiv:       {name: "SDiv", smt: "bvsdiv", args: 2},
	OpSRem:       {name: "SRem", smt: "bvsrem", args: 2},
	OpBVNot:      {name: "BVNot", smt: "bvnot", args: 1},
	OpBVAnd:      {name: "BVAnd", smt: "bvand", args: 2, commutative: true},
	OpBVOr:       {name: "BVOr", smt: "bvor", args: 2, commutative: true},
	OpBVXor:      {name: "BVXor", smt: "bvxor", args: 2, commutative: true},
	OpShl:        {name: "Shl", smt: "bvshl", args: 2},
	OpLShr:       {name: "LShr", smt: "bvlshr", args: 2},
	OpAShr:       {name: "AShr", smt: "bvashr", args: 2},
	OpConcat:     {name: "Concat", smt: "concat", args: 2},
	OpExtract:    {name: "Extract", args: 1},
	OpZExt:       {name: "ZExt", args: 1},
	OpSExt:       {name: "SExt", args: 1},
	OpConstArray: {name: "ConstArray", args: 1},
	OpStore:      {name: "Store", smt: "store", args: 3},
	OpSelect:     {name: "Select", smt: "select", args: 2},
}

// String returns the operator's name as in the constructor that builds it.
func (o Op) String() string { return opTable[o].name }

// NumArgs returns the number of term arguments of the operator.
func (o Op) NumArgs() int { return opTable[o].args }

// node is one term: 16 bytes. hdr packs operator, index width and width; the
// payload words depend on the operator:
//
//	OpConst, width ≤ 64   b, c = low and high half of the value
//	OpConst, width > 64   b = index into Pool.wide
//	OpVar, OpArrayVar     b = index into Pool.names
//	OpTable               b = index into Pool.tables
//	OpExtract             a = argument, b = lowest bit
//	others                a, b, c = arguments
type node struct {
	hdr     uint32
	a, b, c T
}

const (
	opBits    = 8
	indexBits = 7
)

// header packs a node's operator and sort. idx is the index width for array
// sorts, 0 otherwise.
func header(op Op, idx, w int) uint32 {
	return uint32(op) | uint32(idx)<<opBits | uint32(w)<<(opBits+indexBits)
}

func (n node) op() Op        { return Op(n.hdr & (1<<opBits - 1)) }
func (n node) width() int    { return int(n.hdr >> (opBits + indexBits)) }
func (n node) index() int    { return int(n.hdr >> opBits & (1<<indexBits - 1)) }
func (n node) value() uint64 { return uint64(n.c)<<32 | uint64(n.b) }

// arg returns the i-th argument.
func (n node) arg(i int) T {
	switch i {
	case 0:
		return n.a
	case 1:
		return n.b
	}
	return n.c
}
