package targets

import (
	"testing"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
)

// TestPrintedNull: an alarm about null at a call that prints asks for the string that %s
// would print, since that is no access through null; at other calls it does not.
func TestPrintedNull(t *testing.T) {
	p := compileText(t, "printed.c", `#line 1 "<assay-model>/printf.c"
int printf(const char *format, ...) { return *format; }
#line 3 "printed.c"
int f(const char *s)
{
    printf("%s", s);
    return (int)strlen(s);
}
`)
	for line, want := range map[int]bool{5: true, 6: false} {
		a := Alarm{Tool: sarif.Clang, RuleID: "core.NonNullParamChecker", File: "printed.c", Line: line, Message: "Null pointer passed to 1st parameter"}
		mp := New(p, Options{}).Map(a)
		if mp.Target == nil {
			t.Fatalf("line %d: no target: %v", line, mp.Unmapped)
		}
		for _, s := range mp.Target.Sites {
			if got := s.Classes.Has(op.NullString); got != want {
				t.Errorf("line %d: asks for null strings: %v, want %v", line, got, want)
			}
		}
	}
}
