package targets

import (
	"strings"
	"testing"

	"github.com/assay-dev/assay/sarif"
)

// TestComputed: an alarm about an operation that the compiler has computed is not answered by
// another one of its line.
func TestComputed(t *testing.T) {
	for _, c := range []struct {
		code            string
		tool            sarif.ToolKind
		rule, predicate string
		mark            string // the column: of this text; "": none
		open            bool
	}{
		{"1 / 0 + c / 2", sarif.Clang, "core.DivideZero", "", "/ 0", true},
		{"1 / 0 + c / 2", sarif.Clang, "core.DivideZero", "", "/ 2", false},
		{"1 / 0 + c / 2", sarif.GCC, "-Wdiv-by-zero", "", "", true},
		{"1 / 0 + 60 / 5 + c / 2", sarif.GCC, "-Wdiv-by-zero", "", "", true},
		{"c / d + sizeof a / sizeof a[0] + c / 2", sarif.GCC, "-Wdiv-by-zero", "", "", false},
		{"(1 << 33) + (1 << (c & 7))", sarif.Clang, "core.BitwiseShift", "", "<< 33", true},
		{"2147483647 + 1 - c", sarif.Cppcheck, "integerOverflow", "", "+ 1", true},
		{"-c / d + c / 2", sarif.FramaC, "division_by_zero", "", "-c", false},
		{"5 / (3 - 3) + c / 2", sarif.FramaC, "division_by_zero", "assert division_by_zero: 3 - 3 != 0", "", true},
	} {
		source := "int main(int c, char **v) { int a[4], d = c; return " + c.code + "; }\n"
		p := compileText(t, "c.c", source)
		col := 0
		if c.mark != "" {
			col = strings.Index(source, c.mark) + 1
		}
		mp := New(p, Options{}).Map(Alarm{Tool: c.tool, RuleID: c.rule, File: "c.c", Line: 1, Col: col, Message: "an alarm", Predicate: c.predicate})
		if open := mp.Unmapped != nil; open != c.open {
			t.Errorf("%s, %s at %q: left open: %t, %+v", c.code, c.rule, c.mark, open, mp.Unmapped)
		}
	}
}

// TestElsewhere: a message about what a called function does is not about the line, and one
// about what a call has done before is.
func TestElsewhere(t *testing.T) {
	for message, want := range map[string]bool{
		"`np` could be null and is dereferenced in the call to `use()`.":                  true,
		"Pulse found a potential null dereference of `np` in call to `use`":               true,
		"is dereferenced by call to `use()`":                                              true,
		"the block is accessed in call to `use()`":                                        true,
		"accessing memory that was invalidated by call to `free()`.":                      false,
		"Null pointer passed to 1st parameter in call to 'strlen'":                        false,
		"pointer `p` last assigned on line 3 could be null and is dereferenced at line 4": false,
	} {
		if got := elsewhere.MatchString(message); got != want {
			t.Errorf("%s: %t", message, got)
		}
	}
}
