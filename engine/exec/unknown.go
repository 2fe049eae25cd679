package exec

import (
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// NoCallback is the key of Config.NoFail under which unknown code calls nothing back.
const NoCallback = "nocallback"

// Closed is the key of Config.NoFail under which units that are missing leave the program
// alone; ir.Program.Missing is empty then.
const Closed = "closed"

// reach is what unknown code can get at: from its arguments, from what earlier unknown
// code was given and may have kept, from the variables that other code can name or was
// given the address of, and through the functions of the program that it can call, from
// the variables that these use, and the functions that they may hand out.
type reach struct {
	objects []memory.ObjID // live ones, in the order in which they are met
	code    []ir.FuncID    // functions of the program among them
	frees   bool           // one of these functions may free heap blocks
}

// reach finds what unknown code can get at that is handed some objects.
func (m *Machine) reach(s *State, handed []memory.ObjID) reach {
	w := newWalk()
	for _, id := range handed {
		w.visit(id)
	}
	for i := range m.Prog.Globals {
		if m.exposed[i] {
			w.visit(m.globals[i])
		}
	}
	for _, id := range s.kept {
		w.visit(id)
	}
	m.throughLibrary(s, w)
	if !m.Config.NoFail[NoCallback] {
		for _, f := range m.nameable {
			w.visit(m.funcs[f])
		}
	}
	return m.follow(s, w)
}

// throughLibrary visits what the state of the library models leads to, which unknown code
// gets at by calling the library: buffers of streams, strings of the environment, the
// text that strtok is in. What is registered to be called is called elsewhere (leaving).
func (m *Machine) throughLibrary(s *State, w *walk) {
	for i := range m.Prog.Globals {
		if id := m.globals[i]; m.ofModels[i] {
			s.Mem.Pointers(id, func(to memory.ObjID) { m.visitData(s, w, to) })
		}
	}
}

// visitData meets an object that is neither code nor a variable of the library models.
func (m *Machine) visitData(s *State, w *walk, id memory.ObjID) {
	if o := s.Mem.Get(id); id != 0 && o.Origin != memory.Code && (o.Origin != memory.Static || !modelObject(m, o)) {
		w.visit(id)
	}
}

// follow completes the objects of a walk to all that they lead to.
func (m *Machine) follow(s *State, w *walk) (r reach) {
	for id := w.next(); id != 0; id = w.next() {
		o := s.Mem.Get(id)
		if o.Dead {
			continue
		}
		r.objects = append(r.objects, id)
		switch {
		case id == m.argv:
			for _, a := range m.argStrings {
				w.visit(a)
			}
		case o.Library:
			s.Mem.Pointers(id, func(to memory.ObjID) { m.visitData(s, w, to) })
		case o.Origin != memory.Code:
			s.Mem.Pointers(id, w.visit)
		case !m.Config.NoFail[NoCallback] && len(m.Prog.Funcs[o.Func].Blocks) > 0:
			r.code = append(r.code, o.Func)
			e := m.extent(o.Func)
			r.frees = r.frees || e.Frees
			for _, g := range e.Globals {
				w.visit(m.globals[g])
			}
			for _, f := range e.Funcs {
				w.visit(m.funcs[f])
			}
		}
	}
	return r
}

// extent is ir.Extents of one function, computed once.
func (m *Machine) extent(f ir.FuncID) ir.Extent {
	e, ok := m.extents[f]
	if !ok {
		e = m.Prog.Extents([]ir.FuncID{f})
		m.extents[f] = e
	}
	return e
}

// doubtCallbacks: what unknown code calls back is executed nowhere, so that a target in
// what it may call stays open.
func (m *Machine) doubtCallbacks(by Stranger, code []ir.FuncID) {
	if !m.Config.NoFail[NoCallback] {
		m.Obs.Assumed(op.CallbacksEnd(by.Name))
	}
	for _, f := range code {
		if m.Obs.Leads(f) {
			m.Obs.Unsure(Stop{Kind: NoBody, Reason: by.Name + " may call " + m.Prog.Funcs[f].Source + " back", Point: by.Point})
			return
		}
	}
}

// change makes arbitrary all that unknown code could write, and marks the heap blocks
// that it could free. That it frees nothing by itself, and leaves nothing unwritten, are
// assumptions. It returns the variables that stand for what was changed.
func (m *Machine) change(s *State, by string, r *reach) (changed []term.T) {
	m.Obs.Assumed(op.UnmodelledLeaves)
	m.Obs.Assumed(op.UnmodelledHooks)
	frees := r.frees || m.Config.Extern == "havoc-free"
	for _, id := range r.objects {
		o := s.Mem.Get(id)
		switch {
		case id == m.argv:
			s.argvBy = by
			continue
		case o.Const || o.Origin == memory.Code || modelObject(m, o):
			continue
		}
		if s.Mem.MayBeUnwritten(id) {
			m.Obs.Assumed(op.UnmodelledWrites(by))
		}
		changed = append(changed, s.Mem.Havoc(id))
		if frees && o.Origin == memory.Heap {
			freed := m.Pool.Var(0, "havoc")
			s.choice("havoc", freed, term.True)
			s.Mem.MayDie(id, freed)
			changed = append(changed, freed)
		}
	}
	return changed
}

// modelObject tells the private state of the library models, which changes as
// __model_unknown says (engine/libc/src).
func modelObject(m *Machine, o *memory.Object) bool {
	return o.Library || o.Origin == memory.Static && m.ofModels[o.Glob]
}

// interposed is a point before or behind what a library function does that the program
// calls: the function may call the program's own functions for memory, any number of times.
func (m *Machine) interposed(s *State, fn *ir.Func) {
	if s.top().Fn.Model || !m.Prog.Allocates(fn) {
		return
	}
	m.allocates(s, fn.Source)
}

// allocates: the library calls the program's own functions for memory.
func (m *Machine) allocates(s *State, by string) {
	w := newWalk()
	e := m.Prog.Extents(m.Prog.Interposed)
	for _, g := range e.Globals {
		w.visit(m.globals[g])
	}
	r := m.follow(s, w)
	r.code, r.frees = append(r.code, m.Prog.Interposed...), r.frees || e.Frees
	s.opaque("the program's own functions for memory may run")
	m.doubtCallbacks(Stranger{by, m.userPoint(s)}, r.code)
	s.inputs = append(s.inputs, Input{Kind: Choice, Key: "havoc", By: by + "()", Point: m.userPoint(s), Made: m.change(s, by, &r)})
}

// leaving is the end of the program where unknown code was executed before: what it was
// given it may call, and change, once more. Streams give their buffers back.
func (m *Machine) leaving(s *State) {
	if len(m.Prog.Interposed) > 0 && m.entersMain() {
		m.allocates(s, "exit")
	}
	if s.stranger != nil && m.entersMain() {
		m.happen(s, *s.stranger, m.reach(s, nil))
	}
}

// around is a point at which units that are missing may do anything: before main.
func (m *Machine) around(s *State) {
	if f := m.Prog.Assembly; f != "" {
		m.Obs.Unsure(Stop{Kind: Unmodelled, Reason: "the assembly in " + f + " may call, jump to or place code",
			Point: ir.Point{Block: m.Prog.Funcs[m.Config.Entry].Blocks[0].ID}})
	}
	if len(m.Prog.Missing) > 0 {
		if name := m.Prog.Doubtful(); name != "" {
			m.Obs.Unsure(Stop{Kind: NoBody, Reason: m.Prog.Missing[0] + " may define the weak symbol " + name + ", which is taken to be null",
				Point: ir.Point{Block: m.Prog.Funcs[m.Config.Entry].Blocks[0].ID}})
		}
		m.happen(s, Stranger{m.Prog.Missing[0], ir.Point{Block: m.Prog.Funcs[m.Config.Entry].Blocks[0].ID}}, m.reach(s, nil))
	}
}

// beforeMain has the state of the library models be what the constructors of units that are
// missing leave, behind around.
func (m *Machine) beforeMain(s *State) {
	if len(m.Prog.Missing) == 0 {
		return
	}
	m.Obs.Assumed(op.MissingBegins)
	if m.unknownFn != nil {
		m.chain(s, []ir.FuncID{m.unknownFn.ID}, nil)
	}
}

// happen executes unknown code with a reach.
func (m *Machine) happen(s *State, by Stranger, r reach) {
	s.opaque("code that is not there may run")
	s.inputs = append(s.inputs, Input{Kind: Choice, Key: "havoc", By: by.Name, Point: by.Point, Made: m.executed(s, by, &r)})
}

// executed is what unknown code does to the state: it changes what it can get at, keeps
// it, and may call functions back. It returns the variables that stand for what was
// changed.
func (m *Machine) executed(s *State, by Stranger, r *reach) (changed []term.T) {
	m.doubtCallbacks(by, r.code)
	changed = m.change(s, by.Name, r)
	s.keep(r.objects)
	s.stranger = &by
	return changed
}

// keep notes that unknown code has objects from now on.
func (s *State) keep(ids []memory.ObjID) {
	kept := append(s.kept[:len(s.kept):len(s.kept)], ids...)
	slices.Sort(kept)
	s.kept = slices.Compact(kept)
}

// Strangers tells in one number what a state remembers of unknown code: states that
// differ in it go on differently.
func (s *State) Strangers() uint32 {
	n := 2 * s.shared
	if s.stranger != nil {
		n++
	}
	return n
}

// walk goes over objects, each once, in the order in which they are met.
type walk struct {
	seen map[memory.ObjID]bool
	todo []memory.ObjID
}

func newWalk() *walk { return &walk{seen: map[memory.ObjID]bool{}} }

// visit meets an object; 0 is none.
func (w *walk) visit(id memory.ObjID) {
	if id != 0 && !w.seen[id] {
		w.seen[id] = true
		w.todo = append(w.todo, id)
	}
}

// next is the object to go on with, 0 when all were.
func (w *walk) next() (id memory.ObjID) {
	if len(w.todo) > 0 {
		id, w.todo = w.todo[0], w.todo[1:]
	}
	return id
}
