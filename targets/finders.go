package targets

import (
	"regexp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/acsl"
)

// readValue finds reads of objects. Instructions that only move bytes
// (RawCopy) read no value; they count only where there is nothing else.
func (s *search) readValue(in *ir.Instr) {
	if in.Op == ir.Call {
		s.readBehind(in)
	}
	if in.Op != ir.Load {
		return
	}
	m := s.address(in.Args[0])
	if s.claim.memory && s.claim.subject != nil && s.addr(s.claim.subject, in.Args[0]) != no {
		m = no // the pointer itself
	}
	if m != no && !s.feedsOperand(in.Dst, map[ir.Reg]bool{}) {
		m = no
	}
	s.add(s.rule.Classes, op.AnySide, anyArg, m)
	s.found[len(s.found)-1].spare = in.Flags&ir.RawCopy != 0 && in.Flags&ir.Volatile == 0 && s.aggregate(in)
}

// readBehind finds calls that get the address of what a message names: the function called
// may read it.
func (s *search) readBehind(in *ir.Instr) {
	if s.claim.subject == nil {
		s.readThrough(in)
		return
	}
	for _, a := range in.Call.Args {
		if s.leadsTo(s.claim.subject, a.Val) {
			s.partial(yes, "what the message names is passed on there by its address, and may be read behind the call")
			s.found[len(s.found)-1].silent = s.defined(in) // the engine sees what the library reads
			return
		}
	}
}

// readThrough finds calls that get the address of a variable that a message quotes, or, where it
// quotes none, of any: what it says may happen in the function called.
func (s *search) readThrough(in *ir.Instr) {
	m := no
	for _, a := range in.Call.Args {
		if a.Val.IsConst() || s.p.Types[a.Type].Kind != ir.Ptr {
			continue
		}
		if len(s.claim.quoted) == 0 && !s.defined(in) {
			m = m.or(maybe)
		}
		for _, name := range s.claim.quoted {
			if s.leadsTo(&acsl.Ident{Name: name}, a.Val) {
				m = yes
			}
		}
	}
	if m != no {
		s.partial(m, "what is passed on there by its address may be read behind the call")
	}
}

// leadsTo reports whether an argument is the address of a place, or of what the place is in.
func (s *search) leadsTo(e acsl.Expr, o ir.Operand) bool {
	e = acsl.StripCasts(e)
	if s.claim.memory && s.value(e, o) != no {
		return true
	}
	for base := s.strip(o); ; base = s.strip(s.def(base).Args[0]) {
		if s.addr(e, base) != no {
			return true
		}
		if d := s.def(base); d == nil || d.Op != ir.GEP {
			break
		}
	}
	switch e := e.(type) {
	case *acsl.Field:
		return e.Arrow && s.value(e.X, o) != no || !e.Arrow && s.leadsTo(e.X, o)
	case *acsl.Index:
		return s.value(e.X, o) != no || s.leadsTo(e.X, o)
	case *acsl.Unary:
		return e.Op == "*" && s.value(e.X, o) != no
	}
	return false
}

// feedsOperand reports whether a value read is, or goes into, the argument or the operand
// that a message names; true where it names none.
func (s *search) feedsOperand(r ir.Reg, seen map[ir.Reg]bool) bool {
	if s.claim.arg < 0 && s.claim.operand == "" && !s.claim.asIndex {
		return true
	}
	if r == ir.NoReg || seen[r] {
		return false
	}
	seen[r] = true
	for _, use := range s.uses[r] {
		switch {
		case s.claim.asIndex && (use.Op == ir.GEP || use.Op == ir.Load):
			if use.Op == ir.GEP && use.Args[0] != ir.Operand(r) {
				return true
			}
		case use.Op == ir.Call && s.claim.arg >= 0:
			if k := int(s.claim.arg); k < len(use.Call.Args) && use.Call.Args[k].Val == ir.Operand(r) {
				return true
			}
		case slices.Contains(operations[s.claim.operand], use.Op) && len(use.Args) == 2:
			if use.Args[s.claim.operandSide] == ir.Operand(r) {
				return true
			}
		case use.Op != ir.Store && use.Op != ir.Call && s.feedsOperand(use.Dst, seen):
			return true
		}
	}
	return false
}

