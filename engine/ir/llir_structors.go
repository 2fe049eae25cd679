package ir

import (
	"slices"
	"strconv"
	"strings"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// structor is a function that runs before main or at the end of the program. Constructors
// run by ascending priority, destructors in the reverse order.
type structor struct {
	priority int
	fn       FuncID
	old      bool // from a section .ctors or .dtors
}

// noPriority is the priority of structors that give none.
const noPriority = 65535

// specialGlobal reads llvm.global_ctors and llvm.global_dtors; the other
// llvm.* globals (llvm.used, annotations) do not influence execution.
func (r *reader) specialGlobal(lg *lir.Global) {
	switch lg.Name() {
	case "llvm.global_ctors":
		r.ctors = append(r.ctors, r.structors(lg.Init)...)
	case "llvm.global_dtors":
		r.dtors = append(r.dtors, r.structors(lg.Init)...)
	}
}

// structors lists the functions of a {priority, function, data} array.
func (r *reader) structors(init constant.Constant) (list []structor) {
	arr, ok := init.(*constant.Array)
	if !ok {
		return nil
	}
	for _, e := range arr.Elems {
		s, ok := e.(*constant.Struct)
		if !ok || len(s.Fields) < 2 {
			continue
		}
		prio, _ := s.Fields[0].(*constant.Int)
		a, ok := r.evalAddr(s.Fields[1])
		if prio == nil || !ok || a.kind != CFunc {
			r.note("an entry of the table of constructors or destructors is not understood")
			continue
		}
		list = append(list, structor{int(prio.X.Int64()), FuncID(a.id), false})
	}
	return list
}

// sectionStructors reads a variable that a program puts into a section whose words are
// the functions that run before main, or at the end (System V ABI, Initialization and
// Termination Functions). Those of the older sections .ctors and .dtors stand in the
// opposite order, and so do their numbers: linkers move them to the newer ones.
func (r *reader) sectionStructors(section string, g *Global) {
	name, number, _ := strings.Cut(strings.TrimPrefix(section, "."), ".")
	old := name == "ctors" || name == "dtors"
	priority := noPriority
	if n, err := strconv.Atoi(number); err == nil {
		if priority = n; old {
			priority = noPriority - n
		}
	}
	var list *[]structor
	switch name {
	case "preinit_array":
		list, priority = &r.ctors, -1
	case "init_array", "ctors":
		list = &r.ctors
	case "fini_array", "dtors":
		list = &r.dtors
	default:
		return
	}
	for _, rel := range g.Relocs {
		if c := &r.p.Consts[rel.Value.ConstIndex()]; c.Kind == CFunc {
			*list = append(*list, structor{priority, FuncID(c.ID), old})
		}
	}
}

// runDestructors is what runs the destructors when the program ends, after the handlers
// of atexit: the model of exit calls it, and where that is not in the program, main's
// return leads to it (Program.AtEnd). Those with a priority have a function of their own
// where there is a model of exit: what handlers other destructors register runs before.
const (
	runDestructors     = "__assay_destructors"
	runLateDestructors = "__assay_late_destructors"
)

// orderStructors puts what was read into the order in which it runs, and gives
// runDestructors its body.
func (r *reader) orderStructors() {
	r.sortStructors(r.ctors)
	for _, s := range r.ctors {
		r.p.Ctors = append(r.p.Ctors, s.fn)
	}
	r.sortStructors(r.dtors)
	slices.Reverse(r.dtors)
	for _, s := range r.dtors {
		r.p.Dtors = append(r.p.Dtors, s.fn)
	}
	early, late := r.declared(runDestructors), r.declared(runLateDestructors)
	switch {
	case early == nil && len(r.dtors) == 0:
		return
	case early == nil:
		early = lir.NewFunc(runDestructors, types.Void)
		r.funcs[early] = r.newFunc(runDestructors, early.Sig).ID
	}
	first := r.p.Dtors
	if n := slices.IndexFunc(r.dtors, func(s structor) bool { return s.priority < noPriority }); n >= 0 && late != nil {
		first = first[:n]
	}
	r.defineCalls(early, first)
	if late != nil {
		r.defineCalls(late, r.p.Dtors[len(first):])
	}
}

// sortStructors sorts by priority, and turns around what each unit has in an older section.
func (r *reader) sortStructors(list []structor) {
	slices.SortStableFunc(list, func(a, b structor) int { return a.priority - b.priority })
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[from].old && list[to].old && list[to].priority == list[from].priority &&
			r.p.Funcs[list[to].fn].Unit == r.p.Funcs[list[from].fn].Unit {
			to++
		}
		slices.Reverse(list[from:to])
		from = to
	}
}

// declared is a function of the module without body, nil if there is none.
func (r *reader) declared(name string) *lir.Func {
	for _, f := range r.m.Funcs {
		if f.Name() == name && len(f.Blocks) == 0 {
			return f
		}
	}
	return nil
}

// defineCalls gives a function of the models a body that calls destructors. A destructor
// gets no arguments, so that its parameters, if it names some, hold anything.
func (r *reader) defineCalls(lf *lir.Func, fs []FuncID) {
	block := lf.NewBlock("")
	for _, d := range fs {
		f := r.bodies[d]
		if f == nil {
			r.note("the destructor %s has no body", r.p.Funcs[d].Source)
			continue
		}
		args := make([]value.Value, len(f.Params))
		for i, p := range f.Params {
			args[i] = constant.NewUndef(p.Typ)
		}
		block.NewCall(f, args...)
	}
	block.NewRet(nil)
	id := r.funcs[lf]
	r.bodies[id], r.p.Funcs[id].Model = lf, true
}

// OrderOfUnits is what is assumed of the order of constructors, and of destructors, where
// they are in several units; "" where no order of units matters.
func (p *Program) OrderOfUnits() string {
	for _, list := range [][]FuncID{p.Ctors, p.Dtors} {
		for _, f := range list {
			if p.Funcs[f].Unit != p.Funcs[list[0]].Unit {
				return "constructors and destructors of equal priority run in the order in which the units are given"
			}
		}
	}
	return ""
}
