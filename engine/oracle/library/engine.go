package library

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc/spec"
	"github.com/assay-dev/assay/engine/oracle"
	"github.com/assay-dev/assay/engine/prover"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/system"
)

// Asked counts what the engine said of calls that were made.
type Asked struct {
	Calls, Reachable, Bounded, Undecided, Wrong int
}

func (a Asked) String() string {
	return fmt.Sprintf("%d calls asked of the engine: %d reachable, %d bounded, %d undecided; %d wrong", a.Calls, a.Reachable, a.Bounded, a.Undecided, a.Wrong)
}

// Add joins counts.
func (a *Asked) Add(b Asked) {
	a.Calls += b.Calls
	a.Reachable += b.Reachable
	a.Bounded += b.Bounded
	a.Undecided += b.Undecided
	a.Wrong += b.Wrong
}

// together is how many calls are asked in one program.
const together = 16

// A question is a call with C that makes it once more, and comes to a mark if it sees what was
// seen.
type question struct {
	Call
	f    *function
	text string
}

// Asking says how the engine is asked.
type Asking struct {
	Dir       string // for programs
	Parallel  int
	PerTarget time.Duration
	Log       io.Writer // what is wrong, a program each
	// Contracts asks the prover instead, of calls on memory of which it knows no byte before
	// a run has chosen it: what models say that they do not compute (assay.h,
	// __assay_contract).
	Contracts bool
}

// Ask asks the engine of calls that were made: a program that makes the same call on the
// same memory can see what was seen, and the engine must not say that it cannot. It ends
// early when the context does.
func (how *Asking) Ask(ctx context.Context, calls []Call) (a Asked, err error) {
	lab, err := oracle.NewLab(how.Dir)
	if err != nil {
		return a, err
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var errs []error
	programs := make(chan []question)
	for range max(how.Parallel, 1) {
		wg.Go(func() {
			for list := range programs {
				one, wrong, err := how.ask(ctx, lab, list)
				mu.Lock()
				a.Add(one)
				errs = append(errs, err)
				for _, w := range wrong {
					fmt.Fprintln(how.Log, w)
				}
				mu.Unlock()
			}
		})
	}
	for _, list := range how.questions(calls) {
		if ctx.Err() == nil {
			programs <- list
		}
	}
	close(programs)
	wg.Wait()
	return a, errors.Join(errs...)
}

// questions are what can be asked of calls, program by program.
func (how *Asking) questions(calls []Call) (out [][]question) {
	var list []question
	for _, c := range calls {
		f := &function{Func: spec.Own().Func(c.Name), hidden: how.Contracts}
		f.collect()
		if text, ok := f.question(c, len(list)); ok {
			list = append(list, question{c, f, text})
		}
		if len(list) == together {
			out, list = append(out, list), nil
		}
	}
	if len(list) > 0 {
		out = append(out, list)
	}
	return out
}

// ask asks the questions of one program. With an odd number of the first one's name the
// prover is asked as well as the search.
func (how *Asking) ask(ctx context.Context, lab *oracle.Lab, list []question) (a Asked, wrong []string, err error) {
	text := program(list)
	dir, err := os.MkdirTemp(how.Dir, "ask")
	if err != nil {
		return a, nil, err
	}
	defer os.RemoveAll(dir)
	src := filepath.Join(dir, "p.c")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		return a, nil, err
	}
	out, err := lab.Compile(src, true, "-fno-builtin")
	if err != nil {
		return a, nil, err
	}
	p, err := ir.Read(out)
	if err != nil {
		return a, nil, err
	}
	var targets []engine.Target
	for i := range list {
		targets = append(targets, engine.Target{Name: fmt.Sprint("call ", i), Sites: oracle.Calls(p, fmt.Sprint("mark_", i))})
	}
	a.Calls = len(list)
	if how.Contracts {
		for i, proof := range proofs(ctx, p, targets, how.PerTarget) {
			if !proof.Proved {
				a.Undecided++
				continue
			}
			a.Wrong++
			wrong = append(wrong, list[i].refuted(proof.Why, proof.Given))
		}
		return a, wrong, nil
	}
	opt := engine.Options{TimeoutPerTarget: how.PerTarget, NoProver: len(list[0].Name)%2 == 0}
	res, err := engine.Run(ctx, p, targets, opt, nil)
	if err != nil {
		return a, nil, fmt.Errorf("%s …: %w", list[0].Name, err)
	}
	for i, v := range res.Verdicts {
		switch v.Status {
		case engine.Reachable:
			a.Reachable++
		case engine.Bounded:
			a.Bounded++
		case engine.Undecided:
			a.Undecided++
		default:
			a.Wrong++
			wrong = append(wrong, list[i].refuted(v.Reason, v.Given))
		}
	}
	return a, wrong, nil
}

