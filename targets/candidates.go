package targets

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/acsl"
)

// candidate is an instruction of the kind a rule looks for.
type candidate struct {
	site  engine.Site
	match match
	// direct marks an access to a whole variable by its name, which cannot
	// miss it: it counts only if the alarm names it.
	direct bool
	// spare marks a candidate that counts only where there is no other.
	spare bool
	// settles says which verdicts answer the alarm here.
	settles Settles
	// unclear says why it cannot be told whether the alarm means this.
	unclear string
	// silent: nothing that the engine sees happens here, but the alarm may mean it.
	silent bool
	// alias: it may be meant although the message names something else.
	alias bool
	// elsewhere says why what the alarm means may happen at no candidate, "" for a candidate.
	elsewhere string
	// unseen says why the engine would not notice the violation here.
	unseen string
	// meant is what the names of the predicate stand for here.
	meant meanings
}

// search collects the candidates of one alarm in one function.
type search struct {
	*matcher
	rule  Rule
	claim claim
	pt    ir.Point
	found []candidate
}

// newSearch starts a search at an instruction, with fresh fuel.
func newSearch(m *matcher, rule Rule, c claim, pt ir.Point) *search {
	m.fuel = maxSteps
	return &search{matcher: m, rule: rule, claim: c, pt: pt}
}

// anyArg is the Site.Arg of a site that is restricted to no operand.
const anyArg = -1

// add records the instruction at hand.
func (s *search) add(classes op.Set, side op.Side, arg int32, m match) {
	if in := s.p.At(s.pt); classes.Has(op.NullAccess) && in.Op == ir.Call && prints(s.calleeName(in)) {
		classes |= op.SetOf(op.NullString)
	}
	meant := s.meant
	s.found = append(s.found, candidate{
		meant:  meant,
		site:   engine.Site{Point: s.pt, Classes: classes, Side: side, Arg: arg},
		match:  m,
		alias:  m != no || s.mayAlias(),
		unseen: s.unseen(s.p.At(s.pt), classes),
	})
	s.meant = nil
}

// mayAlias reports whether what a message names may be accessed under another name: an
// object may, through a pointer, but not the pointer itself.
func (s *search) mayAlias() bool {
	id, isName := s.claim.subject.(*acsl.Ident)
	switch {
	case s.rule.Look == LookRead:
		return false
	case ofNumbers[s.rule.Look]: // they are computed from what is named
		of := variablesIn(s.claim.subject)
		for _, e := range s.claim.exprs {
			of = append(of, variablesIn(e)...)
		}
		return len(of) == 0 || slices.ContainsFunc(of, func(e acsl.Expr) bool { return s.dependsOn(e, s.p.At(s.pt), map[ir.Reg]bool{}) })
	}
	for r, name := range s.slots {
		if isName && name == id.Name && s.p.Types[s.defs[r].Type].Kind == ir.Ptr {
			return false
		}
	}
	return true
}

// variablesIn are the places that an expression reads.
func variablesIn(e acsl.Expr) []acsl.Expr {
	switch x := acsl.StripCasts(e).(type) {
	case nil:
		return nil
	case *acsl.Binary:
		return append(variablesIn(x.X), variablesIn(x.Y)...)
	case *acsl.Unary:
		return variablesIn(x.X)
	case *acsl.Number:
		return nil
	default:
		return []acsl.Expr{rootOf(x)}
	}
}

// finders collect candidates, one for each kind of instruction.
var finders = [numLooks]func(*search, *ir.Instr){
	LookDivision:   (*search).division,
	LookArithmetic: (*search).arithmetic,
	LookUnsigned:   (*search).unsignedArithmetic,
	LookShift:      (*search).shift,
	LookIndex:      (*search).index,
	LookAccess:     (*search).access,
	LookBounds:     (*search).bounds,
	LookRead:       (*search).readValue,
	LookPointer:    (*search).readPointer,
	LookNarrowing:  (*search).narrowing,
	LookCompare:    (*search).comparePointers,
	LookDifference: (*search).difference,
	LookOffset:     (*search).offset,
	LookCallee:     (*search).callee,
	LookFloatToInt: (*search).floatToInt,
	LookFloat:      (*search).float,
	LookCopy:       (*search).copies,
	LookBool:       (*search).readBool,
	LookCall:       (*search).libraryCall,
	LookFree:       (*search).release,
	LookAssert:     (*search).assertion,
}

