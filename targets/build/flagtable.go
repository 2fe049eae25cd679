package build

import (
	"sort"
	"strings"
)

// Action is what the filter does with a flag.
type Action string

// The actions of the flag table.
const (
	Keep    Action = "keep"    // clang-14 gets it as it is
	Drop    Action = "drop"    // it cannot change what the analysed program does
	Report  Action = "report"  // not passed on, and the user is told: it can change what the program does
	Replace Action = "replace" // clang-14 gets FlagRule.With instead
	Link    Action = "link"    // for the linker: kept for the native build only
	Isa     Action = "isa"     // an instruction set: left out, tried again if the unit needs it
)

// Form says where the value of a flag stands.
type Form string

// The forms of a flag.
const (
	Exact    Form = "exact"    // the flag has no value: the argument equals Flag
	Prefix   Form = "prefix"   // the argument begins with Flag, the rest is the value
	Separate Form = "separate" // the value is the next argument
	Either   Form = "either"   // joined (-Idir) or the next argument (-I dir)
)

// A FlagRule is one row of the flag table. The first row that matches decides.
type FlagRule struct {
	Flag   string
	Form   Form
	Action Action
	With   string // for Replace; for Link and Keep the beginning of the one word that is kept
	Reason string // shown to the user; a Replace with a reason is reported

	set func(s *Semantics, value string) // what the flag says about meaning, or nil
}

// FlagTable returns the rows in the order in which they are tried. A flag
// that no row knows is kept: clang knows its own flags best, and one that it
// refuses is taken out and reported (see compileUnit).
func FlagTable() []FlagRule { return append([]FlagRule(nil), flagTable...) }

// match says whether the rule applies to arg; joined is the value that stands
// in the argument itself, and next is true if the value is the next argument.
func (r *FlagRule) match(arg string) (joined string, next, ok bool) {
	switch r.Form {
	case Exact:
		return "", false, arg == r.Flag
	case Prefix:
		rest, found := strings.CutPrefix(arg, r.Flag)
		return rest, false, found
	case Separate:
		return "", true, arg == r.Flag
	default:
		rest, found := strings.CutPrefix(arg, r.Flag)
		return rest, found && rest == "", found
	}
}

const (
	whyOutput   = "names an output; assay makes its own"
	whyPhase    = "chooses the phase of the compiler; assay always makes LLVM IR"
	whyDeps     = "writes dependencies; assay writes its own"
	whyWarn     = "chooses warnings; the program is the same"
	whyOpt      = "optimisation; the meaning of the program is the same, and no LLVM pass runs"
	whyDebug    = "debug information; assay makes its own"
	whyCodegen  = "code generation; the meaning of the program is the same"
	whyIsa      = "chooses an instruction set; tried again with it if the unit needs it"
	whySanitize = "its checks end runs only at errors that end paths here"
	whyProfile  = "profiling; it only adds counters"
	whyFloat    = "analysed with IEEE arithmetic"
	whyHarden   = "hardening; it changes runs that have gone wrong already"
	whySpecs    = "gcc's specs of the system choose flags of hardening and linking"
	whyPlugin   = "loads or configures a compiler plugin, which clang-14 cannot do in its place"
	whyCxx      = "for C++ only"
	whyLibrary  = "the C library and its start files are those of the program"
	whyABI      = "calling convention; all units are analysed with the default one"
)

// flagTable is the whole knowledge about flags. Rows with a longer name stand
// before the rows whose prefix would swallow them; a test checks that every
// row can be reached.
var flagTable = concat(phaseRules, preprocessorRules, languageRules, semanticRules,
	codegenRules, machineRules, linkerRules, warningRules)

