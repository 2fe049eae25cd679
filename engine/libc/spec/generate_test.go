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
