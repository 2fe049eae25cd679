package sat

import "math"

// antecedents returns the false literals of the clause that implied a literal.
// The slice is valid until the next call.
func (s *Solver) antecedents(reason clauseRef) []Lit {
	if reason&binaryFlag != 0 {
		s.binary[0] = Lit(reason &^ binaryFlag)
		return s.binary[:1]
	}
	return s.clauseLits(reason)[1:]
}

// analyze learns a clause from s.conflict, whose highest level is the current
// one: the first unique implication point scheme, then recursive minimisation.
// The clause is left in s.learnt, asserting literal first and a literal of the
// backtrack level second; analyze returns that level.
func (s *Solver) analyze() int {
	level := int32(len(s.lim))
	s.learnt = append(s.learnt[:0], 0)
	s.toClear = s.toClear[:0]
	open := 0 // literals of the current level still to resolve
	mark := func(ls []Lit) {
		for _, q := range ls {
			v := Var(q >> 1)
			if s.seen[v] != 0 || s.vars[v].level == 0 {
				continue
			}
			s.seen[v] = 1
			s.toClear = append(s.toClear, v)
			s.bumpVar(v)
			if s.vars[v].level == level {
				open++
			} else {
				s.learnt = append(s.learnt, q)
			}
		}
	}
	mark(s.conflict)
	idx := len(s.trail) - 1
	for {
		for s.seen[s.trail[idx]>>1] == 0 || s.vars[s.trail[idx]>>1].level != level {
			idx--
		}
		p := s.trail[idx]
		idx--
		if open--; open == 0 {
			s.learnt[0] = p ^ 1
			break
		}
		reason := s.vars[p>>1].reason
		if reason&binaryFlag == 0 {
			s.bumpClause(reason)
		}
		mark(s.antecedents(reason))
	}
	s.minimise()
	for _, v := range s.toClear {
		s.seen[v] = 0
	}
	return s.placeBacktrackLiteral()
}

// minimise drops the literals of s.learnt implied by the others.
func (s *Solver) minimise() {
	var levels uint32 // Bloom filter of the levels in the clause
	for _, q := range s.learnt[1:] {
		levels |= 1 << (uint32(s.vars[q>>1].level) & 31)
	}
	j := 1
	for _, q := range s.learnt[1:] {
		if s.vars[q>>1].reason == 0 || !s.redundant(q, levels) {
			s.learnt[j] = q
			j++
		}
	}
	s.learnt = s.learnt[:j]
}

// Marks of variables in seen, while a clause is learnt.
const (
	unmarked = iota
	marked   // in the clause, or implied by it
	poison   // found not to be implied by it
)

// visit is a literal whose antecedents redundant looks at, and the next of them.
type visit struct {
	lit  Lit
	next int
}

// redundant reports whether q follows from the other literals of the learnt
// clause: every path backwards from it ends in one of them or at level 0. What
// it finds out on the way is marked, so that no literal is looked at twice per
// clause (Sörensson and Biere, "Minimizing Learned Clauses", SAT 2009).
func (s *Solver) redundant(q Lit, levels uint32) bool {
	s.visits = s.visits[:0]
	at := visit{lit: q}
	ls := s.antecedents(s.vars[q>>1].reason)
	for {
		if at.next == len(ls) {
			s.mark(Var(at.lit>>1), marked)
			if len(s.visits) == 0 {
				return true
			}
			at = s.visits[len(s.visits)-1]
			s.visits = s.visits[:len(s.visits)-1]
			ls = s.antecedents(s.vars[at.lit>>1].reason)
			continue
		}
		l := ls[at.next]
		at.next++
		v := &s.vars[l>>1]
		if v.level == 0 || s.seen[l>>1] == marked {
			continue
		}
		if v.reason == 0 || s.seen[l>>1] == poison || levels&(1<<(uint32(v.level)&31)) == 0 {
			s.mark(Var(at.lit>>1), poison)
			for _, up := range s.visits {
				s.mark(Var(up.lit>>1), poison)
			}
			return false
		}
		s.visits = append(s.visits, at)
		at = visit{lit: l}
		ls = s.antecedents(v.reason)
	}
}

// mark marks a variable unless it is marked already.
func (s *Solver) mark(v Var, m uint8) {
	if s.seen[v] == unmarked {
		s.seen[v] = m
		s.toClear = append(s.toClear, v)
	}
}

// placeBacktrackLiteral moves the literal of the second highest level to place 1
// and returns its level, 0 for a unit clause.
func (s *Solver) placeBacktrackLiteral() int {
	if len(s.learnt) == 1 {
		return 0
	}
	best := 1
	for i := 2; i < len(s.learnt); i++ {
		if s.vars[s.learnt[i]>>1].level > s.vars[s.learnt[best]>>1].level {
			best = i
		}
	}
	s.learnt[1], s.learnt[best] = s.learnt[best], s.learnt[1]
	return int(s.vars[s.learnt[1]>>1].level)
}

// distance returns the literal block distance of s.learnt: its number of
// distinct decision levels, as a header word.
func (s *Solver) distance() Lit {
	s.stamp++
	var n Lit
	for _, q := range s.learnt {
		if lv := s.vars[q>>1].level; s.levelStamp[lv] != s.stamp {
			s.levelStamp[lv] = s.stamp
			n++
		}
	}
	return n
}

// analyzeFinal collects in s.core the assumptions that imply the complement of
// the assumption p, and p itself. Every decision on the trail is an assumption.
func (s *Solver) analyzeFinal(p Lit) {
	s.core = append(s.core[:0], p)
	if s.vars[p>>1].level == 0 {
		return
	}
	s.seen[p>>1] = 1
	for i := len(s.trail) - 1; i >= s.lim[0]; i-- {
		l := s.trail[i]
		v := Var(l >> 1)
		if s.seen[v] == 0 {
			continue
		}
		s.seen[v] = 0
		if s.vars[v].reason == 0 {
			s.core = append(s.core, l)
			continue
		}
		for _, q := range s.antecedents(s.vars[v].reason) {
			if s.vars[q>>1].level > 0 {
				s.seen[q>>1] = 1
			}
		}
	}
}

func (s *Solver) bumpVar(v Var) {
	if s.order.raise(v, s.varInc) {
		s.order.rescale(1 / activityCeiling)
		s.varInc /= activityCeiling
	}
}

// bumpClause raises the activity of a learnt clause; others have none.
func (s *Solver) bumpClause(c clauseRef) {
	if s.arena[c]&flagLearnt == 0 {
		return
	}
	a := s.activity(c) + s.clauseInc
	s.setActivity(c, a)
	if a > clauseCeiling {
		for _, d := range s.learnts {
			s.setActivity(d, s.activity(d)/clauseCeiling)
		}
		s.clauseInc /= clauseCeiling
	}
}

func (s *Solver) activity(c clauseRef) float32 { return math.Float32frombits(uint32(s.arena[c-1])) }

func (s *Solver) setActivity(c clauseRef, a float32) { s.arena[c-1] = Lit(math.Float32bits(a)) }

func (s *Solver) decayActivities() {
	s.varInc /= varDecay
	s.clauseInc /= clauseDecay
}
