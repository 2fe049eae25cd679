package triage

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/witness"
	"github.com/assay-dev/assay/integrations/deps"
	"github.com/assay-dev/assay/integrations/verdicts"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/report"
)

// verdictsName is the verdict file in --state-dir.
const verdictsName = "verdicts"

// openVerdicts opens the verdict file and makes sure that witnesses can be
// kept beside it.
func openVerdicts(a *console.App, s *option.Settings) (*verdicts.File, error) {
	if err := console.MakeStateDir(s.StateDir); err != nil {
		return nil, err
	}
	path := s.Verdicts
	if path == "" {
		path = filepath.Join(s.StateDir, verdictsName)
	}
	f, err := verdicts.Open(path)
	if err != nil {
		return nil, fault.BadInput("make it readable, or name another file with --verdicts", "the verdict file cannot be read: %v", err)
	}
	if f.Notice != "" {
		a.Notice("%s", f.Notice)
	}
	return f, nil
}

// cache finds and keeps the verdicts on one program: on a loaded one, or on one
// that an earlier run has recorded and that is the same still.
type cache struct {
	file          *verdicts.File
	program       verdicts.Part // what there is to know of the program but its code
	sets          []*deps.Set   // what the verdict on each target depends on
	witnesses     decision.WitnessFiles
	dir           string // working directory
	budget        float64
	*dependencies // nil where the program is only known from the file
}

// dependencies is what of a loaded program tells what verdicts on it depend on.
type dependencies struct {
	part    *decision.Part
	index   *deps.Index
	points  map[string]ir.Point // the program's instructions by their stable keys
	flags   map[string]string   // flagsOf
	readers map[string][]string // verdicts.Part.Readers
}

// newCache prepares a loaded program. tool is the version of assay.
func newCache(file *verdicts.File, s *option.Settings, p *decision.Part, w decision.WitnessFiles, tool string) *cache {
	x := deps.New(p.Program.IR, s.Entry)
	readers := map[string][]string{}
	for _, u := range p.Program.Units {
		for _, d := range u.Deps {
			readers[d] = append(readers[d], u.Source)
		}
	}
	c := &cache{
		file: file, witnesses: w, dir: p.Tell.Dir, budget: s.TimeoutPerAlarm.Seconds(),
		program: verdicts.Part{
			Info: p.Program.Info(), Run: runKey(tool, environmentOf(p.Program), s.Meaning()), Notes: p.Program.AllNotes(),
			Functions: x.Functions(), Variables: x.Variables(), Readers: readers, Sources: p.Program.Sources(), Checks: map[string]string{},
		},
		dependencies: &dependencies{part: p, index: x, points: pointsOf(p.Program.IR), flags: flagsOf(p.Program), readers: readers},
	}
	for t := range p.Targets {
		set := c.of(p.Targets[t].Sites)
		c.sets = append(c.sets, set)
		c.program.Targets = append(c.program.Targets, verdicts.Question{Key: p.Key(t), Deps: set.Digest()})
	}
	return c
}

// recordedCache prepares a program that an earlier run recorded; false if the
// file does not have what its verdicts depend on any more.
func recordedCache(file *verdicts.File, s *option.Settings, p verdicts.Part, dir string) (*cache, bool) {
	c := &cache{file: file, program: p, witnesses: decision.NewWitnessFiles(s, p.Sources), dir: dir, budget: s.TimeoutPerAlarm.Seconds()}
	for _, t := range p.Targets {
		set := file.Set(t.Deps)
		if set == nil {
			return nil, false
		}
		c.sets = append(c.sets, set)
	}
	return c, true
}

// environmentOf is what all verdicts on a program depend on besides its
// functions and variables: platform, compiler, and what is assumed of its surroundings.
func environmentOf(p *project.Program) string {
	return decision.ShortHash(p.LinkSet, string(p.DataModel), p.Triple, p.ClangVersion, fmt.Sprint(p.Semantic), fmt.Sprintf("%q", p.Assumptions))
}

