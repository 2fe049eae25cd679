package interp

import (
	"testing"

	"github.com/assay-dev/assay/engine/ir"
)

// TestIntrinsics: each of them has a rule, and nothing else has.
func TestIntrinsics(t *testing.T) {
	for _, name := range ir.Intrinsics {
		if builtins[name] == nil {
			t.Errorf("%s has no rule", name)
		}
	}
	if len(builtins) != len(ir.Intrinsics) {
		t.Errorf("%d builtins, %d intrinsics", len(builtins), len(ir.Intrinsics))
	}
}

// TestOpcodes: each of them has a rule.
func TestOpcodes(t *testing.T) {
	for o := ir.Opcode(0); o < ir.NumOpcodes; o++ {
		if rules[o] == nil {
			t.Errorf("%v has none", o)
		}
	}
}
