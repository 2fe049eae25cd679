package ir

import (
	"fmt"
	"math/big"
	"strings"
	"sync"
)

// FuncID, GlobalID, TypeID, LocID and FileID index Program.Funcs, .Globals,
// .Types, .Locs and .Files.
type (
	FuncID   int32
	GlobalID int32
	TypeID   int32
	LocID    int32
	FileID   int32
)

// Reg is a virtual register of a function: parameters first, then one per
// value-producing instruction. NoReg marks "no result".
type Reg = int32

// NoReg is the Dst of an instruction without result.
const NoReg Reg = -1

// Operand is a register (≥ 0) or a constant: Program.Consts[^op] (< 0).
type Operand int32

// IsConst reports whether the operand is an index into Program.Consts.
func (o Operand) IsConst() bool { return o < 0 }

// ConstIndex is the index into Program.Consts of a constant operand.
func (o Operand) ConstIndex() int { return int(^o) }

// ConstOperand makes the operand for Program.Consts[i].
func ConstOperand(i int) Operand { return Operand(^int32(i)) }

// Program is a whole linked program.
type Program struct {
	Triple  string
	PtrBits int // 64 for LP64, 32 for ILP32; also the width of GEP arithmetic
	BigEnd  bool
	Types   []Type
	Consts  []Const
	Globals []Global
	Funcs   []*Func
	Files   []string // as debug info names them: directory joined unless absolute
	Locs    []Loc    // Locs[0] is "unknown"
	CTypes  []CType  // of variables; CTypes[0] is one of which nothing is known
	Blocks  []*Block // every block of every function; Block.ID indexes it

	FuncByName   map[string]FuncID
	GlobalByName map[string]GlobalID
	// Ctors are the functions of llvm.global_ctors in the order they run,
	// Dtors those of llvm.global_dtors.
	Ctors, Dtors []FuncID
	// Notes are oddities met while reading that a user should hear of.
	Notes []string
	// Interposed are the functions for memory that the program defines and the library calls in
	// place of its own.
	Interposed []FuncID
	// Missing names units of the program that are not in it: their code may call every function with
	// external linkage and change every external variable. Lacks adds to them.
	Missing []string
	// Assembly names a function with inline assembly that may call, jump to or place code of
	// the program; "" if there is none. Nothing is known of what runs then.
	Assembly string
	// Open tells that runs may begin elsewhere than at main: function pointers that they
	// begin with may be of code that is not in the program. Set it before the program is
	// analysed.
	Open bool

	calls    [2]callGraph // by Open
	usesOnce sync.Once
	usesOf   []use // by variable
}

// AtEnd is the function that runs when main returns: the model of exit, whose parameter
// is the status, or what runs the destructors alone; nil where nothing does.
func (p *Program) AtEnd() *Func {
	for _, name := range []string{"__model_exit", runDestructors} {
		if id, ok := p.FuncByName[name]; ok && len(p.Funcs[id].Blocks) > 0 {
			return p.Funcs[id]
		}
	}
	return nil
}

// Kind classifies a Type.
type Kind uint8

// The kinds of type.
const (
	Void   Kind = iota
	Int         // Bits wide
	Ptr         // PtrBits wide
	Float       // Bits: 16, 32, 64, 80 or 128
	Struct      // Fields
	Array       // Len × Elem
	Vector      // Len × Elem
	Opaque      // no layout: only behind pointers
)

// Type is a first-class LLVM type with its layout.
type Type struct {
	Kind   Kind
	Bits   int    // Int, Ptr, Float
	Size   uint64 // allocation size in bytes (including tail padding)
	Store  uint64 // bytes a store of it writes: ceil(Bits/8) for scalars
	Align  uint32 // ABI alignment in bytes
	Elem   TypeID // Array, Vector
	Len    uint64 // Array, Vector
	Fields []Field
	Name   string // struct tag as in IR, or LLVM text
	Union  bool   // a struct that clang made for a C union (%union.*)
}

// Field is a member of a Struct.
type Field struct {
	Type   TypeID
	Offset uint64
}

// ConstKind classifies a Const.
type ConstKind uint8

