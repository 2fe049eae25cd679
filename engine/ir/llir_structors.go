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
		list = append(list, structor{int(prio.X.Int64()), FuncID(a.id)})
	}
	return list
}

// sectionStructors reads a variable that a program puts into a section whose words are
// the functions that run before main, or at the end (System V ABI, Initialization and
// Termination Functions).
func (r *reader) sectionStructors(section string, g *Global) {
	name, number, _ := strings.Cut(strings.TrimPrefix(section, "."), ".")
	priority := noPriority
	if n, err := strconv.Atoi(number); err == nil {
		priority = n
	}
	var list *[]structor
	switch name {
	case "preinit_array":
		list, priority = &r.ctors, -1
	case "init_array":
		list = &r.ctors
	case "fini_array":
		list = &r.dtors
	default:
		return
	}
	for _, rel := range g.Relocs {
		if c := &r.p.Consts[rel.Value.ConstIndex()]; c.Kind == CFunc {
			*list = append(*list, structor{priority, FuncID(c.ID)})
		}
	}
}

// orderStructors puts what was read into the order in which it runs.
func (r *reader) orderStructors() {
	order := func(list []structor) (ids []FuncID) {
		slices.SortStableFunc(list, func(a, b structor) int { return a.priority - b.priority })
		for _, s := range list {
			ids = append(ids, s.fn)
		}
		return ids
	}
	r.p.Ctors, r.p.Dtors = order(r.ctors), order(r.dtors)
	slices.Reverse(r.p.Dtors)
}

// runDestructors is what runs the destructors when the program ends, after the handlers
// of atexit: the model of exit calls it, and where that is not in the program, main's
// return leads to it (Program.AtEnd).
const runDestructors = "__assay_destructors"

// defineDestructors gives runDestructors a body, a call of each destructor, if the program
// has one, or calls it. A destructor gets no arguments, so that its parameters, if it
// names some, hold anything.
func (r *reader) defineDestructors() {
	var lf *lir.Func
	for _, f := range r.m.Funcs {
		if f.Name() == runDestructors && len(f.Blocks) == 0 {
			lf = f
		}
	}
	switch {
	case lf == nil && len(r.p.Dtors) == 0:
		return
	case lf == nil:
		lf = lir.NewFunc(runDestructors, types.Void)
		r.funcs[lf] = r.newFunc(runDestructors, lf.Sig).ID
	}
	id := r.funcs[lf]
	block := lf.NewBlock("")
	for _, d := range r.p.Dtors {
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
	r.bodies[id], r.p.Funcs[id].Model = lf, true
}
