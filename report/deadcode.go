package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
)

// DeadCode is the outcome of a dead-code run, ready to be written in any of
// DeadFormats. Its universe is clang's coverage mapping: the functions,
// regions and branch outcomes of the sources, compiled or not.
type DeadCode struct {
	Tool        string         `json:"tool"`
	Entry       []string       `json:"entry"`
	Program     ProgramInfo    `json:"program"`
	Sources     []SourceHash   `json:"sources"`
	Stubs       []string       `json:"stubs"`       // --model files
	Settings    []string       `json:"settings"`    // option=value of what verdicts depend on
	Assumptions []string       `json:"assumptions"` // of all verdicts together
	Notes       []string       `json:"notes"`
	Partial     string         `json:"partial,omitempty"`
	Points      []CodePoint    `json:"points"` // in order of the sources
	Files       []CodeFile     `json:"files"`
	Runs        int            `json:"runs"`   // native runs behind the live points
	Mapped      map[string]int `json:"mapped"` // llvm-cov's totals: functions, regions, branches, lines
}

// SourceHash identifies a source file.
type SourceHash struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// The statuses of a point.
const (
	Live      = "live"      // an input executes it
	Dead      = "dead"      // no input does
	Bounded   = "bounded"   // none within the bounds that were met
	Undecided = "undecided" // neither is known
)

// The kinds of point, as llvm-cov counts them.
const (
	KindFunction = "function"
	KindRegion   = "region"
	KindBranch   = "branch" // one outcome of a condition
)

// Span is a stretch of a file, in lines and columns from 1; the end is behind
// the last character.
type Span struct {
	Line    int `json:"line"`
	Col     int `json:"col"`
	EndLine int `json:"endLine"`
	EndCol  int `json:"endCol"`
}

// CodePoint is one thing that can be dead.
type CodePoint struct {
	Kind     string `json:"kind"`
	Function string `json:"function"`
	File     string `json:"file"`
	Span
	// Macro is where the text of a macro stands that the point lies in; File
	// and Span are then where the macro is used.
	Macro    string  `json:"macro,omitempty"`
	Taken    bool    `json:"taken"`          // KindBranch: the outcome is true
	Text     string  `json:"text,omitempty"` // the source, on one line
	Status   string  `json:"status"`
	Compiled bool    `json:"compiled"` // false: dead because clang made no code for it
	Why      string  `json:"why,omitempty"`
	Outcome  Outcome `json:"outcome"`
	// Inside says that a larger dead thing holds the point: it is counted, and
	// not reported on its own.
	Inside bool `json:"inside,omitempty"`
}

// CodeFile is a source file with the verdicts on its lines.
type CodeFile struct {
	Name  string     `json:"name"`
	Lines []CodeLine `json:"lines"` // those that llvm-cov counts
	Text  []string   `json:"-"`     // all lines
}

// CodeLine is the verdict on a line: that of the most alive region on it.
type CodeLine struct {
	Line   int    `json:"line"`
	Status string `json:"status"`
	Runs   uint64 `json:"runs"` // executions in the native runs, as llvm-cov counts
}

// CodeCounts are the four counts, never merged. Uncompiled and Unless are
// parts of Dead, Confirmed of Live.
type CodeCounts struct {
	Live       int `json:"live"`
	Confirmed  int `json:"confirmed"`
	Dead       int `json:"dead"`
	Uncompiled int `json:"notCompiled"`
	Unless     int `json:"deadUnlessAnError"`
	Bounded    int `json:"bounded"`
	Undecided  int `json:"undecided"`
	Total      int `json:"total"`
}

func (c *CodeCounts) add(status string) {
	c.Total++
	switch status {
	case Live:
		c.Live++
	case Dead:
		c.Dead++
	case Bounded:
		c.Bounded++
	default:
		c.Undecided++
	}
}

// Count adds up the points of a kind.
func (d *DeadCode) Count(kind string) CodeCounts {
	var c CodeCounts
	for i := range d.Points {
		p := &d.Points[i]
		if p.Kind != kind {
			continue
		}
		c.add(p.Status)
		switch {
		case p.Status == Live && p.Outcome.Confirmed:
			c.Confirmed++
		case p.Status == Dead && !p.Compiled:
			c.Uncompiled++
		case p.Status == Dead && len(p.Outcome.Given) > 0:
			c.Unless++
		}
	}
	return c
}

// CountLines adds up the lines.
func (d *DeadCode) CountLines() CodeCounts {
	var c CodeCounts
	for _, f := range d.Files {
		for _, l := range f.Lines {
			c.add(l.Status)
		}
	}
	return c
}

// Place is a point's position as file:line:col.
func (p *CodePoint) Place() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// What names a point in a few words.
func (p *CodePoint) What() string {
	switch p.Kind {
	case KindFunction:
		return "function " + p.Function
	case KindBranch:
		return fmt.Sprintf("`%s` %t", p.Text, p.Taken)
	}
	return "code " + quoted(p.Text)
}

func quoted(text string) string { return "`" + text + "`" }

// Verdict is the status with what belongs to it in every report: that clang
// made no code, or the errors that the proof rests on.
func (p *CodePoint) Verdict() string {
	switch {
	case p.Status == Dead && !p.Compiled:
		return "dead: not compiled"
	case p.Status == Dead && len(p.Outcome.Given) > 0:
		return listLine("dead unless", GivenTexts(p.Outcome.Given))
	case p.Status == Live && !p.Outcome.Confirmed:
		return "live, not confirmed"
	}
	return p.Status
}

// Detail says why, in one line.
func (p *CodePoint) Detail() string {
	o := &p.Outcome
	var parts []string
	if p.Status == Live {
		parts = append(parts, inputsLine(o.Inputs))
		if !o.Confirmed {
			parts = append(parts, o.Reason)
		}
	} else {
		parts = append(parts, p.Why)
	}
	if p.Status == Undecided && o.Next != "" {
		parts = append(parts, "→ "+o.Next)
	}
	parts = append(parts, listLine("bounds", engine.BoundTexts(o.Bounds)))
	if p.Macro != "" {
		parts = append(parts, "in the macro at "+p.Macro)
	}
	return strings.Join(withoutEmpty(parts), "; ")
}

// Reported lists the points that a reader has to look at: what is dead, the
// uncompiled first, then bounded, then undecided; parts of larger dead things
// left out.
func (d *DeadCode) Reported() []*CodePoint {
	var out []*CodePoint
	for i := range d.Points {
		if p := &d.Points[i]; p.Status != Live && !p.Inside {
			out = append(out, p)
		}
	}
	rank := map[string]int{Dead: 1, Bounded: 2, Undecided: 3}
	slices.SortStableFunc(out, func(a, b *CodePoint) int {
		ra, rb := rank[a.Status], rank[b.Status]
		if a.Status == Dead && !a.Compiled {
			ra = 0
		}
		if b.Status == Dead && !b.Compiled {
			rb = 0
		}
		return cmp.Compare(ra, rb)
	})
	return out
}

// Gate lists the reported points that have one of the statuses.
func (d *DeadCode) Gate(failOn []string) []*CodePoint {
	return slices.DeleteFunc(d.Reported(), func(p *CodePoint) bool { return !slices.Contains(failOn, p.Status) })
}
