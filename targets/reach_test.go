package targets

import (
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

const reachSource = `extern void reach_error(void);
extern void never_called(void);
extern int input(void);
static int helper(int a) { return a + 1; }
static void callback(void) { }
void (*hook)(void) = callback;
int alone(void) { return 4; }
int main(void)
{
    int i;
    for (i = 0; i < 3; i++)
        if (input() == helper(i))
            goto ERROR;
    hook();
    int L = 0;
    if (L) goto L1;
    return 0;
L1:
    return 1;
ERROR:
    reach_error();
    return 2;
}
`

// places names the lines of a target's sites.
func places(t *testing.T, p *ir.Program, target *engine.Target) string {
	t.Helper()
	var parts []string
	for _, s := range target.Sites {
		if s.Classes != op.SetOf(op.Reach) || s.Arg != anyArg {
			t.Errorf("%s: site %+v does not ask for reachability", target.Name, s)
		}
		parts = append(parts, strings.TrimSuffix(siteText(p, s), " {reached}"))
	}
	return strings.Join(parts, "; ")
}

func TestReach(t *testing.T) {
	p := compileText(t, "r.c", reachSource)
	m := New(p, Options{})
	line := func(n int) func() (*engine.Target, error) {
		return func() (*engine.Target, error) { return m.Line("r.c", n) }
	}
	call := func(f string) func() (*engine.Target, error) {
		return func() (*engine.Target, error) { return m.Call(f) }
	}
	label := func(l string) func() (*engine.Target, error) {
		return func() (*engine.Target, error) { return m.Label(l) }
	}
	tests := []struct {
		name string
		make func() (*engine.Target, error)
		want string // sites, or a part of the error
	}{
		{"called", call("reach_error"), "21:5 call reach_error"},
		{"called and defined", call("helper"), "12:24 call %call1 helper"},
		{"through a pointer only", call("callback"), "5:30 ret"},
		{"entered from outside only", call("alone"), "7:19 ret"},
		{"declared only", call("never_called"), "--call never_called: the program neither defines nor calls it"},
		{"unknown", call("reach_eror"), "did you mean reach_error?"},
		{"line", line(13), "13:13 br"},
		{"line in several blocks", line(11), "11:12 store to %i; 11:17 load from %i; 11:25 load from %i"},
		{"line without code", line(9), "line 9 has no statement; the nearest lines with code are "},
		{"line of a declaration", line(1), "outside of functions: no code; the nearest line with code is 4"},
		{"label", label("ERROR"), "21:5 call reach_error"},
		{"label of a similar name", label("L1"), "19:5 store to %retval"},
		{"unknown label", label("EROR"), "--label EROR: no code of the program has this label; did you mean ERROR?"},
		{"variable, no label", label("L"), "did you mean L1?"},
		{"unknown file", func() (*engine.Target, error) { return m.Line("x.c", 1) }, "no code of x.c is in the program: it has r.c"},
	}
	for _, tt := range tests {
		target, err := tt.make()
		got := ""
		if err == nil {
			got = places(t, p, target)
		} else {
			got = err.Error()
		}
		if err == nil && got != tt.want || err != nil && !strings.Contains(got, tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestCalledUnseen: a function without a body may be called where no site of Call is: by
// pointers and by units that are missing. One with a body that others can name is entered.
func TestCalledUnseen(t *testing.T) {
	for _, c := range []struct {
		text, missing, doubt string
		sites                int
	}{
		{"void f(void); int main(void) { f(); return 0; }", "", "", 1},
		{"void f(void); int main(void) { f(); return 0; }", "gone.c", "gone.c, which is not part", 1},
		{"void f(void); int main(void) { f(); return 0; }", "what defines f", "", 1},
		{"void f(void); void (*p)(void) = f; int main(void) { f(); p(); return 0; }", "", "through a pointer", 1},
		{"void f(void) {} int main(void) { f(); return 0; }", "gone.c", "", 2},
		{"static void f(void) {} int main(void) { f(); return 0; }", "gone.c", "", 1},
		{"static void f(void) {} void (*p)(void) = f; int main(void) { f(); p(); return 0; }", "", "", 2},
	} {
		p := compileText(t, "r.c", c.text)
		if c.missing != "" {
			p.Lacks(c.missing)
		}
		m := New(p, Options{})
		target, err := m.Call("f")
		if err != nil {
			t.Fatal(err)
		}
		if got := m.CalledUnseen("f"); (got == "") != (c.doubt == "") || !strings.Contains(got, c.doubt) || len(target.Sites) != c.sites {
			t.Errorf("%s, missing %q: %q and %d sites; want %q and %d", c.text, c.missing, got, len(target.Sites), c.doubt, c.sites)
		}
	}
}