// flagsOf are digests of how the units are compiled, by source: what the flags
// do to the program is in its functions, but replays build with them, too.
func flagsOf(p *project.Program) map[string]string {
	out := map[string]string{}
	for _, u := range p.Units {
		out[u.Source] = decision.ShortHash(u.Dir, string(u.Language), fmt.Sprintf("%q %q", u.Flags, u.Link))
	}
	return out
}

// of is what the answer to any of the sites depends on.
func (c *dependencies) of(sites []engine.Site) *deps.Set {
	set := c.index.Of(sites)
	set.Units = map[string]string{}
	for _, file := range c.index.Files(set) {
		for _, source := range c.readers[file] {
			set.Units[source] = c.flags[source]
		}
	}
	return set
}

// name is how reports name a file of the program.
func (c *cache) name(file string) string { return decision.Relative(c.dir, file) }

// find returns the earlier verdict on a target if it still holds and more time
// would not improve it, with its witness's file written anew.
func (c *cache) find(target int) (*report.Outcome, bool) {
	q := c.program.Targets[target]
	e := c.file.Find(q.Key, c.program.Run, q.Deps)
	if e == nil || !settled(e.Outcome.Status, e.Budget, c.budget) {
		return nil, false
	}
	o := *e.Outcome
	if !c.here(e, &o) {
		return nil, false
	}
	if !c.certifies(o.Certificate) {
		o.Certificate = ""
	}
	if e.Witness != nil {
		path, err := c.restore(q.Key, e)
		if err != nil {
			return nil, false
		}
		o.Witness = path
	}
	c.renew(*e, c.sets[target], &o, nil)
	return &o, true
}

// certifies says whether a file is a certificate about this very program: one
// about an earlier state of it, or one that somebody removed, proves nothing to
// who checks it now, though the verdict holds.
func (c *cache) certifies(path string) bool {
	if path == "" {
		return false
	}
	proof, err := decision.ReadCertificate(path)
	return err == nil && proof.Program.IR == c.program.Info.Hash
}

// settled says whether more time would not improve a verdict.
func settled(status string, spent, budget float64) bool {
	switch status {
	case engine.Reachable.String(), engine.Unreachable.String():
		return true
	}
	return spent >= budget
}

// here rewrites the places that an entry's texts speak of to where they are in
// this program; false if one is gone.
func (c *cache) here(e *verdicts.Entry, v any) bool {
	text, err := json.Marshal(v)
	if err != nil {
		return false
	}
	moved, ok := verdicts.Moved(text, e.Places, c.program.Functions, c.name)
	return ok && json.Unmarshal(moved, v) == nil
}

// restore writes the witness's file of an entry, for the sources as they are.
func (c *cache) restore(name string, e *verdicts.Entry) (string, error) {
	text, ok := verdicts.Moved(e.Witness, e.Places, c.program.Functions, c.name)
	if !ok {
		return "", errors.New("a function of the witness is gone")
	}
	w, err := witness.Read(bytes.NewReader(text))
	if err != nil {
		return "", err
	}
	for _, list := range [][]witness.Source{w.Program.Sources, w.Program.Models} {
		for i := range list {
			list[i].SHA256 = c.witnesses.Hashes[list[i].Path]
		}
	}
	return c.witnesses.Write(name, w)
}

// because says why a target is decided again.
func (c *cache) because(target int) string {
	old := c.file.Latest(c.program.Targets[target].Key, c.program.Run)
	if old == nil {
		return "no verdict on it is recorded"
	}
	changed := deps.Changed(old, c.sets[target])
	if len(changed) == 0 {
		return "more time is given than before"
	}
	return "changed: " + strings.Join(changed, ", ")
}

// given takes checks out of a verdict's given ones that cannot run before
// the alarm: a search that targets share names what it met on the way to any of
// them. They are no earlier checks (docs/verdicts.md, rule 3), and the verdict
// does not depend on them.
func (c *cache) given(target int, given []report.Given) []report.Given {
	if len(given) == 0 {
		return given
	}
	set, out := c.sets[target], []report.Given{}
	for _, g := range given {
		site, ok := c.check(g.Key)
		if !ok || set.Functions[c.part.Program.IR.FuncOf(site.Point).Name] != "" {
			out = append(out, g)
		}
	}
	return out
}

