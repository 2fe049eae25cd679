package svcomp

import (
	"fmt"
	"strings"
	"testing"
)

// where finds the place of a mark in a text: the character behind it, with the
// mark taken out.
func where(text, mark string) (line, column int) {
	before, _, _ := strings.Cut(text, mark)
	for i := range before {
		if before[i] == '\n' {
			line, column = line+1, 0
		} else {
			column++
		}
	}
	return line + 1, column + 1
}

// TestStatement: ‹ marks where the compiler sees the call, › what is asked for.
func TestStatement(t *testing.T) {
	for _, text := range []string{
		"int main(void) { ›‹reach_error(); }",
		"void f(void)\n{\n\tERROR: {›‹reach_error();abort();}\n}",
		"void f(int x) { if (x) ›‹reach_error(); }",
		"void f(int x) { if (x) ; else ›‹reach_error(); }",
		"void f(int x) { if (g(x)) ›(void)‹reach_error(); }",
		"void f(int x) { ›x = g(1, ‹reach_error()); }",
		"int f(int x) { ›return ‹reach_error(); }",
		"int f(int x) { if (›‹reach_error()) return 1; }",
		"int f(int x) { while (›x && ‹reach_error()) return 1; }",
		"int f(int x) { for (x = 0; ›g(\")\") + ‹reach_error(); x++) ; }",
		"int f(int x) { again: ›‹reach_error(); }",
		"int f(int x) { switch (x) { case 'a': ›‹reach_error(); } }",
		"int f(int x) { ›x = x ? 1 : ‹reach_error(); }",
		"int f(int x) { ›(x > 1 /* ( */) || ‹reach_error(); // (\n}",
		"int f(int x) { do ›‹reach_error(); while (x); }",
		"#define E \\\n (\nint f(int x) { ›‹reach_error(); }",
	} {
		at := strings.ReplaceAll(text, "›", "")
		want := strings.ReplaceAll(text, "‹", "")
		line, column := where(at, "‹")
		plain := strings.ReplaceAll(at, "‹", "")
		s := NewSource("p.c", "/src/p.c", "/src", []byte(plain))
		got, ok := s.Statement("/src/p.c", line, column, "f", "reach_error")
		l, c := where(want, "›")
		if expected := (Place{"p.c", l, c, "f"}); !ok || got != expected {
			t.Errorf("%q: %v %t, want %v", text, got, ok, expected)
		}
	}
}

func TestClosing(t *testing.T) {
	const text = "int x = in(\n  g(1, ')'), 2 /* ) */\n), y = in ( ), z = IN;\n"
	s := NewSource("p.c", "/src/p.c", "/src", []byte(text))
	for _, c := range []struct {
		line, column int
		want         string
	}{
		{1, 9, "3:1 true"}, {3, 8, "3:13 true"}, {3, 20, "0:0 false"}, {1, 5, "0:0 false"}, {9, 9, "0:0 false"},
	} {
		p, ok := s.Closing("/src/p.c", c.line, c.column, "main", "in")
		if got := fmt.Sprintf("%d:%d %t", p.Line, p.Column, ok); got != c.want {
			t.Errorf("%d:%d: %s, want %s", c.line, c.column, got, c.want)
		}
	}
}

// TestMarkers: in a preprocessed file the compiler says places of the files that
// it was made from.
func TestMarkers(t *testing.T) {
	const text = `# 1 "dir/task.c"
# 1 "<built-in>" 1
# 1 "dir/task.c" 2
int in(void);
# 1 "/usr/include/x.h" 1 3
int f(void) { while (in()) ; }
# 4 "dir/task.c" 2

int main(void) {
  for (;;) in(); while (in()) ;
#line 20
  do in(); while (in());
# 20
  do in(); while (in());
}
`
	s := NewSource("task.i", "/src/task.i", "/src", []byte(text))
	for _, c := range []struct {
		file         string
		line, column int
		want         string
	}{
		{"/src/dir/task.c", 6, 3, "for 10:3 true"},
		{"/src/dir/task.c", 6, 18, "while 10:18 true"},
		{"/usr/include/x.h", 1, 15, "while 6:15 true"},
		{"/src/task.i", 10, 3, " 0:0 false"},
		{"/src/dir/task.c", 6, 4, " 0:0 false"},
		{"/src/dir/task.c", 20, 3, " 0:0 false"}, // there are two
	} {
		k, p, ok := s.Keyword(c.file, c.line, c.column, "main")
		if got := fmt.Sprintf("%s %d:%d %t", k, p.Line, p.Column, ok); got != c.want {
			t.Errorf("%s:%d:%d: %s, want %s", c.file, c.line, c.column, got, c.want)
		}
	}
}

func TestBody(t *testing.T) {
	for text, want := range map[string]string{
		"do { x++; } while (x);":                "1:6 true",
		"do /* { */\n{ int y = x; } while (x);": "2:3 true",
		"do x++; while (x);":                    "0:0 false",
		"do { } while (x);":                     "0:0 false",
		"do { while (x) x--; } while (x);":      "0:0 false",
		"do { again: x++; } while (x);":         "0:0 false",
		"do { case 3: x++; } while (x);":        "0:0 false",
		"for (;;) { x++; }":                     "0:0 false",
	} {
		p, ok := NewSource("p.c", "/src/p.c", "/src", []byte(text)).Body("/src/p.c", 1, 1, "main")
		if got := fmt.Sprintf("%d:%d %t", p.Line, p.Column, ok); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
