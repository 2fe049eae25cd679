package sat

import (
	"math"
	"slices"
)

// clauseRef is the index of a clause header in Solver.arena, or, with binaryFlag
// set, a binary clause: the remaining bits are then its other literal. Zero is
// no clause.
type clauseRef uint32

const (
	binaryFlag clauseRef = 1 << 31

	// A clause in the arena is a header word, its size shifted left by flagBits
	// plus flags, followed by its literals. Learnt clauses have learntWords words
	// before the header: the literal block distance and the activity (float32
	// bits). Most clauses are short definitions of gates that propagation visits
	// in no order: the fewer words, the fewer misses of the cache.
	learntWords = 2
	flagBits    = 2
	flagLearnt  = 1
	flagDead    = 2

	activityCeiling = 1e100
	// varDecay forgets more slowly than the usual 0.95, as fits queries that
	// resemble each other. Measured in conflicts: a tenth fewer over the streams
	// of bench/solver, and a sixth fewer on w3 and w4 in two other orders; 0.97
	// gives about as much on the streams, 0.99 nothing.
	varDecay = 0.985

	clauseDecay   = 0.999
	clauseCeiling = 1e20

	// restartBase is the unit, in conflicts, of the Luby restart sequence.
	restartBase = 64
	// The learnt data base is halved when it exceeds learntBase clauses plus
	// learntStep per earlier reduction plus the length of the trail.
	learntBase = 8000
	learntStep = 20
	// pollInterval is the number of propagations between two polls of
	// Limits.Stop: well under a millisecond of work.
	pollInterval = 4096
)

// varState is the trail information of an assigned variable.
type varState struct {
	level  int32
	reason clauseRef // clause that implied it, its literal first; 0 for decisions
}

// Solver is one persistent CDCL instance. The zero value is not usable; see New.
type Solver struct {
	arena    []Lit // clauses; the header words are numbers, not literals
	wasted   int   // words of dead clauses in arena
	clauses  []clauseRef
	learnts  []clauseRef
	watches  watchLists // by the literal whose becoming true must wake the clause
	val      []int8     // indexed by literal: 1 true, -1 false, 0 unassigned
	vars     []varState
	phase    []bool // last value of each variable
	diverse  bool   // phases are new after each model
	decision []bool // variable may be decided
	order    varHeap

	just justification // of what is on the trail, for partial models

	trail []Lit
	lim   []int // trail length at the start of each decision level
	qhead int
	late  int // literals on the trail below the level of their segment

	assumptions []Lit
	wishes      []Lit // decided first while wishing
	wishing     bool
	granted     int // wishes at the front that have a value
	core        []Lit
	cause       Cause
	ok          bool // no contradiction at level 0
	stop        func() bool
	stopped     bool  // stop returned true
	nextPoll    int64 // number of propagations at which stop is asked again
	units       int   // clauses of one literal added or learnt
	simplified  int   // units when clauses satisfied at level 0 were last removed

	varInc     float64
	clauseInc  float32
	maxLearnts int

	seen       []uint8
	learnt     []Lit
	toClear    []Var
	visits     []visit
	conflict   []Lit
	levelStamp []uint32
	stamp      uint32
	binary     [2]Lit
	scratch    []Lit

	stats Stats
	trace Trace // nil = none
}

// New returns an empty solver.
func New() *Solver {
	s := &Solver{ok: true, varInc: 1, clauseInc: 1, maxLearnts: learntBase}
	s.arena = make([]Lit, 1) // index 0 is no clause
	s.NewVar()               // variable 0 is no variable
	return s
}

// NewVar adds a variable, switched off for decisions.
func (s *Solver) NewVar() Var {
	v := Var(len(s.vars))
	s.vars = append(s.vars, varState{})
	s.phase = append(s.phase, false)
	s.decision = append(s.decision, false)
	s.seen = append(s.seen, 0)
	s.levelStamp = append(s.levelStamp, 0)
	s.val = append(s.val, 0, 0)
	s.watches.addVar()
	s.order.addVar()
	return v
}

