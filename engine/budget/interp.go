package budget

var (
	EdgeWork = number("interp.edge-work", "units of pred.Psi.Work",
		"for one edge: about a second",
		400_000)
	EdgeLoan = number("interp.edge-loan", "units of pred.Psi.Work",
		"that an edge which is begun may take in any case: were it less than a long edge needs, all that was saved up would be spent on failures",
		2_000_000)
	QueryCost = number("interp.query-cost", "units of work",
		"of a query beside its propagations",
		200)
	TermCost = number("interp.term-cost", "units of work",
		"to rebuild a term per variable in it, or to evaluate one",
		20)
	ConjunctPlaces = number("interp.conjunct-places", "places",
		"in a conjunct before those of static storage are fixed to their values",
		2)
	ClauseLiterals = number("interp.clause-literals", "literals",
		"of the clauses that stand where nothing was abduced",
		16)
	AccessWindow = number("interp.access-window", "positions of a symbolic access",
		"that Ψ tells apart",
		64)
	ProjectedTerms = number("interp.projected-terms", "terms",
		"that a projection tells apart",
		3)
	KnownAnswers = number("interp.known-answers", "answers",
		"kept of one question",
		8)
	MaximumSteps = number("interp.maximum-steps", "queries",
		"for the greatest value of a term",
		80)
	RegionBlocks = number("interp.region-blocks", "blocks",
		"of a region",
		32)
	TablePlaces = number("interp.table-places", "sets of places",
		"by whose values the entries of a point are found",
		64)
	TableTried = number("interp.table-tried", "entries",
		"tried that fix the same values",
		24)
)
