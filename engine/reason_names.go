package engine

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/term"
)

// lexicon is what the sources of a program call things, as far as it does not
// depend on a place.
type lexicon struct {
	prog    *ir.Program
	machine *exec.Machine
	fields  map[field]string
	structs map[string]ir.TypeID
	exprs   map[field]string // of registers, by function and register
	inputs  map[term.T]pred.Name
}

// field is a member of a struct, by type and index.
type field struct{ of, index int32 }

func newLexicon(p *ir.Program, m *exec.Machine) *lexicon {
	l := &lexicon{p, m, map[field]string{}, map[string]ir.TypeID{}, map[field]string{}, map[term.T]pred.Name{}}
	for i := range p.Types {
		if t := &p.Types[i]; t.Kind == ir.Struct {
			l.structs[strings.TrimPrefix(t.Name, "%")] = ir.TypeID(i)
		}
	}
	for _, f := range p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				l.member(f, &b.Instrs[i])
			}
		}
	}
	return l
}

// member learns the name of a field: clang names the address register after
// it, with a number behind where the name is taken. The shortest is the name.
func (l *lexicon) member(f *ir.Func, in *ir.Instr) {
	if in.Op != ir.GEP || in.Dst == ir.NoReg || len(in.Gep.Steps) == 0 {
		return
	}
	name, last := f.RegNames[in.Dst], in.Gep.Steps[len(in.Gep.Steps)-1]
	if last.Field < 0 || name == "" || len(in.Gep.Steps) < 2 {
		return
	}
	k := field{int32(in.Gep.Steps[len(in.Gep.Steps)-2].Into), last.Field}
	if old, ok := l.fields[k]; !ok || len(name) < len(old) {
		l.fields[k] = name
	}
}

// at is the lexicon for the predicates at one place of a path: state knows
// their objects, stack has the points of the activations, outermost first.
func (l *lexicon) at(state *exec.State, stack []ir.Point, psi *pred.Psi) *names {
	n := &names{lexicon: l, state: state, stack: stack, alias: map[memory.ObjID]alias{}}
	if psi != nil {
		n.follow(psi)
	}
	return n
}

// names implements pred.Names.
type names struct {
	*lexicon
	state *exec.State
	stack []ir.Point
	alias map[memory.ObjID]alias
	// keys: instead of names that people know, write ones that differ wherever
	// the meaning does.
	keys bool
}

// alias names an object without name by a pointer that leads to byte At of it.
type alias struct {
	text, key string
	at        uint64
	to        pointee
}

// pointee is the type that a pointer leads to.
type pointee struct {
	size uint64
	of   ir.TypeID // of a struct, else -1
	sign pred.Sign
}

// follow finds aliases: pointers with names, a known type and a known offset.
func (n *names) follow(psi *pred.Psi) {
	voc := psi.Vocabulary()
	for found := true; found; {
		found = false
		psi.Holders(func(p pred.Place, o memory.ObjID) {
			if _, ok := n.alias[o]; ok || o == 0 || p.Obj == 0 || n.named(o) {
				return
			}
			r, ok := psi.RangeOf(voc.Offset(p))
			to, typed := n.leads(p)
			if !ok || r.Lo != r.Hi || !typed {
				return
			}
			if c := n.cell(p.Obj, p.At, p.N); c.Plain {
				n.alias[o] = alias{c.Text, c.key, r.Lo, to}
				found = true
			}
		})
	}
}

// named tells that an object is a variable or a function.
func (n *names) named(o memory.ObjID) bool {
	obj := n.state.Mem.Get(o)
	return obj.Origin == memory.Static || obj.Origin == memory.Code || obj.Origin == memory.Stack
}

// called is a name with its key.
type called struct {
	pred.Name
	key string
}

func (n *names) show(c called) pred.Name {
	if n.keys {
		c.Text = c.key
	}
	return c.Name
}