// operations are the instructions of C's binary operators, comparisons and pointer
// arithmetic included.
var operations = func() map[string][]ir.Opcode {
	all := map[string][]ir.Opcode{"": nil}
	for sign, ops := range arithmetic {
		all[sign] = append(slices.Clone(ops), map[string][]ir.Opcode{"+": {ir.GEP}, "-": {ir.GEP}}[sign]...)
	}
	for _, sign := range []string{"<", "<=", ">", ">=", "==", "!="} {
		all[sign] = []ir.Opcode{ir.ICmp, ir.FCmp}
	}
	return all
}()

// aggregate reports whether a load is a piece of an aggregate moved as a
// whole: loads of the return slot also lack type information.
func (s *search) aggregate(in *ir.Instr) bool {
	return s.slots[ir.Reg(in.Args[0])] == "" || s.slots[ir.Reg(in.Args[0])] == "retval"
}

func (s *search) readPointer(in *ir.Instr) {
	if in.Op == ir.Load && s.p.Types[in.Type].Kind == ir.Ptr {
		s.add(s.rule.Classes, s.rule.Side, anyArg, s.address(in.Args[0]))
	}
}

// readBool finds reads of _Bool objects: bytes of which only a bit is used.
func (s *search) readBool(in *ir.Instr) {
	if in.Op != ir.Load || s.p.Types[in.Type].Bits != 8 {
		return
	}
	for _, use := range s.uses[in.Dst] {
		if use.Op == ir.Trunc && s.p.Types[use.Type].Bits == 1 {
			m := maybe
			if len(s.claim.exprs) > 0 {
				m = s.addr(s.claim.exprs[0], in.Args[0])
			}
			s.add(s.rule.Classes, op.AnySide, anyArg, m)
			return
		}
	}
}

// narrowing finds integer conversions. A sign extension loses a negative
// value when the wider type is unsigned, which only the predicate can tell.
func (s *search) narrowing(in *ir.Instr) {
	switch {
	case in.Op == ir.Trunc && s.p.Types[in.Type].Bits > 1:
	case in.Op == ir.SExt && s.claim.side == op.Low && s.operand(in.Args[0]) == yes:
	default:
		return
	}
	s.add(s.rule.Classes, s.claim.side, anyArg, s.operand(in.Args[0]))
}

// typeOf is the type of an operand.
func (s *search) typeOf(o ir.Operand) *ir.Type {
	if o.IsConst() {
		return &s.p.Types[s.p.Consts[o.ConstIndex()].Type]
	}
	return &s.p.Types[s.fn.RegTypes[o]]
}

func (s *search) comparePointers(in *ir.Instr) {
	if in.Op != ir.ICmp || s.typeOf(in.Args[0]).Kind != ir.Ptr {
		return
	}
	ordered := in.Pred != ir.EQ && in.Pred != ir.NE
	if len(s.claim.exprs) == 0 && !ordered {
		return // equality of any two pointers is defined
	}
	s.add(s.rule.Classes, op.AnySide, anyArg, s.pair(in.Args[0], in.Args[1]))
}

func (s *search) difference(in *ir.Instr) {
	if s.subtractsPointers(in) {
		s.add(s.rule.Classes, op.AnySide, anyArg, s.pair(in.Args[0], in.Args[1]))
		s.wholeOnly(s.passesPart(in, anyArg))
	}
}

// subtractsPointers reports whether an instruction is a difference of pointers.
func (s *search) subtractsPointers(in *ir.Instr) bool {
	pointer := func(o ir.Operand) bool {
		d := s.def(o)
		return d != nil && d.Op == ir.PtrToInt
	}
	return in.Op == ir.Sub && pointer(in.Args[0]) && pointer(in.Args[1])
}

