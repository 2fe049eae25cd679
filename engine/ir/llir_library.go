package ir

import (
	"slices"
	"strings"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/value"
)

// linkerSymbols are those that the linker defines in every program (GNU ld manual, Source Code
// Reference, and its default scripts), or a start file as the beginning of a section.
var linkerSymbols = []string{"etext", "edata", "end", "__etext", "_etext", "_edata", "_end", "__bss_start", "__data_start", "data_start",
	"__executable_start", "__ehdr_start", "__init_array_start", "__init_array_end", "__fini_array_start", "__fini_array_end",
	"__preinit_array_start", "__preinit_array_end", "__TMC_END__"}

// sectionBounds begin the names of symbols that the linker defines for a section.
var sectionBounds = []string{"__start_", "__stop_", ".startof.", ".sizeof."}

// isBound tells that a symbol which the program declares is a bound of some section.
func isBound(name string) bool {
	return slices.ContainsFunc(sectionBounds, func(b string) bool { return strings.HasPrefix(name, b) })
}

// madeByLinker is the symbol in a constant that the linker defines, "" where there is none: it
// is a place in memory, at which objects and functions of the program may lie.
func (r *reader) madeByLinker(o Operand) string {
	c := &r.p.Consts[o.ConstIndex()]
	name := ""
	switch c.Kind {
	case CGlobal:
		if g := &r.p.Globals[c.ID]; g.External && !g.Weak {
			name = g.Name
		}
	case CFunc:
		if f := r.p.Funcs[c.ID]; r.bodies[f.ID] == nil && !f.Weak {
			name = f.Name
		}
	case CAggr:
		for _, e := range c.Elems {
			if name := r.madeByLinker(e); name != "" {
				return name
			}
		}
	}
	if isBound(name) || slices.Contains(linkerSymbols, name) {
		return name
	}
	return ""
}

// inOtherObjects emits the marker of what is not modelled for the address of a symbol that the
// linker defines: an access through it may be one to any object, and it may be equal to the
// address of one.
func (b *funcBuilder) inOtherObjects(symbol string, t TypeID) Operand {
	dst := b.newReg(t, "")
	b.emit(Instr{Op: Unsupported, Type: t, Dst: dst, Flags: Synthetic,
		Reason: "the address of " + symbol + ", which the linker defines: objects of the program may lie there"})
	return Operand(dst)
}

// compared are the operands of a comparison. What the linker defines is not null: of this
// comparison, what lies there does not matter.
func (b *funcBuilder) compared(pred enum.IPred, x, y value.Value) []Operand {
	_, null := y.(*constant.Null)
	c, plain := x.(constant.Constant)
	if null && plain && (pred == enum.IPredEQ || pred == enum.IPredNE) {
		if op, ok := b.r.simpleConst(c); ok {
			return []Operand{op, b.operand(y)}
		}
	}
	return b.operands(x, y)
}

// hideStreams marks what the standard streams are in the library models.
func (r *reader) hideStreams() {
	for _, name := range []string{"stdin", "stdout", "stderr"} {
		id, ok := r.p.GlobalByName[name]
		if !ok || !r.p.OfModels(&r.p.Globals[id]) {
			continue
		}
		for _, at := range r.p.Globals[id].Relocs {
			r.p.Globals[r.p.Consts[at.Value.ConstIndex()].ID].Inner = true
		}
	}
}

// setAtStart are variables of the C library that it sets before main: that of a program
// which defines one of them, too, since the library's name leads there.
var setAtStart = []string{"__environ", "__progname", "__progname_full", "__libc_enable_secure", "__libc_stack_end", "__curbrk"}

func isSetAtStart(lg *lir.Global) bool {
	return slices.Contains(setAtStart, lg.Name()) && !isPrivate(lg.Linkage)
}

// synonyms are the variables of the C library that have several names (glibc), the reserved
// one first.
var synonyms = [][]string{
	{"__timezone", "timezone"}, {"__daylight", "daylight"}, {"__tzname", "tzname"}, {"__signgam", "signgam"},
	{"__environ", "_environ", "environ"}, {"__progname_full", "program_invocation_name"}, {"__progname", "program_invocation_short_name"},
}

// uniteSynonyms makes one variable of those of the library's that are one. A program that
// defines one of the names itself has a variable of its own.
func (r *reader) uniteSynonyms() {
	of := map[string]*lir.Global{}
	for _, lg := range r.m.Globals {
		of[r.symbol(lg.Name())] = lg
	}
	for _, names := range synonyms {
		one := GlobalID(-1)
		for i, n := range names {
			id, ok := r.p.GlobalByName[n]
			switch {
			case !ok || i > 0 && !r.p.Globals[id].External:
			case one < 0:
				one = id
			default:
				r.globals[of[n]], r.p.GlobalByName[n] = one, one
			}
		}
	}
}
