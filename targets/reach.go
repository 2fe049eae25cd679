package targets

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// reachSite makes the site "this instruction is executed".
func reachSite(block int32, instr int) engine.Site {
	return engine.Site{Point: ir.Point{Block: block, Instr: int32(instr)}, Classes: op.SetOf(op.Reach), Arg: anyArg}
}

// place returns the sites that tell whether a line is executed: its first
// instruction in each block.
func (m *Mapper) place(files []ir.FileID, line int) choice {
	ch := choice{}
	last := int32(-1)
	for _, pt := range m.lines.at(files, line) {
		if pt.Block != last {
			ch.sites = append(ch.sites, reachSite(pt.Block, int(pt.Instr)))
			last = pt.Block
		}
	}
	ch.candidates = len(ch.sites)
	return ch
}

// AbsentError says that a program does not have what a target names: another one may.
type AbsentError struct {
	problem string
	// Codeless: it names a line of a file that is there, which has no code.
	Codeless bool
}

// Error is the problem, and where the name is mistyped perhaps, what is similar.
func (e *AbsentError) Error() string { return e.problem }

// absentIf is an error, an *AbsentError on the condition.
func absentIf(absent bool, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if absent {
		return &AbsentError{problem: err.Error()}
	}
	return err
}

// CalledUnseen says why a function may be called although none of the sites of [Mapper.Call]
// is reached; "" if it cannot be. Without a body of the program's own, calls through
// pointers, and of units that are missing, leave no trace of it.
func (m *Mapper) CalledUnseen(name string) string {
	for _, f := range m.p.Funcs {
		if f.Name != name && f.Source != name || len(f.Blocks) > 0 && !f.Model {
			continue
		}
		if f.AddressTaken {
			return name + "() may be called through a pointer: the program takes its address and does not define it"
		}
		for _, unit := range m.p.Missing {
			if unit != "what defines "+name { // the function itself is what is meant
				return unit + ", which is not part of the analysed program, may call " + name + "(), too"
			}
		}
	}
	return ""
}

// Line makes the target "line n of the file is executed". An error says which
// files or lines there are instead.
func (m *Mapper) Line(file string, n int) (*engine.Target, error) {
	at := m.files.find(file)
	if len(at.ids) == 0 {
		u := m.unknownFile(Alarm{File: file}, at)
		return nil, absentIf(u.Cause == NotCompiled, "--line %s:%d: %s", file, n, u)
	}
	ch := m.place(at.ids, n)
	if len(ch.sites) == 0 {
		u := m.explain(Alarm{File: file, Line: n}, Rule{Look: LookPlace}, at)
		if u.Cause != NoCode {
			u.Next = m.nearestLines(at, n)
		}
		err := absentIf(u.Cause == NoCode || u.Cause == Excluded, "--line %s:%d: %s", file, n, u)
		var absent *AbsentError
		if errors.As(err, &absent) {
			absent.Codeless = true
		}
		return nil, err
	}
	return &engine.Target{Name: fmt.Sprintf("%s:%d", file, n), Sites: ch.sites}, nil
}

// Call makes the target "the function is called". Its sites are the direct
// calls; a function of the program that may be called in another way, through pointers
// or by code that is not there, is entered instead. An error names similar functions.
func (m *Mapper) Call(name string) (*engine.Target, error) {
	var fns []*ir.Func
	var known []string
	for _, f := range m.p.Funcs {
		if f.Name == name || f.Source == name {
			fns = append(fns, f)
		}
		if !f.Model {
			known = append(known, f.Source)
		}
	}
	if len(fns) == 0 {
		return nil, absentIf(true, "--call %s: the program neither defines nor calls it%s", name, didYouMean(name, known))
	}
	t := &engine.Target{Name: "call of " + name}
	for _, f := range fns {
		calls := m.callsOf(f)
		if len(f.Blocks) > 0 && !f.Model && (f.AddressTaken || f.Nameable() || len(calls) == 0) {
			calls = append(calls, reachSite(f.Blocks[0].ID, 0))
		}
		t.Sites = append(t.Sites, calls...)
	}
	if len(t.Sites) == 0 {
		return nil, fmt.Errorf("--call %s: it is declared, but no unit of the program calls it by name%s", name, didYouMean(name, known))
	}
	sort.Slice(t.Sites, func(i, j int) bool {
		a, b := t.Sites[i].Point, t.Sites[j].Point
		return a.Block < b.Block || a.Block == b.Block && a.Instr < b.Instr
	})
	return t, nil
}

// callsOf lists the direct calls of a function in the user's code.
func (m *Mapper) callsOf(callee *ir.Func) []engine.Site {
	var sites []engine.Site
	for _, pt := range m.callSites()[callee.ID] {
		sites = append(sites, reachSite(pt.Block, int(pt.Instr)))
	}
	return sites
}

func didYouMean(name string, known []string) string {
	sort.Strings(known)
	var distinct []string
	for i, k := range known {
		if i == 0 || k != known[i-1] {
			distinct = append(distinct, k)
		}
	}
	if near := Suggest(name, distinct); len(near) > 0 {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return ""
}

// Label makes the target "the C label is reached": the blocks that clang
// names after it, in any function. A label that nothing jumps to and that
// cannot be fallen into has no code. An error names the labels there are.
func (m *Mapper) Label(name string) (*engine.Target, error) {
	t := &engine.Target{Name: "label " + name}
	var known []string
	for _, f := range m.p.Funcs {
		if f.Model {
			continue
		}
		for _, b := range f.Blocks {
			switch {
			case b.Name == name || numbered(b.Name, name) && registerNamed(f, name) && m.writes(f, name):
				t.Sites = append(t.Sites, reachSite(b.ID, firstOf(b)))
			case userLabel(b):
				known = append(known, b.Name)
			}
		}
	}
	if len(t.Sites) == 0 {
		return nil, absentIf(true, "--label %s: no code of the program has this label%s", name, didYouMean(name, known))
	}
	return t, nil
}

// registerNamed reports whether a register of the function has the name, so
// that a block of that name must carry a number.
func registerNamed(f *ir.Func, name string) bool {
	for _, r := range f.RegNames {
		if r == name {
			return true
		}
	}
	return false
}

// writes reports whether the text of a function has the label; true if the
// source cannot be read.
func (m *Mapper) writes(f *ir.Func, label string) bool {
	lines := m.source(m.p.Files[f.File])
	if lines == nil {
		return true
	}
	s := m.lines.spans[f.ID]
	for n := int(s.from); n <= int(s.to) && n <= len(lines); n++ {
		before, _, ok := strings.Cut(stripComments(lines[n-1]), ":")
		if ok && strings.TrimSpace(before) == label {
			return true
		}
	}
	return false
}

// firstOf is the first instruction of a block that a statement asked for.
func firstOf(b *ir.Block) int {
	for i := range b.Instrs {
		if !frame(b.Instrs[i].Op) {
			return i
		}
	}
	return 0
}

// clangBlocks are names that clang gives to blocks itself; the others it
// makes have a dot.
var clangBlocks = map[string]bool{"entry": true, "return": true, "cleanup": true, "unreachable": true, "": true}

// userLabel reports whether a block is named after a label of the source.
func userLabel(b *ir.Block) bool {
	return !clangBlocks[strings.TrimRight(b.Name, "0123456789")] && !strings.Contains(b.Name, ".")
}
