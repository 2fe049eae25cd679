package build

import (
	"fmt"
	"maps"
	"path/filepath"
	"sort"
	"strings"
)

// A LinkSet is a set of units that make one program.
type LinkSet struct {
	Name    string   // path of the source with the entry function, as short as is unique; "all" if there is none
	Root    string   // absolute path of that source, or empty
	Members []int    // indices into Compiled.Units, ascending
	Notes   []string // how it was chosen among several
	Chosen  []string // symbols that more than one unit could have defined, taken from the first

	of string // name of the root among others
	id int    // number of the set, for names of files
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
		sets = append(sets, c.programs(root, names[k])...)
	}
	for k := range sets {
		sets[k].id = k
	}
	return sets
}

// maxWays is how many ways to link a root are followed.
const maxWays = 16

// programs are the ways to link the program of a root: one for each choice among
// units that define the same symbol and are equally near. Beyond maxWays the first is
// taken, and the set says so.
func (c *Compiled) programs(root int, name string) []LinkSet {
	var done []LinkSet
	open := []choice{{name: name}}
	for len(open) > 0 {
		way := open[0]
		open = open[1:]
		set, next := c.closure(root, way.taken)
		set.Name, set.of = way.name, name
		if len(next.units) == 0 || len(done)+len(open)+len(next.units) > maxWays {
			done = append(done, set)
			continue
		}
		all := make([]int, len(c.Units))
		for i := range all {
			all[i] = i
		}
		short := c.shortNames(all)
		for _, u := range next.units {
			taken := maps.Clone(way.taken)
			if taken == nil {
				taken = map[string]int{}
			}
			taken[next.symbol] = u
			open = append(open, choice{way.name + " with " + short[u], taken})
		}
	}
	if len(done) > 1 {
		for i := range done {
			done[i].Notes = append(done[i].Notes, fmt.Sprintf("several units define the same for %s: it is linked in %d ways, %s", name, len(done), strings.Join(setNames(done), ", ")))
		}
	}
	return done
}

// choice is a way to link a program: the units that define what several do.
type choice struct {
	name  string
	taken map[string]int
}

// fork is a symbol that several units define, all equally near to the root.
type fork struct {
	symbol string
	units  []int
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

// linking is a program in the making.
type linking struct {
	c       *Compiled
	in      map[int]bool
	defined map[string]bool // strong symbols of the units in it
	work    []int           // units whose needs are still to be looked at
}

// fits says whether a unit is in it or defines nothing that is defined.
func (l *linking) fits(i int) bool {
	if l.in[i] {
		return true
	}
	for name := range l.c.symbols[i].strong {
		if l.defined[name] {
			return false
		}
	}
	return true
}

// take adds a unit if it fits.
func (l *linking) take(i int) bool {
	if !l.fits(i) || l.in[i] {
		return l.in[i]
	}
	l.in[i] = true
	for name := range l.c.symbols[i].strong {
		l.defined[name] = true
	}
	l.work = append(l.work, i)
	return true
}

// defines says whether a unit in it defines the symbol.
func (l *linking) defines(name string) bool {
	if l.defined[name] {
		return true
	}
	for i := range l.in {
		if l.c.symbols[i].weak[name] {
			return true
		}
	}
	return false
}

// closure is the program around the unit root: it and the units of its target
// directory, and whatever defines what they need; taken says which unit where several
// do. The first symbol of which it does not is returned, too.
func (c *Compiled) closure(root int, taken map[string]int) (LinkSet, fork) {
	set, first := LinkSet{Root: c.Units[root].Source}, fork{}
	l := &linking{c: c, in: map[int]bool{}, defined: map[string]bool{}}
	l.take(root)
	if dir := targetDir(c.Units[root].Output); dir != "" {
		for i := range c.Units {
			if targetDir(c.Units[i].Output) == dir {
				l.take(i)
			}
		}
	}
	for len(l.work) > 0 {
		unit := l.work[0]
		l.work = l.work[1:]
		for _, name := range c.symbols[unit].needed {
			if l.defines(name) {
				continue
			}
			providers := c.providers(name, root)
			if u, ok := taken[name]; ok {
				providers = []int{u}
			}
			if ties := c.ties(l, name, root, providers); len(ties) > 1 {
				set.Chosen = append(set.Chosen, fmt.Sprintf("%s is that of %s, not that of another unit", name, c.Units[ties[0]].Source))
				if len(first.units) == 0 {
					first = fork{name, ties}
				}
			}
			for _, p := range providers {
				if l.take(p) {
					break
				}
			}
		}
	}
	for i := range c.Units {
		if l.in[i] {
			set.Members = append(set.Members, i)
		}
	}
	return set, first
}

// ties are the providers of a symbol that fit and are as near to the root as the
// first of them.
func (c *Compiled) ties(l *linking, name string, root int, providers []int) []int {
	var out []int
	for _, p := range providers {
		if l.fits(p) && (len(out) == 0 || c.nearness(root, p, name) == c.nearness(root, out[0], name)) {
			out = append(out, p)
		}
	}
	return out
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
	if fit := called(name, sets); len(fit) > 0 {
		return onlyWay(name, fit)
	}
	for i, u := range c.Units {
		path, end, with := filepath.ToSlash(u.Source), name, ""
		if at := strings.Index(name, " with "); at >= 0 {
			end, with = name[:at], name[at:]
		}
		if path != end && !strings.HasSuffix(path, "/"+end) {
			continue
		}
		around := c.programs(i, end)
		for k := range around {
			around[k].id = len(sets) + i*maxWays + k
		}
		if fit := called(end+with, around); len(fit) > 0 {
			return onlyWay(name, fit)
		}
	}
	return LinkSet{}, &InputError{Problem: "there is no link set " + name,
		Remedy: "choose one of: " + strings.Join(setNames(sets), ", ")}
}

// called are the sets of a name, or else those of a root.
func called(name string, sets []LinkSet) []LinkSet {
	var fit []LinkSet
	for _, s := range sets {
		if s.Name == name {
			return []LinkSet{s}
		}
		if s.Root == name || s.of == name {
			fit = append(fit, s)
		}
	}
	return fit
}

func onlyWay(name string, fit []LinkSet) (LinkSet, error) {
	if len(fit) == 1 {
		return fit[0], nil
	}
	return LinkSet{}, &InputError{Problem: fmt.Sprintf("there are %d ways to link %s, by which units define what several do", len(fit), name),
		Remedy: "choose one with --link-set: " + strings.Join(setNames(fit), ", ")}
}

// SetNames lists the names of link sets for a message.
func SetNames(sets []LinkSet) string { return strings.Join(setNames(sets), ", ") }

func setNames(sets []LinkSet) []string {
	var names []string
	for _, s := range sets {
		names = append(names, s.Name)
	}
	return names
}
