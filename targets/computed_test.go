package targets

import (
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

// TestWritten: operators are counted where they write an operation that could be undefined.
func TestWritten(t *testing.T) {
	for text, want := range map[string]int{
		"a / b % c": 2, "a / b; // c / d": 1, `printf("%d/%d", a / b);`: 1, "a /* / */ / b": 1,
		"n = sizeof a / sizeof a[0];": 0, "x = 1 / 0 + c / 2;": 2, "x = 60 / 5 + c / d;": 1, "c == '/' ? a / b : 0": 1,
	} {
		if got := written(text, ir.SDiv); got != want {
			t.Errorf("%s: %d operators, want %d", text, got, want)
		}
	}
	for text, want := range map[string]int{"a << b >> c": 2, "1 << 3 | a << 2": 1, "1 << 33": 1} {
		if got := written(text, ir.Shl); got != want {
			t.Errorf("%s: %d operators, want %d", text, got, want)
		}
	}
}

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

// TestCutAmounts: where the compiler has the amount of a shift as a constant, it is the
// program's only if it is written as one that fits.
func TestCutAmounts(t *testing.T) {
	for code, open := range map[string]bool{
		"c << 3": false, "c >> 31u": false, "c << 40": false, "c << c": false,
		"c << 4294967296": true, "c << (1L << 32)": true, "c >> -4294967296L": true, "c << 0x100000003": true, "c << WIDE": true,
	} {
		source := "#define WIDE (1L << 33)\nint main(int c, char **v) { return " + code + "; }\n"
		mp := New(compileText(t, "c.c", source), Options{}).Map(Alarm{Tool: sarif.Cppcheck, RuleID: "shiftTooManyBits", File: "c.c", Line: 2,
			Col: strings.Index(source, "return "+code) + len("return c ") - strings.Index(source, "\n"), Message: "an alarm"})
		if got := mp.Unmapped != nil; got != open {
			t.Errorf("%s: left open: %t, %+v", code, got, mp.Unmapped)
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
