package targets

import (
	"testing"

	"github.com/assay-dev/assay/sarif"
)

const takenOverSource = `int getchar(void);
static int get(int c)
{
    int r;
    if (c == 'a')
        r = getchar();
    return r;
}
static int same(int v) { return v; }
static int both(int k, int c)
{
    return k > c;
}
int f(int n)
{
    int cur, prev, self = self, next, r = 5, q = get(n), p = same(n), i = n + 1;
    if (n == 'a')
        cur = getchar();
    next = prev = cur;
    cur = getchar();
    if (prev > cur) return 1;
    if (next > cur) return 2;
    if (cur > i) return 3;
    if (cur > n) return 4;
    if (self > 3) return 5;
    if (q > r) return 6;
    if (p > r) return 7;
    return both(cur, n) + (r > i);
}
int main(void) { return f(getchar()); }
`

// TestTakenOver: gcc names a variable that was never written where a copy of it is read. Only
// where no copy can be read, that the variable is written answers its alarm.
func TestTakenOver(t *testing.T) {
	p := compileText(t, "t.c", takenOverSource)
	for _, c := range []struct {
		tool          sarif.ToolKind
		line          int
		name, settles string
	}{
		{sarif.GCC, 7, "r", "all"},
		{sarif.GCC, 21, "cur", "reachable"},
		{sarif.GCC, 22, "cur", "reachable"},
		{sarif.GCC, 23, "cur", "all"},
		{sarif.GCC, 24, "cur", "all"},
		{sarif.GCC, 25, "self", "reachable"},
		{sarif.GCC, 26, "r", "reachable"}, // that of get
		{sarif.GCC, 27, "r", "all"},
		{sarif.GCC, 28, "r", "all"},
		{sarif.GCC, 12, "c", "all"},
		{sarif.GCC, 12, "k", "all"},
		{sarif.Cppcheck, 21, "cur", "all"}, // it complains of the copy
	} {
		rule, message := "-Wmaybe-uninitialized", "‘"+c.name+"’ may be used uninitialized"
		if c.tool == sarif.Cppcheck {
			rule, message = "uninitvar", "Uninitialized variable: "+c.name
		}
		mp := New(p, Options{}).Map(Alarm{Tool: c.tool, RuleID: rule, File: "t.c", Line: c.line, Message: message})
		if mp.Target == nil || settling(p, mp.Settles) != c.settles {
			t.Errorf("line %d, %s: answered by %s, want %s; %+v", c.line, c.name, settling(p, mp.Settles), c.settles, mp.Unmapped)
		}
	}
}
