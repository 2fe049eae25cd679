package build

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A parsedLine is a command line without the compiler's name, sorted into
// what the table says about each argument.
type parsedLine struct {
	flags   []string
	raw     []string
	link    []string
	isa     []string
	dropped []DroppedFlag
	macros  []string // see Unit.Predefining
	sem     Semantics
	output  string
	inputs  []inputArg
}

// An inputArg is an argument that is no flag, with the -x in force there.
type inputArg struct {
	path string
	lang string // value of the last -x before it; "" and "none" mean by extension
}

// parseLine sorts args by the flag table. Arguments after "--" are inputs.
func parseLine(args []string) (parsedLine, error) {
	var p parsedLine
	args = flattenPreprocessor(args)
	lang := ""
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			for _, path := range args[i+1:] {
				p.inputs = append(p.inputs, inputArg{path, lang})
			}
			break
		}
		if arg == "" {
			continue
		}
		if arg[0] != '-' || arg == "-" {
			p.inputs = append(p.inputs, inputArg{arg, lang})
			continue
		}
		rule, value, words := findRule(arg, args[i+1:])
		if words == 0 {
			return p, &InputError{Problem: "the flag " + arg + " ends the command line, but needs a value"}
		}
		p.apply(rule, value, args[i:i+words])
		i += words - 1
		switch {
		case rule == nil:
		case rule.Flag == "-x":
			lang = value
		case rule.Flag == "-o":
			p.output = value
		}
	}
	if p.sem.OverflowChecked && p.sem.OverflowEnds && !p.sem.OverflowPartly && !p.sem.Wrapv {
		p.sem.Trapv = true
	}
	return p, nil
}

// findRule returns the row for arg, the flag's value, and how many arguments
// it takes in all: 0 if its value is missing. No row is a nil rule.
func findRule(arg string, rest []string) (rule *FlagRule, value string, words int) {
	for i := range flagTable {
		joined, next, ok := flagTable[i].match(arg)
		switch {
		case !ok:
			continue
		case !next:
			return &flagTable[i], joined, 1
		case len(rest) == 0:
			return &flagTable[i], "", 0
		default:
			return &flagTable[i], rest[0], 2
		}
	}
	return nil, "", 1
}

// apply files the words of one flag where its rule wants them.
func (p *parsedLine) apply(rule *FlagRule, value string, words []string) {
	p.raw = append(p.raw, words...)
	p.macros = append(p.macros, predefining(rule, words)...)
	if rule == nil {
		p.flags = append(p.flags, words...)
		return
	}
	if rule.set != nil {
		rule.set(&p.sem, value)
	}
	switch rule.Action {
	case Keep:
		if rule.With != "" {
			words = []string{rule.With + value}
		}
		p.flags = append(p.flags, words...)
	case Replace:
		p.flags = append(p.flags, rule.With)
		if rule.Reason != "" {
			p.dropped = append(p.dropped, DroppedFlag{Flag: strings.Join(words, " "), Reason: rule.Reason, Report: true})
		}
	case Link:
		if rule.With != "" {
			words = []string{rule.With + value}
		}
		p.link = append(p.link, words...)
	default:
		if rule.Action == Isa {
			p.isa = append(p.isa, words...)
		}
		told := rule.Action == Report
		p.dropped = append(p.dropped, DroppedFlag{Flag: strings.Join(words, " "), Reason: rule.Reason, Report: told, Assumed: told})
	}
}

// flattenPreprocessor turns -Wp,a,b and -Xpreprocessor a into a b, so that one
// table serves both levels. At the level of the preprocessor -MD and -MMD take
// the name of the file as their value, which is -MF at the level of the driver.
func flattenPreprocessor(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		rest, isWp := strings.CutPrefix(args[i], "-Wp,")
		switch {
		case isWp:
			for _, word := range strings.Split(rest, ",") {
				out = append(out, word)
				if word == "-MD" || word == "-MMD" {
					out = append(out, "-MF")
				}
			}
			if n := len(out); out[n-1] == "-MF" {
				out = out[:n-1]
			}
		case args[i] == "-Xpreprocessor" && i+1 < len(args):
			i++
			out = append(out, args[i])
		case args[i] == "--":
			return append(out, args[i:]...)
		default:
			out = append(out, args[i])
		}
	}
	return out
}

// languages maps the values of -x to ours.
var languages = map[string]Language{
	"c": LangC, "c-header": LangOther, "cpp-output": LangCPP, "ir": LangIR,
	"c++": LangCXX, "c++-header": LangCXX, "c++-cpp-output": LangCXX,
	"objective-c": LangObjC, "objective-c++": LangCXX,
	"assembler": LangAssembly, "assembler-with-cpp": LangAssembly,
}

// extensions maps the extensions of source files to languages; case matters
// (.C is C++, .S is assembly through the preprocessor).
var extensions = map[string]Language{
	".c": LangC, ".i": LangCPP, ".ll": LangIR, ".bc": LangIR,
	".cc": LangCXX, ".cpp": LangCXX, ".cxx": LangCXX, ".C": LangCXX, ".c++": LangCXX,
	".cp": LangCXX, ".CPP": LangCXX, ".ii": LangCXX, ".mm": LangCXX, ".cu": LangCXX,
	".m": LangObjC, ".mi": LangObjC, ".s": LangAssembly, ".S": LangAssembly, ".sx": LangAssembly,
}

