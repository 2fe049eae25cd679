package targets

import (
	"slices"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/acsl"
)

// Gcc complains of a variable that was never written where a copy of its value is read: copies
// are gone before it looks, those through calls that it inlines too. That the variable is written
// where the copy is read does not make the alarm false.

// heirs looks for local variables that may hold a copy of one that a message names.
type heirs struct {
	m *Mapper
	// name is that of the variable, "" if it is not told.
	name string
	seen map[holder]bool
}

// holder is a local variable of a function, or, with no register, what the function returns.
type holder struct {
	fn  ir.FuncID
	reg ir.Reg
}

// takenOver leaves an alarm of gcc's about an unwritten value open where nothing unwritten is read
// there, but a copy of such a value may be.
func (m *Mapper) takenOver(q *question, ch *choice) {
	if q.rule.Look != LookRead || q.alarm.Tool != sarif.GCC || len(ch.sites) == 0 {
		return
	}
	h := heirs{m: m, seen: map[holder]bool{}}
	if id, ok := rootOf(q.claim.subject).(*acsl.Ident); ok {
		h.name = id.Name
	}
	points := m.lines.between(q.file.ids, q.alarm.Line, max(q.alarm.Line, q.alarm.EndLine))
	if !slices.ContainsFunc(ch.sites, func(s engine.Site) bool { return slices.Contains(points, s.Point) }) {
		for _, s := range ch.sites { // in what is called there
			points = append(points, s.Point)
		}
	}
	if slices.ContainsFunc(points, h.reads) {
		ch.settles = ch.settles.and(Settles{OnlyReachable: true, Why: "a value that was copied before may be meant"})
	}
}

// reads reports whether an instruction reads a local variable that may hold a copy.
func (h *heirs) reads(pt ir.Point) bool {
	in, f := h.m.p.At(pt), h.m.matcher(h.m.p.Blocks[pt.Block].Func)
	if in.Op != ir.Load {
		return false
	}
	r, ok := f.slotOf(in.Args[0])
	return ok && h.hold(f, r)
}

// slotOf is the local variable that an address is that of, or leads into.
func (m *matcher) slotOf(o ir.Operand) (ir.Reg, bool) {
	o = m.strip(o)
	for d := m.def(o); d != nil && d.Op == ir.GEP; d = m.def(o) {
		o = m.strip(d.Args[0])
	}
	if o.IsConst() {
		return 0, false
	}
	_, ok := m.slots[ir.Reg(o)]
	return ir.Reg(o), ok
}

// hold reports whether a copy may be stored to a local variable.
func (h *heirs) hold(f *matcher, r ir.Reg) bool {
	at, found := holder{f.fn.ID, r}, false
	if h.seen[at] {
		return false
	}
	h.seen[at] = true
	each(f.fn, func(in *ir.Instr) {
		if in.Op == ir.Store && !found {
			to, ok := f.slotOf(in.Args[1])
			found = ok && to == r && h.copy(f, in.Args[0])
		}
	})
	return found
}

// copy reports whether a value is, unchanged, that of the variable, or of one that may hold it.
func (h *heirs) copy(f *matcher, o ir.Operand) bool {
	o = f.strip(o)
	d := f.def(o)
	switch {
	case o.IsConst():
		return false
	case d == nil && f.phis[ir.Reg(o)]:
		return true
	case d == nil:
		return h.passed(f.fn, int(o))
	case d.Op == ir.Select:
		return h.copy(f, d.Args[1]) || h.copy(f, d.Args[2])
	case d.Op == ir.Load:
		r, ok := f.slotOf(d.Args[0])
		return ok && (h.name == "" || f.slots[r] == h.name || h.hold(f, r))
	case d.Op == ir.Call:
		return h.returned(d.Call.Callee)
	}
	return false
}

// passed reports whether a copy may be an argument of a function: which calls there are of one
// whose address is taken is not known.
func (h *heirs) passed(fn *ir.Func, arg int) bool {
	return fn.AddressTaken || slices.ContainsFunc(h.m.callSites()[fn.ID], func(pt ir.Point) bool {
		args := h.m.p.At(pt).Call.Args
		return arg < len(args) && h.copy(h.m.matcher(h.m.p.Blocks[pt.Block].Func), args[arg].Val)
	})
}

// returned reports whether a copy may be what a function returns, which may be any if it is not
// told by its name.
func (h *heirs) returned(id ir.FuncID) bool {
	at := holder{id, ir.NoReg}
	if id < 0 || h.seen[at] || h.m.p.Funcs[id].Model {
		return id < 0
	}
	h.seen[at] = true
	f, found := h.m.matcher(id), false
	each(f.fn, func(in *ir.Instr) {
		found = found || in.Op == ir.Ret && len(in.Args) > 0 && h.copy(f, in.Args[0])
	})
	return found
}
