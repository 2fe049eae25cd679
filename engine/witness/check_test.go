package witness

import (
	"fmt"
	"testing"

	"github.com/assay-dev/assay/engine/op"
)

// checkCase is a program with one candidate, marked HERE, and two inputs:
// the first violates, the second does not.
type checkCase struct {
	name      string
	class     op.Class
	instr     string
	nth       int
	body      string // of main, after `int k = __VERIFIER_nondet_int();`
	decl      string
	bad, good int64
	tweak     func(*Target)
}

var checkCases = []checkCase{
	{name: "dangling heap", class: op.DanglingRead, instr: `^load i8\*`, bad: 1, good: 0, body: `
	char *p = malloc(4);
	if (k) free(p);
	return p != 0; /* HERE */`},
	{name: "dangling stack", class: op.DanglingRead, instr: `^load i32\*`, bad: 1, good: 0,
		decl: `static int kept; static int *leak(int k) { int x = k; int *p = k ? &x : &kept; return p; }`, body: `
	int *p = leak(k);
	return p != 0; /* HERE */`},
	{name: "dangling scope", class: op.DanglingRead, instr: `^load i32\*`, bad: 1, good: 0, body: `
	int *p, y = 0;
	{ int x = k; p = k ? &x : &y; *p = 3; }
	return p != 0; /* HERE */`},
	{name: "dangling after realloc", class: op.DanglingRead, instr: `^load i8\*`, bad: 1, good: 0, body: `
	char *p = malloc(4), *q = p;
	if (k) q = realloc(p, 400);
	return p == q; /* HERE */`},
	{name: "foreign value", class: op.DanglingRead, instr: `^load i8\*`, bad: 1, good: 0, body: `
	char *p = k ? (char *)0x7000000000 : "text";
	return p != 0; /* HERE */`},
	{name: "dangling in icmp", class: op.DanglingRead, instr: `^icmp`, bad: 1, good: 0, body: `
	char *p = malloc(4);
	if (k) free(p);
	return p != 0; /* HERE */`},
	{name: "pointer order", class: op.PtrCompare, instr: `^icmp ult`, bad: 1, good: 0, body: `
	int a[4], b[4], *p = a, *q = k ? b + 1 : a + 4;
	return p < q; /* HERE */`},
	{name: "pointer difference", class: op.PtrDiff, instr: `^sub`, bad: 1, good: 0, body: `
	int a[4], *b = malloc(16), *p = a, *q = k ? b : a + 2;
	return (int)(q - p); /* HERE */`},
	{name: "pointer difference of globals", class: op.PtrDiff, instr: `^sub`, bad: 1, good: 0, decl: `int a[4], gap[9], b[4];`, body: `
	int *q = k ? b + 1 : a + 2;
	return (int)(q - a); /* HERE */`},
	{name: "sub-array index", class: op.IndexBound, instr: `^getelementptr .*x \[3 x i32\]\]|^getelementptr .*\[3 x i32\],`, bad: 3, good: 2, decl: `int a[2][3];`, body: `
	return a[0][k]; /* HERE */`},
	{name: "negative index", class: op.IndexBound, instr: `^getelementptr`, bad: -1, good: 0, decl: `struct { int x; int a[3]; } s;`, body: `
	return s.a[k]; /* HERE */`},
	{name: "low side only", class: op.IndexBound, instr: `^getelementptr`, bad: -1, good: 9, decl: `int a[3]; int pad[20];`, body: `
	return a[k]; /* HERE */`, tweak: func(t *Target) { t.Side = "low" }},
	{name: "operand of a matrix", class: op.IndexBound, instr: `^getelementptr .*\[3 x i32\],`, bad: 3, good: 2, decl: `int a[4][3];`, body: `
	return a[1][k]; /* HERE */`, tweak: func(t *Target) { t.Operand = 2 }},
	{name: "one past the end", class: op.IndexBound, instr: `^getelementptr`, bad: 4, good: 3, decl: `int a[3]; int *p;`, body: `
	p = &a[k]; /* HERE */`},
	{name: "uninitialised local", class: op.UninitRead, instr: `^load i32`, bad: 0, good: 1, body: `
	int x;
	if (k) x = 7;
	return x; /* HERE */`},
	{name: "uninitialised heap", class: op.UninitRead, instr: `^load i8,`, bad: 2, good: 1, body: `
	char *p = malloc(4);
	p[0] = p[1] = 1;
	return p[k]; /* HERE */`},
	{name: "uninitialised in the second visit", class: op.UninitRead, instr: `^load i32,`, nth: 2, bad: 2, good: 1, body: `
	int a[2], s = 0; a[0] = 5;
	for (int i = 0; i < k; i++)
		s = s + a[i]; /* HERE */
	return s;`},
	{name: "initialised by the library", class: op.UninitRead, instr: `^load i8,`, bad: 3, good: 1, body: `
	char buf[4];
	snprintf(buf, 3, "%d", 42);
	return buf[k]; /* HERE */`},
	{name: "signed downcast", class: op.Downcast, instr: `^trunc`, bad: 300, good: -100, body: `
	signed char c = k; /* HERE */
	return c;`, tweak: func(t *Target) { t.Signedness = "signed" }},
	{name: "unsigned downcast", class: op.Downcast, instr: `^trunc`, bad: -1, good: 255, body: `
	unsigned char c = k; /* HERE */
	return c;`, tweak: func(t *Target) { t.Signedness = "unsigned" }},
	{name: "downcast of unknown sign", class: op.Downcast, instr: `^trunc`, bad: 256, good: 200, body: `
	unsigned char c = k; /* HERE */
	return c;`},
	{name: "shift", class: op.ShiftRange, instr: `^shl`, bad: 32, good: 31, body: `
	return 1u << k; /* HERE */`},
	{name: "negative shift", class: op.ShiftRange, instr: `^ashr`, bad: -1, good: 0, body: `
	return k >> k; /* HERE */`},
	{name: "add", class: op.SignedOverflow, instr: `^add nsw`, bad: 2147483647, good: 2147483646, body: `
	return k + 1; /* HERE */`},
	{name: "negation", class: op.SignedOverflow, instr: `^sub nsw`, bad: -2147483648, good: 2147483647, body: `
	return -k; /* HERE */`},
	{name: "product", class: op.SignedOverflow, instr: `^mul nsw`, bad: 3037000500, good: -3037000499, body: `
	long x = __VERIFIER_nondet_long();
	return x * x != 0; /* HERE */`},
	{name: "left shift of a negative", class: op.SignedOverflow, instr: `^shl`, bad: -2147483648, good: 1, body: `
	return k << 1; /* HERE */`},
	{name: "unsigned product", class: op.Unsigned, instr: `^mul`, bad: 65536, good: 65535, body: `
	unsigned u = k;
	return u * u != 0; /* HERE */`},
	{name: "unsigned difference", class: op.Unsigned, instr: `^sub`, bad: 0, good: 1, body: `
	unsigned u = k;
	return u - 1 != 0; /* HERE */`},
	{name: "division by zero", class: op.DivByZero, instr: `^srem`, bad: 0, good: 1, body: `
	return 7 % k; /* HERE */`},
	{name: "INT_MIN / -1", class: op.DivOverflow, instr: `^sdiv`, bad: -2147483648, good: -2147483647, body: `
	volatile int m = -1;
	return k / m != 0; /* HERE */`},
	{name: "bool byte", class: op.BoolValue, instr: `^load i8,`, bad: 2, good: 1, body: `
	_Bool b; *(char *)&b = k;
	return b; /* HERE */`},
	{name: "float to int", class: op.FloatToInt, instr: `^fptosi`, bad: 3, good: 2, body: `
	double d = k * 1e9;
	return (int)d != 0; /* HERE */`},
	{name: "negative float to unsigned", class: op.FloatToInt, instr: `^fptoui`, bad: -1, good: 1, body: `
	float f = k;
	return (unsigned)f != 0; /* HERE */`},
	{name: "NaN", class: op.NaN, instr: `^fdiv`, bad: 0, good: 1, body: `
	double d = k;
	return d / d > 0; /* HERE */`},
	{name: "infinite", class: op.Infinite, instr: `^fdiv`, bad: 0, good: 1, body: `
	float d = k;
	return 1 / d > 0; /* HERE */`},
	{name: "overlap", class: op.Overlap, instr: `^call .*memcpy`, bad: 1, good: 2, body: `
	char b[8] = "abcdef";
	memcpy(b + k, b, 2); /* HERE */
	return b[0];`},
	{name: "overlap with itself", class: op.Overlap, instr: `^call .*memcpy`, bad: 0, good: 2, body: `
	char b[8] = "abcdef";
	memcpy(b + k, b, 2); /* HERE */
	return b[0];`},
	{name: "assignment to itself is none", class: op.Overlap, instr: `^call .*memcpy`, bad: 1, good: 0, body: `
	struct pair { long x[2]; } u[2] = {{{1, 2}}}, *p = u;
	struct pair *q = k ? (struct pair *)&u[0].x[1] : p;
	*q = *p; /* HERE */
	return u[0].x[0];`},
	{name: "text over itself", class: op.Overlap, instr: `^call .*strcpy`, bad: 4, good: 5, body: `
	char b[12] = "abcd";
	strcpy(b + k, b); /* HERE */
	return b[0];`},
	{name: "text behind itself", class: op.Overlap, instr: `^call .*strcat`, bad: 4, good: 5, body: `
	char b[12] = "abcd";
	strcat(b, b + k); /* HERE */
	return b[0];`},
	{name: "pointer arithmetic", class: op.PtrOverflow, instr: `^getelementptr`, bad: 5, good: 4, body: `
	int a[4], *p = a;
	p = p + k; /* HERE */
	return p != 0;`},
	{name: "access outside a heap block", class: op.OutOfBounds, instr: `^load i8,`, bad: 4, good: 3, body: `
	char *p = calloc(2, 2);
	return p[k]; /* HERE */`},
	{name: "access into another object", class: op.OutOfBounds, instr: `^store i32 1`, bad: 40, good: 3, body: `
	int a[4], b[100]; b[0] = 0;
	a[k] = 1; /* HERE */
	return b[0];`},
	{name: "access of a freed block", class: op.DeadAccess, instr: `^load i8,`, bad: 1, good: 0, body: `
	char *p = calloc(1, 4);
	if (k) free(p);
	return p[0]; /* HERE */`},
	{name: "access through null", class: op.NullAccess, instr: `^load i32,`, bad: 1, good: 0, decl: `struct s { int a, b; }; struct s g;`, body: `
	struct s *p = k ? 0 : &g;
	return p-> b; /* HERE */`},
	{name: "call of null", class: op.NullAccess, instr: `^call i32 %`, bad: 1, good: 0, decl: `int one(int a) { return a + 1; }`, body: `
	int (*f)(int) = k ? 0 : one;
	return f(1); /* HERE */`},
	{name: "variadic call of null", class: op.NullAccess, instr: `^call i32 \(`, bad: 1, good: 0, body: `
	int (*f)(const char *, ...) = k ? 0 : printf;
	return f("%d", 1); /* HERE */`},
	{name: "free twice", class: op.DoubleFree, instr: `^call .*@free`, bad: 1, good: 0, body: `
	char *p = malloc(1);
	if (k) free(p);
	free(p); /* HERE */`},
	{name: "free of the middle", class: op.BadFree, instr: `^call .*@free`, bad: 1, good: 0, body: `
	char *p = malloc(4);
	free(p + k); /* HERE */`},
	{name: "location", class: op.Reach, instr: `^call .*@puts|^call .*@printf`, bad: 42, good: 41, body: `
	if (k == 42)
		puts("there"); /* HERE */`},
	{name: "switch in front", class: op.Reach, instr: `^call .*@puts`, bad: 3, good: 2, body: `
	switch (k) {
	case 1: return 1;
	case 2: return 2;
	case 3:
		puts("there"); /* HERE */
	}`},
	{name: "assertion", class: op.Assert, instr: `^call .*@__assert_fail`, bad: 42, good: 41, body: `
	assert(k != 42); /* HERE */`},
}