// The kinds of constant.
const (
	CInt    ConstKind = iota // Bits (≤ 64) or Wide
	CFloat                   // Bits/Wide: the IEEE (or x87) bit pattern
	CNull                    // the null pointer
	CGlobal                  // address of Globals[ID] + Offset
	CFunc                    // address of Funcs[ID]
	CUndef                   // undef or poison: reads as an unwritten register
	CZero                    // zeroinitializer of an aggregate or vector
	CAggr                    // Elems in field order
	CBlock                   // address of the label Funcs[ID].Blocks[Offset]
)

// Const is a constant operand.
type Const struct {
	Kind   ConstKind
	Type   TypeID
	Bits   uint64   // CInt, CFloat of width ≤ 64
	Wide   *big.Int // CInt, CFloat wider than 64 bits (two's complement, non-negative)
	ID     int32    // CGlobal, CFunc, CBlock
	Offset int64    // CGlobal in bytes; CBlock: index in Func.Blocks
	Elems  []Operand
}

// Global is an object with static storage duration.
type Global struct {
	Name     string
	Source   string // name in C, from debug info when there is any
	Type     TypeID
	Size     uint64
	Align    uint32
	Const    bool // writes to it are errors (const, string literals)
	External bool // declared here, defined nowhere in the program
	Thread   bool // _Thread_local
	Weak     bool // a weak declaration: its address may be null
	// Replaceable: a weak definition, as Func.Replaceable.
	Replaceable bool
	// Merged: a constant whose address means nothing (unnamed_addr), such as a string
	// literal: the linker may put it where another one is that is the same, or ends so.
	Merged bool
	// Init is the initial image, shorter than Size when the tail is zero;
	// relocated words are zero in it and listed in Relocs.
	Init   []byte
	Relocs []Reloc
	Loc    LocID
	// Local tells a string literal or other unnamed private constant.
	Private bool
	// CType is the C type as text, Signed and Bits describe a scalar integer
	// (as in Var), Static says that the name is local to unit or function.
	CType  string
	Signed bool
	Bits   int
	Static bool
	Nested bool // declared in a function
	// Inner: state of the library models that programs have the address of, and do not look
	// into: what they would find there is not what the library has.
	Inner bool
	Of    CTypeID
}

// OfModels tells that a library model defines a variable.
func (p *Program) OfModels(g *Global) bool {
	return g.Loc != 0 && strings.HasPrefix(p.Files[p.Locs[g.Loc].File], modelPrefix)
}

// MayMerge tells that the linker may put two constants into the same memory, so that they
// end at the same address: one is the end of the other. Either may be nil, which is none.
func MayMerge(a, b *Global) bool {
	if a == nil || b == nil || !a.Merged || !b.Merged || len(a.Relocs)+len(b.Relocs) > 0 {
		return false
	}
	if a.Size < b.Size {
		a, b = b, a
	}
	for i := range b.Size {
		if a.initial(a.Size-b.Size+i) != b.initial(i) {
			return false
		}
	}
	return true
}

// initial is byte i of the initial image.
func (g *Global) initial(i uint64) byte {
	if i < uint64(len(g.Init)) {
		return g.Init[i]
	}
	return 0
}

// Reloc is an address inside a global's initial image.
type Reloc struct {
	Offset uint64 // where in the image
	// Value is a CGlobal, CFunc or CBlock constant, or CUndef where the
	// initialiser is an expression over addresses that only a linker can
	// evaluate (then Program.Notes has an entry): any value.
	Value Operand
	// Size is the number of bytes it takes (PtrBits/8 for addresses).
	Size uint8
}

// Loc is a source position. Line 0 means unknown.
type Loc struct {
	File FileID
	Line int32
	Col  int32
}

