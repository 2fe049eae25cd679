package targets

import (
	"math/big"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/targets/acsl"
)

// match says whether an operand is an expression of the source.
type match uint8

const (
	no    match = iota
	maybe       // something on the way cannot be told: a temporary, a merge
	yes
)

// and is the weaker of two answers.
func (m match) and(n match) match { return min(m, n) }

// or is the stronger of two answers.
func (m match) or(n match) match { return max(m, n) }

// matcher compares expressions of a predicate with operands of one function.
// It walks both down to constants and named variables; casts are skipped on
// both sides, since clang and Frama-C place implicit ones differently and no
// two expressions of a statement differ in casts alone.
type matcher struct {
	p      *ir.Program
	fields *fieldNames
	parts  func() *parts
	*facts
	// line is the source text of a place's line, "" if it cannot be read.
	line func(ir.Loc) string
	// fuel bounds the steps of one comparison: alternatives (what was stored,
	// what decays) multiply on hostile input.
	fuel int
	// meant is what the names of the predicate were taken for in the comparison at hand.
	meant meanings
}

// maxSteps is far above what any statement of a program needs.
const maxSteps = 10_000

// casts are the conversions that the matcher looks through.
var casts = map[ir.Opcode]bool{
	ir.Trunc: true, ir.ZExt: true, ir.SExt: true, ir.PtrToInt: true, ir.IntToPtr: true,
	ir.Bitcast: true, ir.Mov: true, ir.Freeze: true, ir.FPExt: true, ir.FPTrunc: true,
	ir.SIToFP: true, ir.UIToFP: true, ir.FPToSI: true, ir.FPToUI: true,
}

// strip removes conversions from an operand, and the bounds of a shift's amount.
func (m *matcher) strip(o ir.Operand) ir.Operand {
	for d := m.def(o); d != nil && (casts[d.Op] || bound(d)); d = m.def(o) {
		o = d.Args[0]
	}
	return o
}

// bound tells that the reader bounded a shift's amount by an instruction.
func bound(d *ir.Instr) bool {
	return (d.Op == ir.SMin || d.Op == ir.SMax) && d.Flags&ir.Synthetic != 0
}

// value reports whether operand o is the value of e.
func (m *matcher) value(e acsl.Expr, o ir.Operand) match {
	if m.fuel--; m.fuel < 0 {
		return m.guess(o)
	}
	e, o = acsl.StripCasts(e), m.strip(o)
	best := m.computed(e, o)
	if best == yes || !lvalue(e) {
		return best
	}
	// What is stored to a place is its new value: in `a[--i]` Frama-C writes
	// i where clang uses the result of the decrement. The address of a variable is no new
	// value: it is one register wherever it is stored.
	if d := m.def(o); !o.IsConst() && (d == nil || d.Op != ir.Alloca) {
		for _, addr := range m.stored[ir.Reg(o)] {
			best = best.or(m.addr(e, addr))
		}
	}
	return best
}

// lvalue reports whether an expression can name a place.
func lvalue(e acsl.Expr) bool {
	switch e := e.(type) {
	case *acsl.Ident, *acsl.Index, *acsl.Field:
		return true
	case *acsl.Unary:
		return e.Op == "*"
	}
	return false
}

// computed compares an expression with what defines an operand.
func (m *matcher) computed(e acsl.Expr, o ir.Operand) match {
	switch e := e.(type) {
	case *acsl.Number:
		return m.number(e, o)
	case *acsl.Ident:
		return m.ident(e.Name, o)
	case *acsl.Index, *acsl.Field:
		return m.read(e, o)
	case *acsl.Unary:
		return m.unary(e, o)
	case *acsl.Binary:
		return m.binary(e, o)
	case *acsl.App:
		return m.apply(e, o)
	case *acsl.Chain:
		return m.compare(e, o)
	case *acsl.Cond, *acsl.Str, *acsl.SizeOf:
		return m.guess(o)
	}
	return no
}

