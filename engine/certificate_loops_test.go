package engine

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/built"
)

// withModels builds a test program with the models of the library.
func withModels(t *testing.T, file string) *ir.Program {
	t.Helper()
	p, err := built.Program(file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// certified decides the expectations of a test program by a plan, and checks the
// certificates.
func certified(t *testing.T, p *ir.Program, file string, plan Plan) []Verdict {
	t.Helper()
	opt := Options{Plan: plan, Certificates: true, CheckCertificates: true, TimeoutPerTarget: time.Minute}
	res, err := Run(context.Background(), p, targetsOf(t, p, file), opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res.Verdicts
}

// TestCoarseCertificates: what a coarse abstraction of a program proves is confirmed by the
// check of its certificate, which has to be of a coarse abstraction, too.
func TestCoarseCertificates(t *testing.T) {
	file := "../testdata/induct/coarse/proved.c"
	p := compile(t, file)
	for _, v := range certified(t, p, file, PlanCoarse) {
		if v.Status != Unreachable || v.Checked == "" {
			t.Errorf("%v, checked by %q: %s", v.Status, v.Checked, v.Reason)
		}
	}
}

// TestCoarseChecksAreTheSame: a certificate is checked in a system with one target,
// which has the checks, and thus the points-to sets, of the system with all of them
// that the proof was found in.
func TestCoarseChecksAreTheSame(t *testing.T) {
	file := "../testdata/induct/coarse/asked.c"
	verdicts := certified(t, withModels(t, file), file, PlanCoarse)
	for i, e := range expectations(t, file) {
		v := &verdicts[i]
		if unreachable := e.status == "unreachable"; unreachable != (v.Status == Unreachable) || unreachable && v.Checked == "" {
			t.Errorf("line %d: %v, checked by %q: %s", e.line, v.Status, v.Checked, v.Reason)
		}
	}
}

// invariantProofs runs the prover alone on the expectations of a test program
// and returns the certificates of what it proves.
func invariantProofs(t *testing.T, p *ir.Program, targets []Target) []*cert.Certificate {
	t.Helper()
	opt := Options{Plan: PlanProver, Certificates: true, TimeoutPerTarget: 4 * time.Second}
	res, err := Run(context.Background(), p, targets, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	var cs []*cert.Certificate
	for _, v := range res.Verdicts {
		if v.Status == Unreachable && len(v.Certificates) == 0 && !strings.HasPrefix(v.Reason, "no path of calls") {
			t.Errorf("a proof without a certificate: %s", v.Reason)
		}
		cs = append(cs, v.Certificates...)
	}
	return cs
}

// loopPrograms are the test programs of the prover that need no library.
func loopPrograms(t *testing.T) []string {
	t.Helper()
	files := []string{"../testdata/induct/loops.c", "../testdata/induct/unsound.c", "../testdata/induct/recursion.c"}
	for _, n := range []string{"cursor_wrap", "ring_struct"} {
		files = append(files, filepath.Join("../testdata/loops", n+".c"))
	}
	return files
}

// TestInvariantCertificates checks the certificate of every proof of the
// prover, after a way through its file format.
func TestInvariantCertificates(t *testing.T) {
	total, invariants := 0, 0
	for _, f := range loopPrograms(t) {
		p := compile(t, f)
		for _, c := range invariantProofs(t, p, targetsOf(t, p, f)) {
			rep := checked(t, p, c)
			if !rep.Holds() {
				t.Errorf("%s: %s: %d of %d invariants: %v", f, c.Target.Name, rep.Checked, rep.Labels, rep.Findings)
			}
			total, invariants = total+1, invariants+rep.Labels
		}
	}
	t.Logf("%d certificates, %d invariants", total, invariants)
	if total < 6 || invariants < total {
		t.Errorf("%d certificates with %d invariants: too few to mean anything", total, invariants)
	}
}

// TestTreeCertificates: what is proved by births, which are made anew from the program.
func TestTreeCertificates(t *testing.T) { allCertified(t, "trees.c", 10) }

// TestFoldedCertificates: what is proved by what is known of memory without cells.
func TestFoldedCertificates(t *testing.T) {
	allCertified(t, "text.c", 2)
	allCertified(t, "ensure.c", 6)
	allCertified(t, "vector.c", 2)
}

// TestArgumentCertificates: what is proved of as many arguments as there are.
func TestArgumentCertificates(t *testing.T) { allCertified(t, "arguments.c", 10) }

// allCertified checks the certificates of all expectations of a test program, which
// rest on nothing that is given.
func allCertified(t *testing.T, name string, least int) {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("../testdata/induct", name))
	if err != nil {
		t.Fatal(err)
	}
	verdicts := certified(t, withModels(t, file), file, PlanProver)
	for i, v := range verdicts {
		if v.Status != Unreachable || v.Checked == "" || len(v.Given) > 0 {
			t.Errorf("%d: %v, checked by %q, given %v: %s", i, v.Status, v.Checked, v.Given, v.Reason)
		}
	}
	if len(verdicts) < least {
		t.Errorf("%d verdicts", len(verdicts))
	}
}

// TestInvariantsOfAnotherProgram checks that a proof about a program passes for
// none about the one with a bug: the places are the same.
func TestInvariantsOfAnotherProgram(t *testing.T) {
	for _, w := range []struct{ name, text, safe, unsafe string }{
		{"a bound", `int a[8]; int main(void) { int i = 0;
	while (__VERIFIER_nondet_int()) {
		a[i] = 1; // @ out-of-bounds
		i++; if (i == K) i = 0; }
	return 0; }`, "8", "9"},
		{"the start", `int a[8]; int main(void) { int i = K;
	while (__VERIFIER_nondet_int()) {
		a[i] = 1; // @ out-of-bounds
		if (i < 7) i++; }
	return 0; }`, "3", "8"},
		{"a pointer", `int x, y; int main(void) { int *p = &x;
	while (__VERIFIER_nondet_int()) {
		*p = 1; // @ null-access
		p = __VERIFIER_nondet_int() ? &x : K; }
	return 0; }`, "&y", "0"},
	} {
		variant := func(k string) (*ir.Program, []Target) {
			return programText(t, nondet+strings.ReplaceAll(w.text, "K", k))
		}
		safe, targets := variant(w.safe)
		cs := invariantProofs(t, safe, targets)
		if len(cs) != 1 {
			t.Errorf("%s: %d certificates", w.name, len(cs))
			continue
		}
		if rep := checked(t, safe, cs[0]); !rep.Holds() {
			t.Errorf("%s: %v", w.name, rep.Findings)
		}
		unsafe, _ := variant(w.unsafe)
		if rep := checked(t, unsafe, cs[0]); rep.Holds() {
			t.Errorf("%s: the proof passes for one about a program with a bug", w.name)
		}
	}
}

// loopMutations make certificates that prove less.
var loopMutations = []mutation{
	{"an invariant left out", func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for i := range c.Loops.Heads {
			for k := range c.Loops.Heads[i].Invariants {
				out = append(out, func(c *cert.Certificate) {
					c.Loops.Heads[i].Invariants = slices.Delete(c.Loops.Heads[i].Invariants, k, k+1)
				})
			}
		}
		return out
	}},
	{"an invariant denied", func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for i := range c.Loops.Heads {
			for k := range c.Loops.Heads[i].Invariants {
				out = append(out, func(c *cert.Certificate) {
					v := &c.Loops.Heads[i].Invariants[k]
					at := strings.LastIndex(v.Claim, "(assert ")
					end := strings.LastIndex(v.Claim, ")")
					v.Claim = v.Claim[:at] + "(assert (not " + v.Claim[at+len("(assert "):end] + "))\n"
				})
			}
		}
		return out
	}},
	{"a loop that is never entered", func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for i := range c.Loops.Heads {
			if !c.Loops.Heads[i].Never {
				out = append(out, func(c *cert.Certificate) { c.Loops.Heads[i].Never = true })
			}
		}
		return out
	}},
	{"another place", func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for i := range c.Loops.Heads {
			for k := range c.Loops.Heads[i].Invariants {
				out = append(out, func(c *cert.Certificate) {
					for x := range c.Loops.Heads[i].Invariants[k].Places {
						c.Loops.Heads[i].Invariants[k].Places[x] = "slot 9 9 9 0"
					}
				})
			}
		}
		return out
	}},
	{"a step that rests on less", func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for _, k := range slices.Sorted(maps.Keys(c.Loops.Rests)) {
			if len(c.Loops.Rests[k]) > 0 {
				out = append(out, func(c *cert.Certificate) { c.Loops.Rests[k] = c.Loops.Rests[k][1:] })
			}
		}
		return out
	}},
	{"a given check left out", func(c *cert.Certificate) []func(*cert.Certificate) {
		if len(c.Claim.Given) == 0 {
			return nil
		}
		return []func(*cert.Certificate){func(c *cert.Certificate) { c.Claim.Given = nil }}
	}},
	{"an assumption left out", func(c *cert.Certificate) []func(*cert.Certificate) {
		wraps := slices.IndexFunc(c.Claim.Assumptions, func(a string) bool { return strings.HasPrefix(a, "signed overflow wraps") })
		if wraps < 0 {
			return nil
		}
		return []func(*cert.Certificate){func(c *cert.Certificate) {
			c.Claim.Assumptions = slices.Delete(c.Claim.Assumptions, wraps, wraps+1)
		}}
	}},
}

