package mutation

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryMutationApplies finds the mutations that the source has outgrown,
// in no time.
func TestEveryMutationApplies(t *testing.T) {
	for i := range mutations {
		if _, err := weaveAll("../..", mutations[i:i+1]); err != nil {
			t.Error(err)
		}
	}
}

// TestEveryMutationIsCaught switches off one soundness rule after the other.
func TestEveryMutationIsCaught(t *testing.T) {
	if testing.Short() {
		t.Skip("the mutations build and run tests of the engine; left out under -short")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	readInputs(t, root)
	s, err := Build(root, t.TempDir(), mutations)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Packages() {
		t.Run("none in "+p, func(t *testing.T) {
			t.Parallel()
			if err := s.Control(p); err != nil {
				t.Error(err)
			}
		})
	}
	for i, m := range mutations {
		t.Run(m.Rule, func(t *testing.T) {
			t.Parallel()
			survives, err := s.Survives(i)
			if survives { // a search that a busy machine has stopped early notices nothing
				survives, err = s.Survives(i)
			}
			if err != nil {
				t.Fatal(err)
			}
			if survives {
				t.Errorf("no test of %s (%s) notices that this rule is off: %s", m.Package, m.Run, m.Rule)
			}
		})
	}
}

// readInputs looks into the folders that the tests of the mutations use. The go
// tool repeats a result of the same inputs, and takes for inputs what the
// process itself has read, not what the processes did that it started.
func readInputs(t *testing.T, root string) {
	t.Helper()
	for _, top := range []string{"engine", "targets", "testdata"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(_ string, _ fs.DirEntry, err error) error { return err })
		if err != nil {
			t.Fatal(err)
		}
	}
}

// tiny is a module with functions of every shape that weave has to call: the
// tests of the module compare each with what it says.
var tiny = map[string]string{
	"go.mod": "module example.org/tiny\n\ngo 1.26\n",
	"count/count.go": `package count

import "fmt"

type Box[K comparable, V any] struct{ all map[K]V }

func (Box[_, V]) Zero(_ K2, _ ...int) (v V) { return }

type K2 = int

func (b *Box[K, V]) Put(k K, v V) {
	if b.all == nil {
		b.all = map[K]V{}
	}
	b.all[k] = v
}

func Sum(first int, rest ...int) (sum int, text string) {
	for _, n := range append(rest, first) {
		sum += n
	}
	return sum, fmt.Sprint(sum)
}

func Pick[T, _ any](_ bool, x, y T) T { return x }

func Seven(int, string) int { // seven
	return 7
}

func Loop() bool {
	for done := false; !done; {
		done = true
	}
	return true
}

const Limit = 3
`,
	"count/count_test.go": `package count

import "testing"

func TestBox(t *testing.T) {
	var b Box[string, int]
	b.Put("x", 2)
	if b.all["x"] != 2 || b.Zero(1, 2, 3) != 0 {
		t.Error(b)
	}
}

func TestSum(t *testing.T) {
	if n, s := Sum(1, 2, 3); n != 6 || s != "6" {
		t.Error(n, s)
	}
}

func TestOthers(t *testing.T) {
	if Pick[int, bool](true, 1, 2) != 1 || Seven(1, "") != 7 || !Loop() {
		t.Error("no")
	}
}

func TestNothing(t *testing.T) {}
`,
}