// Func is a function definition or declaration (Blocks empty).
type Func struct {
	ID       FuncID
	Name     string // linkage name, after llvm-link's renaming
	Source   string // name in C
	File     FileID
	Line     int32
	Loc      LocID
	Params   []Param // the fixed parameters; parameter i is register i
	Ret      TypeID
	Variadic bool
	NumRegs  int32
	RegTypes []TypeID // type of each register
	RegNames []string // name hints from IR ("x.addr", "cmp"), "" when numbered
	Blocks   []*Block // Blocks[0] is the entry
	Vars     []Var
	NoReturn bool
	// Model is set for functions of assay's library models (file name
	// starts with "<assay-model>/"): errors inside belong to the call.
	Model bool
	// AddressTaken: may be called through a pointer.
	AddressTaken bool
	Internal     bool // static in C
	// Key is the stable hash of the function's name; program points add
	// block and ordinal (Program.PointKey).
	Key uint64
	// CType is the C type as text, "" when unknown; Signature the LLVM type.
	CType     string
	Signature string
	// Unit numbers the compilation unit (debug info), -1 when unknown.
	Unit int32
	// Weak marks a weak declaration: its address may be null.
	Weak bool
	// Replaceable marks a weak definition, of the function or of an alias of it: one in
	// another unit takes its place.
	Replaceable bool
	// ReturnsTwice marks setjmp and its like.
	ReturnsTwice bool
	// Irreducible: some loop has several entries; Loop and Depth of its
	// blocks are those of one of them.
	Irreducible bool

	live liveness
}

// Param is a fixed parameter.
type Param struct {
	Type  TypeID
	ByVal TypeID // pointee type of a byval pointer, else -1
	SRet  bool
	Name  string
	CType string // C type of the parameter as written, "" when unknown or coerced
	// Code is the Func.Signature of the functions that a parameter points to, "" for
	// one that is no pointer to a function.
	Code string
}

// Var is a local variable or parameter of the source, from dbg.declare.
type Var struct {
	Name string
	Slot Reg // register that holds its address (an alloca), or NoReg
	Line int32
	Arg  int    // 1-based parameter number, 0 for locals
	Type string // C type as text, "" when unknown
	// Signed and Bits describe scalar integer variables (for printing).
	Signed bool
	Bits   int
	Of     CTypeID
}

// Block is a basic block. Phis are executed in parallel on entry.
type Block struct {
	ID     int32 // index in Program.Blocks
	Func   FuncID
	Index  int32 // index in Func.Blocks
	Name   string
	Phis   []Phi
	Instrs []Instr // the last one is the terminator
	Succs  []int32 // indices in Func.Blocks, without duplicates
	Preds  []int32
	// LoopHead: some predecessor is a DFS descendant (back edge target).
	LoopHead bool
	// SideEntry: some way into the loop of this head does not lead through it.
	SideEntry bool
	// Loop is the index in Func.Blocks of the innermost loop head whose
	// natural loop contains the block, or -1; Depth its nesting depth.
	Loop  int32
	Depth int32
	// Outer is the head of the next enclosing loop of Loop, or -1.
	Outer int32
	// Stmt is the loop statement whose condition a loop head evaluates first, or,
	// of a do, whose body it begins; nil where there is none, or it is not known.
	Stmt *LoopStmt
	// Join is the index in Func.Blocks of the immediate post-dominator, where
	// the paths that part here come together: -1 if that is the return to the
	// caller, or if no path returns.
	Join int32
	// Key is the stable hash of function and block.
	Key uint64
}

// Phi selects by the block control came from.
type Phi struct {
	Dst   Reg
	Type  TypeID
	Preds []int32 // indices in Func.Blocks
	Vals  []Operand
}

// Flags of an instruction.
type Flags uint16

// The flags.
const (
	NSW      Flags = 1 << iota // Add Sub Mul Shl: signed overflow is an overflow violation
	NUW                        //
	Exact                      //
	InBounds                   // GEP
	Volatile                   // Load Store MemCpy …
	// RawCopy marks loads and stores without !tbaa: they move bytes (ABI
	// coercion of aggregates), they do not read a C object's value.
	RawCopy
	// Synthetic marks instructions the reader made: from constant expressions, and
	// SMax and SMin for amounts of shifts.
	Synthetic
	Atomic
	// Bool marks loads of C's _Bool: a byte above 1 is a violation and reads as
	// any bool.
	Bool
	// Twice marks calls that may come back again: setjmp's.
	Twice
	// NonLocal marks Unsupported jumps to behind a Twice of some activation.
	NonLocal
	// Assigns marks MemCpys of a structure's assignment; others are calls of memcpy.
	Assigns
	// Literal marks Allocas of compound literals.
	Literal
)

