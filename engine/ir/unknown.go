package ir

import "slices"

// Unknown code is code that is not there: a function without body and model, or a unit of
// the program that could not be compiled. It may call each function of the program that
// it can get at: one whose address it was given, and one that it knows by name
// (verdicts.md, the table's last row).

// calls says what the intrinsics of engine/libc/assay.h enter that stand for code which is
// not there.
var calls = map[string]callback{"__assay_unknown": unknownCode, "__assay_call_back": anyCallback, "__assay_concurrently": anyCallback}

// IsUnknown tells that a direct call executes unknown code: the callee has no body, or is a
// library model that the program did not mean. A program that calls f(p, 1, q) where the
// library has f(int) has a function of its own of that name, in a unit that is not there.
func (p *Program) IsUnknown(c *CallInfo) bool {
	f := p.Funcs[c.Callee]
	if f.Model {
		return !p.fits(c, f)
	}
	return p.lacksBody(f) || p.MayBeReplaced(f)
}

// EntersUnknown tells that a call which goes to f executes unknown code.
func (p *Program) EntersUnknown(c *CallInfo, f *Func) bool {
	return len(f.Blocks) == 0 || p.MayBeReplaced(f) || c.Callee >= 0 && p.IsUnknown(c)
}

// Lacks notes that a unit is part of the program whose code is not there. Constants that
// it may define itself are variables then. Call it before the program is analysed.
func (p *Program) Lacks(unit string) {
	p.Missing = append(p.Missing, unit)
	for i := range p.Globals {
		if g := &p.Globals[i]; g.Replaceable {
			g.Const, g.Merged = false, false
		}
	}
}

// MayBeReplaced tells that a unit that is missing may define a function in the place of the
// weak definition that is there. A call of it is a call of unknown code, which may call
// back what is there.
func (p *Program) MayBeReplaced(f *Func) bool {
	return f.Replaceable && !f.Model && len(p.Missing) > 0
}

// Overridable names a function or a variable of the program whose definition here gives way to
// another one: a weak one, or a variable that is common; "" if there is none.
func (p *Program) Overridable() string {
	for _, f := range p.Funcs {
		if f.Replaceable && !f.Model && len(f.Blocks) > 0 {
			return f.Source
		}
	}
	for i := range p.Globals {
		if g := &p.Globals[i]; g.Replaceable && !g.External && !g.Merged && !g.Private {
			return g.Source
		}
	}
	return ""
}

// Doubtful names a symbol that is only declared, as weak, and that a unit that is missing
// may define; "" if there is none.
func (p *Program) Doubtful() string {
	if len(p.Missing) == 0 {
		return ""
	}
	for i := range p.Globals {
		if g := &p.Globals[i]; g.Weak && g.External {
			return g.Name
		}
	}
	for _, f := range p.Funcs {
		if f.Weak && len(f.Blocks) == 0 && !isOurs(f.Name) {
			return f.Name
		}
	}
	return ""
}

// meanOthers takes back what is known of library models from calls that mean another
// function of the name: that they do not return.
func (p *Program) meanOthers() {
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == Call && in.Call.Callee >= 0 && p.Funcs[in.Call.Callee].Model && p.IsUnknown(in.Call) {
				in.Call.NoReturn = false
			}
		}
	}
}

// lacksBody tells that there is nothing to execute in a function that is not assay's.
func (p *Program) lacksBody(f *Func) bool {
	return len(f.Blocks) == 0 && (!isOurs(f.Name) || calls[f.Name] == unknownCode)
}

// fits tells that a call has the arguments that a function takes, by number and kind.
// Integers may differ in width: a call without prototype passes int.
func (p *Program) fits(c *CallInfo, f *Func) bool {
	if len(c.Args) < len(f.Params) || len(c.Args) > len(f.Params) && !f.Variadic {
		return false
	}
	for i := range f.Params {
		if p.Types[f.Params[i].Type].Kind != p.Types[c.Args[i].Type].Kind {
			return false
		}
	}
	return true
}

// ExecutesUnknown tells that some call of the program may execute unknown code.
func (p *Program) ExecutesUnknown() bool { return p.graph().unknown }

// Nameable lists the functions of the program with external linkage, ascending: unknown
// code can call them by name. main is not among them: that nothing calls it but the
// environment is an assumption.
func (p *Program) Nameable() []FuncID {
	var list []FuncID
	for _, f := range p.Funcs {
		if f.Nameable() {
			list = append(list, f.ID)
		}
	}
	return list
}

// Nameable tells whether a function is in the list of Program.Nameable.
func (f *Func) Nameable() bool {
	return len(f.Blocks) > 0 && !f.Internal && !f.Model && f.Name != "main"
}

