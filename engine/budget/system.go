package budget

var (
	ConcreteTurns = number("system.concrete-turns", "turns of a loop",
		"whose control is known",
		2048)
	ConcreteWork = number("system.concrete-work", "locations",
		"visited in the turns of such a loop, with all that they call",
		4<<20)
	OpenTurns = number("system.open-turns", "turns of a small loop",
		"whose control is not known",
		8)
	TurnsAroundCuts = number("system.turns-around-cuts", "turns of a loop",
		"with a cutpoint in it: each turn has that cutpoint once more",
		4)
	SmallLoop = number("system.small-loop", "instructions",
		"of a small loop",
		120)
	SystemWork = number("system.work", "locations",
		"visited while the segments are made",
		1<<30)
	InstructionWork = number("system.instruction-work", "locations",
		"that an instruction counts as",
		32)
	SegmentRuns = number("system.segment-runs", "times",
		"that segments are begun",
		4000)
	CallDepth = number("system.call-depth", "calls",
		"inlined in each other",
		60)
	CopiedBytes = number("system.copied-bytes", "bytes",
		"copied one by one into smashed memory",
		16)
	ReadBytes = number("system.read-bytes", "bytes",
		"of smashed memory that are remembered as they were read, of one object",
		16)
	Strides = number("system.strides", "times",
		"that the offsets of an address grow before their ends are given up",
		8)
	StrideWork = number("system.stride-work", "terms",
		"that are looked at for the offsets of one address",
		2000)
	Literals = number("system.literals", "literals",
		"of which an argument of a library function is one, that are followed one by one",
		8)
	HiddenOffsets = number("system.hidden-offsets", "strides",
		"at which addresses are told from numbers in one object of smashed memory",
		16)
	WideAddresses = number("system.wide-addresses", "addresses",
		"with one offset in one object that are remembered",
		4)
	FieldOffsets = number("system.field-offsets", "offsets",
		"of an address in one heap block that are taken for those of fields, not of elements",
		2)
	CoarseFunction = number("system.coarse-function", "instructions",
		"up to which a function with all that it calls is inlined in a coarse abstraction",
		30)
	CoarseModel = number("system.coarse-model", "instructions",
		"the same for library models, which have more to say",
		150)
	TextTurns = number("system.text-turns", "turns of one loop",
		"that a text asks for",
		64)
	TextCuts = number("system.text-cuts", "cutpoints",
		"in the system, beyond which there are no more such turns",
		400)
	CountedCells = number("system.counted-cells", "elements of an array",
		"that are counted",
		64)
	CountedKinds = number("system.counted-kinds", "values of elements",
		"that are told apart",
		8)
	PrefixCounts = number("system.prefix-counts", "ghosts of one object",
		"that count",
		200)
	SmashedFields = number("system.smashed-fields", "fields",
		"of smashed memory",
		40)
	SmashedParts = number("system.smashed-parts", "parts",
		"of one object in smashed memory of which is told how far they are written, and where a text ends in them",
		8)
	DecidedChoices = number("system.decided-choices", "choices in a row",
		"that are simplified under a guard",
		16)
	Guards = number("system.guards", "guards",
		"whose conditions are remembered",
		64)
	SystemTerms = number("system.terms", "terms",
		"of a pool, for the memory that they take",
		1<<24)
	SiteCells = number("system.site-cells", "cells",
		"of a block of an allocation site; larger ones are smashed",
		48)
	SiteSizes = number("system.site-sizes", "sizes",
		"told apart at one call of the allocator",
		16)
	SiteWays = number("system.site-ways", "chains of calls",
		"told apart at one call of the allocator",
		3)
	BufferBytes = number("system.buffer-bytes", "bytes in a row",
		"that are no fields",
		16)
	Inlined = number("system.inlined", "instructions",
		"by which calls of one function may enlarge the program when they are inlined; a function beyond it is a procedure. What it calls counts, too, and a function that is inlined in three places of one that is inlined twice is copied five times",
		6000)
	InlinedMaker = number("system.inlined-maker", "instructions",
		"as system.inlined, of a function that returns heap blocks which it makes",
		40_000)
	PairTerms = number("system.pair-terms", "instance terms",
		"taken in pairs",
		40)
	CopiedPlaces = number("system.copied-places", "places of words",
		"that copies are followed to",
		40)
	ObjectCells = number("system.object-cells", "cells",
		"of a variable that is written; larger ones are smashed",
		100).measured("30 ordinary programs at 30 s: 176 proofs of 896 with 600, 314 with 64 and, as far as tried, with 100, at which the suite of testdata/induct loses nothing")
	ConstantCells = number("system.constant-cells", "cells",
		"of a constant or a heap block, and those at an unknown offset which are told apart",
		600)
	SeparateElements = number("system.separate-elements", "like elements",
		"that an array may have for each to get facts of its own",
		4)
	SumParts = number("system.sum-parts", "parts",
		"of a sum",
		40)
	SumDepth = number("system.sum-depth", "terms",
		"that a sum is searched deep for its parts",
		200)
	ComparisonParts = number("system.comparison-parts", "parts",
		"that a comparison is taken into",
		40)
	RemainderParts = number("system.remainder-parts", "choices",
		"of a dividend that an equation with a remainder is taken into",
		8)
	SizeScales = number("system.size-scales", "factors",
		"noted of the sizes of blocks",
		4)
	SizeTerms = number("system.size-terms", "terms",
		"searched for factors of sizes",
		64)
	SizeExtras = number("system.size-extras", "constants",
		"noted of the sizes of blocks",
		3)
	Procedures = number("system.procedures", "procedures",
		"of a system",
		1<<10)
	SmashedChanges = number("system.smashed-changes", "reads and writes in a segment",
		"of one object's bytes that its ghosts follow: each makes their terms larger",
		60)
	ArgumentStrings = number("system.argument-strings", "strings",
		"that may be objects of their own",
		8)
	Columns = number("system.columns", "parts of a record",
		"of smashed memory that are followed",
		16)
	CopiedRecords = number("system.copied-records", "records",
		"of smashed memory that are written at once and followed one by one",
		4)
	RecordSize = number("system.record-size", "bytes of a record",
		"of smashed memory whose parts are told apart",
		4096)
	InitialWords = number("system.initial-words", "words of an initial image",
		"followed that are not 0",
		256)
)
