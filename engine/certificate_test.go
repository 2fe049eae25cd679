package engine

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/engine/ir"
)

// proofs runs one depth-first search per target and returns the certificates.
func proofs(t *testing.T, p *ir.Program, targets []Target, opt Options) []*cert.Certificate {
	t.Helper()
	opt.Certificates, opt.TimeoutPerTarget = true, 5*time.Second
	if opt.Plan == "" {
		opt.Plan = PlanDepthFirst
	}
	res, err := Run(context.Background(), p, targets, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	var cs []*cert.Certificate
	for _, v := range res.Verdicts {
		cs = append(cs, v.Certificates...)
	}
	return cs
}

// checked checks a certificate, after a way through its file format, with
// the other backend if this build has one.
func checked(t *testing.T, p *ir.Program, c *cert.Certificate) *cert.Report {
	t.Helper()
	rep, err := cert.Check(context.Background(), p, again(t, c), cert.Options{Second: cert.BuiltIn()})
	if err != nil {
		t.Fatalf("%s: %v", c.Target.Name, err)
	}
	return rep
}

// again writes a certificate and reads it back.
func again(t *testing.T, c *cert.Certificate) *cert.Certificate {
	t.Helper()
	var text bytes.Buffer
	if err := c.Write(&text); err != nil {
		t.Fatal(err)
	}
	d, err := cert.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// targetsOf are the targets that a test program asks about.
func targetsOf(t *testing.T, p *ir.Program, file string) []Target {
	t.Helper()
	var targets []Target
	for _, e := range expectations(t, file) {
		if s := sitesAt(p, e.line, e.class); len(s) > 0 {
			targets = append(targets, Target{Name: e.class.String(), Sites: s})
		}
	}
	return targets
}

// TestCertificates checks the certificate of every proof that depth-first
// searches, with and without bounded loops, find of the expectations in
// testdata/engine.
func TestCertificates(t *testing.T) {
	files, err := filepath.Glob("../testdata/engine/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no test programs")
	}
	total, labels, bounded := 0, 0, 0
	for _, f := range files {
		p := compile(t, f)
		targets := targetsOf(t, p, f)
		for _, plan := range []Plan{PlanDepthFirst, PlanShallow} {
			for _, c := range proofs(t, p, targets, Options{Entry: entry(t, f), Plan: plan}) {
				rep := checked(t, p, c)
				if !rep.Holds() {
					t.Errorf("%s: %s: %s, %d of %d nodes: %v", f, c.Target.Name, c.Claim.Status, rep.Checked, rep.Labels, rep.Findings)
				}
				total, labels = total+1, labels+rep.Labels
				if c.Claim.Status == Bounded.String() {
					bounded++
				}
			}
		}
	}
	if total < 100 || labels < 300 || bounded == 0 {
		t.Errorf("%d certificates, %d of them bounded, %d annotated nodes: too few to mean anything", total, bounded, labels)
	}
	t.Logf("%d certificates, %d of them bounded, %d annotated nodes", total, bounded, labels)
}

// TestBoundsOfLeaves: which of the claim's bounds a leaf met need not be believed.
// A generic state may meet one where the tree joins another part of it before.
func TestBoundsOfLeaves(t *testing.T) {
	file := "../testdata/engine/interp_loops.c"
	p := compile(t, file)
	leaves := 0
	for _, c := range proofs(t, p, targetsOf(t, p, file), Options{Entry: entry(t, file), Plan: PlanShallow}) {
		for i := range c.Nodes {
			if n := &c.Nodes[i]; n.Kind == cert.End && n.Bounded {
				n.Reason = ""
				leaves++
			}
		}
		if rep := checked(t, p, c); !rep.Holds() {
			t.Errorf("%s: %v", c.Target.Name, rep.Findings)
		}
	}
	if leaves == 0 {
		t.Error("no leaf met a bound")
	}
}

// wrong are programs with something for which a proof about the safe variant
// is none about the unsafe one; the two have the same places.
var wrong = []struct{ name, text, safe, unsafe string }{
	{"a constant", `int main(void) { int x = __VERIFIER_nondet_int(), y = 0;
	if (x > 3) y = 1; else y = 2;
	if (x == 7) y += 3;
	if (y > K) reach();
	return 0; }`, "5", "3"},
	{"the size of an array", `int main(void) { unsigned long n;
	if (__VERIFIER_nondet_int()) n = 4; else n = K;
	char p[n];
	p[8] = 1;
	reach();
	return 0; }`, "5", "16"},
	{"an alias", `int main(void) { int a = 0, b = 0, *p = &a;
	if (__VERIFIER_nondet_int()) p = K;
	*p = 1;
	if (b) reach();
	return 0; }`, "&a", "&b"},
	{"a loop", `int main(void) { int s = 0;
	for (int i = 0; i < 4; i++) if (__VERIFIER_nondet_int()) s += K;
	if (s > 8) reach();
	return 0; }`, "2", "3"},
	{"a callee", `static int f(int x) { if (x > 2) return K; return 1; }
	int main(void) { int s = f(__VERIFIER_nondet_int()) + f(__VERIFIER_nondet_int());
	if (s > 4) reach();
	return 0; }`, "2", "3"},
	{"a pointer in memory", `struct S { int *p; int n; };
	int main(void) { int a = 1, b = 1; struct S s = { &a, 0 };
	if (__VERIFIER_nondet_int()) s.p = K;
	if (__VERIFIER_nondet_int()) s.n = 1;
	*s.p = 0;
	if (b == 0) reach();
	return 0; }`, "&a", "&b"},
}

// TestCertificateOfAnotherProgram checks that a proof about one program passes
// for none about another, in which the target is reached.
func TestCertificateOfAnotherProgram(t *testing.T) {
	for _, w := range wrong {
		head := nondet + "extern void reach(void);\n"
		variant := func(k string) (*ir.Program, []Target) {
			text := head + strings.ReplaceAll(strings.Replace(w.text, "reach();", "reach(); // @ reached", 1), "K", k)
			return programText(t, text)
		}
		safe, targets := variant(w.safe)
		cs := proofs(t, safe, targets, Options{})
		if len(cs) != 1 {
			t.Errorf("%s: %d certificates", w.name, len(cs))
			continue
		}
		if rep := checked(t, safe, cs[0]); !rep.Holds() {
			t.Errorf("%s: %v", w.name, rep.Findings)
		}
		unsafe, _ := variant(w.unsafe)
		if rep := checked(t, unsafe, cs[0]); !rep.Refused() {
			t.Errorf("%s: the proof passes for one about a program that reaches the target", w.name)
		}
	}
}

// A mutation makes wrong certificates of a right one.
type mutation struct {
	name string
	make func(c *cert.Certificate) []func(*cert.Certificate)
}

var assertion = regexp.MustCompile(`(?m)^\(assert .*\)\n`)
var equality = regexp.MustCompile(`\(assert \(= (x\d+) (#x[0-9a-f]*[1-9a-f][0-9a-f]*)\)\)`)

// each makes a mutation of every annotated node, count(n) of each.
func each(count func(*cert.Psi) int, change func(*cert.Psi, int)) func(*cert.Certificate) []func(*cert.Certificate) {
	return func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for i := range c.Nodes {
			if c.Nodes[i].Psi == nil {
				continue
			}
			for k := range count(c.Nodes[i].Psi) {
				out = append(out, func(c *cert.Certificate) { change(c.Nodes[i].Psi, k) })
			}
		}
		return out
	}
}

