package targets

import (
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// readValue finds reads of objects. Instructions that only move bytes
// (RawCopy) read no value; they count only where there is nothing else.
func (s *search) readValue(in *ir.Instr) {
	if in.Op != ir.Load {
		if s.rule.Classes&op.Memory != 0 { // library functions that read bytes
			s.libraryCall(in)
		}
		return
	}
	s.add(s.rule.Classes, op.AnySide, anyArg, s.address(in.Args[0]))
	s.found[len(s.found)-1].spare = in.Flags&ir.RawCopy != 0 && in.Flags&ir.Volatile == 0 && s.aggregate(in)
}

// aggregate reports whether a load is a piece of an aggregate moved as a
// whole: loads of the return slot also lack type information.
func (s *search) aggregate(in *ir.Instr) bool {
	return s.slots[ir.Reg(in.Args[0])] == "" || s.slots[ir.Reg(in.Args[0])] == "retval"
}

func (s *search) readPointer(in *ir.Instr) {
	if in.Op == ir.Load && s.p.Types[in.Type].Kind == ir.Ptr {
		s.add(s.rule.Classes, op.AnySide, anyArg, s.address(in.Args[0]))
	}
}

// readBool finds reads of _Bool objects: bytes of which only a bit is used.
func (s *search) readBool(in *ir.Instr) {
	if in.Op != ir.Load || s.p.Types[in.Type].Bits != 8 {
		return
	}
	for _, use := range s.uses[in.Dst] {
		if use.Op == ir.Trunc && s.p.Types[use.Type].Bits == 1 {
			m := maybe
			if len(s.claim.exprs) > 0 {
				m = s.addr(s.claim.exprs[0], in.Args[0])
			}
			s.add(s.rule.Classes, op.AnySide, anyArg, m)
			return
		}
	}
}

// narrowing finds integer conversions. A sign extension loses a negative
// value when the wider type is unsigned, which only the predicate can tell.
func (s *search) narrowing(in *ir.Instr) {
	switch {
	case in.Op == ir.Trunc && s.p.Types[in.Type].Bits > 1:
	case in.Op == ir.SExt && s.claim.side == op.Low && s.operand(in.Args[0]) == yes:
	default:
		return
	}
	s.add(s.rule.Classes, s.claim.side, anyArg, s.operand(in.Args[0]))
}

// typeOf is the type of an operand.
func (s *search) typeOf(o ir.Operand) *ir.Type {
	if o.IsConst() {
		return &s.p.Types[s.p.Consts[o.ConstIndex()].Type]
	}
	return &s.p.Types[s.fn.RegTypes[o]]
}

func (s *search) comparePointers(in *ir.Instr) {
	if in.Op != ir.ICmp || s.typeOf(in.Args[0]).Kind != ir.Ptr {
		return
	}
	ordered := in.Pred != ir.EQ && in.Pred != ir.NE
	if len(s.claim.exprs) == 0 && !ordered {
		return // equality of any two pointers is defined
	}
	s.add(s.rule.Classes, op.AnySide, anyArg, s.pair(in.Args[0], in.Args[1]))
}

func (s *search) difference(in *ir.Instr) {
	if s.subtractsPointers(in) {
		s.add(s.rule.Classes, op.AnySide, anyArg, s.pair(in.Args[0], in.Args[1]))
	}
}

// subtractsPointers reports whether an instruction is a difference of pointers.
func (s *search) subtractsPointers(in *ir.Instr) bool {
	pointer := func(o ir.Operand) bool {
		d := s.def(o)
		return d != nil && d.Op == ir.PtrToInt
	}
	return in.Op == ir.Sub && pointer(in.Args[0]) && pointer(in.Args[1])
}

func (s *search) offset(in *ir.Instr) {
	if in.Op != ir.GEP {
		return
	}
	m := maybe
	switch {
	case len(s.claim.exprs) > 0:
		m = s.value(s.claim.exprs[0], ir.Operand(in.Dst))
	case s.claim.subject != nil:
		m = s.derives(s.claim.subject, ir.Operand(in.Dst))
	}
	s.add(s.rule.Classes, op.AnySide, anyArg, m)
}

func (s *search) callee(in *ir.Instr) {
	if in.Op == ir.Call && in.Call.Callee < 0 {
		s.add(s.rule.Classes, op.AnySide, anyArg, s.address(in.Args[0]))
	}
}

func (s *search) floatToInt(in *ir.Instr) {
	if in.Op == ir.FPToSI || in.Op == ir.FPToUI {
		s.add(s.rule.Classes, s.claim.side, anyArg, s.operand(in.Args[0]))
	}
}

// float finds operations with a floating result, calls included.
func (s *search) float(in *ir.Instr) {
	switch in.Op {
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FPTrunc, ir.FMath:
	case ir.Call, ir.Load:
		if in.Dst == ir.NoReg || s.p.Types[in.Type].Kind != ir.Float {
			return
		}
	default:
		return
	}
	m := maybe
	if len(s.claim.exprs) > 0 {
		m = s.computed(s.claim.exprs[0], ir.Operand(in.Dst))
	}
	s.add(s.rule.Classes, op.AnySide, anyArg, m)
	s.found[len(s.found)-1].spare = in.Op == ir.Load || in.Op == ir.Call
}

// copies finds copies of aggregates and of memory.
func (s *search) copies(in *ir.Instr) {
	switch name := s.calleeName(in); name {
	case "memcpy", "memmove", "__memcpy_chk":
		m := maybe
		if len(s.claim.exprs) == 2 && len(in.Args) == 3 {
			m = s.pair(in.Args[0], in.Args[1]).or(s.pair(in.Args[1], in.Args[0]))
		}
		s.add(s.rule.Classes, op.AnySide, anyArg, m)
	}
}

// libraryCall finds calls of functions that the program does not define, and those
// through pointers to such a function that the alarm names.
func (s *search) libraryCall(in *ir.Instr) {
	if f := s.passedOn(in); f != "" {
		s.add(s.preconditions(f), op.AnySide, anyArg, maybe)
		return
	}
	name := s.calleeName(in)
	if name == "" || in.Op == ir.Call && s.defined(in) && !sameFunction(s.claim.callee, name) {
		return
	}
	m := maybe
	if s.claim.callee != "" {
		m = truth(sameFunction(s.claim.callee, name))
	}
	s.add(s.preconditions(name), op.AnySide, anyArg, m)
}

// prints tells that a library function takes a format and arguments for it: an alarm
// about null there means the string that %s would print as well.
func prints(name string) bool {
	switch name {
	case "err", "errx", "verr", "verrx", "warn", "warnx", "vwarn", "vwarnx", "error", "syslog", "vsyslog":
		return true
	}
	return strings.Contains(name, "printf")
}

// passedOn is the library function that the alarm names, where a call through a
// pointer may go to it.
func (s *search) passedOn(in *ir.Instr) string {
	if in.Op != ir.Call || in.Call.Callee >= 0 || s.claim.callee == "" {
		return ""
	}
	for _, f := range s.p.Funcs {
		if f.AddressTaken && f.Model && sameFunction(s.claim.callee, f.Name) && s.compatible(f, in.Call) {
			return f.Name
		}
	}
	return ""
}

// preconditions are the violations that a library function can commit, by
// name and by what the predicate speaks of.
func (s *search) preconditions(name string) op.Set {
	overlap, release := op.SetOf(op.Overlap), op.SetOf(op.BadFree, op.DoubleFree)
	classes := s.rule.Classes
	switch name {
	case "free", "cfree", "realloc", "reallocarray":
	default:
		classes &^= release
	}
	switch {
	case len(s.claim.exprs) == 0:
	case s.claim.separation:
		return classes & (overlap | op.SetOf(op.LibPrecond))
	default:
		classes &^= overlap
	}
	return classes
}

// release finds calls that free memory, wrappers of the program included: the
// error then lies in the free inside, which the wrapper's own line has.
func (s *search) release(in *ir.Instr) {
	switch s.calleeName(in) {
	case "free", "cfree", "realloc", "reallocarray", "fclose", "pclose", "closedir":
		m := maybe
		if s.claim.subject != nil && len(in.Call.Args) > 0 {
			m = s.value(s.claim.subject, in.Call.Args[0].Val)
		}
		s.add(s.rule.Classes, op.AnySide, anyArg, m)
	}
}

// failures are the functions that a failing assertion or an error location
// calls. Calling one is the failure, whether or not it has a model.
var failures = map[string]bool{
	"__assert_fail": true, "__assert": true, "__assert_perror_fail": true, "__assert_rtn": true,
	"abort": true, "reach_error": true, "__VERIFIER_error": true, "__builtin_trap": true,
}

func (s *search) assertion(in *ir.Instr) {
	if in.Op == ir.Trap || failures[s.calleeName(in)] {
		s.add(s.rule.Classes|op.SetOf(op.Reach), op.AnySide, anyArg, maybe)
	}
}

func (s *search) noReturn(in *ir.Instr) {
	if in.Op == ir.Unreachable || in.Op == ir.Trap {
		s.add(s.rule.Classes, op.AnySide, anyArg, maybe)
	}
}
