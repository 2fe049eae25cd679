// Package fault has the ways in which a run of the program goes wrong: mistakes of the user,
// defects of assay, and the exit codes that tell them apart (docs/exit-codes.md).
package fault

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/assay-dev/assay/internal/version"
)

// The exit codes (docs/exit-codes.md).
const (
	OK       = 0
	Gate     = 1 // --fail-on was hit
	Input    = 2 // the command line, a file or the environment is wrong
	Internal = 3 // a defect of assay
	Partial  = 4 // ended early (time, Ctrl-C); what is known was written

	// Ctrl-C before there was anything to write: 128 + SIGINT, as shells have it.
	Interrupted = 130
)

// An exitError ends the program with a code of its own and no further message:
// what there is to say was said.
type Exit struct{ Code int }

func (e Exit) Error() string { return fmt.Sprintf("exit code %d", e.Code) }

// An inputError is a mistake of the user that has no more specific type: what
// is wrong, and what to do about it.
type InputError struct{ problem, remedy string }

func (e *InputError) Error() string {
	if e.remedy == "" {
		return e.problem
	}
	return e.problem + "; " + e.remedy
}

// BadInput makes an inputError.
func BadInput(remedy, format string, args ...any) error {
	return &InputError{fmt.Sprintf(format, args...), remedy}
}

// An internalError is a defect of assay that was noticed without a panic.
type InternalError struct{ Err error }

func (e InternalError) Error() string { return e.Err.Error() }
func (e InternalError) Unwrap() error { return e.Err }

// CodeOf is the code for an error that ended a command.
func CodeOf(err error) int {
	var exit Exit
	var internal InternalError
	switch {
	case err == nil:
		return OK
	case errors.As(err, &exit):
		return exit.Code
	case errors.As(err, &internal):
		return Internal
	}
	return Input
}

// Guard runs f and turns a panic, which is always a defect of assay, into exit
// code 3 with a message that says so. The stack goes to a file, not to the
// terminal.
func Guard(stderr io.Writer, f func() int) (code int) {
	defer func() {
		if r := recover(); r != nil {
			ReportBug(stderr, fmt.Sprint(r), debug.Stack())
			code = Internal
		}
	}()
	return f()
}

// ReportBug tells the user that the fault is ours and how to report it.
func ReportBug(stderr io.Writer, what string, stack []byte) {
	fmt.Fprintf(stderr, "assay: internal error: %s\n", what)
	fmt.Fprintf(stderr, "This is a bug in assay (%s), not in your input.\n", version.Line())
	f, err := os.CreateTemp("", "assay-crash-*.txt")
	if err == nil {
		_, err = fmt.Fprintf(f, "%s\ncommand: %q\n%s\n\n%s", version.Line(), os.Args, what, stack)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		fmt.Fprintf(stderr, "The stack could not be written to a file (%v):\n%s", err, stack)
	} else {
		fmt.Fprintf(stderr, "The stack is in %s.\n", f.Name())
	}
	fmt.Fprintln(stderr, "Please report it at https://github.com/assay-dev/assay/issues with that file and, if you can, the input.")
}
