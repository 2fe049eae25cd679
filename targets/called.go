package targets

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/targets/acsl"
)

// followsCalls are the analyzers that may report at a call what happens in the function called.
var followsCalls = map[sarif.ToolKind]bool{
	sarif.Clang: true, sarif.Cppcheck: true, sarif.GCC: true, sarif.CodeQL: true, sarif.Infer: true,
}

// FollowsCalls reports whether an alarm of the rule may stand at the call of a function in which
// its error happens.
func (r Rule) FollowsCalls() bool { return followsCalls[r.Tool] && finders[r.Look] != nil && !r.Here }

// maxCalled bounds how many instructions of the functions called are judged for one alarm.
const maxCalled = 100

// called collects what an alarm may mean in the functions of the program that are called at its
// place, unless the alarm says which instruction there it means. What a message names is not
// looked for there: it has another name. Where one of these functions may be called from
// elsewhere, too, an error in it need not be the alarm's.
func (m *Mapper) called(q *question, own []candidate, points []ir.Point) []candidate {
	argument := q.rule.Look == LookRead && q.claim.arg >= 0 // the call itself reads it
	if !q.rule.FollowsCalls() || argument || m.pinned(q, own, points) {
		return nil
	}
	calls := m.userCalls(q, points)
	if q.claim.inCall {
		why := "the message is about what a called function does"
		for i := range own { // the line's own instructions are not what it says
			own[i].settles = own[i].settles.and(Settles{OnlyUnreachable: true, Why: why})
		}
		if len(calls) == 0 && !m.callsLibrary(q, points) {
			return []candidate{{match: yes, elsewhere: why}}
		}
	}
	var all []candidate
	for _, pt := range calls {
		all = append(all, m.calledAt(q, pt)...)
	}
	return all
}

// pinned reports whether an alarm's column is that of one of the candidates, whose value is no
// argument, and of no call: some analyzers name the place of what fails.
func (m *Mapper) pinned(q *question, own []candidate, points []ir.Point) bool {
	a := q.alarm
	if !namesOperator[a.Tool] || a.Col <= 0 || q.claim.inCall {
		return false
	}
	here := func(pt ir.Point) bool {
		loc := m.p.LocOf(pt)
		return int(loc.Line) == a.Line && int(loc.Col) == a.Col && countsBytes(m.lineText(loc), a.Col)
	}
	for _, pt := range points {
		if in := m.p.At(pt); here(pt) && in.Op == ir.Call && m.inProgram(in) {
			return false
		}
	}
	return slices.ContainsFunc(own, func(c candidate) bool {
		in := m.p.At(c.site.Point)
		if !here(c.site.Point) || a.Tool == sarif.Cppcheck && !isArithmetic(in.Op) {
			return false
		}
		return !slices.ContainsFunc(m.matcher(m.p.Blocks[c.site.Point.Block].Func).uses[in.Dst], m.inProgram)
	})
}

// inProgram reports whether an instruction calls a function of the program, or one that is not
// known.
func (m *Mapper) inProgram(in *ir.Instr) bool {
	if in.Op != ir.Call || in.Call.Callee < 0 {
		return in.Op == ir.Call
	}
	f := m.p.Funcs[in.Call.Callee]
	return len(f.Blocks) > 0 && !f.Model
}

// userCalls are the calls of the program's functions that a message may mean: of those that it
// names, if any is called.
func (m *Mapper) userCalls(q *question, points []ir.Point) []ir.Point {
	var all, named []ir.Point
	for _, pt := range points {
		in := m.p.At(pt)
		if !m.inProgram(in) {
			continue
		}
		all = append(all, pt)
		if in.Call.Callee >= 0 && slices.Contains(q.claim.callees, m.p.Funcs[in.Call.Callee].Source) {
			named = append(named, pt)
		}
	}
	if len(named) > 0 {
		return named
	}
	return all
}

