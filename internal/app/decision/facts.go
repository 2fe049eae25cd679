package decision

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/integrations/deps"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/option"
)

// factFile keeps, in --state-dir, the facts about loops that proofs rested on, by
// the content of the function that the loop is in. The next run tries them first.
// They are proved again before they are used, so a file that is old, or wrong,
// costs time and nothing else.
type factFile struct {
	path  string
	index *deps.Index
	p     *ir.Program

	Format    int                       `json:"format"`
	Functions map[string][]engine.Known `json:"functions"` // by digest of the function
}

// Limits of a fact file.
const (
	factsName   = "facts.json"
	factsFormat = 1
	maxFacts    = 20_000
	maxFactsOf  = 1_000    // a function
	maxFactFile = 64 << 20 // bytes
)

// openFacts reads the fact file of a program. One that cannot be used is a new one;
// problem says why.
func openFacts(s *option.Settings, p *ir.Program) (f *factFile, problem error) {
	f = &factFile{path: filepath.Join(s.StateDir, factsName), index: deps.New(p, s.Entry), p: p}
	if problem = f.read(); problem != nil || f.Format != factsFormat || f.Functions == nil {
		f.Functions = map[string][]engine.Known{}
	}
	f.Format = factsFormat
	return f, problem
}

func (f *factFile) read() error {
	info, err := os.Stat(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Size() > maxFactFile:
		return fmt.Errorf("%s is too large", f.path)
	}
	text, err := os.ReadFile(f.path)
	if err == nil {
		err = json.Unmarshal(text, f)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	return nil
}

// known lists what is known of the program's functions.
func (f *factFile) known() (ks []engine.Known) {
	for _, fn := range f.p.Funcs {
		if len(fn.Blocks) > 0 {
			ks = append(ks, f.Functions[f.index.Function(fn.ID)]...)
		}
	}
	return ks
}

// learn keeps what the proofs of a run rested on, besides what was known. Where that
// is too much of a function, the oldest goes: its callers may have changed since; where
// it is too much in all, other programs' functions go.
func (f *factFile) learn(ks []engine.Known) {
	for _, k := range ks {
		d := f.index.Function(k.Func)
		same := func(l engine.Known) bool {
			return l.Cut == k.Cut && l.Formula.Claim == k.Formula.Claim && maps.Equal(l.Formula.Places, k.Formula.Places)
		}
		all := append(slices.DeleteFunc(f.Functions[d], same), k)
		f.Functions[d] = all[max(0, len(all)-maxFactsOf):]
	}
	own := map[string]bool{}
	for _, fn := range f.p.Funcs {
		own[f.index.Function(fn.ID)] = true
	}
	n := 0
	for _, ks := range f.Functions {
		n += len(ks)
	}
	for _, d := range slices.Sorted(maps.Keys(f.Functions)) {
		if n > maxFacts && !own[d] {
			n -= len(f.Functions[d])
			delete(f.Functions, d)
		}
	}
}

// write replaces the file as a whole: of two runs at a time the later one stays.
func (f *factFile) write() error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o755); err != nil {
		return err
	}
	return replaceFile(f.path, func(w io.Writer) error { return json.NewEncoder(w).Encode(f) })
}

// informed has a run try the facts of earlier runs, and keep its own for later
// ones, which write does.
func informed(a *console.App, s *option.Settings, p *ir.Program, opt *engine.Options) (write func()) {
	if s.Facts == "off" || s.Prover == "off" {
		return func() {}
	}
	f, problem := openFacts(s, p)
	if problem != nil {
		a.Notice("facts of earlier runs are not used: %v", problem)
	}
	opt.Known = f.known()
	var learnt []engine.Known
	opt.Learnt = func(ks []engine.Known) { learnt = append(learnt, ks...) }
	return func() {
		if len(learnt) == 0 {
			return
		}
		f.learn(learnt)
		if err := f.write(); err != nil {
			a.Notice("facts are not kept for later runs: %v", err)
		}
	}
}
