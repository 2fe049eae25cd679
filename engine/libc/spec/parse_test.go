package spec

import (
	"errors"
	"regexp"
	"strings"
	"testing"
)

const (
	mistakeHead = "header x.h\ntype struct s 8 4\ntype struct nothing\ntype struct m { char *p; int n; }\ntypedef long t\n"

	f = "int f(char *p, const char *q, int n, void (*g)(int), struct nothing *s, double x, ...)\n"
)

// mistakes are files behind mistakeHead, and what is told of the first mistake.
var mistakes = []struct{ text, want, remedy string }{
	{"int f(int a)\n", "f: no result", "result any"},
	{f + " result any\n exits\n", "a clause by which no call returns", "leave one out"},
	{f + " result any\n noreturn\n", "a clause by which no call returns", "leave one out"},
	{f + " result any\n result 0\n", "two clauses `result`", "remove one"},
	{"void f(void)\n result 0\n", "f returns nothing", "leave the clause out"},
	{f + " result any\n errno kept\n errno if n\n", "`errno kept` and another", "leave one out"},
	{f + " result any\n errno any\n errno to 4\n", "`errno any` and another", "leave one out"},
	{f + " result any\n errno\n", "says nothing of errno", "errno kept"},
	{f + " result 0 or 1\n fails malloc\n", "no result tells the failure", "-1 or null"},
	{f + " result -1\n fails malloc\n", "no result tells the failure", "-1 or null"},
	{f + " result any\nint f(int a)\n result any\n", "f is specified already, at x.spec:6", "remove one"},
	{f + " wipes p\n", "unknown clause `wipes`", "any P N"},
	{f + " text r\n", "f has no parameter `r`", "names of its prototype"},
	{f + " text n\n", "`n` is no pointer", "a pointer"},
	{f + " any q 4\n", "`q` points to const, and is written", "reads"},
	{f + " set q 4\n", "`q` points to const, and is written", "const away"},
	{f + " result any\n set s->a 4\n", "`s` points to no object with known members", "declare its members"},
	{"int f(struct m *p)\n result any\n set p->q 4\n", "`struct m` has no member `q`", "a member of its type"},
	{"int f(const struct m *p)\n result any\n set p->n 4\n", "`p->n` points to const", "const away"},
	{"int f(struct m *p)\n result any\n any p->n 4\n", "`p->n` is no pointer", "a pointer"},
	{"char *f(int n)\n result new 4 as x\n", "only static storage can be shared", "is new"},
	{"char *f(int n)\n result static 4 as x\nchar *g(int n)\n result static 5 as x\n", "the storage `x` is described in another way", "the same"},
	{f + " reads g 4\n", "`g` is a function", "calls g"},
	{f + " wide p\n", "`p` does not point to wide characters", "say `text`"},
	{f + " text-into p\n", "`max` expected", "max N"},
	{f + " errno? kept\n", "no form for null", "without the question mark"},
	{f + " reads p sizeof(struct nothing)\n", "the size of `struct nothing` is not known", "SIZE64"},
	{f + " reads p sizeof(struct new)\n", "unknown type `struct new`", "type struct new SIZE64 SIZE32"},
	{f + " reads p n +\n", "an expression is expected before the end", "parameters"},
	{f + " reads p (n\n", "`)` expected", "close the parenthesis"},
	{f + " reads p q\n", "an address is no size", "bytes"},
	{f + " reads p n / 0\n", "could divide by zero", "other than 0"},
	{f + " reads p n << n\n", "could shift too far", "below 63"},
	{f + " reads p x\n", "`x` is no integer", "integers"},
	{f + " reads p p + 1\n", "cannot have these operands", "null"},
	{f + " reads p *n\n", "`n` is no pointer", "a pointer"},
	{f + " reads p *s\n", "`*s` is no number", "numbers"},
	{f + " reads p result\n", "`result` is not known yet", "before"},
	{f + " reads p 4 4\n", "`4` is too much", "reads P N"},
	{f + " reads p 4x\n", "`4x` is no number", "decimal"},
	{f + " reads p 4 if p\n", "an address is no condition", "null"},
	{f + " reads p min(p, 1)\n", "`min` of an address", "numbers"},
	{f + " reads p -p\n", "an address is no number", "null"},
	{f + " result 5..1\n", "nothing lies in 5..1", "smaller number first"},
	{f + " result null\n", "this is an address, and the value is none", "A..B"},
	{f + " result p\n", "this is an address, and the value is none", "A..B"},
	{"unsigned f(int n)\n result -1..n\n", "the range begins at -1", "-1 or 0..N"},
	{f + " result any if p\n", "an address is no condition", "null"},
	{f + " result any\n fails malloc if n\n", "`fails` under a condition", "without `if`"},
	{"double f(int n)\n result 0\n", "only `any`", "any"},
	{"char *f(int n)\n result descriptor\n", "the value is no integer", "int"},
	{"char *f(int n)\n result n\n", "a number is no address", "alternative"},
	{"char *f(int n)\n result static n\n", "the size of static storage", "a number or a type"},
	{"char *f(int n)\n result static struct nothing\n", "the size of `struct nothing` is not known", "SIZE64"},
	{"char *f(int n)\n result static struct s { p: text }\n", "the members of this object are not known", "declare its members"},
	{"char *f(int n)\n result static struct m { n: text }\n", "`n` is no pointer of `struct m`", "pointers among"},
	{"char *f(int n)\n result static struct m { p: words }\n", "`words` does not say", "texts"},
	{"char *f(int n)\n result static struct m { p: text\n", "`}` expected", "close the braces"},
	{f + " result any\n argument char c\n", "cannot be of type `char`", "int"},
	{f + " result any\n argument int n\n", "cannot be named `n`", "of its own"},
	{"int f(int n)\n result any\n argument int m\n", "f has no variable arguments", "`...`"},
	{"int f(int n)\n result any\n texts ...\n", "f has no variable arguments", "parameter"},
	{f + " result any\n variable int\n", "no variable is named ``", "variable TYPE NAME"},
	{f + " result any\n changes weather\n", "unknown state `weather`", "environment"},
	{f + " stops why\n", "a reason is missing", "in quotes"},
	{f + " stops \"why\n", "a text does not end", "close the quotes"},
	{f + " like g\n", "no function `g`", "specify it above"},
	{f + " result any\nint h(int n)\n like f\n", "h has no parameter `p` as f has", "same names"},
	{f + " result any $\n", "the character '$'", "#"},
	{" result any\n", "a clause stands below no function", "without blanks"},
	{"int f(int)\n result any\n", "parameter 1 of f has no name", "name every parameter"},
	{"int f(int a, int a)\n result any\n", "two parameters are named `a`", "rename"},
	{"int f(int result)\n result any\n", "`result` is a word of the format", "rename"},
	{"int f(what a)\n result any\n", "unknown type `what`", "typedef C-TYPE what"},
	{"int f(struct s a)\n result any\n", "`struct s` is passed by value", "members"},
	{"struct s f(int a)\n result any\n", "`struct s` is returned by value", "members"},
	{"long char f(int a)\n result any\n", "is no type", "prototype"},
	{"int f\n", "this declares no function", "prototype"},
	{"int f(int a))\n", "`)` is too much", "prototype"},
	{"int " + strings.Repeat("(*", 40) + "f\n", "nested too deeply", "prototype"},
	{"type struct s 8 8\n", "the type `struct s` is declared already", "remove one"},
	{"type int 8 8\n", "the type `int` is declared already", "remove one"},
	{"type struct z 8\n", "the size with 32-bit pointers is missing", "32-bit"},
	{"type struct z { }\n", "there are no members", "members"},
	{"type struct z { int a; int a; }\n", "no name of its own", "members"},
	{"type struct z { struct nothing a; }\n", "cannot be of this type", "members"},
	{"type struct z { char a[]; }\n", "an array without a length", "number"},
	{"typedef void f(int)\n", "a type of functions", "where it is used"},
	{"header y.h\n", "two headers", "one file per header"},
}

