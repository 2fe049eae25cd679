// Package project makes the programs of a run: units from the command line or a compilation
// database, linked with and without the models of the library, and read.
package project

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
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets/build"
)

// Workshop compiles the user's program, once, and makes the linked programs
// that the alarms ask for.
type Workshop struct {
	Builder  *build.Builder
	Compiled *build.Compiled
	Models   []build.ModelSource
	specs    *spec.Library // of --spec, or nil
	stubs    []string      // what is assumed of the files of --model
	Dir      string        // files of our own
	from     string        // the user's directory
	linkSet  string        // --link-set
	closed   bool          // --assume closed
}

// Program is one linked program, loaded.
type Program struct {
	*build.Program
	IR     *ir.Program
	Hash   string // SHA-256 of the IR text
	UserIR string // path of the IR without library models
	// Assumptions are those of every verdict: functions that do what files of --spec
	// say, units that are missing, a choice of the program.
	Assumptions  []string
	missingNotes []string
}

// UnitsOf makes the units from --compile-commands or from what follows --.
func UnitsOf(s *option.Settings, sources []string, dir string) (*build.Input, error) {
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

// NewWorkshop compiles all units, with extra flags of our own.
func NewWorkshop(ctx context.Context, s *option.Settings, in *build.Input, extra ...string) (w *Workshop, err error) {
	b, err := build.New(ctx, build.Options{Workers: s.Workers, Entry: s.SingleEntry(), Extra: extra})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	w = &Workshop{Builder: b, Models: libraryModels(), linkSet: s.LinkSet, closed: slices.Contains(s.Assume, engine.Closed)}
	if w.from, err = console.WorkingDir(); err != nil {
		return nil, err
	}
	for _, path := range s.Models {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, fault.BadInput("", "--model %s: %v", path, err)
		}
		w.Models = append(w.Models, build.ModelSource{Path: abs})
		w.stubs = append(w.stubs, "functions that "+filepath.Base(path)+" defines do what it says (--model)")
	}
	lib, specified, err := userSpecs(s)
	if err != nil {
		return nil, err
	}
	w.specs, w.Models = lib, append(w.Models, specified...)
	if w.Compiled, err = b.Compile(ctx, in); err != nil {
		return nil, err
	}
	if w.Dir, err = os.MkdirTemp("", "assay-*"); err != nil {
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

// Load links the sets and reads their IR. Each is linked twice: without the
// library models for the replay, whose observers work on the user's code and
// the real library, and with them for the engine.
func (w *Workshop) Load(ctx context.Context, sets []build.LinkSet) ([]*Program, error) {
	programs := make([]*Program, len(sets))
	for i, set := range sets {
		linked, err := w.Compiled.Link(ctx, set)
		if err != nil {
			return nil, err
		}
		programs[i] = &Program{UserIR: filepath.Join(w.Dir, fmt.Sprintf("user%d.ll", i))}
		if err := move(linked.IRPath, programs[i].UserIR); err != nil {
			return nil, err
		}
	}
	w.Builder.AddModels(w.Models)
	for i, set := range sets {
		linked, err := w.Compiled.Link(ctx, set)
		if err != nil {
			return nil, err
		}
		if err := programs[i].Read(linked, w); err != nil {
			return nil, err
		}
	}
	return programs, nil
}

// Read reads the IR of a program that is linked with the models, and what every
// verdict on it assumes.
func (p *Program) Read(linked *build.Program, w *Workshop) error {
	text, err := os.ReadFile(linked.IRPath)
	if err != nil {
		return err
	}
	if p.IR, err = ir.Parse(linked.IRPath, text); err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	p.Program, p.Hash = linked, hex.EncodeToString(sum[:])
	p.Assumptions = slices.Concat(Specified(w.specs, p.IR), w.stubs, p.Assumed, leftOut(p.Units))
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

// Close removes what was compiled.
func (w *Workshop) Close() {
	w.Builder.Close()
	os.RemoveAll(w.Dir)
}

// Sources are those of the program's units.
func (p *Program) Sources() []string {
	var out []string
	for _, u := range p.Units {
		out = append(out, u.Source)
	}
	return out
}

// AllNotes are what the user should hear of the program.
func (p *Program) AllNotes() []string {
	out := append(slices.Clone(p.Notes), p.IR.Notes...)
	for _, f := range p.Failed {
		out = append(out, f.Error())
	}
	return append(out, p.missingNotes...)
}

// Info names the program in reports.
func (p *Program) Info() report.ProgramInfo {
	return report.ProgramInfo{Name: p.LinkSet, DataModel: string(p.DataModel), Triple: p.Triple, Hash: p.Hash}
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

// Programs are the link sets that targets are looked for in.
func (w *Workshop) Programs(s *option.Settings) ([]build.LinkSet, error) {
	if sets := w.Compiled.LinkSets(); s.LinkSet == "" && len(sets) > 1 {
		return sets, nil
	}
	set, err := w.Compiled.Choose(s.LinkSet, nil)
	return []build.LinkSet{set}, err
}
