package sat

// Var is a propositional variable; the first one is 1, and 0 is no variable.
type Var uint32

// Lit is a literal: variable<<1, with the low bit set for the negation.
type Lit uint32

// MkLit returns the literal of v, negated when neg holds.
func MkLit(v Var, neg bool) Lit {
	l := Lit(v) << 1
	if neg {
		l |= 1
	}
	return l
}

// Not returns the complement of l.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable of l.
func (l Lit) Var() Var { return Var(l >> 1) }

// Neg reports whether l is a negated variable.
func (l Lit) Neg() bool { return l&1 == 1 }

// Status is the answer to a query.
type Status uint8

// The answers of Solve.
const (
	Unknown Status = iota // a limit was reached; Solver.Cause tells which
	Sat
	Unsat
)

// String returns the answer in SMT-LIB spelling.
func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// Cause tells why a query was given up.
type Cause uint8

// The reasons for an Unknown answer.
const (
	NoCause          Cause = iota
	ConflictLimit          // Limits.Conflicts was reached
	PropagationLimit       // Limits.Propagations was reached
	Stopped                // Limits.Stop returned true
)

// Limits bounds one call of Solve. The zero value means no limit.
type Limits struct {
	Conflicts    int64       // conflicts of this call; 0 = no limit
	Propagations int64       // literals propagated by this call; 0 = no limit
	Stop         func() bool // polled at least every few thousand propagations; nil = never stop
}

// Stats counts the work of a solver since it was made.
type Stats struct {
	Solves       int64
	Conflicts    int64
	Propagations int64
	Decisions    int64
	Restarts     int64
	Reductions   int64 // reductions of the learnt clause data base
	Learnt       int   // learnt clauses of three and more literals kept now
}
