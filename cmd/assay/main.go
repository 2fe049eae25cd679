// Command assay decides whether the alarms of static analyzers can come true.
//
// This package knows flags, the terminal and exit codes, and carries data from
// one package to the next (pipeline.go shows the whole way); how anything is
// decided it does not know.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/fault"
)

// engineFunc is engine.Run. Tests put something simpler in its place.
type engineFunc func(context.Context, *ir.Program, []engine.Target, engine.Options, engine.Sink) (*engine.Result, error)

// app is what the commands share.
type app struct {
	terminal
	decide engineFunc
}

// terminal is where the program's text goes. The widths are 0 for what is no
// terminal: a pipe or a file gets no colours, no progress, no cut lines.
type terminal struct {
	stdout, stderr     io.Writer
	outWidth, errWidth int
}

func main() {
	a := &app{terminal{os.Stdout, os.Stderr, width(os.Stdout), width(os.Stderr)}, engine.Run}
	os.Exit(a.main(os.Args[1:]))
}

// width is the number of columns of a terminal, 0 if f is none.
func width(f *os.File) int {
	if !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 {
		return 80
	}
	return columns
}

// main runs one command line and returns its exit code.
func (a *app) main(args []string) int {
	return fault.Guard(a.stderr, func() int {
		ctx, stop := interruptible()
		defer stop()
		seen := &defects{stderr: a.stderr, told: map[string]bool{}}
		watched := &app{a.terminal, seen.watch(a.decide)}
		root := watched.rootCommand()
		root.SetArgs(args)
		err := root.ExecuteContext(ctx)
		code := fault.CodeOf(err)
		switch {
		case code == fault.Internal:
			fault.ReportBug(a.stderr, err.Error(), []byte("noticed by a check, no stack\n"))
		case code == fault.Input:
			fmt.Fprintf(a.stderr, "assay: %v\n", err)
		}
		if seen.met() {
			return fault.Internal
		}
		return code
	})
}

// interruptible is a context that the first Ctrl-C or SIGTERM cancels. The
// signals then have their usual effect again, so a second one ends the program
// at once.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "assay",
		Short: "Decide whether the alarms of static analyzers can come true",
		Long: "assay takes the SARIF of a static analyzer and the program it was made from, and decides for\n" +
			"each alarm whether it can come true: reachable (with an input that shows it, replayed\n" +
			"natively), unreachable (with the reason), bounded, or undecided (with the next step).",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(a.triageCommand(), a.filterCommand(), a.reachCommand(), a.deadcodeCommand(), a.replayCommand(), a.checkCommand(), a.explainCommand(),
		a.rulesCommand(), a.specCommand(), a.doctorCommand(), versionCommand(), manCommand())
	return root
}
