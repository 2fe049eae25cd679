package oracle

import "fmt"

// Kind is the kind of a Type.
type Kind uint8

// The kinds.
const (
	Int Kind = iota
	Ptr
	Arr
	Rec
	Fun // pointer to a function int(int, int)
	Flt // double or float
)

// Type is a C type.
type Type struct {
	Kind   Kind
	Name   string // of an integer or floating type, as C spells it
	Bits   int    // Int: width of the value; 1 for _Bool
	Signed bool
	Elem   *Type // Ptr, Arr
	Len    int   // Arr
	Rec    *Record
}

// Record is a struct or union type.
type Record struct {
	Name   string
	Union  bool
	Fields []*Field
}

// Field is a member of a Record. Width is that of a bit-field, 0 for others.
type Field struct {
	Name  string
	Type  *Type
	Width int
}

// The integer types, data model LP64.
var (
	boolT   = &Type{Name: "_Bool", Bits: 1}
	charT   = &Type{Name: "char", Bits: 8, Signed: true}
	scharT  = &Type{Name: "signed char", Bits: 8, Signed: true}
	ucharT  = &Type{Name: "unsigned char", Bits: 8}
	shortT  = &Type{Name: "short", Bits: 16, Signed: true}
	ushortT = &Type{Name: "unsigned short", Bits: 16}
	intT    = &Type{Name: "int", Bits: 32, Signed: true}
	uintT   = &Type{Name: "unsigned int", Bits: 32}
	longT   = &Type{Name: "long", Bits: 64, Signed: true}
	ulongT  = &Type{Name: "unsigned long", Bits: 64}
	hugeT   = &Type{Name: "__int128", Bits: 128, Signed: true}
	uhugeT  = &Type{Name: "unsigned __int128", Bits: 128}
	doubleT = &Type{Kind: Flt, Name: "double", Bits: 64, Signed: true}
	floatT  = &Type{Kind: Flt, Name: "float", Bits: 32, Signed: true}
	funT    = &Type{Kind: Fun}
)

var intTypes = []*Type{boolT, charT, scharT, ucharT, shortT, ushortT, intT, uintT, longT, ulongT}

func ptrTo(t *Type) *Type             { return &Type{Kind: Ptr, Elem: t} }
func arrOf(n int, t *Type) *Type      { return &Type{Kind: Arr, Elem: t, Len: n} }
func (t *Type) same(u *Type) bool     { return t.key() == u.key() }
func (t *Type) pointsTo(u *Type) bool { return t.Kind == Ptr && t.Elem.same(u) }

func (t *Type) key() string {
	switch t.Kind {
	case Ptr:
		return t.Elem.key() + "*"
	case Arr:
		return fmt.Sprintf("%s[%d]", t.Elem.key(), t.Len)
	case Rec:
		return t.Rec.Name
	case Fun:
		return "fun"
	}
	return t.Name
}

// promoted is the type after integer promotion.
func (t *Type) promoted() *Type {
	if t.Bits < 32 {
		return intT
	}
	return t
}

// common is the type of arithmetic on a and b.
func common(a, b *Type) *Type {
	a, b = a.promoted(), b.promoted()
	switch {
	case a.Bits != b.Bits && a.Bits > b.Bits:
		return a
	case a.Bits != b.Bits:
		return b
	case !a.Signed:
		return a
	}
	return b
}

// Var is a variable. Dirty ones may be read before they are written; every
// read of one is masked to readMask, so that few values of an unwritten byte
// stand for all.
type Var struct {
	Name   string
	Type   *Type
	Global bool
	Dirty  bool
	// Volatile ones are Dirty too: a read gives any value.
	Volatile bool
	// Static ones are declared in a function and live as long as the program.
	Static bool
}

// readMask is what reads of possibly unwritten integers are masked with.
const readMask = 3

// Op is the kind of an Expr.
type Op uint8

