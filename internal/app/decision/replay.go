package decision

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/witness"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/sarif"
)

// Replayer confirms the witnesses of one program and keeps them as files.
type Replayer struct {
	WitnessFiles
	Part     *Part
	Replayer *witness.Replayer
	Off      bool     // --replay=false
	Mark     []string // flags that a witness's sources get besides
}

// WitnessFiles keeps witnesses as files.
type WitnessFiles struct {
	dir    string
	models []string          // --model, absolute
	Hashes map[string]string // of sources and models, by path
}

// NewWitnessFiles prepares for the witnesses of a program of these sources.
func NewWitnessFiles(s *option.Settings, sources []string) WitnessFiles {
	f := WitnessFiles{dir: filepath.Join(s.StateDir, "witnesses")}
	for _, m := range s.Models {
		if abs, err := filepath.Abs(m); err == nil {
			f.models = append(f.models, abs)
		}
	}
	f.Hashes = hashFiles(append(slices.Clone(f.models), sources...))
	return f
}

// NewReplayer replays the witnesses of a part, built by a clang. Close it at the end.
func NewReplayer(s *option.Settings, p *Part, clang string) *Replayer {
	return &Replayer{
		Part:         p,
		WitnessFiles: NewWitnessFiles(s, p.Program.Sources()),
		Replayer:     witness.NewReplayer(witness.Options{Clang: clang, LinkedIR: p.Program.UserIR}),
		Off:          !s.Replay,
	}
}

// Close removes what was built.
func (r *Replayer) Close() { r.Replayer.Close() }

// Confirm is engine.Options.Confirm.
func (r *Replayer) Confirm(ctx context.Context, w *engine.Witness) engine.Confirmation {
	if r.Off {
		return engine.Confirmation{Status: engine.NotRun, Reason: "not replayed (--replay=false)"}
	}
	o, err := r.Replayer.Replay(ctx, r.File(w))
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

// Save writes a witness's file and returns its path; none where a file cannot say the
// witness, which costs no verdict.
func (r *Replayer) Save(name string, w *engine.Witness) (string, error) {
	file := r.File(w)
	if file.Validate() != nil {
		return "", nil
	}
	return r.Write(name, file)
}

// Write writes a file of the given name, unless it is there as it should be, and
// returns its path.
func (r *WitnessFiles) Write(name string, w *witness.Witness) (string, error) {
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
