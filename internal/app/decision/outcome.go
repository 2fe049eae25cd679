package decision

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets/build"
)

// A teller puts what the engine says in terms of the program's dense ids into
// terms of the sources.
type Teller struct {
	Program *ir.Program
	Name    string // of the program among those of the run
	Dir     string // paths below it are printed relative to it
	Seconds bool   // keep wall-clock times
	// Assumed are assumptions of every verdict.
	Assumed []string
}

// NewTeller tells the verdicts on a program, with paths relative to dir, and with times.
func NewTeller(p *project.Program, name, dir string, seconds bool) *Teller {
	return &Teller{Program: p.IR, Name: name, Dir: dir, Seconds: seconds, Assumed: p.Assumptions}
}

// Outcome is the verdict as reports and the journal keep it.
func (t *Teller) Outcome(v *engine.Verdict) report.Outcome {
	o := report.Outcome{
		Status:      v.Status.String(),
		Confirmed:   v.Confirmed,
		Reason:      strings.ReplaceAll(v.Reason, t.Dir+string(filepath.Separator), ""),
		Next:        v.Next,
		Assumptions: slices.Concat([]string{}, v.Assumptions, t.Assumed),
		Given:       []report.Given{},
		Bounds:      append([]engine.Bound{}, v.Bounds...),
		Effort:      v.Effort,
		Checked:     v.Checked,
	}
	for i := range o.Bounds {
		o.Bounds[i].At = t.relativePlace(o.Bounds[i].At)
	}
	for _, g := range v.Given {
		loc := t.Program.LocOf(g.Point)
		o.Given = append(o.Given, report.Given{
			Error: g.Error, Text: ClassText(g.Error), File: t.File(loc), Line: int(loc.Line), Col: int(loc.Col),
			Function: t.Program.FuncOf(g.Point).Source, Key: t.CheckKey(g.Error, g.Point),
		})
	}
	if t.Seconds {
		o.Seconds = v.Time.Seconds()
	}
	if w := v.Witness; w != nil {
		o.Inputs = t.Inputs(w)
		o.Violation = w.Class.Text() + " at " + t.Place(w.Point)
		o.Path = t.Path(w)
	}
	return o
}

// Met describes an error met on the way.
func (t *Teller) Met(m *engine.Met) report.Met {
	loc := t.Program.LocOf(m.Point)
	return report.Met{
		Class: m.Class, Text: ClassText(m.Class), File: t.File(loc), Line: int(loc.Line), Col: int(loc.Col),
		Function: t.Program.FuncOf(m.Point).Source, Key: t.CheckKey(m.Class, m.Point),
	}
}

// ClassText is what a class of violation means, in words.
func ClassText(name string) string {
	if c, ok := op.ParseClass(name); ok {
		return c.Text()
	}
	return name
}

// maxSites is how many instructions a description of a target lists.
const maxSites = 3

// Property says what a target looks for, and where.
func (t *Teller) Property(target *engine.Target) string {
	var classes op.Set
	var places []string
	for i, s := range target.Sites {
		classes |= s.Classes
		if i == maxSites {
			places = append(places, fmt.Sprintf("%d more", len(target.Sites)-maxSites))
		} else if i < maxSites {
			loc := t.Program.LocOf(s.Point)
			places = append(places, fmt.Sprintf("%d:%d", loc.Line, loc.Col))
		}
	}
	return ClassList(classes) + " at " + strings.Join(places, ", ")
}