// callsLibrary reports whether a function of the library that the message names is called, and
// is modelled.
func (m *Mapper) callsLibrary(q *question, points []ir.Point) bool {
	return slices.ContainsFunc(points, func(pt ir.Point) bool {
		in := m.p.At(pt)
		s := newSearch(m.matcher(m.p.Blocks[pt.Block].Func), q.rule, q.claim, pt)
		name := s.calleeName(in)
		return name != "" && (in.Op != ir.Call || m.p.Funcs[in.Call.Callee].Model) && slices.ContainsFunc(q.claim.callees, func(c string) bool { return sameFunction(c, name) })
	})
}

// takesSeveral reports whether a call hands over several pointers or structures.
func (m *Mapper) takesSeveral(in *ir.Instr) bool {
	n := 0
	for _, a := range in.Call.Args {
		if a.ByVal >= 0 || m.p.Types[a.Type].Kind == ir.Ptr {
			n++
		}
	}
	return n > 1
}

// calledAt collects what an alarm may mean in the functions that a call runs.
func (m *Mapper) calledAt(q *question, pt ir.Point) []candidate {
	in := m.p.At(pt)
	s := newSearch(m.matcher(m.p.Blocks[pt.Block].Func), q.rule, q.claim, pt)
	given := s.passed(in)
	open := func(why string, args ...any) []candidate {
		return []candidate{{match: given, elsewhere: fmt.Sprintf(why, args...)}}
	}
	inner, known := m.closure(pt)
	if !known {
		return open("what it says may happen in a function that is called there through a pointer")
	}
	settles := m.onlyFrom(pt, inner)
	if q.claim.subject != nil && m.takesSeveral(in) {
		settles = settles.and(Settles{OnlyUnreachable: true, Why: "through which argument of " + m.p.Funcs[in.Call.Callee].Source + "() it happens is not followed"})
	}
	name := m.p.Funcs[in.Call.Callee].Source
	claim := q.claim.inside(m.p)
	var all []candidate
	for _, f := range inner {
		for _, c := range m.search(q.rule, claim, functionPoints(m.p.Funcs[f])) {
			switch {
			case c.direct || c.match == no:
				continue
			case c.unseen != "" || c.unclear != "":
				return open("what it says may happen in %s(), which is called there", name)
			}
			c.match, c.settles, c.spare, c.alias = given, c.settles.and(settles), false, true
			all = append(all, c)
		}
		if m.foldedIn(q.rule, m.p.Funcs[f]) {
			return open("what it says may happen in %s(), where the compiler has computed an operation", m.p.Funcs[f].Source)
		}
	}
	if len(all) > maxCalled {
		return open("what it says may happen in %s(), which is called there", name)
	}
	return all
}

// inside is what is left of a claim in a function called, where names mean something else.
func (c claim) inside(p *ir.Program) claim {
	c.subject, c.exprs = nil, nil
	c.named = slices.DeleteFunc(slices.Clone(c.named), func(name string) bool {
		return slices.ContainsFunc(p.Funcs, func(f *ir.Func) bool { return !f.Model && len(f.Blocks) > 0 && f.Source == name })
	})
	return c
}

// foldedIn reports whether a function has operations of a rule's kind that the compiler has
// computed.
func (m *Mapper) foldedIn(rule Rule, f *ir.Func) bool {
	may := faults[rule.Look]
	if may == 0 {
		return false
	}
	at := m.lines.spans[f.ID]
	file := located{ids: []ir.FileID{at.file}, path: m.p.Files[at.file]}
	for _, o := range m.folded(file, int(at.from), int(at.to)) {
		if o.May&may != 0 {
			return true
		}
	}
	return m.undefined(functionPoints(f))
}

// passed reports whether a call is given what the message names, its address, or that of what
// holds it, or may reach it because it is not the caller's alone. What it is not given it may
// still reach under another name.
func (s *search) passed(in *ir.Instr) match {
	for e := s.claim.subject; e != nil; e = base(e) {
		for _, a := range in.Call.Args {
			if s.value(e, a.Val).or(s.addr(e, a.Val)) == yes {
				return yes
			}
		}
		if id, ok := e.(*acsl.Ident); ok && !s.keepsToItself(id.Name) {
			return yes
		}
	}
	return maybe
}

