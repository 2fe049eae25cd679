package deadcode

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/witness"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets/build"
	"github.com/assay-dev/assay/targets/coverage"
)

// job is the dead-code report on one program on its way.
type job struct {
	s        *option.Settings
	dir      string
	start    time.Time
	progress *console.Progress
	tools    *coverage.Tools
	part     *decision.Part
	module   *coverage.Module // of the program that the engine explores
	user     *coverage.Module // without library models: of the native runs
	set      build.LinkSet
	counters []string // names of functions with counters
	objects  []string // of the units, for llvm-cov
	temp     string   // files of the program
	notes    []string
	universe *universe
	runs     *pointRuns
	result   *engine.Result
	// outOfTime: --timeout ended the exploration.
	outOfTime bool
}

// Run is the whole way: sources in, the universe of clang's mapping, one
// exploration for all of its points, native runs, reports out.
func Run(ctx context.Context, a *console.App, s *option.Settings, sources []string) error {
	dir, err := console.WorkingDir()
	if err != nil {
		return err
	}
	if err := checkDeadOutputs(s.DeadOutputs); err != nil {
		return err
	}
	if err := console.MakeStateDir(s.StateDir); err != nil {
		return err
	}
	j := &job{s: s, dir: dir, start: time.Now()}
	j.progress = console.NewProgress(a.Terminal, j.start.Add(s.Timeout))
	defer j.progress.Clear()
	units, err := project.UnitsOf(s, sources, dir)
	if err != nil {
		return err
	}
	j.progress.Say("compiling")
	shop, err := project.NewWorkshop(ctx, s, units, coverage.Flags...)
	if err != nil {
		return console.Interrupted(ctx, err)
	}
	defer shop.Close()
	if j.tools, err = coverage.FindTools(shop.Builder.Tools().Clang); err != nil {
		return err
	}
	jobs, err := j.each(ctx, shop)
	if err != nil {
		return console.Interrupted(ctx, err)
	}
	var reports []*report.DeadCode
	for k, one := range jobs {
		d, err := one.decide(ctx, a, shop, len(jobs)-k)
		if err != nil {
			return console.Interrupted(ctx, err)
		}
		reports = append(reports, d)
	}
	j.progress.Clear()
	return writeDead(a, j, uniteDead(reports))
}

// decide is the way of one program, of the last n ones.
func (j *job) decide(ctx context.Context, a *console.App, shop *project.Workshop, n int) (*report.DeadCode, error) {
	if err := j.load(ctx, shop); err != nil {
		return nil, err
	}
	if err := decision.CheckEntry(j.s, j.part.Program); err != nil {
		return nil, err
	}
	j.universe = newUniverse(j.module, j.part)
	if err := j.explore(ctx, a, shop, n); err != nil {
		return nil, err
	}
	defer j.runs.close()
	j.progress.Say("writing the report")
	// What is known is written, after Ctrl-C too.
	return j.report(context.WithoutCancel(ctx))
}

// checkDeadOutputs makes sure that what comes out can be written, before the
// time is spent.
func checkDeadOutputs(outputs []option.Output) error {
	stdout := 0
	for _, o := range outputs {
		if o.Path == "-" {
			if stdout++; stdout > 1 {
				return fault.BadInput("give all but one a path", "two outputs go to stdout")
			}
			continue
		}
		if info, err := os.Stat(o.Path); err == nil && info.IsDir() {
			return fault.BadInput("name a file in it", "-o %s=%s: is a directory", o.Format, o.Path)
		}
		if err := console.CheckWritable(o.Path); err != nil {
			return err
		}
	}
	return nil
}

// each makes a job for each program of the database, or for the one that --link-set
// names, and links them without the library's models, which change every later link.
func (j *job) each(ctx context.Context, w *project.Workshop) ([]*job, error) {
	sets, err := w.Programs(j.s)
	if err != nil {
		return nil, err
	}
	j.progress.Say("linking and reading the program")
	var jobs []*job
	for k, set := range sets {
		one := *j
		one.set, one.temp = set, filepath.Join(w.Dir, fmt.Sprintf("program%d", k))
		if err := os.Mkdir(one.temp, 0o755); err != nil {
			return nil, err
		}
		if err := one.loadUser(ctx, w); err != nil {
			return nil, err
		}
		jobs = append(jobs, &one)
	}
	w.Builder.AddModels(w.Models)
	return jobs, nil
}

// userIR is the file of the program without library models.
func (j *job) userIR() string { return filepath.Join(j.temp, "user.ll") }

// loadUser links the program without library models.
func (j *job) loadUser(ctx context.Context, w *project.Workshop) error {
	linked, err := w.Compiled.Link(ctx, j.set)
	if err != nil {
		return err
	}
	if err := j.mapUnits(ctx, w, j.set, linked); err != nil {
		return err
	}
	if j.counters, err = j.names(ctx); err != nil {
		return err
	}
	j.user, err = strip(ctx, j.tools, linked.IRPath, j.userIR(), j.counters)
	return err
}

// names are those of the functions with counters.
func (j *job) names(ctx context.Context) ([]string, error) {
	empty, err := j.tools.Export(ctx, j.temp, j.objects, nil, nil)
	if err != nil {
		return nil, fault.InternalError{Err: err}
	}
	return empty.Names(), nil
}