// read reports whether o is loaded from the place e, or is its address where
// an array stands for its first element.
func (m *matcher) read(e acsl.Expr, o ir.Operand) match {
	if d := m.def(o); d != nil && d.Op == ir.Load {
		return m.addr(e, d.Args[0])
	}
	return m.array(e, o)
}

// array reports whether o is the address of array e, which as a value is the
// address of its first element.
func (m *matcher) array(e acsl.Expr, o ir.Operand) match {
	d := m.def(o)
	switch {
	case d != nil && d.Op == ir.Alloca && (m.isArray(d.Type) || len(d.Args) > 0), // the second: of variable length
		d != nil && d.Op == ir.GEP && m.decays(d),
		o.IsConst() && m.p.Consts[o.ConstIndex()].Kind == ir.CGlobal && m.isArray(m.p.Globals[m.p.Consts[o.ConstIndex()].ID].Type):
		return m.addr(e, o)
	}
	return no
}

func (m *matcher) isArray(t ir.TypeID) bool { return m.p.Types[t].Kind == ir.Array }

// decays reports whether an address computation selects an array, or makes
// the address of its first element.
func (m *matcher) decays(d *ir.Instr) bool {
	n := len(d.Gep.Steps)
	if n == 0 {
		return false
	}
	from, last := stepType(m.p, d.Gep, n-1), d.Gep.Steps[n-1]
	switch {
	case last.Field >= 0:
		return m.isArray(m.p.Types[from].Fields[last.Field].Type)
	case n == 1:
		return m.isArray(from)
	}
	return m.isArray(from) && m.zero(d.Args[last.Arg]) || m.isArray(m.p.Types[from].Elem)
}

func (m *matcher) number(e *acsl.Number, o ir.Operand) match {
	c := m.constant(o)
	if c == nil {
		return no
	}
	if e.Val == nil {
		return m.guess(o) // floating constants are printed in many ways
	}
	return truth(c.Cmp(e.Val) == 0 || m.unsigned(o).Cmp(e.Val) == 0)
}

func truth(b bool) match {
	if b {
		return yes
	}
	return no
}

// constant is the signed value of an integer constant or null, else nil.
func (m *matcher) constant(o ir.Operand) *big.Int {
	v := m.unsigned(o)
	if v == nil {
		return nil
	}
	if bits := m.p.Types[m.p.Consts[o.ConstIndex()].Type].Bits; bits > 0 && v.Bit(bits-1) == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
	}
	return v
}

// unsigned is the unsigned value of an integer constant or null, else nil.
func (m *matcher) unsigned(o ir.Operand) *big.Int {
	if !o.IsConst() {
		return nil
	}
	switch c := &m.p.Consts[o.ConstIndex()]; {
	case c.Kind == ir.CNull || c.Kind == ir.CZero:
		return new(big.Int)
	case c.Kind == ir.CInt && c.Wide != nil:
		return new(big.Int).Set(c.Wide)
	case c.Kind == ir.CInt:
		return new(big.Int).SetUint64(c.Bits)
	}
	return nil
}

// temporary recognises the names of Frama-C's own variables.
func temporary(name string) bool {
	rest, ok := strings.CutPrefix(name, "tmp")
	return ok && (rest == "" || rest[0] == '_' && strings.Trim(rest[1:], "0123456789") == "") ||
		strings.HasPrefix(name, "__cil_tmp") || name == "__retres"
}

func (m *matcher) ident(name string, o ir.Operand) match {
	if name == `\null` || name == "NULL" {
		c := m.constant(o)
		return truth(c != nil && c.Sign() == 0)
	}
	e := &acsl.Ident{Name: name}
	d := m.def(o)
	best := no
	switch {
	case d != nil && d.Op == ir.Load:
		best = m.addr(e, d.Args[0])
	case d == nil && !o.IsConst() && int(o) < len(m.fn.Params):
		best = truth(m.fn.Params[o].Name == name)
	case o.IsConst() && m.p.Consts[o.ConstIndex()].Kind == ir.CFunc:
		return m.sameName(name, m.p.Funcs[m.p.Consts[o.ConstIndex()].ID].Source)
	default:
		best = m.array(e, o)
	}
	if best == no && temporary(name) && m.temporaryValue(o) != no {
		return m.meant.take(name, meaning{operand: o}, maybe)
	}
	return best
}

