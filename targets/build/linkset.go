package build

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"
)

// A LinkSet is a set of units that make one program.
type LinkSet struct {
	Name    string   // path of the source with the entry function, as short as is unique; "all" if there is none
	Root    string   // absolute path of that source, or empty
	Members []int    // indices into Compiled.Units, ascending
	Notes   []string // symbols that more than one unit could have defined

	id int // number of the set, for names of files
}

// contains says whether a file is a source or a known header of a member.
func (s *LinkSet) contains(c *Compiled, path string) bool {
	for _, i := range s.Members {
		if c.Units[i].reads(path) {
			return true
		}
	}
	return false
}

// reads says whether the unit's compilation read the file.
func (u *Unit) reads(path string) bool {
	for _, dep := range u.Deps {
		if dep == filepath.Clean(path) {
			return true
		}
	}
	return sameFile(u.Source, path)
}

// LinkSets returns the programs in the units. Units without a conflict, and
// with at most one entry function, are one program. Otherwise every unit with
// an entry function is the root of one: of the units it needs, of those that
// they need, and of the units that the build wrote to the same target
// directory (CMake's prog.dir, Meson's prog.p).
func (c *Compiled) LinkSets() []LinkSet {
	if c.sets == nil {
		c.sets = c.linkSets()
	}
	return c.sets
}

func (c *Compiled) linkSets() []LinkSet {
	roots := c.roots()
	if len(roots) <= 1 && c.conflict() == "" {
		all := LinkSet{Name: "all"}
		for i := range c.Units {
			all.Members = append(all.Members, i)
		}
		if len(roots) == 1 {
			all.Root = c.Units[roots[0]].Source
			all.Name = filepath.Base(all.Root)
		}
		return []LinkSet{all}
	}
	names := c.shortNames(roots)
	var sets []LinkSet
	for k, root := range roots {
		set := c.closure(root)
		set.Name, set.id = names[k], k
		sets = append(sets, set)
	}
	return sets
}

// roots are the units that define the entry function.
func (c *Compiled) roots() []int {
	var roots []int
	for i := range c.symbols {
		if c.symbols[i].defines(c.b.opts.Entry) {
			roots = append(roots, i)
		}
	}
	return roots
}

// conflict names a symbol that two units define and the two units, or is
// empty: the units can be linked as they are.
func (c *Compiled) conflict() string {
	owner := map[string]int{}
	for i := range c.symbols {
		for _, name := range sortedKeys(c.symbols[i].strong) {
			if j, ok := owner[name]; ok {
				return fmt.Sprintf("%s is defined in both %s and %s", name, c.Units[j].Source, c.Units[i].Source)
			}
			owner[name] = i
		}
	}
	return ""
}

func sortedKeys(m map[string]bool) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// shortNames gives each unit the shortest end of its source's path that tells
// it from the others; a source that is compiled twice gets #1, #2, ...
func (c *Compiled) shortNames(units []int) []string {
	names := make([]string, len(units))
	for k, i := range units {
		parts := strings.Split(filepath.ToSlash(c.Units[i].Source), "/")
		for n := 1; n <= len(parts); n++ {
			names[k] = strings.Join(parts[len(parts)-n:], "/")
			if !c.endsAnother(units, k, "/"+names[k]) {
				break
			}
		}
	}
	count := map[string]int{}
	for _, n := range names {
		count[n]++
	}
	seen := map[string]int{}
	for k, n := range names {
		if count[n] > 1 {
			seen[n]++
			names[k] = fmt.Sprintf("%s#%d", n, seen[n])
		}
	}
	return names
}

func (c *Compiled) endsAnother(units []int, k int, suffix string) bool {
	own := c.Units[units[k]].Source
	for _, j := range units {
		if s := c.Units[j].Source; s != own && strings.HasSuffix(filepath.ToSlash(s), suffix) {
			return true
		}
	}
	return false
}

// closure is the program around the unit root: it and the units of its target
// directory, and whatever defines what they need.
func (c *Compiled) closure(root int) LinkSet {
	set := LinkSet{Root: c.Units[root].Source}
	in := map[int]bool{}
	defined := map[string]bool{}
	var work []int
	take := func(i int) bool {
		if in[i] {
			return true
		}
		for name := range c.symbols[i].strong {
			if defined[name] {
				return false
			}
		}
		in[i] = true
		for name := range c.symbols[i].strong {
			defined[name] = true
		}
		work = append(work, i)
		return true
	}
	take(root)
	if dir := targetDir(c.Units[root].Output); dir != "" {
		for i := range c.Units {
			if targetDir(c.Units[i].Output) == dir {
				take(i)
			}
		}
	}
	weak := func(name string) bool {
		for i := range in {
			if c.symbols[i].weak[name] {
				return true
			}
		}
		return false
	}
	for len(work) > 0 {
		unit := work[0]
		work = work[1:]
		for _, name := range c.symbols[unit].needed {
			if defined[name] || weak(name) {
				continue
			}
			providers := c.providers(name, root)
			for _, p := range providers {
				if take(p) {
					break
				}
			}
			if note := c.ambiguity(name, root, providers); note != "" {
				set.Notes = append(set.Notes, note)
			}
		}
	}
	for i := range c.Units {
		if in[i] {
			set.Members = append(set.Members, i)
		}
	}
	return set
}

