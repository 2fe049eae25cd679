package main

import (
	"fmt"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/targets"
)

func rulesCommand(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ANALYZER]",
		Short: "List which rules of which analyzers are checked, and for what",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			only := ""
			if len(args) > 0 {
				only = args[0]
			}
			return rules(a, targets.Rules(), only)
		},
	}
}

// rules prints the catalogue, of one analyzer if only names it.
func rules(a *console.App, all []targets.Rule, only string) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "ANALYZER\tRULE\tLOOKS AT\tFOR\tNOTE")
	tools := map[string]bool{}
	n := 0
	for _, r := range all {
		tool := string(r.Tool)
		tools[tool] = true
		if only != "" && tool != only {
			continue
		}
		n++
		id := r.ID
		if r.Message != "" {
			id += fmt.Sprintf(" (%q)", r.Message)
		}
		look, what := r.Look.String(), decision.ClassList(r.Classes)
		if !r.Checkable {
			look, what = "-", "not checkable"
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", tool, id, look, what, r.Note)
	}
	if n == 0 {
		names := make([]string, 0, len(tools))
		for t := range tools {
			names = append(names, t)
		}
		sort.Strings(names)
		return fault.BadInput("choose one of "+strings.Join(names, ", "), "there are no rules of an analyzer %q", only)
	}
	return out.Flush()
}
