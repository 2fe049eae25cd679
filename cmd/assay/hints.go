package main

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
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/option"
)

// hintComment is `/* assay: invariant EXPR */` or `// assay: invariant EXPR`.
var hintComment = regexp.MustCompile(`/\*\s*assay:\s*invariant[ \t]+([^\n]+?)[ \t]*\*/|//\s*assay:\s*invariant[ \t]+([^\n]+)`)

// maxSource bounds the files that are searched for hints.
const maxSource = 16 << 20

// hintsOf reads the hints in the sources of a program. Files that cannot be
// read have none: they may be gone, or be names that only debug information has.
func hintsOf(p *ir.Program) []engine.Hint {
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

// hintKey is the part of a run's key that depends on hints: they change what is
// proved, and are no part of the program.
func hintKey(hints []engine.Hint) string {
	var b strings.Builder
	for _, h := range hints {
		b.WriteString("\x00" + h.Text)
	}
	return b.String()
}

// decideHinted has the engine decide targets with the hints of the sources, and
// says which of them are not used. Facts of earlier runs are hints, too.
func (a *app) decideHinted(ctx context.Context, s *option.Settings, p *ir.Program, targets []engine.Target, opt engine.Options, sink engine.Sink) (*engine.Result, error) {
	var notes []string
	opt.Hints = hintsOf(p)
	opt.Hinted = func(h engine.Hint, why string) {
		if note := fmt.Sprintf("%s:%d: the hint is not used; %s", filepath.Base(h.File), h.Line, why); why != "" && !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	keep := a.informed(s, p, &opt)
	result, err := a.decide(ctx, p, targets, opt, sink)
	keep()
	for _, n := range notes {
		a.notice("%s", n)
	}
	return result, err
}
