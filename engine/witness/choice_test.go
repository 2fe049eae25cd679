package witness

import (
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine/op"
)

// choiceCase is a program whose marked location only a choice opens.
type choiceCase struct {
	name, body, marker, instr string
	nth                       int
	choice                    Choice
	wrong                     Value
}

var choiceCases = []choiceCase{
	{"out-of-range shift", `int r = 1 << k; /* CHOICE */ if (r == 77) never = 1; /* HERE */`, "CHOICE", `^shl`, 0,
		Choice{Kind: ChoiceShift, Value: IntValue(77)}, IntValue(78)},
	{"float to int", `int r = (int)(k * 1e9); /* CHOICE */ if (r == 5) never = 1; /* HERE */`, "CHOICE", `^fptosi`, 0,
		Choice{Kind: ChoiceFloatToInt, Value: IntValue(5)}, IntValue(6)},
	{"shifts in range do not count", `int r = 0; for (int i = 0; i < 4; i++)
		r = 1 << (i == 1 ? 3 : k); /* CHOICE */ if (r == 77) never = 1; /* HERE */`, "CHOICE", `^shl`, 0,
		Choice{Kind: ChoiceShift, Occurrence: 2, Value: IntValue(77)}, IntValue(78)},
	{"conversions in range do not count", `unsigned char r = 0; for (int i = 0; i < 4; i++)
		r = (unsigned char)(i == 1 ? 3.f : i == 2 ? __builtin_nanf("") : k * -1e9f); /* CHOICE */ if (r == 5) never = 1; /* HERE */`, "CHOICE", `^fptoui`, 0,
		Choice{Kind: ChoiceFloatToInt, Occurrence: 2, Value: IntValue(5)}, IntValue(6)},
	{"bool", `_Bool b[3]; b[0] = 1; b[1] = 0; ((char *)b)[2] = 6; int n = 0;
		for (int i = 0; i < 3; i++) n += b[i]; /* CHOICE */
		if (n == 2) never = 1; /* HERE */`, "CHOICE", `^load i8`, 0,
		Choice{Kind: ChoiceBool, Value: IntValue(1)}, IntValue(0)},
	{"float", `float d = sqrtf(k); /* CHOICE */ if (d == 2.5f) never = 1; /* HERE */`, "CHOICE", `^call .*sqrtf`, 0,
		Choice{Kind: ChoiceCall, Value: Value{Int: "0x40200000"}}, IntValue(0)},
	{"volatile", `volatile long v = 0; for (int i = 0; i < 3; i++)
		if (v == -9 && i == 2) /* CHOICE */
			never = 1; /* HERE */`, "CHOICE", `^load volatile i64`, 0,
		Choice{Kind: ChoiceVolatile, Occurrence: 2, Value: IntValue(-9)}, IntValue(0)},
	{"call", `if (getenv("NO") == (char *)64) /* CHOICE */
			never = 1; /* HERE */`, "CHOICE", `^call .*getenv`, 0,
		Choice{Kind: ChoiceCall, Value: IntValue(64)}, IntValue(65)},
	{"double", `double d = sqrt(k); /* CHOICE */ if (d == 2.5) never = 1; /* HERE */`, "CHOICE", `^call .*sqrt`, 0,
		Choice{Kind: ChoiceCall, Value: Value{Int: "0x4004000000000000"}}, IntValue(0)},
	{"unwritten local", `for (int i = 0; i < 2; i++) {
		int x; /* CHOICE */
		if (x == 42 && i == 1) never = 1; /* HERE */ }`, "", `^alloca i32`, 3,
		Choice{Kind: ChoiceUninit, Occurrence: 1, Value: IntValue(42)}, IntValue(0)},
	{"unwritten heap byte", `char *a = malloc(1), *b = malloc(3); if (b[2] == 'x') never = 1; /* HERE */`, "", "", 0,
		Choice{Kind: ChoiceUninit, Occurrence: 1, Offset: 2, Value: BytesValue([]byte("x"))}, BytesValue([]byte("y"))},
}

// TestChoices: a location that only a free choice opens is seen with the
// choice fed, and reported as depending on it.
func TestChoices(t *testing.T) {
	for _, c := range choiceCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := fixtureOf(t, `
#include <math.h>
#include <stdlib.h>
int never; extern int __VERIFIER_nondet_int(void);
int main(void) { int k = __VERIFIER_nondet_int();
	`+c.body+`
	return 0; }`)
			line := f.lineOf("HERE")
			site, _ := f.site(line, `^store i32 1, i32\* @never`, 0)
			w := f.witness(op.Reach, line, site)
			w.Inputs.Feeds = feed("__VERIFIER_nondet_int", 40)
			f.want(w, NotReproduced)
			choice := c.choice
			choice.At = "test.c:6"
			switch {
			case c.marker != "":
				choice.Site, _ = f.site(f.lineOf(c.marker), c.instr, c.nth)
			case c.instr != "":
				choice.Site = f.localNamed("x")
			}
			w.Choices = []Choice{choice}
			o := f.want(w, Depends)
			if !o.Observed || len(o.DependsOn) != 1 || !strings.Contains(Describe(o), "depends on "+choice.Kind) {
				t.Errorf("depends on %v", o.DependsOn)
			}
			w.Choices[0].Value = c.wrong
			f.want(w, NotReproduced)
		})
	}
}

