package ir

// Arrays of variable length have no lifetime markers. clang saves the stack pointer
// in a variable of its own where the scope of one begins, and restores it wherever
// that scope is left:
//
//	%saved = alloca i8*
//	%s = call i8* @llvm.stacksave()      ; store i8* %s, i8** %saved
//	%vla = alloca i32, i64 %n
//	%t = load i8*, i8** %saved           ; call void @llvm.stackrestore(i8* %t)
//
// What dies with a restore are the objects of the allocas that run while the scope of
// its save is open: behind the save and not yet behind a restore of it. In a program
// of clang each alloca is either in the scope or not, alloca() of C included, and a
// scope is not entered again before it is left; a restore of which the control flow
// does not say this is not understood.

// notSaved says why a restore is not understood.
const notSaved = "a stack pointer that is restored from elsewhere than where the scope of an array began"

// findScopes sets Ends of every StackRestore.
func findScopes(f *Func) {
	var all []*Instr
	f.each(func(b *Block, i int) {
		if b.Instrs[i].Op == StackRestore {
			all = append(all, &b.Instrs[i])
		}
	})
	if len(all) == 0 {
		return
	}
	saves := f.stackSaves()
	scopes := map[Point]*scope{} // by save
	for _, in := range all {
		save, ok := saves[in.Args[0]]
		if ok && scopes[save] == nil {
			scopes[save] = f.scopeOf(save, saves)
		}
		if !ok || scopes[save].unclear {
			*in = Instr{Op: Unsupported, Type: in.Type, Dst: NoReg, Loc: in.Loc, Src: in.Src, Reason: notSaved}
			continue
		}
		in.Ends = scopes[save].allocas
	}
}

// A scope is the code that runs between a StackSave and a restore of what it saved.
type scope struct {
	allocas []Point // those in it
	unclear bool    // something in it runs outside of it too
}

// scopeState is a set: whether a point is reached with the scope closed, open or both.
type scopeState uint8

const (
	scopeClosed scopeState = 1 << iota
	scopeOpen
)

// scopeOf follows the control flow from the entry, where the scope is closed.
func (f *Func) scopeOf(save Point, saves map[Operand]Point) *scope {
	s := &scope{}
	at := make([]scopeState, len(f.Blocks)) // at the start of each block
	at[0] = scopeClosed
	for work := []int32{0}; len(work) > 0; {
		b := f.Blocks[work[len(work)-1]]
		work = work[:len(work)-1]
		out := s.through(b, at[b.Index], save, saves)
		for _, next := range b.Succs {
			if at[next]|out != at[next] {
				at[next] |= out
				work = append(work, next)
			}
		}
	}
	s.allocas = s.allocas[:0]
	for _, b := range f.Blocks {
		s.through(b, at[b.Index], save, saves)
	}
	return s
}

// through takes a state through a block, and notes what runs in it.
func (s *scope) through(b *Block, state scopeState, save Point, saves map[Operand]Point) scopeState {
	for i := range b.Instrs {
		in, pt := &b.Instrs[i], Point{b.ID, int32(i)}
		switch {
		case state == 0: // cannot be reached
			return 0
		case pt == save:
			s.unclear = s.unclear || state != scopeClosed
			state = scopeOpen
		case in.Op == StackRestore && restores(in, save, saves):
			s.unclear = s.unclear || state != scopeOpen
			state = scopeClosed
		case in.Op == Alloca && state&scopeOpen != 0:
			s.unclear = s.unclear || state != scopeOpen
			s.allocas = append(s.allocas, pt)
		}
	}
	return state
}

// restores reports whether a restore is of what was saved there.
func restores(in *Instr, save Point, saves map[Operand]Point) bool {
	at, ok := saves[in.Args[0]]
	return ok && at == save
}

// stackSaves tells of each register that holds a saved stack pointer where that was
// saved: the result of a StackSave, and what is read from a variable in which only the
// result of one is put.
func (f *Func) stackSaves() map[Operand]Point {
	saves := map[Operand]Point{}
	stored := map[Operand][]Operand{} // by variable
	f.each(func(b *Block, i int) {
		switch in := &b.Instrs[i]; in.Op {
		case StackSave:
			saves[Operand(in.Dst)] = Point{b.ID, int32(i)}
		case Store:
			stored[in.Args[1]] = append(stored[in.Args[1]], in.Args[0])
		}
	})
	private := f.privateVariables()
	f.each(func(b *Block, i int) {
		in := &b.Instrs[i]
		if in.Op != Load || !private[in.Args[0]] || len(stored[in.Args[0]]) != 1 {
			return
		}
		if at, ok := saves[stored[in.Args[0]][0]]; ok {
			saves[Operand(in.Dst)] = at
		}
	})
	return saves
}

// privateVariables are the allocas that are read and written directly only.
func (f *Func) privateVariables() map[Operand]bool {
	private := map[Operand]bool{}
	f.each(func(b *Block, i int) {
		if in := &b.Instrs[i]; in.Op == Alloca {
			private[Operand(in.Dst)] = true
		}
	})
	f.each(func(b *Block, i int) {
		in := &b.Instrs[i]
		in.EachOperand(func(o Operand) {
			if !(in.Op == Load || in.Op == Store && o != in.Args[0]) {
				delete(private, o)
			}
		})
	})
	for _, b := range f.Blocks {
		for i := range b.Phis {
			for _, o := range b.Phis[i].Vals {
				delete(private, o)
			}
		}
	}
	return private
}

// each calls visit for every instruction but phis.
func (f *Func) each(visit func(b *Block, i int)) {
	for _, b := range f.Blocks {
		for i := range b.Instrs {
			visit(b, i)
		}
	}
}
