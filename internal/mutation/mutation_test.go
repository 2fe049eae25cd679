package mutation

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEveryMutationApplies finds the mutations that the source has outgrown,
// in no time.
func TestEveryMutationApplies(t *testing.T) {
	for _, m := range mutations {
		text, err := os.ReadFile(filepath.Join("../..", m.File))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), m.Old); n != 1 {
			t.Errorf("%s: %s: the text to mutate occurs %d times: %q", m.Rule, m.File, n, m.Old)
		}
	}
}

// TestEveryMutationIsCaught switches off one soundness rule after the other.
func TestEveryMutationIsCaught(t *testing.T) {
	if testing.Short() {
		t.Skip("each mutation builds and runs tests; left out under -short")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mutations {
		t.Run(m.Rule, func(t *testing.T) {
			survives, err := m.Survives(root, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			if survives {
				t.Errorf("no test of %s (%s) notices that this rule is off: %s", m.Package, m.Run, m.Rule)
			}
		})
	}
}
