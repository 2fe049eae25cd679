package targets

import (
	"regexp"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// unseen says why the engine would not notice the violation at an instruction
// that can commit it, "" if it would.
func (s *search) unseen(in *ir.Instr, classes op.Set) string {
	seen := classes
	why := "the engine has no check yet for: " + names(classes)
	switch in.Op {
	case ir.Load:
		if in.Flags&ir.Bool == 0 {
			seen &^= op.SetOf(op.BoolValue)
		}
		if in.Flags&ir.RawCopy != 0 && seen&op.SetOf(op.UninitRead, op.DanglingRead) != 0 {
			seen &^= op.SetOf(op.UninitRead, op.DanglingRead)
			why = "an aggregate is copied there byte by byte, which reads no value that could be checked"
		}
		seen &^= op.SetOf(op.NaN, op.Infinite)
	case ir.Trunc, ir.SExt:
		if seen.Has(op.Downcast) && !s.signedNarrowing(in) {
			seen, why = 0, "the IR does not say whether the types of this conversion are signed"
		}
	case ir.Shl, ir.LShr, ir.AShr:
		seen &^= op.SetOf(op.Unsigned)
		if in.Op == ir.Shl && s.negativeLeft() {
			seen, why = 0, "the engine checks the result of <<, not the sign of its left operand"
		}
		if seen.Has(op.ShiftRange) && s.cutAmount(in) {
			seen &^= op.SetOf(op.ShiftRange)
			why = "the amount of the shift is a constant that is not written there as a number: the compiler may have cut it to the width of the left operand"
		}
	case ir.Call:
		seen &^= op.SetOf(op.NaN, op.Infinite)
		if sig, _ := signatureOf(s.calleeName(in)); classes == overlapClass && !sig.apart {
			seen, why = 0, "ranges that overlap are not checked in "+s.calleeName(in)+"()"
		}
		if missing := s.withoutModel(in); missing != "" && !seen.Has(op.Reach) {
			seen, why = 0, missing
		}
		if f := s.alike(in); f != nil && classes.Has(op.BadCall) {
			seen, why = 0, "the engine compares the numbers of arguments, not their types, and "+f.Source+"() differs in a type"
		}
	}
	if seen != 0 {
		return ""
	}
	return why
}

// plainAmount is a shift by a decimal number that fits any type.
var plainAmount = regexp.MustCompile(`^(<<|>>)=?\s*[0-9]{1,9}[uUlL]*\b`)

// cutAmount tells that clang may have cut a constant amount: 1L << 32 to 0, where the left
// operand is an int. One that is out of range as it is needs no answer.
func (s *search) cutAmount(in *ir.Instr) bool {
	if !in.Args[1].IsConst() {
		return false
	}
	k, w := &s.p.Consts[in.Args[1].ConstIndex()], s.p.Types[in.Type].Bits
	if k.Kind != ir.CInt || k.Wide != nil || k.Bits >= uint64(w) {
		return false
	}
	loc := s.p.Locs[in.Loc]
	text := s.line(loc)
	return loc.Col < 1 || int(loc.Col) > len(text) || !plainAmount.MatchString(text[loc.Col-1:])
}

// negativeLeft reports whether an alarm is about the sign of the left operand
// of a shift, which the check of the result does not answer: -1 << 1 is -2.
func (s *search) negativeLeft() bool {
	return s.rule.Look == LookShift && (s.claim.left || !s.rule.Classes.Has(op.ShiftRange))
}

// signedNarrowing reports whether a conversion is known to go from a signed
// type to a signed one, the only case that the engine's check answers.
func (s *search) signedNarrowing(in *ir.Instr) bool {
	return in.Op == ir.Trunc && s.rule.ID == "signed_downcast" && s.signed(in.Args[0])
}

// signed reports whether a value surely has a signed type.
func (s *search) signed(o ir.Operand) bool {
	d := s.def(o)
	if d == nil {
		return o.IsConst()
	}
	switch d.Op {
	case ir.Add, ir.Sub, ir.Mul:
		return d.Flags&ir.NSW != 0
	case ir.SDiv, ir.SRem, ir.AShr, ir.SExt:
		return true
	case ir.Load:
		if a := d.Args[0]; a.IsConst() {
			c := &s.p.Consts[a.ConstIndex()]
			return c.Kind == ir.CGlobal && s.p.Globals[c.ID].Signed
		}
		return s.scalars[ir.Reg(d.Args[0])].Signed
	}
	return false
}

// withoutModel explains that a call goes to a function with neither body nor
// model: nothing it does is checked, its preconditions included.
func (s *search) withoutModel(in *ir.Instr) string {
	if in.Call.Callee < 0 {
		return ""
	}
	f := s.p.Funcs[in.Call.Callee]
	if len(f.Blocks) > 0 || byValue(in) {
		return ""
	}
	return f.Source + "() has neither body nor model: what it does to its arguments is not checked"
}

// alike finds a function that a call through a pointer could reach with the
// right number of arguments but other types: an error that the engine does not
// notice.
func (s *search) alike(in *ir.Instr) *ir.Func {
	if in.Call.Callee >= 0 {
		return nil
	}
	for _, f := range s.p.Funcs {
		if f.AddressTaken && !f.Model && len(f.Params) <= len(in.Call.Args) && !s.compatible(f, in.Call) {
			return f
		}
	}
	return nil
}

// compatible reports whether a function has the type that a call expects.
func (s *search) compatible(f *ir.Func, c *ir.CallInfo) bool {
	same := func(a, b ir.TypeID) bool {
		return s.p.Types[a].Kind == s.p.Types[b].Kind && s.p.Types[a].Bits == s.p.Types[b].Bits
	}
	if len(f.Params) != len(c.Args) && !f.Variadic || !same(f.Ret, c.Ret) {
		return false
	}
	for i, p := range f.Params {
		if !same(p.Type, c.Args[i].Type) {
			return false
		}
	}
	return true
}

// byValue reports whether a call copies an aggregate, which is checked
// whatever the callee is.
func byValue(in *ir.Instr) bool {
	for _, a := range in.Call.Args {
		if a.ByVal >= 0 {
			return true
		}
	}
	return false
}

// names lists classes in words.
func names(classes op.Set) string {
	text := ""
	for c := op.NoClass + 1; c < op.NumClasses; c++ {
		if classes.Has(c) {
			if text != "" {
				text += ", "
			}
			text += c.String()
		}
	}
	return text
}