// declares reports whether the function has a variable of that name.
func (m *matcher) declares(name string) bool {
	for _, v := range m.fn.Vars {
		if v.Name == name {
			return true
		}
	}
	return false
}

// temporaryValue reports whether an operand is of the kind that Frama-C's
// temporaries hold: results of calls and conditionals, old values of ++.
func (m *matcher) temporaryValue(o ir.Operand) match {
	if !o.IsConst() && m.phis[ir.Reg(o)] {
		return maybe
	}
	switch d := m.def(o); {
	case d == nil:
		return no
	case d.Op == ir.Call || d.Op == ir.Select || d.Op == ir.FMath || d.Op >= ir.SAddO && d.Op <= ir.VaArg:
		return maybe
	case d.Op == ir.Load:
		if m.incremented(d) {
			return maybe
		}
	}
	return no
}

func (m *matcher) unary(e *acsl.Unary, o ir.Operand) match {
	d := m.def(o)
	switch e.Op {
	case "*":
		return m.read(e, o)
	case "&":
		return m.addr(e.X, o)
	case "+":
		return m.value(e.X, o)
	}
	if n, ok := e.X.(*acsl.Number); ok && e.Op == "-" && n.Val != nil {
		c := m.constant(o)
		return truth(c != nil && c.Cmp(new(big.Int).Neg(n.Val)) == 0)
	}
	switch {
	case d == nil:
		return no
	case e.Op == "-" && d.Op == ir.FNeg:
		return m.value(e.X, d.Args[0])
	case e.Op == "-" && d.Op == ir.Sub && isInt(m.constant(d.Args[0]), 0):
		return m.value(e.X, d.Args[1])
	case e.Op == "~" && d.Op == ir.Xor && isInt(m.constant(d.Args[1]), -1):
		return m.value(e.X, d.Args[0])
	case e.Op == "!" && (d.Op == ir.ICmp || d.Op == ir.Xor):
		return m.value(e.X, d.Args[0]).and(m.guess(o))
	}
	return no
}

func isInt(v *big.Int, n int64) bool { return v != nil && v.Cmp(big.NewInt(n)) == 0 }

// arithmetic gives the opcodes of C's binary operators.
var arithmetic = map[string][]ir.Opcode{
	"+":  {ir.Add, ir.FAdd},
	"-":  {ir.Sub, ir.FSub},
	"*":  {ir.Mul, ir.FMul},
	"/":  {ir.SDiv, ir.UDiv, ir.FDiv},
	"%":  {ir.SRem, ir.URem, ir.FRem},
	"<<": {ir.Shl},
	">>": {ir.LShr, ir.AShr},
	"&":  {ir.And},
	"|":  {ir.Or},
	"^":  {ir.Xor},
}

func (m *matcher) binary(e *acsl.Binary, o ir.Operand) match {
	d := m.def(o)
	switch {
	case e.Op == "&&" || e.Op == "||":
		if m.temporaryValue(o) == no {
			return no
		}
		return m.guess(o)
	case d == nil:
		if o.IsConst() && e.Op == "+" {
			return m.addr(&acsl.Index{X: e.X, I: e.Y}, o)
		}
		return no
	case d.Op == ir.GEP && (e.Op == "+" || e.Op == "-"):
		return m.pointerSum(e, d).or(m.sameBase(e, d))
	}
	return m.operation(e, d)
}