// NumVars returns the number of variables made by NewVar.
func (s *Solver) NumVars() int { return len(s.vars) - 1 }

// SetDecision switches variables on or off for decisions. Sat is answered only
// once every variable that is switched on has a value.
func (s *Solver) SetDecision(vars []Var, on bool) {
	if s.trace != nil {
		s.trace.Decide(vars, on)
	}
	for _, v := range vars {
		s.decision[v] = on
		if on && s.val[Lit(v)<<1] == 0 {
			s.order.insert(v)
		}
	}
}

// Value reports whether l is true on the trail. After Solve answered Sat, and
// before the next call that changes the solver, this is the model; it is total
// on the variables switched on for decisions, unless models are partial (Justify).
func (s *Solver) Value(l Lit) bool { return s.val[l] == 1 }

// Failed returns, after Unsat, a subset of the assumptions that cannot hold
// together; it is empty if the clauses alone are contradictory. The slice is
// valid until the next call of Solve.
func (s *Solver) Failed() []Lit { return s.core }

// Cause tells why the last Solve answered Unknown.
func (s *Solver) Cause() Cause { return s.cause }

// Stats returns the counters of the solver.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Learnt = len(s.learnts)
	return st
}

// level returns the current decision level.
func (s *Solver) level() int { return len(s.lim) }

func (s *Solver) enqueue(l Lit, reason clauseRef, level int) {
	s.val[l] = 1
	s.val[l^1] = -1
	s.vars[l>>1] = varState{int32(level), reason}
	s.trail = append(s.trail, l)
	if level < len(s.lim) {
		s.late++
	}
}

func (s *Solver) newLevel() {
	s.lim = append(s.lim, len(s.trail))
	if s.just.on {
		s.just.saved = append(s.just.saved, s.just.at)
	}
}

// cancel backtracks to the given level. Literals of a higher segment that belong
// to a kept level stay assigned; they are propagated again, because what they
// implied may have been undone.
func (s *Solver) cancel(level int) {
	if len(s.lim) <= level {
		return
	}
	start := s.lim[level]
	end := start
	if s.late == 0 {
		for _, l := range s.trail[start:] {
			s.unassign(l)
		}
	} else {
		end = s.cancelLate(level, start)
	}
	s.trail = s.trail[:end]
	s.lim = s.lim[:level]
	if s.just.on {
		s.just.at, s.just.saved = s.just.saved[level], s.just.saved[:level]
	}
	s.qhead = min(s.qhead, start)
	s.granted = 0
}

// cancelLate is cancel for a trail that is out of order. It returns the length of
// the trail that is left.
func (s *Solver) cancelLate(level, start int) int {
	kept := start
	segment := level + 1
	for i := start; i < len(s.trail); i++ {
		for segment < len(s.lim) && s.lim[segment] <= i {
			segment++
		}
		l := s.trail[i]
		at := int(s.vars[l>>1].level)
		if at < segment {
			s.late--
		}
		if at > level {
			s.unassign(l)
			continue
		}
		if at < level {
			s.late++
		}
		s.trail[kept] = l
		kept++
	}
	return kept
}

func (s *Solver) unassign(l Lit) {
	s.val[l] = 0
	s.val[l^1] = 0
	v := Var(l >> 1)
	s.phase[v] = l&1 == 0
	if s.decision[v] {
		s.order.insert(v)
	}
}

// AddClause adds a clause. It may be called at any time outside Solve; it
// invalidates the model. The caller's slice is not kept. Literals of the trail
// are backtracked only as far as the clause contradicts them, so callers that
// add definitions between two queries should call Retain first.
func (s *Solver) AddClause(lits ...Lit) {
	if s.trace != nil {
		s.trace.Clause(lits)
	}
	if !s.ok {
		return
	}
	ls, satisfied := s.normalise(lits)
	if satisfied {
		return
	}
	switch len(ls) {
	case 0:
		s.ok = false
	case 1:
		s.addUnit(ls[0])
	default:
		s.addLong(ls)
	}
}