// refuted tells of a call that was said to be impossible.
func (q question) refuted(why string, given any) string {
	return fmt.Sprintf("%s: unreachable (%s), given %v, and a call does it:%s", q.Name, why, given, q.text)
}

// proofs asks the prover of each target, without facts at loops, which the programs have not:
// what contracts exclude, they exclude by themselves. A run of the engine looks for such facts
// first, and has no time left.
func proofs(ctx context.Context, p *ir.Program, targets []engine.Target, limit time.Duration) []certify.Proof {
	limited, cancel := context.WithTimeout(ctx, time.Duration(len(targets))*limit)
	defer cancel()
	goals := make([]system.Goal, len(targets))
	for i, t := range targets {
		for _, s := range t.Sites {
			goals[i].Sites = append(goals[i].Sites, system.Site{Point: s.Point, Classes: s.Classes, Arg: -1})
		}
	}
	return prover.Prove(limited, p, goals, prover.Config{Entry: p.FuncByName["main"], Without: prover.Families()}).Proofs
}

// prelude is what questions need. hide has a byte be what it is, by the choice of a run.
const prelude = `#include <stdarg.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);
extern int *__errno_location(void);
extern void *stdin, *stdout, *stderr;
static void hide(unsigned char *p)
{
	unsigned char c = __VERIFIER_nondet_uchar();
	__VERIFIER_assume(c == *p);
	*p = c;
}
`

// program is C with all questions, one of which the environment chooses.
func program(list []question) string {
	var b strings.Builder
	b.WriteString(prelude)
	b.WriteString(spec.Own().Objects())
	declared := map[string]bool{}
	for i, q := range list {
		if !declared[q.Name] {
			q.f.out.Reset()
			q.f.declare()
			b.WriteString(strings.ReplaceAll(q.f.out.String(), "extern __attribute__((weak)) ", "extern "))
		}
		if declared[q.Name] = true; strings.Contains(q.text, "x_fopen(") && !declared["fopen"] {
			declared["fopen"] = true
			b.WriteString("extern void *x_fopen(void *, void *) __asm__(\"fopen\");\n")
		}
		fmt.Fprintf(&b, "static void mark_%d(void) {}\n%s", i, q.text)
	}
	b.WriteString("int main(void)\n{\n\tswitch (__VERIFIER_nondet_int()) {\n")
	for i := range list {
		fmt.Fprintf(&b, "\tcase %d: question_%d(); break;\n", i, i)
	}
	b.WriteString("\t}\n}\n")
	return b.String()
}

// question is C that makes a call and comes to mark n if it sees what was seen. ok is false
// if a program cannot make the call.
func (f *function) question(c Call, n int) (text string, ok bool) {
	var b, conds strings.Builder
	var passed []string
	list := slices.DeleteFunc(slices.Clone(f.args), func(a *argument) bool { return a.typ.Kind == spec.List })
	for i, s := range c.Args {
		var t *spec.Type
		if i < len(list) {
			t = list[i].typ
		}
		v, ok := f.operand(&b, &conds, i, len(list), t, s)
		if !ok {
			return "", false
		}
		passed = append(passed, v)
	}
	result, ok := f.seen(c.Result)
	if !ok || len(c.Args) < len(list) {
		return "", false
	}
	call := fmt.Sprintf("x_%s(%s)", f.Name, strings.Join(passed, ", "))
	if f.Result.Kind != spec.Void {
		call = spaced(f.Result.Spelling()) + "r = " + call
	}
	return fmt.Sprintf("static void question_%d(void)\n{\n%s\t*__errno_location() = %d;\n\t%s;\n\tint e = *__errno_location();\n\tif (%s && e == %d%s) mark_%d();\n}\n",
		n, b.String(), c.Before, call, result, c.After, conds.String(), n), true
}

// operand is C for argument i, a variable one from number first on. What it stands on goes to b, what is seen in its memory
// behind the call to conds.
func (f *function) operand(b, conds *strings.Builder, i, first int, t *spec.Type, s string) (c string, ok bool) {
	rest := s[1:]
	switch {
	case s == "null":
		return "(void *)0", true
	case s[0] == 'i' && t != nil:
		return fmt.Sprintf("(%s)%sLL", t.C, small(rest)), true
	case s[0] == 'i' && i == first:
		return fmt.Sprintf("(int)%sLL", small(rest)), true
	case s[0] == 'i':
		return fmt.Sprintf("(long)%sLL", small(rest)), true
	case s[0] == 'r':
		return real(t, rest)
	case s[0] == 's':
		made, err := hex.DecodeString(rest)
		if err != nil {
			return "", false
		}
		fmt.Fprintf(b, "\tvoid *a%d = %s;\n\tif (!a%d) return;\n", i, strings.ReplaceAll(string(made), "fopen(", "x_fopen("), i)
		return fmt.Sprint("a", i), true
	case s[0] == 'm':
		return f.memory(b, conds, i, rest)
	}
	return "", false
}

