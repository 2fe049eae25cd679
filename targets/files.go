package targets

import (
	"bytes"
	"path"
	"sort"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
)

// fileIndex finds the program's file for a path that an analyzer wrote, on
// another machine perhaps, relative to some directory, or without its leading
// slash.
type fileIndex struct {
	paths  []string               // distinct cleaned paths of files with code, sorted
	ids    map[string][]ir.FileID // the files of each path
	byBase map[string][]string    // paths by last component
	opt    Options
	known  map[string]located // answers given
}

func newFileIndex(p *ir.Program, used map[ir.FileID]bool, opt Options) *fileIndex {
	x := &fileIndex{ids: map[string][]ir.FileID{}, byBase: map[string][]string{}, opt: opt, known: map[string]located{}}
	for id, name := range p.Files {
		if name == "" || !used[ir.FileID(id)] {
			continue
		}
		clean := path.Clean(name)
		if _, ok := x.ids[clean]; !ok {
			x.paths = append(x.paths, clean)
		}
		x.ids[clean] = append(x.ids[clean], ir.FileID(id))
	}
	sort.Strings(x.paths)
	for _, p := range x.paths {
		x.byBase[path.Base(p)] = append(x.byBase[path.Base(p)], p)
	}
	return x
}

// located is the answer of fileIndex.find.
type located struct {
	ids  []ir.FileID
	path string
	// byName: only the last component agrees.
	byName bool
	// unsure: that they mean the same file is not clear, since the directory differs from
	// the alarm's and is not the one where a project begins, whose name may differ.
	unsure bool
	// rivals are the files among which the path does not decide.
	rivals []string
}

// find returns the file whose path has the longest common suffix, in whole
// components, with the analyzer's. No file: ids is empty.
func (x *fileIndex) find(name string) located {
	l, ok := x.known[name]
	if !ok {
		l = x.lookUp(x.mapped(name))
		x.known[name] = l
	}
	return l
}

func (x *fileIndex) lookUp(name string) located {
	if ids, ok := x.ids[name]; ok {
		return located{ids: ids, path: name}
	}
	best, common := []string(nil), 0
	for _, p := range x.byBase[path.Base(name)] {
		switch n := commonSuffix(p, name); {
		case n > common:
			best, common = []string{p}, n
		case n == common:
			best = append(best, p)
		}
	}
	switch len(best) {
	case 0:
		return located{}
	case 1:
		if x.elsewhere(name, best[0], common) {
			return located{}
		}
		byName := common == 1 && strings.Contains(name, "/")
		return located{ids: x.ids[best[0]], path: best[0], byName: byName,
			unsure: byName && path.Dir(best[0]) != x.top() && !x.same(name, best[0])}
	}
	return located{rivals: best}
}

// elsewhere reports whether the alarm's file exists, as it is named or with more of its
// path beside the program's, with another text than the program's: then the two only share
// the end of their names, common components.
func (x *fileIndex) elsewhere(name, ours string, common int) bool {
	text, err := x.opt.ReadFile(ours)
	if err != nil {
		text = nil
	}
	other := func(theirs string) bool {
		if theirs == ours {
			return false
		}
		found, err := x.opt.ReadFile(theirs)
		return err == nil && (text == nil || !bytes.Equal(found, text))
	}
	parts := strings.Split(strings.TrimPrefix(name, "/"), "/")
	if len(parts) <= common {
		return false
	}
	if other(name) {
		return true
	}
	for n := common + 1; n <= len(parts); n++ {
		end := path.Join(parts[len(parts)-n:]...)
		for dir := path.Dir(ours); ; dir = path.Dir(dir) {
			if other(path.Join(dir, end)) {
				return true
			}
			if dir == path.Dir(dir) {
				break
			}
		}
	}
	return false
}

// same reports whether a file has the text of the program's: a link to it, or a copy.
func (x *fileIndex) same(name, ours string) bool {
	theirs, err := x.opt.ReadFile(name)
	text, err2 := x.opt.ReadFile(ours)
	return err == nil && err2 == nil && bytes.Equal(theirs, text)
}

// top is the directory that holds all of the program's own files.
func (x *fileIndex) top() string {
	top := ""
	for _, p := range x.paths {
		switch {
		case !path.IsAbs(p) || strings.HasPrefix(p, "/usr/"):
		case top == "":
			top = path.Dir(p)
		default:
			for top != "/" && !strings.HasPrefix(p, top+"/") {
				top = path.Dir(top)
			}
		}
	}
	return top
}

// mapped applies --path-map and --source-root.
func (x *fileIndex) mapped(name string) string {
	name = path.Clean(strings.ReplaceAll(name, `\`, "/"))
	for _, m := range x.opt.PathMaps {
		if rest, ok := cutPrefixPath(name, path.Clean(m.From)); ok {
			return path.Join(m.To, rest)
		}
	}
	if x.opt.SourceRoot != "" && !path.IsAbs(name) {
		return path.Join(x.opt.SourceRoot, name)
	}
	return name
}

// cutPrefixPath removes whole leading components. Frama-C drops the leading
// slash of files outside its directory, so that it does not count.
func cutPrefixPath(name, prefix string) (string, bool) {
	name, prefix = strings.TrimPrefix(name, "/"), strings.TrimPrefix(prefix, "/")
	if name == prefix {
		return "", true
	}
	if prefix == "." || prefix == "" {
		return name, prefix == "."
	}
	return strings.CutPrefix(name, prefix+"/")
}

// commonSuffix counts the trailing components that two paths share.
func commonSuffix(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(as) && n < len(bs) && as[len(as)-1-n] == bs[len(bs)-1-n] && as[len(as)-1-n] != "" {
		n++
	}
	return n
}

// nearest lists up to three files whose name resembles name's.
func (x *fileIndex) nearest(name string) []string {
	bases := make([]string, 0, len(x.byBase))
	for b := range x.byBase {
		bases = append(bases, b)
	}
	sort.Strings(bases)
	return Suggest(path.Base(name), bases)
}

// Suggest returns up to three of the candidates that resemble a word, best
// first: edit distance at most a third of its length (at least 2).
func Suggest(word string, candidates []string) []string {
	type scored struct {
		s string
		d int
	}
	limit := max(2, len(word)/3)
	var found []scored
	for _, c := range candidates {
		d := distance(strings.ToLower(word), strings.ToLower(c))
		if d <= limit {
			found = append(found, scored{c, d})
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].d < found[j].d })
	var out []string
	for i, f := range found {
		if i == 3 {
			break
		}
		out = append(out, f.s)
	}
	return out
}

// distance is the Levenshtein distance of two strings in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			diagonal, row[j] = row[j], min(row[j]+1, row[j-1]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