// tinyRoot writes the tiny module.
func tinyRoot(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range tiny {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// mutate is a mutation of the tiny module.
func mutate(old, new, run string) Mutation {
	return Mutation{"no " + old, "count/count.go", old, new, "./count", run}
}

// TestSurvivors: of the mutants of one build each is caught that a test
// notices, and no other.
func TestSurvivors(t *testing.T) {
	type verdict struct {
		Mutation
		survives bool
	}
	all := []verdict{
		{mutate("b.all[k] = v", "_, _ = k, v", "TestBox"), false},
		{mutate("{ return }", "{ panic(1) }", "TestBox"), false},
		{mutate("{ return }", "{ return v }", "TestBox"), true},
		{mutate("sum += n", "sum -= n", "TestSum"), false},
		{mutate("sum += n", "sum = n + sum", "TestSum"), true},
		{mutate("sum += n", "sum -= n", "TestOthers"), true}, // by a test that has nothing to do with it
		{mutate("	return sum, fmt.Sprint(sum)\n}", "	return sum, \"\"\n}", "TestSum"), false},
		{mutate("{ return x }", "{ return y }", "TestOthers"), false},
		{mutate("return 7", "return 3 + 4", "TestOthers"), true},
		{mutate("return 7", "return 4 + 4", "TestOthers"), false},
	}
	var ms []Mutation
	for _, v := range all {
		ms = append(ms, v.Mutation)
	}
	s, err := Build(tinyRoot(t), t.TempDir(), ms)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Control("./count"); err != nil {
		t.Error(err)
	}
	for i, v := range all {
		if got, err := s.Survives(i); got != v.survives || err != nil {
			t.Errorf("%q for %q: survives %v, %v; want %v", v.New, v.Old, got, err, v.survives)
		}
	}
}

// TestMutationsThatSayNothing: what does not apply, does not compile, or is
// judged by tests that fail anyway is an error, and the error names it.
func TestMutationsThatSayNothing(t *testing.T) {
	fine := mutate("sum += n", "sum -= n", "TestSum")
	for _, c := range []struct {
		m    Mutation
		want []string
	}{
		{mutate("return 7", "return seven", "TestOthers"), []string{"does not compile: no return 7", "mutant2/count.go:28", "undefined: seven"}},
		{mutate("return 8", "return 7", "TestOthers"), []string{"no return 8", "occurs 0 times"}},
		{mutate("return", "panic(1)", "TestOthers"), []string{"no return", "occurs 5 times"}},
		{mutate("Limit = 3", "Limit = 4", "TestOthers"), []string{"no Limit = 3", "not in the body of one function"}},
		{mutate("x, y T", "y, x T", "TestOthers"), []string{"no x, y T", "not in the body of one function"}},
		{mutate("7\n}\n\nfunc Loop() bool {", "8\n}\n\nfunc Loop() bool {", "TestOthers"), []string{"not in the body of one function"}},
	} {
		_, err := Build(tinyRoot(t), t.TempDir(), []Mutation{fine, c.m})
		for _, w := range c.want {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%q for %q: %v, want %q", c.m.New, c.m.Old, err, w)
			}
		}
	}
	root := tinyRoot(t)
	if err := os.WriteFile(filepath.Join(root, "count/more_test.go"), []byte("package count\n\nimport \"testing\"\n\nfunc TestAlways(t *testing.T) { t.Error(\"always\") }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Build(root, t.TempDir(), []Mutation{mutate("return 7", "return 8", "TestAlways"), fine})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Control("./count"); err == nil || !strings.Contains(err.Error(), "always") {
		t.Errorf("a test that always fails: %v", err)
	}
}

// TestLinesStay: what is inserted into a source leaves its lines where they
// are.
func TestLinesStay(t *testing.T) {
	text := tiny["count/count.go"]
	woven, pkg, err := weave("count/count.go", text, []mutant{{mutate("return 7", "return 8", ""), 1}, {mutate("b.all[k] = v", "_ = v", ""), 2}})
	if err != nil || pkg != "count" {
		t.Fatal(pkg, err)
	}
	changed := 0
	lines := strings.Split(woven, "\n")
	for i, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if lines[i] != l {
			changed++
			if !strings.HasPrefix(l, "func ") {
				t.Errorf("line %d: %q became %q", i+1, l, lines[i])
			}
		}
	}
	if changed != 2 {
		t.Errorf("%d lines changed, want those of two functions", changed)
	}
}
