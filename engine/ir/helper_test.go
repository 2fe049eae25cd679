package ir

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	corpus  = "../../testdata/build/corpus"
	sources = "../../testdata/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// clangFlags are those with which assay compiles.
var clangFlags = []string{"-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-g", "-fno-discard-value-names", "-w"}

var corpusNames = []string{"checksum", "date", "expr", "list", "ring", "tlv"}

var compiled = struct {
	sync.Mutex
	text map[string][]byte
}{text: map[string][]byte{}}

// compileFile returns the IR text of a C source, compiled once per test run.
func compileFile(t testing.TB, source string, flags ...string) []byte {
	t.Helper()
	compiled.Lock()
	defer compiled.Unlock()
	key := source
	for _, f := range flags {
		key += " " + f
	}
	if text, ok := compiled.text[key]; ok {
		return text
	}
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is missing: apt-get install clang-14")
	}
	out := filepath.Join(t.TempDir(), "m.ll")
	args := append(append([]string{}, clangFlags...), flags...)
	if msg, err := exec.Command(clang, append(args, source, "-o", out)...).CombinedOutput(); err != nil {
		t.Fatalf("clang-14 %v %s: %v\n%s", flags, source, err, msg)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	compiled.text[key] = text
	return text
}

// load compiles and reads a C source.
func load(t testing.TB, source string, flags ...string) *Program {
	t.Helper()
	return parse(t, filepath.Base(source), compileFile(t, source, flags...))
}

// loadText compiles and reads C code.
func loadText(t testing.TB, code string, flags ...string) *Program {
	t.Helper()
	source := filepath.Join(t.TempDir(), "t.c")
	if err := os.WriteFile(source, []byte(code), 0o644); err != nil {
		t.Fatal(err)
	}
	return load(t, source, flags...)
}

// parse reads IR text and checks the result.
func parse(t testing.TB, name string, text []byte) *Program {
	t.Helper()
	p, err := Parse(name, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := Sanity(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// samples are all programs that tests of analyses run over.
func samples(t testing.TB) map[string]*Program {
	t.Helper()
	m := map[string]*Program{}
	for _, name := range corpusNames {
		m[name] = load(t, filepath.Join(corpus, name+".c"))
	}
	m["ops"] = load(t, filepath.Join(sources, "ops.c"))
	m["ops32"] = load(t, filepath.Join(sources, "ops.c"), "-m32")
	m["exotic"] = load(t, filepath.Join(sources, "exotic.c"))
	m["graphs"] = load(t, filepath.Join(sources, "graphs.c"))
	m["rare"] = parse(t, "ops.ll", readFile(t, filepath.Join(sources, "ops.ll")))
	return m
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// golden compares text with a golden file, or writes it under -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join(sources, "golden", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(readFile(t, path)), got); diff != "" {
		t.Errorf("%s (-golden +got; rewrite with -update):\n%s", name, diff)
	}
}

// funcNamed returns a function of the program.
func funcNamed(t testing.TB, p *Program, name string) *Func {
	t.Helper()
	id, ok := p.FuncByName[name]
	if !ok {
		t.Fatalf("no function %s", name)
	}
	return p.Funcs[id]
}

// globalNamed returns a global of the program.
func globalNamed(t testing.TB, p *Program, name string) *Global {
	t.Helper()
	id, ok := p.GlobalByName[name]
	if !ok {
		t.Fatalf("no global %s", name)
	}
	return &p.Globals[id]
}