// TestInvariantCertificateMutations changes certificates of invariants. Each is
// trimmed to what the proof rests on; each kind of change has to be noticed in a
// share a little below what was measured.
func TestInvariantCertificateMutations(t *testing.T) {
	tried, refused := map[string]int{}, map[string]int{}
	for _, f := range []string{"../testdata/induct/loops.c", "../testdata/induct/traps.c", "../testdata/loops/ring_struct.c"} {
		p := compile(t, f)
		for _, c := range invariantProofs(t, p, targetsOf(t, p, f)) {
			for _, m := range loopMutations {
				for k, change := range m.make(c) {
					if k >= 2 {
						break
					}
					d := again(t, c)
					change(d)
					tried[m.name]++
					if rep, err := cert.Check(context.Background(), p, d, cert.Options{}); err != nil || !rep.Holds() {
						refused[m.name]++
					}
				}
			}
		}
	}
	for _, m := range loopMutations {
		least := 100
		if m.name == "an invariant left out" || m.name == "a step that rests on less" {
			least = 10 // facts say the same in several ways, and cores are not minimal
		}
		t.Logf("%s: %d of %d refused", m.name, refused[m.name], tried[m.name])
		if tried[m.name] == 0 || 100*refused[m.name] < least*tried[m.name] {
			t.Errorf("%s: only %d of %d refused", m.name, refused[m.name], tried[m.name])
		}
	}
}