func (s *search) offset(in *ir.Instr) {
	if in.Op != ir.GEP {
		return
	}
	m := maybe
	switch {
	case len(s.claim.exprs) > 0:
		m = s.value(s.claim.exprs[0], ir.Operand(in.Dst))
	case s.claim.subject != nil:
		m = s.derives(s.claim.subject, ir.Operand(in.Dst))
	}
	s.add(s.rule.Classes, op.AnySide, anyArg, m)
	s.wholeOnly(s.inPart(ir.Operand(in.Dst)))
}

func (s *search) callee(in *ir.Instr) {
	if in.Op == ir.Call && in.Call.Callee < 0 {
		s.add(s.rule.Classes, op.AnySide, anyArg, s.address(in.Args[0]))
	}
}

func (s *search) floatToInt(in *ir.Instr) {
	if in.Op == ir.FPToSI || in.Op == ir.FPToUI {
		s.add(s.rule.Classes, s.claim.side, anyArg, s.operand(in.Args[0]))
	}
}

// float finds operations with a floating result, calls included.
func (s *search) float(in *ir.Instr) {
	switch in.Op {
	case ir.FAdd, ir.FSub, ir.FMul, ir.FDiv, ir.FRem, ir.FPTrunc, ir.FMath:
	case ir.Call, ir.Load:
		if in.Dst == ir.NoReg || s.p.Types[in.Type].Kind != ir.Float {
			return
		}
	default:
		return
	}
	m := maybe
	if len(s.claim.exprs) > 0 {
		m = s.computed(s.claim.exprs[0], ir.Operand(in.Dst))
	}
	s.add(s.rule.Classes, op.AnySide, anyArg, m)
	s.found[len(s.found)-1].spare = in.Op == ir.Load || in.Op == ir.Call
}

// copies finds copies of aggregates and of memory.
func (s *search) copies(in *ir.Instr) {
	switch name := s.calleeName(in); name {
	case "memcpy", "mempcpy", "memmove", "__memcpy_chk":
		m := maybe
		if len(s.claim.exprs) == 2 && len(in.Args) == 3 {
			m = s.pair(in.Args[0], in.Args[1]).or(s.pair(in.Args[1], in.Args[0]))
		}
		s.add(s.rule.Classes, op.AnySide, anyArg, m)
	}
}

// libraryCall finds calls of functions that the program does not define, and those
// through pointers to such a function that the alarm names. A function that the alarm
// names must be the one called.
func (s *search) libraryCall(in *ir.Instr) {
	name := s.passedOn(in)
	if name == "" {
		name = s.calleeName(in)
	}
	contract := s.rule.Tool == sarif.FramaC
	switch {
	case name == "" || s.claim.callee != "" && !sameFunction(s.claim.callee, name):
		return
	case in.Op == ir.Call && s.defined(in):
		switch {
		case contract && (s.claim.callee != "" || s.hasParameter(in, s.claim.contract.formal)):
			s.unclear("the program defines " + name + "() itself, which may be meant")
		case s.rule.Classes == nullArgument && s.names(in, name):
			s.unclear(name + "() may be meant, where null is not looked for")
		}
		return
	case contract:
		s.contractAt(in, name)
		return
	case !s.names(in, name):
		return
	}
	sig, known := signatureOf(name)
	if s.rule.Strings && known && sig.block {
		return
	}
	args, unsure := s.arguments(in, name, &sig)
	if s.rule.Strings {
		s.textAt(in, name, &sig, args)
		return
	}
	for _, arg := range args {
		s.libraryArgument(in, name, arg)
		if unsure {
			last := &s.found[len(s.found)-1]
			last.settles = last.settles.and(Settles{OnlyUnreachable: true, Why: "which argument of " + name + "() is meant is not told"})
		}
	}
}