// Defines tells that the program has a function of a name which is no library model.
func (p *Program) Defines(name string) bool {
	id, ok := p.FuncByName[name]
	return ok && len(p.Funcs[id].Blocks) > 0 && !p.Funcs[id].Model
}

// findUnknown computes what ExecutesUnknown tells.
func (g *callGraph) findUnknown(p *Program) {
	g.unknown = p.Open || len(p.Missing) > 0 ||
		slices.ContainsFunc(g.taken, func(f FuncID) bool { return p.lacksBody(p.Funcs[f]) || looksUp[p.Funcs[f].Name] })
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == Call && in.Call.Callee >= 0 && (p.IsUnknown(in.Call) || looksUp[p.Funcs[in.Call.Callee].Name]) {
				g.unknown = true
			}
		}
	}
}

// looksUp are the functions of the library that find a function by its name: what they
// return may be any that the program exports.
var looksUp = map[string]bool{"dlsym": true, "dlvsym": true}

// Extent is what a function may do besides computing: of itself and all that it may call,
// without what unknown code does for it.
type Extent struct {
	Globals []GlobalID // whose address it uses, ascending
	Funcs   []FuncID   // whose address it uses other than to call them, ascending: it may hand them out
	Frees   bool       // it may end the life of heap blocks
}

// Extents computes the extent of functions together.
func (p *Program) Extents(fs []FuncID) Extent {
	seen := make([]bool, len(p.Funcs))
	globals, funcs := make([]bool, len(p.Globals)), make([]bool, len(p.Funcs))
	e := Extent{}
	todo := slices.Clone(fs)
	for len(todo) > 0 {
		f := p.Funcs[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		if seen[f.ID] {
			continue
		}
		seen[f.ID] = true
		e.Frees = e.Frees || f.Name == "__assay_free" || f.Name == "__assay_replace"
		todo = append(todo, p.Callees(f.ID)...)
		p.eachConst(f, func(c *Const) {
			switch c.Kind {
			case CGlobal:
				globals[c.ID] = true
			case CFunc:
				funcs[c.ID] = true
			}
		})
	}
	for i, used := range funcs {
		if used {
			e.Funcs = append(e.Funcs, FuncID(i))
		}
	}
	for i, used := range globals {
		if used {
			e.Globals = append(e.Globals, GlobalID(i))
		}
	}
	return e
}

// eachConst visits the constants that a function's instructions use, parts of
// aggregates included.
func (p *Program) eachConst(f *Func, visit func(*Const)) {
	var constant func(o Operand)
	constant = func(o Operand) {
		if !o.IsConst() {
			return
		}
		c := &p.Consts[o.ConstIndex()]
		visit(c)
		for _, e := range c.Elems {
			constant(e)
		}
	}
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			b.Instrs[i].EachOperand(constant)
		}
		for _, ph := range b.Phis {
			for _, v := range ph.Vals {
				constant(v)
			}
		}
	}
}

// Used tells that a function is one of the program's, or one that these may call, through
// others or not: not a part of the library models that only unknown code concerns.
func (p *Program) Used(f FuncID) bool { return p.graph().used[f] }

// findUsed computes what Used tells.
func (g *callGraph) findUsed(p *Program) {
	g.used = make([]bool, len(p.Funcs))
	var todo []FuncID
	for _, f := range p.Funcs {
		if !f.Model {
			todo = append(todo, f.ID)
		}
	}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !g.used[f] {
			g.used[f] = true
			todo = append(todo, g.callees[f]...)
		}
	}
}

// MakesEmptyObjects tells that code of the program makes objects of size 0, or of a size that
// is computed and may be 0: they may be at the address of other objects.
func (p *Program) MakesEmptyObjects() bool {
	for id := range p.OwnGlobals() {
		if g := &p.Globals[id]; g.Size == 0 && !g.External {
			return true
		}
	}
	for _, b := range p.Blocks {
		if p.Funcs[b.Func].Model {
			continue
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Op == Alloca && (p.Types[in.Type].Size == 0 || slices.ContainsFunc(in.Args, func(a Operand) bool { return !a.IsConst() })) {
				return true
			}
		}
	}
	return false
}

// OwnGlobals are those that functions of the program name, and not only library models.
func (p *Program) OwnGlobals() map[GlobalID]bool {
	own := map[GlobalID]bool{}
	for _, b := range p.Blocks {
		if p.Funcs[b.Func].Model {
			continue
		}
		for i := range b.Instrs {
			b.Instrs[i].EachOperand(func(o Operand) {
				if o.IsConst() && p.Consts[o.ConstIndex()].Kind == CGlobal {
					own[GlobalID(p.Consts[o.ConstIndex()].ID)] = true
				}
			})
		}
	}
	return own
}
