package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/assay-dev/assay/engine/libc/spec"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/targets/build"
)

// listHeaders prints for each installed header of the C library how many of
// the functions that it declares are covered.
func listHeaders(ctx context.Context, a *console.App) error {
	b, err := build.New(ctx, build.Options{})
	if err != nil {
		return err
	}
	defer b.Close()
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "HEADER\tDECLARED\tCOVERED\tNOT COVERED")
	seen := map[string]bool{}
	declared, covered := 0, 0
	for _, h := range spec.Headers() {
		text, err := b.Preprocess(ctx, fmt.Sprintf("#include <%s>\n", h))
		if err != nil {
			return console.Interrupted(ctx, err)
		}
		c := spec.Cover(text, h, seen)
		if c.Declared == 0 {
			continue
		}
		declared, covered = declared+c.Declared, covered+c.Covered
		fmt.Fprintf(out, "%s\t%d\t%d\t%s\n", h, c.Declared, c.Covered, c.Missing())
	}
	if err := out.Flush(); err != nil {
		return err
	}
	share := 0.0
	if declared > 0 {
		share = 100 * float64(covered) / float64(declared)
	}
	_, err = fmt.Fprintf(a.Stdout, "%d of %d functions are covered: %.1f %%\n", covered, declared, share)
	return err
}
