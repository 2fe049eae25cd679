package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/version"
)

// manCommand writes the manual pages, for packages. Users do not see it.
func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "man DIR",
		Short:  "Write the manual pages into a directory",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fault.BadInput("name a directory that can be written", "no manual pages: %v", err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			// No date of the build: equal sources make equal pages.
			header := &doc.GenManHeader{Section: "1", Source: "assay " + version.Of(), Manual: "assay", Date: &time.Time{}}
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return fault.BadInput("", "no manual pages: %v", err)
			}
			return nil
		},
	}
}

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version.Line())
			return err
		},
	}
}
