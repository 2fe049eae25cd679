package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// tool answers a task.
type tool func(context.Context, task) answer

// answer is what a tool said, why, and what it took.
type answer struct {
	verdict verdict
	why     string
	cpu     time.Duration
}

// grace is what a tool may take beyond its limit before it is killed.
const grace = 15 * time.Second

// run executes a command and returns what it printed.
func (s *settings) run(ctx context.Context, name string, args ...string) (string, time.Duration) {
	limited, cancel := context.WithTimeout(ctx, s.limit+grace)
	defer cancel()
	cmd := exec.CommandContext(limited, name, args...)
	out, err := cmd.CombinedOutput()
	var cpu time.Duration
	if cmd.ProcessState != nil {
		cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if err != nil && len(out) == 0 {
		out = []byte(err.Error())
	}
	return string(out), cpu
}

var shown = regexp.MustCompile(`(?m)^VERDICT (\w+)`)

// runAssay asks assay. In SV-COMP, allocation does not fail.
func (s *settings) runAssay(ctx context.Context, t task) answer {
	state, err := os.MkdirTemp("", "assay-families-*")
	if err != nil {
		return answer{unknown, err.Error(), 0}
	}
	defer os.RemoveAll(state)
	args := append([]string{"reach", "--call", t.call, "--assume", "malloc", "--timeout-per-alarm", s.limit.String(),
		"--state-dir", state, "--workers", "1"}, s.extra...)
	args = append(args, "--", t.file, "-w")
	if t.undeclared {
		stub := filepath.Join(state, "assert.c")
		if err := os.WriteFile(stub, []byte("extern void reach_error(void);\nvoid assert(int c) { if (!c) reach_error(); }\n"), 0o666); err != nil {
			return answer{unknown, err.Error(), 0}
		}
		args = append(args, stub)
	}
	if t.m32 {
		args = append(args, "-m32")
	}
	out, cpu := s.run(ctx, s.assay, args...)
	why := strings.TrimSpace(out[strings.IndexByte(out, '\n')+1:])
	switch m := shown.FindStringSubmatch(out); {
	case m == nil:
		return answer{unknown, "failed: " + strings.TrimSpace(out), cpu}
	case m[1] == "unreachable":
		return answer{safe, why, cpu}
	case m[1] == "reachable":
		return answer{reached, why, cpu}
	default:
		return answer{unknown, m[1] + "; " + why, cpu}
	}
}

// failed is a property that CBMC found violated.
var failed = regexp.MustCompile(`(?m)^\[.*\] .*: FAILURE$`)

// runCBMC asks CBMC, which unwinds every loop and says so where it should have
// unwound more.
func (s *settings) runCBMC(ctx context.Context, t task) answer {
	dir, err := os.MkdirTemp("", "assay-families-*")
	if err != nil {
		return answer{unknown, err.Error(), 0}
	}
	defer os.RemoveAll(dir)
	stub := filepath.Join(dir, "stub.c")
	if err := os.WriteFile(stub, []byte(stubs(t)), 0o666); err != nil {
		return answer{unknown, err.Error(), 0}
	}
	width := "--64"
	if t.m32 {
		width = "--32"
	}
	out, cpu := s.run(ctx, "timeout", fmt.Sprint(s.limit.Seconds()), s.cbmc, t.file, stub, width, "--unwind", fmt.Sprint(s.unwind),
		"--unwinding-assertions", "--no-standard-checks", "--no-malloc-may-fail")
	reachable := false
	for _, f := range failed.FindAllString(out, -1) {
		reachable = reachable || !strings.Contains(f, "unwinding assertion")
	}
	switch {
	case reachable:
		return answer{reached, "", cpu}
	case strings.Contains(out, "VERIFICATION SUCCESSFUL"):
		return answer{safe, "", cpu}
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return answer{unknown, lines[len(lines)-1], cpu}
}

// stubs says in CBMC's terms what the functions of verification tasks do.
func stubs(t task) string {
	text := "void __VERIFIER_assume(int c) { __CPROVER_assume(c); }\n"
	source, err := os.ReadFile(t.file)
	if err != nil {
		return text
	}
	defined := regexp.MustCompile(`\b` + t.call + `\s*\([^;{]*\)\s*\{`).Match(source)
	if t.call != "__assert_fail" && !t.undeclared && !defined {
		text += "void " + t.call + "() { __CPROVER_assert(0, \"reached\"); __CPROVER_assume(0); }\n"
	}
	return text
}
