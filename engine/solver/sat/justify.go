package sat

// Gate is the function by which a variable is defined.
type Gate uint8

// The gates.
const (
	And      Gate = iota // all arguments
	Xor                  // an odd number of arguments
	Mux                  // the first argument ? the second : the third
	Majority             // at least two of three arguments
)

// definition says that a literal is the output of a gate.
type definition struct {
	gate Gate
	out  Lit
	from uint32 // where its arguments begin in justification.args
	n    uint32
	next int32 // another definition of the same variable, or -1
}

// justification answers Sat as soon as every value that is assigned follows from the
// assignment whatever the rest is: the J-frontier of test generation for circuits is empty
// (Abramovici, Breuer and Friedman, "Digital Systems Testing and Testable Design", 1990,
// section 6.2; Wu et al., "QuteSAT", DATE 2007). A model then leaves open what does not
// matter, and a query costs what its answer takes, not what its cone has.
type justification struct {
	definitions []definition
	args        []Lit
	first       []int32 // by variable: its definition, or -1
	complete    []Var   // variables that need a value where they are switched on
	on          bool
	at          progress
	saved       []progress // by level, from before it was opened
}

// progress is how far the trail, and the variables that need a value, have been looked at.
type progress struct{ trail, complete int }

// Justify makes models partial: Sat is answered once every literal of the trail that is
// switched on is an input, or follows from literals of the trail by its definitions
// (Define), and the variables given to Complete have values. Any assignment of the inputs
// that agrees with the trail is then a model. That holds where each clause is a definition,
// follows from these, or is about variables given to Complete. It is called before variables
// are made.
func (s *Solver) Justify() { s.just.on = true }

// Define tells that a literal is the output of a gate with these arguments, of which the
// clauses are added besides.
func (s *Solver) Define(out Lit, gate Gate, args ...Lit) {
	j := &s.just
	if !j.on {
		return
	}
	for len(j.first) < len(s.vars) {
		j.first = append(j.first, -1)
	}
	v := out.Var()
	j.definitions = append(j.definitions, definition{gate, out, uint32(len(j.args)), uint32(len(args)), j.first[v]})
	j.args = append(j.args, args...)
	j.first[v] = int32(len(j.definitions) - 1)
}

// Complete tells variables that need a value in every model, where they are switched on.
func (s *Solver) Complete(vars ...Var) {
	if s.just.on {
		s.just.complete = append(s.just.complete, vars...)
	}
}

// Assigned reports whether the variable of a literal has a value on the trail.
func (s *Solver) Assigned(l Lit) bool { return s.val[l] != 0 }

// Phase is a value for the variable of a literal that has none.
func (s *Solver) Phase(l Lit) bool { return s.phase[l>>1] == (l&1 == 0) }

// restart forgets what was looked at: definitions, or what is switched on, may have changed.
func (j *justification) restart() {
	j.at = progress{}
	clear(j.saved)
}

// open is a literal that helps to justify the first one on the trail that is not yet, 0 if
// there is none.
func (s *Solver) open() Lit {
	j := &s.just
	for ; j.at.trail < len(s.trail); j.at.trail++ {
		v := s.trail[j.at.trail].Var()
		if int(v) >= len(j.first) || !s.decision[v] {
			continue
		}
		for d := j.first[v]; d >= 0; d = j.definitions[d].next {
			if l := s.unjustified(&j.definitions[d]); l != 0 {
				return l
			}
		}
	}
	for ; j.at.complete < len(j.complete); j.at.complete++ {
		v := j.complete[j.at.complete]
		if l := s.preferred(v); s.decision[v] && s.val[l] == 0 {
			return l
		}
	}
	return 0
}

// unjustified is a literal that helps to justify the output of a gate, which has a value; 0
// where that follows from its arguments.
func (s *Solver) unjustified(d *definition) Lit {
	args := s.just.args[d.from : d.from+d.n]
	one := s.val[d.out] == 1
	switch d.gate {
	case And:
		if one {
			return 0 // by propagation
		}
		return s.falsify(args)
	case Mux:
		x := args[0]
		if s.val[x] != 0 || s.val[args[1]] != 0 && s.val[args[1]] == s.val[args[2]] {
			return 0 // by propagation
		}
		return s.preferred(x.Var())
	case Majority:
		agree, free := 0, Lit(0)
		for _, a := range args {
			switch {
			case s.val[a] == 0:
				free = a
			case (s.val[a] == 1) == one:
				agree++
			}
		}
		if agree >= 2 {
			return 0
		}
		if !one {
			free ^= 1
		}
		return free
	}
	for _, a := range args {
		if s.val[a] == 0 {
			return s.preferred(a.Var())
		}
	}
	return 0
}

// falsify is the complement of an argument that has no value, 0 where one is false: the
// one whose phase is false, and of these the one that has met most conflicts.
func (s *Solver) falsify(args []Lit) Lit {
	best, likes, act := Lit(0), false, -1.0
	for _, a := range args {
		switch s.val[a] {
		case -1:
			return 0
		case 0:
			v := a >> 1
			like := s.phase[v] == (a&1 == 1)
			if x := s.order.act[v]; like && !likes || like == likes && x > act {
				best, likes, act = a^1, like, x
			}
		}
	}
	return best
}

// preferred is the literal of a variable that its phase makes true.
func (s *Solver) preferred(v Var) Lit { return MkLit(v, !s.phase[v]) }
