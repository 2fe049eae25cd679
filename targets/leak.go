package targets

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/sarif"
)

// mapExit maps leaks, which are judged where the program ends: by a return of the entry
// function, or by what ends it in the library. Only the memory counts that the alarm is
// about, as far as it can be told.
func (m *Mapper) mapExit(a Alarm, mp Mapping) Mapping {
	ends := m.ends()
	if _, there := m.p.FuncByName[m.opt.Entry]; there && len(ends) == 0 {
		mp.Unmapped = &Unmapped{NoCode, m.opt.Entry + "() never returns, and nothing calls exit: leaks are judged where the program ends in one of these ways",
			"review the alarm by hand"}
		return mp
	}
	if len(ends) == 0 {
		mp.Unmapped = &Unmapped{NoCode, "the program has no end, where memory that is lost is judged: no return of " + m.opt.Entry + " and no call of exit",
			"if it starts with another function, name it: --entry"}
		return mp
	}
	made, exact := m.allocations(a)
	if f := m.untracked(exact); f != "" {
		mp.Unmapped = &Unmapped{Unsupported, "the program calls " + f + "(), and what memory that makes or keeps is not followed", ""}
		return mp
	}
	var sites []engine.Site
	for _, end := range ends {
		site := engine.Site{Point: end, Classes: op.SetOf(op.Leak), Arg: anyArg}
		if !exact {
			sites = append(sites, site)
			continue
		}
		for _, pt := range made {
			site.OnlyMade, site.Made = true, pt
			sites = append(sites, site)
		}
	}
	mp.Candidates = len(sites)
	if !exact {
		mp.Settles = mp.Settles.and(Settles{OnlyUnreachable: true, Why: "which of the program's allocations the alarm is about is not told"})
	}
	if f := m.endless(); f != nil {
		mp.Settles = mp.Settles.and(Settles{OnlyReachable: true, Why: "runs stay in " + f.Name +
			"() for ever, and memory that they lose is not looked for: leaks are judged where the program ends"})
	}
	if f := m.callsBack(); f != "" {
		mp.Settles = mp.Settles.and(Settles{OnlyReachable: true, Why: "what is lost in functions that " + f + "() calls back is not looked for"})
	}
	if f := m.sharedAllocator(made); exact && f != nil {
		mp.Settles = mp.Settles.and(Settles{OnlyUnreachable: true, Why: "which call of " + f.Name + "() allocated what the alarm is about is not told"})
	}
	m.setTarget(a, &mp, sites, m.lostAt(a))
	return mp
}

// lostAt are the instructions at the place where an alarm says that memory is lost, which runs
// that lose it come to; nil where the alarm stands elsewhere, or nothing is executed there.
func (m *Mapper) lostAt(a Alarm) []ir.Point {
	if a.Tool == sarif.CodeQL || a.RuleID == "memleakOnRealloc" || RuleFor(a.Tool, a.RuleID, a.Message).Here {
		return nil
	}
	return m.onLine(a.File, a.Line)
}

// onLine are the instructions of a line, in every function that has code there.
func (m *Mapper) onLine(path string, line int) (at []ir.Point) {
	file := m.files.find(path)
	for _, f := range m.p.Funcs {
		if !m.lines.inside(f.ID, file.ids, line) {
			continue
		}
		for _, pt := range functionPoints(f) {
			if m.p.LocOf(pt).Line == int32(line) {
				at = append(at, pt)
			}
		}
	}
	return at
}

// sharedAllocator is a function that allocates some memory and is called from several
// places, nil if none is: what one of its callers loses is not another's.
func (m *Mapper) sharedAllocator(made []ir.Point) *ir.Func {
	for _, pt := range made {
		if f := m.p.FuncOf(pt); f.AddressTaken || len(m.callSites()[f.ID]) > 1 {
			return f
		}
	}
	return nil
}

// endless is a function of the program with a loop that nothing leaves, nil if there is none.
func (m *Mapper) endless() *ir.Func {
	for _, f := range m.p.Funcs {
		if !f.Model && f.Endless() {
			return f
		}
	}
	return nil
}

// ends lists the instructions at which the program ends.
func (m *Mapper) ends() []ir.Point {
	var ends []ir.Point
	for _, f := range m.p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				if m.endsAt(f, &b.Instrs[i]) {
					ends = append(ends, ir.Point{Block: b.ID, Instr: int32(i)})
				}
			}
		}
	}
	return ends
}

// endsAt tells that an instruction of a function may end the program: the user's, or that
// of a model which does it.
func (m *Mapper) endsAt(f *ir.Func, in *ir.Instr) bool {
	if in.Op == ir.Ret {
		return f.Name == m.opt.Entry && !f.Model || f == m.p.AtEnd()
	}
	if in.Op != ir.Call || in.Call.Callee < 0 {
		return false
	}
	to := m.p.Funcs[in.Call.Callee]
	if f.Model {
		return to.Name == "__assay_exit" || to.Name == "__assay_abort"
	}
	return len(to.Blocks) == 0 && (to.NoReturn || in.Call.NoReturn)
}

