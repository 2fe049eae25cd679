package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/fault"
)

func TestExitCode(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{fault.Exit{Code: fault.Gate}, 1},
		{fmt.Errorf("wrapped: %w", fault.Exit{Code: fault.Partial}), 4},
		{errors.New("no such file"), 2},
		{fault.BadInput("do this", "that is wrong"), 2},
		{fault.InternalError{Err: errors.New("the output differs")}, 3},
	} {
		if got := fault.CodeOf(c.err); got != c.want {
			t.Errorf("exitCode(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}

func TestGuardReportsPanic(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var stderr bytes.Buffer
	var list []int
	code := fault.Guard(&stderr, func() int { return list[len(os.Args)] })
	if code != fault.Internal {
		t.Errorf("exit code %d, want %d", code, fault.Internal)
	}
	out := stderr.String()
	for _, want := range []string{"index out of range", "This is a bug in assay", "Please report it at https://"} {
		if !strings.Contains(out, want) {
			t.Errorf("stderr lacks %q:\n%s", want, out)
		}
	}
	m := regexp.MustCompile(`The stack is in (\S+)\.\n`).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("no file named:\n%s", out)
	}
	stack, err := os.ReadFile(m[1])
	if err != nil || !strings.Contains(string(stack), "TestGuardReportsPanic") {
		t.Errorf("the file holds no stack: %v\n%s", err, stack)
	}
	if strings.Contains(out, "goroutine") {
		t.Errorf("the stack is on the terminal:\n%s", out)
	}
}

// TestDefectsLeaveTheRest: a defect in one part of a run is reported once, the
// verdicts are written all the same, and the exit code says so.
func TestDefectsLeaveTheRest(t *testing.T) {
	demo(t)
	t.Setenv("TMPDIR", t.TempDir())
	decide := func(ctx context.Context, p *ir.Program, ts []engine.Target, opt engine.Options, sink engine.Sink) (*engine.Result, error) {
		for range ts {
			opt.Defect(engine.Defect{Part: "search", Problem: "index out of range", Stack: []byte("goroutine 7")})
		}
		return always(engine.Unreachable)(ctx, p, ts, opt, sink)
	}
	_, stderr, code := assay(t, decide, "triage", "ring.framac.sarif", "-o", "json=out.json", "--", "ring.c")
	if code != fault.Internal || strings.Count(stderr, "assay: internal error: search: index out of range") != 1 {
		t.Errorf("exit code %d, stderr:\n%s", code, stderr)
	}
	if tr := readTriage(t, "out.json"); len(tr.Alarms) == 0 {
		t.Error("no verdicts were written")
	}
}

func TestGuardPassesCode(t *testing.T) {
	if got := fault.Guard(&bytes.Buffer{}, func() int { return 4 }); got != 4 {
		t.Errorf("got %d, want 4", got)
	}
}