func (c *checkCase) text() string {
	return fmt.Sprintf(`#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
%s
int main(void)
{
	int k = __VERIFIER_nondet_int();%s
	return 0;
}
`, c.decl, c.body)
}

// TestExplicitChecks gives each check of observers (b) and (c) a program
// with an input that violates and one that does not.
func TestExplicitChecks(t *testing.T) {
	for _, c := range checkCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := fixtureOf(t, c.text())
			line := f.lineOf("HERE")
			site, _ := f.site(line, c.instr, c.nth)
			for _, v := range []int64{c.bad, c.good} {
				w := f.witness(c.class, line, site)
				if c.tweak != nil {
					c.tweak(&w.Target)
				}
				for _, key := range []string{"__VERIFIER_nondet_int", "__VERIFIER_nondet_long"} {
					w.Inputs.Feeds = append(w.Inputs.Feeds, Feed{Key: key, Value: IntValue(v)})
				}
				o := f.checkOnly(w)
				want := NotReproduced
				if v == c.bad {
					want = Confirmed
				}
				if o.Status != want {
					t.Errorf("input %d: want %s, got %s%s", v, want, Describe(o), o.Log)
				}
			}
		})
	}
}

// TestEveryCheckIsTested keeps the table of checks and its tests together.
func TestEveryCheckIsTested(t *testing.T) {
	tested := map[op.Class]bool{
		op.NoReturn:      true, // the same function as Reach's
		op.ForeignAccess: true, // TestForeignAccess
	}
	for _, c := range checkCases {
		tested[c.class] = true
	}
	for c := op.Class(0); c < op.NumClasses; c++ {
		if (checkOf[c] != nil) != tested[c] {
			t.Errorf("class %s: check %v, tested %v", c, checkOf[c] != nil, tested[c])
		}
	}
}
