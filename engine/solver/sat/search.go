package sat

import "math/rand/v2"

// Retain backtracks to the longest sequence of assumption levels that agrees
// with the given assumptions. Callers invoke it before they add the definitions
// of a query, so that the clauses are added on the trail that Solve will reuse.
func (s *Solver) Retain(assumptions []Lit) {
	k := 0
	for k < len(assumptions) && k < len(s.assumptions) && k < len(s.lim) && assumptions[k] == s.assumptions[k] {
		k++
	}
	s.cancel(k)
	s.assumptions = s.assumptions[:min(k, len(s.assumptions))]
}

// Solve decides whether the clauses and the assumptions have a common model, as
// far as the variables switched on by SetDecision and those reached by
// propagation are concerned. See Value, Failed and Cause for what it leaves.
func (s *Solver) Solve(assumptions []Lit, lim Limits) Status {
	answer := s.solve(assumptions, lim)
	if s.trace != nil {
		s.trace.Solve(assumptions, answer)
	}
	return answer
}

func (s *Solver) solve(assumptions []Lit, lim Limits) Status {
	s.stats.Solves++
	s.cause = NoCause
	s.core = s.core[:0]
	s.Retain(assumptions)
	if s.just.on {
		s.just.restart()
	}
	if s.diverse {
		s.scramble(uint64(s.stats.Solves))
	}
	s.assumptions = append(s.assumptions[:0], assumptions...)
	s.reserveLevels()
	b := budget{Limits: lim, conflicts0: s.stats.Conflicts, propagations0: s.stats.Propagations}
	s.stop, s.stopped = lim.Stop, false
	if s.poll() {
		s.cause = Stopped
		return Unknown
	}
	for round := 0; s.ok; round++ {
		s.wishing = round == 0
		st, restart := s.search(luby(round)*restartBase, &b)
		if !restart {
			return st
		}
		s.stats.Restarts++
	}
	return Unsat
}

// Wish sets literals that the following calls of Solve decide first, in this
// order, so that models satisfy many of them. They are followed up to the first
// restart.
func (s *Solver) Wish(lits []Lit) { s.wishes, s.granted = append(s.wishes[:0], lits...), 0 }

// Diversify makes each model differ from the last one in what is free: phases
// are not saved from call to call but pseudo-random, the same in each run. The
// answers stay what they are.
func (s *Solver) Diversify() { s.diverse = true }

func (s *Solver) scramble(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	var bits uint64
	for v := 0; v < len(s.phase); v += 8 {
		if v%64 == 0 {
			bits = r.Uint64()
		}
		copy(s.phase[v:], eightPhases[byte(bits)][:])
		bits >>= 8
	}
}

// eightPhases are the bits of a byte, lowest first.
var eightPhases = func() (t [256][8]bool) {
	for b := range t {
		for i := range t[b] {
			t[b][i] = b>>i&1 == 1
		}
	}
	return t
}()

// reserveLevels makes room for one level per assumption and per variable.
func (s *Solver) reserveLevels() {
	for len(s.levelStamp) <= len(s.vars)+len(s.assumptions) {
		s.levelStamp = append(s.levelStamp, 0)
	}
}

// budget is what one call of Solve may spend.
type budget struct {
	Limits
	conflicts0, propagations0 int64
}

// exceeded returns why the call must be given up, or NoCause. Long runs of
// decisions without propagation cannot happen, so propagate polls for both.
func (b *budget) exceeded(s *Solver) Cause {
	st := &s.stats
	switch {
	case s.stopped:
		return Stopped
	case b.Conflicts > 0 && st.Conflicts-b.conflicts0 >= b.Conflicts:
		return ConflictLimit
	case b.Propagations > 0 && st.Propagations-b.propagations0 >= b.Propagations:
		return PropagationLimit
	}
	return NoCause
}

// search runs until an answer, a limit, or, after the given number of conflicts,
// a restart.
func (s *Solver) search(conflicts int, b *budget) (st Status, restart bool) {
	for {
		if !s.propagate() {
			s.stats.Conflicts++
			conflicts--
			if !s.resolveConflict() {
				s.ok = false
				return Unsat, false
			}
			continue
		}
		if s.cause = b.exceeded(s); s.cause != NoCause {
			s.cancel(len(s.assumptions))
			return Unknown, false
		}
		if conflicts <= 0 {
			s.cancel(len(s.assumptions))
			return Unknown, true
		}
		if len(s.learnts) > s.maxLearnts+len(s.trail) {
			s.reduce()
		}
		next, st := s.pickDecision()
		if st != Unknown {
			return st, false
		}
		s.newLevel()
		s.enqueue(next, 0, len(s.lim))
	}
}

// resolveConflict learns from s.conflict and backtracks. It returns false when
// the clauses are contradictory without assumptions. Because clauses can be
// added below the current level, the conflict may live at a lower one.
func (s *Solver) resolveConflict() bool {
	top := int32(0)
	for _, l := range s.conflict {
		top = max(top, s.vars[l>>1].level)
	}
	if top == 0 {
		return false
	}
	s.cancel(int(top))
	level := s.analyze()
	lbd := s.distance()
	s.cancel(level)
	if len(s.learnt) == 1 {
		s.units++
		s.enqueue(s.learnt[0], 0, 0)
	} else {
		ref := s.attachNew(s.learnt, true)
		if ref&binaryFlag == 0 {
			s.arena[ref-2] = lbd
			s.setActivity(ref, s.clauseInc)
		}
		s.enqueue(s.learnt[0], ref, level)
	}
	s.decayActivities()
	return true
}

// pickDecision returns the next assumption or decision, or the answer: Unsat if
// an assumption is false, Sat if nothing is left to decide. An assumption that
// is true already gets a level of its own, so levels and assumptions correspond.
func (s *Solver) pickDecision() (Lit, Status) {
	for len(s.lim) < len(s.assumptions) {
		p := s.assumptions[len(s.lim)]
		switch s.val[p] {
		case 0:
			return p, Unknown
		case -1:
			s.analyzeFinal(p)
			return 0, Unsat
		}
		s.newLevel()
	}
	for ; s.wishing && s.granted < len(s.wishes); s.granted++ {
		if p := s.wishes[s.granted]; s.val[p] == 0 {
			s.stats.Decisions++
			return p, Unknown
		}
	}
	if s.just.on {
		switch l := s.open(); {
		case l == 0:
			return 0, Sat
		case s.wishing: // before the first restart
			s.stats.Decisions++
			return l, Unknown
		}
	}
	for !s.order.empty() {
		v := s.order.pop()
		if s.val[Lit(v)<<1] == 0 && s.decision[v] {
			s.stats.Decisions++
			return s.preferred(v), Unknown
		}
	}
	return 0, Sat
}

// luby returns the i-th element, from 0, of the sequence 1 1 2 1 1 2 4 … (Luby,
// Sinclair and Zuckerman 1993).
func luby(i int) int {
	size, exp := 1, 0
	for size < i+1 {
		exp++
		size = 2*size + 1
	}
	for size-1 != i {
		size = (size - 1) / 2
		exp--
		i %= size
	}
	return 1 << exp
}
