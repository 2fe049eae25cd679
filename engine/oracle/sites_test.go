package oracle

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/op"
)

// TestSites: a line's candidates are asked at the instructions that can commit
// them, and at no others.
func TestSites(t *testing.T) {
	text := `extern int __VERIFIER_nondet_int(void);
struct s { long a[4]; };
static void T(int k) { (void)k; }
static int ignored(struct s v) { return 0; }
int main(void)
{
    struct s *p = (struct s *)(long)__VERIFIER_nondet_int();
    int x = 3;
    if (__VERIFIER_nondet_int() && x == 6) T(1);
    return ignored(*p);
}
`
	file := filepath.Join(t.TempDir(), "sites.c")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := compileFile(t, newLab(t), file)
	for _, c := range []struct {
		at   Candidate
		want int
		why  string
	}{
		{Candidate{9, op.Reach}, 1, "the call of T, not the question in front of it"},
		{Candidate{10, op.DeadAccess}, 2, "the copy for the callee, besides the load of p"},
		{Candidate{8, op.DeadAccess}, 1, "the store to x"},
	} {
		if got := Sites(p, c.at); len(got) != c.want {
			t.Errorf("line %d, %v: %d sites, want %d: %s", c.at.Line, c.at.Class, len(got), c.want, c.why)
		}
	}
}

// TestNarrowFieldsArePromoted: an unsigned bit-field narrower than int is an
// int in arithmetic, in the reference too (a program of the campaign).
func TestNarrowFieldsArePromoted(t *testing.T) {
	s := prepare(t, newLab(t), Generate(7004134))
	tr, err := s.Try(Question{Modes: []Mode{{}}, PerTarget: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if len(tr.Wrong) > 0 || !tr.Truth.Hit[Candidate{143, op.Reach}] {
		t.Errorf("b2 > -1 holds of every unsigned int b2 : 6; disagreements: %v", tr.Wrong)
	}
}