// Register names what a register was computed from; that is not plain, for
// the variables in it may have changed.
func (n *names) Register(p pred.Place) pred.Name {
	key := fmt.Sprintf("register %d of %d", p.Reg, p.Depth)
	if p.Reg < 0 || int(p.Depth) >= len(n.stack) {
		return pred.Name{Text: key}
	}
	f := n.prog.FuncOf(n.stack[p.Depth])
	text, ok := n.exprs[field{int32(f.ID), p.Reg}]
	switch {
	case ok:
	case int(p.Reg) < len(f.Params):
		text = "argument " + f.Params[p.Reg].Name
	default:
		text = n.prog.Expr(f, ir.Operand(p.Reg))
	}
	n.exprs[field{int32(f.ID), p.Reg}] = text
	if strings.Contains(text, " ") && int(p.Reg) >= len(f.Params) {
		text = "(" + text + ")"
	}
	if p.Elem > 0 {
		text += fmt.Sprintf(".%d", p.Elem-1)
	}
	return pred.Name{Text: text, Sign: parameterSign(f, p.Reg)}
}

// parameterSign is the sign of a parameter in the register that it comes in.
func parameterSign(f *ir.Func, r ir.Reg) pred.Sign {
	if int(r) >= len(f.Params) {
		return pred.AnySign
	}
	for _, v := range f.Vars {
		if v.Arg > 0 && v.Name == f.Params[r].Name {
			return signOf(v.Type, v.Signed, v.Bits)
		}
	}
	return pred.AnySign
}

// Cell names bytes of an object.
func (n *names) Cell(o memory.ObjID, at uint64, size int32) pred.Name {
	return n.show(n.cell(o, at, size))
}

func (n *names) cell(o memory.ObjID, at uint64, size int32) called {
	if a, ok := n.alias[o]; ok {
		return n.through(a, at, size)
	}
	obj := n.state.Mem.Get(o)
	whole := n.object(o)
	switch t, ok := n.typeOf(obj); {
	case ok:
		return n.inside(whole, t, at, size)
	case obj.Origin == memory.Heap && size > 0 && at%uint64(size) == 0:
		return called{pred.Name{Text: fmt.Sprintf("%s[%d]", whole.Text, at/uint64(size))}, fmt.Sprintf("%s+%d:%d", whole.key, at, size)}
	}
	return bytesOf(whole, at, size)
}

// bytesOf names bytes of something whose type does not tell what they are.
func bytesOf(whole called, at uint64, size int32) called {
	text := fmt.Sprintf("bytes %d to %d of %s", at, at+uint64(max(size, 1))-1, whole.Text)
	if size <= 1 {
		text = fmt.Sprintf("byte %d of %s", at, whole.Text)
	}
	return called{pred.Name{Text: text}, fmt.Sprintf("%s+%d:%d", whole.key, at, size)}
}

// inside names a part of a variable.
func (n *names) inside(whole called, t ir.TypeID, at uint64, size int32) called {
	path, ok := n.path(t, at, uint64(size))
	if !ok {
		return bytesOf(whole, at, size)
	}
	c := whole
	c.Text += path
	c.key = fmt.Sprintf("%s+%d:%d", whole.key, at, size)
	if strings.Contains(path, ".") {
		c.Sign = pred.AnySign // the IR does not tell the signs of members
	}
	return c
}

// through names bytes by a pointer to the object.
func (n *names) through(a alias, at uint64, size int32) called {
	whole := called{pred.Name{Text: "*" + a.text, Sign: a.to.sign, Plain: true}, "*" + a.key}
	if at < a.at || a.to.size == 0 {
		return bytesOf(whole, at, size)
	}
	index, rest := (at-a.at)/a.to.size, (at-a.at)%a.to.size
	path, ok := "", rest == 0 && (size == 0 || uint64(size) == a.to.size)
	if a.to.of >= 0 {
		path, ok = n.path(a.to.of, rest, uint64(size))
	}
	if !ok {
		return bytesOf(whole, at, size)
	}
	whole.key = fmt.Sprintf("%s+%d:%d", whole.key, at-a.at, size)
	switch member, isMember := strings.CutPrefix(path, "."); {
	case index == 0 && isMember:
		whole.Text = a.text + "->" + member
	case index > 0 || path != "":
		whole.Text = fmt.Sprintf("%s[%d]%s", a.text, index, path)
	}
	return whole
}