// libraryArgument adds a call of a library function for what one of its arguments, or any, leads to.
func (s *search) libraryArgument(in *ir.Instr, name string, arg int32) {
	s.add(s.rule.Classes, op.AnySide, arg, maybe)
	switch {
	case s.rule.Classes == nullArgument:
		s.found[len(s.found)-1].settles = s.forbidsNull(name, arg)
	case s.rule.Classes.Has(op.OutOfBounds) && !endsEarly.MatchString(baseName(name)):
		s.found[len(s.found)-1].settles = stopsEarly(name)
	}
	s.wholeOnly(s.rule.Classes.Has(op.OutOfBounds) && s.passesPart(in, arg))
	if s.callsBack(in) {
		s.restrict("what the function does that " + name + "() calls is not judged")
	}
	if endsEarly.MatchString(baseName(name)) && s.rule.Classes.Has(op.OutOfBounds) && !s.lengthFits(in) {
		s.restrict(name + "() may end before it gets to what the length given allows")
	}
}

// endsEarly are the functions that must get as much memory as a length says, and access less.
var endsEarly = regexp.MustCompile(`^(?:memcmp|bcmp|strncmp|strncasecmp|snprintf|vsnprintf)$`)

// lengthFits reports whether the length that a call gets surely fits the variables that it gets.
func (s *search) lengthFits(in *ir.Instr) bool {
	sig, known := signatures[s.calleeName(in)]
	if in.Op != ir.Call || !known || len(in.Call.Args) < len(sig.formals) {
		return false
	}
	n, _, _ := sig.param("n")
	length := s.unsigned(in.Call.Args[n].Val)
	for i, f := range sig.formals {
		if f.use == plain || f.name == "format" {
			continue
		}
		if room := s.room(in.Call.Args[i].Val); length == nil || length.Cmp(room) > 0 {
			return false
		}
	}
	return true
}

// callsBack reports whether a library function gets a function that it may call.
func (s *search) callsBack(in *ir.Instr) bool {
	if in.Op != ir.Call {
		return false
	}
	if in.Call.Callee >= 0 && callers.MatchString(s.calleeName(in)) {
		return true
	}
	return slices.ContainsFunc(in.Call.Args, func(a ir.CallArg) bool {
		o := s.strip(a.Val)
		return o.IsConst() && s.p.Consts[o.ConstIndex()].Kind == ir.CFunc
	})
}

// callers are functions of the library that call a function which they are given.
var callers = regexp.MustCompile(`^(?:bsearch|qsort|qsort_r|lfind|lsearch|tsearch|tfind|tdelete|twalk|twalk_r|tdestroy|n?ftw|scandir|glob|call_once)$`)

// hasParameter reports whether the function called has a parameter of that name; "" for
// any.
func (s *search) hasParameter(in *ir.Instr, name string) bool {
	return slices.ContainsFunc(s.p.Funcs[in.Call.Callee].Params, func(p ir.Param) bool { return name == "" || p.Name == name })
}

// names reports whether a message means a function: it names that one, or none that
// the program has.
func (s *search) names(in *ir.Instr, name string) bool {
	other := false
	for _, word := range s.claim.named {
		word = strings.TrimPrefix(word, "__builtin_")
		if sameFunction(word, name) || lowered[name] == word || lowered[word] == name && s.wordAt(in) != name {
			return true
		}
		if signatures[word].formals != nil || s.isFunction(word) {
			other = true
		}
	}
	return !other
}

// isFunction reports whether the program has a function of that name.
func (s *search) isFunction(name string) bool {
	for _, f := range s.p.Funcs {
		if sameFunction(name, f.Name) {
			return true
		}
	}
	return false
}

// prints tells that a library function takes a format and arguments for it: an alarm
// about null there means the string that %s would print as well.
func prints(name string) bool {
	switch name {
	case "err", "errx", "verr", "verrx", "warn", "warnx", "vwarn", "vwarnx", "error", "syslog", "vsyslog":
		return true
	}
	return strings.Contains(name, "printf")
}

