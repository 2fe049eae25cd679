package libc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// TestSpecifiedNatively runs models that are made from specifications of every
// shape: what they return and write is what the specification says.
func TestSpecifiedNatively(t *testing.T) {
	t.Parallel()
	lib := spec.NewLibrary(spec.Own())
	text, err := os.ReadFile("spec/testdata/shapes.spec")
	if err != nil {
		t.Fatal(err)
	}
	if err := lib.Add("shapes.spec", string(text)); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "shapes.c"), []byte(Model(lib.C())), 0o644); err != nil {
		t.Fatal(err)
	}
	clang := tool(t, "clang-14", "clang-14")
	run(t, dir, clang, "-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-o", "shapes.ll", "shapes.c")
	out := run(t, dir, nativeProgram(t, dir, []string{"specified.c"}, "shapes.ll"))
	if !strings.Contains(out, " 0 failed") || len(out) < len("100000 checks, 0 failed") {
		t.Errorf("models do not do what their specification says:\n%s", out)
	}
}
