package fold

import (
	"fmt"
	"strings"
	"testing"
)

const definitions = `enum color { RED, GREEN = 5, BLUE };
enum { TOP = 2147483647, BITS = sizeof(int) * 8 };
# 3 "file.c"
static const int zero = 0, two = 2; const unsigned many = 4294967295u;
void f(void) { const int hidden = 0; } void g(void) { const int hidden = 1; }
typedef unsigned long long u64; typedef u64 mask;
`

// operationsOf are the operations found in a text in which a to d are variables.
func operationsOf(text string) string {
	var all []string
	for _, o := range Operations(text, Names{
		Variable:  func(name string) bool { return len(name) == 1 && name >= "a" && name <= "d" },
		Constants: ConstantsOf(definitions), Long: 64,
	}) {
		if o.May &^= Narrowing; o.May != 0 {
			all = append(all, fmt.Sprintf("%s %s", o.Sign, mays(o.May)))
		}
	}
	return strings.Join(all, ", ")
}

func mays(f Fault) string {
	var all []string
	for i, name := range []string{"division", "overflow", "wrap", "amount", "left", "range", "narrowing"} {
		if f&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	return strings.Join(all, "|")
}

// TestOperations: operations on constants are found where C may not define them, however the
// constants are written.
func TestOperations(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"r = 1 / 0 + c / d;", "/ division"},
		{"r = 10 % (3 - 3);", "% division"},
		{"r = 60 / 5 + a / 0;", ""},
		{"r = 10 / zero; r = 10 / two;", "/ division"},
		{"r = 10 / RED; r = 10 / GREEN; r = 10 / (BLUE - 6);", "/ division, / division"},
		{"r = 10 / hidden;", "/ division"},
		{"r = 10 / SOMETHING;", "/ division"},
		{"r = (-2147483647 - 1) / -1;", "/ overflow"},
		{"n = sizeof a / sizeof(b); n = sizeof a / sizeof a[0];", ""},
		{"n = (int)sizeof a / (int)sizeof(a[0]);", ""},
		{"r = 1.0 / 0 + 1 / 2.5;", ""},
		{"r = 2147483647 + 1;", "+ overflow"},
		{"r = TOP + 1 - c;", "+ overflow"},
		{"r = -(-2147483647 - 1);", "- overflow"},
		{"r = 2147483647 * 4u; r = 1 + many;", "* wrap, + wrap"},
		{"r = 2147483648 + 1 + 'z' - 'a';", ""},
		{"r = 65536 * 65536 + 65536L * 65536;", "* overflow"},
		{"r = 0x7fffffff + 1; r = 0xffffffff - 1;", "+ overflow"},
		{"if (c) return TOP + two; else r = two * two;", "+ overflow"},
		{"r = c ? 1 : 2147483647 + 1;", "+ overflow"},
		{"r = 1 ? 4 / 2 : 4;", ""},
		{"r = 1 << 40;", "<< amount|left"},
		{"r = 1 << 31;", "<< left"},
		{"r = 1u << 31 | 1ull << 40 | (mask)1 << 40 | (u64)1 << 63;", ""},
		{"r = 1 << -1;", "<< amount|left"},
		{"r = -1 << 2;", "<< left"},
		{"r = 1 << (int)BITS - 28;", "- overflow, << amount|left"},
		{"r = (other)1 << 40;", "<< amount|left"},
		{"r = (int)1e20; r = (int)1e3; r = (char)1e3;", "cast range, cast range"},
		{"r = (unsigned)-1.5;", "cast range"},
		{"r = f(1 / 0, g[c - 2 / 0]);", "/ division, / division"},
		{"r = ({ int x = 4 / 0; x; });", "/ division"},
		{"p = (T *)0; T *q = &a; r = f((T *)c, (T)c) - 1;", ""},
		{"T *p, *q; f(U *r);", ""},
		{"int x[10 / 2], *p = &a; unsigned y = 3 * 4;", ""},
		{"a /= 0; a += 1; a++; b = -c * d;", ""},
		{"struct s t = { .x = 1 / 0, [2] = 3 };", "/ division"},
		{`puts("1 / 0"); /* 1 / 0 */ c = '/'; // 1 / 0`, ""},
	} {
		if got := operationsOf(c.text); got != c.want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", c.text, got, c.want)
		}
	}
}

// TestMacros: where macros are not expanded, a name that is none of the program's may hide an
// operation.
func TestMacros(t *testing.T) {
	for text, want := range map[string]string{
		"r = c / d;": "", "r = a(1) + b.x + c->y + GREEN + (mask)a + (int)b;": "", "r = c + LIMIT;": "LIMIT", "r = BAD(c) + c / d;": "BAD", "T *p = &a;": "",
	} {
		var found []string
		for _, o := range Operations(text, Names{
			Variable:  func(name string) bool { return len(name) == 1 && name >= "a" && name <= "d" },
			Constants: ConstantsOf(definitions), Long: 64, Known: func(name string) bool { return len(name) == 1 },
		}) {
			found = append(found, o.Sign)
		}
		if got := strings.Join(found, " "); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestNarrowings: conversions that lose value, and numbers that may be converted.
func TestNarrowings(t *testing.T) {
	for text, want := range map[string]int{
		"x = (char)300;": 2, "x = (char)c + 100;": 0, "c = 300;": 1, "x = (unsigned char)('a' + 1);": 0, "x = (signed char)(100 * 2);": 1,
	} {
		n := 0
		for _, o := range Operations(text, Names{Variable: func(name string) bool { return true }, Long: 64}) {
			if o.May&Narrowing != 0 {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d, want %d", text, n, want)
		}
	}
}

// FuzzOperations: no text makes the reader fail.
func FuzzOperations(f *testing.F) {
	f.Add("r = 1 / 0 + (int)1e20 << sizeof(x);", definitions)
	f.Add("((T *)a)[1 ? 2", "enum { A = B, B = A")
	f.Add("0x1p+3 .5e- 'ab' \"", "typedef a b; typedef b a;")
	f.Fuzz(func(t *testing.T, text, constants string) {
		Operations(text, Names{Variable: func(name string) bool { return name == "c" }, Constants: ConstantsOf(constants), Long: 32})
	})
}
