package ir

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// statements lists the loop statements of a program: function, place, variables
// in scope.
func statements(p *Program) []string {
	var out []string
	for _, b := range p.Blocks {
		if b.Stmt == nil {
			continue
		}
		f := p.Funcs[b.Func]
		var names []string
		for _, i := range b.Stmt.Vars {
			names = append(names, f.Vars[i].Name)
		}
		slices.Sort(names)
		l := p.Locs[b.Stmt.At]
		out = append(out, fmt.Sprintf("%s %d:%d %s", f.Name, l.Line, l.Col, strings.Join(names, " ")))
	}
	slices.Sort(out)
	return out
}

func TestLoopStatements(t *testing.T) {
	p := loadText(t, `int in(void);
int g;
int scan(int n)
{
	static int calls;
	int i = 0, s = 0;
	while (i < n) {
		int i = g++;           // hides the other
		for (int k = 0; k < 3; k++) {
			s += k;
			do {
				s += calls;
				if (s == 77)
					continue;
			} while (in());
		}
		int late = i;
		while (1)
			if (in() > late) break;
		i++;
	}
	for (;;)
		if (in()) return s;
	int last = 3;
	return last;
}
int jump(void)
{
again:
	if (in())
		goto again;
	return 0;
}
`)
	want := []string{
		"scan 11:4 k n s",
		"scan 18:3 late n s",
		"scan 22:2 i n s",
		"scan 7:2 i n s",
		"scan 9:3 n s",
	}
	if got := statements(p); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for _, g := range p.Globals {
		if want := g.Source == "calls"; g.Nested != want {
			t.Errorf("%s: Nested is %t", g.Source, g.Nested)
		}
	}
}