// operation reports whether an instruction is the operation e.
func (m *matcher) operation(e *acsl.Binary, d *ir.Instr) match {
	for _, opcode := range arithmetic[e.Op] {
		if d.Op == opcode {
			return m.value(e.X, d.Args[0]).and(m.value(e.Y, d.Args[1]))
		}
	}
	// `x--` and `x - 1` become additions of a negative constant.
	if n, ok := acsl.StripCasts(e.Y).(*acsl.Number); ok && n.Val != nil && e.Op == "-" && d.Op == ir.Add {
		if c := m.constant(d.Args[1]); c != nil && c.Cmp(new(big.Int).Neg(n.Val)) == 0 {
			return m.value(e.X, d.Args[0])
		}
	}
	// The difference of pointers is divided by the size of what they point to.
	if e.Op == "-" && d.Op == ir.SDiv && d.Flags&ir.Exact != 0 {
		if sub := m.def(d.Args[0]); sub != nil && sub.Op == ir.Sub {
			return m.value(e.X, sub.Args[0]).and(m.value(e.Y, sub.Args[1]))
		}
	}
	return no
}

// pointerSum reports whether an address computation is the pointer arithmetic e.
func (m *matcher) pointerSum(e *acsl.Binary, d *ir.Instr) match {
	steps := d.Gep.Steps
	for len(steps) > 1 && steps[0].Field < 0 && m.zero(d.Args[steps[0].Arg]) && steps[1].Field < 0 {
		steps = steps[1:] // an array decayed: [n x T]*, 0, i
	}
	if len(steps) != 1 || steps[0].Field >= 0 {
		return no
	}
	index := d.Args[steps[0].Arg]
	if e.Op == "+" {
		return m.value(e.X, d.Args[0]).and(m.value(e.Y, index))
	}
	return m.value(e.X, d.Args[0]).and(m.value(&acsl.Unary{Op: "-", X: e.Y}, index))
}

// sameBase reports whether a sum and an address computation may be the same because they
// start from the same pointer: p + (i + 1) may be computed as (p + i) + 1.
func (m *matcher) sameBase(e *acsl.Binary, d *ir.Instr) match {
	var base acsl.Expr = e
	for {
		b, ok := acsl.StripCasts(base).(*acsl.Binary)
		if !ok || b.Op != "+" && b.Op != "-" {
			break
		}
		base = b.X
	}
	o := d.Args[0]
	for inner := m.def(m.strip(o)); inner != nil && inner.Op == ir.GEP; inner = m.def(m.strip(o)) {
		o = inner.Args[0]
	}
	return m.value(base, o).and(m.guess(ir.Operand(d.Dst)))
}

func (m *matcher) zero(o ir.Operand) bool { return isInt(m.constant(o), 0) }

// floatFunctions are the logic functions that Frama-C writes for floating
// operations.
var floatFunctions = map[string]ir.Opcode{
	`\add_double`: ir.FAdd, `\sub_double`: ir.FSub, `\mul_double`: ir.FMul, `\div_double`: ir.FDiv,
	`\add_float`: ir.FAdd, `\sub_float`: ir.FSub, `\mul_float`: ir.FMul, `\div_float`: ir.FDiv,
	`\neg_double`: ir.FNeg, `\neg_float`: ir.FNeg,
}

func (m *matcher) apply(e *acsl.App, o ir.Operand) match {
	d := m.def(o)
	opcode, known := floatFunctions[e.Name]
	switch {
	case !known:
		return m.guess(o)
	case d == nil || d.Op != opcode || len(e.Args) != len(d.Args):
		return no
	}
	all := yes
	for i, a := range e.Args {
		all = all.and(m.value(a, d.Args[i]))
	}
	return all
}

// compare matches a comparison used as a value.
func (m *matcher) compare(e *acsl.Chain, o ir.Operand) match {
	d := m.def(o)
	if d == nil || d.Op != ir.ICmp && d.Op != ir.FCmp || len(e.Xs) != 2 {
		return no
	}
	return m.value(e.Xs[0], d.Args[0]).and(m.value(e.Xs[1], d.Args[1])).and(m.guess(o))
}

// text is the string literal that an operand points to, "" for anything else.
func (m *matcher) text(o ir.Operand) string {
	o = m.strip(o)
	if !o.IsConst() {
		return ""
	}
	c := &m.p.Consts[o.ConstIndex()]
	if c.Kind != ir.CGlobal || c.Offset != 0 || !m.p.Globals[c.ID].Const {
		return ""
	}
	text, _, _ := strings.Cut(string(m.p.Globals[c.ID].Init), "\x00")
	return text
}
