package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine/witness"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/deadcode"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/targets/build"
	"github.com/assay-dev/assay/targets/coverage"
)

func replayCommand(a *console.App) *cobra.Command {
	var s *option.Settings
	cmd := &cobra.Command{
		Use:   "replay WITNESS",
		Short: "Run a witness natively and say what happened",
		Long: "Builds the witness's sources natively, runs them on the witness's inputs, and says whether the\n" +
			"failure was seen. Exit code 0 if it was, 1 if not.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return replay(cmd.Context(), a, s, args[0])
		},
	}
	s = option.AddFlags(cmd, option.OnReplay)
	return cmd
}

func replay(ctx context.Context, a *console.App, s *option.Settings, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fault.BadInput("name the file of a witness; assay explain says where an alarm's is", "cannot open %s: %v", path, console.Cause(err))
	}
	defer f.Close()
	w, err := witness.Read(f)
	if err != nil {
		return fault.BadInput("", "%s: %v", path, err)
	}
	tools, err := build.FindTools(ctx)
	if err != nil {
		return err
	}
	o, err := replayWithIR(ctx, a, w, tools.Clang)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %s\n", w.Target.Name, w.Target.Class) + witness.Describe(o)
	if o.Command != "" {
		text += "\nby hand:\n" + o.Command + "\n"
	}
	if s.VerboseLog {
		text += "\n" + o.Log
	}
	if err := a.WriteText("-", text); err != nil {
		return err
	}
	if !o.Observed {
		return fault.Exit{Code: fault.Gate}
	}
	return nil
}

// replayWithIR links the witness's sources to IR first: what no sanitizer sees
// is observed by checks that are put there.
func replayWithIR(ctx context.Context, a *console.App, w *witness.Witness, clang string) (witness.Outcome, error) {
	opt := witness.Options{Clang: clang}
	in := &build.Input{}
	for _, src := range w.Program.Sources {
		part, err := build.FromArgs(append(append([]string{}, src.Flags...), src.Path), src.Dir)
		if err != nil {
			return witness.Outcome{}, err
		}
		in.Units = append(in.Units, part.Units...)
	}
	var extra []string
	if deadcode.OfDeadCode(w) {
		extra = coverage.Flags
	}
	b, err := build.New(ctx, build.Options{Entry: w.Program.Entry, Extra: extra})
	if err != nil {
		return witness.Outcome{}, err
	}
	defer b.Close()
	linked, err := b.Build(ctx, in)
	if err == nil && deadcode.OfDeadCode(w) {
		err = deadcode.StripCounters(ctx, clang, linked.IRPath)
	}
	if err == nil {
		opt.LinkedIR = linked.IRPath
	} else {
		a.Notice("only sanitizers can observe: %v", err)
	}
	return witness.Replay(ctx, w, opt)
}