// operand judges an operand as the value that the predicate names.
func (s *search) operand(o ir.Operand) match {
	if len(s.claim.exprs) == 0 {
		return maybe
	}
	return s.value(s.claim.exprs[0], o)
}

// address judges an address as the pointer that the predicate names, or as
// derived from the variable that the message names.
func (s *search) address(o ir.Operand) match {
	switch {
	case len(s.claim.exprs) > 0:
		return s.value(s.claim.exprs[0], o)
	case s.claim.subject != nil:
		return s.about(o)
	}
	return maybe
}

// about reports whether an address is what the message names. An object may be accessed by a
// pointer, but not by the name of another one.
func (s *search) about(o ir.Operand) match {
	m := s.derives(s.claim.subject, o)
	switch {
	case !s.claim.region:
		return m
	case m == no && s.inVariable(o):
		return no
	}
	return maybe
}

// inVariable reports whether an address is one in a variable that is named.
func (s *search) inVariable(o ir.Operand) bool {
	for d := s.def(s.strip(o)); d != nil && d.Op == ir.GEP; d = s.def(s.strip(o)) {
		o = d.Args[0]
	}
	return s.whole(o)
}

// derives reports whether an address is computed from a variable: its own
// address or the pointer it holds.
func (s *search) derives(e acsl.Expr, o ir.Operand) match {
	for range len(s.defs) + 1 {
		o = s.strip(o)
		if m := s.addr(e, o).or(s.value(e, o)); m != no {
			return m
		}
		d := s.def(o)
		if d == nil || d.Op != ir.GEP {
			return no
		}
		o = d.Args[0]
	}
	return no
}

// pair judges two operands as the pointers of a relation.
func (s *search) pair(a, b ir.Operand) match {
	if len(s.claim.exprs) != 2 {
		return maybe
	}
	return s.value(s.claim.exprs[0], a).and(s.value(s.claim.exprs[1], b))
}

func (s *search) division(in *ir.Instr) {
	switch in.Op {
	case ir.SDiv, ir.UDiv, ir.SRem, ir.URem:
		if in.Flags&ir.Exact == 0 { // exact: the difference of two pointers
			s.add(s.rule.Classes, op.AnySide, anyArg, s.operand(in.Args[1]))
		}
	case ir.FDiv:
		if narrowArithmetic[s.rule.Tool] {
			s.partial(s.operand(in.Args[1]), "a floating-point division by zero may be meant, which is none of integers")
		}
	case ir.Call:
		s.computes(in, "div", "ldiv", "lldiv", "imaxdiv")
	}
}

// computes adds a call of a function of the library that may be meant because it does what is looked
// for itself.
func (s *search) computes(in *ir.Instr, names ...string) {
	if name := s.calleeName(in); s.rule.Tool != sarif.FramaC && slices.Contains(names, name) && !s.defined(in) {
		s.partial(maybe, name+"() may be meant, in which this is not looked for")
	}
}

