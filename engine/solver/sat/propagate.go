package sat

// propagate derives the unit consequences of the trail. It returns false when a
// clause became false; its literals are then in s.conflict. On a trail of
// hundreds of thousands of literals it may be stopped half-way, with s.stopped
// set; the rest of the trail is then propagated by the next call.
func (s *Solver) propagate() bool {
	for s.qhead < len(s.trail) {
		if s.stats.Propagations >= s.nextPoll && s.poll() {
			return true
		}
		p := s.trail[s.qhead]
		s.qhead++
		s.stats.Propagations++
		if !s.wake(p) {
			s.qhead = len(s.trail)
			return false
		}
	}
	return true
}

// poll asks the caller whether to stop and reports it.
func (s *Solver) poll() bool {
	s.nextPoll = s.stats.Propagations + pollInterval
	if s.stop != nil && s.stop() {
		s.stopped = true
	}
	return s.stopped
}

// wake visits the clauses watching the complement of p, which just became true.
func (s *Solver) wake(p Lit) bool {
	val, arena := s.val, s.arena
	ws := s.watches.of(p)
	np := p ^ 1
	level := len(s.lim)
	j := 0
next:
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		bv := val[w.blocker]
		if bv == 1 {
			ws[j] = w
			j++
			continue
		}
		if w.ref == binaryFlag {
			ws[j] = w
			j++
			if bv == -1 {
				s.conflict = append(s.conflict[:0], w.blocker, np)
				return s.unwind(p, ws, i+1, j)
			}
			s.enqueue(w.blocker, binaryFlag|clauseRef(np), level)
			continue
		}
		ls := arena[w.ref+1:]
		ls = ls[:arena[w.ref]>>flagBits]
		if ls[0] == np {
			ls[0], ls[1] = ls[1], np
		}
		first := ls[0]
		fv := val[first]
		if fv == 1 {
			ws[j] = watch{w.ref, first}
			j++
			continue
		}
		for k := 2; k < len(ls); k++ {
			if l := ls[k]; val[l] != -1 { // watched from now on
				ls[1], ls[k] = l, np
				s.watches.add(l^1, watch{w.ref, first})
				continue next
			}
		}
		ws[j] = watch{w.ref, first}
		j++
		if fv == -1 {
			s.takeConflict(w.ref)
			return s.unwind(p, ws, i+1, j)
		}
		s.enqueue(first, w.ref, level)
	}
	s.watches.truncate(p, j)
	return true
}

// unwind closes the gap in the watch list of p after a conflict at entry i-1.
func (s *Solver) unwind(p Lit, ws []watch, i, j int) bool {
	j += copy(ws[j:], ws[i:])
	s.watches.truncate(p, j)
	return false
}

// takeConflict copies the literals of the false clause c to s.conflict.
func (s *Solver) takeConflict(c clauseRef) {
	s.bumpClause(c)
	s.conflict = append(s.conflict[:0], s.clauseLits(c)...)
}
