package acsl

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The predicates are ones that Frama-C 25 wrote.
func TestParse(t *testing.T) {
	tests := []struct{ in, want string }{
		{`signed_overflow: bytes + 1 ≤ 2147483647`, `((bytes + 1) <= 2147483647)`},
		{`assert index_bound: i < 10;`, `(i < 10)`},
		{`-2147483648 ≤ t->y * 12`, `((-2147483648) <= (t->y * 12))`},
		{`signed_overflow: (int)*(p + 0) << 24 ≤ 2147483647`, `(((int)(*(p + 0)) << 24) <= 2147483647)`},
		{`shift: 0 ≤ (int)(32 - k) < 32`, `(0 <= (int)(32 - k) < 32)`},
		{`initialization: \initialized(&(*pp)->prio)`, `\initialized((&(*pp)->prio))`},
		{`dangling_pointer: ¬\dangling(&j->next)`, `(!\dangling((&j->next)))`},
		{`!\dangling{Here}(&j->next)`, `(!\dangling{Here}((&j->next)))`},
		{`(long)months ≢ 0`, `((long)(months) != 0)`},
		{`\base_addr(p) ≡ \base_addr(q)`, `(\base_addr(p) == \base_addr(q))`},
		{`\pointer_comparable((void *)p, (void *)q)`, `\pointer_comparable((void *)(p), (void *)(q))`},
		{`b ≡ 0 ∨ b ≡ 1`, `((b == 0) || (b == 1))`},
		{`b == 0 || b == 1`, `((b == 0) || (b == 1))`},
		{`\is_finite(\div_double(a, b))`, `\is_finite(\div_double(a, b))`},
		{`room_string: \valid(dest + (0 .. strlen(src)))`, `\valid((dest + (0 .. strlen(src))))`},
		{`\separated(s1 + (0 ..), s2 + (..))`, `\separated((s1 + (0 ..)), (s2 + (..)))`},
		{`-2147483649 < d`, `((-2147483649) < d)`},
		{`x < 1.5e+3 ∧ y > .5`, `((x < 1.5e+3) && (y > .5))`},
		{`a ≡ b ⇒ c ≢ d ⇒ e`, `((a == b) ==> ((c != d) ==> e))`},
		{`∀ int i; 0 ≤ i < n ⇒ \valid(a + i)`, `(\forall int i; ((0 <= i < n) ==> \valid((a + i))))`},
		{`\at(x,L) == \old(x)`, `(\at(x, L) == \old(x))`},
		{`(size_t)n * (x) - 1 < 'a'`, `((((size_t)(n) * x) - 1) < 'a')`},
		{`(u8)(x - 1) < 4`, `((u8)(x - 1) < 4)`},
		{`(t)*p < (t) * p`, `((t)(*p) < (t * p))`},
		{`(struct job *)((char *)p + 4) ≢ \null`, `((struct job *)((char *)(p) + 4) != \null)`},
		{`((int (*)(int))f) ≢ \null`, `((int ( * ) ( int ))(f) != \null)`},
		{`sizeof(struct job) ≤ 24`, `(sizeof(struct job) <= 24)`},
		{`out[i].v < 4`, `(out[i].v < 4)`},
		{`a[i][j + 1]->f[~x & 7] ≥ 0x10U`, `(a[i][(j + 1)]->f[((~x) & 7)] >= 0x10U)`},
		{`c ? x : y`, `(c ? x : y)`},
		{`\result ∈ &t[0 .. 15]`, `(\result \in (&t[(0 .. 15)]))`},
		{"signed_overflow:\n  -2147483648 ≤\n  (int)(b->y - a->y) * 12;", `((-2147483648) <= ((int)(b->y - a->y) * 12))`},
	}
	for _, tt := range tests {
		a, err := Parse(tt.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.in, err)
			continue
		}
		if got := a.Pred.String(); got != tt.want {
			t.Errorf("Parse(%q)\n got %s\nwant %s", tt.in, got, tt.want)
		}
	}
}

func TestParseNames(t *testing.T) {
	a, err := Parse("requires room: strings: \\valid(p);")
	if err != nil {
		t.Fatal(err)
	}
	if a.Clause != "requires" || cmp.Diff(a.Names, []string{"room", "strings"}) != "" {
		t.Errorf("clause %q, names %q", a.Clause, a.Names)
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		in   string
		want int64
	}{{"42", 42}, {"0x1fU", 31}, {"010", 8}, {"12ul", 12}, {`'a'`, 97}, {`'\n'`, 10}, {`'\0'`, 0}, {`'\377'`, -1}}
	for _, tt := range tests {
		a, err := Parse(tt.in)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.in, err)
			continue
		}
		n, ok := a.Pred.(*Number)
		if !ok || n.Val == nil || n.Val.Int64() != tt.want {
			t.Errorf("Parse(%q) = %#v, want %d", tt.in, a.Pred, tt.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", "ends too early"},
		{"x +", "ends too early"},
		{"x + )", `column 5: unexpected ")"`},
		{"(x", `")" expected at the end`},
		{"a b", `unexpected "b"`},
		{"p->3", "a member name expected"},
		{`"abc`, "unterminated literal"},
		{`\ x`, "a backslash without a name"},
		{"x # y", `unexpected character '#'`},
		{`\valid{Here} x`, `expected after the labels`},
		{`sizeof(int`, `expected after sizeof`},
		{`\forall int i`, `expected after the variables`},
		{strings.Repeat("(", 10000), "nested too deeply"},
		{strings.Repeat("a==>", 10000) + "a", "nested too deeply"},
		{strings.Repeat("-", 10000) + "a", "nested too deeply"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.in)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Parse(%.20q) = %v, want an error with %q", tt.in, err, tt.want)
		}
	}
}

func TestStripCasts(t *testing.T) {
	a, err := Parse("(long)(int)(x - 1)")
	if err != nil {
		t.Fatal(err)
	}
	if got := StripCasts(a.Pred).String(); got != "(x - 1)" {
		t.Errorf("got %s", got)
	}
}

// FuzzParse checks that no input crashes the parser and that what it prints
// is read back as the same expression.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`signed_overflow: (int)*(p + 0) << 24 ≤ 2147483647`, `¬\dangling(&p)`,
		`b ≡ 0 ∨ b ≡ 1`, `\valid(dest + (0 .. strlen(src)))`, `∀ int i; 0 ≤ i < n ⇒ \valid(a + i)`,
		`((int (*)(int))f) ≢ \null`, `sizeof(int [4]) < 'a'`, `a ? b : c`, `assert x: y: (t)*p;`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, err := Parse(s)
		if err != nil {
			return
		}
		printed := a.Pred.String()
		b, err := Parse(printed)
		if err != nil {
			if strings.Contains(err.Error(), "nested too deeply") {
				return // printing adds parentheses, each is a level
			}
			t.Fatalf("%q was read, but not its own text %q: %v", s, printed, err)
		}
		if again := b.Pred.String(); again != printed {
			t.Fatalf("%q prints as %q, then as %q", s, printed, again)
		}
	})
}