// arithmetic finds operations whose result can leave a signed type. Clang
// puts no nsw on <<, and the IR does not tell a signed << from an unsigned
// one, so that a shift is a candidate only if the predicate says <<. The
// difference of two pointers fits its type where they point into one object,
// which has at most PTRDIFF_MAX bytes.
func (s *search) arithmetic(in *ir.Instr) {
	classes := s.rule.Classes & op.SetOf(op.SignedOverflow)
	side := s.claim.side
	if s.claim.operator == "*" && in.Op != ir.Mul {
		return
	}
	if s.claim.negated {
		if in.Op == ir.Sub && in.Flags&ir.NSW != 0 && s.zero(in.Args[0]) {
			s.add(classes, op.AnySide, anyArg, s.operand(in.Args[1]))
		}
		return
	}
	switch in.Op {
	case ir.Add, ir.Sub, ir.Mul:
		if s.says("-") && s.subtractsPointers(in) {
			classes, side = op.SetOf(op.PtrDiff), op.AnySide
		} else if in.Flags&ir.NSW == 0 {
			s.wrapping(in)
			return
		}
	case ir.SDiv, ir.SRem:
		if in.Flags&ir.Exact != 0 {
			return
		}
		classes, side = s.rule.Classes&op.SetOf(op.DivOverflow), op.AnySide
	case ir.Shl:
		if !s.says("<<") {
			return
		}
	case ir.Call:
		s.computes(in, "abs", "labs", "llabs", "imaxabs")
		return
	default:
		return
	}
	s.add(classes, side, anyArg, s.result(in))
	if narrowArithmetic[s.rule.Tool] && slices.ContainsFunc(s.uses[in.Dst], func(use *ir.Instr) bool { return use.Op == ir.Trunc }) {
		s.restrict("the result is converted to a narrower type, and that may be meant")
	}
}

// narrowArithmetic are the analyzers that call it a division by zero also where numbers are
// floating-point ones, and an overflow where the result of arithmetic
// does not fit the narrow type that its operands were promoted from.
var narrowArithmetic = map[sarif.ToolKind]bool{sarif.Infer: true, sarif.CodeQL: true}

// wrapping adds an operation that wraps where an alarm may mean it: it is no violation that
// is looked for.
func (s *search) wrapping(in *ir.Instr) {
	if s.claim.wraps && !s.subtractsPointers(in) {
		s.partial(maybe, "unsigned arithmetic there may be meant, which wraps")
	}
}

// partial adds an instruction that commits nothing which the engine sees, but may be what
// the alarm is about: no proof about the others answers it.
func (s *search) partial(m match, why string) {
	s.add(s.rule.Classes, op.AnySide, anyArg, m)
	s.found[len(s.found)-1].silent, s.found[len(s.found)-1].unseen = true, ""
	s.restrict(why)
}

// says reports whether the predicate's operation is the given one.
func (s *search) says(operator string) bool {
	if len(s.claim.exprs) == 0 {
		return false
	}
	b, ok := acsl.StripCasts(s.claim.exprs[0]).(*acsl.Binary)
	return ok && b.Op == operator
}

// result judges an instruction as the operation that the predicate names. The
// operation itself is compared, not where its result is stored.
func (s *search) result(in *ir.Instr) match {
	if len(s.claim.exprs) == 0 {
		return maybe
	}
	switch e := acsl.StripCasts(s.claim.exprs[0]).(type) {
	case *acsl.Binary:
		return s.operation(e, in)
	case *acsl.Unary:
		return s.unary(e, ir.Operand(in.Dst))
	}
	return maybe
}

func (s *search) unsignedArithmetic(in *ir.Instr) {
	switch in.Op {
	case ir.Add, ir.Sub, ir.Mul:
		if in.Flags&ir.NSW == 0 {
			s.add(s.rule.Classes, s.claim.side, anyArg, s.result(in))
		}
	case ir.Shl:
		if s.says("<<") {
			s.add(s.rule.Classes, s.claim.side, anyArg, s.result(in))
		}
	}
}

// index finds subscripts of arrays of declared length.
func (s *search) index(in *ir.Instr) {
	if in.Op != ir.GEP || in.Gep == nil {
		return
	}
	for _, t := range in.Gep.Terms {
		if t.Bound < 0 {
			continue
		}
		m := s.operand(in.Args[t.Arg])
		if len(s.claim.exprs) == 0 && s.claim.subject != nil {
			m = s.about(in.Args[0])
			if m == no { // the array may be a member that this instruction selects
				m = s.about(ir.Operand(in.Dst))
			}
		}
		if b := s.claim.bound; b != nil && s.claim.side != op.Low && !isInt(b, t.Bound) {
			m = no
		}
		s.add(s.rule.Classes&op.SetOf(op.IndexBound), s.indexSide(in.Args[t.Arg]), t.Arg, m)
	}
}