// Instr is one instruction. Args' meaning depends on Op and is given there.
type Instr struct {
	Op    Opcode
	Pred  Pred // ICmp, FCmp
	Flags Flags
	Type  TypeID // of the result; of the stored value for Store; allocated type for Alloca
	Dst   Reg
	Aux   int32 // index into the side table named at the opcode, else 0
	Loc   LocID
	Args  []Operand
	Align uint32 // Load Store Alloca
	// Src is the position of the LLVM instruction in its block as the text
	// has it (phis and dropped intrinsics counted; Synthetic ones have the
	// position of the instruction they were made for).
	Src int32
	// Side tables, nil unless the opcode says so.
	Gep    *Gep
	Call   *CallInfo
	Switch []SwitchCase
	Succs  []int32 // Br: [0]; CondBr: [then, else]; Switch: [default, cases…]; IndirectBr: all
	Path   []int32 // ExtractValue, InsertValue
	Ends   []Point // StackRestore: the Allocas whose objects die, if they are alive (scopes.go)
	Reason string  // Unsupported: why, in words for a user; Folded, FMath: what
}

// Gep is address arithmetic: Base + Const + Σ sext(Idx)·Scale modulo 2^PtrBits.
type Gep struct {
	Const int64
	Terms []GepTerm
	// Steps tell, in source order, how the address was formed.
	Steps []GepStep
	// Source is the source element type of the instruction.
	Source TypeID
}

// GepTerm is a scaled index. Idx is Args[Arg].
type GepTerm struct {
	Arg   int32 // index into Instr.Args
	Bits  int32 // width of the index operand
	Scale int64
	// Bound is the declared number of elements of the array indexed, or -1
	// (plain pointer arithmetic; a flexible or zero-length trailing array).
	// A constant index outside a declared bound is kept as a term.
	Bound int64
}

// GepStep is one index of a GEP: a struct field (Field ≥ 0) or an index
// (Field = -1; Arg is its position in Instr.Args; Bound as in GepTerm).
type GepStep struct {
	Field int32
	Arg   int32
	Bound int64
	Into  TypeID // type stepped into
}

// CallInfo describes a call. Args[0] is the callee unless Callee ≥ 0; the
// actual arguments are CallInfo.Args.
type CallInfo struct {
	Callee FuncID // direct callee, or -1: through Instr.Args[0]
	Args   []CallArg
	// Fn is the callee's type as the call site sees it.
	Ret      TypeID
	Variadic bool
	Fixed    int // number of fixed parameters in the call's function type
	NoReturn bool
}

// CallArg is an actual argument.
type CallArg struct {
	Val   Operand
	Type  TypeID
	ByVal TypeID // pointee type of a byval argument, else -1
	SRet  bool
}

// SwitchCase sends Value (truncated to the condition's width) to Succs[Succ].
type SwitchCase struct {
	Value uint64
	Wide  *big.Int // conditions wider than 64 bits
	Succ  int32
}

// Point names an instruction: block and ordinal inside it. Phis have no point
// of their own.
type Point struct {
	Block int32 // Program.Blocks index
	Instr int32
}

// At returns the instruction at a point.
func (p *Program) At(pt Point) *Instr { return &p.Blocks[pt.Block].Instrs[pt.Instr] }

// Size counts the instructions of the program's own functions.
func (p *Program) Size() int {
	n := 0
	for _, b := range p.Blocks {
		if !p.Funcs[b.Func].Model {
			n += len(b.Instrs)
		}
	}
	return n
}

// FuncOf returns the function a point lies in.
func (p *Program) FuncOf(pt Point) *Func { return p.Funcs[p.Blocks[pt.Block].Func] }

// LocOf returns the source position of a point.
func (p *Program) LocOf(pt Point) Loc { return p.Locs[p.At(pt).Loc] }

// Where is a point as file:line, or its function where no line is known.
func (p *Program) Where(pt Point) string {
	l := p.LocOf(pt)
	if l.Line == 0 {
		return p.FuncOf(pt).Source
	}
	return fmt.Sprintf("%s:%d", p.Files[l.File], l.Line)
}
