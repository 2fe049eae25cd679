package mutation

import (
	"path/filepath"
	"testing"
)

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
