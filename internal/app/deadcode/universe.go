package deadcode

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/targets/coverage"
)

// universe is everything that the mapping lists, with the target that decides
// each of it. Points that are executed together share one.
type universe struct {
	module  *coverage.Module
	points  []codePoint
	targets []engine.Target
	places  [][]coverage.Place // of each target
	index   map[string]int     // target by its places
	sources map[string][]string
}

// codePoint is a region of the mapping, or one outcome of a branch.
type codePoint struct {
	function *coverage.Function
	region   *coverage.Region
	taken    bool // of a branch: the true outcome
	spot     coverage.Spot
	target   int // -1: not compiled, or at no single place
}

func newUniverse(m *coverage.Module, p *decision.Part) *universe {
	u := &universe{module: m, index: map[string]int{}, sources: map[string][]string{}}
	for _, copies := range sameText(m.Functions) {
		for k := range copies[0].Regions {
			u.add(p.Program.IR, copies, k)
		}
	}
	return u
}

// sameText groups the functions that are compiled from the same text (static
// ones of a header, in each unit that includes it): they are one function to a
// reader and to llvm-cov. A unit that does not use it has only its outline,
// which says nothing that the others do not.
func sameText(functions []coverage.Function) [][]*coverage.Function {
	var groups [][]*coverage.Function
	at := map[string]int{}
	for i := range functions {
		f := &functions[i]
		r := &f.Regions[0]
		key := fmt.Sprint(f.Files[r.File], r.From)
		g, known := at[key]
		switch {
		case !known:
			at[key] = len(groups)
			groups = append(groups, []*coverage.Function{f})
		case f.Used == groups[g][0].Used && len(f.Regions) == len(groups[g][0].Regions):
			groups[g] = append(groups[g], f)
		case f.Used && !groups[g][0].Used:
			groups[g] = []*coverage.Function{f}
		}
	}
	return groups
}

// add makes the points of the k-th region. Gaps are decided too: they colour
// lines.
func (u *universe) add(p *ir.Program, copies []*coverage.Function, k int) {
	f, r := copies[0], &copies[0].Regions[k]
	if r.Kind == coverage.Skipped {
		return
	}
	yes, no := codePoint{function: f, region: r, taken: true}, codePoint{function: f, region: r}
	if r.Kind != coverage.Branch {
		yes.spot = united(copies, func(f *coverage.Function) coverage.Spot { return u.module.Locate(f.Name, f.Regions[k].Count) })
		yes.target = u.target(p, yes.spot)
		u.points = append(u.points, yes)
		return
	}
	yes.spot = united(copies, func(f *coverage.Function) coverage.Spot {
		s, _ := u.module.Outcomes(f.Name, &f.Regions[k])
		return s
	})
	no.spot = united(copies, func(f *coverage.Function) coverage.Spot {
		_, s := u.module.Outcomes(f.Name, &f.Regions[k])
		return s
	})
	yes.target, no.target = u.target(p, yes.spot), u.target(p, no.spot)
	u.points = append(u.points, yes, no)
}

// united is where a point is in any of the copies; nowhere if that is open for
// one of them.
func united(copies []*coverage.Function, spot func(*coverage.Function) coverage.Spot) coverage.Spot {
	all := coverage.Spot{Uncompiled: true}
	for _, f := range copies {
		s := spot(f)
		if len(s.Places) == 0 && !s.Uncompiled {
			return coverage.Spot{}
		}
		all.Places = append(all.Places, s.Places...)
		all.Uncompiled = all.Uncompiled && s.Uncompiled
	}
	return all
}

// target finds or makes the target "one of the places is executed".
func (u *universe) target(p *ir.Program, s coverage.Spot) int {
	if len(s.Places) == 0 {
		return -1
	}
	key := fmt.Sprint(s.Places)
	if i, known := u.index[key]; known {
		return i
	}
	t := engine.Target{}
	for _, place := range s.Places {
		pt, ok := pointOf(p, place)
		if !ok {
			return -1
		}
		t.Sites = append(t.Sites, engine.Site{Point: pt, Classes: op.SetOf(op.Reach), Arg: -1})
		if t.Name == "" {
			loc := p.LocOf(pt)
			t.Name = fmt.Sprintf("%s:%d", p.FuncOf(pt).Source, loc.Line)
		}
	}
	i := len(u.targets)
	u.index[key] = i
	u.targets = append(u.targets, t)
	u.places = append(u.places, s.Places)
	return i
}