// binaryExtensions are inputs of the linker.
var binaryExtensions = map[string]bool{".o": true, ".a": true, ".so": true, ".obj": true, ".lo": true, ".la": true}

// languageOf decides by -x, then by the driver's name, then by the extension.
func languageOf(in inputArg, cxxDriver bool) Language {
	if in.lang != "" && in.lang != "none" {
		if l, ok := languages[in.lang]; ok {
			return l
		}
		return LangOther
	}
	l, ok := extensions[filepath.Ext(in.path)]
	switch {
	case !ok:
		return LangOther
	case l == LangC && cxxDriver:
		return LangCXX
	}
	return l
}

// compilerName recognises the name of a C or C++ compiler: group 1 is the
// prefix of a cross compiler, group 2 the driver's kind; a version may follow.
var compilerName = regexp.MustCompile(
	`^((?:[A-Za-z0-9_.]+-)*)(gcc|g\+\+|cc|c\+\+|clang|clang\+\+|c89|c99|icc|icx|icpc|icpx|tcc|pgcc|xlc|armcc|armclang)(?:-[0-9][0-9.]*)?(?:\.exe)?$`)

// wrappers are programs that run the compiler named after their own options.
var wrappers = map[string]bool{
	"ccache": true, "sccache": true, "distcc": true, "icecc": true, "gomacc": true,
	"time": true, "nice": true, "env": true, "libtool": true,
}

// wrapperWord matches what may stand between a wrapper and the compiler:
// options, VAR=value and the number of nice -n 10.
var wrapperWord = regexp.MustCompile(`^(-.*|[A-Za-z_][A-Za-z_0-9]*=.*|[0-9]+)$`)

// splitDriver takes the compiler and what stands before it off a command
// line. It returns the compiler's base name ("" if the line is empty) and the
// arguments after it. A name that is neither compiler nor wrapper is a wrapper
// if a compiler follows it at once, and a compiler of its own otherwise.
func splitDriver(args []string) (driver string, rest []string) {
	isCompiler := func(i int) bool {
		return i < len(args) && compilerName.MatchString(filepath.Base(args[i]))
	}
	for i := 0; i < len(args); i++ {
		base := filepath.Base(args[i])
		switch {
		case isCompiler(i):
			return base, append(slices.Clone(args[i+1:]), fromEnvironment(args[:i])...)
		case wrappers[base] || isCompiler(i+1) || wrapperWord.MatchString(args[i]):
		default:
			return base, args[i+1:]
		}
	}
	return "", nil
}

// searchPaths are the variables of the environment that name directories for the driver, and
// the flags that mean the same at the end of a command line.
var searchPaths = []struct{ name, flag string }{{"CPATH", "-I"}, {"C_INCLUDE_PATH", "-isystem"}, {"LIBRARY_PATH", "-L"}}

// fromEnvironment are flags for what a command line sets before the compiler.
func fromEnvironment(words []string) (flags []string) {
	for _, w := range words {
		name, value, _ := strings.Cut(w, "=")
		for _, p := range searchPaths {
			if name != p.name {
				continue
			}
			for _, dir := range filepath.SplitList(value) {
				flags = append(flags, p.flag+dir)
			}
		}
	}
	return flags
}

// driverKind returns the kind of a driver's base name: "g++", "c99", ...
func driverKind(driver string) string {
	if m := compilerName.FindStringSubmatch(driver); m != nil {
		return m[2]
	}
	return driver
}

// architecture matches the first word of a triple that a cross compiler has
// for its prefix; musl-gcc and afl-gcc are none.
var architecture = regexp.MustCompile(
	`^(x86_64|i[3-6]86|arm\w*|aarch64\w*|riscv\w*|mips\w*|powerpc\w*|ppc\w*|s390x?|sparc\w*|sh\d*|m68k|avr|msp430|xtensa|hexagon|loongarch\w*|wasm\w*)-`)

// driverTarget is the --target that a cross compiler's name implies, or "". A
// data model other than the real one would make verdicts wrong, so a unit
// whose target's headers are missing has to fail instead.
func driverTarget(driver string) string {
	m := compilerName.FindStringSubmatch(driver)
	if m == nil || !architecture.MatchString(m[1]) {
		return ""
	}
	return "--target=" + strings.TrimSuffix(m[1], "-")
}

// impliedFlags are the flags that the compiler's name stands for.
func impliedFlags(driver string) []string {
	var flags []string
	if target := driverTarget(driver); target != "" {
		flags = append(flags, target)
	}
	if std := driverStd(driver); std != "" {
		flags = append(flags, std)
	}
	return flags
}

// isCXXDriver says whether a driver compiles .c files as C++.
func isCXXDriver(driver string) bool {
	kind := driverKind(driver)
	return strings.HasSuffix(kind, "++") || kind == "icpc" || kind == "icpx"
}

// driverStd is the -std that a driver's name implies, or "".
func driverStd(driver string) string {
	switch driverKind(driver) {
	case "c89":
		return "-std=c89"
	case "c99":
		return "-std=c99"
	}
	return ""
}
