package budget

var (
	Linked = number("invariant.linked", "variables",
		"of a comparison that link each other",
		8)
	Feeds = number("invariant.feeds", "variables",
		"that what is needed is computed from, or that decide whether it changes",
		200)
	Crossed = number("invariant.crossed", "calls and returns",
		"over which relevance is followed",
		3)
	Equals = number("invariant.equals", "constants",
		"that a term may be compared with for them to be thresholds",
		6)
	EqualTerms = number("invariant.equal-terms", "variables",
		"in a term that is compared for equality",
		100)
	EqualCases = number("invariant.equal-cases", "constants",
		"that one term is compared with for equality",
		10)
	Compared = number("invariant.compared", "terms",
		"of a comparison that are searched for numbers",
		40)
	WeakMoves = number("invariant.weak-moves", "moves of a bound",
		"along all thresholds; then along the strong ones",
		8)
	Climbs = number("invariant.climbs", "moves of the bounds of one number",
		"at any cutpoint beyond where all were; then over numbers in a row at all of them",
		24)
	Neighbours = number("invariant.neighbours", "numbers in a row",
		"at whose ends bounds stop that climb steeply: those to which a comparison with one leads",
		3)
	Row = number("invariant.row", "numbers in a row",
		"with which a number is compared, at each of which its bounds may stop though they climb steeply",
		16)
	Widenings = number("invariant.widenings", "moves of a bound",
		"until it is given up",
		40)
	NearMoves = number("invariant.near-moves", "moves of a bound",
		"before it is moved far",
		3).measured("on random programs, moving far from the start costs three proofs in a thousand and gains no time")
)
