package targets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/acsl"
	"github.com/assay-dev/assay/targets/fold"
)

// The compiler computes operations on constants, also those that C does not define: `1 / 0`
// is no instruction. An alarm about one must not be answered by another operation of its
// statement.

// faults are what an alarm of each kind may mean of an operation on constants.
var faults = map[Look]fold.Fault{
	LookDivision: fold.Division, LookArithmetic: fold.Overflow | fold.Left, LookUnsigned: fold.Wrap | fold.Left,
	LookShift: fold.Amount, LookNarrowing: fold.Narrowing, LookFloatToInt: fold.FloatRange,
}

// computed says that an operation which the alarm may mean is in no instruction, "" if the
// sites are all there is. What the statement has else then is no answer. The lines are those
// of the statement: the text of a macro that is used on several is on the first.
func (m *Mapper) computed(q *question, ch *choice, first, last int) string {
	may := faults[q.rule.Look]
	if len(ch.sites) == 0 || may == 0 && q.rule.Look != LookIndex && q.rule.Look != LookFloat {
		return ""
	}
	fixed := len(q.claim.exprs) > 0 && !variesWith(q.claim.exprs[0])
	switch {
	case fixed && ch.level != yes:
		return "the compiler has computed what the predicate is about"
	case ch.level == yes && !fixed:
		return ""
	}
	if q.rule.Look == LookShift && q.rule.Classes.Has(op.SignedOverflow) {
		may |= fold.Left
	}
	if operator, exact := m.operatorAt(q, ch); operator {
		if exact {
			return ""
		}
		return fmt.Sprintf("the compiler has computed the operator at column %d", q.alarm.Col)
	}
	if x := m.expansion(q.file.path); len(x.lines) == 0 && x.macros && may&(fold.Overflow|fold.Wrap|fold.Narrowing) != 0 {
		return "the source cannot be read, which would tell whether the compiler has computed what is meant"
	}
	for _, o := range m.folded(q.file, first, last) {
		if o.May&may != 0 && (q.claim.operator == "" || q.claim.operator == o.Sign) {
			return fmt.Sprintf("the compiler has computed an operation of the statement, %s, which may be meant", o.Sign)
		}
	}
	if may&(fold.Division|fold.Amount|fold.FloatRange) != 0 && m.undefined(m.lines.between(q.file.ids, first, last)) {
		return "the compiler has computed an undefined operation of the statement, which may be meant"
	}
	return ""
}

// variesWith reports whether a value depends on something that the program names.
func variesWith(e acsl.Expr) bool {
	switch e := acsl.StripCasts(e).(type) {
	case *acsl.Number, *acsl.Str, *acsl.SizeOf:
		return false
	case *acsl.Unary:
		return variesWith(e.X)
	case *acsl.Binary:
		return variesWith(e.X) || variesWith(e.Y)
	case *acsl.Chain:
		return slices.ContainsFunc(e.Xs, variesWith)
	case *acsl.App:
		return slices.ContainsFunc(e.Args, variesWith)
	}
	return true
}

// namesOperator are the analyzers whose columns are those of the operator; others give the
// start of the expression, which may look like one: `*p + n`.
var namesOperator = map[sarif.ToolKind]bool{sarif.Clang: true, sarif.GCC: true, sarif.Cppcheck: true}

// operatorAt reports whether the alarm's column is that of an operator in the text, and
// whether a site is its instruction. Where a macro is used, it is that of the macro's name.
func (m *Mapper) operatorAt(q *question, ch *choice) (operator, exact bool) {
	a := q.alarm
	if !namesOperator[a.Tool] || a.Col <= 0 {
		return false, false
	}
	for _, s := range ch.sites {
		loc := m.p.LocOf(s.Point)
		if !slices.Contains(q.file.ids, loc.File) {
			continue
		}
		here := int(loc.Line) == a.Line
		loc.Line = int32(a.Line)
		text := m.lineText(loc)
		if a.Col > len(text) || !strings.ContainsRune("/%<>*+-", rune(text[a.Col-1])) || !countsBytes(text, a.Col) {
			return false, false
		}
		operator = true
		exact = exact || here && int(loc.Col) == a.Col && isArithmetic(m.p.At(s.Point).Op)
	}
	return operator, exact
}

// isArithmetic reports whether an instruction is an operation on integers.
func isArithmetic(o ir.Opcode) bool { return o >= ir.Add && o <= ir.AShr }