// localNamed finds the alloca that a dbg.declare names.
func (f *fixture) localNamed(name string) *Site {
	f.t.Helper()
	for _, line := range f.mod.lines {
		id, rest, ok := strings.Cut(line, " = !DILocalVariable(name: \""+name+"\"")
		if !ok || rest == "" {
			continue
		}
		for _, fn := range f.mod.order {
			for _, in := range fn.blocks {
				for _, d := range in.instrs {
					if _, args, found := strings.Cut(d.rest, "@llvm.dbg.declare(metadata i32* "); found && strings.Contains(d.rest, "metadata "+id+",") {
						a := fn.results[args[:nameEnd(args)]]
						return &Site{Function: fn.name, Block: a.block, Instr: a.index}
					}
				}
			}
		}
	}
	f.t.Fatalf("no local %s", name)
	return nil
}

// TestUnfeedableChoice: a path that needs a choice that no build can be told is
// not called a defect when it does not replay.
func TestUnfeedableChoice(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, "int a, b, never;\nint main(void) {\n\tif (&a > &b == 7) never = 1; /* HERE */\n}\n")
	line := f.lineOf("HERE")
	site, _ := f.site(line, `^store`, 0)
	w := f.witness(op.Reach, line, site)
	for _, c := range []Choice{
		{Kind: ChoiceAddressOrder, At: "test.c:3"},
		{Kind: ChoiceUninit, Value: BytesValue([]byte{7}), Variable: "a", Unfed: true, At: "test.c:3"},
	} {
		w.Choices = []Choice{c}
		if o := f.want(w, NotObservable); !strings.Contains(o.What, c.Kind) {
			t.Errorf("what: %s", o.What)
		}
	}
}

// TestHavoc: an undefined function answers from the witness, and a failure
// behind its call depends on it.
func TestHavoc(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, `
extern int unknown(int, char *); extern void quiet(void); extern double real(void); extern void *ptr(void);
int main(void) {
	quiet();
	if (ptr() != (void *)64 || real() != 0.5) return 1;
	return 10 / (unknown(1, "x") - 3); /* HERE */
}`)
	line := f.lineOf("HERE")
	site, col := f.site(line, `^sdiv`, 0)
	w := f.witness(op.DivByZero, line, site)
	w.Target.Column = col
	if o := f.want(w, CouldNotRun); !strings.Contains(o.What, "no definition to run of quiet, ptr, real, unknown") {
		t.Errorf("what: %s", o.What)
	}
	w.Program.Havoc = []Extern{{"unknown", "i32"}, {"quiet", "void"}, {"real", "double"}, {"ptr", "pointer"}}
	w.Inputs.Feeds = append(feed("ptr", 64), Feed{Key: "real", Value: Value{Int: "0x3fe0000000000000"}})
	w.Inputs.Feeds = append(w.Inputs.Feeds, feed("unknown", 3)...)
	o := f.want(w, Depends)
	var names []string
	for _, c := range o.DependsOn {
		names = append(names, c.Kind+" "+c.Function)
	}
	if got := strings.Join(names, ", "); got != "havoc quiet, havoc ptr, havoc real, havoc unknown" {
		t.Errorf("depends on %s", got)
	}
	w.Inputs.Feeds[2].Value = IntValue(4)
	f.want(w, NotReproduced)
}

// TestSecondOperatorOnALine: two candidates of one class on a line are told
// apart, by column or by the explicit check.
func TestSecondOperatorOnALine(t *testing.T) {
	t.Parallel()
	f := fixtureOf(t, `
extern int __VERIFIER_nondet_int(void);
int main(void) { int k = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
	return (k + 1 > 0) + (m + 2 > 0); /* HERE */
}`)
	line := f.lineOf("HERE")
	for i, want := range []Status{Confirmed, NotReproduced} {
		site, col := f.site(line, `^add nsw i32 %[0-9]+, [12]$`, i)
		w := f.witness(op.SignedOverflow, line, site)
		w.Target.Column = col
		w.Inputs.Feeds = feed("__VERIFIER_nondet_int", 2147483647, 0)
		f.want(w, want)
		w.Target.Column = col + 1 // as far as columns tell, another expression
		f.want(w, want)
	}
}
