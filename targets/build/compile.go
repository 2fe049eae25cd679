package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
)

// irFlags are the flags that every unit is compiled with, after the user's;
// the package comment says why.
var irFlags = []string{
	"-O1", "-Xclang", "-disable-llvm-passes",
	"-U__OPTIMIZE__", "-D__NO_INLINE__=1",
	"-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=0",
	"-g", "-gcolumn-info", "-fno-discard-value-names",
	// a*b+c stays fmul and fadd instead of becoming llvm.fmuladd.
	"-ffp-contract=off",
	"-fno-stack-protector", "-fno-exceptions", "-fno-ident",
	"-Wno-everything", "-fno-color-diagnostics",
}

// Options of a Builder. The zero value is usable.
type Options struct {
	Workers  int      // compilations at a time; 0 means one per processor
	TempDir  string   // parent of the temporary directory; "" means the system's
	CacheDir string   // compiled models; "" means assay/models in the user's cache directory
	Entry    string   // function whose definition makes a unit the root of a program; "" means main
	LinkSet  string   // name of the link set to take, see Compiled.Choose
	Focus    []string // absolute paths of files with alarms, to choose among link sets
	Extra    []string // flags that every unit of the user is compiled with besides
	Tools    *Tools   // what FindTools found before; nil means that it is asked
}

// A Builder compiles and links. Its methods are not for concurrent use.
type Builder struct {
	tools  *Tools
	opts   Options
	temp   string
	models []ModelSource
}