// load links the program as workshop.load does, and takes clang's counters out
// of it on the way.
func (j *job) load(ctx context.Context, w *project.Workshop) error {
	linked, err := w.Compiled.Link(ctx, j.set)
	if err != nil {
		return err
	}
	if j.module, err = strip(ctx, j.tools, linked.IRPath, linked.IRPath, j.counters); err != nil {
		return err
	}
	p := &project.Program{UserIR: j.userIR()}
	if err := p.Read(linked, w); err != nil {
		return err
	}
	j.part = &decision.Part{Program: p, Tell: decision.NewTeller(p, j.set.Name, j.dir, !j.s.Reproducible)}
	return nil
}

// mapUnits makes the objects in which llvm-cov finds clang's mapping.
func (j *job) mapUnits(ctx context.Context, w *project.Workshop, set build.LinkSet, p *build.Program) error {
	var bitcode []string
	for i, path := range w.Compiled.Bitcode(set) {
		if u := p.Units[i]; u.Language == build.LangIR {
			j.notes = append(j.notes, u.Source+": LLVM IR has no mapping to a source; its code is not in the report")
			continue
		}
		bitcode = append(bitcode, path)
	}
	if len(bitcode) == 0 {
		return fault.BadInput("give C sources", "no unit has a mapping to a source: all are LLVM IR")
	}
	var flags []string
	if p.DataModel == build.ILP32 {
		flags = []string{"-m32"}
	}
	var err error
	if j.objects, err = j.tools.Objects(ctx, j.temp, bitcode, flags...); err != nil {
		return fault.InternalError{Err: err}
	}
	return nil
}

// strip splits the edges of the IR at from, and writes it without counters.
func strip(ctx context.Context, tools *coverage.Tools, from, to string, names []string) (*coverage.Module, error) {
	text, err := tools.Split(ctx, from)
	if err != nil {
		return nil, fault.InternalError{Err: err}
	}
	m, err := coverage.Read(text, names)
	if err != nil {
		return nil, fault.InternalError{Err: err}
	}
	return m, os.WriteFile(to, []byte(m.Text()), 0o644)
}

// exploring is the share of the time, in percent, that the engine gets: the
// report asks for further native runs.
const exploring = 95

// explore has the engine decide all points together, in the time of one of n programs.
func (j *job) explore(ctx context.Context, a *console.App, shop *project.Workshop, n int) error {
	j.part.Targets = j.universe.targets
	var err error
	if j.runs, err = newPointRuns(ctx, j, shop.Builder.Tools().Clang); err != nil {
		return err
	}
	opt := j.s.EngineOptions(j.part.Program.Semantic.Trapv)
	opt.Timeout = max((j.s.Timeout-time.Since(j.start))*exploring/100/time.Duration(n), time.Millisecond)
	opt.Progress, opt.Confirm = j.progress.Show, j.runs.confirm
	stop := j.progress.KeepTime()
	defer stop()
	begun := time.Now()
	defer func() { j.outOfTime = time.Since(begun) >= opt.Timeout }()
	j.result, err = decision.Decide(ctx, a, j.s, j.part.Program.IR, j.part.Targets, opt, func(int, engine.Verdict) {})
	return err
}

// writeDead writes the reports and says with which code to end.
func writeDead(a *console.App, j *job, d *report.DeadCode) error {
	for _, n := range d.Notes {
		a.Notice("%s", n)
	}
	outputs := j.s.DeadOutputs
	if len(outputs) == 0 {
		outputs = []option.Output{{Format: report.FormatTable, Path: "-"}}
	}
	for _, toStdout := range []bool{false, true} { // a closed stdout takes no file along
		for _, o := range outputs {
			if (o.Path == "-") != toStdout {
				continue
			}
			if err := writeDeadTo(a, o, d); err != nil {
				return err
			}
		}
	}
	hit := d.Gate(j.s.DeadFailOn)
	switch {
	case len(hit) > 0:
		fmt.Fprintf(a.Stderr, "assay: --fail-on: %d points, the first %s: %s (%s)\n", len(hit), hit[0].Place(), hit[0].What(), hit[0].Verdict())
		return fault.Exit{Code: fault.Gate}
	case d.Partial != "":
		fmt.Fprintf(a.Stderr, "assay: ended early: %s; what is known was written\n", d.Partial)
		return fault.Exit{Code: fault.Partial}
	}
	return nil
}

func writeDeadTo(a *console.App, o option.Output, d *report.DeadCode) error {
	i := slices.IndexFunc(report.DeadFormats(), func(f report.DeadFormat) bool { return f.Name == o.Format })
	f := report.DeadFormats()[i] // the option accepts no other name
	var text bytes.Buffer
	style := report.Style{}
	if o.Path == "-" {
		style = report.Style{Color: a.OutWidth > 0, Width: a.OutWidth}
	}
	var w io.Writer = &text
	if err := f.Write(w, d, style); err != nil {
		return fault.InternalError{Err: fmt.Errorf("format %s: %w", f.Name, err)}
	}
	return a.WriteText(o.Path, text.String())
}

// sourceHashes identify what was analysed.
func sourceHashes(dir string, p *build.Program) []report.SourceHash {
	var out []report.SourceHash
	for _, u := range p.Units {
		for _, f := range append([]string{u.Source}, u.Deps...) {
			text, err := os.ReadFile(f)
			name := decision.Relative(dir, f)
			if err != nil || slices.ContainsFunc(out, func(s report.SourceHash) bool { return s.File == name }) {
				continue
			}
			out = append(out, report.SourceHash{File: name, SHA256: witness.HashOf(text)})
		}
	}
	return out
}