// TestMistakes: each mistake is told with file, line, and what to do.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range mistakes {
		err := NewLibrary(nil).Add("x.spec", mistakeHead+c.text)
		if err == nil {
			t.Errorf("%q: no mistake, want %q", c.text, c.want)
			continue
		}
		first, _, _ := strings.Cut(err.Error(), "\n")
		var p *Problem
		if !errors.As(err, &p) || !strings.Contains(p.Text, c.want) || !strings.Contains(p.Remedy, c.remedy) {
			t.Errorf("%q: %q, want %q and %q", c.text, first, c.want, c.remedy)
		}
		if !regexp.MustCompile(`^x\.spec:\d+: `).MatchString(first) {
			t.Errorf("%q: %q has no place", c.text, first)
		}
	}
	if err := NewLibrary(nil).Add("x.spec", "int f(void)\n result 0\n"); err == nil || !strings.Contains(err.Error(), "no header is named") {
		t.Errorf("no header: %v", err)
	}
}

// TestPlaces: all mistakes of a file are told, each at its line.
func TestPlaces(t *testing.T) {
	t.Parallel()
	err := NewLibrary(nil).Add("x.spec", "header a.h # text\n\nint f(int n) # f\n  reads n 4\n  result any # all\nint g(what n)\n  result any\nint h(int n)\n")
	want := []string{"x.spec:4: `n` is no pointer", "x.spec:6: unknown type `what`", "x.spec:8: h: no result"}
	got := strings.Split(err.Error(), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d mistakes, want %d:\n%v", len(got), len(want), err)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

// FuzzAdd: whatever a file holds, it is read or its mistakes are told, and C is
// made of what was read.
func FuzzAdd(fuzz *testing.F) {
	for _, name := range DataNames() {
		text, err := data.ReadFile("data/" + name)
		if err != nil {
			fuzz.Fatal(err)
		}
		fuzz.Add(string(text))
	}
	fuzz.Add("header none\ntype m { char *p; }\nchar *f(char *p, int n, ...)\n argument long a if n > 3\n text-into p max min(n, a)\n result static m { p: text? } or p + 0..n\n")
	fuzz.Fuzz(func(t *testing.T, text string) {
		lib := NewLibrary(Own())
		err := lib.Add("x.spec", text)
		lines := strings.Count(text, "\n") + 1
		for _, e := range messages(err) {
			if !regexp.MustCompile(`^x\.spec:\d+: `).MatchString(e) {
				t.Errorf("a mistake without a place: %q", e)
			}
		}
		for _, fn := range lib.Files[0].Funcs {
			if fn.Line < 1 || fn.Line > lines {
				t.Errorf("%s stands at line %d of %d", fn.Name, fn.Line, lines)
			}
		}
		if err == nil && !strings.Contains(lib.C(), "model.h") {
			t.Error("no C")
		}
	})
}

func messages(err error) []string {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return nil
	}
	var out []string
	for _, e := range joined.Unwrap() {
		out = append(out, e.Error())
	}
	return out
}