// indexSide is the side by which an index is feared to leave an array. That one of an
// unsigned type is too large is feared of numbers that the IR takes for negative, too:
// (size_t)(n - 1) < 16 fails where n is 0.
func (s *search) indexSide(index ir.Operand) op.Side {
	if s.claim.side != op.High {
		return s.claim.side
	}
	cast := false
	if len(s.claim.exprs) > 0 {
		c, ok := s.claim.exprs[0].(*acsl.Cast)
		cast = ok && !slices.Contains(signedTypes, c.Type)
	}
	if cast || !s.signed(index) {
		return op.AnySide
	}
	return op.High
}

// signedTypes are the names in casts that surely stand for signed types.
var signedTypes = []string{"int", "long", "long long", "short", "signed char"}

// bounds finds subscripts and the accesses made with them.
func (s *search) bounds(in *ir.Instr) {
	if in.Op == ir.GEP {
		n := len(s.found)
		s.index(in)
		if !s.feeds(in) {
			s.found = s.found[:n]
		}
		return
	}
	s.access(in)
}

// feeds reports whether the address computed serves an access of the kind
// that the message names.
func (s *search) feeds(in *ir.Instr) bool {
	if s.claim.reads && s.claim.writes {
		return true
	}
	for _, use := range s.uses[in.Dst] {
		switch {
		case use.Op == ir.Load && s.claim.reads, use.Op == ir.Store && use.Args[1] == ir.Operand(in.Dst) && s.claim.writes:
			return true
		case use.Op != ir.Load && use.Op != ir.Store && (use.Op != ir.GEP && use.Op != ir.Mov || s.feeds(use)):
			return true
		}
	}
	return false
}

// access finds reads and writes of memory. \valid, which a write demands,
// also fails at a read of the same place in the same statement (`p->n += 1`),
// which comes first: both are candidates.
func (s *search) access(in *ir.Instr) {
	classes := s.rule.Classes &^ op.SetOf(op.IndexBound)
	reading := classes &^ op.SetOf(op.ConstWrite)
	if !s.claim.reads {
		reading = 0
	}
	writing := classes
	if !s.claim.writes {
		writing = 0
	}
	switch in.Op {
	case ir.Load:
		s.accessAt(in, 0, anyArg, reading)
		s.dangling(in)
	case ir.Store:
		s.accessAt(in, 1, anyArg, writing)
	case ir.MemCpy, ir.MemMove:
		s.accessAt(in, 0, 0, writing)
		s.accessAt(in, 1, 1, reading)
		s.nullContract("memcpy", anyArg, in.Args[2])
	case ir.MemSet:
		s.accessAt(in, 0, 0, writing)
		s.nullContract("memset", anyArg, in.Args[2])
	case ir.CmpXchg, ir.AtomicRMW, ir.VaArg:
		s.accessAt(in, 0, anyArg, classes)
	case ir.Call:
		s.callAccess(in, classes)
		if in.Call.Callee < 0 && classes.Has(op.NullAccess) && s.rule.Tool != sarif.FramaC { // a pointer to a function
			if classes != nullClasses {
				classes |= op.SetOf(op.BadCall)
			}
			asked, side := s.asked(classes, in.Args[0])
			s.add(asked, side, anyArg, s.address(in.Args[0]))
		}
	case ir.GEP, ir.Mov:
		s.memberAddress(in)
	}
}

// memberAddress finds the addresses of members that are computed from a pointer and not
// accessed there. Analyzers take that for a dereference of the pointer, also if it is null.
func (s *search) memberAddress(in *ir.Instr) {
	if s.rule.Look != LookAccess || !s.rule.Classes.Has(op.NullAccess) || s.rule.Tool == sarif.FramaC ||
		s.whole(in.Args[0]) || s.addressOnly(in) {
		return
	}
	if in.Op == ir.Mov && s.parts().member(s.fn, in) || in.Op == ir.GEP && s.parts().selects(in) {
		s.partial(s.address(in.Args[0]), "the address of a member is taken there, which accesses nothing")
	}
}

