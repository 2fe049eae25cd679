package ir

import "strconv"

// opNames are the mnemonics of the dump, in the order of the opcodes.
var opNames = [NumOpcodes]string{
	Invalid: "invalid",
	Add:     "add", Sub: "sub", Mul: "mul", UDiv: "udiv", SDiv: "sdiv", URem: "urem", SRem: "srem",
	Shl: "shl", LShr: "lshr", AShr: "ashr", And: "and", Or: "or", Xor: "xor", ICmp: "icmp",
	Trunc: "trunc", ZExt: "zext", SExt: "sext", PtrToInt: "ptrtoint", IntToPtr: "inttoptr",
	Bitcast: "bitcast", Mov: "mov", Freeze: "freeze",
	FAdd: "fadd", FSub: "fsub", FMul: "fmul", FDiv: "fdiv", FRem: "frem", FNeg: "fneg", FCmp: "fcmp",
	FPToSI: "fptosi", FPToUI: "fptoui", SIToFP: "sitofp", UIToFP: "uitofp", FPTrunc: "fptrunc",
	FPExt: "fpext", FMath: "fmath",
	Select: "select", ExtractValue: "extractvalue", InsertValue: "insertvalue",
	ExtractElement: "extractelement", InsertElement: "insertelement", ShuffleVector: "shufflevector",
	Alloca: "alloca", Load: "load", Store: "store", GEP: "gep", MemCpy: "memcpy", MemMove: "memmove",
	MemSet: "memset", LifetimeStart: "lifetime.start", LifetimeEnd: "lifetime.end",
	StackSave: "stacksave", StackRestore: "stackrestore", CmpXchg: "cmpxchg", AtomicRMW: "atomicrmw",
	SAddO: "sadd.o", UAddO: "uadd.o", SSubO: "ssub.o", USubO: "usub.o", SMulO: "smul.o", UMulO: "umul.o",
	SAddSat: "sadd.sat", UAddSat: "uadd.sat", SSubSat: "ssub.sat", USubSat: "usub.sat",
	SMax: "smax", SMin: "smin", UMax: "umax", UMin: "umin", Abs: "abs", BSwap: "bswap",
	BitReverse: "bitreverse", CtPop: "ctpop", CtLZ: "ctlz", CtTZ: "cttz", FShl: "fshl", FShr: "fshr",
	Folded: "folded", FrameAddress: "frameaddress", ReturnAddress: "returnaddress",
	VaStart: "va_start", VaEnd: "va_end", VaCopy: "va_copy", VaArg: "va_arg",
	Call: "call", Br: "br", CondBr: "condbr", Switch: "switch", IndirectBr: "indirectbr", Ret: "ret",
	Unreachable: "unreachable", Trap: "trap", Unsupported: "unsupported",
}

// String is the mnemonic of the opcode.
func (o Opcode) String() string {
	if o < NumOpcodes {
		return opNames[o]
	}
	return "opcode(" + strconv.Itoa(int(o)) + ")"
}

var predNames = [...]string{
	EQ: "eq", NE: "ne", UGT: "ugt", UGE: "uge", ULT: "ult", ULE: "ule", SGT: "sgt", SGE: "sge",
	SLT: "slt", SLE: "sle", FFalse: "false", FOEQ: "oeq", FOGT: "ogt", FOGE: "oge", FOLT: "olt",
	FOLE: "ole", FONE: "one", FORD: "ord", FUNO: "uno", FUEQ: "ueq", FUGT: "ugt", FUGE: "uge",
	FULT: "ult", FULE: "ule", FUNE: "une", FTrue: "true",
}

// String is LLVM's name of the predicate, without "f" or "i".
func (p Pred) String() string { return predNames[p] }

var rmwNames = [...]string{
	RMWXchg: "xchg", RMWAdd: "add", RMWSub: "sub", RMWAnd: "and", RMWNand: "nand", RMWOr: "or",
	RMWXor: "xor", RMWMax: "max", RMWMin: "min", RMWUMax: "umax", RMWUMin: "umin",
}

// String is LLVM's name of the operation.
func (o RMWOp) String() string { return rmwNames[o] }

var flagNames = []struct {
	flag Flags
	name string
}{
	{NSW, "nsw"}, {NUW, "nuw"}, {Exact, "exact"}, {InBounds, "inbounds"}, {Volatile, "volatile"},
	{RawCopy, "raw"}, {Synthetic, "synthetic"}, {Atomic, "atomic"}, {Bool, "bool"}, {Twice, "twice"},
	{NonLocal, "nonlocal"}, {Assigns, "assigns"}, {Literal, "literal"},
}

// String lists the flags that are set, separated by spaces.
func (f Flags) String() string {
	s := ""
	for _, n := range flagNames {
		if f&n.flag != 0 {
			if s != "" {
				s += " "
			}
			s += n.name
		}
	}
	return s
}
