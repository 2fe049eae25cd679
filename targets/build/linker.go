package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What the flags of the linker, and of instrumentation, do to the meaning of a program:
// references that lead elsewhere (--wrap, --defsym), functions that run before main and at
// the end (-init, -fini), and functions of the program that instrumented code calls.

// ldFlags is what the flags of the linker say, by the flags of all units.
type ldFlags struct {
	elsewhere map[string]string // undefined symbols, and those that are meant by them
	first     []string          // functions of -init
	last      []string          // functions of -fini
	unclear   []string          // flags of which nothing is known
}

// linkerFlags are flags of the linker without their dashes that leave the meaning of a
// program alone; true: the value may be the next word, and no file that it names is linked.
var linkerFlags = map[string]bool{
	"O": false, "O0": false, "O1": false, "O2": false, "O3": false, "as-needed": false, "no-as-needed": false, "add-needed": false, "no-add-needed": false,
	"copy-dt-needed-entries": false, "no-copy-dt-needed-entries": false, "gc-sections": false, "no-gc-sections": false,
	"print-gc-sections": false, "z": true, "rpath": true, "R": true, "rpath-link": true, "soname": true, "h": true, "Map": true,
	"M": false, "print-map": false, "cref": false, "build-id": false, "hash-style": false, "export-dynamic": false, "E": false,
	"o": true, "output": true, "no-export-dynamic": false, "no-undefined": false, "Bsymbolic": false, "Bsymbolic-functions": false, "Bstatic": false, "Bdynamic": false,
	"start-group": false, "end-group": false, "(": false, ")": false, "whole-archive": false, "no-whole-archive": false,
	"L": true, "library-path": true, "sysroot": false, "fatal-warnings": false, "no-fatal-warnings": false, "warn-common": false,
	"no-warn-mismatch": false, "warn-unresolved-symbols": false, "s": false, "strip-all": false, "S": false, "strip-debug": false,
	"x": false, "X": false, "discard-all": false, "discard-locals": false, "sort-common": false, "sort-section": true,
	"dynamic-linker": true, "I": true, "dynamic-list": true, "version-script": true, "u": true, "undefined": true, "require-defined": true,
	"enable-new-dtags": false, "disable-new-dtags": false, "eh-frame-hdr": false, "no-keep-memory": false,
	"reduce-memory-overheads": false, "stats": false, "threads": false, "no-threads": false, "demangle": false, "no-demangle": false,
	"color-diagnostics": false, "v": false, "verbose": false, "t": false, "trace": false, "push-state": false, "pop-state": false,
	"allow-shlib-undefined": false, "no-allow-shlib-undefined": false, "exclude-libs": true, "compress-debug-sections": false,
	"pie": false, "no-pie": false, "relax": false, "no-relax": false, "m": true, "plugin-opt": false, "noinhibit-exec": false,
	"no-dynamic-linker": false, "emit-relocs": false, "q": false, "package-metadata": false, "allow-multiple-definition": false,
	"image-base": true, "Ttext": true, "Tdata": true, "Tbss": true, "shared": false, "static": false,
}

// readLinker reads the link flags of units.
func readLinker(units []Unit) ldFlags {
	l := ldFlags{elsewhere: map[string]string{}}
	for _, u := range units {
		words := linkerWords(u.Link, false)
		for i := 0; i < len(words); {
			i += l.read(words[i:])
		}
	}
	for _, list := range []*[]string{&l.first, &l.last, &l.unclear} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return l
}

