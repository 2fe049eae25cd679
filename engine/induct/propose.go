package induct

import "github.com/assay-dev/assay/engine/induct/system"

// Context is what families propose from: what is known, and what the program and the
// checks that are open suggest.
type Context struct {
	*knowledge
	compared  []int64 // numbers that the program compares with, and their neighbours
	near      []int64 // thresholds of differences
	open      func(*system.Check) bool
	exhausted func() bool // no effort is left for the stage
}
