package system

import (
	"testing"

	"github.com/assay-dev/assay/engine/ir"
)

// TestIntrinsics: each of them has a handler, and nothing else has.
func TestIntrinsics(t *testing.T) {
	for _, name := range ir.Intrinsics {
		if builtins[name] == nil {
			t.Errorf("%s has no handler", name)
		}
	}
	if len(builtins) != len(ir.Intrinsics) {
		t.Errorf("%d builtins, %d intrinsics", len(builtins), len(ir.Intrinsics))
	}
}