func concat(groups ...[]FlagRule) []FlagRule {
	var all []FlagRule
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

// Outputs, phases, dependency files.
var phaseRules = []FlagRule{
	{Flag: "-o", Form: Either, Action: Drop, Reason: whyOutput},
	{Flag: "-c", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-S", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-E", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-emit-llvm", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-fsyntax-only", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "--analyze", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-fanalyzer", Form: Prefix, Action: Drop, Reason: whyPhase},
	{Flag: "-save-temps", Form: Prefix, Action: Drop, Reason: whyOutput},
	{Flag: "--save-temps", Form: Prefix, Action: Drop, Reason: whyOutput},
	{Flag: "-dumpbase", Form: Separate, Action: Drop, Reason: whyOutput},
	{Flag: "-dumpbase-ext", Form: Separate, Action: Drop, Reason: whyOutput},
	{Flag: "-dumpdir", Form: Separate, Action: Drop, Reason: whyOutput},
	{Flag: "-aux-info", Form: Separate, Action: Drop, Reason: whyOutput},
	{Flag: "--serialize-diagnostics", Form: Separate, Action: Drop, Reason: whyOutput},
	{Flag: "-MF", Form: Either, Action: Drop, Reason: whyDeps},
	{Flag: "-MT", Form: Either, Action: Drop, Reason: whyDeps},
	{Flag: "-MQ", Form: Either, Action: Drop, Reason: whyDeps},
	{Flag: "-MJ", Form: Either, Action: Drop, Reason: whyDeps},
	{Flag: "-M", Form: Prefix, Action: Drop, Reason: whyDeps},
	{Flag: "-pipe", Form: Exact, Action: Drop, Reason: whyCodegen},
	{Flag: "-v", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-H", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-###", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-Qunused-arguments", Form: Exact, Action: Drop, Reason: whyWarn},
	{Flag: "-no-canonical-prefixes", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-wrapper", Form: Separate, Action: Drop, Reason: whyPhase},
	{Flag: "-index-store-path", Form: Separate, Action: Drop, Reason: whyOutput},
}

// What the preprocessor sees.
var preprocessorRules = []FlagRule{
	{Flag: "-D_FORTIFY_SOURCE", Form: Prefix, Action: Drop, Reason: whyHarden},
	{Flag: "-U_FORTIFY_SOURCE", Form: Exact, Action: Drop, Reason: whyHarden},
	{Flag: "-D", Form: Either, Action: Keep},
	{Flag: "-U", Form: Either, Action: Keep},
	{Flag: "-include-pch", Form: Separate, Action: Report, Reason: "a precompiled header of another compiler cannot be read"},
	{Flag: "-include", Form: Either, Action: Keep},
	{Flag: "-imacros", Form: Either, Action: Keep},
	{Flag: "-isystem-after", Form: Either, Action: Keep},
	{Flag: "-isystem", Form: Either, Action: Keep},
	{Flag: "-cxx-isystem", Form: Either, Action: Drop, Reason: whyCxx},
	{Flag: "-iquote", Form: Either, Action: Keep},
	{Flag: "-idirafter", Form: Either, Action: Keep},
	{Flag: "-iprefix", Form: Either, Action: Keep},
	{Flag: "-iwithprefixbefore", Form: Either, Action: Keep},
	{Flag: "-iwithprefix", Form: Either, Action: Keep},
	{Flag: "-isysroot", Form: Either, Action: Keep},
	{Flag: "-ivfsoverlay", Form: Either, Action: Keep},
	{Flag: "-imultilib", Form: Either, Action: Drop, Reason: "gcc's own; clang finds its directories itself"},
	{Flag: "-imultiarch", Form: Either, Action: Drop, Reason: "gcc's own; clang finds its directories itself"},
	{Flag: "--sysroot=", Form: Prefix, Action: Keep},
	{Flag: "--sysroot", Form: Separate, Action: Keep},
	{Flag: "-I-", Form: Exact, Action: Report, Reason: "clang has no -I-; use -iquote"},
	{Flag: "-I", Form: Either, Action: Keep},
	{Flag: "-F", Form: Either, Action: Keep},
	{Flag: "-A", Form: Either, Action: Drop, Reason: "preprocessor assertions do not exist in clang"},
	{Flag: "-nostdinc", Form: Prefix, Action: Keep},
	{Flag: "-nostdlibinc", Form: Exact, Action: Keep},
	{Flag: "-undef", Form: Exact, Action: Keep},
	{Flag: "-trigraphs", Form: Exact, Action: Keep},
	{Flag: "-P", Form: Exact, Action: Drop, Reason: "removes line markers; assay needs them"},
	{Flag: "-C", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-CC", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-dD", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-dM", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-dI", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-fpreprocessed", Form: Exact, Action: Drop, Reason: "clang sees it by the name of the file (.i)"},
	{Flag: "-fdirectives-only", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-fworking-directory", Form: Exact, Action: Drop, Reason: whyPhase},
	{Flag: "-ftrack-macro-expansion", Form: Prefix, Action: Drop, Reason: whyDebug},
	{Flag: "-finput-charset=", Form: Prefix, Action: Keep},
	{Flag: "-fexec-charset=", Form: Prefix, Action: Keep},
	{Flag: "-fmacro-prefix-map=", Form: Prefix, Action: Keep},
	{Flag: "-ffile-prefix-map=", Form: Prefix, Action: Keep, With: "-fmacro-prefix-map="}, // alarms are found by debug information
	{Flag: "-fdebug-prefix-map=", Form: Prefix, Action: Drop, Reason: "renames files in debug information, by which alarms are found"},
	{Flag: "-fdebug-compilation-dir", Form: Prefix, Action: Drop, Reason: "renames files in debug information, by which alarms are found"},
	{Flag: "-fprofile-prefix-map=", Form: Prefix, Action: Drop, Reason: whyProfile},
	{Flag: "-fpch-", Form: Prefix, Action: Drop, Reason: "precompiled headers; the headers themselves are read"},
}

// The language and its layout rules.
var languageRules = []FlagRule{
	{Flag: "-x", Form: Either, Action: Drop, Reason: "the language is passed on by assay itself"},
	{Flag: "-std=gnu23", Form: Exact, Action: Replace, With: "-std=gnu2x", set: setStd("gnu23")},
	{Flag: "-std=c23", Form: Exact, Action: Replace, With: "-std=c2x", set: setStd("c23")},
	{Flag: "-std=iso9899:2024", Form: Exact, Action: Replace, With: "-std=c2x", set: setStd("iso9899:2024")},
	{Flag: "-std=gnu2y", Form: Exact, Action: Replace, With: "-std=gnu2x", set: setStd("gnu2y")},
	{Flag: "-std=c2y", Form: Exact, Action: Replace, With: "-std=c2x", set: setStd("c2y")},
	{Flag: "-std=", Form: Prefix, Action: Keep, set: func(s *Semantics, v string) { s.Std = v }},
	{Flag: "--std=", Form: Prefix, Action: Keep, set: func(s *Semantics, v string) { s.Std = v }},
	{Flag: "-ansi", Form: Exact, Action: Keep, set: setStd("c89")},
	{Flag: "-funsigned-char", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.UnsignedChar = true }},
	{Flag: "-fno-signed-char", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.UnsignedChar = true }},
	{Flag: "-fsigned-char", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.UnsignedChar = false }},
	{Flag: "-fno-unsigned-char", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.UnsignedChar = false }},
	{Flag: "-ffreestanding", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.Freestanding = true }},
	{Flag: "-fno-hosted", Form: Exact, Action: Replace, With: "-ffreestanding", set: func(s *Semantics, _ string) { s.Freestanding = true }},
	{Flag: "-fhosted", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.Freestanding = false }},
	{Flag: "-fno-builtin", Form: Prefix, Action: Keep},
	{Flag: "-fbuiltin", Form: Exact, Action: Keep},
	{Flag: "-fcommon", Form: Exact, Action: Keep},
	{Flag: "-fno-common", Form: Exact, Action: Keep},
	{Flag: "-fshort-enums", Form: Exact, Action: Keep},
	{Flag: "-fno-short-enums", Form: Exact, Action: Keep},
	{Flag: "-fshort-wchar", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.ShortWchar = true }},
	{Flag: "-fno-short-wchar", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.ShortWchar = false }},
	{Flag: "-fpack-struct", Form: Prefix, Action: Keep},
	{Flag: "-fms-extensions", Form: Exact, Action: Keep},
	{Flag: "-fgnu89-inline", Form: Exact, Action: Keep},
	{Flag: "-fblocks", Form: Exact, Action: Keep},
	{Flag: "-fplan9-extensions", Form: Exact, Action: Replace, With: "-fms-extensions"},
	{Flag: "-flax-vector-conversions", Form: Prefix, Action: Keep},
	{Flag: "-fsigned-bitfields", Form: Exact, Action: Drop, Reason: "the default"},
	{Flag: "-funsigned-bitfields", Form: Exact, Action: Report, Reason: "clang has signed bit-fields only"},
	{Flag: "-fgnu-tm", Form: Exact, Action: Report, Reason: "transactional memory does not exist in clang"},
	{Flag: "-fopenmp", Form: Prefix, Action: Report, Reason: "the pragmas are ignored: analysed as a serial program", set: func(s *Semantics, _ string) { s.OpenMP = true }},
	{Flag: "-fopenacc", Form: Prefix, Action: Report, Reason: "the pragmas are ignored: analysed as a serial program"},
	{Flag: "-fno-openmp", Form: Exact, Action: Drop, Reason: "the default", set: func(s *Semantics, _ string) { s.OpenMP = false }},
	{Flag: "-fexceptions", Form: Exact, Action: Drop, Reason: "C code throws nothing"},
	{Flag: "-fno-exceptions", Form: Exact, Action: Drop, Reason: "C code throws nothing"},
	{Flag: "-fnon-call-exceptions", Form: Exact, Action: Drop, Reason: "C code throws nothing"},
	{Flag: "-frtti", Form: Exact, Action: Drop, Reason: whyCxx},
	{Flag: "-fno-rtti", Form: Exact, Action: Drop, Reason: whyCxx},
	{Flag: "-fpermissive", Form: Exact, Action: Drop, Reason: whyWarn},
	{Flag: "-fmodules", Form: Prefix, Action: Drop, Reason: "headers are read as text"},
	{Flag: "-pthread", Form: Exact, Action: Keep},
	{Flag: "-pthreads", Form: Exact, Action: Replace, With: "-pthread"},
}

