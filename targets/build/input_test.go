package build

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestSplitShell(t *testing.T) {
	for _, tt := range []struct {
		line string
		want []string
	}{
		{``, nil},
		{`  a	b  `, []string{"a", "b"}},
		{`'' ""`, []string{"", ""}},
		{`-DA='a "b" \c'`, []string{`-DA=a "b" \c`}},
		{`-DA="a \"b\" \c \\ \$x"`, []string{`-DA=a "b" \c \ $x`}},
		{`-DA=\"a\ b\"`, []string{`-DA="a b"`}},
		{"a\\\nb c", []string{"ab", "c"}},
		{"\"a\\\nb\"", []string{"ab"}},
		{`a\`, []string{`a\`}},
		{`größe 'Ä Ö'`, []string{"größe", "Ä Ö"}},
		{`a"b"'c'd`, []string{"abcd"}},
	} {
		got, err := SplitShell(tt.line)
		if err != nil || !cmp.Equal(got, tt.want) {
			t.Errorf("SplitShell(%q) = %q, %v; want %q", tt.line, got, err, tt.want)
		}
	}
	for _, bad := range []string{`a "b`, `'`, `"\"`} {
		if got, err := SplitShell(bad); err == nil {
			t.Errorf("SplitShell(%q) = %q without an error", bad, got)
		}
	}
}

// quoteShellWord quotes a word for a POSIX shell.
func quoteShellWord(word string) string {
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func FuzzSplitShell(f *testing.F) {
	for _, seed := range []string{"", "a b", `it's`, `"`, `\`, "a\nb", "-DX='1'", "\x00\xff"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		got, err := SplitShell(quoteShellWord(a) + " " + quoteShellWord(b))
		if err != nil || len(got) != 2 || got[0] != a || got[1] != b {
			t.Errorf("quoting %q and %q does not come back: %q, %v", a, b, got, err)
		}
		for _, mode := range []quoting{quoteShell, quoteResponse} {
			words, err := splitWords(a, mode)
			if err == nil && len(words) > len(a) {
				t.Errorf("%q has %d words", a, len(words))
			}
		}
	})
}

func FuzzParseDatabase(f *testing.F) {
	text, err := os.ReadFile("../../testdata/build/two/compile_commands.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	for _, seed := range []string{`[]`, `[{}]`, `{"a":1}`, `[{"file":"a.c","command":"cc '"}]`,
		"\xef\xbb\xbf[{\"file\":\"a.c\",\"arguments\":[\"cc\",\"-o\"]}]", `[{"file":"a.c","command":"cc a.c"}] x`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := ParseDatabase(data, "/base")
		if err != nil {
			if err.Error() == "" {
				t.Error("an error without words")
			}
			return
		}
		for _, u := range in.Units {
			if !filepath.IsAbs(u.Source) || !filepath.IsAbs(u.Dir) {
				t.Errorf("unit %+v", u)
			}
			again, err := parseLine(u.Flags)
			if err != nil || len(again.inputs) != 0 {
				t.Errorf("the flags %q do not stand for themselves: %v, %v", u.Flags, again.inputs, err)
			}
		}
	})
}

func TestDatabaseErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`[{"file": "a.c", "command": "cc a.c"},]`, "line 1, column 39: no compilation database"},
		{"[\n {\"file\": 3}]", "line 2, column 11: no compilation database"},
		{`{}`, "no compilation database"},
		{``, "line 1, column 0: no compilation database"},
		{`[]`, "has no C units"},
		{`[{"command": "cc a.c"}]`, `entry 1 (): has no "file"`},
		{`[{"file": "a.c"}]`, `entry 1 (a.c): has neither "command" nor "arguments"`},
		{`[{"file": "a.c", "command": "cc 'a.c"}]`, "entry 1 (a.c): unclosed '"},
		{`[{"file": "a.c", "arguments": ["cc", "a.c", "-I"]}]`, "the flag -I ends the command line, but needs a value"},
		{`[{"file": "a.c", "command": "cc a.c"}] [1]`, "something follows the array"},
	} {
		dir := writeFiles(t, "compile_commands.json", tt.text)
		path := filepath.Join(dir, "compile_commands.json")
		_, err := FromDatabase(path)
		if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), path) {
			t.Errorf("%s: error %v, want %q with the file's name", tt.text, err, tt.want)
		}
	}
	for path, want := range map[string]string{
		t.TempDir():                           "is a directory, not a compilation database",
		filepath.Join(t.TempDir(), "no.json"): "no such file",
	} {
		if _, err := FromDatabase(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func TestDatabaseForms(t *testing.T) {
	in, err := ParseDatabase([]byte("\xef\xbb\xbf"+`[
	 {"directory": "sub", "file": "../a.c", "command": "gcc -Iinc -c ../a.c -o x/a.o"},
	 {"directory": "/abs", "file": "b.c", "arguments": ["cc", "-c", "-DQ=\"q q\"", "b.c"], "output": "b.o"},
	 {"directory": "/abs", "file": "b.c", "command": "cc -g -c -DQ='\"q q\"' /abs/b.c"},
	 {"directory": "/abs", "file": "b.c", "command": "cc -O3 -c -DQ='\"q q\"' b.c"},
	 {"directory": "/abs", "file": "c.weird", "command": "cc -x c -c c.weird"},
	 {"directory": "/abs", "file": "d.c", "command": "g++ -c d.c"},
	 {"directory": "/abs", "file": "e.c", "command": "i686-linux-gnu-gcc -c e.c"},
	 {"directory": "/abs", "file": "f.o", "command": "cc -o g f.o"}
	]`), "/base")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range in.Units {
		got = append(got, strings.Join([]string{u.Source, u.Dir, string(u.Language), u.Output, strings.Join(u.Flags, " ")}, "|"))
	}
	want := []string{
		"/base/a.c|/base/sub|c|/base/sub/x/a.o|-Iinc",
		`/abs/b.c|/abs|c|/abs/b.o|-DQ="q q"`,
		`/abs/b.c|/abs|c||-DQ="q q"`, // __OPTIMIZE__ is another
		"/abs/c.weird|/abs|c||",
		"/abs/d.c|/abs|c++||",
		"/abs/e.c|/abs|c||--target=i686-linux-gnu",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !slices.Equal(in.Binaries, []string{"/abs/f.o"}) {
		t.Errorf("binaries: %q", in.Binaries)
	}
}

func TestArgumentErrors(t *testing.T) {
	dir := writeFiles(t, "a.c", "int main(void) { return 0; }", "loop", "@loop", "open", "-D'X", "x.o", "")
	for _, tt := range []struct {
		args string
		want string
	}{
		{"nosuch.c", filepath.Join(dir, "nosuch.c") + ": there is no such source file"},
		{".", "is a directory, not a source file"},
		{"-O2 -Wall", "no C source among the arguments"},
		{"x.o", "no C source among the arguments"},
		{"a.c -I", "needs a value"},
		{"a.c @loop", "include each other without end"},
		{"a.c @open", "open: unclosed '"},
	} {
		_, err := FromArgs(strings.Fields(tt.args), dir)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want %q", tt.args, err, tt.want)
		}
	}
}

func TestResponseFiles(t *testing.T) {
	dir := writeFiles(t, "a.c", "", "b.c", "", "flags", `-DA="x y" '-DB=\"q\"' @more`, "more", "-I\\ inc\nb.c")
	in, err := FromArgs([]string{"@flags", "a.c", "@nofile.c", "-DC"}, dir)
	if err == nil || !strings.Contains(err.Error(), "@nofile.c") {
		t.Errorf("an @name without a file is not taken as a name: %v", err)
	}
	in, err = FromArgs([]string{"@flags", "a.c", "-DC"}, dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"-DA=x y", `-DB="q"`, "-I inc", "-DC"}
	if len(in.Units) != 2 || !cmp.Equal(in.Units[0].Flags, want) {
		t.Errorf("units %+v, want b.c and a.c with %q", in.Units, want)
	}
}

func TestChangedSince(t *testing.T) {
	dir := writeFiles(t, "old.c", "#include \"new.h\"\nint main(void) { return N; }", "new.h", "#define N 0\n")
	then := time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(dir, "old.c"), then, then); err != nil {
		t.Fatal(err)
	}
	p := buildArgs(t, newBuilder(t, Options{}), dir, "old.c")
	want := []string{filepath.Join(dir, "new.h")}
	if got := ChangedSince(p.Units, then); !cmp.Equal(got, want) {
		t.Errorf("changed: %q, want %q", got, want)
	}
	units := append(p.Units, Unit{Source: filepath.Join(dir, "gone.c")})
	want = append([]string{filepath.Join(dir, "gone.c")}, want...)
	if got := ChangedSince(units, then); !cmp.Equal(got, want) {
		t.Errorf("changed: %q, want %q", got, want)
	}
}

func TestMakeRule(t *testing.T) {
	got := parseMakeRule("unit: /a/b.c \\\n  /with\\ space/c.h \\\n  /d$$e/\\#f.h\n")
	if want := []string{"/a/b.c", "/with space/c.h", "/d$e/#f.h"}; !cmp.Equal(got, want) {
		t.Errorf("prerequisites %q, want %q", got, want)
	}
}

func TestInstallCommands(t *testing.T) {
	const rest = " (on Debian 12, Ubuntu 22.04 or 24.04; if "
	for _, tt := range []struct{ osRelease, want string }{
		{"ID=debian\nVERSION_ID=\"12\"\n", "sudo apt-get install -y clang-14 libclang-rt-14-dev"},
		{"ID=ubuntu\nVERSION_ID=\"22.04\"\n", "sudo apt-get install -y clang-14 libclang-common-14-dev"},
		{"VERSION_ID=\"24.04\"\nID=ubuntu\n", "sudo apt-get install -y clang-14 libclang-rt-14-dev"},
		{"ID=debian\nVERSION_ID=\"13\"\nPRETTY_NAME=\"Debian 13\"", "sudo apt-get install -y clang-14 libclang-rt-14-dev" + rest + "Debian 13 has no"},
		{"", "sudo apt-get install -y clang-14 libclang-rt-14-dev" + rest + "this system has no"},
	} {
		got := parseOSRelease(tt.osRelease).install("clang-14", "libclang-rt-14-dev")
		if got != tt.want && !(strings.Contains(tt.want, rest) && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%q: %s, want %s", tt.osRelease, got, tt.want)
		}
	}
}

func TestMissingTools(t *testing.T) {
	fake := filepath.Join(writeFiles(t, "clang", "#!/bin/sh\necho 'clang version 19.1.7'\n"), "clang")
	if err := os.Chmod(fake, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		fake:          `"clang version 19.1.7", not version 14`,
		"nosuchclang": "nosuchclang: the clang named by $ASSAY_CLANG cannot be run",
	} {
		t.Setenv(ClangEnv, name)
		_, err := New(context.Background(), Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	t.Setenv(ClangEnv, "clang-14")
	if _, err := FindTools(context.Background()); err != nil {
		t.Error(err)
	}
}

// Doctor tells the truth about what it finds: what Build uses is there, and
// whatever is not OK names a command.
func TestDoctor(t *testing.T) {
	checks := Doctor(context.Background())
	byName := map[string]Check{}
	for _, c := range checks {
		byName[c.Name] = c
		if c.OK == (c.Remedy != "") || c.OK && c.Found == "" || c.Purpose == "" {
			text, _ := json.Marshal(c)
			t.Errorf("%s", text)
		}
	}
	for _, name := range []string{"clang-14", "llvm-link-14", "llvm-dis-14", "llvm-as-14", "llvm-nm-14",
		"address sanitizer", "undefined behaviour sanitizer", "memory sanitizer"} {
		if !byName[name].OK {
			t.Errorf("%s: %s; %s", name, byName[name].Found, byName[name].Remedy)
		}
	}
	t.Setenv(ClangEnv, "nosuchclang")
	for _, c := range Doctor(context.Background()) {
		if c.Name == "clang-14" && (c.OK || c.Remedy == "") {
			t.Errorf("a missing clang is reported as %+v", c)
		}
	}
}
