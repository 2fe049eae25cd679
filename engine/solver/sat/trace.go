package sat

// Trace sees the calls that change a solver or ask it, in order, so that they
// can be replayed against another one. Slices are valid during the call only.
type Trace interface {
	// NewInstance tells that the calls from here on go to an empty solver.
	NewInstance()
	// Clause is a call of AddClause.
	Clause(lits []Lit)
	// Decide is a call of SetDecision.
	Decide(vars []Var, on bool)
	// Solve is a call of Solve with its answer.
	Solve(assumptions []Lit, answer Status)
}

// SetTrace makes t see the calls from now on; nil ends that.
func (s *Solver) SetTrace(t Trace) { s.trace = t }

// Successor returns an empty solver that takes the place of s, which may be nil:
// it goes on with the trace.
func (s *Solver) Successor() *Solver {
	n := New()
	n.diverse = s != nil && s.diverse
	n.just.on = s != nil && s.just.on
	if s != nil && s.trace != nil {
		n.trace = s.trace
		n.trace.NewInstance()
	}
	return n
}