func setStd(name string) func(*Semantics, string) {
	return func(s *Semantics, _ string) { s.Std = name }
}

// Flags that say what an error does, and their kin (verdicts.md: honoured or
// reported, never ignored silently).
var semanticRules = []FlagRule{
	{Flag: "-fwrapv", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.Wrapv, s.Trapv = true, false }},
	{Flag: "-fno-wrapv", Form: Exact, Action: Keep, set: func(s *Semantics, _ string) { s.Wrapv = false }},
	{Flag: "-fwrapv-pointer", Form: Exact, Action: Report, Reason: "pointer arithmetic outside its object stays an error"},
	{Flag: "-fno-strict-overflow", Form: Exact, Action: Replace, With: "-fwrapv", set: func(s *Semantics, _ string) { s.Wrapv, s.Trapv = true, false }},
	{Flag: "-fstrict-overflow", Form: Exact, Action: Replace, With: "-fno-wrapv", set: func(s *Semantics, _ string) { s.Wrapv = false }},
	{Flag: "-ftrapv-handler", Form: Prefix, Action: Report, Reason: "signed overflow wraps, and calls no handler"},
	{Flag: "-ftrapv", Form: Exact, Action: Replace, With: "-fno-wrapv", Reason: "signed overflow ends the path instead of being compiled to a trap", set: func(s *Semantics, _ string) { s.Trapv, s.Wrapv = true, false }},
	{Flag: "-fno-trapv", Form: Exact, Action: Drop, Reason: "the default", set: func(s *Semantics, _ string) { s.Trapv = false }},
	{Flag: "-fsanitize-trap=", Form: Prefix, Action: Report, Reason: whySanitize, set: overflowEnds(true)},
	{Flag: "-fsanitize-trap", Form: Exact, Action: Report, Reason: whySanitize, set: overflowEnds(true)},
	{Flag: "-fsanitize-undefined-trap-on-error", Form: Exact, Action: Report, Reason: whySanitize, set: overflowEnds(true)},
	{Flag: "-fno-sanitize-recover=", Form: Prefix, Action: Report, Reason: whySanitize, set: overflowEnds(true)},
	{Flag: "-fno-sanitize-recover", Form: Exact, Action: Report, Reason: whySanitize, set: overflowEnds(true)},
	{Flag: "-fsanitize-recover=", Form: Prefix, Action: Drop, Reason: whySanitize, set: overflowEnds(false)},
	{Flag: "-fsanitize-recover", Form: Exact, Action: Drop, Reason: whySanitize, set: overflowEnds(false)},
	{Flag: "-fno-sanitize-trap=", Form: Prefix, Action: Drop, Reason: whySanitize, set: overflowEnds(false)},
	{Flag: "-fno-sanitize-trap", Form: Exact, Action: Drop, Reason: whySanitize, set: overflowEnds(false)},
	{Flag: "-fsanitize=", Form: Prefix, Action: Report, Reason: whySanitize, set: addSanitizers},
	{Flag: "-fno-sanitize=", Form: Prefix, Action: Drop, Reason: whySanitize, set: removeSanitizers},
	{Flag: "-fsanitize-blacklist=", Form: Prefix, Action: Drop, Reason: whySanitize, set: overflowPartly},
	{Flag: "-fsanitize-ignorelist=", Form: Prefix, Action: Drop, Reason: whySanitize, set: overflowPartly},
	{Flag: "-fsanitize-", Form: Prefix, Action: Drop, Reason: whySanitize},
	{Flag: "-fno-sanitize-", Form: Prefix, Action: Drop, Reason: whySanitize},
	{Flag: "-ftrivial-auto-var-init=", Form: Prefix, Action: Report, Reason: "automatic variables keep no value until they are written", set: func(s *Semantics, v string) { s.AutoInit = v }},
	{Flag: "-fno-delete-null-pointer-checks", Form: Exact, Action: Report, Reason: "an access through null stays an error", set: func(s *Semantics, _ string) { s.NullValid = true }},
	{Flag: "-fdelete-null-pointer-checks", Form: Exact, Action: Drop, Reason: "the default", set: func(s *Semantics, _ string) { s.NullValid = false }},
	{Flag: "-fno-strict-aliasing", Form: Exact, Action: Drop, Reason: "accesses are never assumed apart by type; !tbaa is kept as the mark of the user's own accesses"},
	{Flag: "-fstrict-aliasing", Form: Exact, Action: Drop, Reason: "accesses are never assumed apart by type"},
	{Flag: "-finstrument-functions", Form: Prefix, Action: Link},
	{Flag: "-fsplit-stack", Form: Exact, Action: Drop, Reason: whyCodegen},
	{Flag: "-ffast-math", Form: Exact, Action: Report, Reason: whyFloat, set: fastMath},
	{Flag: "-Ofast", Form: Exact, Action: Report, Reason: whyFloat, set: func(s *Semantics, _ string) { s.FastMath, s.Optimised = true, true }},
	{Flag: "-funsafe-math-optimizations", Form: Exact, Action: Report, Reason: whyFloat, set: fastMath},
	{Flag: "-ffinite-math-only", Form: Exact, Action: Report, Reason: whyFloat, set: fastMath},
	{Flag: "-fassociative-math", Form: Exact, Action: Report, Reason: whyFloat, set: fastMath},
	{Flag: "-freciprocal-math", Form: Exact, Action: Report, Reason: whyFloat, set: fastMath},
	{Flag: "-ffp-contract=fast", Form: Exact, Action: Report, Reason: whyFloat},
	{Flag: "-ffp-contract=", Form: Prefix, Action: Drop, Reason: whyFloat},
	{Flag: "-ffp-model=fast", Form: Exact, Action: Report, Reason: whyFloat, set: fastMath},
	{Flag: "-ffp-", Form: Prefix, Action: Drop, Reason: whyFloat},
	{Flag: "-frounding-math", Form: Exact, Action: Report, Reason: "analysed with rounding to nearest"},
	{Flag: "-fno-fast-math", Form: Exact, Action: Drop, Reason: "the default", set: func(s *Semantics, _ string) { s.FastMath = false }},
	{Flag: "-fsingle-precision-constant", Form: Exact, Action: Report, Reason: "clang has no such mode"},
	{Flag: "-fexcess-precision=", Form: Prefix, Action: Drop, Reason: whyFloat},
	{Flag: "-fmath-errno", Form: Exact, Action: Keep},
	{Flag: "-fno-math-errno", Form: Exact, Action: Drop, Reason: "library functions may set errno in every mode"},
	{Flag: "-fno-signed-zeros", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-fsigned-zeros", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-ftrapping-math", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-fno-trapping-math", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-fno-rounding-math", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-fno-associative-math", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-fno-reciprocal-math", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-fno-finite-math-only", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-fno-unsafe-math-optimizations", Form: Exact, Action: Drop, Reason: whyFloat},
	{Flag: "-fcx-", Form: Prefix, Action: Drop, Reason: whyFloat},
}

