package budget

var (
	Coefficient = number("families.coefficient", "of a coefficient",
		"the largest coefficient of an equation that is worth keeping",
		1024)
	OddFactor = number("families.odd-factor", "of a factor",
		"odd factors up to which equations are multiplied to make their coefficients small",
		63)
	EquationConstant = number("families.equation-constant", "of a constant",
		"the largest constant of an equation that is worth keeping",
		1<<20)
	SmallNumber = number("families.small-number", "of a number",
		"numbers below it are small: equations of such are stated in as few bits as hold both sides",
		256)
	EquationBits = number("families.equation-bits", "bits",
		"the narrowest width in which an equation is stated",
		8)
	PartEnds = number("families.part-ends", "numbers at a cutpoint",
		"tried as the end of a part of an array",
		24)
	Prefixes = number("families.prefixes", "candidates at a cutpoint",
		"about the first elements of an array",
		60)
	AffineNumbers = number("families.affine-numbers", "numbers at a cutpoint",
		"in equations of prefix counts",
		26)
	ElementRelations = number("families.element-relations", "numbers",
		"that the elements of one object are compared with",
		6)
	ElementFacts = number("families.element-facts", "candidates",
		"about the elements of one object at a cutpoint",
		120)
	AboveIndex = number("families.above-index", "of a difference",
		"what elements are said to be more, or less, than their index",
		8)
	SitePointers = number("families.site-pointers", "pointers at a cutpoint",
		"related to the blocks of an allocation site",
		12)
	PointerIndices = number("families.pointer-indices", "numbers at a cutpoint",
		"tried as indices of elements that are pointers",
		6)
	SiteFacts = number("families.site-facts", "candidates at a cutpoint",
		"about single blocks of an allocation site",
		60)
	InnerCells = number("families.inner-cells", "numbers of a block",
		"related to each other",
		8)
	InnerFacts = number("families.inner-facts", "candidates at a cutpoint",
		"about numbers of one block",
		300)
	LinearNumbers = number("families.linear-numbers", "numbers at a cutpoint",
		"in linear equations",
		16)
	LinearCases = number("families.linear-cases", "sets of equations at a cutpoint",
		"one for each case",
		24)
	Pairs = number("families.pairs", "candidates at a cutpoint",
		"that compare two numbers",
		1200)
	ProcedureNumbers = number("families.procedure-numbers", "numbers at an entry or a return",
		"up to which each pair is related there: nothing compares a result with a parameter, or with what memory was",
		8)
	Zeros = number("families.zeros", "candidates at a cutpoint",
		"that a number is 0 where another has some value",
		200)
	CaseValues = number("families.case-values", "values of a number",
		"for facts by case",
		8)
	Constants = number("families.constants", "candidates at a cutpoint",
		"that relate two numbers by a constant of the program",
		400)
	RankedPointers = number("families.ranked-pointers", "pointers at a cutpoint",
		"related to ranks",
		6)
	RankedNumbers = number("families.ranked-numbers", "numbers at a cutpoint",
		"related to ranks",
		8)
	RingElements = number("families.ring-elements", "elements of an array",
		"that may be a ring",
		64)
	RingEnds = number("families.ring-ends", "numbers at a cutpoint",
		"that a part of a ring may begin or end at",
		4)
	RingParts = number("families.ring-parts", "parts of one array",
		"with facts of their own",
		24)
	SetNumbers = number("families.set-numbers", "numbers at a cutpoint",
		"whose sets of values are collected",
		16)
	SetValues = number("families.set-values", "values of a number",
		"in its set",
		16)
	Modulus = number("families.modulus", "of a modulus",
		"remainders by more are no facts",
		4096)
	Failures = number("families.failures", "candidates at a cutpoint",
		"that an error is not reached",
		40)
	SizeFacts = number("families.size-facts", "candidates at a cutpoint",
		"about sizes of blocks",
		200)
	SlopePairs = number("families.slope-pairs", "pairs at a cutpoint",
		"whose factor is looked for",
		60)
	Slopes = number("families.slopes", "templates at a cutpoint",
		"beyond which no others are derived from its slopes",
		60)
	SlopeFactors = number("families.slope-factors", "factors at a cutpoint",
		"tried as slopes",
		14)
	SmashedFacts = number("families.smashed-facts", "candidates at a cutpoint",
		"about smashed memory",
		300)
	MinedTerms = number("families.mined-terms", "expressions at a cutpoint, and comparisons",
		"mined from the program",
		40)
	MinedVariables = number("families.mined-variables", "variables",
		"in one mined expression",
		6)
	MinedSize = number("families.mined-size", "operations",
		"in one mined expression",
		60)
	Tested = number("families.tested", "conditions of an edge",
		"that are of use",
		20)
	TestedVariables = number("families.tested-variables", "variables",
		"in one condition of an edge",
		8)
	TestedSize = number("families.tested-size", "operations",
		"in one condition of an edge: the paths before it are merged",
		400)
	WordEnds = number("families.word-ends", "numbers at a cutpoint",
		"that may separate words of one kind from those of another",
		6)
	WordFacts = number("families.word-facts", "candidates at a cutpoint",
		"about the words of one object",
		200)
	WordStride = number("families.word-stride", "bytes of an element",
		"whose words are told apart",
		64)
)
