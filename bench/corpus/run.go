package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-dev/assay/internal/built"
)

// settings say how to run assay.
type settings struct {
	built.Limits
	assay   string   // path of the binary
	root    string   // root of the module
	work    string   // directory for what the runs write
	rescore bool     // count what is there instead of running
	extra   []string // more options of assay triage
}

// outcome is one run of assay: one program with the output of one analyzer.
type outcome struct {
	program string
	count
	wall, cpu time.Duration
	// note says what was unusual about the run: that its time ended it early.
	note string
	err  error
}

// exitPartial is assay's exit code for a run that its time ended.
const exitPartial = 4

// run triages one program and counts the verdicts.
func (s *settings) run(ctx context.Context, a analyzer, l *labels, program string) *outcome {
	o := &outcome{program: program}
	out := filepath.Join(s.work, a.name+"."+program+".sarif")
	if !s.rescore {
		start := time.Now()
		o.note, o.cpu, o.err = s.triage(ctx, a, program, out)
		o.wall = time.Since(start)
	}
	if o.err == nil {
		o.err = o.read(filepath.Join(s.root, a.output(program)), out, l)
	}
	return o
}

// triage runs the binary; note says that its time ended it.
func (s *settings) triage(ctx context.Context, a analyzer, program, out string) (note string, cpu time.Duration, err error) {
	args := []string{
		"triage", filepath.Join(s.root, a.output(program)), "-o", "sarif=" + out,
		"--state-dir", filepath.Join(s.work, a.name+"."+program+".state"),
	}
	args = append(append(args, s.Options()...), s.extra...)
	args = append(args, "--", filepath.Join(s.root, sourcePath, program+".c"))
	cmd := exec.CommandContext(ctx, s.assay, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err = cmd.Run()
	if cmd.ProcessState != nil {
		cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == exitPartial:
		return "its time ended the run early", cpu, nil
	case err != nil:
		return "", cpu, fmt.Errorf("%w\n%s", err, tail(stderr.String()))
	}
	return "", cpu, nil
}

// maxTail is how many lines of a failed run's stderr are shown.
const maxTail = 12

// tail is the end of a text.
func tail(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-maxTail):], "\n")
}

// read counts what a run wrote.
func (o *outcome) read(in, out string, l *labels) error {
	before, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	after, err := os.ReadFile(out)
	if err != nil {
		return err
	}
	c, err := score(l, o.program, after)
	if err != nil {
		return fmt.Errorf("%s: %w", out, err)
	}
	if c.in, err = countInput(in, before); err != nil {
		return fmt.Errorf("%s: %w", in, err)
	}
	if c.touched, err = touched(l, in, before, after); err != nil {
		return fmt.Errorf("%s: %w", out, err)
	}
	o.count = *c
	return nil
}
