package budget

var (
	GCPercent = number("run.gc-percent", "per cent",
		"of live memory that is allocated between two collections: trades memory, which a limit bounds, for time",
		400).measured("searches allocate small long-lived nodes: 20 % less CPU than at 100")
	RefusedWitnesses = number("run.refused-witnesses", "witnesses of a target",
		"that may fail to replay before it is left undecided",
		4)
	LargeProgram = number("run.large-program", "instructions",
		"from which a coarse abstraction is made first",
		5000)
	FairProgram = number("run.fair-program", "instructions",
		"from which a coarse abstraction is made after the prover",
		2000)
	CoarsePart = number("run.coarse-part", "one part in",
		"of the prover's time that a coarse abstraction may take",
		4)
	ShowWork = number("run.show-work", "units of work",
		"of the search for the errors that proofs take as not happening",
		2_000_000)
	ProverPart = number("run.prover-part", "percent",
		"of what is left of a run's time that the prover may take",
		75)
	ProverShares = number("run.prover-shares", "targets",
		"whose time the prover may take, which works for all of them",
		10)
	ArgumentWork = number("run.argument-work", "units of work",
		"that random runs of a program that takes arguments may take with each choice of them",
		60_000)
	AnewWork = number("run.anew-work", "units of work",
		"that it takes to begin random runs anew",
		10_000)
	FirstSamples = number("run.first-samples", "units of work",
		"of random runs before everything else",
		1_000_000)
	MoreSamples = number("run.more-samples", "units of work",
		"of random runs where these and the prover settled nothing",
		30_000_000)
	FollowWork = number("run.follow-work", "units of work",
		"to follow a run of the unrolled system, and to look around at its end",
		500_000)
	RunsPart = number("run.runs-part", "one part in",
		"of the prover's time that each look for runs may take",
		4)
	FirstUnrolling = number("run.first-unrolling", "propagations",
		"of unrolling before everything else: it finds most errors at once, or not soon",
		8_000_000)
	LongUnrolling = number("run.long-unrolling", "propagations",
		"of unrolling when there is no proof",
		80_000_000)
	ReasonNodes = number("run.reason-nodes", "nodes",
		"of the largest search tree that is kept to tell the reason of a verdict",
		1<<12)
	ReasonPlaces = number("run.reason-places", "places of a program",
		"that are looked at for a reason",
		8)
	ReasonConditions = number("run.reason-conditions", "conditions",
		"that a reason has",
		3)
	GlanceWork = number("run.glance-work", "units of work",
		"of a search which shows why a target cannot be reached that a coarse abstraction excluded",
		20_000)
	LookWork = number("run.look-work", "units of work",
		"of a search which shows why a target cannot be reached",
		200_000)
	TraceWork = number("run.trace-work", "units of work",
		"of a search whose tree is written out",
		4_000_000)
	TraceNodes = number("run.trace-nodes", "nodes",
		"of the largest search tree that a trace shows",
		50_000)
	TraceRefuted = number("run.trace-refuted", "infeasible directions",
		"listed of one edge",
		20)
)