// providers are the units that define name, the nearest to root first.
func (c *Compiled) providers(name string, root int) []int {
	var found []int
	for i := range c.symbols {
		if i != root && c.symbols[i].defines(name) {
			found = append(found, i)
		}
	}
	sort.SliceStable(found, func(a, b int) bool {
		return c.nearness(root, found[a], name) > c.nearness(root, found[b], name)
	})
	return found
}

// nearness ranks a provider of name for a root: a strong definition before a
// weak one, then by how much of the path of the outputs, and of the sources,
// is common.
func (c *Compiled) nearness(root, unit int, name string) int {
	r, u := &c.Units[root], &c.Units[unit]
	rank := commonDirs(r.Source, u.Source)
	if r.Output != "" && u.Output != "" {
		rank += 1000 * commonDirs(r.Output, u.Output)
	}
	if c.symbols[unit].strong[name] {
		rank += 1_000_000
	}
	return rank
}

func commonDirs(a, b string) int {
	pa, pb := strings.Split(filepath.Dir(a), "/"), strings.Split(filepath.Dir(b), "/")
	n := 0
	for n < len(pa) && n < len(pb) && pa[n] == pb[n] {
		n++
	}
	return n
}

// ambiguity says that the first two providers of a symbol were equally near.
func (c *Compiled) ambiguity(name string, root int, providers []int) string {
	if len(providers) < 2 || c.nearness(root, providers[0], name) != c.nearness(root, providers[1], name) {
		return ""
	}
	return fmt.Sprintf("%s is defined in %s and in %s; linked the first", name,
		c.Units[providers[0]].Source, c.Units[providers[1]].Source)
}

// targetDir is the part of an object file's path that names the target it was
// compiled for, up to CMake's prog.dir or Meson's prog.p, or "".
func targetDir(output string) string {
	for dir := filepath.Dir(output); dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		if ext := filepath.Ext(dir); ext == ".dir" || ext == ".p" {
			return dir
		}
	}
	return ""
}

// Choose picks one link set. A name is that of a set, or a unit's source: the
// set around it. Without a name it is the only set, or the only one that holds
// every file of focus that any unit has read. Several, or none, is an error
// that lists the choices.
func (c *Compiled) Choose(name string, focus []string) (LinkSet, error) {
	sets := c.LinkSets()
	if name != "" {
		return c.named(name, sets)
	}
	if len(sets) == 1 {
		return sets[0], nil
	}
	if len(sets) == 0 {
		return LinkSet{}, &InputError{Problem: "no unit defines " + c.b.opts.Entry + ", and the units do not link: " + c.conflict(),
			Remedy: "name one of the sources with --link-set: it is linked with what it needs"}
	}
	var fit []LinkSet
	for _, s := range sets {
		holds := true
		for _, path := range focus {
			holds = holds && (s.contains(c, path) || !c.Knows(path))
		}
		if holds {
			fit = append(fit, s)
		}
	}
	if len(fit) == 1 {
		return fit[0], nil
	}
	problem := fmt.Sprintf("%d programs define %s, and all of them hold the files of the alarms", len(fit), c.b.opts.Entry)
	if len(fit) == 0 {
		problem = fmt.Sprintf("%d programs define %s, and none of them holds all files of the alarms", len(sets), c.b.opts.Entry)
		fit = sets
	}
	return LinkSet{}, &InputError{Problem: problem, Remedy: "choose one with --link-set: " + strings.Join(setNames(fit), ", ")}
}

// Holding are the indices of the sets that have a unit which has read the file.
func (c *Compiled) Holding(sets []LinkSet, path string) []int {
	var out []int
	for k := range sets {
		if path != "" && sets[k].contains(c, path) {
			out = append(out, k)
		}
	}
	return out
}

// Knows says whether any unit has read the file.
func (c *Compiled) Knows(path string) bool {
	for i := range c.Units {
		if c.Units[i].reads(path) {
			return true
		}
	}
	return false
}

// named finds a set by its name, by its root, or around any unit.
func (c *Compiled) named(name string, sets []LinkSet) (LinkSet, error) {
	for _, s := range sets {
		if s.Name == name || s.Root == name {
			return s, nil
		}
	}
	for i, u := range c.Units {
		path := filepath.ToSlash(u.Source)
		if path == name || strings.HasSuffix(path, "/"+name) {
			set := c.closure(i)
			set.Name, set.id = name, len(sets)+i
			return set, nil
		}
	}
	return LinkSet{}, &InputError{Problem: "there is no link set " + name,
		Remedy: "choose one of: " + strings.Join(setNames(sets), ", ")}
}

func setNames(sets []LinkSet) []string {
	var names []string
	for _, s := range sets {
		names = append(names, s.Name)
	}
	return names
}