// hidden are functions of the library whose memory is no block here, or may be none; with
// true, they keep memory of the program's, which leak checkers call lost or not by what
// the library does with it at the end.
var hidden = map[string]bool{
	"regcomp": false, "open_memstream": false, "open_wmemstream": false, "getaddrinfo": false, "getifaddrs": false, "if_nameindex": false,
	"scandir": false, "scandirat": false, "glob": false, "wordexp": false, "newlocale": false, "duplocale": false, "iconv_open": false,
	"opendir": false, "fdopendir": false, "fts_open": false, "hcreate": false, "argz_create": false, "argz_add": false, "argz_append": false,
	"setvbuf": true, "setbuf": true, "setbuffer": true, "pthread_setspecific": true, "tsearch": true, "hsearch": true,
}

// untracked is a function of these that the program calls and that matters, "" if there
// is none: where exact, the memory in question is known to be a block.
func (m *Mapper) untracked(exact bool) string {
	for _, f := range m.p.Funcs {
		name := strings.TrimSuffix(f.Name, "64")
		if !exact && len(f.Blocks) == 0 && !allocators[name] && !strings.HasPrefix(f.Name, "llvm.") && m.p.Types[f.Ret].Kind == ir.Ptr && len(m.callSites()[f.ID]) > 0 {
			return name // unknown code may have allocated what it returns
		}
		if keeps, ok := hidden[name]; ok && (keeps || !exact) && (len(f.Blocks) == 0 || f.Model) && (f.AddressTaken || len(m.callSites()[f.ID]) > 0) {
			return name
		}
	}
	return ""
}

// callbacks are functions of the library that call functions of the program, at once or later.
var callbacks = map[string]bool{
	"bsearch": true, "call_once": true, "clone": true, "dl_iterate_phdr": true, "fopencookie": true, "fts_open": true, "ftw": true, "nftw": true,
	"glob": true, "lfind": true, "lsearch": true, "makecontext": true, "pthread_atfork": true, "pthread_create": true, "pthread_key_create": true,
	"pthread_once": true, "qsort": true, "qsort_r": true, "scandir": true, "sigaction": true, "signal": true, "tdelete": true, "tdestroy": true,
	"tfind": true, "thrd_create": true, "timer_create": true, "tsearch": true, "tss_create": true, "twalk": true, "twalk_r": true, "mq_notify": true,
}

// atTheEnd are those whose handlers searches follow as the program runs them.
var atTheEnd = map[string]bool{"atexit": true, "on_exit": true, "at_quick_exit": true, "__cxa_atexit": true}

// callsBack is a function of the library that calls functions of the program, for which the
// engine takes all that they may change, but not what they allocate and lose; "" if the
// program calls none.
func (m *Mapper) callsBack() string {
	for _, f := range m.p.Funcs {
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if f.Model || in.Op != ir.Call || in.Call.Callee < 0 {
					continue
				}
				to := m.p.Funcs[in.Call.Callee]
				name := strings.TrimSuffix(to.Source, "64")
				if library := to.Model || len(to.Blocks) == 0; library && !atTheEnd[name] && (callbacks[name] || m.passesCode(in)) {
					return to.Source
				}
			}
		}
	}
	return ""
}

// passesCode tells that a call passes the address of a function of the program.
func (m *Mapper) passesCode(in *ir.Instr) bool {
	return slices.ContainsFunc(in.Call.Args, func(a ir.CallArg) bool {
		if !a.Val.IsConst() {
			return false
		}
		c := &m.p.Consts[a.Val.ConstIndex()]
		return c.Kind == ir.CFunc && !m.p.Funcs[c.ID].Model && len(m.p.Funcs[c.ID].Blocks) > 0
	})
}

// findCalls lists the calls of each function in the program, by its name.
func (m *Mapper) findCalls() map[ir.FuncID][]ir.Point {
	calls := map[ir.FuncID][]ir.Point{}
	for _, b := range m.p.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; !m.p.Funcs[b.Func].Model && in.Op == ir.Call && in.Call.Callee >= 0 {
				calls[in.Call.Callee] = append(calls[in.Call.Callee], ir.Point{Block: b.ID, Instr: int32(i)})
			}
		}
	}
	return calls
}

// allocators are the functions of the library whose result is memory of its own.
var allocators = map[string]bool{
	"malloc": true, "calloc": true, "realloc": true, "reallocarray": true, "aligned_alloc": true, "memalign": true,
	"strdup": true, "strndup": true,
}

// allocatedAt is the line on which Infer says that memory was allocated.
var allocatedAt = regexp.MustCompile(`allocated (?:by .*)?on line (\d+)`)

// allocations finds the calls that allocate what an alarm is about: those at the places that
// the analyzer names, or else those whose result is all that is kept in the local variable
// that the message names. exact is false if they are not known: other calls may have
// allocated it.
func (m *Mapper) allocations(a Alarm) (made []ir.Point, exact bool) {
	if a.RuleID == "memleakOnRealloc" { // of the old block, which may be from anywhere
		return nil, false
	}
	if spots := m.allocationSpots(a); len(spots) > 0 {
		for _, at := range spots {
			made = append(made, m.allocatorsAt(at)...)
		}
		if len(made) > 0 {
			return made, true
		}
	}
	if made = m.keptOnly(a); len(made) > 0 {
		return made, true
	}
	return m.onlyAllocation()
}

