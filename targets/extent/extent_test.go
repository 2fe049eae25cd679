package extent

import (
	"strings"
	"testing"
)

// TestParse: each row has a line and below it, under a token, what owns the token: its text,
// and where clang places it.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		line, at string // at: a caret under a token
		want     string
		placed   string // of a caret in a third line
	}{
		{"y = a[i] + p->n;", "     ^", "a[i]", "    ^"},
		{"y = a[i] + p->n;", "            ^", "p->n", "              ^"},
		{"y = a[i] + p->n;", "         ^", "a[i] + p->n", "         ^"},
		{"y = a[i] + p->n;", "  ^", "y = a[i] + p->n", "  ^"},
		{"int r = *q + deref(give(p));", "        ^", "*q", "        ^"},
		{"int r = *q + deref(give(p));", "                   ^", "give", "                   ^"},
		{"int r = *q + deref(give(p));", "                       ^", "give(p)", "                   ^"},
		{"r = t->q[0] + f(x).q[1];", "        ^", "t->q[0]", "    ^"},
		{"r = t->q[0] + f(x).q[1];", "                    ^", "f(x).q[1]", "              ^"},
		{"a * b + c", "  ^", "a * b", "  ^"},
		{"a - b - c", "      ^", "a - b - c", "      ^"},
		{"x = y = z", "  ^", "x = y = z", "  ^"},
		{"if (p->v > 3 && !q) return a[b[i]];", "     ^", "p->v", "       ^"},
		{"if (p->v > 3 && !q) return a[b[i]];", "                            ^", "a[b[i]]", "                           ^"},
		{"if (p->v > 3 && !q) return a[b[i]];", "                              ^", "b[i]", "                             ^"},
		{"free(p); free(q);", "             ^", "free(q)", "         ^"},
		{"c ? a / b : a % b", "              ^", "a % b", "              ^"},
		{"(char)x + (y) * 2", "^", "(char)x", "^"},
		{"f(x, \"a)b\", 'c')[1]++", "                ^", "f(x, \"a)b\", 'c')[1]", "^"},
		{"n += sizeof(int[3]) + sizeof x", "                      ^", "sizeof x", "                      ^"},
		{"a /* [ */ [0] = 1; // b[1]", "          ^", "a /* [ */ [0]", "^"},
		{"((a", "  ^", "a", "  ^"},
		{"x = 1e-5 + 0x1e-5;", "         ^", "1e-5 + 0x1e", "         ^"},
	} {
		l := Parse(c.line)
		n := l.Owner(strings.IndexByte(c.at, '^') + 1)
		if n == nil {
			t.Errorf("%s: nothing at %q", c.line, c.at)
			continue
		}
		if got := c.line[n.From-1 : n.To-1]; got != c.want {
			t.Errorf("%s: %q is there, want %q", c.line, got, c.want)
		}
		if at := strings.IndexByte(c.placed, '^') + 1; n.At != at {
			t.Errorf("%s: %q is placed at %d, want %d", c.line, c.want, n.At, at)
		}
	}
}

// TestSpanning: an expression is found by its text.
func TestSpanning(t *testing.T) {
	const line = "y = a / c + (m + 1) * 2;"
	for _, want := range []string{"a / c", "(m + 1)", "m + 1", "(m + 1) * 2", "a / c + (m + 1) * 2", "c"} {
		from := strings.Index(line, want) + 1
		if n := Parse(line).Spanning(from, from+len(want)); n == nil {
			t.Errorf("%q is no expression", want)
		}
	}
	if n := Parse(line).Spanning(7, 14); n != nil {
		t.Errorf("%q is one", line[n.From-1:n.To-1])
	}
}

// FuzzParse: any text is read to its end, and an expression holds its operands.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"a[i", "((((((((", "f(,);", "* * & x ? : ?", "\"", "/*", "x.y->z++--", "sizeof", "a ? b : c ? d : e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l := Parse(s)
		l.each(func(n *Node) {
			for _, k := range n.Kids {
				if k.From < n.From || k.To > n.To || k.Parent != n {
					t.Errorf("%q: %+v is not in %+v", s, k, n)
				}
			}
			if n.From < 1 || n.To > len(s)+1 || n.To <= n.From {
				t.Errorf("%q: %+v", s, n)
			}
		})
	})
}
