package spec_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/libc"
	"github.com/assay-dev/assay/engine/libc/spec"
)

// shapes is the library with one function of each shape beside assay's own.
func shapes(t *testing.T) *spec.Library {
	t.Helper()
	lib := spec.NewLibrary(nil)
	for _, name := range []string{"data/types.spec", "testdata/shapes.spec"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := lib.Add(filepath.Base(name), string(text)); err != nil {
			t.Fatal(err)
		}
	}
	return lib
}

// clang runs the compiler or says how to get it.
func clang(t *testing.T, dir string, args ...string) {
	t.Helper()
	path, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("clang-14 %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// TestGeneratedCompiles: without a warning, in both data models.
func TestGeneratedCompiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, lib := range map[string]*spec.Library{"own.c": spec.Own(), "shapes.c": shapes(t)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(libc.Model(lib.C())), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"-m64", "-m32"} {
			clang(t, dir, mode, "-Wall", "-Wextra", "-Wconversion", "-Werror", "-ffreestanding", "-c", "-o", mode+name+".o", name)
		}
	}
}

// TestLeftOpen: what a specification does not say is open. Without a clause on
// errno it is anything; what a library calls later runs at any time.
func TestLeftOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ clauses, want string }{
		{" result 0\n", "__model_unknown_errno();"},
		{" calls g later\n result 0\n errno kept\n", "__assay_concurrently(p_g, NULL);"},
		{" calls g later with p\n result 0\n errno kept\n", "__assay_concurrently(p_g, p_p);"},
		{" calls g with p\n result 0\n errno kept\n", "__assay_keep(p_p);\n    __assay_call_back(p_g);"},
	} {
		lib := spec.NewLibrary(spec.Own())
		if err := lib.Add("x.spec", "header none\nint f(void (*g)(void *), void *p)\n"+c.clauses); err != nil {
			t.Fatal(err)
		}
		_, body, _ := strings.Cut(lib.C(), "int f(")
		if !strings.Contains(body, c.want) {
			t.Errorf("%q: no %s in\n%s", c.clauses, c.want, body)
		}
	}
}
