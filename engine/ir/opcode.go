package ir

// Opcode is the operation of an instruction.
type Opcode uint8

// The opcodes. Operands in Args order.
const (
	Invalid Opcode = iota

	// Integer arithmetic: a, b.
	Add
	Sub
	Mul
	UDiv
	SDiv
	URem
	SRem
	Shl
	LShr
	AShr
	And
	Or
	Xor
	ICmp // a, b under Pred; pointers too

	// Conversions: a. The source type is that of the operand.
	Trunc
	ZExt
	SExt
	PtrToInt
	IntToPtr
	Bitcast // between first-class types of one size; pointer casts are Mov
	Mov     // a, unchanged (pointer casts, llvm.expect, llvm.launder …)
	Freeze

	// Floating point.
	FAdd
	FSub
	FMul
	FDiv
	FRem
	FNeg
	FCmp
	FPToSI
	FPToUI
	SIToFP
	UIToFP
	FPTrunc
	FPExt
	FMath // a libm-like intrinsic; Reason names it ("fabs", "sqrt", "fma", …)

	Select // cond, a, b
	ExtractValue
	InsertValue // aggregate, value
	ExtractElement
	InsertElement
	ShuffleVector

	// Memory.
	Alloca        // [count]; Type is the element type
	Load          // pointer
	Store         // value, pointer
	GEP           // base, indices…; Gep
	MemCpy        // dst, src, n
	MemMove       // dst, src, n
	MemSet        // dst, byte, n
	LifetimeStart // pointer, size (i64 -1: unknown)
	LifetimeEnd   // likewise
	StackSave
	StackRestore
	CmpXchg   // pointer, expected, new: {old, i1}
	AtomicRMW // pointer, value; Aux: the RMWOp

	// Intrinsics with a value.
	SAddO // a, b: {result, i1}
	UAddO
	SSubO
	USubO
	SMulO
	UMulO
	SAddSat
	UAddSat
	SSubSat
	USubSat
	SMax
	SMin
	UMax
	UMin
	Abs // a; result of INT_MIN is INT_MIN; NSW: and that is an overflow
	BSwap
	BitReverse
	CtPop
	CtLZ // a, i1 zero-is-undefined
	CtTZ
	FShl // a, b, amount
	FShr
	Folded // any value: it depends on what the optimiser knows; Reason names the builtin
	FrameAddress
	ReturnAddress

	// Variadic functions.
	VaStart // va_list pointer
	VaEnd
	VaCopy // dst, src
	VaArg  // va_list pointer (clang lowers it itself on x86)

	// Control.
	Call
	Br
	CondBr // cond
	Switch // cond; Switch, Succs
	IndirectBr
	Ret // [value]
	Unreachable
	Trap // llvm.trap, llvm.debugtrap, llvm.ubsantrap

	// Unsupported stands for what the engine does not model (inline
	// assembly, setjmp, …): reaching it ends the search there as undecided
	// with Reason. Dst may be set.
	Unsupported
	NumOpcodes
)

// Pred is the predicate of a comparison.
type Pred uint8

// Integer predicates, then floating-point ones (ordered, unordered).
const (
	EQ Pred = iota
	NE
	UGT
	UGE
	ULT
	ULE
	SGT
	SGE
	SLT
	SLE
	FFalse
	FOEQ
	FOGT
	FOGE
	FOLT
	FOLE
	FONE
	FORD
	FUNO
	FUEQ
	FUGT
	FUGE
	FULT
	FULE
	FUNE
	FTrue
)

// RMWOp is the operation of an AtomicRMW (Instr.Aux).
type RMWOp int32

// The read-modify-write operations.
const (
	RMWXchg RMWOp = iota
	RMWAdd
	RMWSub
	RMWAnd
	RMWNand
	RMWOr
	RMWXor
	RMWMax
	RMWMin
	RMWUMax
	RMWUMin
)
