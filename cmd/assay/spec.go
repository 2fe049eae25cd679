package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine/libc/spec"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/targets/build"
)

func specCommand(a *console.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "spec",
		Short: "Check and list specifications of library functions",
		Long: "A specification says what a call of a library function may do (docs/spec.md). assay has one of the C\n" +
			"library; a file of your own, given with --spec, covers the functions of a framework.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(specCheckCommand(a), specListCommand(a))
	return cmd
}

func specCheckCommand(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE... [-- clang flags]",
		Short: "Check files for --spec; with -- also against the headers that they name",
		Example: "  assay spec check framework.spec\n" +
			"  assay spec check framework.spec -- -Iinclude",
		RunE: func(cmd *cobra.Command, args []string) error {
			files, flags := splitArgs(cmd, args)
			if len(files) == 0 {
				return fault.BadInput("name one: assay spec check framework.spec", "there is no file to check")
			}
			return checkSpecs(cmd.Context(), a, files, flags, cmd.ArgsLenAtDash() >= 0)
		},
	}
}

// checkSpecs reads the files and says how much they hold. With headers, clang
// compares them with what they say of their headers.
func checkSpecs(ctx context.Context, a *console.App, files, flags []string, headers bool) error {
	lib, err := project.ReadSpecs(files)
	if err != nil {
		return err
	}
	if headers {
		if err := compareHeaders(ctx, lib, flags); err != nil {
			return err
		}
	}
	for _, f := range lib.Files {
		if _, err := fmt.Fprintf(a.Stdout, "%s: %s, no mistakes\n", f.Name, counted(len(f.Funcs), "function")); err != nil {
			return err
		}
	}
	return nil
}

// compareHeaders has clang compare files with their headers.
func compareHeaders(ctx context.Context, lib *spec.Library, flags []string) error {
	dir, err := console.WorkingDir()
	if err != nil {
		return err
	}
	b, err := build.New(ctx, build.Options{})
	if err != nil {
		return err
	}
	defer b.Close()
	for _, f := range lib.Files {
		text := lib.HeaderCheck(f)
		if text == "" {
			continue
		}
		complaints, err := b.Judge(ctx, text, dir, flags)
		if err != nil {
			return console.Interrupted(ctx, err)
		}
		if complaints != "" {
			return fault.BadInput("write the prototypes and sizes as <"+f.Header+"> has them",
				"%s does not fit the header <%s>; clang says:\n%s", f.Name, f.Header, strings.TrimSpace(complaints))
		}
	}
	return nil
}
