package ir

import (
	"math/big"
	"strings"

	lir "github.com/llir/llvm/ir"
	llmd "github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// plainIntrinsics are those that map to one opcode with their first n
// arguments.
var plainIntrinsics = map[string]struct {
	op Opcode
	n  int
}{
	"llvm.sadd.with.overflow": {SAddO, 2}, "llvm.uadd.with.overflow": {UAddO, 2},
	"llvm.ssub.with.overflow": {SSubO, 2}, "llvm.usub.with.overflow": {USubO, 2},
	"llvm.smul.with.overflow": {SMulO, 2}, "llvm.umul.with.overflow": {UMulO, 2},
	"llvm.sadd.sat": {SAddSat, 2}, "llvm.uadd.sat": {UAddSat, 2},
	"llvm.ssub.sat": {SSubSat, 2}, "llvm.usub.sat": {USubSat, 2},
	"llvm.smax": {SMax, 2}, "llvm.smin": {SMin, 2}, "llvm.umax": {UMax, 2}, "llvm.umin": {UMin, 2},
	"llvm.bswap": {BSwap, 1}, "llvm.bitreverse": {BitReverse, 1},
	"llvm.ctpop": {CtPop, 1}, "llvm.ctlz": {CtLZ, 2}, "llvm.cttz": {CtTZ, 2},
	"llvm.fshl": {FShl, 3}, "llvm.fshr": {FShr, 3},
	"llvm.frameaddress": {FrameAddress, 1}, "llvm.returnaddress": {ReturnAddress, 1},
	"llvm.stacksave": {StackSave, 0}, "llvm.stackrestore": {StackRestore, 1},
	"llvm.va_start": {VaStart, 1}, "llvm.va_end": {VaEnd, 1}, "llvm.va_copy": {VaCopy, 2},
	"llvm.trap": {Trap, 0}, "llvm.debugtrap": {Trap, 0}, "llvm.ubsantrap": {Trap, 0},
	// Hints: the first argument unchanged.
	"llvm.expect": {Mov, 1}, "llvm.expect.with.probability": {Mov, 1},
	"llvm.ptr.annotation": {Mov, 1}, "llvm.annotation": {Mov, 1}, "llvm.ssa.copy": {Mov, 1},
	"llvm.launder.invariant.group": {Mov, 1}, "llvm.strip.invariant.group": {Mov, 1},
	"llvm.arithmetic.fence": {Mov, 1},
}

// droppedIntrinsics have no effect on what a program computes. llvm.assume is
// among them: leaving an assumption out only adds runs, and those in which it
// fails are undefined anyway.
var droppedIntrinsics = map[string]bool{
	"llvm.assume": true, "llvm.prefetch": true, "llvm.donothing": true, "llvm.sideeffect": true,
	"llvm.var.annotation": true, "llvm.pseudoprobe": true, "llvm.dbg.value": true, "llvm.dbg.label": true,
	"llvm.dbg.addr": true, "llvm.experimental.noalias.scope.decl": true,
}

// mathIntrinsics become FMath with the name without "llvm.".
var mathIntrinsics = map[string]bool{
	"sqrt": true, "powi": true, "sin": true, "cos": true, "pow": true, "exp": true, "exp2": true,
	"log": true, "log10": true, "log2": true, "fma": true, "fmuladd": true, "fabs": true,
	"minnum": true, "maxnum": true, "minimum": true, "maximum": true, "copysign": true,
	"floor": true, "ceil": true, "trunc": true, "rint": true, "nearbyint": true, "round": true,
	"roundeven": true, "lround": true, "llround": true, "lrint": true, "llrint": true,
	"canonicalize": true, "fptosi.sat": true, "fptoui.sat": true,
	"convert.to.fp16": true, "convert.from.fp16": true,
}

// baseName strips type suffixes (".p0i8.i64") until known accepts the rest.
func baseName(name string, known func(string) bool) (string, bool) {
	for {
		if known(name) {
			return name, true
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return "", false
		}
		name = name[:dot]
	}
}

// intrinsic converts the call of a function of LLVM.
func (b *funcBuilder) intrinsic(inst *lir.InstCall, name string) {
	if b.specialIntrinsic(inst, name) {
		return
	}
	isPlain := func(s string) bool { _, ok := plainIntrinsics[s]; return ok }
	if base, ok := baseName(name, isPlain); ok {
		if e := plainIntrinsics[base]; len(inst.Args) >= e.n {
			b.result(inst, Instr{Op: e.op, Args: b.operands(inst.Args[:e.n]...)})
			return
		}
	}
	if _, ok := baseName(name, func(s string) bool { return droppedIntrinsics[s] }); ok {
		return
	}
	isMath := func(s string) bool { return mathIntrinsics[s] }
	if base, ok := baseName(strings.TrimPrefix(name, "llvm."), isMath); ok {
		b.result(inst, Instr{Op: FMath, Reason: b.r.name(base), Args: b.operands(inst.Args...)})
		return
	}
	b.unsupported(inst, "the compiler intrinsic "+name)
}

// specialIntrinsic converts those whose arguments need a look.
func (b *funcBuilder) specialIntrinsic(inst *lir.InstCall, name string) bool {
	args := inst.Args
	has := func(prefix string, n int) bool { return strings.HasPrefix(name, prefix) && len(args) >= n }
	switch {
	case strings.Contains(name, ".element.unordered.atomic"):
		return false
	case has("llvm.memcpy.", 4):
		b.bulk(MemCpy, args, assigns(inst))
	case has("llvm.memmove.", 4):
		b.bulk(MemMove, args, 0)
	case has("llvm.memset.", 4):
		b.bulk(MemSet, args, 0)
	case has("llvm.lifetime.start", 2):
		b.result(inst, Instr{Op: LifetimeStart, Args: b.operands(args[1], args[0])})
	case has("llvm.lifetime.end", 2):
		b.result(inst, Instr{Op: LifetimeEnd, Args: b.operands(args[1], args[0])})
	case has("llvm.abs.", 2):
		in := Instr{Op: Abs, Args: b.operands(args[0])}
		if k, isConst := constIndex(args[1]); !isConst || k != 0 {
			in.Flags |= NSW // the absolute value of the least number is poison
		}
		b.result(inst, in)
	case has("llvm.is.constant", 1):
		b.folded(inst, "__builtin_constant_p", false)
	case has("llvm.objectsize", 2):
		least, isConst := constIndex(args[1])
		b.folded(inst, "__builtin_object_size", !isConst || least == 0)
	case has("llvm.dbg.declare", 2):
		b.declare(args)
	default:
		return false
	}
	return true
}

// folded converts a call whose value is unknown, all ones or all zeros, where the optimiser
// knows nothing of its operand, which is so in units that are not optimised if the operand
// comes from memory. Elsewhere the value is open.
func (b *funcBuilder) folded(inst *lir.InstCall, builtin string, ones bool) {
	if !b.r.notOptimised(b.f) || !fromElsewhere(inst.Args[0]) {
		b.result(inst, Instr{Op: Folded, Reason: b.r.name(builtin)})
		return
	}
	unknown := new(big.Int)
	bits := inst.Type().(*types.IntType).BitSize
	if ones {
		unknown.Sub(unknown.Lsh(big.NewInt(1), uint(bits)), big.NewInt(1))
	}
	b.result(inst, Instr{Op: Mov, Args: []Operand{b.r.intConst(unknown, int(bits))}})
}

// notOptimised says whether the unit of a function says that its build does not optimise
// (package build).
func (r *reader) notOptimised(f *Func) bool {
	unit := r.di.md.kind(int64(f.Unit), "DICompileUnit")
	return unit != nil && unit.str("flags") == "-O0"
}

// fromElsewhere says whether a value is read from memory, as variables are before any
// optimisation, or is a part of such.
func fromElsewhere(v value.Value) bool {
	switch v := v.(type) {
	case *lir.InstLoad:
		return true
	case *lir.InstBitCast:
		return fromElsewhere(v.From)
	case *lir.InstTrunc:
		return fromElsewhere(v.From)
	case *lir.InstZExt:
		return fromElsewhere(v.From)
	case *lir.InstSExt:
		return fromElsewhere(v.From)
	case *lir.InstGetElementPtr:
		return fromElsewhere(v.Src)
	}
	return false
}

// result emits an instruction for a call that may or may not have a value.
func (b *funcBuilder) result(inst *lir.InstCall, in Instr) {
	in.Dst, in.Type = NoReg, b.r.tys.void
	if reg, ok := b.regs[inst]; ok {
		in.Dst, in.Type = reg, b.f.RegTypes[reg]
	}
	b.emit(in)
}

// assigns tells an assignment of a structure from a call of memcpy: clang describes the
// members of what it copies by itself, but of structures with a flexible array.
func assigns(inst *lir.InstCall) Flags {
	if hasMD(inst.MDAttachments(), "tbaa.struct") {
		return Assigns
	}
	return 0
}

// bulk converts memcpy, memmove and memset: destination, source or byte,
// length, volatile.
func (b *funcBuilder) bulk(op Opcode, args []value.Value, flags Flags) {
	in := Instr{Op: op, Flags: flags, Dst: NoReg, Type: b.r.tys.void, Args: b.operands(args[:3]...)}
	if k, isConst := constIndex(args[3]); !isConst || k != 0 {
		in.Flags |= Volatile
	}
	b.emit(in)
}

// declare records the variable of a dbg.declare.
func (b *funcBuilder) declare(args []value.Value) {
	at, ok := args[0].(*llmd.Value)
	if !ok {
		return
	}
	what, ok := args[1].(*llmd.Value)
	if !ok {
		return
	}
	slot := NoReg
	if v, ok := at.Value.(value.Value); ok {
		if reg, ok := b.regs[v]; ok {
			slot = reg
		}
	}
	node, ok := what.Value.(*llmd.Tuple)
	if !ok {
		return
	}
	if v, ok := b.r.di.variable(node.ID(), slot); ok {
		b.f.Vars = append(b.f.Vars, v)
		b.r.varScopes[b.f.ID] = append(b.r.varScopes[b.f.ID], b.r.di.md.node(node.ID()).ref("scope"))
	}
}
