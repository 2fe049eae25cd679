package deps

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
)

// Set is what a verdict depends on, by name and digest of its content. Equal
// sets are equal programs as far as the verdict goes.
type Set struct {
	// Functions are those of the cone by linkage name, Globals the variables
	// that they can name. String literals have no names of their own and
	// count as content of what refers to them.
	Functions map[string]string `json:"functions"`
	Globals   map[string]string `json:"globals"`
	// Starts are the functions that run before main, in order.
	Starts []string `json:"starts,omitempty"`
	// Units are the sources of these functions, each with a digest of how it is
	// compiled. Index.Of does not know; who does fills them in.
	Units map[string]string `json:"units,omitempty"`
}

// Digest is a hash of the whole set.
func (s *Set) Digest() string {
	h := sha256.New()
	for _, m := range []map[string]string{s.Functions, s.Globals, s.Units} {
		for _, name := range sortedKeys(m) {
			fmt.Fprintf(h, "%q %s\n", name, m[name])
		}
		fmt.Fprintln(h)
	}
	fmt.Fprintf(h, "%q\n", s.Starts)
	return digest(h)
}

// Changed names what differs between two sets, sorted: functions and variables
// that were changed, came in or went out, and sources compiled in another way.
func Changed(old, now *Set) []string {
	var out []string
	for _, m := range []struct{ a, b map[string]string }{
		{old.Functions, now.Functions}, {old.Globals, now.Globals}, {old.Units, now.Units},
	} {
		for name, d := range m.a {
			if m.b[name] != d {
				out = append(out, name)
			}
		}
		for name := range m.b {
			if _, ok := m.a[name]; !ok {
				out = append(out, name)
			}
		}
	}
	if !slices.Equal(old.Starts, now.Starts) {
		out = append(out, "functions that run before main")
	}
	slices.Sort(out)
	return out
}

func sortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Index computes sets on one program.
type Index struct {
	p       *ir.Program
	content *content
	entries []ir.FuncID
	open    bool // runs start in a function whose caller is unknown
}

// exported is the entry that stands for every function other units could call.
const exported = "exported"

// New prepares a program for runs that start at the named entries, as in
// engine.Options.Entry; none means main.
func New(p *ir.Program, entries []string) *Index {
	x := &Index{p: p, content: newContent(p)}
	if len(entries) == 0 {
		entries = []string{"main"}
	}
	for _, name := range entries {
		x.open = x.open || name != "main"
		if id, ok := p.FuncByName[name]; ok {
			x.entries = append(x.entries, id)
			continue
		}
		if name == exported {
			x.enterExported()
		}
	}
	if len(p.Missing) > 0 { // whose code may call them at any time
		x.open = true
		x.enterExported()
	}
	return x
}

// enterExported lets runs start in every function that other units could call.
func (x *Index) enterExported() {
	for _, f := range x.p.Funcs {
		if len(f.Blocks) > 0 && !f.Internal && !f.Model && f.Name != "main" {
			x.entries = append(x.entries, f.ID)
		}
	}
}

// Of is what the answer to any of the sites depends on.
func (x *Index) Of(sites []engine.Site) *Set {
	funcs := coneOf(x.p, sites, x.entries)
	s := &Set{Functions: map[string]string{}, Globals: map[string]string{}}
	foreign := x.open
	for f := range funcs {
		fn := x.p.Funcs[f]
		s.Functions[fn.Name] = x.content.function(f)
		foreign = foreign || len(fn.Blocks) == 0 && !known(fn.Name)
	}
	globals := globalsOf(x.p, funcs)
	if foreign {
		// Unknown code reaches variables that the cone does not name, and
		// through their initial addresses those that it does.
		globals = globals[:0]
		for g := range x.p.Globals {
			globals = append(globals, ir.GlobalID(g))
		}
	}
	for _, g := range globals {
		if v := &x.p.Globals[g]; !v.Private {
			s.Globals[v.Name] = x.content.global(g)
		}
	}
	for _, f := range x.p.Ctors {
		s.Starts = append(s.Starts, x.p.Funcs[f].Name)
	}
	return s
}

// known functions have no body and still no effect on variables but through
// their arguments: intrinsics of the compiler and of assay's models, and the
// inputs of test programs.
func known(name string) bool {
	for _, prefix := range []string{"llvm.", "__assay_", "__VERIFIER_nondet_", "__VERIFIER_assume"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// Lines are the lines of a file that a function takes, 1-based and inclusive.
type Lines struct {
	Function string // linkage name
	File     string // as the program names it
	From, To int
	Unit     int32 `json:",omitempty"` // ir.Func.Unit
}

// Function digests a function: its signature, variables and instructions, and not
// what they name elsewhere.
func (x *Index) Function(id ir.FuncID) string { return x.content.function(id) }

// Files are the files that the functions of a set are written in, by the names
// of the functions; library models are left out.
func (x *Index) Files(s *Set) map[string]string {
	out := map[string]string{}
	for name := range s.Functions {
		if f := x.p.Funcs[x.p.FuncByName[name]]; len(f.Blocks) > 0 && f.Line != 0 && !f.Model {
			out[name] = x.p.Files[f.File]
		}
	}
	return out
}

// Variables says which file each variable is defined in, by linkage name; those
// without a known place are left out.
func (x *Index) Variables() map[string]string {
	out := map[string]string{}
	for i := range x.p.Globals {
		if g := &x.p.Globals[i]; g.Loc != 0 {
			out[g.Name] = x.p.Files[x.p.Locs[g.Loc].File]
		}
	}
	return out
}

// Functions lists the lines of every function that has a body and a known
// place, ordered by file and line.
func (x *Index) Functions() []Lines {
	var out []Lines
	for _, f := range x.p.Funcs {
		if len(f.Blocks) == 0 || f.Line == 0 || f.Model {
			continue
		}
		l := Lines{Function: f.Name, File: x.p.Files[f.File], From: int(f.Line), To: int(f.Line), Unit: f.Unit}
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				if loc := x.p.Locs[b.Instrs[i].Loc]; loc.File == f.File {
					l.To = max(l.To, int(loc.Line))
				}
			}
		}
		out = append(out, l)
	}
	slices.SortFunc(out, func(a, b Lines) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.From - b.From
	})
	return out
}