func fastMath(s *Semantics, _ string) { s.FastMath = true }

// hasOverflow says whether signed overflow is among the groups of a sanitizer's flag; none
// at all are all groups.
func hasOverflow(groups string) bool {
	for _, g := range strings.Split(groups, ",") {
		if g == "" || g == "all" || g == "undefined" || g == "integer" || g == "signed-integer-overflow" {
			return true
		}
	}
	return false
}

// overflowEnds is the setting of a flag by which checks end the run, or do not. Under
// -fwrapv clang checks no overflow.
func overflowEnds(ends bool) func(*Semantics, string) {
	return func(s *Semantics, groups string) {
		if hasOverflow(groups) {
			s.OverflowEnds = ends
		}
	}
}

func overflowPartly(s *Semantics, _ string) { s.OverflowPartly = true }

// addSanitizers adds the comma-separated groups of -fsanitize=.
func addSanitizers(s *Semantics, value string) {
	s.OverflowChecked = s.OverflowChecked || hasOverflow(value)
	for _, name := range strings.Split(value, ",") {
		i := sort.SearchStrings(s.Sanitizers, name)
		if name == "" || i < len(s.Sanitizers) && s.Sanitizers[i] == name {
			continue
		}
		next := append([]string{}, s.Sanitizers[:i]...)
		s.Sanitizers = append(append(next, name), s.Sanitizers[i:]...)
	}
}

// removeSanitizers takes the groups of -fno-sanitize= away again.
func removeSanitizers(s *Semantics, value string) {
	s.OverflowChecked = s.OverflowChecked && !hasOverflow(value)
	gone := strings.Split(value, ",")
	var rest []string
	for _, have := range s.Sanitizers {
		keep := true
		for _, g := range gone {
			keep = keep && g != have && g != "all"
		}
		if keep {
			rest = append(rest, have)
		}
	}
	s.Sanitizers = rest
}