// addressOnly reports whether an address serves accesses, and nothing else.
func (s *search) addressOnly(in *ir.Instr) bool {
	if s.merged[in.Dst] {
		return false
	}
	for _, use := range s.uses[in.Dst] {
		switch {
		case use.Op == ir.Load, use.Op == ir.Store && use.Args[1] == ir.Operand(in.Dst):
		case (use.Op == ir.GEP || use.Op == ir.Mov) && s.addressOnly(use):
		default:
			return false
		}
	}
	return true
}

// accessAt adds the access through in.Args[arg]; restrict is Site.Arg.
func (s *search) accessAt(in *ir.Instr, arg, restrict int32, classes op.Set) {
	if classes == 0 {
		return
	}
	if s.whole(in.Args[arg]) && s.fits(in, in.Args[arg]) {
		s.direct(in.Args[arg], classes, restrict)
		if s.rule.Look == LookBounds && s.rule.Tool != sarif.FramaC && s.hasParts(in, in.Args[arg]) {
			s.partial(maybe, "the first member or row may be meant, whose bounds are not checked")
		}
		return
	}
	asked, side := s.asked(classes, in.Args[arg])
	if s.rule.Look == LookBounds && side != op.AnySide && s.byIndices(in, in.Args[arg]) {
		return // the subscripts tell the sides
	}
	s.add(asked, side, restrict, s.address(in.Args[arg]))
	copies := in.Op == ir.MemCpy || in.Op == ir.MemMove || in.Op == ir.MemSet
	s.wholeOnly(s.rule.Look == LookBounds && (s.inPart(in.Args[arg]) || copies && s.passesPart(in, arg)))
}

// hasParts reports whether what copies or sets memory does so from the beginning of a structure
// or of an array of arrays, which is where its first part begins, too.
func (s *search) hasParts(in *ir.Instr, o ir.Operand) bool {
	if in.Op != ir.MemCpy && in.Op != ir.MemMove && in.Op != ir.MemSet {
		return false
	}
	_, id := s.object(s.strip(o))
	t := &s.p.Types[id]
	return t.Kind == ir.Struct || t.Kind == ir.Array && s.p.Types[t.Elem].Kind == ir.Array
}

// direct adds an access to a whole variable. A message that names a pointer
// means what it points to.
func (s *search) direct(o ir.Operand, classes op.Set, arg int32) {
	m := no
	if len(s.claim.exprs) > 0 {
		m = s.address(o)
	}
	s.add(classes, s.rule.Side, arg, m)
	s.found[len(s.found)-1].direct = true
}

// dangling finds the reads of pointers that are passed on: where the rule is
// about dead objects, handing out such a pointer is what the analyzer reports
// at a call or a return. Where it is about the pointers themselves, any use counts.
func (s *search) dangling(in *ir.Instr) {
	if s.rule.Classes&op.SetOf(op.DeadAccess) == 0 || s.rule.Classes == op.Memory || s.p.Types[in.Type].Kind != ir.Ptr {
		return
	}
	if s.rule.Classes.Has(op.DanglingRead) || s.handedOut(in.Dst, map[ir.Reg]bool{}) {
		s.add(op.SetOf(op.DanglingRead), s.rule.Side, anyArg, s.address(in.Args[0]))
		if !s.handedOut(in.Dst, map[ir.Reg]bool{}) && !s.addressOnly(in) {
			s.restrict("the pointer is only looked at there, and an access through it before ends what is followed")
		}
	}
}

// handedOut reports whether a pointer, or what is computed from it, is passed to a function
// or returned.
func (s *search) handedOut(r ir.Reg, seen map[ir.Reg]bool) bool {
	if r == ir.NoReg || seen[r] {
		return false
	}
	seen[r] = true
	if s.merged[r] {
		return true
	}
	for _, use := range s.uses[r] {
		switch {
		case use.Op == ir.Ret, use.Op == ir.Call, use.Op == ir.Store && s.returns(use.Args[1]):
			return true
		case (use.Op == ir.GEP || casts[use.Op]) && s.handedOut(use.Dst, seen):
			return true
		}
	}
	return false
}

