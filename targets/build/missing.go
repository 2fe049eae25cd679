package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// A MissingUnit is code of a program that is not linked into it: nothing is known
// of what it does.
type MissingUnit struct {
	Source string // absolute path, or empty
	What   string // what it is where no file is known: "what defines look()"
	Why    string // "does not compile", "is in no program of the database", ...

	reads []string // all files of the project that it reads; nil if that is not known
}

// Reads says whether it is known what the unit reads.
func (m *MissingUnit) Reads() bool { return m.reads != nil }

// MayRead says whether the unit may have the code of a file, by its absolute path.
func (m *MissingUnit) MayRead(path string) bool {
	return m.reads == nil || slices.ContainsFunc(m.reads, func(r string) bool { return sameFile(r, path) })
}

// maxNamed is how many undefined symbols are named.
const maxNamed = 3

// missing lists the units that are known to be missing from a set, of which p is
// the linked program and table its symbols.
func (c *Compiled) missing(ctx context.Context, set LinkSet, p *Program, table *symbolTable) ([]MissingUnit, error) {
	var out []MissingUnit
	for _, f := range c.Failed {
		if !c.elsewhere(&f.Unit, set) {
			out = append(out, MissingUnit{Source: f.Unit.Source, Why: "it does not compile"})
		}
	}
	for _, e := range c.Excluded {
		if !c.elsewhere(&e.Unit, set) && !slices.Contains(headers, filepath.Ext(e.Unit.Source)) {
			out = append(out, MissingUnit{Source: e.Unit.Source, Why: "it is " + string(e.Unit.Language)})
		}
	}
	for _, path := range c.binaries {
		if slices.ContainsFunc(c.Units, func(u Unit) bool { return u.object() == path }) {
			continue
		}
		out = append(out, MissingUnit{Source: path, Why: "it has no source here"})
	}
	for _, i := range c.stray(set) {
		u := &c.Units[i]
		out = append(out, MissingUnit{Source: u.Source, Why: "no program of the database needs it", reads: append([]string{u.Source}, u.Deps...)})
	}
	text, err := os.ReadFile(p.IRPath)
	if err != nil {
		return nil, &InputError{File: p.IRPath, Problem: cause(err)}
	}
	if strings.Contains(string(text), "\nmodule asm ") {
		out = append(out, MissingUnit{What: "module-level assembly", Why: "it is not C"})
	}
	for _, m := range ifunc.FindAllStringSubmatch(string(text), maxNamed) {
		out = append(out, MissingUnit{What: "the dynamic linker's choice of " + m[1], Why: "resolvers of ifunc are not run"})
	}
	if c.fromMain(set) && slices.ContainsFunc(set.Members, func(i int) bool {
		return c.Units[i].shared() || slices.Contains(c.shared, c.Units[i].object())
	}) {
		out = append(out, MissingUnit{What: "what uses the shared library", Why: "-shared"})
	}
	if len(out) > 0 { // what is undefined may be in these
		return out, nil
	}
	undefined, err := c.strangers(ctx, set, table)
	if err != nil {
		return nil, err
	}
	if len(undefined) > 0 {
		out = append(out, MissingUnit{What: "what defines " + enumerate(undefined), Why: "it is not among the sources"})
	}
	return out, nil
}

// absent tells, before a set is linked, that units of it are known to be missing.
func (c *Compiled) absent(set LinkSet) bool {
	return len(c.Failed)+len(c.Excluded)+len(c.binaries)+len(c.stray(set)) > 0
}

// ifunc is the definition of a function that the dynamic linker chooses, in IR.
var ifunc = regexp.MustCompile(`(?m)^@"?([^" ]+)"? = [^"\n]*?\bifunc `)

// object is the path of the object file that the build makes of the unit.
func (u *Unit) object() string {
	if filepath.Ext(u.Output) == ".o" { // else the command links, too
		return u.Output
	}
	name := filepath.Base(u.Source)
	return filepath.Join(u.Dir, strings.TrimSuffix(name, filepath.Ext(name))+".o")
}

