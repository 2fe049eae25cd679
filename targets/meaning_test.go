package targets

import (
	"testing"

	"github.com/assay-dev/assay/sarif"
)

const meaningSource = `int tmp = 7;
int get(int x) { return x & 3; }
int one(int k) { return 1 - ((k * k + k) & 1); }
int f(int x, int k, int *p)
{
    int r = 0, y = 5, tmp_0 = one(x), z_0 = 3;
    { int y = x, y_0 = one(k);
      r = 10 / y + 20 / y_0;
      r += 10 / y; } r += 10 / y;
    { int y = x; r = 10 / y; } r += 20 / y;
    r += 10 / one(x) + 20 / get(x);
    r += 10 / tmp_0 + 20 / get(x);
    r += 10 / get(x);
    r += 10 / z_0 + 20 / y + 30 / z_0;
    r += 10 / tmp + 30 / x;
    *p++ += 1;
    return r;
}
int main(int c, char **v) { return f(c, c, &c); }
`

// TestWhichVariable: Frama-C numbers variables of which the name is taken, and has variables of
// its own. Where a predicate may name several of those that are there, an error of one answers
// nothing; where all of them are one, it does.
func TestWhichVariable(t *testing.T) {
	p := compileText(t, "n.c", meaningSource)
	for _, c := range []struct {
		line                     int
		predicate, want, settles string
	}{
		{8, "y_0 ≢ 0", "14 23", "unreachable and"}, // y_0 or the inner y
		{8, "y_0_0 ≢ 0", "23", "all"},
		{8, "y_1 ≢ 0", "14", "all"},
		{8, "y ≢ 0", "14", "all"},
		{9, "y_0 ≢ 0", "15 30", "unreachable and"},
		{9, "y ≢ 0", "15 30", "unreachable and"},
		{10, "y_0 ≢ 0", "25 40", "unreachable and"},
		{11, "tmp_2 ≢ 0", "13 27", "unreachable and"},
		{12, "tmp_0 ≢ 0", "13 26", "unreachable and"}, // the source's or Frama-C's
		{12, "tmp_0_0 ≢ 0", "13", "all"},
		{13, "tmp ≢ 0", "13", "all"},
		{14, "z_0 ≢ 0", "13 33", "all"}, // there is no z
		{15, "tmp_4 ≢ 0", "13", "all"},
		{15, "tmp ≢ 0", "13", "all"},
	} {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "division_by_zero", File: "n.c", Line: c.line, Predicate: c.predicate})
		if got := columnsOf(p, mp); got != c.want || settling(p, mp.Settles) != c.settles {
			t.Errorf("line %d, %s: columns %q, answered by %s; want %q, %s; %+v", c.line, c.predicate, got, settling(p, mp.Settles), c.want, c.settles, mp.Unmapped)
		}
	}
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "mem_access", File: "n.c", Line: 16, Predicate: `\valid(tmp_1)`})
	if got := columnsOf(p, mp); got != "10 10" && got != "10" || settling(p, mp.Settles) != "all" {
		t.Errorf("columns %q, answered by %s", got, settling(p, mp.Settles))
	}
}

// TestOwnVariables: the source may have variables with names like those of Frama-C's own.
func TestOwnVariables(t *testing.T) {
	p := compileText(t, "o.c", "int g(int c) { return c; }\nint main(int c, char **v) { int tmp = c; return 10 / tmp + 20 / g(c); }\n")
	mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "division_by_zero", File: "o.c", Line: 2, Predicate: "tmp ≢ 0"})
	if got := columnsOf(p, mp); got != "52 63" || settling(p, mp.Settles) != "unreachable and" {
		t.Errorf("columns %q, answered by %s; %+v", got, settling(p, mp.Settles), mp.Unmapped)
	}
}

// TestAddressesStored: that the address of a variable is stored to a pointer somewhere does not
// make what the pointer leads to that variable.
func TestAddressesStored(t *testing.T) {
	p := compileText(t, "i.c", `int main(int d, char **v)
{
    int r = 0, x, *p = &x;
    if (d == 2)
        p = &r;
    *p = 2;
    return x + *p;
}
`)
	for predicate, want := range map[string]string{`\initialized(p)`: "16", `\initialized(&x)`: "12"} {
		mp := New(p, Options{}).Map(Alarm{Tool: sarif.FramaC, RuleID: "initialization", File: "i.c", Line: 7, Predicate: predicate})
		if got := columnsOf(p, mp); got != want || settling(p, mp.Settles) != "all" {
			t.Errorf("%s: columns %q, answered by %s, want %q; %+v", predicate, got, settling(p, mp.Settles), want, mp.Unmapped)
		}
	}
}
