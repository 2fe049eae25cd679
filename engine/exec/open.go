package exec

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// Open is a value that the language leaves open, that no input determines, and
// on which a path depends.
type Open struct {
	// Kind is "shift", "float-to-int", "bool", "volatile", "overlap",
	// "unwritten", "undef" or "address".
	Kind string
	// Site is the instruction whose result the value is; of unwritten bytes,
	// the alloca or, with Heap set, the call that made the object.
	Site ir.Point
	Heap bool
	// Name is the variable, for people; "" when it has none.
	Name string
	// Occurrence counts from 0: the executions of the site before this one
	// (of shifts, conversions and reads of _Bool only those whose value was
	// open); for unwritten bytes, the lives of the variable, or the objects
	// that the allocation functions made.
	Occurrence int
	Offset     uint64 // unwritten: of the first byte in the object
	Value      uint64
	Bytes      []byte // unwritten: in memory order
	// Tellable: a build of the program can be told to make this choice. Not
	// inside library models, and not the bytes that the target itself reads:
	// its violation is that they have no value.
	Tellable bool
}

// needsOf finds what the conditions depend on under a model; of conditions on
// inputs only, nothing.
func (m *Machine) needsOf(ev *term.Evaluator, conds []term.T) *needs {
	n := newNeeds(m.Pool, ev)
	if m.mayDepend(conds) {
		for _, c := range conds {
			n.add(c)
		}
	}
	return n
}

// open lists the needed values that the language leaves open.
func (m *Machine) open(path *Snapshot, ev *term.Evaluator, n *needs) []Open {
	results := m.openResults(path, ev, n)
	return slices.Concat(results, m.openBytes(path, ev, n), m.openRest(path, n))
}

// openNames are the names of variables that stand for results left open.
var openNames = map[string]bool{"shift": true, "float-to-int": true, "bool": true, "volatile": true, "overlap": true}

// otherNames are those of unwritten bytes and of what unmodelled functions
// return.
var otherNames = map[string]bool{"unwritten": true, "undef": true, "havoc": true, "offset": true, "size": true}

// mayDepend is a quick test for conditions about inputs only.
func (m *Machine) mayDepend(conds []term.T) bool {
	for _, c := range conds {
		for _, v := range m.Pool.Vars(c) {
			name := m.Pool.Name(v)
			switch {
			case openNames[name], otherNames[name], m.Pool.IsArray(v), strings.HasPrefix(name, "&"):
				return true
			}
		}
	}
	return false
}

// openResults are the needed results of instructions. Occurrences of a site
// are counted by whether its value was open, so what decides that is needed as
// well.
func (m *Machine) openResults(path *Snapshot, ev *term.Evaluator, n *needs) []Open {
	sites := map[ir.Point]bool{}
	for grown := true; grown; {
		grown = false
		for _, in := range path.Inputs {
			if in.Kind == Choice && openNames[in.Key] && n.vars[in.Value] && !sites[in.Point] {
				sites[in.Point], grown = true, true
			}
		}
		for _, in := range path.Inputs {
			if in.Kind == Choice && openNames[in.Key] && sites[in.Point] {
				n.add(in.When)
			}
		}
	}
	var out []Open
	count := map[ir.Point]int{}
	for _, in := range path.Inputs {
		if in.Kind != Choice || !openNames[in.Key] || !ev.Bool(in.When) {
			continue
		}
		if n.vars[in.Value] {
			out = append(out, Open{Kind: in.Key, Site: in.Point, Occurrence: count[in.Point],
				Value: m.evalTerm(ev, in.Value), Tellable: in.Key != "overlap" && m.ownScalar(in.Point)})
		}
		count[in.Point]++
	}
	return out
}

// withoutChoices looks for a model of a hit that leaves fewer results open than
// the given one: what no native run can be told confirms nothing.
func (m *Machine) withoutChoices(s *State, cond term.T, model *term.Model) *term.Model {
	for _, in := range s.inputs {
		if in.Kind != Choice || in.When == term.True || !openNames[in.Key] || !m.evaluator(model).Bool(in.When) {
			continue
		}
		closed := m.Pool.And(cond, m.Pool.Not(in.When))
		if a, better := m.ask(s, closed, m.Config.SideLimits); a == yes {
			cond, model = closed, better
		}
	}
	return model
}

// ownScalar tells whether the program's own instruction has a result of at most 64
// bits.
func (m *Machine) ownScalar(pt ir.Point) bool {
	ty := m.Prog.Types[m.Prog.At(pt).Type]
	return !m.Prog.FuncOf(pt).Model && (ty.Kind == ir.Int || ty.Kind == ir.Float) && ty.Bits <= 64
}

