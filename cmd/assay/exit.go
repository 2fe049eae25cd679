package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// The exit codes (docs/exit-codes.md).
const (
	exitOK       = 0
	exitGate     = 1 // --fail-on was hit
	exitInput    = 2 // the command line, a file or the environment is wrong
	exitInternal = 3 // a defect of assay
	exitPartial  = 4 // ended early (time, Ctrl-C); what is known was written

	// Ctrl-C before there was anything to write: 128 + SIGINT, as shells have it.
	exitInterrupted = 130
)

// An exitError ends the program with a code of its own and no further message:
// what there is to say was said.
type exitError struct{ code int }

func (e exitError) Error() string { return fmt.Sprintf("exit code %d", e.code) }

// An inputError is a mistake of the user that has no more specific type: what
// is wrong, and what to do about it.
type inputError struct{ problem, remedy string }

func (e *inputError) Error() string {
	if e.remedy == "" {
		return e.problem
	}
	return e.problem + "; " + e.remedy
}

// badInput makes an inputError.
func badInput(remedy, format string, args ...any) error {
	return &inputError{fmt.Sprintf(format, args...), remedy}
}

// An internalError is a defect of assay that was noticed without a panic.
type internalError struct{ err error }

func (e internalError) Error() string { return e.err.Error() }
func (e internalError) Unwrap() error { return e.err }

// exitCode is the code for an error that ended a command.
func exitCode(err error) int {
	var exit exitError
	var internal internalError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		return exit.code
	case errors.As(err, &internal):
		return exitInternal
	}
	return exitInput
}

// guard runs f and turns a panic, which is always a defect of assay, into exit
// code 3 with a message that says so. The stack goes to a file, not to the
// terminal.
func guard(stderr io.Writer, f func() int) (code int) {
	defer func() {
		if r := recover(); r != nil {
			reportBug(stderr, fmt.Sprint(r), debug.Stack())
			code = exitInternal
		}
	}()
	return f()
}

// reportBug tells the user that the fault is ours and how to report it.
func reportBug(stderr io.Writer, what string, stack []byte) {
	fmt.Fprintf(stderr, "assay: internal error: %s\n", what)
	fmt.Fprintf(stderr, "This is a bug in assay (%s), not in your input.\n", versionLine())
	f, err := os.CreateTemp("", "assay-crash-*.txt")
	if err == nil {
		_, err = fmt.Fprintf(f, "%s\ncommand: %q\n%s\n\n%s", versionLine(), os.Args, what, stack)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		fmt.Fprintf(stderr, "The stack could not be written to a file (%v):\n%s", err, stack)
	} else {
		fmt.Fprintf(stderr, "The stack is in %s.\n", f.Name())
	}
	fmt.Fprintln(stderr, "Please report it at https://github.com/assay-dev/assay/issues with that file and, if you can, the input.")
}
