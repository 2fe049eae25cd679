package targets

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
)

const contractSource = `#include <assert.h>
#include <stdlib.h>
#include <string.h>
#define COPY(d, s, n) memcpy(d, s, n)
#define TWO(a, b) (strlen(a) + strlen(b))
char to[8], from[8];
size_t mine(const char *s) { return s[0]; }
void f(size_t n, char *p, char *q, int x)
{
    memcpy(to, p, n);
    memcpy(to, p, n); memcpy(q, from, n);
    strcpy(to, p);
    COPY(to, p, n);
    strcat(to, p);
    n += TWO(p, q);
    mine(p);
    memset(to, 0, n); n += strlen(p);
    free(p);
    n += strcmp(p, q) + atoi(p);
    assert(x != 3);
    assert(x != 3); assert(p == NULL); assert(x > 1 && q);
    int y = x; memset(to, 0, y);
    memset(to, 0, n); y += mine(p);
    memcpy(to, p, n); y += mine(p);
    free(strndup(p, n));
}
`

const anyMemory = "{null-access,foreign-access,dead-access,out-of-bounds,const-write}"

// sitesOrReason is the sites of an alarm, or why it has none.
func sitesOrReason(p *ir.Program, mp *Mapping) string {
	if mp.Target == nil {
		return mp.Unmapped.Reason
	}
	var sites []string
	for _, s := range mp.Target.Sites {
		sites = append(sites, siteText(p, s))
	}
	return strings.Join(sites, "; ")
}