// read takes in the first word, and its value where that is the next one. It returns how
// many words it took.
func (l *ldFlags) read(words []string) int {
	word := words[0]
	if !strings.HasPrefix(word, "-") { // a file (Input.link)
		return 1
	}
	name, value, joined := strings.Cut(strings.TrimLeft(word, "-"), "=")
	n := 1
	if takes := linkerFlags[name] || slices.Contains([]string{"wrap", "defsym", "init", "fini"}, name); takes && !joined && len(words) > 1 {
		value, n = words[1], 2
	}
	_, harmless := linkerFlags[name]
	switch {
	case harmless, strings.HasPrefix(word, "-l"), strings.HasPrefix(word, "-L"), strings.HasPrefix(word, "-u"), strings.HasPrefix(word, "-rpath"):
	case name == "wrap":
		l.elsewhere[value], l.elsewhere["__real_"+value] = "__wrap_"+value, value
	case name == "defsym" && isSymbol(defined(value)):
		symbol, meant, _ := strings.Cut(value, "=")
		l.elsewhere[symbol] = meant
	case name == "init" && isSymbol(value):
		l.first = append(l.first, value)
	case name == "fini" && isSymbol(value):
		l.last = append(l.last, value)
	default:
		l.unclear = append(l.unclear, strings.Join(words[:n], " "))
	}
	return n
}

// defined is the right side of SYMBOL=VALUE.
func defined(value string) string {
	_, meant, _ := strings.Cut(value, "=")
	return meant
}

func isSymbol(s string) bool {
	for i := range len(s) {
		if !wordByte(s[i]) {
			return false
		}
	}
	return s != "" && (s[0] < '0' || s[0] > '9')
}

// overrides notes the symbols that --defsym gives another meaning although a unit defines them:
// the linker leads calls in that unit elsewhere, too, as the compiler cannot.
func (l *ldFlags) overrides(results []unitResult) {
	for symbol, meant := range l.elsewhere {
		if slices.ContainsFunc(results, func(r unitResult) bool { return r.symbols.defines(symbol) }) && meant != "__wrap_"+symbol {
			l.unclear = append(l.unclear, "--defsym="+symbol+"="+meant)
		}
	}
	slices.Sort(l.unclear)
}

