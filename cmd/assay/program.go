package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets/build"
)

// workshop compiles the user's program, once, and makes the linked programs
// that the alarms ask for.
type workshop struct {
	builder  *build.Builder
	compiled *build.Compiled
}

// program is one linked program, loaded.
type program struct {
	*build.Program
	ir   *ir.Program
	hash string // SHA-256 of the IR text
}

// unitsOf makes the units from --compile-commands or from what follows --.
func unitsOf(s *settings, sources []string, dir string) (*build.Input, error) {
	switch {
	case s.compileCommands != "" && len(sources) > 0:
		return nil, badInput("leave one of them out", "there are sources after -- and a --compile-commands")
	case s.compileCommands != "":
		return build.FromDatabase(s.compileCommands)
	case len(sources) == 0:
		return nil, badInput("add for example -- src/*.c -Iinclude, or --compile-commands build/compile_commands.json",
			"there is no program: neither sources after -- nor --compile-commands")
	}
	return build.FromArgs(sources, dir)
}

// newWorkshop compiles all units.
func newWorkshop(ctx context.Context, s *settings, in *build.Input) (w *workshop, err error) {
	entry := ""
	if len(s.entry) == 1 && s.entry[0] != entryExported {
		entry = s.entry[0]
	}
	b, err := build.New(ctx, build.Options{Workers: s.workers, Entry: entry})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	var models []build.ModelSource
	for _, path := range s.models {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, badInput("", "--model %s: %v", path, err)
		}
		models = append(models, build.ModelSource{Path: abs})
	}
	b.AddModels(append(libraryModels(), models...))
	c, err := b.Compile(ctx, in)
	if err != nil {
		return nil, err
	}
	return &workshop{b, c}, nil
}

// entryExported is the value of --entry that stands for every function that
// other units could call.
const entryExported = "exported"

// libraryModels are assay's own models of the C library.
func libraryModels() []build.ModelSource {
	var out []build.ModelSource
	for _, m := range libc.Sources() {
		out = append(out, build.ModelSource{Name: m.Name, Text: m.Text})
	}
	return out
}

// load links a set and reads its IR.
func (w *workshop) load(ctx context.Context, set build.LinkSet) (*program, error) {
	linked, err := w.compiled.Link(ctx, set)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(linked.IRPath)
	if err != nil {
		return nil, err
	}
	p, err := ir.Parse(linked.IRPath, text)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(text)
	return &program{linked, p, hex.EncodeToString(sum[:])}, nil
}

func (w *workshop) close() { w.builder.Close() }

func (p *program) info() report.ProgramInfo {
	return report.ProgramInfo{Name: p.LinkSet, DataModel: string(p.DataModel), Triple: p.Triple, Hash: p.hash}
}
