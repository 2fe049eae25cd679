package sat

import (
	"cmp"
	"slices"
)

// reduce removes clauses satisfied at level 0 and the worse half of the learnt
// clauses. Clauses of block distance 2 and reasons on the trail are kept.
func (s *Solver) reduce() {
	s.stats.Reductions++
	s.maxLearnts += learntStep
	slices.SortStableFunc(s.learnts, func(a, b clauseRef) int {
		if c := cmp.Compare(s.arena[b-2], s.arena[a-2]); c != 0 {
			return c
		}
		return cmp.Compare(s.activity(a), s.activity(b))
	})
	half := len(s.learnts) / 2
	s.learnts = s.retire(s.learnts, func(i int, c clauseRef) bool {
		return i < half && s.arena[c-2] > 2
	})
	if s.units > s.simplified {
		s.clauses = s.retire(s.clauses, func(int, clauseRef) bool { return false })
		s.simplified = s.units
	}
	s.dropDeadWatches()
	if s.wasted > len(s.arena)/4 {
		s.compact()
	}
}

// retire marks dead the clauses for which drop holds, or that are satisfied at
// level 0, unless they are reasons; it returns the others.
func (s *Solver) retire(refs []clauseRef, drop func(int, clauseRef) bool) []clauseRef {
	j := 0
	for i, c := range refs {
		if !s.locked(c) && (drop(i, c) || s.satisfiedForever(c)) {
			s.arena[c] |= flagDead
			s.wasted += s.clauseWords(c)
			continue
		}
		refs[j] = c
		j++
	}
	return refs[:j]
}

// locked reports whether c is the reason of a literal on the trail.
func (s *Solver) locked(c clauseRef) bool {
	l := Lit(s.clauseLits(c)[0])
	return s.val[l] == 1 && s.vars[l>>1].reason == c
}

func (s *Solver) satisfiedForever(c clauseRef) bool {
	for _, l := range s.clauseLits(c) {
		if s.val[l] == 1 && s.vars[l>>1].level == 0 {
			return true
		}
	}
	return false
}

func (s *Solver) dropDeadWatches() {
	for l := range Lit(len(s.watches.lists)) {
		kept := slices.DeleteFunc(s.watches.of(l), func(w watch) bool {
			return w.ref != binaryFlag && s.arena[w.ref]&flagDead != 0
		})
		s.watches.truncate(l, len(kept))
	}
}

// compact moves the live clauses to a new arena.
func (s *Solver) compact() {
	arena := make([]Lit, 1, len(s.arena)-s.wasted+len(s.arena)/8)
	move := func(refs []clauseRef) {
		for i, c := range refs {
			end := int(c) + 1 + s.clauseSize(c)
			start := end - s.clauseWords(c)
			refs[i] = clauseRef(len(arena) + int(c) - start)
			arena = append(arena, s.arena[start:end]...)
			s.arena[c+1] = Lit(refs[i]) // forward pointer
		}
	}
	move(s.clauses)
	move(s.learnts)
	for _, l := range s.trail {
		if r := &s.vars[l>>1].reason; *r != 0 && *r&binaryFlag == 0 {
			*r = clauseRef(s.arena[*r+1])
		}
	}
	for l := range Lit(len(s.watches.lists)) {
		ws := s.watches.of(l)
		for k := range ws {
			if ws[k].ref != binaryFlag {
				ws[k].ref = clauseRef(s.arena[ws[k].ref+1])
			}
		}
	}
	s.arena = arena
	s.wasted = 0
}
