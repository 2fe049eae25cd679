package ir

import (
	"slices"

	lir "github.com/llir/llvm/ir"
)

// linkerSymbols are those that the linker defines in every program (GNU ld manual, Source Code
// Reference).
var linkerSymbols = []string{"etext", "edata", "end", "_etext", "_edata", "_end", "__bss_start", "__executable_start", "__ehdr_start"}

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