// The expressions. Places (things with an address) come first.
const (
	VarPlace   Op = iota // Var
	IndexPlace           // Args: place of an array, index
	FieldPlace           // Args: place of a record; Field
	DerefPlace           // Args: pointer

	Lit     // Val; of a floating type in quarters
	Null    // of a pointer type
	FuncRef // Fn
	Read    // Args: place; Mask, if not 0
	Bin     // Text: operator; Args: a, b. Shifts: Mask, if not 0
	Un      // Text: operator; Args: a
	Cast    // Args: a
	Cond    // Args: c, a, b
	Call    // Fn, Args
	CallPtr // Args: function pointer, a, b
	Addr    // Args: place
	Decay   // Args: place of an array
	PtrAdd  // Args: pointer, index
	PtrCmp  // Text: operator; Args: p, q
	ToInt   // (uintptr_t)p & Val… : Args: p; Val: mask
	PtrSub  // Args: p, q
	Narrow  // Args: a; a cast to a narrower signed type
	Input   // Text: form "and", "mod", "range", "bool", "char", "arg"; Val, Val2
	Malloc  // Val: bytes; may fail
	VarArgs // Args: ints; sum of them through a variadic function
)

// Expr is an expression or a place.
type Expr struct {
	Op    Op
	Type  *Type
	Val   int64
	Val2  int64
	Mask  int64
	Text  string
	Var   *Var
	Field *Field
	Fn    *Func
	Args  []*Expr
}

// StmtKind is the kind of a Stmt.
type StmtKind uint8

// The statements.
const (
	Decl    StmtKind = iota // Var; E: initial value (scalars); Zero: {0}
	Assign                  // Place = E; Text: operator of a compound assignment
	CopyRec                 // Place = E, both places of one record type; Text: "memcpy" for a call of it
	CallRec                 // Place = E, a call of a function that returns a record
	Eval                    // E;
	If                      // E, Body, Else
	For                     // Var counts from 0 while Var < E; Body
	While                   // while (E) Body; Val: turns allowed by the counter Var
	DoWhile                 // do Body while (E)
	Switch                  // switch (E) with Cases
	Mark                    // T(Val);
	Break
	Continue
	Goto   // to the end of the function
	Return // E
	Block  // Body
	Free   // free(E)
	Move   // memmove(Place, E, Val), both pointers
	Abort  // __VERIFIER_error();
	Scan   // Place = scanf("%d", &Var)
	Again  // label: Body; if (Var++ < Val && E) goto label
	Spin   // while (E) ; — for ever once E holds
)

// Stmt is a statement. Line is where the plain form has it.
type Stmt struct {
	Kind  StmtKind
	Line  int
	Var   *Var
	Place *Expr
	E     *Expr
	Text  string
	Val   int64
	Zero  bool
	Body  []*Stmt
	Else  []*Stmt
	Cases []*Case
}

// Case is a case of a switch; the last one is the default.
type Case struct {
	Vals []int64
	Body []*Stmt
	Fall bool // no break at the end
}

// Func is a function. It returns int, or the record in RetRec, a variable of
// its own.
type Func struct {
	Name   string
	Params []*Var
	Body   []*Stmt
	Ret    *Expr
	RetRec *Var
	HasOut bool // somebody jumps to its end

	retLine int // of the return of Ret
	index   int // in Program.Table
}

// Program is a program.
type Program struct {
	Seed    uint64
	Records []*Record
	Globals []*Stmt // Decl
	Funcs   []*Func // main is last
	// Table lists the functions whose address is taken.
	Table []*Func
	// Heap: malloc and free are used. Stdin: so is standard input.
	Heap, Stdin bool
	// Args: main looks at its arguments.
	Args bool

	endLine int // of the return of main
}

// allGlobals are the declarations of objects that live as long as the program.
func (pr *Program) allGlobals() []*Stmt {
	out := pr.Globals[:len(pr.Globals):len(pr.Globals)]
	for _, f := range pr.Funcs {
		eachStmt(f.Body, func(s *Stmt) {
			if s.Kind == Decl && s.Var.Static {
				out = append(out, s)
			}
		})
	}
	return out
}

// eachStmt visits statements, outer ones first.
func eachStmt(ss []*Stmt, visit func(*Stmt)) {
	for _, s := range ss {
		visit(s)
		eachStmt(s.Body, visit)
		eachStmt(s.Else, visit)
		for _, c := range s.Cases {
			eachStmt(c.Body, visit)
		}
	}
}
