package system

import "github.com/assay-dev/assay/engine/prover/chunks"

// Table holds what a state knows of objects, by their number.
type Table = chunks.Table[ObjState]

// owner marks what only one state holds.
type owner = chunks.Owner

// named lists the variables and blocks, whose lives can end, that some addresses
// name: what a place that holds them would lose with one of them.
type named struct {
	known bool
	epoch int   // of the points-to sets that it was made with
	ids   []int // ascending
}