// ClassNames are the violations that a target looks for.
func ClassNames(target *engine.Target) []string {
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

// Covers are the checks that a target's sites are, in order of their keys.
func (t *Teller) Covers(target *engine.Target) []string {
	set := map[string]bool{}
	for _, s := range target.Sites {
		for c := op.NoClass + 1; c < op.NumClasses; c++ {
			// A site restricted to one side or operand shows only part of the
			// check.
			if s.Classes.Has(c) && s.Side == op.AnySide && s.Arg < 0 && !s.OnlyMade {
				set[t.CheckKey(c.String(), s.Point)] = true
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

// CheckKey names a check, a class of violation at a place, the same in each run.
func (t *Teller) CheckKey(class string, pt ir.Point) string {
	return report.CheckKey(class, fmt.Sprintf("%x", t.Program.PointKey(pt)))
}

// TargetKey identifies a target over runs: what is looked for at which
// instructions of which program.
func (t *Teller) TargetKey(target *engine.Target) string {
	parts := []string{t.Name}
	for _, s := range target.Sites {
		parts = append(parts, fmt.Sprintf("%x:%x:%d:%d", t.Program.PointKey(s.Point), uint64(s.Classes), s.Side, s.Arg))
		if s.OnlyMade {
			parts = append(parts, fmt.Sprintf("made %x", t.Program.PointKey(s.Made)))
		}
	}
	return ShortHash(parts...)
}

// Path is the witness's path through the user's code, ending in the violation.
// Steps inside library models are left out: there is no file to show.
func (t *Teller) Path(w *engine.Witness) []report.Step {
	var steps []report.Step
	add := func(pt ir.Point, text string) {
		loc := t.Program.LocOf(pt)
		steps = append(steps, report.Step{
			File: t.File(loc), Line: int(loc.Line), Col: int(loc.Col),
			Function: t.Program.FuncOf(pt).Source, Text: text,
		})
	}
	for _, s := range w.Path {
		if !t.Program.FuncOf(s.Point).Model {
			add(s.Point, s.Text)
		}
	}
	if n := len(w.Path); n == 0 || w.Path[n-1].Point != w.Point {
		add(w.Point, w.Class.Text())
	}
	return steps
}

// Place prints a point as file:line:col.
func (t *Teller) Place(pt ir.Point) string {
	loc := t.Program.LocOf(pt)
	if loc.Line == 0 {
		return "function " + t.Program.FuncOf(pt).Source
	}
	return fmt.Sprintf("%s:%d:%d", t.File(loc), loc.Line, loc.Col)
}

// File is the path of a place's file, relative to Dir where it lies below.
func (t *Teller) File(loc ir.Loc) string {
	if loc.Line == 0 || int(loc.File) >= len(t.Program.Files) {
		return ""
	}
	return Relative(t.Dir, t.Program.Files[loc.File])
}

// relativePlace shortens the path in front of a place's first colon.
func (t *Teller) relativePlace(at string) string {
	if model, ok := strings.CutPrefix(at, build.ModelDir+"/"); ok {
		return "assay's model in " + model
	}
	file, rest, ok := strings.Cut(at, ":")
	if !ok {
		return at
	}
	return Relative(t.Dir, file) + ":" + rest
}

// Relative is path as seen from dir if it lies below dir, else path.
func Relative(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil || !filepath.IsAbs(path) || rel == ".." || strings.HasPrefix(rel, "../") {
		return path
	}
	return rel
}

// Inputs says in words what the environment has to answer.
func (t *Teller) Inputs(w *engine.Witness) []string {
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
		if text := FeedText(&f); text != "" {
			out = append(out, text)
		}
	}
	for _, c := range w.Choices {
		out = append(out, t.Choice(&c))
	}
	if len(out) == 0 {
		out = append(out, "any input")
	}
	return out
}

// values are the beginnings of the keys that ask for a value; the others ask
// whether an operation of the library fails or what it returns.
var values = []string{"__VERIFIER_", "klee_", "rand", "random", "lrand48", "mrand48", "arc4random", "time", "clock"}

// FeedText describes an answer of the environment; "" for operations that do
// what they do on an ordinary day, which is 0.
func FeedText(f *engine.Feed) string {
	if f.Bytes != nil {
		return f.Key + " = " + cString(f.Bytes)
	}
	if f.Value == 0 && !slices.ContainsFunc(values, func(v string) bool { return strings.HasPrefix(f.Key, v) }) {
		return ""
	}
	return fmt.Sprintf("%s = %d", f.Key, int64(f.Value))
}

// Choice is a choice of the environment in words, "" if it says nothing to a user.
func (t *Teller) Choice(c *engine.Choice) string {
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

// ShortHash is a hash of texts that keeps their borders apart.
func ShortHash(texts ...string) string {
	h := sha256.New()
	for _, s := range texts {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// ClassList names the classes of a set, the memory errors as one.
func ClassList(s op.Set) string {
	var names []string
	if s&op.Memory == op.Memory {
		names = append(names, "memory error")
		s &^= op.Memory
	}
	for c := op.NoClass + 1; c < op.NumClasses; c++ {
		if s.Has(c) {
			names = append(names, c.String())
		}
	}
	if len(names) == 0 {
		return "nothing yet"
	}
	return strings.Join(names, ", ")
}