// New finds the tools and makes the temporary directory; Close removes it.
func New(ctx context.Context, opts Options) (*Builder, error) {
	tools := opts.Tools
	if tools == nil {
		var err error
		if tools, err = FindTools(ctx); err != nil {
			return nil, err
		}
	}
	if opts.Workers <= 0 {
		opts.Workers = runtime.NumCPU()
	}
	if opts.Entry == "" {
		opts.Entry = "main"
	}
	temp, err := os.MkdirTemp(opts.TempDir, "assay-build-*")
	if err != nil {
		return nil, &InputError{Problem: "no temporary directory: " + err.Error(),
			Remedy: "set TMPDIR to a writable directory with free space"}
	}
	b := &Builder{tools: tools, opts: opts, temp: temp}
	if err := writeShim(b.shimDir()); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// writeShim writes the list of stubs that glibc asks for, empty but for the
// tools that read it; where 32-bit headers are not installed, it stands in.
// The other header keeps glibc from giving inline variants of its functions,
// which use its own data, to units that are compiled as optimised.
func writeShim(dir string) error {
	return errors.Join(writeNew(filepath.Join(dir, "gnu", "stubs-32.h"), []byte("/* no function is a stub */\n")),
		writeNew(filepath.Join(dir, "inline", "features.h"), []byte(`#pragma push_macro("__NO_INLINE__")
#define __NO_INLINE__ 1
#include_next <features.h>
#pragma pop_macro("__NO_INLINE__")
`)))
}

// Close removes the temporary directory with every IR file in it.
func (b *Builder) Close() error { return os.RemoveAll(b.temp) }

// Tools returns the programs the builder uses.
func (b *Builder) Tools() Tools { return *b.tools }

func (b *Builder) shimDir() string { return filepath.Join(b.temp, "include") }

// Build compiles the units, chooses the link set that the options ask for,
// and links it. An error means that there is no program at all.
func (b *Builder) Build(ctx context.Context, in *Input) (*Program, error) {
	c, err := b.Compile(ctx, in)
	if err != nil {
		return nil, err
	}
	set, err := c.Choose(b.opts.LinkSet, b.opts.Focus)
	if err != nil {
		return nil, err
	}
	return c.Link(ctx, set)
}

// Compiled are the units of an input after compilation.
type Compiled struct {
	Units    []Unit // that compiled, in input order, with Deps and Hash
	Failed   []UnitFailure
	Excluded []ExcludedUnit // not C
	Notes    []string

	b        *Builder
	binaries []string // Input.Binaries
	shared   []string // Input.Shared
	sets     []LinkSet
	bitcode  []string // names inside b.temp, per unit
	symbols  []symbolTable
	linker   ldFlags
}

// Compile compiles every C unit, in parallel. It is an error if there are no C
// units or if not one of them compiles.
func (b *Builder) Compile(ctx context.Context, in *Input) (*Compiled, error) {
	c := &Compiled{b: b, binaries: in.Binaries, shared: in.Shared, Notes: append([]string(nil), in.Notes...)}
	var todo []Unit
	for _, u := range in.Units {
		if why := u.NotC(); why != "" {
			c.Excluded = append(c.Excluded, ExcludedUnit{u, why})
			continue
		}
		todo = append(todo, u)
	}
	if len(todo) == 0 {
		return nil, &InputError{Problem: "no unit is C: " + plural(len(in.Units), "unit") + ", all in other languages",
			Remedy: "assay analyses C (and LLVM IR of clang-14)"}
	}
	results := make([]unitResult, len(todo))
	parallel(b.opts.Workers, len(todo), func(i int) {
		results[i] = b.compileUnit(ctx, todo[i], fmt.Sprintf("u%05d", i))
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.linker = readLinker(todo)
	c.linker.overrides(results)
	own := ownBuiltins(results, &c.linker)
	parallel(b.opts.Workers, len(todo), func(i int) { b.redirect(ctx, &results[i], &c.linker, own, fmt.Sprintf("u%05d", i)) })
	for _, r := range results {
		c.Notes = append(c.Notes, r.notes...)
		if r.failure != "" {
			c.Failed = append(c.Failed, UnitFailure{r.unit, r.failure})
			continue
		}
		c.Units = append(c.Units, r.unit)
		c.bitcode = append(c.bitcode, r.bitcode)
		c.symbols = append(c.symbols, r.symbols)
	}
	if len(c.Units) == 0 {
		f := c.Failed[0]
		return nil, &InputError{File: f.Unit.Source,
			Problem: fmt.Sprintf("does not compile (%s in all, none compiles); clang says:\n%s", plural(len(c.Failed), "unit"), f.Stderr),
			Remedy:  "give the flags of the real build after --, or its compile_commands.json"}
	}
	return c, nil
}

// parallel calls f(0..n-1), at most workers at a time, and waits for all.
func parallel(workers, n int, f func(i int)) {
	slots := make(chan struct{}, workers)
	var wg sync.WaitGroup
	for i := range n {
		wg.Add(1)
		slots <- struct{}{}
		go func() {
			defer func() { <-slots; wg.Done() }()
			f(i)
		}()
	}
	wg.Wait()
}

// A unitResult is what one compilation gave; failure is empty if it worked.
type unitResult struct {
	unit    Unit
	bitcode string
	symbols symbolTable
	notes   []string
	failure string
}

// compileUnit compiles one unit to name.bc. A flag that clang refuses is taken
// out and reported; a unit that needs its instruction set gets it back.
func (b *Builder) compileUnit(ctx context.Context, u Unit, name string) unitResult {
	r := unitResult{unit: u, bitcode: name + ".bc"}
	r.unit.Flags = append([]string(nil), u.Flags...)
	r.unit.Dropped = append([]DroppedFlag(nil), u.Dropped...)
	if err := checkSource(u.Source); err != nil {
		r.failure = err.Error()
		return r
	}
	if u.Language == LangIR {
		r.failure = b.assemble(ctx, &r)
	} else {
		r.failure = b.compileC(ctx, &r, name)
	}
	if r.failure != "" {
		return r
	}
	table, err := b.readSymbols(ctx, r.bitcode)
	if err != nil {
		r.failure = irProblem(u.Source, err.Error())
		return r
	}
	r.symbols = table
	r.unit.Hash = hashUnit(&r.unit)
	return r
}

// compileC runs clang until it accepts the flags; it returns clang's message
// if the unit does not compile.
func (b *Builder) compileC(ctx context.Context, r *unitResult, name string) string {
	isaTried := len(r.unit.Isa) == 0
	deps := filepath.Join(b.temp, name+".d")
	for {
		stderr, err := r.findMacros(ctx, b)
		if err == nil {
			args := append(unitArgs(&r.unit, b.shimDir()), b.opts.Extra...)
			args = append(args, "-c", "-emit-llvm", "-MMD", "-MF", deps, "-MT", "unit",
				"-o", filepath.Join(b.temp, r.bitcode), "-x", string(r.unit.Language), r.unit.Written)
			stderr, err = run(ctx, r.unit.Dir, b.tools.Clang, args...)
		}
		switch {
		case err == nil:
			r.unit.Deps = readDeps(deps, r.unit.Dir)
			if r.unit.Semantic.OverflowEnds && mentionsIn(r.unit.Deps, "no_sanitize") { // an attribute that is not in the IR
				r.unit.Semantic.OverflowPartly, r.unit.Semantic.Trapv = true, false
			}
			if r.unit.Semantic.ShortWchar {
				return b.widenWchar(ctx, r)
			}
			return ""
		case r.refuse(stderr):
		case !isaTried && needsIsa.MatchString(stderr):
			isaTried = true
			r.unit.Flags = append(r.unit.Flags, r.unit.Isa...)
			r.notes = append(r.notes, fmt.Sprintf("%s: compiled with %s, which its code needs",
				r.unit.Source, strings.Join(r.unit.Isa, " ")))
		case stderr == "":
			return err.Error()
		default:
			return stderr
		}
	}
}

// findMacros sets the unit's Macros; it returns clang's message if it fails.
func (r *unitResult) findMacros(ctx context.Context, b *Builder) (stderr string, err error) {
	if r.unit.Macros, err = macros(ctx, b.tools.Clang, &r.unit, b.shimDir()); err != nil {
		stderr = err.Error()
	}
	return stderr, err
}

// mentionsIn says whether a text occurs in one of the files, or one cannot be read.
func mentionsIn(files []string, text string) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		data, err := os.ReadFile(name)
		return err != nil || bytes.Contains(data, []byte(text))
	})
}

