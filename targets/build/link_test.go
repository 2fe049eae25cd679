package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestIRInputs(t *testing.T) {
	dir := writeFiles(t, "helper.c", "int helper(int x) { return x; }")
	b := newBuilder(t, Options{})
	p := buildArgs(t, b, dir, testdata(t, "ir", "typed.ll"), "helper.c")
	if m := parse(t, p); function(m, "helper") == nil || len(p.Undefined) != 0 {
		t.Errorf("typed.ll and helper.c do not make a program; undefined: %q", p.Undefined)
	}
	parse(t, buildArgs(t, b, dir, testdata(t, "ir", "llvm14.bc")))
	for _, name := range []string{"opaque.ll", "llvm19.bc"} {
		in, err := FromArgs([]string{testdata(t, "ir", name)}, dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Build(context.Background(), in)
		if err == nil || !strings.Contains(err.Error(), "IR of a newer LLVM") || !strings.Contains(err.Error(), "clang-14 -S -emit-llvm") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	broken := writeFiles(t, "broken.ll", "define i32 @main() {", "broken.bc", "BC")
	for _, name := range []string{"broken.ll", "broken.bc"} {
		in, err := FromArgs([]string{name}, broken)
		if err != nil {
			t.Fatal(err)
		}
		_, err = b.Build(context.Background(), in)
		if err == nil || !strings.Contains(err.Error(), "no LLVM IR that LLVM 14 can read") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestBuildErrors(t *testing.T) {
	main := "int main(void) { return 0; }"
	dir := writeFiles(t, "a.c", main, "b.c", main, "bad.c", "int main(void) { return missing; }",
		"x.cpp", main, "f1.c", "int f(void) { return 1; }", "f2.c", "int f(void) { return 2; }")
	for _, tt := range []struct {
		name, args, want string
	}{
		{"two mains", "a.c b.c", "2 programs define main, and all of them hold the files of the alarms; choose one with --link-set: a.c, b.c"},
		{"no unit compiles", "bad.c", "use of undeclared identifier 'missing'"},
		{"no C unit", "x.cpp", "no unit is C"},
		{"no main and a conflict", "f1.c f2.c", "no unit defines main, and the units do not link: f is defined in both"},
		{"Windows", "a.c --target=x86_64-w64-mingw32", "its long has 32 bits beside 64-bit pointers"},
		{"big-endian", "a.c --target=powerpc64-linux-gnu", "it is big-endian"},
		{"x32", "a.c -mx32", `target "x86_64-pc-linux-gnux32" is not supported`},
		{"16 bits", "a.c -m16", "is not supported"},
		{"a strange target", "a.c --target=nosuch-linux", "unknown target triple"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in, err := FromArgs(strings.Fields(tt.args), dir)
			if err != nil {
				t.Fatal(err)
			}
			_, err = newBuilder(t, Options{}).Build(context.Background(), in)
			var bad *InputError
			if !errors.As(err, &bad) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if bad != nil && bad.Remedy == "" {
				t.Error("no remedy")
			}
		})
	}
}

func TestMixedDataModels(t *testing.T) {
	dir := writeFiles(t, "a.c", "int f(void); int main(void) { return f(); }", "b.c", "int f(void) { return 1; }")
	wide, err := FromArgs([]string{"a.c"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := FromArgs([]string{"b.c", "-m32"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	wide.Units = append(wide.Units, narrow.Units...)
	_, err = newBuilder(t, Options{}).Build(context.Background(), wide)
	if err == nil || !strings.Contains(err.Error(), "for different machines") {
		t.Errorf("error %v", err)
	}
}

func TestRefusedAndNeededFlags(t *testing.T) {
	dir := writeFiles(t, "a.c", `
#include <immintrin.h>
__m256i twice(__m256i x) { return _mm256_add_epi32(x, x); }
int main(void) { return 0; }`)
	p := buildArgs(t, newBuilder(t, Options{}), dir, "a.c", "-fno-such-thing", "-mavx2", "--bogus=1", "-std=bogus", "-DKEPT")
	u := p.Units[0]
	if want := []string{"-DKEPT", "-mavx2"}; !cmp.Equal(u.Flags, want) {
		t.Errorf("compiled with %q, want %q", u.Flags, want)
	}
	notes := strings.Join(p.Notes, "\n")
	for _, want := range []string{"-fno-such-thing left out", "--bogus=1 left out", "-std=bogus left out", "compiled with -mavx2, which its code needs"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note says %q: %s", want, notes)
		}
	}
}

// What gcc only warns about compiles.
func TestGccTolerates(t *testing.T) {
	dir := writeFiles(t, "a.c", `
int f(int x) { if (x) return; return 1; }
int main(void) { int *p = 3; char *c = p; undeclared(c); return f(p); }`)
	parse(t, buildArgs(t, newBuilder(t, Options{}), dir, "a.c", "-std=gnu99", "-Werror", "-pedantic-errors"))
}

func TestSymbolsOfALink(t *testing.T) {
	dir := writeFiles(t,
		"main.c", `
int common; int weak(void); int hook(void) __attribute__((weak)); int local(void); int lost(void);
extern int shared_name __asm__("shared name");
int main(void) { return weak() + common + local() + shared_name + (hook ? hook() : 0) + lost(); }`,
		"weak.c", "int common; __attribute__((weak)) int weak(void) { return 1; }",
		"strong.c", "int weak(void) { return 2; } static int hidden(void) { return 3; } int local(void) { return hidden(); }",
		"inline.c", "inline int twice(int x) { return 2 * x; } int use(int x) { return twice(x); } int y __asm__(\"shared name\");",
		"größe mit leerzeichen.c", "static int hidden(void) { return 4; } int use2(void) { return hidden(); }")
	b := newBuilder(t, Options{})
	p := buildArgs(t, b, dir, "-fcommon", "main.c", "weak.c", "strong.c", "inline.c", "größe mit leerzeichen.c")
	m := parse(t, p)
	if want := []string{"hook", "lost"}; !cmp.Equal(p.Undefined[:2], want) {
		t.Errorf("undefined: %q, want %q and twice", p.Undefined, want)
	}
	text := irText(t, p)
	if strings.Count(text, "@common = ") != 1 || !strings.Contains(text, `@"shared name" = `) {
		t.Error("common variables are not one, or a name with a space is lost")
	}
	if f := function(m, "weak"); f == nil || !strings.Contains(f.LLString(), "ret i32 2") {
		t.Error("the weak definition won over the strong one")
	}
	if !strings.Contains(text, `größe mit leerzeichen.c`) && !strings.Contains(text, `gr\C3\B6\C3\9Fe mit leerzeichen.c`) {
		t.Error("a source's name is lost")
	}
}

func TestEntryOtherThanMain(t *testing.T) {
	dir := writeFiles(t, "a.c", "int start(void) { return 1; }", "b.c", "int start(void) { return 2; }", "c.c", "int other;")
	in, err := FromArgs([]string{"a.c", "b.c", "c.c"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newBuilder(t, Options{Entry: "start", LinkSet: filepath.Join(dir, "b.c")}).Build(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(irText(t, p), "ret i32 2") || p.LinkSet != "b.c" || len(p.Excluded) != 2 {
		t.Errorf("link set %s leaves out %d units", p.LinkSet, len(p.Excluded))
	}
	in.Units = in.Units[:1]
	p, err = newBuilder(t, Options{}).Build(context.Background(), in)
	if err != nil || p.LinkSet != "all" {
		t.Errorf("a library without main is no program: %v", err)
	}
}

func TestModelErrors(t *testing.T) {
	dir := writeFiles(t, "a.c", "int main(void) { return 0; }", "one.c", "int f(void) { return 1; }", "two.c", "int f(void) { return 2; }")
	in, err := FromArgs([]string{"a.c"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		models []ModelSource
		want   string
	}{
		{[]ModelSource{{Name: "m.c", Text: "int f(void) { return"}}, "m.c: the model does not compile; clang says:"},
		{[]ModelSource{{Path: filepath.Join(dir, "nosuch.c")}}, "there is no such source file"},
		{[]ModelSource{{Path: filepath.Join(dir, "one.c")}, {Path: filepath.Join(dir, "two.c")}}, "two of the --model and --spec files define the same function"},
	} {
		b := newBuilder(t, Options{})
		b.AddModels(tt.models)
		if _, err := b.Build(context.Background(), in); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
	b := newBuilder(t, Options{})
	b.AddModels([]ModelSource{{Name: "own.c", Text: "int f(void) { return 0; }"},
		{Path: filepath.Join(dir, "one.c")}, {Path: filepath.Join(dir, "two.c")}})
	if _, err := b.Build(context.Background(), in); err == nil || !strings.Contains(err.Error(), "two of the --model and --spec files define the same function") {
		t.Errorf("two user models beside assay's own: error %v", err)
	}
}

func TestStopAndClose(t *testing.T) {
	temp := t.TempDir()
	b, err := New(context.Background(), Options{TempDir: temp, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	in, err := FromArgs([]string{testdata(t, "corpus", "list.c")}, temp)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Build(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(temp)
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// The same input gives the same text, whatever the number of workers.
func TestDeterministic(t *testing.T) {
	in, err := FromDatabase(testdata(t, "two", "compile_commands.json"))
	if err != nil {
		t.Fatal(err)
	}
	var first string
	for _, workers := range []int{1, 4} {
		p, err := newBuilder(t, Options{Workers: workers, LinkSet: "server.c"}).Build(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(irText(t, p), "\n") // the first line names the file
		if first == "" {
			first = text
		}
		if text != first {
			t.Error("one and four workers give different IR")
		}
	}
}

// TestWaysToLink: where units that are equally near define the same symbol, each of
// them makes a program of its own.
func TestWaysToLink(t *testing.T) {
	dir := writeFiles(t,
		"src/main.c", "int f(void); int g(void); int main(void) { return f() + g(); }",
		"src/a.c", "int f(void) { return 1; }", "src/b.c", "int f(void) { return 2; }",
		"src/c.c", "int g(void) { return 3; }", "src/d.c", "int g(void) { return 4; }",
		"far/e.c", "int g(void) { return 5; }",
	)
	in, err := FromArgs([]string{"src/main.c", "src/a.c", "src/b.c", "src/c.c", "src/d.c", "far/e.c"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := newBuilder(t, Options{}).Compile(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range c.LinkSets() {
		members := s.Name + ":"
		for _, i := range s.Members {
			members += " " + filepath.Base(c.Units[i].Source)
		}
		got = append(got, members)
		if again, err := c.Choose(s.Name, nil); err != nil || !cmp.Equal(again.Members, s.Members) {
			t.Errorf("%s: %v, %v", s.Name, again.Members, err)
		}
		if len(s.Chosen) > 0 {
			t.Errorf("%s: %q", s.Name, s.Chosen)
		}
	}
	want := []string{
		"main.c with a.c with c.c: main.c a.c c.c", "main.c with a.c with d.c: main.c a.c d.c",
		"main.c with b.c with c.c: main.c b.c c.c", "main.c with b.c with d.c: main.c b.c d.c",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := c.Choose("main.c", nil); err == nil || !strings.Contains(err.Error(), "4 ways to link main.c") {
		t.Errorf("error %v", err)
	}
}

// TestTooManyWaysToLink: beyond the limit the first unit is taken, and the set says so.
func TestTooManyWaysToLink(t *testing.T) {
	files := []string{"main.c", "int f(void); int main(void) { return f(); }"}
	args := []string{"main.c"}
	for i := range maxWays + 1 {
		name := fmt.Sprintf("f%d.c", i)
		files, args = append(files, name, "int f(void) { return 1; }"), append(args, name)
	}
	in, err := FromArgs(args, writeFiles(t, files...))
	if err != nil {
		t.Fatal(err)
	}
	c, err := newBuilder(t, Options{}).Compile(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	sets := c.LinkSets()
	if len(sets) != 1 || len(sets[0].Chosen) != 1 || !strings.Contains(sets[0].Chosen[0], "f is that of ") {
		t.Errorf("%+v", sets)
	}
}
