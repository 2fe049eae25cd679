package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// missingNames are the names of a program's missing units as seen from dir.
func missingNames(p *Program, dir string) []string {
	var out []string
	for i := range p.Missing {
		out = append(out, p.Missing[i].Name(dir))
	}
	return out
}

// TestMissingUnits: code that is known to belong to a program and is not linked into
// it is named; what a library defines is not.
func TestMissingUnits(t *testing.T) {
	dir := writeFiles(t,
		"main.c", "int helper(int); int main(int argc, char **argv) { return helper(argc); }",
		"helper.c", "int helper(int n) { return n; }",
		"nested.c", "int helper(int n) { int f(int k) { return k; } return f(n); }",
		"helper.cc", `extern "C" int helper(int n) { return n; }`,
		"helper.s", "\t.globl helper\nhelper:\tret\n",
		"asm.c", `int helper(int n) { return n; } __asm__(".globl other\nother: ret");`,
		"helper.h", "int helper(int n);\n",
		"own/libown.a", "!<arch>\n",
		"system.c", "#include <unistd.h>\n#include <stdio.h>\nextern char **environ;\n"+
			"int main(void) { extern int optind; fprintf(stderr, \"%d\", isatty(0)); return environ == 0 || optind || usleep(1); }",
		"vendor/lib.h", "int vendor_call(int); extern int vendor_state; int renamed(int) __asm__(\"vendor_renamed\");\n",
		"vendor.c", "#include <lib.h>\nint main(void) { return vendor_call(vendor_state) + renamed(2); }",
		"variable.c", "extern int level; int main(void) { return level; }",
		"address.c", "int later(void); int (*const table[])(void) = {later}; int main(int c, char **v) { return table[c - 1](); }",
		"reserved.c", "int __helper(int); int main(void) { return __helper(1); }",
		"implicit.c", "int main(void) { return lost(); }",
		"weak.c", "int extra(void) __attribute__((weak)); int main(void) { return extra ? extra() : 0; }",
		"runtime.c", "int main(int argc, char **argv) { return (__int128)argc * argc / (argc | 1); }",
		"bench.c", "int __VERIFIER_nondet_int(void); void reach_error(void); int main(void) { if (__VERIFIER_nondet_int()) reach_error(); return 0; }",
		"field.c", "#include <time.h>\nint tm_sec(void); int main(void) { struct tm t = {0}; return t.tm_sec + tm_sec(); }",
		"tag.c", "#include <stdio.h>\nint _IO_FILE(void); int main(void) { return _IO_FILE(); }",
		"wide.i", "# 1 \"/usr/include/own.h\" 1 3 4\nint from_system(void);\n# 2 \"wide.c\"\nint from_project(void);\nint main(void) { return from_system() + from_project(); }\n",
	)
	for args, want := range map[string]string{
		"main.c helper.c -shared":                    "what uses the shared library",
		"main.c helper.c -Wl,other.o":                "other.o",
		"main.c helper.c -Xlinker lib.so.3":          "lib.so.3",
		"main.c helper.c -Wl,--whole-archive,libx.a": "libx.a",
		"main.c helper.c -Wl,-soname,lib.so":         "",
		"main.c helper.c -Lown -lown":                "own/libown.a",
		"main.c helper.c -L own -l:libown.a":         "own/libown.a",
		"main.c helper.c -Lown -lother":              "",
		"main.c helper.c -L/usr/lib -lown":           "",
		"main.c helper.c":                            "",
		"main.c":                                     "what defines helper",
		"main.c nested.c":                            "nested.c",
		"main.c helper.cc":                           "helper.cc",
		"main.c helper.s":                            "helper.s",
		"main.c helper.c helper.cc":                  "helper.cc",
		"main.c helper.o libx.a":                     "helper.o libx.a",
		"main.c asm.c":                               "module-level assembly",
		"main.c helper.c -x c++ helper.h":            "",
		"main.c -lm -lpthread":                       "what defines helper",
		"main.c -lhelper":                            "",
		"main.c -l helper":                           "",
		"system.c":                                   "",
		"vendor.c -isystem vendor":                   "",
		"vendor.c -Ivendor":                          "what defines vendor_call, vendor_renamed, vendor_state",
		"variable.c":                                 "what defines level",
		"address.c":                                  "what defines later",
		"reserved.c":                                 "what defines __helper",
		"implicit.c":                                 "what defines lost",
		"weak.c":                                     "",
		"runtime.c":                                  "",
		"bench.c":                                    "",
		"field.c":                                    "what defines tm_sec",
		"tag.c":                                      "what defines _IO_FILE",
		"wide.i":                                     "what defines from_project",
	} {
		t.Run(args, func(t *testing.T) {
			p := buildArgs(t, newBuilder(t, Options{}), dir, strings.Fields(args)...)
			if got := strings.Join(missingNames(p, dir), " "); got != want {
				t.Errorf("missing %q, want %q", got, want)
			}
		})
	}
}

