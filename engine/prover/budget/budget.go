// Package budget says what the prover may spend: limits of queries, and of the
// rounds that are made of them.
//
// All of them are deterministic: they count conflicts and propagations of the solver,
// and queries, never time.
package budget

import "github.com/assay-dev/assay/engine/solver/backend"

// Limits of one query. A query costs by its propagations; the conflicts are for those
// that propagate little. A conflict in a segment with several calls takes some 5,000
// propagations, so Single ends many queries there about facts that are true: these are put
// off until what is easier has settled, for most that are false have fallen then, and get
// Hard. So are facts that are worth more by their kind: one that is false is refuted at
// less cost then.
var (
	Hasty  = backend.Limits{Conflicts: 400, Propagations: 200_000}       // a first try of a check
	Check  = backend.Limits{Conflicts: 4000, Propagations: 4_000_000}    // a check, or whether a cutpoint is reached
	Chunk  = backend.Limits{Conflicts: 1500, Propagations: 1_500_000}    // a group of facts at once
	Single = backend.Limits{Conflicts: 1500, Propagations: 600_000}      // one fact
	Linear = backend.Limits{Conflicts: 20_000, Propagations: 10_000_000} // one linear equation
	Hard   = backend.Limits{Conflicts: 20_000, Propagations: 20_000_000} // one fact that is worth more
	Claim  = backend.Limits{Conflicts: 20_000, Propagations: 60_000_000} // a claim of a certificate, which was proved before among all facts
)

// Queries of one round.
const (
	RoundQueries = 12000
	CutQueries   = 1000 // besides, for each cutpoint
)

// Propagations of the solver, for a program of a usual size (For).
const (
	Round       = 120_000_000   // one round
	CoarseRound = Round / 24    // one round of a coarse abstraction, which has many cutpoints with little in each
	Rounds      = 400_000_000   // all rounds together
	Checks      = 600_000_000   // these and the trials of checks
	Claims      = 1_200_000_000 // these and the certificates
	FewClauses  = Round / 4     // a first try of clauses
	Clauses     = Round / 2     // the last one
	FreeHard    = 60_000_000    // checks that are hard to decide, before the last round
)

const (
	// PatientShare is which part of what is left of a round one fact may take that was put
	// off.
	PatientShare = 10
	// HardShare is which part of all effort so far checks may have that are hard to decide,
	// before the last round.
	HardShare = 5
	usualCuts = 20
)

// For is how many propagations a system of so many cutpoints may take, where one of a usual
// size may take n.
func For(cuts int, n int64) int64 { return n * max(usualCuts, int64(cuts)) / usualCuts }
