package build

import (
	"slices"
	"strings"
)

// Compilers know many functions of the C library: they put code in the place of a call, and
// make calls that no source has. Where a program has such a function of its own, the calls
// that are written lead to it (ownBuiltins); that those which the compiler makes do not
// is an assumption (implicit).

// copies are functions that a compiler calls for assignments and initialisers.
const copies = "memcpy memmove memset"

// rewritten are functions whose calls optimisation makes, in the place of code or of calls of others.
const rewritten = `memcmp bcmp mempcpy bzero strlen strnlen strcpy stpcpy strncpy strcat strchr strrchr memchr strcmp strncmp strstr
	puts putchar fputs fputc fwrite calloc`

// mathematical are functions of math.h that have instructions, or intrinsics of LLVM; with
// f and l behind them, too.
const mathematical = `fabs floor ceil trunc round roundeven rint nearbyint lround llround lrint llrint copysign fmin fmax fma sqrt
	pow exp exp2 exp10 log log2 log10 sin cos sincos fmod ldexp`

// replaced are other functions in whose place a compiler puts code.
const replaced = "abs labs llabs ffs ffsl ffsll isdigit isascii toascii mempcpy bcopy index rindex strspn strcspn strpbrk strdup strndup"

// inlined are functions of the C library that parts of it call which are compiled into programs:
// functions in headers under optimisation, and those of its static part.
const inlined = `strtol strtoll strtod getc putc vfprintf mbrtowc __getdelim __overflow __uflow
	__cxa_atexit __cxa_at_quick_exit __register_atfork`

// runtimes begin the names of the functions that a compiler calls for arithmetic without instructions.
var runtimes = []string{"__div", "__mod", "__udiv", "__umod", "__mul", "__ash", "__lsh", "__fix", "__float", "__add", "__sub", "__neg", "__cmp",
	"__ucmp", "__trunc", "__extend", "__pow", "__clz", "__ctz", "__popcount", "__parity", "__bswap", "__ffs", "__abs", "__atomic_", "__sync_",
	"__gnu_f2h", "__gnu_h2f", "__stack_chk_fail", "__emutls_"}

// started are functions that start files and the dynamic linker call.
const started = `_start _init _fini __gmon_start__ __cxa_finalize __libc_csu_init __libc_csu_fini __libc_start_main
	_ITM_registerTMCloneTable _ITM_deregisterTMCloneTable`

var builtins, made = nameSet(copies, rewritten, replaced), nameSet(copies, rewritten, started, inlined)

func nameSetOf(list string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields(list) {
		out[n] = true
	}
	return out
}

func nameSet(lists ...string) map[string]bool {
	out := nameSetOf(strings.Join(lists, " "))
	for _, n := range strings.Fields(mathematical) {
		out[n], out[n+"f"], out[n+"l"] = true, true, true
	}
	return out
}

// ownBuiltins are the functions that compilers know and that a unit defines, or the linker
// leads elsewhere, sorted.
func ownBuiltins(results []unitResult, l *ldFlags) []string {
	var out []string
	for i := range results {
		for name := range results[i].symbols.code {
			if builtins[name] {
				out = append(out, name)
			}
		}
	}
	for name := range l.elsewhere {
		if builtins[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// asCalls are flags by which every call of some functions that is written is a call.
func asCalls(names []string) []string {
	var flags []string
	for _, n := range names {
		flags = append(flags, "-fno-builtin-"+n)
		if !inPlace[n] {
			flags = append(flags, "-D__builtin_"+n+"="+n)
		}
	}
	return flags
}

// inPlace are the functions whose built-in forms are code always: no call of these leads to a
// function.
var inPlace = nameSetOf("abs labs llabs ffs ffsl ffsll fabs fabsf fabsl copysign copysignf copysignl")

// implicit are the functions of a set which the code may call that a compiler makes, sorted.
func (c *Compiled) implicit(set LinkSet) []string {
	var out []string
	for _, i := range set.Members {
		for name := range c.symbols[i].code {
			if made[name] || slices.ContainsFunc(runtimes, func(p string) bool { return strings.HasPrefix(name, p) }) {
				out = append(out, name)
			}
		}
	}
	for name, meant := range c.linker.elsewhere {
		if made[name] {
			out = append(out, meant)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
