package budget

var (
	ChunkFacts = number("houdini.chunk-facts", "facts",
		"asked about in one query",
		12)
	Refuted = number("houdini.refuted", "candidates at a cutpoint",
		"that are remembered as refuted",
		400)
	RefutedVariables = number("houdini.refuted-variables", "variables",
		"of a candidate that is remembered as refuted",
		6)
	RefutedMoves = number("houdini.refuted-moves", "moves of a bound",
		"until it is worth remembering",
		2)
	HardTries = number("houdini.hard-tries", "facts",
		"at the end of an edge with hard operations that may be too hard alone; the others are asked loosely only",
		4)
	AheadShare = number("certify.ahead-share", "one part in",
		"of the time that is left, which claims may take that are made while the search goes on",
		10)
	StageShare = number("houdini.stage-share", "percent",
		"of the time that is left for the search, which a stage of facts may take",
		70)
	SimulatedRuns = number("houdini.simulated-runs", "simulations",
		"from each state that is found",
		2)
	IdleSteps = number("houdini.idle-steps", "steps of a simulation in a row",
		"that may change nothing",
		4)
	SimulatedSteps = number("houdini.simulated-steps", "steps",
		"of one simulation",
		200)
	SimulatedTries = number("houdini.simulated-tries", "choices of answers",
		"for each step of a simulation",
		4)
	PdrComparisons = number("pdr.comparisons", "literals of a cutpoint",
		"that compare two numbers",
		200)
	PdrComputed = number("pdr.computed", "literals of a cutpoint",
		"over computed terms",
		100)
	PdrLinks = number("pdr.links", "literals of a cutpoint",
		"that relate pointers",
		200)
	PdrNearby = number("pdr.nearby", "of a difference",
		"up to it the difference of two numbers is a literal: farther apart, it is which one is greater",
		16)
	PdrDrops = number("pdr.drops", "literals of a cube",
		"that are tried to be done without",
		24)
	PdrLevels = number("pdr.levels", "levels",
		"of clauses for one check",
		60)
	PdrObligations = number("pdr.obligations", "obligations",
		"for one check",
		3000)
	CertifiedGoals = number("certify.goals", "goals",
		"whose claims are made before those of the goals before them are waited for",
		8)
	PdrPart = number("pdr.part", "one part in",
		"of what is left of the round, for one check",
		2)
	UnrolledSteps = number("bmc.steps", "segments",
		"in a row",
		2000)
	UnrolledMisses = number("bmc.misses", "runs to a goal",
		"that did not come to it",
		3)
	FirstUnrolledTerms = number("bmc.first-terms", "terms",
		"of the unrolled system, before everything else is tried",
		100_000)
	UnrolledTerms = number("bmc.terms", "terms",
		"of the unrolled system",
		6_000_000)
	UnrolledVariables = number("bmc.variables", "variables of the solver",
		"of the unrolled system",
		2_000_000)
	QueryVariables = number("query.variables", "variables of the solver",
		"in one instance, until it is made anew",
		400_000)
	UsefulInstances = number("query.useful", "instances of a fact",
		"taken from the start",
		8)
	EquatedNumbers = number("query.equated", "numbers",
		"tried for equal values in one segment",
		30)
	EquationQueries = number("query.equations", "queries",
		"for equal numbers in one segment",
		60)
	SettleShare = number("prover.settle-share", "parts of a stage's effort",
		"of which one is left for what a stage that ran out has not put off",
		2)
	LeanConditions = number("certify.lean-conditions", "conditions of a proof",
		"facts are left out of up to so many",
		12)
	ClaimedFacts = number("certify.claimed-facts", "facts",
		"of a cutpoint that are claimed at once",
		16)
	Detours = number("certify.detours", "facts",
		"that a proof may do without",
		32)
	ToldFacts = number("certify.told-facts", "facts",
		"that a reason names",
		4)
	SaidValues = number("certify.said-values", "values and copies",
		"said of a loop in C",
		40)
	HintReach = number("prover.hint-reach", "lines",
		"below a hint in which its loop may begin",
		3)
	HintValues = number("prover.hint-values", "values",
		"that an answer to a hint lists",
		8)
	Watched = number("prover.watched", "places",
		"that certificates name: of many, some come late in a run",
		100)
	FewChecks = number("prover.few-checks", "open checks",
		"up to which more effort is worth it",
		16)
)
