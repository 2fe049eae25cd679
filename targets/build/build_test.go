package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/llir/llvm/asm"
	"github.com/llir/llvm/ir"
)

// testdata is the absolute path of this package's programs.
func testdata(t *testing.T, elem ...string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(append([]string{"..", "..", "testdata", "build"}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// newBuilder fails, with the install command, where clang-14 is missing.
func newBuilder(t *testing.T, opts Options) *Builder {
	t.Helper()
	opts.TempDir = t.TempDir()
	if opts.CacheDir == "" {
		opts.CacheDir = t.TempDir()
	}
	b, err := New(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// buildArgs builds the program of a command line.
func buildArgs(t *testing.T, b *Builder, dir string, args ...string) *Program {
	t.Helper()
	in, err := FromArgs(args, dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Build(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// parse reads a program with the reader that the engine uses.
func parse(t *testing.T, p *Program) *ir.Module {
	t.Helper()
	m, err := asm.ParseFile(p.IRPath)
	if err != nil {
		t.Fatalf("the reader refuses %s: %v", p.LinkSet, err)
	}
	return m
}

func function(m *ir.Module, name string) *ir.Func {
	for _, f := range m.Funcs {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

func irText(t *testing.T, p *Program) string {
	t.Helper()
	text, err := os.ReadFile(p.IRPath)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// writeFiles makes files under a new directory: name, text, name, text, ...
func writeFiles(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		if err := writeNew(filepath.Join(dir, files[i]), []byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCorpusCompilesAndParses(t *testing.T) {
	for _, tt := range []struct {
		flags  []string
		model  DataModel
		triple string
	}{
		{nil, LP64, "x86_64-pc-linux-gnu"},
		{[]string{"-m32"}, ILP32, "i386-pc-linux-gnu"},
	} {
		sources, err := filepath.Glob(filepath.Join(testdata(t, "corpus"), "*.c"))
		if err != nil || len(sources) != 6 {
			t.Fatalf("the corpus has %d programs, want 6 (%v)", len(sources), err)
		}
		for _, source := range sources {
			p := buildArgs(t, newBuilder(t, Options{}), filepath.Dir(source), append(tt.flags, filepath.Base(source))...)
			m := parse(t, p)
			if p.DataModel != tt.model || p.Triple != tt.triple {
				t.Errorf("%s: %s on %s, want %s on %s", source, p.DataModel, p.Triple, tt.model, tt.triple)
			}
			if main := function(m, "main"); main == nil || len(main.Blocks) == 0 {
				t.Errorf("%s: main has no body", source)
			}
			text := irText(t, p)
			for _, want := range []string{"@llvm.lifetime.start", "!tbaa", "!DILocation(line:", "column:"} {
				if !strings.Contains(text, want) {
					t.Errorf("%s: the IR has no %s", source, want)
				}
			}
			for _, bad := range []string{"optnone", "freeze", "__strcpy_chk", "__memcpy_chk"} {
				if strings.Contains(text, bad) {
					t.Errorf("%s: the IR has %s", source, bad)
				}
			}
		}
	}
}

// What the front end of clang emits for the corners of C is read, in both data
// models.
func TestReaderTakesTheCornersOfC(t *testing.T) {
	for _, flags := range [][]string{nil, {"-m32"}} {
		p := buildArgs(t, newBuilder(t, Options{}), testdata(t), append(flags, "corners.c")...)
		if f := function(parse(t, p), "computed_goto"); f == nil {
			t.Error("computed_goto is lost")
		}
	}
}

// What mem2reg, inlining and libc's fortified headers would delete is there.
func TestNothingIsOptimisedAway(t *testing.T) {
	dir := writeFiles(t, "a.c", `
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#ifdef __NO_INLINE__
#error "seen as not optimised"
#endif
static int unused_result(int x) { return x / (x - 1); }
int main(int argc, char **argv) {
  char buffer[4];
  int x;
  strcpy(buffer, argv[0]);
  unused_result(argc);
  if (x == 42) puts(buffer);
  return atoi(argv[0]) + (int)strlen(buffer);
}`)
	text := irText(t, buildArgs(t, newBuilder(t, Options{}), dir, "a.c", "-O3", "-D_FORTIFY_SOURCE=3"))
	for _, want := range []string{"call i8* @strcpy(", "sdiv i32", "icmp eq i32 %", "call i32 @atoi(", "call i64 @strlen(",
		"%buffer = alloca [4 x i8]", "call i32 @unused_result("} {
		if !strings.Contains(text, want) {
			t.Errorf("the IR has no %q", want)
		}
	}
	if strings.Contains(text, "available_externally") {
		t.Error("the IR has inline variants of the headers")
	}
}

// The preprocessor sees what it sees at -O0 without a flag that says otherwise.
func TestMacrosAreThoseOfO0(t *testing.T) {
	b := newBuilder(t, Options{})
	empty := filepath.Join(writeFiles(t, "empty.c", ""), "empty.c")
	dump := func(flags ...string) []string {
		out, stderr, err := runOutput(context.Background(), "", b.tools.Clang, append(flags, "-dM", "-E", empty)...)
		if err != nil {
			t.Fatal(stderr)
		}
		lines := strings.Split(out, "\n")
		sort.Strings(lines)
		return lines
	}
	want := dump("-O0", "-D_FORTIFY_SOURCE=0")
	if diff := cmp.Diff(want, dump(b.clangArgs(nil, false)...)); diff != "" {
		t.Errorf("macros differ from those of -O0:\n%s", diff)
	}
}

// A unit sees the macros that the user's flags predefine, with the flags by which it is
// analysed and by which a replay builds it.
func TestMacrosAreThoseOfTheUsersFlags(t *testing.T) {
	names := []string{"__OPTIMIZE__", "__OPTIMIZE_SIZE__", "__NO_INLINE__", "__AVX2__", "__SSE2__", "__SSE4_2__", "__FMA__", "__EXCEPTIONS",
		"__NO_MATH_ERRNO__", "__SSP__", "__SSP_STRONG__", "__PIC__", "__PIE__", "__code_model_medium__", "__CET__", "__FLT_EVAL_METHOD__", "__FAST_MATH__"}
	var source strings.Builder
	for _, n := range names {
		fmt.Fprintf(&source, "#ifdef %s\nMACRO %s __%s\n#endif\n", n, n, n) // the value, and that it is one
	}
	dir := writeFiles(t, "p.c", strings.ReplaceAll(source.String(), "MACRO", "int"))
	text := filepath.Join(writeFiles(t, "names.c", source.String()), "names.c")
	b := newBuilder(t, Options{})
	dump := func(args ...string) string {
		out, stderr, err := runOutput(context.Background(), dir, b.tools.Clang, append(args, "-E", "-P", text)...)
		if err != nil {
			t.Fatal(stderr)
		}
		return out
	}
	for line, same := range map[string]bool{
		"": true, "-O0": true, "-O1": false, "-O2": false, "-O3 -O0": true, "-Os": false, "-Oz": false, "-O": false, "-mavx2": false, "-msse4.2": false,
		"-mfma": false, "-mno-sse2": false, "-mavx2 -mno-avx2": true, "-fexceptions": false, "-fno-math-errno": false, "-fstack-protector": false,
		"-fstack-protector-strong": false, "-fstack-protector-strong -fno-stack-protector": true, "-fno-pic": false, "-fPIC": false,
		"-mcmodel=medium": false, "-fcf-protection": false, "-O2 -D__OPTIMIZE__=7": false, "-O2 -U__OPTIMIZE__": false, "-mindirect-branch=thunk -O2": false,
	} {
		p, err := parseLine(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		u := newUnit("p.c", dir, p, LangC)
		if u.Macros, err = macros(context.Background(), b.tools.Clang, &u, b.shimDir()); err != nil {
			t.Fatal(err)
		}
		want := dump(strings.Fields(strings.ReplaceAll(line, "-mindirect-branch=thunk", ""))...)
		if got := dump(unitArgs(&u, b.shimDir())...); got != want || (got == dump()) != same {
			t.Errorf("%s: sees\n%s\nwant\n%s", line, got, want)
		}
		if got := dump(slices.Concat(u.Flags, u.Macros, []string{"-O0"})...); got != want {
			t.Errorf("%s: a replay sees\n%s\nwant\n%s", line, got, want)
		}
	}
}

// What is reported as not honoured predefines nothing: the code behind it is left out.
func TestReportedFlagsPredefineNothing(t *testing.T) {
	for line, want := range map[string]string{
		"-ffast-math -O2": "-O2", "-Ofast": "-O3", "-fopenmp": "", "-include x.h -O1": "-O1", "-o -O2 -I -O3 -mavx": "-I -O3 -mavx", "-std=gnu23 -O1": "-std=gnu2x -O1",
	} {
		p, err := parseLine(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.macros, " "); got != want {
			t.Errorf("%s: macros of %q, want %q", line, got, want)
		}
	}
}

// __FILE__ is the path as the compiler is given it, also in headers beside the source.
func TestFileIsAsWritten(t *testing.T) {
	dir := writeFiles(t, "src/a.c", "#include \"h.h\"\nconst char *own = __FILE__;\nint main(void) { return 0; }", "src/h.h", "const char *header = __FILE__;")
	sub := filepath.Join(dir, "build")
	for _, tt := range []struct{ dir, args, own, header string }{
		{filepath.Join(dir, "src"), "a.c", "a.c", "./h.h"},
		{sub, "../src/a.c", "../src/a.c", "../src/h.h"},
		{sub, "../build/../src/a.c -g", "../build/../src/a.c", "../build/../src/h.h"},
		{sub, dir + "/src/a.c", dir + "/src/a.c", dir + "/src/h.h"},
		{sub, "-ffile-prefix-map=../src=/usr/src ../src/a.c", "/usr/src/a.c", "/usr/src/h.h"},
		{sub, "-fmacro-prefix-map=../src/= ../src/a.c", "a.c", "h.h"},
	} {
		if err := os.MkdirAll(tt.dir, 0o755); err != nil {
			t.Fatal(err)
		}
		text := irText(t, buildArgs(t, newBuilder(t, Options{}), tt.dir, strings.Fields(tt.args)...))
		for _, want := range []string{tt.own, tt.header} {
			if !strings.Contains(text, `c"`+want+`\00"`) {
				t.Errorf("%s in %s: no __FILE__ is %s", tt.args, tt.dir, want)
			}
		}
	}
}

// Units with a short wchar_t link with models, and with units that have a wide one.
func TestShortWcharLinks(t *testing.T) {
	dir := writeFiles(t, "a.c", "#include <wchar.h>\nwchar_t w[] = L\"ab\";\nlong wide(void);\nint main(void) { return (int)wcslen(w) + (int)wide(); }",
		"b.c", "#include <wchar.h>\nlong wide(void) { return sizeof(wchar_t); }")
	b := newBuilder(t, Options{})
	b.AddModels([]ModelSource{{Name: "wchar.c", Text: "#include <wchar.h>\nsize_t wcslen(const wchar_t *s) { return s[0] ? sizeof *s : 0; }"}})
	in, err := ParseDatabase([]byte(`[{"directory": "`+dir+`", "file": "a.c", "command": "cc -fshort-wchar -c a.c"},
	 {"directory": "`+dir+`", "file": "b.c", "command": "cc -fshort-wchar -fno-short-wchar -c b.c"}]`), dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Build(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if text := irText(t, p); !strings.Contains(text, "@w = dso_local global [3 x i16]") || !strings.Contains(text, "load i32, i32*") {
		t.Error("wchar_t of the program is not short, or that of the model not wide")
	}
	parse(t, p)
}

func TestTwoProgramDatabase(t *testing.T) {
	in, err := FromDatabase(testdata(t, "two", "compile_commands.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(in.Notes, "\n"); !strings.Contains(got, "-fsanitize=address (1 unit)") {
		t.Errorf("notes: %s", got)
	}
	src := testdata(t, "two", "src")
	for _, tt := range []struct {
		name, linkSet, focus string
		members              string
		failure              string
	}{
		{name: "by name", linkSet: "server.c", members: "server.c util.c backend.c"},
		{name: "by the alarm's unit", focus: "extra.c", members: "client.c util.c extra.c"},
		{name: "around another unit", linkSet: "backend.c", members: "backend.c"},
		{name: "around a unit of a target", linkSet: "util.c", members: "server.c util.c backend.c"},
		{name: "shared unit", focus: "util.c", failure: "2 programs define main"},
		{name: "no such set", linkSet: "nosuch.c", failure: "choose one of: server.c, client.c"},
		{name: "two programs at once", focus: "server.c client.c", failure: "none of them holds all files"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opts := Options{LinkSet: tt.linkSet}
			for _, f := range strings.Fields(tt.focus) {
				opts.Focus = append(opts.Focus, filepath.Join(src, f))
			}
			p, err := newBuilder(t, opts).Build(context.Background(), in)
			if tt.failure != "" {
				if err == nil || !strings.Contains(err.Error(), tt.failure) {
					t.Fatalf("error %v, want %q", err, tt.failure)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var members []string
			for _, u := range p.Units {
				members = append(members, filepath.Base(u.Source))
			}
			if got := strings.Join(members, " "); got != tt.members {
				t.Errorf("linked %s, want %s", got, tt.members)
			}
			if got := missingNames(p, src); !slices.Contains(got, "start.S") {
				t.Errorf("missing: %q", got)
			}
			if len(p.Failed) != 1 || !strings.Contains(p.Failed[0].Error(), "missing_variable") {
				t.Errorf("failed units: %v", p.Failed)
			}
			parse(t, p)
		})
	}
}

// The unit that the build wrote into the program's own directory is taken, and
// static functions of one name stay apart.
func TestLinkTakesTheTargetsOwnUnit(t *testing.T) {
	in, err := FromDatabase(testdata(t, "two", "compile_commands.json"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := newBuilder(t, Options{LinkSet: "server.c"}).Build(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	text := irText(t, p)
	if !strings.Contains(text, "ret i32 2,") {
		t.Error("backend.c was not linked with -DBACKEND=2")
	}
	m := parse(t, p)
	var twice int
	for _, f := range m.Funcs {
		if strings.HasPrefix(f.Name(), "twice") {
			twice++
		}
	}
	if twice != 2 || strings.Count(text, `distinct !DISubprogram(name: "twice"`) != 2 {
		t.Errorf("%d functions twice, want 2 with debug information of that name", twice)
	}
	reasons := map[string]string{}
	for _, e := range p.Excluded {
		reasons[filepath.Base(e.Unit.Source)] = e.Reason
	}
	if reasons["view.cpp"] != "not C: view.cpp is c++" || reasons["client.c"] != "not in program server.c" {
		t.Errorf("excluded: %v", reasons)
	}
}

func TestModelsGiveOnlyWhatIsUndefined(t *testing.T) {
	models := []ModelSource{
		{Name: "stdlib.c", Text: `
static unsigned seed;
void srand(unsigned s) { seed = s; }
int rand(void) { seed = seed * 5 + 1; return (int)(seed >> 1); }
int unused_model(void) { return 1; }`},
		{Name: "string.c", Text: `
#include <stddef.h>
size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }`},
	}
	dir := writeFiles(t, "a.c", `
#include <string.h>
#include <stdlib.h>
size_t strlen(const char *s) { return s[0] == 0 ? 0 : 42; }
int main(void) { srand(3); return rand() + (int)strlen("abc"); }`,
		"user.c", `int rand(void) { return 4711; }`)
	b := newBuilder(t, Options{})
	b.AddModels(models)
	p := buildArgs(t, b, dir, "a.c")
	text := irText(t, p)
	if strings.Count(text, "@seed = internal global") != 1 || !strings.Contains(text, "define dso_local i32 @rand()") {
		t.Error("rand and srand do not share one seed")
	}
	if strings.Contains(text, "@unused_model") || !strings.Contains(text, "i64 42,") && !strings.Contains(text, "i32 42") {
		t.Error("an unused model was linked, or the program's strlen lost")
	}
	if !strings.Contains(text, `!DIFile(filename: "<assay-model>/stdlib.c"`) || strings.Contains(text, b.temp) {
		t.Error("debug information of a model names a real file")
	}
	if len(p.Undefined) != 0 {
		t.Errorf("undefined: %v", p.Undefined)
	}
	parse(t, p)

	b = newBuilder(t, Options{})
	b.AddModels(models)
	b.AddModels([]ModelSource{{Path: filepath.Join(dir, "user.c")}})
	p = buildArgs(t, b, dir, "a.c", "-m32")
	if text := irText(t, p); !strings.Contains(text, "ret i32 4711") || strings.Count(text, "@rand()") < 2 {
		t.Error("the user's rand does not win over assay's")
	}
	if p.DataModel != ILP32 {
		t.Errorf("models changed the data model to %s", p.DataModel)
	}
	parse(t, p)
}

func TestModelCache(t *testing.T) {
	cache := t.TempDir()
	include := writeFiles(t, "model.c", "#include \"n.h\"\nint answer(void) { return N; }", "n.h", "#define N 11\n",
		"a.c", "int answer(void); int main(void) { return answer(); }")
	build := func() string {
		b := newBuilder(t, Options{CacheDir: cache})
		b.AddModels([]ModelSource{{Path: filepath.Join(include, "model.c")}})
		return irText(t, buildArgs(t, b, include, "a.c"))
	}
	entries := func() int {
		files, err := os.ReadDir(cache)
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	first := build()
	if entries() != 1 || build() != first {
		t.Fatalf("%d entries in the cache, want 1 that gives the same IR", entries())
	}
	if err := os.WriteFile(filepath.Join(include, "n.h"), []byte("#define N 12\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text := build(); !strings.Contains(text, "ret i32 12") {
		t.Error("the cache does not see a changed header")
	}
	file, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(file) != 1 {
		t.Fatalf("cache: %v, %v", file, err)
	}
	if err := os.WriteFile(file[0], []byte("damaged"), 0o644); err != nil {
		t.Fatal(err)
	}
	if text := build(); !strings.Contains(text, "ret i32 12") {
		t.Error("a damaged entry is not a miss")
	}
}
