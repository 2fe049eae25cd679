package ir

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// TestExprReadsLikeC renders the conditions of the branches of a function.
func TestExprReadsLikeC(t *testing.T) {
	dir := t.TempDir()
	src, out := filepath.Join(dir, "e.c"), filepath.Join(dir, "e.ll")
	text := `struct node { int key; struct node *next; int tab[4]; };
int total;
int f(struct node *p, int i, unsigned n) {
  if (i < 10) total++;
  if (p->next != 0) total--;
  if (p->tab[i] + 1 == total) total = 2;
  if (n / 4u > 3u) total = i;
  if (*&i == -7) total = 9;
  return total;
}
`
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command("clang-14", "-S", "-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-g",
		"-fno-discard-value-names", "-o", out, src).CombinedOutput(); err != nil {
		t.Fatalf("clang-14 (apt-get install clang-14): %v\n%s", err, msg)
	}
	p, err := Read(out)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[p.FuncByName["f"]]
	var got []string
	for _, b := range f.Blocks {
		if in := &b.Instrs[len(b.Instrs)-1]; in.Op == CondBr {
			got = append(got, p.Expr(f, in.Args[0]))
		}
	}
	want := []string{"i < 10", "p->next != NULL", "(p->tab[i] + 1) == total", "(n / 4) > 3", "i == -7"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
