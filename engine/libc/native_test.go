package libc

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// tool finds a program of the test or says how to get it.
func tool(t *testing.T, name, pkg string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is missing: apt-get install %s", name, pkg)
	}
	return path
}

func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
	}
	return string(out)
}

// compileEach compiles every model to textual IR, NAME.ll.
func compileEach(t *testing.T, dir string, flags ...string) {
	t.Helper()
	clang := tool(t, "clang-14", "clang-14")
	for _, s := range Sources() {
		if err := os.WriteFile(filepath.Join(dir, s.Name), []byte(s.Text), 0o644); err != nil {
			t.Fatal(err)
		}
		args := append([]string{"-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-o", s.Name + ".ll"}, flags...)
		run(t, dir, clang, append(args, s.Name)...)
	}
}

// compileModels compiles every model and links them to textual IR.
func compileModels(t *testing.T, dir string, flags ...string) string {
	t.Helper()
	compileEach(t, dir, flags...)
	link := []string{"-S", "-o", "models.ll"}
	for _, s := range Sources() {
		link = append(link, s.Name+".ll")
	}
	run(t, dir, tool(t, "llvm-link-14", "llvm-14"), link...)
	text, err := os.ReadFile(filepath.Join(dir, "models.ll"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	defined   = regexp.MustCompile(`(?m)^(?:define [^@\n]*@([\w.]+)\(|@([\w.]+) =)`)
	declared  = regexp.MustCompile(`(?m)^declare [^@\n]*@([\w.]+)\(`)
	mentioned = regexp.MustCompile(`@[\w.]+`)
	keyword   = regexp.MustCompile(`br i1|switch i`)
)

// definitions are the functions and variables that textual IR defines.
func definitions(ir string) map[string]bool {
	out := map[string]bool{}
	for _, m := range defined.FindAllStringSubmatch(ir, -1) {
		out[m[1]+m[2]] = true
	}
	return out
}

// visible are the functions that textual IR defines for others.
func visible(ir string) []string {
	var out []string
	for _, m := range defined.FindAllStringSubmatch(ir, -1) {
		if m[1] != "" && !strings.HasPrefix(m[0], "define internal") {
			out = append(out, m[1])
		}
	}
	return out
}

// TestSpecifiedOnce: a function of the specification has one model: C is made
// for it, or its clause `model` names the file that has it. And all models
// stand in the specification.
func TestSpecifiedOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	compileEach(t, dir, "-w")
	where := map[string]string{}
	for _, s := range Sources() {
		text, err := os.ReadFile(filepath.Join(dir, s.Name+".ll"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range visible(string(text)) {
			if where[name] == "" || where[name] == "spec.c" {
				where[name] = s.Name
			}
		}
	}
	lib := spec.Own()
	for name, file := range where {
		if lib.Func(name) == nil && !strings.HasPrefix(name, "__model_") {
			t.Errorf("%s: %s is not in engine/libc/spec/data: add its prototype with `model %s`", file, name, file)
		}
	}
	for _, name := range lib.Names() {
		f := lib.Func(name)
		want := f.Model
		if want == "" {
			want = "spec.c"
		}
		if have := where[name]; have == "" {
			t.Errorf("%v: %s: %s does not define it", f.Pos, name, want)
		} else if have != want {
			t.Errorf("%v: %s: `model %s` is missing", f.Pos, name, have)
		}
	}
}

// TestModelsCompile: in both data models without a warning, into one module
// that leaves nothing open but the intrinsics.
func TestModelsCompile(t *testing.T) {
	t.Parallel()
	intrinsic := regexp.MustCompile(`^(?:__assay_\w+|llvm\..*)$`)
	for _, mode := range []string{"-m64", "-m32"} {
		ir := compileModels(t, t.TempDir(), mode, "-ffreestanding", "-Wall", "-Wextra", "-Wconversion", "-Werror")
		decls := declared.FindAllStringSubmatch(ir, -1)
		if len(decls) < 15 {
			t.Errorf("%s: only %d declarations", mode, len(decls))
		}
		for _, d := range decls {
			if !intrinsic.MatchString(d[1]) {
				t.Errorf("%s: the models leave %s undefined", mode, d[1])
			}
			if strings.HasPrefix(d[1], "__assay_") && !strings.Contains(Header(), d[1]+"(") {
				t.Errorf("%s: %s is no intrinsic of assay.h", mode, d[1])
			}
		}
	}
}

// TestSourcesStandAlone: a source includes nothing, and all are there.
func TestSourcesStandAlone(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range Sources() {
		seen[s.Name] = true
		if strings.Contains(s.Text, "#include") {
			t.Errorf("%s includes a file", s.Name)
		}
		if !strings.HasPrefix(s.Text, "/* ") || !strings.Contains(s.Text, "__assay_choose") {
			t.Errorf("%s lacks its comment or assay.h", s.Name)
		}
	}
	for _, name := range []string{"string.c", "stdlib.c", "scanf.c", "printf.c", "unistd.c", "ctype.c"} {
		if !seen[name] {
			t.Errorf("no model %s among %d", name, len(seen))
		}
	}
}

// TestBranchFree: classification and the step over unknown decimal text are
// one expression each, so they fork no path.
func TestBranchFree(t *testing.T) {
	t.Parallel()
	ir := compileModels(t, t.TempDir())
	for _, name := range []string{
		"isdigit", "isalpha", "isspace", "tolower", "toupper", "isascii", "step", "is_space", "is_hex",
		"__model_signed", "__model_unsigned", "restrict_byte", "putchar", "fputc", "puts", "fputs", "digit_of",
	} {
		body := regexp.MustCompile(`(?ms)^define [^\n]*@` + name + `\(.*?^}`).FindString(ir)
		if body == "" {
			t.Errorf("%s is not defined", name)
			continue
		}
		if name != "step" && keyword.MatchString(body) {
			t.Errorf("%s branches:\n%s", name, body)
		}
		// step asks only for the position, which is known.
		if name == "step" && strings.Count(body, "br i1") != 1 {
			t.Errorf("step branches on text:\n%s", body)
		}
	}
}

// nativeProgram builds a native program of the models and more IR, whose
// symbols are renamed to model_…, so that the library they model is in the
// program as well, and of drivers in testdata/libc/native.
func nativeProgram(t *testing.T, dir string, drivers []string, more ...string) string {
	t.Helper()
	native, err := filepath.Abs("../../testdata/libc/native")
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	ir := compileModels(t, dir)
	if len(more) > 0 {
		run(t, dir, tool(t, "llvm-link-14", "llvm-14"), append([]string{"-S", "-o", "all.ll", "models.ll"}, more...)...)
		text, err := os.ReadFile(filepath.Join(dir, "all.ll"))
		if err != nil {
			t.Fatal(err)
		}
		ir = string(text)
	}
	own := definitions(ir)
	renamed := mentioned.ReplaceAllStringFunc(ir, func(s string) string {
		if own[s[1:]] {
			return "@model_" + s[1:]
		}
		return s
	})
	if err := os.WriteFile(filepath.Join(dir, "renamed.ll"), []byte(renamed), 0o644); err != nil {
		t.Fatal(err)
	}
	clang := tool(t, "clang-14", "clang-14")
	run(t, dir, clang, "-c", "-w", "-o", "renamed.o", "renamed.ll")
	args := []string{"-g", "-O1", "-w", "-fno-builtin", "-I" + here, "-I" + filepath.Join(here, "src"), "-o", "program", "renamed.o"}
	for _, f := range append([]string{"intrinsics.c"}, drivers...) {
		args = append(args, filepath.Join(native, f))
	}
	run(t, dir, clang, append(args, "-lm")...)
	return filepath.Join(dir, "program")
}

// TestAgainstGlibc runs the models natively beside the library they model.
func TestAgainstGlibc(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := run(t, dir, nativeProgram(t, dir, []string{"compare.c", "formatted.c", "options.c", "streams.c"}))
	if !bytes.Contains([]byte(out), []byte(" 0 differences")) || len(out) < len("1000000 comparisons, 0 differences") {
		t.Errorf("the models differ from glibc:\n%s", out)
	}
}