// allocationSpots are the places at which the analyzer says that the memory was allocated.
func (m *Mapper) allocationSpots(a Alarm) []Spot {
	if n := allocatedAt.FindStringSubmatch(a.Message); n != nil {
		if k, err := strconv.Atoi(n[1]); err == nil {
			return []Spot{{a.File, k, 0}}
		}
	}
	if RuleFor(a.Tool, a.RuleID, a.Message).Here { // the alarm stands where that was
		return []Spot{{a.File, a.Line, a.Col}}
	}
	return a.Allocated
}

// allocatorsAt are the calls of allocators on a line: the one at the column, if there is one.
func (m *Mapper) allocatorsAt(at Spot) (made []ir.Point) {
	made = slices.DeleteFunc(m.onLine(at.File, at.Line), func(pt ir.Point) bool { return !m.allocates(pt) })
	there := func(pt ir.Point) bool { return at.Col == 0 || int(m.p.LocOf(pt).Col) != at.Col }
	if exact := slices.DeleteFunc(slices.Clone(made), there); len(exact) > 0 {
		return exact
	}
	return made
}

// allocates tells that an instruction calls an allocator of the library.
func (m *Mapper) allocates(pt ir.Point) bool {
	in := m.p.At(pt)
	return in.Op == ir.Call && in.Call.Callee >= 0 && allocators[m.p.Funcs[in.Call.Callee].Name]
}

// keptOnly are the calls of allocators whose results are stored in the local variable that
// an alarm's message names, nil if anything else may be stored there.
func (m *Mapper) keptOnly(a Alarm) (made []ir.Point) {
	file := m.files.find(a.File)
	c := claimOf(a, RuleFor(a.Tool, a.RuleID, a.Message))
	if c.subject == nil {
		return nil
	}
	for _, f := range m.p.Funcs {
		if !m.lines.inside(f.ID, file.ids, a.Line) {
			continue
		}
		match := m.matcher(f.ID)
		match.fuel = maxSteps
		results := map[ir.Reg]ir.Point{}
		for _, pt := range functionPoints(f) {
			if m.allocates(pt) {
				results[m.p.At(pt).Dst] = pt
			}
		}
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Op == ir.Alloca && match.addr(c.subject, ir.Operand(in.Dst)) != no && !match.private(in.Dst) {
					return nil
				}
				if in.Op != ir.Store || match.addr(c.subject, in.Args[1]) == no {
					continue
				}
				from, ok := results[ir.Reg(match.strip(in.Args[0]))]
				if !match.local(in.Args[1]) || !in.Args[0].IsConst() && !ok {
					return nil
				}
				if ok {
					made = append(made, from)
				}
			}
		}
	}
	return made
}

// local tells that an operand is the address of a whole local variable.
func (m *matcher) local(o ir.Operand) bool {
	d := m.def(m.strip(o))
	return d != nil && d.Op == ir.Alloca
}

// private tells that a local variable is only read and written, and that its address goes
// nowhere.
func (m *matcher) private(r ir.Reg) bool {
	for _, use := range m.uses[r] {
		switch use.Op {
		case ir.Load, ir.LifetimeStart, ir.LifetimeEnd:
		case ir.Store:
			if use.Args[0] == ir.Operand(r) {
				return false
			}
		case ir.Mov:
			if !m.private(use.Dst) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// onlyAllocation is the call that allocates all memory of the program, if there is one: then an
// alarm is about no other memory. Functions that are not known may allocate some.
func (m *Mapper) onlyAllocation() (made []ir.Point, exact bool) {
	for _, f := range m.p.Funcs {
		if f.Model {
			continue
		}
		for _, b := range f.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Op != ir.Call {
					continue
				}
				if in.Call.Callee < 0 {
					return nil, false
				}
				callee := m.p.Funcs[in.Call.Callee]
				switch _, known := signatureOf(callee.Name); {
				case strings.HasPrefix(callee.Name, "realloc"): // the block that it is given may be meant
					return nil, false
				case allocators[callee.Name]:
					made = append(made, ir.Point{Block: b.ID, Instr: int32(i)})
				case !known && !allocatesNothing[callee.Name] && (callee.Model || len(callee.Blocks) == 0):
					return nil, false
				}
			}
		}
	}
	return made, len(made) == 1
}

// allocatesNothing are functions of the library that allocate nothing, apart from those whose
// preconditions are understood.
var allocatesNothing = map[string]bool{
	"exit": true, "_exit": true, "_Exit": true, "abort": true, "__assert_fail": true, "reach_error": true,
	"__VERIFIER_nondet_int": true, "__VERIFIER_nondet_uint": true, "__VERIFIER_nondet_char": true, "putchar": true, "getchar": true,
}
