package invariant

import "github.com/assay-dev/assay/engine/prover/system"

// Context is what families propose from: what is known, and what the program and the
// checks that are open suggest.
type Context struct {
	*Knowledge
	Compared  []int64 // numbers that the program compares with, and their neighbours
	Near      []int64 // thresholds of differences
	Open      func(*system.Check) bool
	Exhausted func() bool // no effort is left for the stage
}