// fromMain says whether runs begin at main, of the set. Where they begin elsewhere, what
// else is called before is in what the variables hold.
func (c *Compiled) fromMain(set LinkSet) bool {
	return c.b.opts.Entry == "main" && slices.ContainsFunc(set.Members, func(i int) bool { return c.symbols[i].defines("main") })
}

// shared says whether the unit becomes a part of a shared library, of which others call
// what it exports.
func (u *Unit) shared() bool {
	return slices.ContainsFunc(u.Dropped, isShared)
}

func isShared(d DroppedFlag) bool { return d.Flag == "-shared" }

// unlinked are the units of the database that a program does without, as far as is known:
// others need them, and no symbol of it is theirs.
func (c *Compiled) unlinked(set LinkSet) []string {
	var names []string
	roots := c.roots()
	for i := range c.Units {
		if u := &c.Units[i]; !slices.Contains(set.Members, i) && !slices.Contains(roots, i) && !c.elsewhere(u, set) {
			names = append(names, filepath.Base(u.Source))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// enumerate lists names, the first few of many.
func enumerate(names []string) string {
	if n := len(names); n > maxNamed {
		return strings.Join(names[:maxNamed], ", ") + fmt.Sprintf(" and %d more", n-maxNamed)
	}
	return strings.Join(names, ", ")
}

// elsewhere says whether the build puts the unit into another program: its object
// is in the directory that the build made for that program's target.
func (c *Compiled) elsewhere(u *Unit, set LinkSet) bool {
	dir := targetDir(u.Output)
	if dir == "" {
		return false
	}
	other := false
	for _, r := range c.roots() {
		if targetDir(c.Units[r].Output) != dir {
			continue
		}
		if slices.Contains(set.Members, r) {
			return false
		}
		other = true
	}
	return other
}

// stray are the compiled units that are in no program: neither in the set nor in
// another.
func (c *Compiled) stray(set LinkSet) []int {
	known := make([]bool, len(c.Units))
	for _, s := range append(slices.Clone(c.LinkSets()), set) {
		for _, i := range s.Members {
			known[i] = true
		}
	}
	var out []int
	for i := range c.Units {
		if !known[i] {
			out = append(out, i)
		}
	}
	return out
}

// strangers are the undefined symbols of a set that are no library's, sorted. A
// symbol is a library's if assay knows the function, if a header of the system
// declares it, if the program names a library besides those of the C
// implementation, or if no text of the unit names it (the compiler made the call).
func (c *Compiled) strangers(ctx context.Context, set LinkSet, table *symbolTable) ([]string, error) {
	open := map[string]bool{}
	for _, name := range table.needed {
		open[name] = !known(name)
	}
	found := map[string]bool{}
	for _, i := range set.Members {
		var names []string
		for _, name := range c.symbols[i].needed {
			if open[name] {
				names = append(names, name)
			}
		}
		if len(names) == 0 || len(libraries(c.Units[i].Link)) > 0 {
			continue
		}
		if c.Units[i].Language == LangIR { // the text that the compiler saw is gone
			for _, name := range names {
				found[name] = found[name] || !reserved(name)
			}
			continue
		}
		own, system, err := c.b.expanded(ctx, &c.Units[i])
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if mentions(own, name) && !declares(system, name) {
				found[name] = true
			}
		}
	}
	var out []string
	for _, name := range sortedKeys(found) {
		if found[name] {
			out = append(out, name)
		}
	}
	return out, nil
}

// known says whether assay knows a function or variable that it need not have a
// definition of.
func known(name string) bool {
	for _, prefix := range []string{"__start_", "__stop_", ".startof.", ".sizeof.", "__assay_", "__VERIFIER_", "klee_", "llvm."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return name == "reach_error" || slices.Contains(variables, name) || spec.Own().Func(name) != nil
}

// variables are those of the C library that programs declare themselves.
// The linker defines the last ones.
var variables = []string{"environ", "__environ", "_environ", "stdin", "stdout", "stderr", "optarg", "optind", "opterr", "optopt",
	"timezone", "daylight", "tzname", "signgam", "program_invocation_name", "program_invocation_short_name", "__progname",
	"sys_errlist", "sys_nerr", "sys_siglist", "__timezone", "__daylight", "__tzname", "__signgam", "__progname_full", "__libc_single_threaded",
	"etext", "edata", "end", "__etext", "_etext", "_edata", "_end", "__bss_start", "__data_start", "data_start", "__executable_start", "__ehdr_start",
	"__init_array_start", "__init_array_end", "__fini_array_start", "__fini_array_end", "__preinit_array_start", "__preinit_array_end",
	"__TMC_END__", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "__dso_handle"}

// headers are the extensions of files that are no units, wherever they are listed.
var headers = []string{".h", ".hh", ".hpp", ".hxx", ".h++", ".H"}

// reserved says whether C keeps a name for the implementation.
func reserved(name string) bool {
	return len(name) > 1 && name[0] == '_' && (name[1] == '_' || name[1] >= 'A' && name[1] <= 'Z')
}

// implementation are the libraries that belong to the compiler and the C library.
var implementation = []string{"-lc", "-lm", "-lpthread", "-lrt", "-ldl", "-lgcc", "-lgcc_s", "-lutil", "-latomic", "-lcrypt", "-lresolv", "-lanl", "-lssp"}

// libraries are the flags that name libraries besides those of the implementation.
func libraries(link []string) []string {
	var out []string
	for _, f := range linkerWords(link, true) {
		if strings.HasPrefix(f, "-l") && f != "-l" && !slices.Contains(implementation, f) && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// Libraries are the flags of a program's units that name libraries besides those of
// the C implementation, sorted.
func (p *Program) Libraries() []string {
	var out []string
	for _, u := range p.Units {
		out = append(out, libraries(u.Link)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// expanded is what the preprocessor makes of a unit: the text of the project's own
// files, and that of the headers that the compiler takes as the system's.
func (b *Builder) expanded(ctx context.Context, u *Unit) (own, system string, err error) {
	text, err := b.preprocessed(ctx, u)
	if err != nil {
		return "", "", err
	}
	own, system = bySystem(text)
	return own, system, nil
}

// bySystem takes preprocessed text apart at its line markers: # LINE "FILE" FLAGS,
// with the flag 3 for text of a system header.
func bySystem(text string) (own, system string) {
	var parts [2]strings.Builder
	in := 0
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "# "); ok {
			if in = 0; slices.Contains(strings.Fields(rest[strings.LastIndexByte(rest, '"')+1:]), "3") {
				in = 1
			}
			continue
		}
		parts[in].WriteString(line)
	}
	return parts[0].String(), parts[1].String()
}

// mentions says whether the word occurs in C text.
func mentions(text, name string) bool {
	for {
		i := strings.Index(text, name)
		if i < 0 {
			return false
		}
		end := i + len(name)
		if (i == 0 || !wordByte(text[i-1])) && (end == len(text) || !wordByte(text[end])) {
			return true
		}
		text = text[end:]
	}
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// declares says whether C text declares the name outside all braces and
// parentheses, or gives it as the symbol of another declaration (asm labels). Names
// of structures, unions and enumerations are none.
func declares(text, name string) bool {
	depth := 0
	last := ""
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case wordByte(c):
			end := i
			for end < len(text) && wordByte(text[end]) {
				end++
			}
			word := text[i:end]
			if word == name && depth == 0 && !slices.Contains([]string{"struct", "union", "enum"}, last) {
				return true
			}
			last, i = word, end
			continue
		case c == '"' || c == '\'':
			end := i + 1
			for end < len(text) && text[end] != c && text[end] != '\n' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			if end < len(text) && text[i+1:end] == name {
				return true
			}
			last, i = "", min(end+1, len(text))
			continue
		case c == '{' || c == '(' || c == '[':
			depth++
		case c == '}' || c == ')' || c == ']':
			depth--
		}
		if c != ' ' && c != '\n' && c != '\t' {
			last = ""
		}
		i++
	}
	return false
}

// Name is how a missing unit is named, a file relative to dir if it is below it.
func (m *MissingUnit) Name(dir string) string {
	if m.Source == "" {
		return m.What
	}
	rel, err := filepath.Rel(dir, m.Source)
	if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return m.Source
	}
	return rel
}