// path is what leads from an object of a type to some of its bytes, as in C;
// size 0: to whatever begins there.
func (n *names) path(t ir.TypeID, at, size uint64) (string, bool) {
	ty := &n.prog.Types[t]
	switch {
	case at == 0 && (size == 0 && ty.Kind != ir.Array || size == ty.Store && ty.Kind != ir.Struct && ty.Kind != ir.Array):
		return "", true
	case ty.Kind == ir.Array && ty.Len > 0:
		elem := n.prog.Types[ty.Elem].Size
		if elem == 0 || at/elem >= ty.Len && (size > 0 || at/elem > ty.Len) {
			return "", false
		}
		rest, ok := n.path(ty.Elem, at%elem, size)
		return fmt.Sprintf("[%d]%s", at/elem, rest), ok
	case ty.Kind == ir.Struct && !ty.Union:
		for i := len(ty.Fields) - 1; i >= 0; i-- {
			if f := ty.Fields[i]; f.Offset <= at {
				name, known := n.fields[field{int32(t), int32(i)}]
				rest, ok := n.path(f.Type, at-f.Offset, size)
				return "." + name + rest, ok && known
			}
		}
	}
	return "", false
}

// typeOf is the type of a variable.
func (n *names) typeOf(obj *memory.Object) (ir.TypeID, bool) {
	switch obj.Origin {
	case memory.Static:
		return n.prog.Globals[obj.Glob].Type, true
	case memory.Stack:
		in := n.prog.At(obj.Site)
		return in.Type, in.Op == ir.Alloca && len(in.Args) == 0
	}
	return 0, false
}

// Object names a whole object.
func (n *names) Object(o memory.ObjID) pred.Name { return n.show(n.object(o)) }

// Slot tells that a register is where a variable of the current life was
// declared.
func (n *names) Slot(p pred.Place, o memory.ObjID) bool {
	if p.Obj != 0 || p.Elem != 0 || o == 0 || int(p.Depth) >= len(n.stack) {
		return false
	}
	obj, f := n.state.Mem.Get(o), n.prog.FuncOf(n.stack[p.Depth])
	return obj.Origin == memory.Stack && n.prog.FuncOf(obj.Site) == f && n.prog.At(obj.Site).Dst == p.Reg
}

func (n *names) object(o memory.ObjID) called {
	if o == 0 {
		return called{pred.Name{Text: "no object"}, "0"}
	}
	obj := n.state.Mem.Get(o)
	switch obj.Origin {
	case memory.Static:
		g := &n.prog.Globals[obj.Glob]
		name := pred.Name{Text: g.Name, Sign: signOf(g.CType, g.Signed, g.Bits), Plain: g.Source != ""}
		if name.Plain {
			name.Text = g.Source
		}
		return called{name, fmt.Sprintf("global %d", obj.Glob)}
	case memory.Code:
		f := n.prog.Funcs[obj.Func]
		return called{pred.Name{Text: f.Source, Plain: true}, fmt.Sprintf("function %d", f.ID)}
	case memory.Stack:
		return n.local(obj)
	}
	text := obj.Name
	if file, ok := strings.CutPrefix(text, "block@"); ok {
		text = "block@" + path.Base(file)
	}
	return called{pred.Name{Text: text}, fmt.Sprintf("object %d", o)}
}

// local names a local variable. It is plain if just one activation of its
// function is active, so that there is one variable of the name.
func (n *names) local(obj *memory.Object) called {
	f, slot := n.prog.FuncOf(obj.Site), n.prog.At(obj.Site).Dst
	c := called{pred.Name{Text: obj.Name}, fmt.Sprintf("local %d of %d", slot, f.ID)}
	for _, v := range f.Vars {
		if v.Slot != slot || n.prog.At(obj.Site).Op != ir.Alloca {
			continue
		}
		c.Name = pred.Name{Text: v.Name, Sign: signOf(v.Type, v.Signed, v.Bits), Plain: !f.Model}
		if slices.ContainsFunc(f.Vars, func(w ir.Var) bool { return w.Name == v.Name && w.Slot != slot }) {
			c.Text = fmt.Sprintf("%s@%d", v.Name, v.Line)
		}
	}
	active := 0
	for _, pt := range n.stack {
		if n.prog.FuncOf(pt) == f {
			active++
		}
	}
	if len(n.stack) > 0 && n.prog.FuncOf(n.stack[len(n.stack)-1]) != f {
		c.Text = f.Source + "'s " + c.Text
	}
	c.Plain = c.Plain && active == 1
	return c
}