// TestPreconditions checks what alarms about the contracts of library functions are
// taken to mean: the call of the function named, through the argument that the predicate
// names, and nothing where either is not understood.
func TestPreconditions(t *testing.T) {
	p := compileText(t, "p.c", contractSource)
	memory := anyMemory
	tests := []struct {
		rule, predicate, message string
		line                     int
		want                     string // sites, or a part of the reason
		settles                  Settles
	}{
		{rule: "precondition of memcpy", line: 10, predicate: "valid_dest: valid_or_empty(dest, n)", want: "10:5 memcpy arg 0 " + memory},
		{rule: "precondition of memcpy", line: 10, predicate: "valid_src: valid_read_or_empty(src, n)", want: "10:5 memcpy arg 1 " + memory},
		{rule: "precondition of memcpy", line: 10, predicate: `separation: \separated((char *)dest + (0 .. n - 1), (char *)src + (0 .. n - 1))`, want: "10:5 memcpy {overlap}"},
		{rule: "precondition of memcpy", line: 10, predicate: `\initialized((char *)src + (0 .. n - 1))`, want: "none that the library models check"},
		{rule: "precondition of memcpy", line: 10, predicate: `valid_or_empty(other, n)`, want: "memcpy() is not known to have a parameter other"},
		{rule: "precondition of memcpy", line: 10, predicate: `n ≤ `, want: "cannot be read"},
		{rule: "precondition of strlen", line: 10, predicate: "valid_string_s: valid_read_string(s)", want: "line 10 does not call strlen()"},
		{rule: "precondition of memcpy", line: 11, predicate: "valid_dest: valid_or_empty(dest, n)", want: "11:5 memcpy arg 0 " + memory + "; 11:23 memcpy arg 0 " + memory,
			settles: Settles{OnlyUnreachable: true}},
		{rule: "precondition of strcpy", line: 12, predicate: `room_string: \valid(dest + (0 .. strlen(src)))`, want: "12:5 call %call strcpy arg 0 " + memory},
		{rule: "precondition of strcpy", line: 12, predicate: "valid_string_src: valid_read_string(src)", want: "12:5 call %call strcpy arg 1 " + memory},
		{rule: "precondition of memcpy", line: 13, predicate: "valid_dest: valid_or_empty(dest, n)", want: "13:5 memcpy arg 0 " + memory},
		{rule: "precondition of strcat", line: 14, predicate: "valid_string_dest: valid_string(dest)", want: "14:5 call %call1 strcat arg 0 " + memory,
			settles: Settles{OnlyUnreachable: true}},
		{rule: "precondition of strlen", line: 15, predicate: "valid_string_s: valid_read_string(s)",
			want:    "15:10 call %call2 strlen arg 0 " + memory + "; 15:10 call %call3 strlen arg 0 " + memory,
			settles: Settles{OnlyUnreachable: true}},
		{rule: "precondition of mine", line: 16, predicate: `\valid_read(s)`, want: "the program defines mine() itself"},
		{rule: "precondition of free", line: 18, predicate: `freeable: p ≡ \null ∨ \freeable(p)`, want: "18:5 call free {dead-access,bad-free,double-free}"},
		{rule: "precondition of strcmp", line: 19, predicate: "valid_string_s1: valid_read_string(s1)", want: "19:10 call %call8 strcmp arg 0 " + memory,
			settles: Settles{OnlyReachable: true}}, // no model is there, which would tell
		{rule: "precondition of strndup", line: 25, predicate: "valid_string_s: valid_read_string(s)", want: "25:10 call %call37 strndup arg 0 " + memory,
			settles: Settles{OnlyReachable: true}}, // it reads n bytes at most
		{rule: "precondition of atoi", line: 19, predicate: `valid_nptr: \valid_read(nptr)`, want: "19:25 call %call9 atoi arg 0 " + memory},
		{rule: "precondition of atoi", line: 19, predicate: "valid_nptr: valid_read_string(nptr)", want: "19:25 call %call9 atoi arg 0 " + memory,
			settles: Settles{OnlyReachable: true}},
		{rule: "precondition of isalpha", line: 19, predicate: "0 ≤ c ≤ 255", want: "none that the library models check"},
		{rule: "precondition of __FC_assert", line: 20, predicate: "nonnull_c: (int)(x ≢ 3) ≢ 0", want: "20:5 call __assert_fail {assertion,reached}"},
		{rule: "precondition of __FC_assert", line: 21, predicate: "nonnull_c: (int)(x ≢ 3) ≢ 0", want: "21:5 call __assert_fail {assertion,reached}"},
		{rule: "precondition of __FC_assert", line: 21, predicate: `nonnull_c: (int)(p ≡ (char *)0) ≢ 0`, want: "21:21 call __assert_fail {assertion,reached}"},
		{rule: "precondition of __FC_assert", line: 21, predicate: "nonnull_c: tmp ≢ 0",
			want:    "21:5 call __assert_fail {assertion,reached}; 21:21 call __assert_fail {assertion,reached}; 21:40 call __assert_fail {assertion,reached}",
			settles: Settles{OnlyUnreachable: true}},
		{rule: "precondition of __FC_assert", line: 22, predicate: "nonnull_c: (int)(x ≢ 3) ≢ 0", want: "no assertion"},
		{rule: "user-spec", line: 20, message: "specialization of nonnull_c at stmt 9.", want: "20:5 call __assert_fail {assertion,reached}"},
		{rule: "user-spec", line: 17, message: "specialization of valid_string_s at stmt 9.", want: "17:28 call %call6 strlen arg 0 " + memory},
		{rule: "user-spec", line: 17, message: "specialization of valid_s at stmt 9.", want: "17:5 memset arg 0 " + memory},
		{rule: "user-spec", line: 23, message: "specialization of valid_s at stmt 9.", want: "the program defines mine() itself"},
		{rule: "user-spec", line: 24, message: "specialization of valid_src at stmt 9.", want: "24:5 memcpy arg 1 " + memory},
		{rule: "user-spec", line: 24, message: "specialization of separation at stmt 9.", want: "the program defines mine() itself"},
		{rule: "user-spec", line: 10, message: "specialization of c_uchar at stmt 9.", want: "none that the library models check"},
		{rule: "user-spec", line: 20, message: "x_is_not_3.", want: "the condition of an ACSL annotation is not in the compiled program"},
		{rule: "user-spec", line: 20, predicate: "x ≢ 3", want: "the condition of an ACSL annotation is not in the compiled program"},
	}
	for _, tt := range tests {
		mp := New(p, Options{}).Map(Alarm{
			Tool: sarif.FramaC, RuleID: tt.rule, File: "p.c", Line: tt.line, Predicate: tt.predicate, Message: tt.message,
		})
		got := sitesOrReason(p, &mp)
		what := fmt.Sprintf("line %d, %s, %s%s", tt.line, tt.rule, tt.predicate, tt.message)
		if mp.Target != nil && got != tt.want || mp.Target == nil && !strings.Contains(got, tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", what, got, tt.want)
		}
		if mp.Settles.OnlyReachable != tt.settles.OnlyReachable || mp.Settles.OnlyUnreachable != tt.settles.OnlyUnreachable {
			t.Errorf("%s: settles %+v, want %+v", what, mp.Settles, tt.settles)
		}
	}
}