// unwrittenByte is a byte of an object that nothing wrote, with its value.
type unwrittenByte struct {
	id    memory.ObjID
	off   uint64
	value byte
	own   bool // read by the target itself
}

// openBytes are the needed unwritten bytes, neighbours together.
func (m *Machine) openBytes(path *Snapshot, ev *term.Evaluator, n *needs) []Open {
	own := map[term.T]bool{}
	if path.read != term.None {
		for _, v := range m.Pool.Vars(path.read) {
			own[v] = true
		}
	}
	var bytes []unwrittenByte
	for v := range n.vars {
		id, off, ok := m.arena.Unwritten(v)
		if !ok || m.Pool.IsArray(v) {
			continue
		}
		x := ev.Big(v).FillBytes(make([]byte, m.Pool.Width(v)/8))
		for k := range x {
			bytes = append(bytes, unwrittenByte{id, off + uint64(k), x[len(x)-1-k], own[v]})
		}
	}
	for a, cells := range n.cells {
		id, off, ok := m.arena.Unwritten(a)
		if !ok {
			continue
		}
		for i := range cells {
			at := m.Pool.Select(a, m.Pool.BV(m.Pool.IndexWidth(a), i))
			bytes = append(bytes, unwrittenByte{id, off + i, byte(ev.BV(at)), own[a]})
		}
	}
	slices.SortFunc(bytes, func(a, b unwrittenByte) int { return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.off, b.off)) })
	var out []Open
	for i, b := range bytes {
		if p := i - 1; p >= 0 && bytes[p].id == b.id && bytes[p].off+1 == b.off && bytes[p].own == b.own {
			o := &out[len(out)-1]
			o.Bytes = append(o.Bytes, b.value)
			continue
		}
		out = append(out, m.openObject(path.mem, b))
	}
	return out
}

// allocators are the functions whose unwritten blocks a replay counts; calloc's
// are written.
var allocators = map[string]bool{"malloc": true, "realloc": true, "reallocarray": true, "aligned_alloc": true,
	"posix_memalign": true, "strdup": true, "strndup": true}

// openObject names the object of a byte so that another run finds it.
func (m *Machine) openObject(mem *memory.Space, b unwrittenByte) Open {
	o := mem.Get(b.id)
	out := Open{Kind: "unwritten", Site: o.Site, Heap: o.Origin == memory.Heap, Offset: b.off, Bytes: []byte{b.value}}
	var before func(*memory.Object) bool
	switch fn := m.Prog.FuncOf(o.Site); {
	case o.Origin == memory.Heap:
		out.Tellable = allocators[m.Prog.Funcs[o.Func].Name]
		before = func(p *memory.Object) bool {
			return p.Origin == memory.Heap && allocators[m.Prog.Funcs[p.Func].Name]
		}
	default:
		out.Tellable = o.Origin == memory.Stack && m.Prog.At(o.Site).Op == ir.Alloca && !fn.Model
		out.Name = o.Name
		// Where lives begin at markers, an object whose life never began
		// does not count.
		before = func(p *memory.Object) bool { return p.Origin == o.Origin && p.Site == o.Site && p.Begun == o.Begun }
	}
	out.Tellable = out.Tellable && !b.own
	for id := memory.ObjID(1); id < b.id; id++ {
		if before(mem.Get(id)) {
			out.Occurrence++
		}
	}
	return out
}

// openRest names the kinds of the other things that the conditions depend on.
func (m *Machine) openRest(path *Snapshot, n *needs) []Open {
	kinds := map[string]bool{}
	for v := range n.vars {
		_, _, bytes := m.arena.Unwritten(v)
		switch name := m.Pool.Name(v); {
		case name == "undef":
			kinds[name] = true
		case strings.HasPrefix(name, "&"):
			kinds["address"] = true
		case m.Pool.IsArray(v) && bytes:
			kinds["unwritten"] = true
		}
	}
	var out []Open
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		out = append(out, Open{Kind: k, Site: path.Point})
	}
	return out
}

// libraryCall is the function of the library that the user's code called.
func (m *Machine) libraryCall(s *State) ir.FuncID {
	i := len(s.frames) - 1
	for i > 1 && s.frames[i-1].Fn.Model {
		i--
	}
	return s.frames[i].Fn.ID
}

// reading runs a check of a value that was read, so that evidence of it knows
// the value.
func (m *Machine) reading(s *State, v memory.Value, c op.Check[term.T]) {
	if v.Kind == memory.Int {
		m.read = v.T
	}
	m.check(s, c, -1)
	m.read = term.None
}