var mutations = []mutation{
	{"a conjunct dropped", each(
		func(q *cert.Psi) int { return len(assertion.FindAllString(q.Conditions, -1)) },
		func(q *cert.Psi, k int) {
			at := assertion.FindAllStringIndex(q.Conditions, -1)[k]
			q.Conditions = q.Conditions[:at[0]] + q.Conditions[at[1]:]
		})},
	{"a value widened", each(
		func(q *cert.Psi) int { return len(equality.FindAllString(q.Conditions, -1)) },
		func(q *cert.Psi, k int) {
			at := equality.FindAllStringIndex(q.Conditions, -1)[k]
			text := equality.ReplaceAllString(q.Conditions[at[0]:at[1]], "(assert (bvule $1 $2))")
			q.Conditions = q.Conditions[:at[0]] + text + q.Conditions[at[1]:]
		})},
	{"a holder dropped", each(
		func(q *cert.Psi) int { return len(q.Holders) },
		func(q *cert.Psi, k int) { q.Holders = slices.Delete(q.Holders, k, k+1) })},
	{"annotations of two nodes exchanged", func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for i := range c.Nodes {
			for j := range i {
				if a, b := &c.Nodes[i], &c.Nodes[j]; a.Psi != nil && b.Psi != nil && len(a.Stack) == len(b.Stack) {
					out = append(out, func(c *cert.Certificate) {
						c.Nodes[i].Psi, c.Nodes[j].Psi = c.Nodes[j].Psi, c.Nodes[i].Psi
					})
				}
			}
		}
		return out
	}},
	{"a given check left out", func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for k := range c.Claim.Given {
			out = append(out, func(c *cert.Certificate) { c.Claim.Given = slices.Delete(c.Claim.Given, k, k+1) })
		}
		return out
	}},
	{"a bound left out", func(c *cert.Certificate) []func(*cert.Certificate) {
		var out []func(*cert.Certificate)
		for k := range c.Claim.Bounds {
			out = append(out, func(c *cert.Certificate) { c.Claim.Bounds = slices.Delete(c.Claim.Bounds, k, k+1) })
		}
		return out
	}},
}

// TestCertificateMutations changes certificates. A changed one may still be a
// proof: annotations say more than every step needs, and paths that miss one
// node may end well elsewhere, or at a bound of the claim. So each kind has to be refused in a share a
// little below what was measured.
func TestCertificateMutations(t *testing.T) {
	least := map[string]int{"a conjunct dropped": 80, "a value widened": 25, "a holder dropped": 95,
		"annotations of two nodes exchanged": 30, "a given check left out": 100, "a bound left out": 100} // per cent
	tried, refused := map[string]int{}, map[string]int{}
	for _, of := range []struct {
		file string
		plan Plan
	}{{"basic.c", PlanDepthFirst}, {"interp_aliasing.c", PlanDepthFirst}, {"interp_loops.c", PlanDepthFirst}, {"interp_loops.c", PlanShallow}} {
		f := "../testdata/engine/" + of.file
		p := compile(t, f)
		for _, c := range proofs(t, p, targetsOf(t, p, f), Options{Plan: of.plan}) {
			for _, m := range mutations {
				for k, change := range m.make(c) {
					if k >= 3 {
						break
					}
					ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
					d := again(t, c)
					change(d)
					tried[m.name]++
					if rep, err := cert.Check(ctx, p, d, cert.Options{Instructions: 1 << 14}); err != nil || !rep.Holds() {
						refused[m.name]++
					}
					cancel()
				}
			}
		}
	}
	for _, m := range mutations {
		t.Logf("%s: %d of %d refused", m.name, refused[m.name], tried[m.name])
		if tried[m.name] == 0 || 100*refused[m.name] < least[m.name]*tried[m.name] {
			t.Errorf("%s: only %d of %d refused", m.name, refused[m.name], tried[m.name])
		}
	}
}
