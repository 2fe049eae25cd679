package prover

import (
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/families"
	"github.com/assay-dev/assay/engine/prover/pdr"
)

// round is a round of the search with one family of facts. propose makes its candidates at
// all cutpoints (Knowledge.Current), given the facts there are and the checks that are open.
type round struct {
	name    string
	propose func(*prover)
	// built tells that they hold by the construction of the segments: they are taken
	// for facts without a query, as certificates prove what rests on them.
	built bool
}

// by is a pass of a family.
func by(f *families.Family, pass int) round {
	return round{f.Title, func(pr *prover) { f.Propose(pr.context(), pass) }, f.Built}
}

// schedule lists the stages: the passes of the families of facts in the order in which they
// are tried, each on the facts of those before it.
var schedule = []round{
	by(families.PointsTo, 0),
	{certify.EarlierFacts, func(pr *prover) { certify.ProposeKnown(pr.Knowledge, pr.cfg.Known) }, false},
	by(families.Singles, 0),
	by(families.Heap, 0),
	by(families.Words, 0),
	by(families.Owned, 0),
	by(families.Ranks, 0),
	by(families.Arrays, 0),
	by(families.Sizes, 0),
	by(families.Inner, 0),
	by(families.Pairs, 0),
	by(families.Arrays, 1),
	by(families.Words, 1),
	by(families.Elements, 0),
	by(families.Elements, 1),
	by(families.Rings, 0),
	{"clauses", proposeFewClauses, false},
	by(families.Terms, 0),
	by(families.Tested, 0),
	by(families.Sets, 0),
	by(families.Linear, 0),
	by(families.Slopes, 0),
	by(families.Counts, 0),
	by(families.Counts, 1),
	by(families.Singles, 0),
	by(families.Zeros, 0),
	{"clauses", proposeClauses, false},
}

// coarseSchedule are the stages of a coarse abstraction, where little is known of memory: what
// is cheap comes first.
var coarseSchedule = []round{
	by(families.PointsTo, 0),
	by(families.Singles, 0),
	by(families.Tested, 0),
	by(families.Sets, 0),
	by(families.Singles, 0),
	by(families.Pairs, 0),
}

// rounds are the families in the order in which they are tried.
func (pr *prover) rounds() []round {
	if pr.Sys.Coarse != nil {
		return coarseSchedule
	}
	return schedule
}

// Families lists the names of the families of facts.
func Families() []string {
	var names []string
	for i := range schedule {
		if !slices.Contains(names, schedule[i].name) {
			names = append(names, schedule[i].name)
		}
	}
	return names
}

// FamilyCount says what one family of facts did, in all its stages.
type FamilyCount struct {
	Name         string
	Candidates   int // templates proposed
	Survived     int // those that say something that is inductive
	RanOut       int // stages that ended without a result
	Queries      int64
	Propagations int64
	Time         time.Duration

	stop func()
}

// measure begins to count what a family does, until stop is called.
func (pr *prover) measure(f *round) *FamilyCount {
	i := slices.IndexFunc(pr.counted, func(c FamilyCount) bool { return c.Name == f.name })
	if i < 0 {
		i = len(pr.counted)
		pr.counted = append(pr.counted, FamilyCount{Name: f.name})
	}
	c := &pr.counted[i]
	start, queries, propagations := time.Now(), pr.Queries, pr.Propagations()
	c.stop = func() {
		c.Queries += pr.Queries - queries
		c.Propagations += pr.Propagations() - propagations
		c.Time += time.Since(start)
		c.stop = nil
	}
	return c
}

// Add adds what the family did in another run.
func (c *FamilyCount) Add(d FamilyCount) {
	c.Candidates += d.Candidates
	c.Survived += d.Survived
	c.RanOut += d.RanOut
	c.Queries += d.Queries
	c.Propagations += d.Propagations
	c.Time += d.Time
}

// proposeClauses looks for clauses that exclude the open checks. The last family:
// for what no template says, as where states of a machine come in an order.
//
//	while (1) switch (state) { case 3: if (flag == 2) error(); … }   // state ≠ 3 ∨ flag ≤ 1
//
// Where many checks are open, clauses seldom help with the first of them.
func proposeClauses(pr *prover) {
	effort := budget.FewClauses
	if pr.few() {
		effort = budget.Clauses
	}
	pdr.Propose(pr.Search, pr.context(), pr.Checks, pr.Runs, pr.Budget(effort))
}

// proposeFewClauses does so with less effort where few checks are open: behind the
// families whose facts read best, and before those that take most.
func proposeFewClauses(pr *prover) {
	if pr.few() {
		pdr.Propose(pr.Search, pr.context(), pr.Checks, pr.Runs, pr.Budget(budget.FewClauses))
	}
}

// few: not many checks that matter are open.
func (pr *prover) few() bool {
	open := 0
	for _, k := range pr.Checks {
		if pr.Open(k) {
			open++
		}
	}
	return open <= budget.FewChecks.N
}
