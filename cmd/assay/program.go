package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc"
	"github.com/assay-dev/assay/engine/libc/spec"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets/build"
)

// workshop compiles the user's program, once, and makes the linked programs
// that the alarms ask for.
type workshop struct {
	builder  *build.Builder
	compiled *build.Compiled
	models   []build.ModelSource
	specs    *spec.Library // of --spec, or nil
	dir      string        // files of our own
	from     string        // the user's directory
	linkSet  string        // --link-set
	closed   bool          // --assume closed
}

// program is one linked program, loaded.
type program struct {
	*build.Program
	ir     *ir.Program
	hash   string // SHA-256 of the IR text
	userIR string // path of the IR without library models
	// assumed are assumptions of every verdict: functions that do what files of --spec
	// say, units that are missing, a choice of the program.
	assumed      []string
	missingNotes []string
}

// unitsOf makes the units from --compile-commands or from what follows --.
func unitsOf(s *option.Settings, sources []string, dir string) (*build.Input, error) {
	switch {
	case s.CompileCommands != "" && len(sources) > 0:
		return nil, fault.BadInput("leave one of them out", "there are sources after -- and a --compile-commands")
	case s.CompileCommands != "":
		return build.FromDatabase(s.CompileCommands)
	case len(sources) == 0:
		return nil, fault.BadInput("add for example -- src/*.c -Iinclude, or --compile-commands build/compile_commands.json",
			"there is no program: neither sources after -- nor --compile-commands")
	}
	return build.FromArgs(sources, dir)
}

// newWorkshop compiles all units, with extra flags of our own.
func newWorkshop(ctx context.Context, s *option.Settings, in *build.Input, extra ...string) (w *workshop, err error) {
	b, err := build.New(ctx, build.Options{Workers: s.Workers, Entry: s.SingleEntry(), Extra: extra})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	w = &workshop{builder: b, models: libraryModels(), linkSet: s.LinkSet, closed: slices.Contains(s.Assume, engine.Closed)}
	if w.from, err = workingDir(); err != nil {
		return nil, err
	}
	for _, path := range s.Models {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, fault.BadInput("", "--model %s: %v", path, err)
		}
		w.models = append(w.models, build.ModelSource{Path: abs})
	}
	lib, specified, err := userSpecs(s)
	if err != nil {
		return nil, err
	}
	w.specs, w.models = lib, append(w.models, specified...)
	if w.compiled, err = b.Compile(ctx, in); err != nil {
		return nil, err
	}
	if w.dir, err = os.MkdirTemp("", "assay-*"); err != nil {
		return nil, fault.BadInput("set TMPDIR to a writable directory", "no temporary directory: %v", err)
	}
	return w, nil
}

// libraryModels are assay's own models of the C library.
func libraryModels() []build.ModelSource {
	var out []build.ModelSource
	for _, m := range libc.Sources() {
		out = append(out, build.ModelSource{Name: m.Name, Text: m.Text, Unknown: m.Unknown, Defines: m.Defines})
	}
	return out
}

// load links the sets and reads their IR. Each is linked twice: without the
// library models for the replay, whose observers work on the user's code and
// the real library, and with them for the engine.
func (w *workshop) load(ctx context.Context, sets []build.LinkSet) ([]*program, error) {
	programs := make([]*program, len(sets))
	for i, set := range sets {
		linked, err := w.compiled.Link(ctx, set)
		if err != nil {
			return nil, err
		}
		programs[i] = &program{userIR: filepath.Join(w.dir, fmt.Sprintf("user%d.ll", i))}
		if err := move(linked.IRPath, programs[i].userIR); err != nil {
			return nil, err
		}
	}
	w.builder.AddModels(w.models)
	for i, set := range sets {
		linked, err := w.compiled.Link(ctx, set)
		if err != nil {
			return nil, err
		}
		if err := programs[i].read(linked, w); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

// read reads the IR of a program that is linked with the models, and what every
// verdict on it assumes.
func (p *program) read(linked *build.Program, w *workshop) error {
	text, err := os.ReadFile(linked.IRPath)
	if err != nil {
		return err
	}
	if p.ir, err = ir.Parse(linked.IRPath, text); err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	p.Program, p.hash = linked, hex.EncodeToString(sum[:])
	p.assumed = append(append(specified(w.specs, p.ir), p.Assumed...), leftOut(p.Units)...)
	p.open(w)
	return nil
}

// move renames a file, or copies it where the directories are on different
// file systems.
func move(from, to string) error {
	if os.Rename(from, to) == nil {
		return nil
	}
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

func (w *workshop) close() {
	w.builder.Close()
	os.RemoveAll(w.dir)
}

// sources are those of the program's units.
func (p *program) sources() []string {
	var out []string
	for _, u := range p.Units {
		out = append(out, u.Source)
	}
	return out
}

// notes are what the user should hear of the program.
func (p *program) notes() []string {
	out := append(slices.Clone(p.Notes), p.ir.Notes...)
	for _, f := range p.Failed {
		out = append(out, f.Error())
	}
	return append(out, p.missingNotes...)
}

func (p *program) info() report.ProgramInfo {
	return report.ProgramInfo{Name: p.LinkSet, DataModel: string(p.DataModel), Triple: p.Triple, Hash: p.hash}
}

// leftOut is what is assumed of flags that units are compiled without: the checks that
// _FORTIFY_SOURCE asks for end runs which write beyond a member, inside its object.
func leftOut(units []build.Unit) []string {
	for _, u := range units {
		for _, d := range u.Dropped {
			if level, ok := strings.CutPrefix(d.Flag, "-D_FORTIFY_SOURCE"); ok && level != "=0" {
				return []string{"the program runs without the checks that " + d.Flag + " asks for"}
			}
		}
	}
	return nil
}
