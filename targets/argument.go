package targets

import (
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/targets/acsl"
)

// arguments are those of a call that an alarm is about: a site for each that may be meant, or for
// any, -1. unsure says that it is not told which one is meant.
func (s *search) arguments(in *ir.Instr, name string, sig *signature) (args []int32, unsure bool) {
	any := []int32{anyArg}
	switch {
	case s.claim.arg >= 0:
		return []int32{s.claim.arg}, false
	case s.claim.into && sig.fills:
		return []int32{0}, false
	case s.claim.into && strings.HasSuffix(baseName(name), "scanf") && in.Op == ir.Call:
		return s.pointers(in, len(sig.formals)), false
	case s.claim.from && len(sig.formals) > 1 && sig.formals[1].name == "src":
		return []int32{1}, false
	}
	named := s.namedArguments(in)
	if len(named) == 1 {
		return named, false
	}
	says := s.claim.into || s.claim.from || slices.ContainsFunc(s.claim.quoted, s.isVariable)
	return any, says && len(named) == 0 && len(s.pointers(in, 0)) > 1
}

// isVariable reports whether the function sees a variable of that name.
func (s *search) isVariable(name string) bool {
	return s.declares(name) || slices.ContainsFunc(s.p.Globals, func(g ir.Global) bool { return s.global(name, &g) == yes })
}

// operandsOf are the arguments of a call, or of what the compiler makes of one.
func operandsOf(in *ir.Instr) []ir.Operand {
	if in.Op != ir.Call {
		return in.Args
	}
	var all []ir.Operand
	for _, a := range in.Call.Args {
		all = append(all, a.Val)
	}
	return all
}

// pointers are the arguments that are pointers, from one on.
func (s *search) pointers(in *ir.Instr, from int) (args []int32) {
	for i, o := range operandsOf(in) {
		if i >= from && s.typeOf(o).Kind == ir.Ptr {
			args = append(args, int32(i))
		}
	}
	return args
}

// namedArguments are the pointers passed that are, or lead into, a variable which a message quotes.
func (s *search) namedArguments(in *ir.Instr) []int32 {
	operands := operandsOf(in)
	return slices.DeleteFunc(s.pointers(in, 0), func(i int32) bool {
		return !slices.ContainsFunc(s.claim.quoted, func(name string) bool {
			return s.derives(&acsl.Ident{Name: name}, operands[i]) != no
		})
	})
}

// textAt judges a call as one of which an argument is no text: what it reads of it tells that, or
// its model does.
func (s *search) textAt(in *ir.Instr, name string, sig *signature, args []int32) {
	if args[0] == anyArg && sig.fills && len(sig.formals) > 1 && sig.formals[0].use == exact && sig.formals[1].name == "src" {
		args = []int32{1} // the first is written to, whatever it held
	}
	if args[0] == anyArg && prints(name) {
		args = s.pointers(in, len(sig.formals))
	}
	if len(args) == 0 {
		s.unclear("which text is printed is not told")
	}
	for _, arg := range args {
		classes, settles := s.rule.Classes, Settles{}
		switch {
		case prints(name) && int(arg) >= len(sig.formals):
			settles = s.printed(in, name, sig)
		case len(sig.formals) == 0 || int(arg) >= len(sig.formals):
			settles = partly.settles(name, false)
		}
		for i, f := range sig.formals {
			switch {
			case f.use == plain || arg >= 0 && arg != int32(i):
			case f.use != exact && s.tellsTexts(in, sig):
				classes |= op.SetOf(op.NoText)
			case sig.sized:
				settles = settles.and(partly.settles(name, false))
			default:
				settles = settles.and(f.use.settles(name, false))
			}
		}
		s.add(classes, op.AnySide, arg, maybe)
		s.found[len(s.found)-1].settles = settles
		s.wholeOnly(s.passesPart(in, arg))
	}
}

// printed says which verdicts answer that what %s prints is no text: all of it is read, but for a
// precision.
func (s *search) printed(in *ir.Instr, name string, sig *signature) Settles {
	operands := operandsOf(in)
	for i, f := range sig.formals {
		if f.name == "format" && i < len(operands) && s.text(operands[i]) != "" && !strings.Contains(s.text(operands[i]), ".") {
			return Settles{}
		}
	}
	return partly.settles(name, false)
}
