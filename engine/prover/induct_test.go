package prover

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/assay-dev/assay/engine/prover/provertest"
)

// TestPrograms proves what testdata/induct says is unreachable, and nothing
// that is not.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("../../testdata/induct/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test programs: %v", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) { asExpected(t, f) })
	}
}

// asExpected proves what a test program says is unreachable, and nothing that is not.
func asExpected(t *testing.T, file string, flags ...string) {
	t.Helper()
	p, exps, goals := provertest.Asked(t, file, flags...)
	out := Prove(context.Background(), p, goals, Config{Entry: p.FuncByName["main"], Trace: tracer(t)})
	for i, e := range exps {
		if pr := out.Proofs[i]; pr.Proved != (e.Status == "unreachable") {
			t.Errorf("%s:%d: %v: proved %v, want %s (%s)", filepath.Base(file), e.Line, e.Class, pr.Proved, e.Status, pr.Why)
		}
	}
}

// TestWordsOfNarrowAddresses: tables of addresses of 32 bits are followed as well.
func TestWordsOfNarrowAddresses(t *testing.T) {
	asExpected(t, provertest.Source(t, "narrow.c", needsPrelude+`static int *table[1000];
static int one;
int main(void) {
	unsigned k = in() & 511;
	while (in()) {
		table[k] = &one;
		k = (k + 1) & 511;
	}
	if (table[k])
		*table[k] = 1; // @unreachable null-access dead-access out-of-bounds foreign-access
	else if (in())
		return a[10]; // @reachable index-bound
	((char *)table)[k] = 1;
	return *table[k]; // @reachable foreign-access
}
`), "-m32")
}

// tracer writes what the stages find to the log of a verbose test.
func tracer(t *testing.T) func(string, ...any) {
	if !testing.Verbose() {
		return nil
	}
	return t.Logf
}
