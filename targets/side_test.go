package targets

import (
	"context"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/sarif"
)

const sideSource = `extern void *__assay_alloc(unsigned long size, int zero);
extern int __VERIFIER_nondet_int(void);
#line 1 "<assay-model>/models.c"
void *malloc(unsigned long n) { return __assay_alloc(n, 0); }
#line 6 "s.c"
static int v, table[3], t;
static const int fixed[4];
static int *esc(int k) { int l = k; int *p = &l; return p; }
static int wild(int *p) { return *p; }
static int null(int *p) { return *p; }
static int far(int *p, int i) { return p[i]; }
static int dead(int *p) { return *p; }
static int gone(int *p) { return *p; }
static int over(int i) { return table[i]; }
static int under(int i) { return table[i]; }
static int behind(int *p, int i) { return p[i]; }
static int before(int *p, int i) { return p[i]; }
static int many(int n) { return 3 << n; }
static int few(int n) { return 3 << n; }
static void set(int *p) { *p = 1; }
static void text(char *p) { *p = 1; }
int main(void)
{
    int n = __VERIFIER_nondet_int(), *p;
    switch (__VERIFIER_nondet_int()) {
    case 1: return wild(n == 7 ? (int *)0x1000 : &v);
    case 2: return null(n == 7 ? (int *)0 : &v);
    case 3: return dead(esc(3));
    case 4: p = malloc(4); free(p); return gone(p);
    case 5: return over(n & 3);
    case 6: return under(n == 7 ? -1 : 1);
    case 7: return behind(table, n & 3);
    case 8: return before(table, n == 7 ? -1 : 1);
    case 9: return many((n & 7) == 7 ? 40 : 1);
    case 10: return few((n & 7) - 1);
    case 11: set((int *)fixed); break;
    case 12: text("abc"); break;
    case 13: return far(n == 7 ? (int *)0x1000 : &v, 0);
    }
    return 0;
}
`

// TestSides: an error on another side of a check than the one that an alarm claims is no answer:
// a wild pointer is not null, a dead variable was not freed, an index too large is not negative.
func TestSides(t *testing.T) {
	p := compileText(t, "s.c", sideSource)
	no, yes, open := engine.Unreachable, engine.Reachable, engine.Undecided
	tests := []struct {
		tool          sarif.ToolKind
		rule, message string
		line          int
		want          engine.Status
	}{
		{sarif.Clang, "core.NullDereference", "Dereference of null pointer (loaded from variable 'p')", 9, no},
		{sarif.Clang, "core.NullDereference", "Dereference of null pointer (loaded from variable 'p')", 10, yes},
		{sarif.Cppcheck, "nullPointerRedundantCheck", "Either the condition 'p==NULL' is redundant or there is possible null pointer dereference: p.", 11, open},
		{sarif.GCC, "-Wanalyzer-use-after-free", "use after ‘free’ of ‘p’", 12, open},
		{sarif.GCC, "-Wanalyzer-use-after-free", "use after ‘free’ of ‘p’", 13, yes},
		{sarif.GCC, "-Wanalyzer-use-of-pointer-in-stale-stack-frame", "dereferencing pointer ‘p’ to within stale stack frame", 12, yes},
		{sarif.GCC, "-Wanalyzer-use-of-pointer-in-stale-stack-frame", "dereferencing pointer ‘p’ to within stale stack frame", 13, open},
		{sarif.Cppcheck, "negativeIndex", "Array 'table[3]' accessed at index -1, which is out of bounds.", 14, no},
		{sarif.Cppcheck, "negativeIndex", "Array 'table[3]' accessed at index -1, which is out of bounds.", 15, yes},
		{sarif.Clang, "alpha.security.ArrayBoundV2", "Out of bound memory access (access exceeds upper limit of memory block)", 14, yes},
		{sarif.Clang, "alpha.security.ArrayBoundV2", "Out of bound memory access (access exceeds upper limit of memory block)", 15, no},
		{sarif.Clang, "alpha.security.ArrayBoundV2", "Out of bound memory access (accessed memory precedes memory block)", 16, open},
		{sarif.Clang, "alpha.security.ArrayBoundV2", "Out of bound memory access (accessed memory precedes memory block)", 17, yes},
		{sarif.Clang, "alpha.security.ArrayBoundV2", "Out of bound memory access (access exceeds upper limit of memory block)", 16, yes},
		{sarif.Cppcheck, "shiftTooManyBits", "Shifting 32-bit value by 40 bits is undefined behaviour", 18, yes},
		{sarif.Cppcheck, "shiftTooManyBits", "Shifting 32-bit value by 40 bits is undefined behaviour", 19, no},
		{sarif.Cppcheck, "shiftNegative", "Shifting by a negative value is undefined behaviour", 18, no},
		{sarif.GCC, "-Wanalyzer-shift-count-negative", "shift by negative count (‘-1’)", 19, yes},
		{sarif.Clang, "core.UndefinedBinaryOperatorResult", "The result of the left shift is undefined because the right operand is negative", 18, no},
		{sarif.GCC, "-Wanalyzer-write-to-string-literal", "write to string literal", 20, open},
		{sarif.GCC, "-Wanalyzer-write-to-string-literal", "write to string literal", 21, yes},
		{sarif.GCC, "-Wanalyzer-write-to-const", "write to ‘const’ object ‘fixed’", 20, yes},
	}
	var list []engine.Target
	m := New(p, Options{})
	for _, tt := range tests {
		mp := m.Map(Alarm{Tool: tt.tool, RuleID: tt.rule, File: "s.c", Line: tt.line, Message: tt.message})
		if mp.Target == nil {
			t.Fatalf("line %d, %s: %v", tt.line, tt.message, mp.Unmapped)
		}
		list = append(list, *mp.Target)
	}
	for i, tt := range tests {
		res, err := engine.Run(context.Background(), p, list[i:i+1], engine.Options{TimeoutPerTarget: 20 * time.Second}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if v := res.Verdicts[0]; v.Status != tt.want {
			t.Errorf("line %d, %s: %s (%s), want %s; sites %+v", tt.line, tt.message, v.Status, v.Reason, tt.want, list[i].Sites)
		}
	}
}
