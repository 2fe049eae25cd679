package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/witness"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/build"
	"github.com/assay-dev/assay/targets/coverage"
)

// replayer confirms the witnesses of one program and keeps them as files.
type replayer struct {
	witnessFiles
	part     *part
	replayer *witness.Replayer
	off      bool     // --replay=false
	mark     []string // flags that a witness's sources get besides
}

// witnessFiles keeps witnesses as files.
type witnessFiles struct {
	dir    string
	models []string          // --model, absolute
	hashes map[string]string // of sources and models, by path
}

// newWitnessFiles prepares for the witnesses of a program of these sources.
func newWitnessFiles(s *option.Settings, sources []string) witnessFiles {
	f := witnessFiles{dir: filepath.Join(s.StateDir, "witnesses")}
	for _, m := range s.Models {
		if abs, err := filepath.Abs(m); err == nil {
			f.models = append(f.models, abs)
		}
	}
	f.hashes = hashFiles(append(slices.Clone(f.models), sources...))
	return f
}

func newReplayer(s *option.Settings, p *part, clang string) *replayer {
	return &replayer{
		part:         p,
		witnessFiles: newWitnessFiles(s, p.program.sources()),
		replayer:     witness.NewReplayer(witness.Options{Clang: clang, LinkedIR: p.program.userIR}),
		off:          !s.Replay,
	}
}

func (r *replayer) close() { r.replayer.Close() }

// confirm is engine.Options.Confirm.
func (r *replayer) confirm(ctx context.Context, w *engine.Witness) engine.Confirmation {
	if r.off {
		return engine.Confirmation{Status: engine.NotRun, Reason: "not replayed (--replay=false)"}
	}
	o, err := r.replayer.Replay(ctx, r.file(w))
	if err != nil {
		return engine.Confirmation{Status: engine.NotRun, Reason: "the replay failed: " + err.Error()}
	}
	c := engine.Confirmation{Status: confirmStatus[o.Status]}
	c.Reason, _, _ = strings.Cut(witness.Describe(o), "\n")
	if o.Status == witness.Depends {
		var stubs []string
		o.DependsOn, stubs = needed(w, o.DependsOn)
		c.Reason = witness.Dependence(o)
		if c.Reason == "" {
			c.Reason = "seen natively with " + strings.Join(stubs, ", ") + " replaced, which nothing defines: " + o.What
		}
	}
	return c
}

// needed separates the undefined functions whose effects the path does not
// depend on from what it depends on.
func needed(w *engine.Witness, choices []witness.Choice) (rest []witness.Choice, stubs []string) {
	for _, c := range choices {
		needs := slices.ContainsFunc(w.Choices, func(d engine.Choice) bool { return d.Kind == "havoc" && d.What == c.Function })
		if c.Kind == witness.ChoiceHavoc && !needs {
			stubs = append(stubs, c.Function+"()")
			continue
		}
		rest = append(rest, c)
	}
	return rest, stubs
}

// confirmStatus translates the outcome of a replay.
var confirmStatus = map[witness.Status]engine.ConfirmStatus{
	witness.Confirmed:     engine.Confirmed,
	witness.Depends:       engine.DependsOn,
	witness.NotReproduced: engine.NotReproduced,
	witness.CouldNotRun:   engine.NotRun,
	witness.NotObservable: engine.NotRun,
}

// save writes a witness's file and returns its path; none where a file cannot say the
// witness, which costs no verdict.
func (r *replayer) save(name string, w *engine.Witness) (string, error) {
	file := r.file(w)
	if file.Validate() != nil {
		return "", nil
	}
	return r.write(name, file)
}

// write writes a file of the given name, unless it is there as it should be, and
// returns its path.
func (r *witnessFiles) write(name string, w *witness.Witness) (string, error) {
	var text bytes.Buffer
	if err := w.Write(&text); err != nil {
		return "", err
	}
	path := filepath.Join(r.dir, name+".json")
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, text.Bytes()) {
		return path, nil
	}
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return "", err
	}
	return path, sarif.WriteFile(path, text.String())
}

// hashFiles are the content hashes that witnesses record, so that a replay of
// other sources is noticed.
func hashFiles(paths []string) map[string]string {
	out := map[string]string{}
	for _, path := range paths {
		if text, err := os.ReadFile(path); err == nil {
			out[path] = witness.HashOf(text)
		}
	}
	return out
}

func (a *app) replayCommand() *cobra.Command {
	var s *option.Settings
	cmd := &cobra.Command{
		Use:   "replay WITNESS",
		Short: "Run a witness natively and say what happened",
		Long: "Builds the witness's sources natively, runs them on the witness's inputs, and says whether the\n" +
			"failure was seen. Exit code 0 if it was, 1 if not.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.replay(cmd.Context(), s, args[0])
		},
	}
	s = option.AddFlags(cmd, option.OnReplay)
	return cmd
}

func (a *app) replay(ctx context.Context, s *option.Settings, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fault.BadInput("name the file of a witness; assay explain says where an alarm's is", "cannot open %s: %v", path, cause(err))
	}
	defer f.Close()
	w, err := witness.Read(f)
	if err != nil {
		return fault.BadInput("", "%s: %v", path, err)
	}
	tools, err := build.FindTools(ctx)
	if err != nil {
		return err
	}
	o, err := a.replayWithIR(ctx, w, tools.Clang)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("%s: %s\n", w.Target.Name, w.Target.Class) + witness.Describe(o)
	if o.Command != "" {
		text += "\nby hand:\n" + o.Command + "\n"
	}
	if s.VerboseLog {
		text += "\n" + o.Log
	}
	if err := a.writeText("-", text); err != nil {
		return err
	}
	if !o.Observed {
		return fault.Exit{Code: fault.Gate}
	}
	return nil
}

// replayWithIR links the witness's sources to IR first: what no sanitizer sees
// is observed by checks that are put there.
func (a *app) replayWithIR(ctx context.Context, w *witness.Witness, clang string) (witness.Outcome, error) {
	opt := witness.Options{Clang: clang}
	in := &build.Input{}
	for _, src := range w.Program.Sources {
		part, err := build.FromArgs(append(append([]string{}, src.Flags...), src.Path), src.Dir)
		if err != nil {
			return witness.Outcome{}, err
		}
		in.Units = append(in.Units, part.Units...)
	}
	var extra []string
	if ofDeadCode(w) {
		extra = coverage.Flags
	}
	b, err := build.New(ctx, build.Options{Entry: w.Program.Entry, Extra: extra})
	if err != nil {
		return witness.Outcome{}, err
	}
	defer b.Close()
	linked, err := b.Build(ctx, in)
	if err == nil && ofDeadCode(w) {
		err = stripCounters(ctx, clang, linked.IRPath)
	}
	if err == nil {
		opt.LinkedIR = linked.IRPath
	} else {
		a.notice("only sanitizers can observe: %v", err)
	}
	return witness.Replay(ctx, w, opt)
}
