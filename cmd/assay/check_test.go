package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
)

const checkedProgram = `extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 3)
    y = 1;
  else
    y = 2;
  if (x == 7)
    y += 3;
  if (y > 5)
    reach_error();
  return 0;
}
`

// depthFirst is the engine with one depth-first search per target: other ways
// to a verdict leave no certificate.
func depthFirst(ctx context.Context, p *ir.Program, ts []engine.Target, o engine.Options, s engine.Sink) (*engine.Result, error) {
	o.Plan = engine.PlanDepthFirst
	return engine.Run(ctx, p, ts, o, s)
}

// TestCheckCommand writes a certificate, checks it with another solver, and
// against a program for which the claim is wrong.
func TestCheckCommand(t *testing.T) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Fatal("z3 is missing: apt-get install z3")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(text string) {
		if err := os.WriteFile("p.c", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) (string, int) {
		t.Helper()
		out, errs, code := assay(t, depthFirst, args...)
		return out + errs, code
	}
	write(checkedProgram)
	if text, code := run("reach", "--call", "reach_error", "--certificates", "proofs", "--check-certificates", "--", "p.c"); code != 0 || !strings.Contains(text, "unreachable") {
		t.Fatalf("exit code %d:\n%s", code, text)
	}
	files, _ := filepath.Glob("proofs/*.json")
	if len(files) != 1 {
		t.Fatalf("%d certificates", len(files))
	}
	for _, more := range [][]string{nil, {"--solver", "z3 -in"}} {
		text, code := run(append(append([]string{"check", files[0]}, more...), "--", "p.c")...)
		if code != 0 || !strings.Contains(text, ": confirmed: ") || more != nil && !strings.Contains(text, "checked: z3 4.") {
			t.Errorf("%v: exit code %d:\n%s", more, code, text)
		}
	}
	write(strings.Replace(checkedProgram, "y > 5", "y > 3", 1))
	if text, code := run("check", files[0], "--", "p.c"); code != fault.Input || !strings.Contains(text, "another program") {
		t.Errorf("of another program: exit code %d:\n%s", code, text)
	}
	anonymous(t, files[0])
	if text, code := run("check", files[0], "--", "p.c"); code != fault.Gate || !strings.Contains(text, ": refused: ") {
		t.Errorf("a wrong claim: exit code %d:\n%s", code, text)
	}
}

// anonymous makes a certificate one that does not say of which program it is.
func anonymous(t *testing.T, file string) {
	t.Helper()
	c, err := decision.ReadCertificate(file)
	if err != nil {
		t.Fatal(err)
	}
	c.Program.IR = ""
	var out bytes.Buffer
	if err := c.Write(&out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