// signOf is the sign of a variable, or of the elements of an array.
func signOf(ctype string, signed bool, bits int) pred.Sign {
	switch elem, _, array := strings.Cut(ctype, "["); {
	case bits > 0 && signed:
		return pred.Signed
	case bits > 0:
		return pred.Unsigned
	case array:
		_, s := integer(elem)
		return s
	}
	return pred.AnySign
}

// integer is the size and the sign of a type by its name in C, 0 for others.
func integer(name string) (size uint64, s pred.Sign) {
	name = strings.TrimPrefix(strings.TrimSpace(name), "const ")
	switch name {
	case "char", "signed char", "int8_t":
		return 1, pred.Signed
	case "short", "int16_t":
		return 2, pred.Signed
	case "int", "int32_t":
		return 4, pred.Signed
	case "long long", "int64_t":
		return 8, pred.Signed
	case "unsigned char", "uint8_t", "_Bool", "bool":
		return 1, pred.Unsigned
	case "unsigned short", "uint16_t":
		return 2, pred.Unsigned
	case "unsigned int", "uint32_t":
		return 4, pred.Unsigned
	case "unsigned long long", "uint64_t":
		return 8, pred.Unsigned
	}
	return 0, pred.AnySign
}

// Function tells that an object is code.
func (n *names) Function(o memory.ObjID) bool { return n.state.Mem.Get(o).Origin == memory.Code }

// Pointee is the size of what a pointer leads to.
func (n *names) Pointee(p pred.Place) int32 {
	to, _ := n.leads(p)
	return int32(to.size)
}

// leads is the type that the pointer at a place leads to, where the place is a
// whole variable with a type that says so.
func (n *names) leads(p pred.Place) (pointee, bool) {
	if p.Obj == 0 || p.At != 0 || int(p.N) != n.prog.PtrBits/8 {
		return pointee{of: -1}, false
	}
	obj := n.state.Mem.Get(p.Obj)
	ctype := ""
	switch obj.Origin {
	case memory.Static:
		ctype = n.prog.Globals[obj.Glob].CType
	case memory.Stack:
		for _, v := range n.prog.FuncOf(obj.Site).Vars {
			if v.Slot == n.prog.At(obj.Site).Dst {
				ctype = v.Type
			}
		}
	}
	base, ok := strings.CutSuffix(ctype, " *")
	if !ok {
		return pointee{of: -1}, false
	}
	if size, s := integer(base); size > 0 {
		return pointee{size, -1, s}, true
	}
	tag, ok := strings.CutPrefix(strings.TrimPrefix(base, "const "), "struct ")
	t, known := n.structs["struct."+tag]
	if !ok || !known {
		return pointee{of: -1}, false
	}
	return pointee{n.prog.Types[t].Size, t, pred.AnySign}, true
}

// Input names an answer of the environment by its number among those of its
// kind on the path.
func (n *names) Input(v term.T) pred.Name {
	if _, ok := n.inputs[v]; !ok {
		n.number()
	}
	if name, ok := n.inputs[v]; ok {
		return name
	}
	return pred.Name{Text: n.machine.Pool.Name(v)}
}

// number names the inputs of the path.
func (n *names) number() {
	count := map[string]int{}
	for _, in := range n.state.Inputs() {
		text, sign := in.Key, pred.AnySign
		switch in.Kind {
		case exec.StdinByte:
			text, sign = "stdin", pred.Unsigned
		case exec.StdinConv, exec.StdinReal:
			text, sign = "number in stdin", pred.Signed
			if strings.Contains("uxXo", in.Key) {
				sign = pred.Unsigned
			}
		case exec.ArgCount:
			text, sign = "argc", pred.Signed
		case exec.ArgByte:
			text = fmt.Sprintf("argv[%d][%d]", in.Arg, in.Index)
		case exec.Fed:
			if name, ok := strings.CutPrefix(text, "__VERIFIER_nondet_"); ok {
				sign = pred.Signed
				if strings.HasPrefix(name, "u") {
					sign = pred.Unsigned
				}
			}
			text += "()"
		}
		count[text]++
		if in.Kind != exec.ArgCount && in.Kind != exec.ArgByte {
			text += fmt.Sprintf("#%d", count[text])
		}
		if in.Value != term.None {
			n.inputs[in.Value] = pred.Name{Text: text, Sign: sign}
		}
		for i, b := range in.Bytes {
			n.inputs[b] = pred.Name{Text: fmt.Sprintf("%s[%d]", text, i)}
		}
	}
}