// add keeps a verdict.
func (c *cache) add(target int, o *report.Outcome) {
	q := c.program.Targets[target]
	c.keep(verdicts.Entry{Key: q.Key, Run: c.program.Run, Deps: q.Deps, Budget: c.budget}, c.sets[target], o, nil)
}

// addMet keeps an error met on the way, found at a point.
func (c *cache) addMet(m *report.Met, site engine.Site) {
	set := c.of([]engine.Site{site})
	c.program.Checks[m.Key] = set.Digest()
	c.keep(verdicts.Entry{Key: m.Key, Run: c.program.Run, Deps: set.Digest(), Budget: c.budget}, set, nil, m)
}

// renew keeps an entry that still holds, with its places as they are now. A
// recorded program has them so already.
func (c *cache) renew(e verdicts.Entry, set *deps.Set, o *report.Outcome, m *report.Met) {
	if c.dependencies != nil {
		c.keep(e, set, o, m)
	}
}

// keep adds an entry with its texts and its witness's file as they are now.
func (c *cache) keep(e verdicts.Entry, set *deps.Set, o *report.Outcome, m *report.Met) {
	e.Outcome, e.Met, e.Witness = o, m, nil
	file := ""
	if o != nil {
		file = o.Witness
	} else {
		file = m.Witness
	}
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return // without its witness it is worth nothing
		}
		var compact bytes.Buffer
		if json.Compact(&compact, text) != nil {
			return
		}
		e.Witness = compact.Bytes()
	}
	text, err := json.Marshal(struct {
		O *report.Outcome
		M *report.Met
	}{o, m})
	if err != nil {
		return
	}
	e.Places = verdicts.PlacesIn([][]byte{text, e.Witness}, c.program.Functions, c.name)
	c.file.Add(e, set)
}

// earlierMet returns the errors met in earlier runs that still hold; false if that is
// not known of one.
func (c *cache) earlierMet() ([]report.Met, bool) {
	byKey := map[string]report.Met{}
	for _, e := range c.file.Met(c.program.Run) {
		set, known := c.dependsOn(e.Key)
		if !known {
			return nil, false
		}
		if set == nil || set.Digest() != e.Deps {
			continue
		}
		m := *e.Met
		if !c.here(e, &m) {
			continue
		}
		if e.Witness != nil {
			var err error
			if m.Witness, err = c.restore(decision.ShortHash(m.Key), e); err != nil {
				continue
			}
		}
		c.renew(*e, set, nil, &m)
		byKey[m.Key] = m
	}
	return sortedMet(byKey), true
}

// dependsOn is what the answer to the check that a key names depends on, nil if
// the program has no such check or if nothing of the file depends on the same;
// false if that is not known.
func (c *cache) dependsOn(key string) (set *deps.Set, known bool) {
	if c.dependencies == nil {
		digest, known := c.program.Checks[key]
		return c.file.Set(digest), known
	}
	site, ok := c.check(key)
	if !ok {
		c.program.Checks[key] = ""
		return nil, true
	}
	set = c.of([]engine.Site{site})
	c.program.Checks[key] = set.Digest()
	return set, true
}

// pointsOf are the instructions of a program by their stable keys.
func pointsOf(p *ir.Program) map[string]ir.Point {
	out := map[string]ir.Point{}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			pt := ir.Point{Block: b.ID, Instr: int32(i)}
			out[fmt.Sprintf("%x", p.PointKey(pt))] = pt
		}
	}
	return out
}

// check is the check that a key (report.CheckKey) names.
func (c *dependencies) check(key string) (engine.Site, bool) {
	name, point, _ := strings.Cut(key, "@")
	pt, there := c.points[point]
	class, ok := op.ParseClass(name)
	return engine.Site{Point: pt, Classes: op.SetOf(class), Arg: -1}, there && ok
}

// sortedMet orders errors by place and class.
func sortedMet(byKey map[string]report.Met) []report.Met {
	var out []report.Met
	for _, m := range byKey {
		out = append(out, m)
	}
	slices.SortFunc(out, func(a, b report.Met) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Key, b.Key))
	})
	return out
}
