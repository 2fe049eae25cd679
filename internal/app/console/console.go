// Package console is how a run talks to the user: text on stdout, notes and the line of
// progress on stderr.
package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/sarif"
)

// Engine is engine.Run. Tests put something simpler in its place.
type Engine func(context.Context, *ir.Program, []engine.Target, engine.Options, engine.Sink) (*engine.Result, error)

// App is what the commands share.
type App struct {
	Terminal
	Decide Engine
}

// Terminal is where the program's text goes. The widths are 0 for what is no
// terminal: a pipe or a file gets no colours, no progress, no cut lines.
type Terminal struct {
	Stdout, Stderr     io.Writer
	OutWidth, ErrWidth int
}

// Width is the number of columns of a terminal, 0 if f is none.
func Width(f *os.File) int {
	if !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 {
		return 80
	}
	return columns
}

// WriteText writes to stdout or, in one step, to a file.
func (a *App) WriteText(path, text string) error {
	if path != "-" {
		return sarif.WriteFile(path, text)
	}
	_, err := fmt.Fprint(a.Stdout, text)
	return err
}

// WorkingDir is where the run was started.
func WorkingDir() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fault.BadInput("change to a directory that exists", "no working directory: %v", err)
	}
	return dir, nil
}

// Interrupted ends a run that Ctrl-C stopped before there was anything to
// write with the code that shells expect.
func Interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return fault.Exit{Code: fault.Interrupted}
	}
	return err
}

// Notice tells the user something on stderr that is no error.
func (a *App) Notice(format string, args ...any) {
	fmt.Fprintf(a.Stderr, "assay: note: "+format+"\n", args...)
}

// maxNotes is how many notes are printed without --verbose.
const maxNotes = 8

// NoteAll prints notes, all of them or the first; what they are about stands
// before each.
func (a *App) NoteAll(about string, notes []string, verbose bool) {
	for i, n := range notes {
		if i == maxNotes && !verbose {
			a.Notice("%s%d more notes; --verbose shows them", about, len(notes)-maxNotes)
			return
		}
		a.Notice("%s%s", about, n)
	}
}
