package targets

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// mapExit maps leaks, which are judged where the program ends: the returns of
// the entry function and the calls of exit. Only the memory counts that the alarm is
// about, as far as it can be told.
func (m *Mapper) mapExit(a Alarm, mp Mapping) Mapping {
	ends := m.ends()
	if len(ends) == 0 {
		mp.Unmapped = &Unmapped{NoCode, "the program has no end: no function " + m.opt.Entry + " and no call of exit",
			"name the function it starts with: --entry"}
		return mp
	}
	made, exact := m.allocations(a)
	var sites []engine.Site
	for _, end := range ends {
		site := engine.Site{Point: end, Classes: op.SetOf(op.Leak), Arg: anyArg}
		if !exact {
			sites = append(sites, site)
			continue
		}
		for _, pt := range made {
			site.OnlyMade, site.Made = true, pt
			sites = append(sites, site)
		}
	}
	mp.Candidates = len(sites)
	if !exact {
		mp.Settles = mp.Settles.and(Settles{OnlyUnreachable: true, Why: "which of the program's allocations the alarm is about is not told"})
	}
	m.setTarget(a, &mp, sites)
	return mp
}

// ends lists the instructions at which the program ends.
func (m *Mapper) ends() []ir.Point {
	var ends []ir.Point
	for _, f := range m.p.Funcs {
		if f.Model {
			continue
		}
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Op == ir.Ret && f.Name == m.opt.Entry ||
					in.Op == ir.Call && in.Call.Callee >= 0 && m.p.Funcs[in.Call.Callee].Name == "exit" {
					ends = append(ends, ir.Point{Block: b.ID, Instr: int32(i)})
				}
			}
		}
	}
	return ends
}

// allocators are the functions of the library whose result is memory of its own.
var allocators = map[string]bool{
	"malloc": true, "calloc": true, "realloc": true, "reallocarray": true, "aligned_alloc": true, "memalign": true,
	"strdup": true, "strndup": true,
}

// allocatedAt is the line on which Infer says that memory was allocated.
var allocatedAt = regexp.MustCompile(`allocated (?:by .*)?on line (\d+)`)

// allocations finds the calls that allocate what an alarm is about: those whose result is
// kept in the variable that the message names, or that stand on the alarm's line. exact
// is false if there are none.
func (m *Mapper) allocations(a Alarm) (made []ir.Point, exact bool) {
	file := m.files.find(a.File)
	line := int32(a.Line)
	c := claimOf(a, RuleFor(a.Tool, a.RuleID, a.Message))
	at := line
	if n := allocatedAt.FindStringSubmatch(a.Message); n != nil {
		if k, err := strconv.Atoi(n[1]); err == nil {
			at = int32(k)
		}
	}
	var named, here []ir.Point
	for _, f := range m.p.Funcs {
		if s, ok := m.lines.spans[f.ID]; !ok || !slices.Contains(file.ids, s.file) || line < s.from || line > s.to {
			continue
		}
		for _, pt := range functionPoints(f) {
			in := m.p.At(pt)
			if in.Op != ir.Call || in.Call.Callee < 0 || !allocators[m.p.Funcs[in.Call.Callee].Name] {
				continue
			}
			match := m.matcher(f.ID)
			match.fuel = maxSteps
			if c.subject != nil && match.keeps(in.Dst, c) {
				named = append(named, pt)
			}
			if m.p.LocOf(pt).Line == at {
				here = append(here, pt)
			}
		}
	}
	if len(named) > 0 {
		return named, true
	}
	return here, len(here) > 0
}

// keeps reports whether a result is stored in the place that a message names.
func (m *matcher) keeps(r ir.Reg, c claim) bool {
	for _, use := range m.uses[r] {
		switch {
		case use.Op == ir.Store && use.Args[0] == ir.Operand(r) && m.addr(c.subject, use.Args[1]) == yes,
			casts[use.Op] && m.keeps(use.Dst, c):
			return true
		}
	}
	return false
}
