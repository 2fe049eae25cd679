// Command assay decides whether the alarms of static analyzers can come true.
//
// This package knows flags, the terminal and exit codes, and carries data from
// one package to the next (pipeline.go shows the whole way); how anything is
// decided it does not know.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
)

func main() {
	a := &console.App{Terminal: console.Terminal{Stdout: os.Stdout, Stderr: os.Stderr, OutWidth: console.Width(os.Stdout), ErrWidth: console.Width(os.Stderr)}, Decide: engine.Run}
	os.Exit(run(a, os.Args[1:]))
}

// run runs one command line and returns its exit code.
func run(a *console.App, args []string) int {
	return fault.Guard(a.Stderr, func() int {
		ctx, stop := interruptible()
		defer stop()
		seen := console.NewDefects(a.Stderr)
		watched := &console.App{Terminal: a.Terminal, Decide: seen.Watch(a.Decide)}
		root := rootCommand(watched)
		root.SetArgs(args)
		err := root.ExecuteContext(ctx)
		code := fault.CodeOf(err)
		switch {
		case code == fault.Internal:
			fault.ReportBug(a.Stderr, err.Error(), []byte("noticed by a check, no stack\n"))
		case code == fault.Input:
			fmt.Fprintf(a.Stderr, "assay: %v\n", err)
		}
		if seen.Met() {
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

func rootCommand(a *console.App) *cobra.Command {
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
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.CompletionOptions.HiddenDefaultCmd = false
	root.AddCommand(triageCommand(a), filterCommand(a), reachCommand(a), deadcodeCommand(a), replayCommand(a), checkCommand(a), explainCommand(a),
		rulesCommand(a), specCommand(a), doctorCommand(a), versionCommand(), manCommand())
	return root
}
