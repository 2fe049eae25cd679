package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets/build"
)

// A teller puts what the engine says in terms of the program's dense ids into
// terms of the sources.
type teller struct {
	program *ir.Program
	name    string // of the program among those of the run
	dir     string // paths below it are printed relative to it
	seconds bool   // keep wall-clock times
	// assumed are assumptions of every verdict.
	assumed []string
}

// outcome is the verdict as reports and the journal keep it.
func (t *teller) outcome(v *engine.Verdict) report.Outcome {
	o := report.Outcome{
		Status:      v.Status.String(),
		Confirmed:   v.Confirmed,
		Reason:      strings.ReplaceAll(v.Reason, t.dir+string(filepath.Separator), ""),
		Next:        v.Next,
		Assumptions: slices.Concat([]string{}, v.Assumptions, t.assumed),
		Given:       []report.Given{},
		Bounds:      append([]engine.Bound{}, v.Bounds...),
		Effort:      v.Effort,
		Checked:     v.Checked,
	}
	for i := range o.Bounds {
		o.Bounds[i].At = t.relativePlace(o.Bounds[i].At)
	}
	for _, g := range v.Given {
		loc := t.program.LocOf(g.Point)
		o.Given = append(o.Given, report.Given{
			Error: g.Error, Text: classText(g.Error), File: t.file(loc), Line: int(loc.Line), Col: int(loc.Col),
			Function: t.program.FuncOf(g.Point).Source, Key: t.checkKey(g.Error, g.Point),
		})
	}
	if t.seconds {
		o.Seconds = v.Time.Seconds()
	}
	if w := v.Witness; w != nil {
		o.Inputs = t.inputs(w)
		o.Violation = w.Class.Text() + " at " + t.place(w.Point)
		o.Path = t.path(w)
	}
	return o
}

// met describes an error met on the way.
func (t *teller) met(m *engine.Met) report.Met {
	loc := t.program.LocOf(m.Point)
	return report.Met{
		Class: m.Class, Text: classText(m.Class), File: t.file(loc), Line: int(loc.Line), Col: int(loc.Col),
		Function: t.program.FuncOf(m.Point).Source, Key: t.checkKey(m.Class, m.Point),
	}
}

// classText is what a class of violation means, in words.
func classText(name string) string {
	if c, ok := op.ParseClass(name); ok {
		return c.Text()
	}
	return name
}

// maxSites is how many instructions a description of a target lists.
const maxSites = 3

// property says what a target looks for, and where.
func (t *teller) property(target *engine.Target) string {
	var classes op.Set
	var places []string
	for i, s := range target.Sites {
		classes |= s.Classes
		if i == maxSites {
			places = append(places, fmt.Sprintf("%d more", len(target.Sites)-maxSites))
		} else if i < maxSites {
			loc := t.program.LocOf(s.Point)
			places = append(places, fmt.Sprintf("%d:%d", loc.Line, loc.Col))
		}
	}
	return classList(classes) + " at " + strings.Join(places, ", ")
}

// classNames are the violations that a target looks for.
func classNames(target *engine.Target) []string {
	var classes op.Set
	for _, s := range target.Sites {
		classes |= s.Classes
	}
	var names []string
	for c := op.NoClass + 1; c < op.NumClasses; c++ {
		if classes.Has(c) {
			names = append(names, c.String())
		}
	}
	return names
}