// pointOf is the instruction that stands at a place of the text, or, where
// that makes or ends a variable, the next one that does not.
func pointOf(p *ir.Program, at coverage.Place) (ir.Point, bool) {
	id, ok := p.FuncByName[at.Func]
	if !ok || at.Block >= len(p.Funcs[id].Blocks) {
		return ir.Point{}, false
	}
	b := p.Funcs[id].Blocks[at.Block]
	for i := range b.Instrs {
		in := &b.Instrs[i]
		switch in.Op {
		case ir.Alloca, ir.LifetimeStart, ir.LifetimeEnd, ir.StackSave, ir.StackRestore:
			continue
		}
		if int(in.Src) >= at.Instr {
			return ir.Point{Block: b.ID, Instr: int32(i)}, true
		}
	}
	return ir.Point{}, false
}

// isFunction reports whether a point is a function as a whole: the first
// region of its own text.
func (p *codePoint) isFunction() bool { return p.region == &p.function.Regions[0] }

// use is where a region shows in the function's own file: itself, or the use
// of the macro that it lies in the text of.
func (p *codePoint) use() *coverage.Region {
	r := p.region
	for range p.function.Files {
		if r.File == 0 {
			break
		}
		i := slices.IndexFunc(p.function.Regions, func(x coverage.Region) bool {
			return x.Kind == coverage.Expansion && x.Expanded == r.File
		})
		if i < 0 {
			break
		}
		r = &p.function.Regions[i]
	}
	return r
}

// shown is the stretch of source that stands for a point.
func (u *universe) shown(p *codePoint) *coverage.Region { return u.own(p.function, p.use()) }

// own is a region without the labels behind it: clang lets the region of a case label, and
// that of code behind a jump, reach to the end of the switch or the block, over the labels there.
func (u *universe) own(f *coverage.Function, r *coverage.Region) *coverage.Region {
	if r.Kind != coverage.Code || r == &f.Regions[0] {
		return r
	}
	cut, isCase := *r, u.isCase(f, r)
	for i := range f.Regions {
		o := &f.Regions[i]
		if o.Kind != coverage.Code || o.File != r.File || !r.From.Before(o.From) || !o.From.Before(cut.To) {
			continue
		}
		labelled := label.MatchString(u.textFrom(f, o))
		if u.isCase(f, o) {
			labelled = isCase || o.To.Line >= r.To.Line
		}
		if labelled {
			cut.To = o.From
		}
	}
	return &cut
}

// label is the beginning of a labelled statement.
var label = regexp.MustCompile(`^[A-Za-z_]\w*\s*:`)

// isCase reports whether a region begins with a case label.
func (u *universe) isCase(f *coverage.Function, r *coverage.Region) bool {
	rest := u.textFrom(f, r)
	return strings.HasPrefix(rest, "case ") || strings.HasPrefix(rest, "default:") || strings.HasPrefix(rest, "default ")
}

// textFrom is the rest of the line that a region begins on, from there.
func (u *universe) textFrom(f *coverage.Function, r *coverage.Region) string {
	lines := u.lines(f.Files[r.File])
	if r.From.Line > len(lines) {
		return ""
	}
	line := lines[r.From.Line-1]
	return line[min(r.From.Col-1, len(line)):]
}

// lines are the lines of a source file, nil if it cannot be read.
func (u *universe) lines(file string) []string {
	if known, ok := u.sources[file]; ok {
		return known
	}
	var lines []string
	if text, err := os.ReadFile(file); err == nil {
		lines = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	u.sources[file] = lines
	return lines
}

// maxQuoted is how much of a source a report quotes, in characters.
const maxQuoted = 60

// text is the source of a region on one line.
func (u *universe) text(f *coverage.Function, r *coverage.Region) string {
	lines := u.lines(f.Files[r.File])
	if r.To.Line == r.From.Line && r.To.Col < r.From.Col {
		return ""
	}
	var parts []string
	for n := r.From.Line; n <= r.To.Line && n <= len(lines); n++ {
		line := lines[n-1]
		from, to := 0, len(line)
		if n == r.From.Line {
			from = min(r.From.Col-1, len(line))
		}
		if n == r.To.Line {
			to = min(r.To.Col-1, len(line))
		}
		parts = append(parts, strings.TrimSpace(line[min(from, to):to]))
		if len(parts) > maxQuoted/2 {
			break
		}
	}
	text := strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
	if r := []rune(text); len(r) > maxQuoted {
		return string(r[:maxQuoted-1]) + "…"
	}
	return text
}
