package budget

import "github.com/assay-dev/assay/engine/solver/backend"

// A Query is what one question to the solver may cost. It costs by its propagations; the
// conflicts are for those that propagate little.
type Query struct{ conflicts, propagations *Number }

// Limits are the limits for the solver.
func (q Query) Limits() backend.Limits {
	return backend.Limits{Conflicts: int64(q.conflicts.N), Propagations: int64(q.propagations.N)}
}

func query(name, meaning string, conflicts, propagations int) Query {
	return Query{number("query."+name+".conflicts", "conflicts", meaning, conflicts),
		number("query."+name+".propagations", "propagations", meaning, propagations)}
}

// Questions of the prover. A conflict in a segment with several calls takes some 5,000
// propagations, so Single ends many queries there about facts that are true: these are put
// off until what is easier has settled, for most that are false have fallen then, and get
// Hard. So are facts that are worth more by their kind: one that is false is refuted at
// less cost then.
var (
	Hasty  = query("hasty", "of a first try of a check", 400, 200_000)
	Check  = query("check", "of a check, or whether a cutpoint is reached", 4000, 4_000_000)
	Chunk  = query("chunk", "about a group of facts at once", 1500, 1_500_000)
	Single = query("single", "about one fact", 1500, 600_000)
	Linear = query("linear", "about one linear equation", 20_000, 10_000_000)
	Hard   = query("hard", "about one fact that is worth more", 20_000, 20_000_000)
	Claim  = query("claim", "about a claim of a certificate, which was proved before among all facts", 20_000, 60_000_000)
)

// Rounds of the prover. Propagations are those of a program of a usual size (For).
var (
	RoundQueries = number("round.queries", "queries", "of one round", 12_000)
	CutQueries   = number("round.cutpoint-queries", "queries", "of one round besides, for each cutpoint", 1000)

	Round       = number("round.propagations", "propagations", "of one round", 120_000_000)
	CoarseRound = number("round.coarse", "propagations", "of one round of a coarse abstraction, which has many cutpoints with little in each", 5_000_000)
	Rounds      = number("round.all", "propagations", "of all rounds together", 400_000_000)
	Checks      = number("round.checks", "propagations", "of all rounds and the trials of checks", 600_000_000)
	Claims      = number("round.claims", "propagations", "of all rounds, checks and the certificates", 1_200_000_000)
	FewClauses  = number("round.few-clauses", "propagations", "of a first try of clauses", 30_000_000)
	Clauses     = number("round.clauses", "propagations", "of the last try of clauses", 60_000_000)
	FreeHard    = number("round.free-hard", "propagations", "of checks that are hard to decide, before the last round", 60_000_000)

	PatientShare = number("round.patient-share", "one part in", "of what is left of a round that one fact may take which was put off", 10)
	HardShare    = number("round.hard-share", "one part in", "of all effort so far that checks may have which are hard to decide, before the last round", 5)
	usualCuts    = number("round.usual-cutpoints", "cutpoints", "of a program of a usual size; larger ones may take more in proportion", 20)
)

// For is how many propagations a system of so many cutpoints may take, where one of a usual
// size may take n.
func For(cuts int, n *Number) int64 {
	usual := int64(usualCuts.N)
	return int64(n.N) * max(usual, int64(cuts)) / usual
}
