package targets

import (
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
)

// copied adds the reads whose values initializer lists copy: clang's analyzer does not look at
// these, and complains of what is not initialised where such a value is used. The alarm is false
// only if they read nothing uninitialised, either; where one does, it may be of another value.
func (m *Mapper) copied(q *question, ch *choice) {
	if q.rule.Look != LookRead || q.alarm.Tool != sarif.Clang || len(ch.sites) == 0 {
		return
	}
	var own []ir.Point
	var more []engine.Site
	for _, s := range ch.sites {
		own = append(own, s.Point)
	}
	for _, pt := range m.copies() {
		if !slices.Contains(own, pt) {
			more = append(more, engine.Site{Point: pt, Classes: op.SetOf(op.UninitRead), Arg: anyArg})
		}
	}
	if len(more) == 0 {
		return
	}
	if ch.settles.OnlyUnreachable { // of the alarm's own, some do not answer it
		own = ch.settles.Except
	}
	ch.sites = append(ch.sites, more...)
	ch.settles = ch.settles.and(Settles{OnlyUnreachable: true, Except: own, Why: "an initializer copies a value that is not initialised, which may be another one"})
	ch.note = joinNotes(ch.note, "values that initializers copy count")
}

// findCopies lists the reads whose values go nowhere but into initializer lists: clang places
// the stores of these at their braces.
func (m *Mapper) findCopies() (reads []ir.Point) {
	for _, f := range m.p.Funcs {
		if f.Model {
			continue
		}
		facts := m.matcher(f.ID).facts
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				if in := &b.Instrs[i]; in.Op == ir.Load && m.initializes(facts, in) {
					reads = append(reads, ir.Point{Block: b.ID, Instr: int32(i)})
				}
			}
		}
	}
	return reads
}

// initializes reports whether all that uses a value, converted perhaps, are stores at the
// brace of an initializer list.
func (m *Mapper) initializes(f *facts, in *ir.Instr) bool {
	uses := f.uses[in.Dst]
	for _, u := range uses {
		switch u.Op {
		case ir.Trunc, ir.ZExt, ir.SExt, ir.FPTrunc, ir.FPExt, ir.Bitcast:
			if !m.initializes(f, u) {
				return false
			}
		case ir.Store:
			loc := m.p.Locs[u.Loc]
			text := m.lineText(loc)
			if loc.Col < 1 || int(loc.Col) > len(text) || text[loc.Col-1] != '{' {
				return false
			}
		default:
			return false
		}
	}
	return len(uses) > 0
}
