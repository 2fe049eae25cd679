package coverage

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// compile makes the IR of a file of testdata as targets/build does, and finds
// the tools.
func compile(t *testing.T, name string) (tools *Tools, path string) {
	t.Helper()
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		t.Fatal("clang-14 is not installed: apt-get install clang-14 llvm-14")
	}
	if tools, err = FindTools(clang); err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "out.ll")
	args := append([]string{"-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-g", "-o", path, filepath.Join("testdata", name)}, Flags...)
	if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		t.Fatalf("clang: %v\n%s", err, out)
	}
	return tools, path
}

func read(t *testing.T, tools *Tools, path string) *Module {
	t.Helper()
	text, err := tools.Split(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := Read(text, export(t, tools, path, nil, nil).Names())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// export asks llvm-cov about a file.
func export(t *testing.T, tools *Tools, path string, functions []Function, p Profile) *Export {
	t.Helper()
	dir := t.TempDir()
	objects, err := tools.Objects(context.Background(), dir, []string{path})
	if err != nil {
		t.Fatal(err)
	}
	e, err := tools.Export(context.Background(), dir, objects, functions, p)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// describe writes a line for each region and outcome: where it is executed.
func describe(m *Module) string {
	var b strings.Builder
	spot := func(s Spot) string {
		switch {
		case s.Uncompiled:
			return "not compiled"
		case len(s.Places) == 0:
			return "nowhere"
		}
		return fmt.Sprint(s.Places)
	}
	for i := range m.Functions {
		f := &m.Functions[i]
		for _, r := range f.Regions {
			if r.Kind == Gap || r.Kind == Skipped {
				continue
			}
			yes := m.Locate(f.Name, r.Count)
			var no Spot
			if r.Kind == Branch {
				yes, no = m.Outcomes(f.Name, &r)
			}
			fmt.Fprintf(&b, "%s kind %d file %d %v-%v: %s", f.Name, r.Kind, r.File, r.From, r.To, spot(yes))
			if r.Kind == Branch {
				fmt.Fprintf(&b, ", else %s", spot(no))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// Every region and outcome of testdata/shapes.c has a place or no code. The
// golden file was checked by hand against the IR.
func TestLocate(t *testing.T) {
	tools, path := compile(t, "shapes.c")
	got := describe(read(t, tools, path))
	golden := filepath.Join("testdata", "shapes.places")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("places differ from %s:\n%s", golden, got)
	}
	if strings.Contains(got, "nowhere") {
		t.Error("a region has no place")
	}
	for _, line := range []string{
		"shapes.c:f kind 0 file 0 {7 12}-{7 22}: not compiled",
		"shapes.c:f kind 0 file 0 {21 5}-{22 2}: not compiled",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("missing: %s", line)
		}
	}
}

// Every region and outcome that is counted is one of llvm-cov's.
func TestTotals(t *testing.T) {
	tools, path := compile(t, "shapes.c")
	m := read(t, tools, path)
	regions, branches := 0, 0
	for i := range m.Functions {
		for _, r := range m.Functions[i].Regions {
			switch {
			case r.Kind == Code:
				regions++
			case r.Kind == Branch && !r.Folded():
				branches += 2
			}
		}
	}
	e := export(t, tools, path, m.Functions, Profile{"main": {7, 0, 3, 0, 0, 7}})
	got := Totals{Functions: Count{len(m.Functions), 1}, Regions: Count{regions, e.Totals.Regions.Covered},
		Branches: Count{branches, e.Totals.Branches.Covered}, Lines: e.Totals.Lines}
	if got != e.Totals {
		t.Errorf("got %+v, llvm-cov says %+v", got, e.Totals)
	}
	if e.Totals.Regions.Covered == 0 || len(e.Files) != 1 || len(e.Files[0].Segments) == 0 {
		t.Errorf("the profile is not in the export: %+v", e)
	}
}

func TestUnescape(t *testing.T) {
	if got := string(unescape(`a\\15b\22\5C\`)); got != `a\15b"\\` {
		t.Errorf("got %q", got)
	}
}

// What a damaged mapping gives is an error or a list, never a panic.
func FuzzMapping(f *testing.F) {
	f.Add([]byte("\x01\x01\x09\x01\x05\x02\x09\x02\x09\x12\x11\x17\x05\x01\x0D\x02"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var fn Function
		_ = fn.decode(data, []string{"/d", "/d/a.c"})
		_, _ = readFilenames(data)
	})
}

// A counter that is raised by a number has code, though no place of its own.
func TestCounterRaisedByANumber(t *testing.T) {
	const ir = `@__profn_f = private constant [1 x i8] c"f"
define void @f(i64 %n) {
entry:
  call void @llvm.instrprof.increment(i8* getelementptr inbounds ([1 x i8], [1 x i8]* @__profn_f, i32 0, i32 0), i64 0, i32 2, i32 0)
  call void @llvm.instrprof.increment.step(i8* getelementptr inbounds ([1 x i8], [1 x i8]* @__profn_f, i32 0, i32 0), i64 0, i32 2, i32 1, i64 %n)
  ret void
}
`
	m, err := Read(ir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s := m.Locate("f", Expr{1: 1}); s.Uncompiled || len(s.Places) > 0 {
		t.Errorf("counter 1: %+v", s)
	}
	if s := m.Locate("f", Expr{0: 1}); len(s.Places) != 1 || s.Places[0] != (Place{"f", 0, 0}) {
		t.Errorf("counter 0: %+v", s)
	}
	if s := m.Locate("f", Expr{2: 1}); !s.Uncompiled {
		t.Errorf("a counter that nothing raises: %+v", s)
	}
}
