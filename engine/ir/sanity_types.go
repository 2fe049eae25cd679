package ir

import "fmt"

// arity is the number of operands of an opcode: at least min, at most max.
type arity struct{ min, max int }

// arityOf gives the number of operands; many means no upper limit.
func arityOf(op Opcode) arity {
	const many = 1 << 30
	switch op {
	case FMath, GEP, Unsupported:
		return arity{0, many}
	case Alloca, Ret, Call:
		return arity{0, 1}
	case StackSave, Folded, Br, Unreachable, Trap:
		return arity{0, 0}
	case Select, InsertElement, ShuffleVector, MemCpy, MemMove, MemSet, CmpXchg, FShl, FShr:
		return arity{3, 3}
	case Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, ICmp, FCmp,
		FAdd, FSub, FMul, FDiv, FRem, InsertValue, ExtractElement, Store, LifetimeStart, LifetimeEnd,
		AtomicRMW, SAddO, UAddO, SSubO, USubO, SMulO, UMulO, SAddSat, UAddSat, SSubSat, USubSat,
		SMax, SMin, UMax, UMin, CtLZ, CtTZ, VaCopy:
		return arity{2, 2}
	}
	return arity{1, 1}
}

// types checks that operands and result of an instruction agree.
func (c *funcChecker) types(in *Instr) error {
	if a := arityOf(in.Op); len(in.Args) < a.min || len(in.Args) > a.max {
		return fmt.Errorf("%d operands", len(in.Args))
	}
	if !inRange(int(in.Type), len(c.p.Types)) {
		return fmt.Errorf("type %d", in.Type)
	}
	switch in.Op {
	case Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor,
		FAdd, FSub, FMul, FDiv, FRem, FNeg, SAddSat, UAddSat, SSubSat, USubSat,
		SMax, SMin, UMax, UMin, FShl, FShr, Freeze, Abs, BSwap, BitReverse, CtPop:
		return c.same(in.Type, in.Args...)
	case Mov:
		return c.same(in.Type, in.Args[0])
	case ICmp, FCmp, SAddO, UAddO, SSubO, USubO, SMulO, UMulO:
		return c.same(c.typeOf(in.Args[0]), in.Args...)
	case Select:
		return c.same(in.Type, in.Args[1:]...)
	case Store:
		if err := c.same(in.Type, in.Args[0]); err != nil {
			return err
		}
		return c.pointers(in.Args[1])
	case Load, VaStart, VaEnd, CmpXchg, AtomicRMW:
		return c.pointers(in.Args[0])
	case MemCpy, MemMove, VaCopy:
		return c.pointers(in.Args[0], in.Args[1])
	case MemSet, LifetimeStart, LifetimeEnd:
		return c.pointers(in.Args[0])
	case GEP:
		return c.gep(in)
	case Call:
		return c.call(in)
	case CondBr:
		return c.edges(in, 2, 1)
	case Br:
		return c.edges(in, 1, 0)
	case Switch:
		return c.edges(in, len(in.Switch)+1, c.p.Types[in.Type].Bits)
	case Ret:
		if len(in.Args) == 1 {
			return c.same(c.f.Ret, in.Args[0])
		}
	}
	return nil
}

// same checks that operands have a type.
func (c *funcChecker) same(t TypeID, ops ...Operand) error {
	for _, op := range ops {
		if u := c.typeOf(op); u != t {
			return fmt.Errorf("operand of type %s instead of %s", c.p.TypeName(u), c.p.TypeName(t))
		}
	}
	return nil
}

func (c *funcChecker) pointers(ops ...Operand) error {
	for _, op := range ops {
		if t := c.typeOf(op); c.p.Types[t].Kind != Ptr {
			return fmt.Errorf("operand of type %s instead of a pointer", c.p.TypeName(t))
		}
	}
	return nil
}

func (c *funcChecker) gep(in *Instr) error {
	if in.Gep == nil || len(in.Args) == 0 {
		return fmt.Errorf("no plan")
	}
	for _, t := range in.Gep.Terms {
		if !inRange(int(t.Arg), len(in.Args)) {
			return fmt.Errorf("term of operand %d", t.Arg)
		}
		if w := c.p.Types[c.typeOf(in.Args[t.Arg])]; w.Kind != Int || w.Bits != int(t.Bits) {
			return fmt.Errorf("index of type %s, not of %d bits", w.Name, t.Bits)
		}
	}
	return c.pointers(in.Args[0])
}

func (c *funcChecker) call(in *Instr) error {
	info := in.Call
	if info == nil || (info.Callee < 0) != (len(in.Args) == 1) {
		return fmt.Errorf("neither direct nor indirect")
	}
	if info.Callee >= 0 && !inRange(int(info.Callee), len(c.p.Funcs)) {
		return fmt.Errorf("callee %d", info.Callee)
	}
	for _, a := range info.Args {
		if err := c.same(a.Type, a.Val); err != nil {
			return err
		}
	}
	if len(in.Args) == 1 {
		return c.pointers(in.Args[0])
	}
	return nil
}

// edges checks the number of successors and the width of the condition.
func (c *funcChecker) edges(in *Instr, n, width int) error {
	if len(in.Succs) != n {
		return fmt.Errorf("%d successors", len(in.Succs))
	}
	if width == 0 {
		return nil
	}
	if t := c.p.Types[c.typeOf(in.Args[0])]; t.Kind != Int || t.Bits != width {
		return fmt.Errorf("condition of type %s", t.Name)
	}
	return nil
}