// normalise drops duplicate literals and literals false at level 0; it reports
// clauses that are tautologies or true at level 0.
func (s *Solver) normalise(lits []Lit) (ls []Lit, satisfied bool) {
	ls = s.scratch[:0]
	defer func() { s.scratch = ls }()
	for _, l := range lits {
		if s.val[l] != 0 && s.vars[l>>1].level == 0 {
			if s.val[l] == 1 {
				return ls, true
			}
			continue
		}
		if slices.Contains(ls, l^1) {
			return ls, true
		}
		if !slices.Contains(ls, l) {
			ls = append(ls, l)
		}
	}
	return ls, false
}

// addUnit makes l true at level 0; l is not assigned at level 0 now.
func (s *Solver) addUnit(l Lit) {
	if s.val[l] != 0 {
		s.cancel(int(s.vars[l>>1].level) - 1)
	}
	s.units++
	s.enqueue(l, 0, 0)
}

// addLong attaches a clause of two or more literals, none of them assigned at
// level 0. The two literals that stay non-false longest on backtracking are
// watched, so a clause that becomes false later is always noticed.
func (s *Solver) addLong(ls []Lit) {
	for k := range 2 {
		best := k
		for j := k + 1; j < len(ls); j++ {
			if s.watchRank(ls[j]) > s.watchRank(ls[best]) {
				best = j
			}
		}
		ls[k], ls[best] = ls[best], ls[k]
	}
	if s.val[ls[0]] == -1 {
		s.cancel(int(s.vars[ls[0]>>1].level) - 1)
	}
	ref := s.attachNew(ls, false)
	if s.val[ls[0]] == 0 && s.val[ls[1]] == -1 {
		s.enqueue(ls[0], ref, int(s.vars[ls[1]>>1].level))
	}
}

// watchRank orders literals by suitability for watching: true, unassigned, then
// false ones by descending level.
func (s *Solver) watchRank(l Lit) int64 {
	switch s.val[l] {
	case 1:
		return math.MaxInt64
	case 0:
		return math.MaxInt64 - 1
	}
	return int64(s.vars[l>>1].level)
}

// attachNew stores and watches a clause of two or more literals and returns the
// reference under which it implies its first literal.
func (s *Solver) attachNew(ls []Lit, learnt bool) clauseRef {
	if len(ls) == 2 {
		s.watches.add(ls[0]^1, watch{binaryFlag, ls[1]})
		s.watches.add(ls[1]^1, watch{binaryFlag, ls[0]})
		return binaryFlag | clauseRef(ls[1])
	}
	head := Lit(len(ls)) << flagBits
	if learnt {
		head |= flagLearnt
		s.arena = append(s.arena, 0, 0)
	}
	ref := clauseRef(len(s.arena))
	if learnt {
		s.learnts = append(s.learnts, ref)
	} else {
		s.clauses = append(s.clauses, ref)
	}
	s.arena = append(s.arena, head)
	s.arena = append(s.arena, ls...)
	s.watches.add(ls[0]^1, watch{ref, ls[1]})
	s.watches.add(ls[1]^1, watch{ref, ls[0]})
	return ref
}

// clauseSize returns the number of literals of an arena clause.
func (s *Solver) clauseSize(c clauseRef) int { return int(s.arena[c] >> flagBits) }

// clauseWords returns the number of words that an arena clause takes.
func (s *Solver) clauseWords(c clauseRef) int {
	n := 1 + s.clauseSize(c)
	if s.arena[c]&flagLearnt != 0 {
		n += learntWords
	}
	return n
}

// clauseLits returns the literals of an arena clause, in place.
func (s *Solver) clauseLits(c clauseRef) []Lit {
	ls := s.arena[c+1:]
	return ls[:s.arena[c]>>flagBits]
}
