package targets

import (
	"slices"
	"sort"

	"github.com/assay-dev/assay/engine/ir"
)

// lineKey is a line of a file.
type lineKey struct {
	file ir.FileID
	line int32
}

// lineIndex finds the instructions of a line, in program order.
type lineIndex struct {
	points map[lineKey][]ir.Point
	// lines are the lines with code of each file, sorted.
	lines map[ir.FileID][]int32
	// spans[f] is the first and last line of each function by FuncID.
	spans map[ir.FuncID]span
}

type span struct {
	file     ir.FileID
	from, to int32
}

// newLineIndex indexes the user's functions; the library models of assay are
// no place where an alarm can be.
func newLineIndex(p *ir.Program) *lineIndex {
	x := &lineIndex{points: map[lineKey][]ir.Point{}, lines: map[ir.FileID][]int32{}, spans: map[ir.FuncID]span{}}
	for _, fn := range p.Funcs {
		if fn.Model || len(fn.Blocks) == 0 {
			continue
		}
		s := span{file: fn.File, from: fn.Line, to: fn.Line}
		casts := lifetimeCasts(fn)
		for _, b := range fn.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				loc := p.Locs[in.Loc]
				if loc.File == fn.File {
					s.to = max(s.to, loc.Line)
				}
				if loc.Line == 0 || frame(in.Op) || in.Op == ir.Mov && casts[in.Dst] {
					continue
				}
				k := lineKey{loc.File, loc.Line}
				if x.points[k] == nil {
					x.lines[loc.File] = append(x.lines[loc.File], loc.Line)
				}
				x.points[k] = append(x.points[k], ir.Point{Block: b.ID, Instr: int32(i)})
			}
		}
		x.spans[fn.ID] = s
	}
	for _, ls := range x.lines {
		sort.Slice(ls, func(i, j int) bool { return ls[i] < ls[j] })
	}
	return x
}

// frame tells the instructions that make and unmake variables: no statement
// of the source asks for them.
func frame(op ir.Opcode) bool {
	switch op {
	case ir.Alloca, ir.LifetimeStart, ir.LifetimeEnd, ir.StackSave, ir.StackRestore:
		return true
	}
	return false
}

// lifetimeCasts are the registers that only serve to mark lifetimes.
func lifetimeCasts(fn *ir.Func) map[ir.Reg]bool {
	casts := map[ir.Reg]bool{}
	for _, b := range fn.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == ir.LifetimeStart || in.Op == ir.LifetimeEnd {
				if o := in.Args[0]; !o.IsConst() {
					casts[ir.Reg(o)] = true
				}
			}
		}
	}
	return casts
}

// at returns the instructions of a line in any of the files.
func (x *lineIndex) at(files []ir.FileID, line int) []ir.Point {
	var all []ir.Point
	for _, f := range files {
		all = append(all, x.points[lineKey{f, int32(line)}]...)
	}
	return all
}

// between returns the instructions of the lines from..to.
func (x *lineIndex) between(files []ir.FileID, from, to int) []ir.Point {
	var all []ir.Point
	for _, f := range files {
		ls := x.lines[f]
		i := sort.Search(len(ls), func(i int) bool { return int(ls[i]) >= from })
		for ; i < len(ls) && int(ls[i]) <= to; i++ {
			all = append(all, x.points[lineKey{f, ls[i]}]...)
		}
	}
	return all
}

// nearest returns the lines with code before and after a line, 0 if none.
func (x *lineIndex) nearest(files []ir.FileID, line int) (before, after int) {
	for _, f := range files {
		ls := x.lines[f]
		i := sort.Search(len(ls), func(i int) bool { return int(ls[i]) >= line })
		if i < len(ls) && (after == 0 || int(ls[i]) < after) {
			after = int(ls[i])
		}
		if i > 0 && int(ls[i-1]) > before {
			before = int(ls[i-1])
		}
	}
	return before, after
}

// inside reports whether a function's text covers the line, in any of the files.
func (x *lineIndex) inside(f ir.FuncID, files []ir.FileID, line int) bool {
	s, ok := x.spans[f]
	return ok && s.covers(files, line)
}

// covers reports whether the line is one of these, in any of the files.
func (s span) covers(files []ir.FileID, line int) bool {
	return s.from <= int32(line) && int32(line) <= s.to && slices.Contains(files, s.file)
}

// inFunction reports whether some function's text covers the line.
func (x *lineIndex) inFunction(files []ir.FileID, line int) bool {
	for _, s := range x.spans {
		if s.covers(files, line) {
			return true
		}
	}
	return false
}
