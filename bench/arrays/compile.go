package main

import (
	"os"
	"path/filepath"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/built"
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
	return built.Program(src)
}
