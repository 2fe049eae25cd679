package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestExitCode(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{exitError{exitGate}, 1},
		{fmt.Errorf("wrapped: %w", exitError{exitPartial}), 4},
		{errors.New("no such file"), 2},
		{badInput("do this", "that is wrong"), 2},
		{internalError{errors.New("the output differs")}, 3},
	} {
		if got := exitCode(c.err); got != c.want {
			t.Errorf("exitCode(%v) = %d, want %d", c.err, got, c.want)
		}
	}
}

func TestGuardReportsPanic(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var stderr bytes.Buffer
	var list []int
	code := guard(&stderr, func() int { return list[len(os.Args)] })
	if code != exitInternal {
		t.Errorf("exit code %d, want %d", code, exitInternal)
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

func TestGuardPassesCode(t *testing.T) {
	if got := guard(&bytes.Buffer{}, func() int { return 4 }); got != 4 {
		t.Errorf("got %d, want 4", got)
	}
}