// undefined reports whether an instruction has an operand that is not defined: what the
// compiler makes of 1 / 0, 1 << 40 and (int)1e20.
func (m *Mapper) undefined(points []ir.Point) bool {
	undef := func(o ir.Operand) bool {
		return o.IsConst() && m.p.Consts[o.ConstIndex()].Kind == ir.CUndef && m.p.Types[m.p.Consts[o.ConstIndex()].Type].Kind == ir.Int
	}
	for _, pt := range points {
		in := m.p.At(pt)
		if slices.ContainsFunc(in.Args, undef) || in.Call != nil && slices.ContainsFunc(in.Call.Args, func(a ir.CallArg) bool { return undef(a.Val) }) {
			return true
		}
	}
	return false
}

// folded lists the operations on constants in lines of a file that may be undefined.
func (m *Mapper) folded(file located, first, last int) []fold.Operation {
	x := m.expansion(file.path)
	var text strings.Builder
	for n := first; n <= last && n <= len(x.lines); n++ {
		text.WriteString(x.lines[n-1] + "\n")
	}
	points := m.lines.between(file.ids, first, last)
	used := m.used(points)
	names := fold.Names{Variable: func(name string) bool { return used[name] }, Constants: x.constants, Long: m.p.PtrBits}
	if x.macros {
		names.Known = func(name string) bool { return used[name] || m.declared(points, name) }
	}
	return fold.Operations(text.String(), names)
}

// declared reports whether a name is that of an object or function of the program that
// instructions may use.
func (m *Mapper) declared(points []ir.Point, name string) bool {
	return slices.ContainsFunc(points, func(pt ir.Point) bool { return m.matcher(m.p.Blocks[pt.Block].Func).declares(name) }) ||
		slices.ContainsFunc(m.p.Globals, func(g ir.Global) bool { return g.Source == name }) ||
		slices.ContainsFunc(m.p.Funcs, func(f *ir.Func) bool { return f.Source == name })
}

// expansion is the text of a file after macro expansion.
type expansion struct {
	lines     []string
	constants fold.Constants
	macros    bool // the text is that of the source, in which macros are used
}

// expansion expands a file, once. Without an expander there are no macros; where it has no
// text, any name may be one.
func (m *Mapper) expansion(path string) *expansion {
	if x, ok := m.expanded[path]; ok {
		return x
	}
	x := &expansion{}
	text := ""
	if m.opt.Expand != nil {
		x.lines, text = m.opt.Expand(path)
	}
	if len(x.lines) == 0 {
		x.lines, x.macros = m.source(path), m.opt.Expand != nil
		text = strings.Join(x.lines, "\n")
	}
	x.constants = fold.ConstantsOf(text)
	m.expanded[path] = x
	return x
}

// used are the names of the objects that instructions use: scalars whose value they load,
// and others of which they need the address. The compiler has computed what is done with
// other names.
func (m *Mapper) used(points []ir.Point) map[string]bool {
	names := map[string]bool{}
	for _, pt := range points {
		in := m.p.At(pt)
		f := m.matcher(m.p.Blocks[pt.Block].Func)
		for _, param := range f.fn.Params {
			names[param.Name] = true
		}
		operands := slices.Clone(in.Args)
		if in.Call != nil {
			for _, a := range in.Call.Args {
				operands = append(operands, a.Val)
			}
		}
		for _, o := range operands {
			name, typ := f.object(o)
			if kind := m.p.Types[typ].Kind; name != "" && (in.Op == ir.Load || in.Op == ir.GEP || kind == ir.Array || kind == ir.Struct) {
				names[name] = true
			}
		}
	}
	return names
}

// object is the name and type of the variable whose address, or an address in it, an operand
// is; "" if it is none.
func (m *matcher) object(o ir.Operand) (name string, typ ir.TypeID) {
	o = m.strip(o)
	if o.IsConst() {
		c := &m.p.Consts[o.ConstIndex()]
		if c.Kind != ir.CGlobal {
			return "", 0
		}
		g := &m.p.Globals[c.ID]
		if g.Source != "" {
			return g.Source, g.Type
		}
		return g.Name, g.Type
	}
	if d := m.def(o); d != nil && d.Op == ir.Alloca {
		return m.slots[ir.Reg(o)], d.Type
	}
	return "", 0
}