// TestPredicateOfNothing checks that an alarm whose predicate no instruction of the line
// can mean is not given to the others there.
func TestPredicateOfNothing(t *testing.T) {
	p := compileText(t, "o.c", `int f(int *p, int a, int b)
{
    return *p + a / b;
}
`)
	for _, a := range []Alarm{
		{RuleID: "mem_access", Predicate: `\valid_read(q)`},
		{RuleID: "division_by_zero", Predicate: "a ≢ 0"},
		{RuleID: "signed_overflow", Predicate: "a * b ≤ 2147483647"},
	} {
		a.Tool, a.File, a.Line = sarif.FramaC, "o.c", 3
		mp := New(p, Options{}).Map(a)
		if mp.Unmapped == nil || mp.Unmapped.Cause != NotUnderstood {
			t.Errorf("%s %s: got %+v", a.RuleID, a.Predicate, mp)
		}
	}
}

// TestPredicatesApart checks that alarms of one place with different predicates get
// targets of their own.
func TestPredicatesApart(t *testing.T) {
	p := compileText(t, "q.c", `int f(int *p, int *q, int i)
{
    static int t[4];
    return *p + *q + t[i];
}
`)
	m := New(p, Options{})
	seen := map[string]string{}
	for _, a := range []Alarm{
		{RuleID: "mem_access", Predicate: `\valid_read(p)`},
		{RuleID: "mem_access", Predicate: `\valid_read(q)`},
		{RuleID: "index_bound", Predicate: "0 ≤ i"},
		{RuleID: "index_bound", Predicate: "i < 4"},
		{RuleID: "signed_overflow", Predicate: "*p + *q ≤ 2147483647"},
		{RuleID: "signed_overflow", Predicate: "-2147483648 ≤ *p + *q"},
	} {
		a.Tool, a.File, a.Line = sarif.FramaC, "q.c", 4
		mp := m.Map(a)
		if mp.Target == nil || len(mp.Target.Sites) != 1 {
			t.Errorf("%s: got %+v", a.Predicate, mp)
			continue
		}
		site := fmt.Sprint(mp.Target.Sites)
		if other := seen[site]; other != "" {
			t.Errorf("%s has the target of %s", a.Predicate, other)
		}
		seen[site] = a.Predicate
	}
}

// TestWhichArgumentIsNotTold checks that an error which may be made through either of two
// arguments, since both point into one object, answers an alarm about neither.
func TestWhichArgumentIsNotTold(t *testing.T) {
	p := compileText(t, "w.c", `char *strcpy(char *, const char *);
extern int __VERIFIER_nondet_int(void);
static char block[4], other[4];
int main(void)
{
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 4)
        return 0;
    switch (__VERIFIER_nondet_int()) {
    case 1: strcpy(block, block + k); break;
    case 2: strcpy(block, other + k); break;
    }
    return 0;
}
`)
	tests := []struct {
		line      int
		predicate string
		want      engine.Status
	}{
		{10, "valid_read_string(src)", engine.Undecided},
		{10, `\valid(dest + (0 .. strlen(src)))`, engine.Undecided},
		{11, "valid_read_string(src)", engine.Reachable},
		{11, `\valid(dest + (0 .. strlen(src)))`, engine.Unreachable},
	}
	var list []engine.Target
	m := New(p, Options{})
	for _, tt := range tests {
		mp := m.Map(Alarm{Tool: sarif.FramaC, RuleID: "precondition of strcpy", File: "w.c", Line: tt.line, Predicate: tt.predicate})
		if mp.Target == nil {
			t.Fatalf("line %d: %v", tt.line, mp.Unmapped)
		}
		list = append(list, *mp.Target)
	}
	res, err := engine.Run(context.Background(), p, list, engine.Options{TimeoutPerTarget: 20 * time.Second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, tt := range tests {
		if v := res.Verdicts[i]; v.Status != tt.want {
			t.Errorf("line %d, %s: %s (%s), want %s", tt.line, tt.predicate, v.Status, v.Reason, tt.want)
		}
	}
}