// TestMissingFromIR: what a module of LLVM IR leaves undefined has no declaration that
// tells whose it is.
func TestMissingFromIR(t *testing.T) {
	dir := writeFiles(t, "a.ll", `target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
declare i32 @lost()
declare i32 @isatty(i32)
declare i32 @__udivsi3(i32, i32)
define i32 @main() {
  %a = call i32 @lost()
  %b = call i32 @isatty(i32 %a)
  %c = call i32 @__udivsi3(i32 %a, i32 %b)
  ret i32 %c
}
`)
	p := buildArgs(t, newBuilder(t, Options{}), dir, "a.ll")
	if got := strings.Join(missingNames(p, dir), " "); got != "what defines lost" {
		t.Errorf("missing %q", got)
	}
}

// TestMissingOfSeveralPrograms: a unit that does not compile is missing from each
// program that it may belong to, one that no program needs from all, and one of
// another program from none.
func TestMissingOfSeveralPrograms(t *testing.T) {
	dir := writeFiles(t,
		"one.c", "int lib(void); int main(void) { return lib(); }",
		"two.c", "int lib(void); int main(void) { return lib() + 1; }",
		"lib.c", "int lib(void) { return 1; }",
		"plugin.c", "int plugin(void) { return 2; }",
		"broken.c", "int broken(void) { return ; } int x = ;",
		"only.cc", "int only() { return 3; }",
	)
	text := `[{"directory": "@", "file": "one.c", "command": "cc -c one.c", "output": "one.dir/one.o"},
 {"directory": "@", "file": "two.c", "command": "cc -c two.c", "output": "two.dir/two.o"},
 {"directory": "@", "file": "lib.c", "command": "cc -c lib.c", "output": "lib.dir/lib.o"},
 {"directory": "@", "file": "plugin.c", "command": "cc -c plugin.c", "output": "plugin.dir/plugin.o"},
 {"directory": "@", "file": "broken.c", "command": "cc -c broken.c", "output": "lib.dir/broken.o"},
 {"directory": "@", "file": "only.cc", "command": "c++ -c only.cc", "output": "two.dir/only.o"}]`
	in, err := ParseDatabase([]byte(strings.ReplaceAll(text, "@", dir)), dir)
	if err != nil {
		t.Fatal(err)
	}
	for set, want := range map[string]string{"one.c": "broken.c plugin.c", "two.c": "broken.c only.cc plugin.c"} {
		p, err := newBuilder(t, Options{LinkSet: set}).Build(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(missingNames(p, dir), " "); got != want {
			t.Errorf("%s: missing %q, want %q", set, got, want)
		}
	}
}

// TestMissingIsCalledNatively: what the rule takes for missing does call back, as gcc
// builds it.
func TestMissingIsCalledNatively(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc, which builds nested functions")
	}
	dir := writeFiles(t,
		"main.c", "int helper(int); int main(int argc, char **argv) { return helper(argc); } int look(int i) { return i == 40 ? 42 : 0; }",
		"nested.c", "int look(int); int helper(int n) { int f(int k) { return k * 40; } return look(f(n)); }",
	)
	if out, err := exec.Command(gcc, "-o", filepath.Join(dir, "a"), filepath.Join(dir, "main.c"), filepath.Join(dir, "nested.c")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command(filepath.Join(dir, "a"))
	cmd.Run()
	if cmd.ProcessState.ExitCode() != 42 {
		t.Errorf("the program ends with %v", cmd.ProcessState)
	}
	p := buildArgs(t, newBuilder(t, Options{}), dir, "main.c", "nested.c")
	if got := missingNames(p, dir); len(got) != 1 || got[0] != "nested.c" {
		t.Errorf("missing %q", got)
	}
	if _, err := os.Stat(p.IRPath); err != nil {
		t.Error(err)
	}
}

// TestCompiledForALibraryToo: a source that a database compiles twice, for a program and for a
// shared library, is code that others call.
func TestCompiledForALibraryToo(t *testing.T) {
	dir := writeFiles(t, "main.c", "int f(void); int main(void) { return f(); }\n", "lib.c", "int n; int f(void) { return n; }\n")
	in, err := ParseDatabase([]byte(`[{"directory": "`+dir+`", "file": "lib.c", "command": "clang-14 -fPIC -c lib.c -o lib.o"},
		{"directory": "`+dir+`", "file": "main.c", "command": "clang-14 -c main.c"},
		{"directory": "`+dir+`", "file": "lib.c", "command": "clang-14 -shared -fPIC lib.c -o lib.so"}]`), dir)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newBuilder(t, Options{Entry: "main"}).Build(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if len(in.Units) != 2 || len(p.Missing) != 1 || p.Missing[0].What != "what uses the shared library" {
		t.Errorf("%d units, missing %+v; want 2, and what uses the library", len(in.Units), p.Missing)
	}
}

// TestLinkedIntoALibraryToo: so is one whose object file another command links.
func TestLinkedIntoALibraryToo(t *testing.T) {
	dir := writeFiles(t, "main.c", "int f(void); int main(void) { return f(); }\n", "lib.c", "int n; int f(void) { return n; }\n")
	for command, want := range map[string]int{"clang-14 -shared lib.o -o lib.so": 1, "clang-14 lib.o main.o -o program": 0} {
		in, err := ParseDatabase([]byte(`[{"directory": "`+dir+`", "file": "lib.c", "command": "clang-14 -fPIC -c lib.c -o lib.o"},
			{"directory": "`+dir+`", "file": "main.c", "command": "clang-14 -c main.c"},
			{"directory": "`+dir+`", "file": "lib.o", "command": "`+command+`"}]`), dir)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newBuilder(t, Options{Entry: "main"}).Build(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Missing) != want {
			t.Errorf("%s: missing %+v; want %d", command, p.Missing, want)
		}
	}
}

// TestNotLinked: which units a program does without is an assumption, as it is for those whose
// constructors nobody names.
func TestNotLinked(t *testing.T) {
	dir := writeFiles(t, "one.c", "int hook; int main(void) { return hook; }\n", "two.c", "int hook, util(void); int main(void) { return util(); }\n",
		"part.c", "extern int hook; int util(void) { return 1; } __attribute__((constructor)) static void early(void) { hook = 1; }\n")
	in, err := ParseDatabase([]byte(`[{"directory": "`+dir+`", "file": "part.c", "command": "clang-14 -c part.c"},
		{"directory": "`+dir+`", "file": "one.c", "command": "clang-14 -c one.c"},
		{"directory": "`+dir+`", "file": "two.c", "command": "clang-14 -c two.c"}]`), dir)
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilder(t, Options{Entry: "main"})
	c, err := b.Compile(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range c.LinkSets() {
		p, err := c.Link(t.Context(), set)
		if err != nil {
			t.Fatal(err)
		}
		const want = "not linked into the program of one.c: part.c"
		if got := slices.Contains(p.Assumed, want); got != (set.Name == "one.c") {
			t.Errorf("%s: assumed %q", set.Name, p.Assumed)
		}
	}
}
