package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc"
	"github.com/assay-dev/assay/targets/build"
)

// compile makes a program of the engine, as assay does it.
func compile(pr program) (*ir.Program, error) {
	dir, err := os.MkdirTemp("", "assay-bench-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	src := filepath.Join(dir, pr.name+".c")
	if err := os.WriteFile(src, []byte(pr.text), 0o644); err != nil {
		return nil, err
	}
	in, err := build.FromArgs([]string{src}, dir)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	b, err := build.New(ctx, build.Options{})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	var models []build.ModelSource
	for _, m := range libc.Sources() {
		models = append(models, build.ModelSource{Name: m.Name, Text: m.Text})
	}
	b.AddModels(models)
	p, err := b.Build(ctx, in)
	if err != nil {
		return nil, err
	}
	if len(p.Failed) > 0 {
		return nil, p.Failed[0]
	}
	return ir.Read(p.IRPath)
}