// returns reports whether an address is that of the slot for the function's result.
func (s *search) returns(o ir.Operand) bool {
	return !o.IsConst() && s.slots[ir.Reg(o)] == "retval"
}

// whole reports whether an address is that of a variable itself.
func (s *search) whole(o ir.Operand) bool {
	o = s.strip(o)
	if o.IsConst() {
		return s.p.Consts[o.ConstIndex()].Kind == ir.CGlobal
	}
	d := s.def(o)
	_, slot := s.slots[ir.Reg(o)]
	return slot || d != nil && d.Op == ir.Alloca
}

// fits reports whether an access to a variable by its name stays inside of it: one that
// copies or sets memory need not.
func (s *search) fits(in *ir.Instr, o ir.Operand) bool {
	switch in.Op {
	case ir.MemCpy, ir.MemMove, ir.MemSet:
	default:
		return true
	}
	n := s.unsigned(in.Args[2])
	return n != nil && n.Cmp(s.room(s.strip(o))) <= 0
}

// room is how many bytes a variable has from an address in it on, 0 if it is not known.
func (s *search) room(o ir.Operand) *big.Int {
	o = s.strip(o)
	for d := s.def(o); d != nil && d.Op == ir.GEP && d.Gep.Const == 0 && len(d.Gep.Terms) == 0; d = s.def(o) {
		o = s.strip(d.Args[0])
	}
	if d := s.def(o); d != nil && d.Op == ir.Alloca && (len(d.Args) == 0 || d.Args[0].IsConst()) {
		return new(big.Int).SetUint64(s.p.Types[d.Type].Size)
	}
	if o.IsConst() {
		if c := &s.p.Consts[o.ConstIndex()]; c.Kind == ir.CGlobal && c.Offset >= 0 {
			return new(big.Int).Sub(new(big.Int).SetUint64(s.p.Globals[c.ID].Size), big.NewInt(c.Offset))
		}
	}
	return new(big.Int)
}

// callAccess finds the reads that a call makes: of aggregates passed by value,
// and, for analyzers without predicates, of pointers given to the library.
func (s *search) callAccess(in *ir.Instr, classes op.Set) {
	meant := s.meansLibrary(in)
	for i, arg := range in.Call.Args {
		if arg.ByVal >= 0 && s.claim.reads {
			if s.whole(arg.Val) {
				s.direct(arg.Val, classes, int32(i))
				continue
			}
			asked, side := s.asked(classes, arg.Val)
			s.add(asked, side, int32(i), s.address(arg.Val))
			continue
		}
		if len(s.claim.exprs) > 0 || s.defined(in) || s.p.Types[arg.Type].Kind != ir.Ptr {
			continue
		}
		meantHere := meant && classes.Has(op.OutOfBounds)
		if s.whole(arg.Val) && (!meantHere || s.isText(in, arg.Val)) {
			continue
		}
		asked, side := s.asked(classes, arg.Val)
		s.add(asked, side, int32(i), s.address(arg.Val))
		s.found[len(s.found)-1].spare = s.claim.subject == nil && !meant
		if meantHere {
			s.found[len(s.found)-1].settles = stopsEarly(s.calleeName(in))
		}
		s.nullContract(s.calleeName(in), int32(i), in.Call.Args[len(in.Call.Args)-1].Val)
		s.wholeOnly(s.rule.Look == LookBounds && s.parts().into(s.fn, arg.Val))
	}
}

