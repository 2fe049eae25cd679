package spec_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/assay-dev/assay/engine/libc/spec"
)

// A headerTool compares specifications with the system's headers.
type headerTool struct {
	clang string
	shim  string // directory of a header that 32-bit programs need
}

func newHeaderTool(t *testing.T) headerTool {
	t.Helper()
	path, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	// glibc's headers serve both data models but for this file, which lists
	// functions that always fail: there are none that matter here.
	shim := t.TempDir()
	if err := os.Mkdir(filepath.Join(shim, "gnu"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(shim, "gnu/stubs-32.h"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return headerTool{path, shim}
}

// compare is what clang complains about.
func (h headerTool) compare(lib *spec.Library, f *spec.File, bits int) string {
	args := []string{"-fsyntax-only", "-fno-builtin", "-w", "-D_GNU_SOURCE", "-ferror-limit=0", "-fno-caret-diagnostics", "-x", "c", "-"}
	if bits == 32 {
		args = append([]string{"-m32", "-idirafter", h.shim, "-idirafter", "/usr/include/x86_64-linux-gnu"}, args...)
	}
	cmd := exec.Command(h.clang, args...)
	cmd.Stdin = strings.NewReader(lib.HeaderCheck(f))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out) + err.Error()
	}
	return ""
}

// TestHeaders: the system's headers declare the functions of assay's own files
// as these do, and their types have the same sizes.
func TestHeaders(t *testing.T) {
	t.Parallel()
	h, lib := newHeaderTool(t), spec.Own()
	var wait sync.WaitGroup
	slots := make(chan bool, runtime.NumCPU())
	for _, f := range lib.Files {
		for _, bits := range []int{64, 32} {
			wait.Add(1)
			go func() {
				defer wait.Done()
				slots <- true
				defer func() { <-slots }()
				if out := h.compare(lib, f, bits); out != "" {
					t.Errorf("%s, %d bits:\n%s", f.Name, bits, out)
				}
			}()
		}
	}
	wait.Wait()
}

// TestHeaderMistakes: what differs from the header is told with its place.
func TestHeaderMistakes(t *testing.T) {
	t.Parallel()
	h := newHeaderTool(t)
	lib := spec.NewLibrary(nil)
	const text = `header stdlib.h
type lldiv_t { long long quot; int rem; }
type struct drand48_data 24 25
typedef unsigned div_t
int abs(int a, int b)
    result any
int no_such_function(void)
    result any
long labs(int a)
    result any
int atoi(const char *s)
    result any
`
	if err := lib.Add("wrong.spec", text); err != nil {
		t.Fatal(err)
	}
	for bits, want := range map[int]string{64: "2 4 5 7 9", 32: "2 3 4 5 7 9"} {
		out := h.compare(lib, lib.Files[0], bits)
		for _, line := range strings.Fields(want) {
			if !strings.Contains(out, "wrong.spec:"+line+":") {
				t.Errorf("%d bits: line %s is not told:\n%s", bits, line, out)
			}
		}
		if strings.Contains(out, "wrong.spec:11:") {
			t.Errorf("%d bits: atoi is right:\n%s", bits, out)
		}
	}
}
