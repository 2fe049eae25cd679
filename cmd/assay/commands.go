package main

import (
	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/deadcode"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/reach"
	"github.com/assay-dev/assay/internal/app/triage"
)

func deadcodeCommand(a *console.App) *cobra.Command {
	var s *option.Settings
	cmd := &cobra.Command{
		Use:   "deadcode [flags] -- SOURCES and clang flags",
		Short: "Report which functions, regions, branch outcomes and lines no input executes",
		Long: "The universe is clang's coverage mapping of the sources, code that is never compiled included.\n" +
			"Each point is live (with an input, replayed natively), dead (with the reason), bounded, or undecided.",
		Example: "  assay deadcode -- src/*.c -Iinclude\n" +
			"  assay deadcode -o html=dead.html -o csv=dead.csv --fail-on dead --compile-commands build/compile_commands.json",
		RunE: func(cmd *cobra.Command, args []string) error {
			sources, err := sourcesOnly(cmd, args)
			if err != nil {
				return err
			}
			return deadcode.Run(cmd.Context(), a, s, sources)
		},
	}
	s = option.AddFlags(cmd, option.OnDeadcode)
	return cmd
}

func filterCommand(a *console.App) *cobra.Command {
	var s *option.Settings
	cmd := &cobra.Command{
		Use:   "filter ALARMS... (--baseline OLD | --new-from-rev REV | --diff FILE) [flags] [-- SOURCES and clang flags]",
		Short: "Decide what a change does to the alarms",
		Long: "Triages the alarms of a changed program, taking over the earlier verdicts that the change does not\n" +
			"affect, and reports what is new: alarms that were not there before, and alarms that were\n" +
			"unreachable and no longer are. --fail-on heeds only these.",
		Example: "  assay filter alarms.sarif --new-from-rev origin/main --fail-on reachable -- src/*.c -Iinclude\n" +
			"  assay filter alarms.sarif --baseline before.sarif -o sarif=triaged.sarif -- src/*.c",
		RunE: func(cmd *cobra.Command, args []string) error {
			alarms, sources, err := alarmsAndSources(cmd, args)
			if err != nil {
				return err
			}
			return triage.Filter(cmd.Context(), a, s, alarms, sources)
		},
	}
	s = option.AddFlags(cmd, option.OnFilter)
	return cmd
}

func reachCommand(a *console.App) *cobra.Command {
	var s *option.Settings
	cmd := &cobra.Command{
		Use:   "reach (--call FUNC | --line FILE:LINE | --label NAME)... [flags] -- SOURCES and clang flags",
		Short: "Decide whether calls, lines or labels can be reached, without alarms",
		Long: "Prints one line per target: VERDICT, the status, the target. Indented lines below it say what the verdict\n" +
			"holds for: bounds, earlier checks taken to pass (given), assumptions. A -m32 among the flags means ILP32.",
		Example: "  assay reach --call reach_error -- program.c\n" +
			"  assay reach --line parse.c:120 --label fail -- parse.c main.c -Iinclude",
		RunE: func(cmd *cobra.Command, args []string) error {
			sources, err := sourcesOnly(cmd, args)
			if err != nil {
				return err
			}
			return reach.Run(cmd.Context(), a, s, sources)
		},
	}
	s = option.AddFlags(cmd, option.OnReach)
	return cmd
}

func triageCommand(a *console.App) *cobra.Command {
	var s *option.Settings
	cmd := &cobra.Command{
		Use:   "triage ALARMS... [flags] [-- SOURCES and clang flags]",
		Short: "Decide the alarms of static analyzers",
		Long: "Reads alarms (SARIF 2.1.0; Frama-C -report-csv; cppcheck --xml; gcc -fdiagnostics-format=json),\n" +
			"decides each of them on the program, and writes them back with their verdicts.",
		Example: "  assay triage alarms.sarif -o sarif=triaged.sarif -- src/*.c -Iinclude\n" +
			"  assay triage alarms.sarif --compile-commands build/compile_commands.json --fail-on reachable",
		RunE: func(cmd *cobra.Command, args []string) error {
			alarms, sources, err := alarmsAndSources(cmd, args)
			if err != nil {
				return err
			}
			return triage.Run(cmd.Context(), a, s, alarms, sources)
		},
	}
	s = option.AddFlags(cmd, option.OnTriage)
	return cmd
}

// sourcesOnly are the arguments of a command that takes nothing before --.
func sourcesOnly(cmd *cobra.Command, args []string) ([]string, error) {
	before, sources := splitArgs(cmd, args)
	if len(before) > 0 {
		return nil, fault.BadInput("put the sources behind --", "unexpected argument %q", before[0])
	}
	return sources, nil
}

// alarmsAndSources are the arguments of a command that needs files of alarms before --.
func alarmsAndSources(cmd *cobra.Command, args []string) (alarms, sources []string, err error) {
	alarms, sources = splitArgs(cmd, args)
	if len(alarms) == 0 {
		return nil, nil, fault.BadInput("add for example alarms.sarif before --", "there are no alarms: name at least one file")
	}
	return alarms, sources, nil
}

// splitArgs separates what stands before -- from what stands after it.
func splitArgs(cmd *cobra.Command, args []string) (before, after []string) {
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		return args[:dash], args[dash:]
	}
	return args, nil
}