// covers are the checks that a target's sites are, in order of their keys.
func (t *teller) covers(target *engine.Target) []string {
	set := map[string]bool{}
	for _, s := range target.Sites {
		for c := op.NoClass + 1; c < op.NumClasses; c++ {
			// A site restricted to one side or operand shows only part of the
			// check.
			if s.Classes.Has(c) && s.Side == op.AnySide && s.Arg < 0 && !s.OnlyMade {
				set[t.checkKey(c.String(), s.Point)] = true
			}
		}
	}
	keys := make([]string, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func (t *teller) checkKey(class string, pt ir.Point) string {
	return report.CheckKey(class, fmt.Sprintf("%x", t.program.PointKey(pt)))
}

// targetKey identifies a target over runs: what is looked for at which
// instructions of which program.
func (t *teller) targetKey(target *engine.Target) string {
	parts := []string{t.name}
	for _, s := range target.Sites {
		parts = append(parts, fmt.Sprintf("%x:%x:%d:%d", t.program.PointKey(s.Point), uint64(s.Classes), s.Side, s.Arg))
		if s.OnlyMade {
			parts = append(parts, fmt.Sprintf("made %x", t.program.PointKey(s.Made)))
		}
	}
	return shortHash(parts...)
}

// path is the witness's path through the user's code, ending in the violation.
// Steps inside library models are left out: there is no file to show.
func (t *teller) path(w *engine.Witness) []report.Step {
	var steps []report.Step
	add := func(pt ir.Point, text string) {
		loc := t.program.LocOf(pt)
		steps = append(steps, report.Step{
			File: t.file(loc), Line: int(loc.Line), Col: int(loc.Col),
			Function: t.program.FuncOf(pt).Source, Text: text,
		})
	}
	for _, s := range w.Path {
		if !t.program.FuncOf(s.Point).Model {
			add(s.Point, s.Text)
		}
	}
	if n := len(w.Path); n == 0 || w.Path[n-1].Point != w.Point {
		add(w.Point, w.Class.Text())
	}
	return steps
}

// place prints a point as file:line:col.
func (t *teller) place(pt ir.Point) string {
	loc := t.program.LocOf(pt)
	if loc.Line == 0 {
		return "function " + t.program.FuncOf(pt).Source
	}
	return fmt.Sprintf("%s:%d:%d", t.file(loc), loc.Line, loc.Col)
}

func (t *teller) file(loc ir.Loc) string {
	if loc.Line == 0 || int(loc.File) >= len(t.program.Files) {
		return ""
	}
	return relative(t.dir, t.program.Files[loc.File])
}

// relativePlace shortens the path in front of a place's first colon.
func (t *teller) relativePlace(at string) string {
	if model, ok := strings.CutPrefix(at, build.ModelDir+"/"); ok {
		return "assay's model in " + model
	}
	file, rest, ok := strings.Cut(at, ":")
	if !ok {
		return at
	}
	return relative(t.dir, file) + ":" + rest
}

// relative is path as seen from dir if it lies below dir, else path.
func relative(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsAbs(path) || rel == ".." || strings.HasPrefix(rel, "../") {
		return path
	}
	return rel
}

// inputs says in words what the environment has to answer.
func (t *teller) inputs(w *engine.Witness) []string {
	var out []string
	if w.Entry != "" && w.Entry != "main" {
		out = append(out, "entry "+w.Entry)
	}
	for i, a := range w.Argv {
		if i > 0 {
			out = append(out, fmt.Sprintf("argv[%d] = %s", i, cString(a)))
		}
	}
	if len(w.Argv) == 1 {
		out = append(out, "no arguments")
	}
	if len(w.Stdin) > 0 {
		out = append(out, "stdin = "+cString(w.Stdin))
	}
	feeds, env := environment(w.Feeds)
	for _, e := range env {
		if e.set {
			out = append(out, fmt.Sprintf("%s=%s in the environment", e.name, cString(e.value)))
		} else {
			out = append(out, "no "+e.name+" in the environment")
		}
	}
	for _, f := range feeds {
		if text := feedText(&f); text != "" {
			out = append(out, text)
		}
	}
	for _, c := range w.Choices {
		out = append(out, t.choice(&c))
	}
	if len(out) == 0 {
		out = append(out, "any input")
	}
	return out
}

// values are the beginnings of the keys that ask for a value; the others ask
// whether an operation of the library fails or what it returns.
var values = []string{"__VERIFIER_", "klee_", "rand", "random", "lrand48", "mrand48", "arc4random", "time", "clock"}

// feedText describes an answer of the environment; "" for operations that do
// what they do on an ordinary day, which is 0.
func feedText(f *engine.Feed) string {
	if f.Bytes != nil {
		return f.Key + " = " + cString(f.Bytes)
	}
	if f.Value == 0 && !slices.ContainsFunc(values, func(v string) bool { return strings.HasPrefix(f.Key, v) }) {
		return ""
	}
	return fmt.Sprintf("%s = %d", f.Key, int64(f.Value))
}

func (t *teller) choice(c *engine.Choice) string {
	text := c.Kind
	if c.What != "" {
		text += " of " + c.What
	}
	text += " at " + t.relativePlace(c.At)
	if v := choiceValue(c); v.Text != "" {
		return text + " = " + v.Text
	}
	if c.Bytes != nil {
		return text + " = " + cString(c.Bytes)
	}
	return fmt.Sprintf("%s = %d", text, int64(c.Value))
}

// maxText is how many bytes of an input the table shows; the witness file has
// all of them.
const maxText = 64

// cString writes bytes as a C string literal, long ones cut.
func cString(b []byte) string {
	var s strings.Builder
	s.WriteByte('"')
	for i, c := range b {
		if i == maxText {
			fmt.Fprintf(&s, `"… (%d bytes)`, len(b))
			return s.String()
		}
		switch {
		case c == '"' || c == '\\':
			s.WriteByte('\\')
			s.WriteByte(c)
		case c == '\n':
			s.WriteString(`\n`)
		case c >= 0x20 && c < 0x7f:
			s.WriteByte(c)
		default: // three octal digits, so that a following digit is no part of it
			fmt.Fprintf(&s, `\%03o`, c)
		}
	}
	s.WriteByte('"')
	return s.String()
}