func (b *Builder) clangArgs(flags []string, m32 bool) []string {
	return clangArgs(flags, m32, b.shimDir())
}

// clangArgs are the user's flags followed by ours; shim is writeShim's
// directory.
func clangArgs(flags []string, m32 bool, shim string) []string {
	args := append(append([]string(nil), flags...), irFlags...)
	if m32 {
		args = append(args, "-idirafter", shim)
		// The headers of Debian's 64-bit glibc serve both data models; they
		// stand last, so that 32-bit ones win where they are installed.
		args = append(args, "-idirafter", "/usr/include/x86_64-linux-gnu")
	}
	return args
}

// unitArgs are the arguments by which a unit is compiled, but for its source.
func unitArgs(u *Unit, shim string) []string {
	args := append(clangArgs(u.Flags, u.Semantic.M32, shim), u.Macros...)
	if !u.Semantic.Optimised { // for the reader of IR
		args = append(args, "-Xclang", "-dwarf-debug-flags", "-Xclang", "-O0")
	}
	if slices.Contains(u.Macros, "-U__NO_INLINE__") {
		args = append(args, "-isystem", filepath.Join(shim, "inline"))
	}
	return args
}

// needsIsa matches clang's message that a function of an intrinsics header
// needs an instruction set, and gcc's and clang's headers that say so.
var needsIsa = regexp.MustCompile(`target feature|instruction set (extensions )?not enabled|needs target|always_inline function`)

// refusals are clang's messages about flags; group 1 is the flag, or group 2
// the flag and group 1 its value.
var refusals = []*regexp.Regexp{
	regexp.MustCompile(`unknown argument:? '([^']+)'`),
	regexp.MustCompile(`unsupported option '([^']+)'`),
	regexp.MustCompile(`(?:unsupported argument|invalid value) '([^']*)' (?:to option|in) '([^']+)'`),
}

// refuse takes the flags out that clang refuses by name in its message. It
// says whether there were any.
func (r *unitResult) refuse(stderr string) bool {
	found := false
	for _, flag := range refused(stderr) {
		i := slices.Index(r.unit.Flags, flag)
		if i < 0 {
			continue
		}
		r.unit.Flags = append(r.unit.Flags[:i:i], r.unit.Flags[i+1:]...)
		r.unit.Dropped = append(r.unit.Dropped, DroppedFlag{Flag: flag, Reason: "clang-14 does not know it", Report: true, Assumed: true})
		r.notes = append(r.notes, fmt.Sprintf("%s: %s left out: clang-14 does not know it", r.unit.Source, flag))
		found = true
	}
	return found
}

// refused are the flags that clang refuses by name in its message.
func refused(stderr string) []string {
	var flags []string
	for _, re := range refusals {
		for _, m := range re.FindAllStringSubmatch(stderr, -1) {
			if len(m) == 3 {
				m[1] = strings.TrimSuffix(m[2], m[1]) + m[1]
			}
			flags = append(flags, m[1])
		}
	}
	return flags
}

// firstError is the first line of clang's output that says "error", or the
// first line there is.
func firstError(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for _, line := range lines {
		if strings.Contains(line, "error:") {
			return line
		}
	}
	return lines[0]
}

// readDeps reads the prerequisites of a make rule as clang -MMD writes it:
// absolute, sorted, without duplicates.
func readDeps(path, dir string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	seen := map[string]bool{}
	var deps []string
	for _, name := range parseMakeRule(string(text)) {
		name = absolute(dir, name)
		if !seen[name] {
			seen[name] = true
			deps = append(deps, name)
		}
	}
	sort.Strings(deps)
	return deps
}

// parseMakeRule returns the prerequisites of the one rule in text. A backslash
// escapes a space, a # and a line's end, and $$ is a $.
func parseMakeRule(text string) []string {
	_, text, _ = strings.Cut(text, ":")
	var names []string
	var name strings.Builder
	flush := func() {
		if name.Len() > 0 {
			names = append(names, name.String())
			name.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		c, next := text[i], byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch {
		case c == '\\' && (next == ' ' || next == '#'), c == '$' && next == '$':
			name.WriteByte(next)
			i++
		case c == '\\' && next == '\n', c == ' ', c == '\n', c == '\t', c == '\r':
			flush()
			if c == '\\' {
				i++
			}
		default:
			name.WriteByte(c)
		}
	}
	flush()
	return names
}

// hashUnit is the unit's Hash. A file that vanished since the compilation
// counts by its name only.
func hashUnit(u *Unit) string {
	h := sha256.New()
	for _, s := range slices.Concat([]string{u.Source, u.Written, u.Dir, string(u.Language)}, u.Flags, u.Macros) {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	for _, path := range u.Deps {
		fmt.Fprintf(h, "%d:%s", len(path), path)
		if f, err := os.Open(path); err == nil {
			n, _ := io.Copy(h, f) // a short read gives another hash, which is right
			fmt.Fprintf(h, ":%d", n)
			f.Close()
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
