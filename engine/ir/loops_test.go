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

func TestIntegerMembers(t *testing.T) {
	p := loadText(t, `typedef unsigned char byte;
enum color { RED };
struct item {
	byte kind;
	int low : 3;
	union { int i; float f; } u;
	struct { short count; volatile int seen; };
	enum color paint[2];
	struct item *next;
	double d;
	_Bool on;
};
const struct item table[2][3];
int scalar;
volatile int gone;
const signed char *text;
`)

	types := map[string]CTypeID{}
	for _, g := range p.Globals {
		types[g.Source] = g.Of
	}
	of := types["table"]
	for _, c := range []struct {
		off, size uint64
		want      string
	}{
		{0, 1, "[0][0].kind u"}, {1, 1, ""}, {4, 4, ""}, {8, 2, "[0][0].count s"}, {8, 1, ""}, {12, 4, ""},
		{16, 4, "[0][0].paint[0] u"}, {20, 4, "[0][0].paint[1] u"}, {24, 8, ""}, {32, 8, ""}, {40, 1, "[0][0].on u"},
		{4*48 + 40, 1, "[1][1].on u"}, {6 * 48, 1, ""},
	} {
		path, signed, ok := p.Integer(of, c.off, c.size)
		got := path + map[bool]string{true: " s", false: " u"}[signed]
		if ok != (c.want != "") || ok && got != c.want {
			t.Errorf("bytes %d+%d: %q %t, want %q", c.off, c.size, got, ok, c.want)
		}
	}
	for name, want := range map[string]bool{"scalar": true, "gone": false, "text": false} {
		if path, _, ok := p.Integer(types[name], 0, 4); ok != want || path != "" {
			t.Errorf("%s: %q %t", name, path, ok)
		}
	}
}
