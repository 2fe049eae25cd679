package budget

var (
	SampleCost = number("search.sample-cost", "units of work",
		"to start a random run",
		100)
	ShortRun = number("search.short-run", "instructions",
		"of most random runs",
		1<<13)
	LongRun = number("search.long-run", "instructions",
		"of the long ones",
		1<<17)
	LongEvery = number("search.long-every", "runs",
		"of which one is long",
		16)
	RunLetters = number("search.run-letters", "letters",
		"that the answers of one random run are made of",
		8)
	FailOnce = number("search.fail-once", "operations",
		"of which at most one fails, where any does",
		8)
	NoiseOnce = number("search.noise-once", "answers",
		"of which at most one is no letter of the run",
		24)
	RootSteps = number("search.root-steps", "instructions",
		"recorded before the first decision: nothing is pruned there",
		1<<16)
	InterpolationAnyway = number("search.interpolation-anyway", "units of work",
		"of interpolation in any case",
		250_000)
	InterpolationHopeful = number("search.interpolation-hopeful", "units of work",
		"of interpolation until it is known whether it pays",
		2_000_000)
)