// nullContract restricts what answers an alarm about null at a call of the library: a function may
// forbid null where it accesses nothing, because the length that it gets is 0.
func (s *search) nullContract(name string, arg int32, length ir.Operand) {
	if s.rule.Tool == sarif.FramaC || !s.rule.Classes.Has(op.NullAccess) || s.rule.Classes.Has(op.OutOfBounds) || len(s.found) == 0 {
		return
	}
	if sig, known := signatureOf(name); !known || !sig.sized {
		return
	}
	if n := s.constant(length); n != nil && n.Sign() > 0 {
		return
	}
	last := &s.found[len(s.found)-1]
	last.settles = last.settles.and(s.forbidsNull(name, arg))
}

// meansLibrary reports whether an alarm may mean what a library function accesses. Analyzers
// have other rules for that where this one is about null, and some of them where it is about
// indices.
func (s *search) meansLibrary(in *ir.Instr) bool {
	name := s.calleeName(in)
	if _, known := signatureOf(name); !known && (name == "" || !s.p.Funcs[in.Call.Callee].Model) {
		return false
	}
	if s.rule.Look == LookBounds {
		return s.rule.Tool == sarif.Infer || s.rule.Tool == sarif.GCC || s.rule.Tool == sarif.CodeQL
	}
	return !s.rule.Classes.Has(op.NullAccess) || s.rule.Tool == sarif.CodeQL || s.rule.Tool == sarif.Infer
}

// isText reports whether an argument is a string literal that a function reads up to its end.
func (s *search) isText(in *ir.Instr, o ir.Operand) bool {
	sig, _ := signatureOf(s.calleeName(in))
	return !sig.sized && !sig.block && s.text(o) != ""
}

// defined reports whether a call goes to a function of the user's program.
func (s *search) defined(in *ir.Instr) bool {
	if in.Call.Callee < 0 {
		return false
	}
	f := s.p.Funcs[in.Call.Callee]
	return len(f.Blocks) > 0 && !f.Model
}

// lowered are functions that the compiler writes as calls of others.
var lowered = map[string]string{"mempcpy": "memcpy", "bzero": "memset"}

// firstWord is a name at the start of a text.
var firstWord = regexp.MustCompile(`^[A-Za-z_]\w*`)

// wordAt is the name in the text where an instruction is, "" if there is none.
func (s *search) wordAt(in *ir.Instr) string {
	loc := s.p.Locs[in.Loc]
	text := s.line(loc)
	if col := int(loc.Col) - 1; col >= 0 && col < len(text) {
		return firstWord.FindString(text[col:])
	}
	return ""
}

// asWritten is the name of a function by which the text calls another one, that one's if the
// text does not tell.
func (s *search) asWritten(in *ir.Instr, name string) string {
	if word := s.wordAt(in); lowered[word] == name {
		return word
	}
	return name
}

// calleeName is the name of the function that a call names, "" for calls
// through pointers.
func (s *search) calleeName(in *ir.Instr) string {
	switch in.Op {
	case ir.MemCpy:
		return s.asWritten(in, "memcpy")
	case ir.MemMove:
		return "memmove"
	case ir.MemSet:
		return s.asWritten(in, "memset")
	case ir.Call:
		if in.Call.Callee >= 0 {
			return s.p.Funcs[in.Call.Callee].Name
		}
	}
	return ""
}

// sameFunction compares the name of a library function in the source, or in
// Frama-C's variant of a variadic one (`scanf_va_1`), with the symbol that
// glibc's headers make of it.
func sameFunction(source, symbol string) bool {
	if i := strings.LastIndex(source, "_va_"); i > 0 && strings.Trim(source[i+4:], "0123456789") == "" {
		source = source[:i]
	}
	source = strings.TrimSuffix(source, "_fallback")
	return symbol == source || baseName(symbol) == source
}

// baseName undoes what glibc's headers make of a function's name.
func baseName(symbol string) string {
	if name, ok := strings.CutPrefix(symbol, "__"); ok && strings.HasSuffix(name, "_chk") {
		return strings.TrimSuffix(name, "_chk")
	}
	for _, decoration := range []string{"__isoc99_", "__isoc23_", "__builtin_", "__x", "_IO_"} {
		if name, ok := strings.CutPrefix(symbol, decoration); ok {
			return name
		}
	}
	return symbol
}