// base is the expression that a place is a part of, or is reached by; nil if there is none.
func base(e acsl.Expr) acsl.Expr {
	switch e := acsl.StripCasts(e).(type) {
	case *acsl.Field:
		return e.X
	case *acsl.Index:
		return e.X
	case *acsl.Unary:
		return e.X
	}
	return nil
}

// keepsToItself reports whether a variable is a local one whose address goes nowhere.
func (s *search) keepsToItself(name string) bool {
	local := false
	for r, slot := range s.slots {
		if slot == name {
			if local = true; s.escapes(r) {
				return false
			}
		}
	}
	return local
}

// escapes reports whether an address in a register goes anywhere but to accesses.
func (s *search) escapes(r ir.Reg) bool {
	return slices.ContainsFunc(s.uses[r], func(use *ir.Instr) bool {
		switch {
		case use.Op == ir.Load || frame(use.Op):
			return false
		case use.Op == ir.Store:
			return use.Args[0] == ir.Operand(r)
		case use.Op == ir.GEP || casts[use.Op]:
			return s.escapes(use.Dst)
		}
		return true
	})
}

// closure lists the program's functions that a call runs. It is not known where one of them
// calls through a pointer.
func (m *Mapper) closure(call ir.Point) (inner []ir.FuncID, known bool) {
	for todo := []ir.Point{call}; len(todo) > 0; todo = todo[1:] {
		in := m.p.At(todo[0])
		switch {
		case in.Op != ir.Call:
		case in.Call.Callee < 0:
			return nil, false
		default:
			f := m.p.Funcs[in.Call.Callee]
			if !f.Model && len(f.Blocks) > 0 && !slices.Contains(inner, f.ID) {
				inner = append(inner, f.ID)
				todo = append(todo, functionPoints(f)...)
			}
		}
	}
	return inner, true
}

// onlyFrom says which verdicts on functions that a call runs answer an alarm at that call: all
// if nothing else runs them.
func (m *Mapper) onlyFrom(call ir.Point, inner []ir.FuncID) Settles {
	shared := func(f ir.FuncID) Settles {
		return Settles{OnlyUnreachable: true, Why: m.p.Funcs[f].Source + "() may be called from other places, too, and which call fails is not told"}
	}
	for _, f := range inner {
		if fn := m.p.Funcs[f]; fn.AddressTaken || !fn.Internal {
			return shared(f)
		}
	}
	for _, caller := range m.p.Funcs {
		if slices.Contains(inner, caller.ID) {
			continue
		}
		for _, pt := range functionPoints(caller) {
			if in := m.p.At(pt); in.Op == ir.Call && pt != call && slices.Contains(inner, in.Call.Callee) {
				return shared(in.Call.Callee)
			}
		}
	}
	return Settles{}
}

// inCalled is what messages say of an error that happens in a function called: "accessed during
// the call to `f()`"; causeCall is what they say of where its cause happened.
var (
	inCalled  = regexp.MustCompile("(?i)\\b(?:in|by|during|inside|within)\\s+(?:the\\s+|a\\s+)?call to\\s+[`'‘]?([A-Za-z_]\\w*)")
	causeCall = regexp.MustCompile("(?i)\\b(?:invalidated|freed|released|deallocated|allocated|returned|assigned|set|originating)\\b\\s+(?:by|from)\\s+(?:the\\s+|a\\s+)?call to\\s+[`'‘]?\\w+[`'’]?(?:\\(\\))?[`'’]?(?:\\s+during\\s+(?:the\\s+|a\\s+)?call to\\s+[`'‘]?\\w+(?:\\(\\))?[`'’]?)?")
)

// readCalls looks for the functions in which an error happens by what a message says.
func (c *claim) readCalls(message string) {
	for _, m := range inCalled.FindAllStringSubmatch(causeCall.ReplaceAllString(message, " "), -1) {
		c.inCall = true
		c.callees = append(c.callees, m[1])
	}
}
