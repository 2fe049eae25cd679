package targets

import (
	"math/big"
	"regexp"
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/targets/acsl"
)

// quotedText is what a message quotes, makes a link of, or ends with behind a colon (Cppcheck).
var quotedText = regexp.MustCompile("['‘`]([^'’`\\s]+)['’`]|\\[([^\\]\\s]+)\\]\\(\\d+\\)|out of bounds: ([A-Za-z_]\\w*)")

// mentioned lists the variables that a message quotes, or compares with numbers.
func mentioned(message string) []string {
	var names []string
	for _, m := range quotedText.FindAllStringSubmatch(message, -1) {
		ann, err := acsl.Parse(m[1] + m[2] + m[3])
		if err != nil {
			continue
		}
		e := compared(ann.Pred)
		if id, ok := rootOf(e).(*acsl.Ident); ok && lvalue(e) {
			names = append(names, id.Name)
		}
	}
	return names
}

// compared is what a condition compares with a number; what is no such condition is itself.
func compared(e acsl.Expr) acsl.Expr {
	if ch, ok := e.(*acsl.Chain); ok && len(ch.Xs) == 2 && constant(ch.Xs[1]) {
		return ch.Xs[0]
	}
	return e
}

// rootOf is the variable, or what else it is, that a place is a part of, or reached by.
func rootOf(e acsl.Expr) acsl.Expr {
	for b := base(e); b != nil; b = base(b) {
		e = b
	}
	return acsl.StripCasts(e)
}

// mentions restricts what answers an alarm whose message quotes variables and is understood no
// further: an error in an operation that has none of them is not known to be the alarm's.
func (m *Mapper) mentions(q *question, ch *choice) {
	if q.claim.subject != nil || len(q.claim.exprs) > 0 || q.alarm.Predicate != "" {
		return
	}
	var except []ir.Point
	names := mentioned(q.alarm.Message)
	var bound *big.Int
	if b := boundsOf.FindStringSubmatch(q.alarm.Message); b != nil {
		bound, _ = new(big.Int).SetString(b[1], 10)
	}
	for _, s := range ch.sites {
		if m.hasAny(s.Point, names) && !m.otherBound(s, bound) {
			except = append(except, s.Point)
		}
	}
	// Where nothing has a name of it, it may be that of the object, which has others; not of a
	// number.
	switch n := len(except); {
	case n == 0 && ofNumbers[q.rule.Look] && len(ch.sites) > 0:
		ch.unclear = "nothing that is looked for there has what the message names"
	case 0 < n && n < len(ch.sites):
		ch.settles = ch.settles.and(Settles{OnlyUnreachable: true, Except: except, Why: "the message names something else"})
	}
}

// ofNumbers are the kinds of instruction whose operands are numbers.
var ofNumbers = map[Look]bool{LookDivision: true, LookArithmetic: true, LookUnsigned: true, LookShift: true, LookNarrowing: true}

// hasAny reports whether an instruction uses one of the variables that are named and are
// there; true if none is. In a function that is called at the alarm's place names mean
// something else.
func (m *Mapper) hasAny(pt ir.Point, names []string) bool {
	f := m.matcher(m.p.Blocks[pt.Block].Func)
	f.fuel = maxSteps
	there := false
	for _, name := range names {
		global := slices.ContainsFunc(m.p.Globals, func(g ir.Global) bool { return f.global(name, &g) == yes })
		if !f.declares(name) && !global {
			continue
		}
		if f.dependsOn(&acsl.Ident{Name: name}, m.p.At(pt), map[ir.Reg]bool{}) {
			return true
		}
		there = true
	}
	return !there
}

// dependsOn reports whether an instruction depends on a variable, as far as one expression goes.
func (m *matcher) dependsOn(e acsl.Expr, in *ir.Instr, seen map[ir.Reg]bool) bool {
	operands := slices.Clone(in.Args)
	if in.Call != nil {
		for _, a := range in.Call.Args {
			operands = append(operands, a.Val)
		}
	}
	return slices.ContainsFunc(operands, func(o ir.Operand) bool { return m.reaches(e, o, seen) })
}

// reaches reports whether an operand depends on a variable.
func (m *matcher) reaches(e acsl.Expr, o ir.Operand, seen map[ir.Reg]bool) bool {
	switch d := m.def(o); {
	case m.addr(e, o).or(m.value(e, o)) != no:
		return true
	case o.IsConst() || seen[ir.Reg(o)]:
		return false
	case d == nil:
		return m.phis[ir.Reg(o)]
	default:
		seen[ir.Reg(o)] = true
		return m.dependsOn(e, d, seen)
	}
}

// boundsOf is what gcc and Infer say of the array that is left.
var boundsOf = regexp.MustCompile(`(?:array bounds of ['‘][^'’\[]*\[|^Offset: .*Size: )(\d+)(?:\]|\.| by call)`)

// otherBound reports whether an access is made with subscripts of arrays of which none has the
// length that a message says; false if it says none.
func (m *Mapper) otherBound(s engine.Site, bound *big.Int) bool {
	in, f := m.p.At(s.Point), m.matcher(m.p.Blocks[s.Point.Block].Func)
	if bound == nil || len(in.Args) == 0 {
		return false
	}
	d := in
	if in.Op != ir.GEP {
		o := in.Args[0]
		if in.Op == ir.Store {
			o = in.Args[1]
		}
		d = f.def(f.strip(o))
	}
	other := false
	for ; d != nil && d.Op == ir.GEP && d.Gep != nil; d = f.def(f.strip(d.Args[0])) {
		for _, t := range d.Gep.Terms {
			if t.Bound >= 0 && isInt(bound, t.Bound) {
				return false
			}
			other = other || t.Bound >= 0
		}
	}
	return other
}
