package decision

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/option"
)

// hintComment is `/* assay: invariant EXPR */` or `// assay: invariant EXPR`.
var hintComment = regexp.MustCompile(`/\*\s*assay:\s*invariant[ \t]+([^\n]+?)[ \t]*\*/|//\s*assay:\s*invariant[ \t]+([^\n]+)`)

// maxSource bounds the files that are searched for hints.
const maxSource = 16 << 20

// HintsOf reads the hints in the sources of a program. Files that cannot be
// read have none: they may be gone, or be names that only debug information has.
func HintsOf(p *ir.Program) []engine.Hint {
	var out []engine.Hint
	for _, name := range p.Files {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		for _, m := range hintComment.FindAllSubmatchIndex(text, -1) {
			expr := m[2:4]
			if expr[0] < 0 {
				expr = m[4:6]
			}
			out = append(out, engine.Hint{File: name, Line: 1 + bytes.Count(text[:m[0]], []byte("\n")), Text: strings.TrimSpace(string(text[expr[0]:expr[1]]))})
		}
	}
	return out
}

// HintKey is the part of a run's key that depends on hints: they change what is
// proved, and are no part of the program.
func HintKey(hints []engine.Hint) string {
	var b strings.Builder
	for _, h := range hints {
		b.WriteString("\x00" + h.Text)
	}
	return b.String()
}

// Decide has the engine decide targets with the hints of the sources, and
// says which of them are not used. Facts of earlier runs are hints, too.
func Decide(ctx context.Context, a *console.App, s *option.Settings, p *ir.Program, targets []engine.Target, opt engine.Options, sink engine.Sink) (*engine.Result, error) {
	if s.VerboseLog {
		a.NoteAll("", budget.Changed(), true)
	}
	var notes []string
	opt.Hints = HintsOf(p)
	opt.Hinted = func(h engine.Hint, why string) {
		if note := fmt.Sprintf("%s:%d: the hint is not used; %s", filepath.Base(h.File), h.Line, why); why != "" && !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	keep := informed(a, s, p, &opt)
	result, err := a.Decide(ctx, p, targets, opt, sink)
	keep()
	if s.VerboseLog && err == nil {
		a.NoteAll("", spent(result), true)
	}
	for _, n := range notes {
		a.Notice("%s", n)
	}
	return result, err
}

// spent says what each strategy took, and how much it settled.
func spent(r *engine.Result) (notes []string) {
	for _, s := range r.Spent {
		notes = append(notes, fmt.Sprintf("%s: %.1f s, %d settled", s.Strategy, s.Time.Seconds(), s.Settled))
	}
	return notes
}