// passedOn is the library function that the alarm names, where a call through a
// pointer may go to it.
func (s *search) passedOn(in *ir.Instr) string {
	if in.Op != ir.Call || in.Call.Callee >= 0 || s.claim.callee == "" {
		return ""
	}
	for _, f := range s.p.Funcs {
		if f.AddressTaken && f.Model && sameFunction(s.claim.callee, f.Name) && s.compatible(f, in.Call) {
			return f.Name
		}
	}
	return ""
}

// release finds calls that free memory, wrappers of the program included: the
// error then lies in the free inside, which the wrapper's own line has.
func (s *search) release(in *ir.Instr) {
	switch s.calleeName(in) {
	case "free", "cfree", "realloc", "reallocarray", "fclose", "pclose", "closedir":
		m := maybe
		if s.claim.subject != nil && len(in.Call.Args) > 0 {
			m = s.value(s.claim.subject, in.Call.Args[0].Val)
		}
		s.add(s.rule.Classes, op.AnySide, anyArg, m)
	}
}

// failures are the functions that a failing assertion or an error location
// calls. Calling one is the failure, whether or not it has a model.
var failures = map[string]bool{
	"__assert_fail": true, "__assert": true, "__assert_perror_fail": true, "__assert_rtn": true,
	"abort": true, "reach_error": true, "__VERIFIER_error": true, "__builtin_trap": true,
}

// assertion finds the calls that a failing assertion makes, and those of Frama-C's own
// function, which fail where its first argument is 0.
func (s *search) assertion(in *ir.Instr) {
	name := s.calleeName(in)
	switch {
	case name == "__FC_assert":
		s.add(s.rule.Classes, op.AnySide, anyArg, s.asserted(in, 3))
	case s.rule.Tool == sarif.FramaC && strings.HasPrefix(name, "__assert"):
		s.add(s.rule.Classes|op.SetOf(op.Reach), op.AnySide, anyArg, s.asserted(in, 0))
	case s.rule.Tool != sarif.FramaC && (in.Op == ir.Trap || failures[name]):
		s.add(s.rule.Classes|op.SetOf(op.Reach), op.AnySide, anyArg, maybe)
	}
}

// asserted compares the text of an assertion, argument arg of the call, with the
// predicate of an alarm, which Frama-C writes as `text ≢ 0`.
func (s *search) asserted(in *ir.Instr, arg int) match {
	if len(s.claim.exprs) == 0 || arg >= len(in.Call.Args) {
		return maybe
	}
	p := s.claim.exprs[0]
	if ch, ok := p.(*acsl.Chain); ok && len(ch.Xs) == 2 && ch.Ops[0] == "!=" && number(ch.Xs[1]) != nil && number(ch.Xs[1]).Sign() == 0 {
		p = ch.Xs[0]
	}
	ann, err := acsl.Parse(s.text(in.Call.Args[arg].Val))
	if err != nil || bare(ann.Pred) != bare(p) {
		return maybe
	}
	return yes
}

// bare is the text of an expression without its casts.
func bare(e acsl.Expr) string {
	switch e := acsl.StripCasts(e).(type) {
	case *acsl.Unary:
		return e.Op + "(" + bare(e.X) + ")"
	case *acsl.Binary:
		return "(" + bare(e.X) + " " + e.Op + " " + bare(e.Y) + ")"
	case *acsl.Chain:
		text := bare(e.Xs[0])
		for i, op := range e.Ops {
			text += " " + op + " " + bare(e.Xs[i+1])
		}
		return text
	case *acsl.Index:
		return bare(e.X) + "[" + bare(e.I) + "]"
	case *acsl.Ident:
		if e.Name == "NULL" || e.Name == `\null` {
			return "0"
		}
	case *acsl.Field:
		if e.Arrow {
			return bare(e.X) + "->" + e.Name
		}
		return bare(e.X) + "." + e.Name
	}
	return acsl.StripCasts(e).String()
}
