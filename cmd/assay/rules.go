package main

import (
	"fmt"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/targets"
)

func (a *app) rulesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rules [ANALYZER]",
		Short: "List which rules of which analyzers are checked, and for what",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			only := ""
			if len(args) > 0 {
				only = args[0]
			}
			return a.rules(targets.Rules(), only)
		},
	}
}

// rules prints the catalogue, of one analyzer if only names it.
func (a *app) rules(all []targets.Rule, only string) error {
	out := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
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
		look, what := r.Look.String(), classList(r.Classes)
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

// classList names the classes of a set, the memory errors as one.
func classList(s op.Set) string {
	var names []string
	if s&op.Memory == op.Memory {
		names = append(names, "memory error")
		s &^= op.Memory
	}
	for c := op.NoClass + 1; c < op.NumClasses; c++ {
		if s.Has(c) {
			names = append(names, c.String())
		}
	}
	if len(names) == 0 {
		return "nothing yet"
	}
	return strings.Join(names, ", ")
}
