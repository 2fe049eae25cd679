package targets

import (
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
)

func TestRulesAreSound(t *testing.T) {
	all := Rules()
	if len(all) < 300 {
		t.Errorf("only %d entries", len(all))
	}
	seen := map[string]bool{}
	for i, r := range all {
		name := string(r.Tool) + " " + r.ID + " " + r.Message
		switch {
		case seen[name]:
			t.Errorf("%s: twice", name)
		case r.Note == "":
			t.Errorf("%s: no note", name)
		case !r.Checkable && (r.Look != LookNothing || r.Classes != 0):
			t.Errorf("%s: not checkable, but looks for %s", name, r.Look)
		case r.Checkable && (r.Look == LookNothing) != (r.Classes == 0):
			t.Errorf("%s: looks for %s, classes %b", name, r.Look, r.Classes)
		case r.Look != LookNothing && r.Look != LookExit && r.Look != LookPlace && finders[r.Look] == nil:
			t.Errorf("%s: nothing finds a %s", name, r.Look)
		case i > 0 && all[i-1].Tool == r.Tool && all[i-1].ID > r.ID:
			t.Errorf("%s: not sorted", name)
		}
		seen[name] = true
	}
}

// TestRulesAreMet checks that no entry is hidden behind an earlier one.
func TestRulesAreMet(t *testing.T) {
	for _, r := range Rules() {
		id := strings.ReplaceAll(r.ID, "*", "x")
		if got := RuleFor(r.Tool, id, r.Message); got.ID != r.ID || got.Message != r.Message {
			t.Errorf("%s %q is answered by %q %q", r.Tool, r.ID, got.ID, got.Message)
		}
	}
}

func TestLooksHaveNames(t *testing.T) {
	for l := LookNothing; l < numLooks; l++ {
		if l.String() == "" {
			t.Errorf("kind %d has no name", l)
		}
	}
}

func TestRuleFor(t *testing.T) {
	tests := []struct {
		tool        sarif.ToolKind
		id, message string
		look        Look
		classes     op.Set
		checkable   bool
	}{
		{sarif.FramaC, "division_by_zero", "", LookDivision, divideClasses, true},
		{sarif.FramaC, "precondition of strcpy", "", LookCall, precondition, true},
		{sarif.FramaC, "precondition of __FC_assert", "", LookAssert, op.SetOf(op.Assert), true},
		{sarif.FramaC, "user-spec", "specialization of valid_dest at stmt 89.", LookCall, precondition, true},
		{sarif.FramaC, "user-spec", "specialization of nonnull_c at stmt 4.", LookAssert, op.SetOf(op.Assert), true},
		{sarif.FramaC, "user-spec", "x_positive.", LookNothing, 0, true},
		{sarif.FramaC, "from clause", "", LookNothing, 0, false},
		{sarif.Clang, "clang-analyzer-core.DivideZero", "", LookDivision, divideClasses, true},
		{sarif.Clang, "unix.Malloc", "Use of memory after it is freed", LookAccess, freedClasses, true},
		{sarif.Clang, "unix.Malloc", "Attempt to free released memory", LookFree, freedTwice, true},
		{sarif.Clang, "unix.Malloc", "Potential leak of memory pointed to by 'p'", LookExit, leakClasses, true},
		{sarif.Clang, "security.insecureAPI.strcpy", "", LookNothing, 0, false},
		{sarif.Clang, "alpha.security.ArrayBoundV2", "", LookBounds, boundsClasses, true},
		{sarif.GCC, "-Warray-bounds=", "", LookBounds, boundsClasses, true},
		{sarif.GCC, "-Woverflow", "overflow in conversion from ‘int’ to ‘char’ changes value from ‘300’ to ‘44’", LookNothing, 0, true},
		{sarif.GCC, "-Woverflow", "integer overflow in expression of type ‘int’", LookArithmetic, signedClasses, true},
		{sarif.GCC, "-Wfloat-conversion", "conversion from ‘double’ to ‘int’ changes value from ‘1.0e+20’", LookNothing, 0, true},
		{sarif.GCC, "[-Wunused-variable]", "", LookNothing, 0, false},
		{sarif.Cppcheck, "missingIncludeSystem", "", LookNothing, 0, false},
		{sarif.CodeQL, "cpp/some-new-query", "", LookNothing, 0, true},
		{sarif.Infer, "NULLPTR_DEREFERENCE_LATENT", "", LookAccess, nullClasses, true},
		{sarif.Flawfinder, "FF1013", "", LookNothing, 0, false},
		{sarif.Semgrep, "c.lang.security.x", "", LookNothing, 0, true},
		{sarif.Other, "zerodiv", "", LookNothing, 0, true},
		{sarif.Other, "FF1013", "", LookNothing, 0, true},
		{sarif.GCC, "-Wof-the-future", "", LookNothing, 0, true},
	}
	for _, tt := range tests {
		r := RuleFor(tt.tool, tt.id, tt.message)
		if r.Look != tt.look || r.Classes != tt.classes || r.Checkable != tt.checkable {
			t.Errorf("%s %s %q: got %s %b %v", tt.tool, tt.id, tt.message, r.Look, r.Classes, r.Checkable)
		}
		if r.Tool != tt.tool || r.Note == "" {
			t.Errorf("%s %s: tool %s, note %q", tt.tool, tt.id, r.Tool, r.Note)
		}
	}
}

func TestMatches(t *testing.T) {
	tests := []struct {
		pattern, id string
		want        bool
	}{
		{"a", "a", true}, {"a", "ab", false}, {"a*", "ab", true}, {"*b", "ab", true}, {"a*c*e", "abcde", true},
		{"a*c*e", "abde", false}, {"*", "", true}, {"ab*b", "ab", false}, {"*x*", "axb", true},
	}
	for _, tt := range tests {
		if got := matches(tt.pattern, tt.id); got != tt.want {
			t.Errorf("matches(%q, %q) = %v", tt.pattern, tt.id, got)
		}
	}
}