// small writes the least number in a way that C has.
func small(s string) string {
	if s == "-9223372036854775808" {
		return "-9223372036854775807LL-1"
	}
	return s
}

func real(t *spec.Type, s string) (string, bool) {
	c := "double"
	if t != nil {
		c = t.C
	}
	switch {
	case strings.Contains(s, "nan") && strings.HasPrefix(s, "-"):
		return "(" + c + ")-__builtin_nan(\"\")", true
	case strings.Contains(s, "nan"):
		return "(" + c + ")__builtin_nan(\"\")", true
	case s == "inf" || s == "-inf":
		return "(" + c + ")" + strings.Replace(s, "inf", "__builtin_inf()", 1), true
	}
	return "(" + c + ")" + s + "L", true
}

// memory declares the memory of an argument, and compares it with what was seen.
func (f *function) memory(b, conds *strings.Builder, i int, s string) (string, bool) {
	before, after, _ := strings.Cut(s, ":")
	after, addresses, _ := strings.Cut(after, "/")
	was, err1 := hex.DecodeString(before)
	is, err2 := hex.DecodeString(after)
	if err1 != nil || err2 != nil || len(was) != len(is) {
		return "", false
	}
	if len(was) == 0 { // the end of an object: no byte can be used
		fmt.Fprintf(b, "\tunsigned char o%d[16], *a%d = o%d + 16;\n", i, i, i)
		return fmt.Sprint("a", i), true
	}
	fmt.Fprintf(b, "\tunsigned char a%d[%d] __attribute__((aligned(16))) = {", i, len(was))
	for _, x := range was {
		fmt.Fprintf(b, "%d,", x)
	}
	b.WriteString("};\n")
	for k := range was {
		if f.hidden { // in no loop: a proof would cut it
			fmt.Fprintf(b, "\thide(a%d + %d);\n", i, k)
		}
	}
	conds.WriteString(" && (1")
	pointers := map[int]bool{}
	for _, p := range strings.Split(addresses, "@")[1:] {
		var at, slot, off int
		if _, err := fmt.Sscanf(p, "%d,%d,%d", &at, &slot, &off); err != nil {
			return "", false
		}
		pointers[at/8] = true
		word := fmt.Sprintf("*(char **)(a%d + %d)", i, at)
		if slot < 0 {
			fmt.Fprintf(conds, " & %s != 0", word)
		} else {
			fmt.Fprintf(conds, " & %s == (char *)a%d + %d", word, slot, off)
		}
	}
	for k, x := range is {
		if (was[k] != x || k < 4 || k == len(is)-1) && !pointers[k/8] {
			fmt.Fprintf(conds, " & a%d[%d] == %d", i, k, x)
		}
	}
	conds.WriteString(")")
	return fmt.Sprint("a", i), true
}

// seen is C for: the result r is what was seen.
func (f *function) seen(s string) (string, bool) {
	switch {
	case s == "-":
		return "1", true
	case s == "null":
		return "r == 0", true
	case s == "other":
		return "r != 0", true
	case s[0] == 'i':
		return fmt.Sprintf("r == (%s)%sLL", f.Result.C, small(s[1:])), true
	case s[0] == 'a':
		slot, at, _ := strings.Cut(s[1:], ":")
		return fmt.Sprintf("(char *)r == (char *)a%s + %s", slot, at), true
	case s[0] == 'r':
		bits, err := hex.DecodeString(s[1:])
		if err != nil {
			return "", false
		}
		switch f.Result.C {
		case "double":
			return fmt.Sprintf("({ union { double d; unsigned char c[8]; } u = {r}; 1%s; })", equal(bits[:8])), true
		case "float":
			return fmt.Sprintf("({ union { float d; unsigned char c[4]; } u = {r}; 1%s; })", equal(bits[:4])), true
		}
		return "1", true
	}
	return "", false
}

func equal(bits []byte) (out string) {
	for i, b := range bits {
		out += fmt.Sprintf(" & u.c[%d] == %d", i, b)
	}
	return out
}
