package ir

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// link compiles sources and links them with llvm-link-14.
func link(t testing.TB, sources ...string) *Program {
	t.Helper()
	linker, err := exec.LookPath("llvm-link-14")
	if err != nil {
		t.Fatal("llvm-link-14 is missing: apt-get install llvm-14")
	}
	dir := t.TempDir()
	args := []string{"-S", "-o", filepath.Join(dir, "linked.ll")}
	for i, code := range sources {
		c := filepath.Join(dir, fmt.Sprintf("unit%d.c", i))
		if err := os.WriteFile(c, []byte(code), 0o644); err != nil {
			t.Fatal(err)
		}
		ll := c + ".ll"
		if err := os.WriteFile(ll, compileFile(t, c), 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, ll)
	}
	if msg, err := exec.Command(linker, args...).CombinedOutput(); err != nil {
		t.Fatalf("llvm-link-14: %v\n%s", err, msg)
	}
	return parse(t, "linked.ll", readFile(t, args[2]))
}

// TestLinked: names that the linker changed keep their C names, and calls
// without prototype find their function.
func TestLinked(t *testing.T) {
	p := link(t,
		`struct s { int a; }; static int twice(int x) { return 2 * x; } static int count; struct s shared;
		 int helper(); int main(void) { count++; shared.a = helper(3, "x"); return twice(shared.a); }`,
		`struct s { long b; char c; }; static int twice(int x) { return x + x; } static int count;
		 extern struct { int a; } shared; int helper(int n, char *s) { struct s l; l.b = n; count += shared.a; return twice((int)l.b) + s[0]; }`)
	named := map[string]int{}
	for _, f := range p.Funcs {
		named[f.Source]++
	}
	if named["twice"] != 2 || named["helper"] != 1 {
		t.Errorf("functions by C name: %v", named)
	}
	counts := 0
	for _, g := range p.Globals {
		if g.Source == "count" && g.Static {
			counts++
		}
	}
	if counts != 2 {
		t.Errorf("%d globals named count", counts)
	}
	main, helper := funcNamed(t, p, "main"), funcNamed(t, p, "helper")
	found := false
	for i := range main.Blocks[0].Instrs {
		if in := &main.Blocks[0].Instrs[i]; in.Op == Call && in.Call.Callee == helper.ID {
			found = true
			if len(in.Call.Args) != 2 {
				t.Errorf("the call of helper has %d arguments", len(in.Call.Args))
			}
		}
	}
	if !found || helper.AddressTaken {
		t.Errorf("call without prototype: direct %t, address taken %t", found, helper.AddressTaken)
	}
	if main.Unit == helper.Unit {
		t.Error("both functions are in one unit")
	}
}

// TestConcurrentUse runs the lazy analyses from several goroutines (for the
// race detector).
func TestConcurrentUse(t *testing.T) {
	p := load(t, filepath.Join(corpus, "list.c"))
	want := NewDistance(load(t, filepath.Join(corpus, "list.c")), []Point{{Block: 5}}).Func(p.FuncByName["main"])
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for b := range p.Blocks {
				p.LiveIn(int32(b))
			}
			if got := NewDistance(p, []Point{{Block: 5}}).Func(p.FuncByName["main"]); got != want {
				t.Errorf("distance %d, want %d", got, want)
			}
		})
	}
	wg.Wait()
}

// largeSource writes a C program of about 25·n lines.
func largeSource(n int) string {
	var b strings.Builder
	b.WriteString("struct s { int a; char b[16]; struct s *next; double d; };\nextern int printf(const char *, ...);\n")
	for i := range n {
		fmt.Fprintf(&b, `static int table%[1]d[32];
int f%[1]d(struct s *s, int n, char *p) {
  int i, acc = 0;
  struct s local = {
    .a = n
  };
  for (i = 0; i < n; i++) {
    acc += table%[1]d[i] * 3 + s->a;
    if (p[i] == 'x') {
      s->b[i %% 16] = (char)acc;
      s = s->next;
      if (!s)
        return -1;
    } else if (p[i] > 'a' && p[i] < 'z') {
      acc -= local.a << 2;
      printf("%%d %%s\n", acc, p);
    }
    switch (acc & 7) {
    case 0: acc++; break;
    case 1: case 2: acc += 7; break;
    default: acc ^= 0x55;
    }
  }
  table%[1]d[acc & 31]++;
  return acc + (int)s->d;
}
`, i)
	}
	b.WriteString("int main(void) {\n  struct s s = {0};\n  int r = 0;\n")
	for i := range n {
		fmt.Fprintf(&b, "  r += f%d(&s, r, s.b);\n", i)
	}
	b.WriteString("  return r;\n}\n")
	return b.String()
}

// BenchmarkParse reads the IR of a program of 20,000 lines.
func BenchmarkParse(b *testing.B) {
	source := filepath.Join(b.TempDir(), "large.c")
	if err := os.WriteFile(source, []byte(largeSource(750)), 0o644); err != nil {
		b.Fatal(err)
	}
	text := compileFile(b, source)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse("large.ll", text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDistance computes the distances to one target in that program.
func BenchmarkDistance(b *testing.B) {
	source := filepath.Join(b.TempDir(), "large.c")
	if err := os.WriteFile(source, []byte(largeSource(750)), 0o644); err != nil {
		b.Fatal(err)
	}
	p := load(b, source)
	target := []Point{{Block: int32(len(p.Blocks) / 2)}}
	for b.Loop() {
		if d := NewDistance(p, target); d.Func(p.FuncByName["main"]) == Unreached {
			b.Fatal("the target is not reached")
		}
	}
}
