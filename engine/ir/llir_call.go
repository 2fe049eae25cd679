package ir

import (
	"fmt"

	lir "github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	llmd "github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// nonLocalJumps are the C library's functions that leave a function other
// than by returning. They are recognised only while they have no body.
var nonLocalJumps = map[string]bool{
	"longjmp": true, "_longjmp": true, "siglongjmp": true, "__longjmp_chk": true,
}

// Jumps tells that a function leads to a landing (Twice) instead of returning.
func (f *Func) Jumps() bool { return len(f.Blocks) == 0 && nonLocalJumps[f.Name] }

// landings are the functions of the C library that return once more for each
// non-local jump to them. Their models return for the first time.
var landings = map[string]bool{"setjmp": true, "_setjmp": true, "__sigsetjmp": true}

// call converts a call of a function, an intrinsic or inline assembly.
func (b *funcBuilder) call(inst *lir.InstCall) {
	if text, ok := inst.Callee.(*lir.InlineAsm); ok {
		b.assembly(text)
		b.unsupported(inst, "inline assembly")
		return
	}
	if lf, ok := inst.Callee.(*lir.Func); ok && isIntrinsic(lf.Name()) {
		b.intrinsic(inst, lf.Name())
		return
	}
	sig, ok := signatureOf(inst.Callee)
	if !ok {
		b.fail("call of %s, which is no function pointer", inst.Callee.Ident())
		return
	}
	info := &CallInfo{Callee: -1, Ret: b.r.typ(sig.RetType), Variadic: sig.Variadic, Fixed: len(sig.Params)}
	in := Instr{Op: Call, Type: info.Ret, Dst: NoReg, Call: info}
	if reg, ok := b.regs[inst]; ok {
		in.Dst = reg
	}
	info.NoReturn = hasAttr(inst.FuncAttrs, enum.FuncAttrNoReturn)
	twice := hasAttr(inst.FuncAttrs, enum.FuncAttrReturnsTwice)
	if f := b.directCallee(inst.Callee); f != nil {
		info.Callee = f.ID
		info.NoReturn = info.NoReturn || f.NoReturn
		twice = twice || f.ReturnsTwice
		if b.r.bodies[f.ID] == nil && nonLocalJumps[f.Name] {
			b.unsupported(inst, fmt.Sprintf("non-local jump (%s)", f.Name))
			b.cur.Instrs[len(b.cur.Instrs)-1].Flags |= NonLocal
			return
		}
		if twice && (b.r.bodies[f.ID] == nil || !landings[f.Name]) {
			b.unsupported(inst, fmt.Sprintf("a function that may return twice (%s)", f.Name))
			return
		}
	} else {
		in.Args = b.operands(inst.Callee)
		if twice {
			b.unsupported(inst, "a function that may return twice")
			return
		}
	}
	if twice {
		in.Flags |= Twice
	}
	for _, a := range inst.Args {
		info.Args = append(info.Args, b.argument(a))
	}
	b.emit(in)
}

// signatureOf is the function type through which a value is called.
func signatureOf(v value.Value) (*types.FuncType, bool) {
	p, ok := v.Type().(*types.PointerType)
	if !ok {
		return nil, false
	}
	sig, ok := p.ElemType.(*types.FuncType)
	return sig, ok
}

// directCallee finds the function behind a constant callee, through the casts
// that calls without prototype have.
func (b *funcBuilder) directCallee(v value.Value) *Func {
	c, ok := v.(constant.Constant)
	if !ok {
		return nil
	}
	if a, ok := b.r.evalAddr(c); ok && a.kind == CFunc && a.off == 0 {
		return b.r.p.Funcs[a.id]
	}
	return nil
}

func (b *funcBuilder) argument(v value.Value) CallArg {
	arg := CallArg{ByVal: -1}
	if a, ok := v.(*lir.Arg); ok {
		arg.ByVal, arg.SRet = b.r.paramAttrs(a.Attrs)
		v = a.Value
	}
	if _, ok := v.(*llmd.Value); ok {
		b.fail("metadata as argument of an ordinary function")
		return arg
	}
	arg.Val, arg.Type = b.operand(v), b.r.typ(v.Type())
	return arg
}