// redirected are the undefined symbols of a unit that the linker leads elsewhere, sorted:
// also those that are undefined once calls of some functions are calls.
func (l *ldFlags) redirected(t *symbolTable, own []string) []string {
	var out []string
	for _, name := range slices.Concat(t.missing, own) {
		if l.elsewhere[name] != "" && !t.strong[name] && !t.weak[name] {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// redirect compiles a unit again where functions that the compiler knows are the program's
// own, or the linker leads undefined symbols elsewhere: its references are those to the
// functions that are meant.
func (b *Builder) redirect(ctx context.Context, r *unitResult, l *ldFlags, own []string, name string) {
	symbols := l.redirected(&r.symbols, own)
	if r.failure != "" || len(symbols)+len(own) == 0 {
		return
	}
	if r.unit.Language == LangIR && len(l.redirected(&r.symbols, nil)) == 0 {
		return
	}
	if r.unit.Language != LangC && len(symbols) > 0 {
		r.failure = fmt.Sprintf("it refers to %s, which flags of the linker lead elsewhere, and is no C source", strings.Join(symbols, ", "))
		return
	}
	var text strings.Builder
	for _, s := range symbols {
		fmt.Fprintf(&text, "#pragma redefine_extname %s %s\n", s, l.elsewhere[s])
	}
	pragmas := filepath.Join(b.temp, name+".redirect.h")
	if err := writeNew(pragmas, []byte(text.String())); err != nil {
		r.failure = err.Error()
		return
	}
	defer os.Remove(pragmas)
	flags := r.unit.Flags
	r.unit.Flags = slices.Concat([]string{"-include", pragmas}, flags, asCalls(own))
	r.failure = b.compileC(ctx, r, name)
	r.unit.Flags = flags
	r.unit.Deps = slices.DeleteFunc(r.unit.Deps, func(dep string) bool { return dep == pragmas })
	if r.failure == "" {
		table, err := b.readSymbols(ctx, r.bitcode)
		if err != nil {
			r.failure = err.Error()
		}
		r.symbols = table
	}
}

// hookPrefixes begin the names of functions that instrumented code and its runtime call,
// where the program defines them: at any time.
var hookPrefixes = []string{"__cyg_profile_func_", "__sanitizer_", "__asan_", "__ubsan_", "__lsan_", "__tsan_", "__msan_", "__hwasan_",
	"__xray_", "__gcov_", "__llvm_profile_", "mcount", "_mcount", "__fentry__", "__mcount_internal", "__fini_array_", "__morestack"}

// hooks are the functions of a set that instrumented code calls, sorted.
func (c *Compiled) hooks(set LinkSet) []string {
	var out []string
	for _, i := range set.Members {
		for _, table := range []map[string]bool{c.symbols[i].strong, c.symbols[i].weak} {
			for name := range table {
				if slices.ContainsFunc(hookPrefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
					out = append(out, name)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// implied is C of what flags add to a program: "" for nothing. It is linked where the
// models are, not for native builds, which have the flags themselves.
func implied(hooks []string, l *ldFlags) string {
	var text strings.Builder
	calls := func(attribute, name string, functions []string, form string) {
		if len(functions) == 0 {
			return
		}
		for _, f := range functions {
			fmt.Fprintf(&text, "extern void %s(void);\n", f)
		}
		fmt.Fprintf(&text, "%s static void %s(void) {\n", attribute, name)
		for _, f := range functions {
			fmt.Fprintf(&text, "    "+form+"\n", f)
		}
		text.WriteString("}\n")
	}
	calls("", "hooks", hooks, "__assay_concurrently((const void *)%s, (void *)0);")
	if len(hooks) > 0 {
		text.WriteString("__attribute__((section(\".preinit_array\"), used)) static void (*const start)(void) = hooks;\n")
	}
	calls("__attribute__((constructor(0)))", "first", l.first, "%s();")
	calls("__attribute__((destructor(0)))", "last", l.last, "%s();")
	if text.Len() == 0 {
		return ""
	}
	return "extern void __assay_concurrently(const void *f, const void *arg);\n" + text.String()
}

// linkImplied adds what flags imply to a linked program, and returns the new file.
func (b *Builder) linkImplied(ctx context.Context, name, user, text string, target []string) (string, error) {
	if text == "" {
		return user, nil
	}
	unit, out := name+".implied.bc", name+".flags.bc"
	if _, err := b.compileModel(ctx, ModelSource{Name: "flags.c", Text: text}, target, unit); err != nil {
		return "", err
	}
	return out, b.llvmLink(ctx, out, nil, []string{user, unit})
}

// assumed are the sentences on which verdicts about a program rest because of its flags,
// in order: what is analysed without a flag that can change what it does.
func (p *Program) assume(l *ldFlags, hooks, implicit, unlinked []string) {
	for _, u := range p.Units {
		for _, d := range u.Dropped {
			if d.Assumed {
				p.Assumed = append(p.Assumed, "without "+d.Flag+": "+d.Reason)
			}
		}
	}
	p.Assumed = append(p.Assumed, otherCompilers(p.Units)...)
	p.Assumed = append(p.Assumed, libraryBuiltWith(p.Units)...)
	for _, f := range l.unclear {
		p.Assumed = append(p.Assumed, "the linker's flag "+f+" adds no code and leads no reference elsewhere")
	}
	if len(l.first)+len(l.last) > 0 {
		p.Assumed = append(p.Assumed, "functions of -init and -fini run, as by the start files of glibc 2.34 and later")
	}
	if len(unlinked) > 0 {
		p.Assumed = append(p.Assumed, "not linked into the program of "+p.LinkSet+": "+enumerate(unlinked))
	}
	if len(hooks) > 0 {
		p.Assumed = append(p.Assumed, "instrumented code calls "+enumerate(hooks)+" at any time, and each returns")
	}
	if len(implicit) > 0 {
		p.Assumed = append(p.Assumed, "the program's own "+strings.Join(implicit, ", ")+": called where its sources call it, and by no code that the compiler makes or the program starts with")
	}
	slices.Sort(p.Assumed)
	p.Assumed = slices.Compact(p.Assumed)
}
