package engine

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// Witness is a concrete input that makes a violation happen, as the search
// found it: what the environment must answer, in order. engine/witness turns
// it into the file format and replays it.
type Witness struct {
	Point ir.Point // where the violation occurs: the target's site
	Class op.Class
	// Side and Arg are those of the site that it answers: what a replay must see.
	Side  op.Side
	Arg   int32
	Entry string   // the function the run starts in
	Argv  [][]byte // argv[0] included
	Stdin []byte   // with formatted conversions rendered as text
	// Feeds are the answers of functions that native code can be told, by
	// key ("__VERIFIER_nondet_int", "malloc", "getenv:HOME", "rand" …), in
	// call order. Values are two's complement in 64 bits, or bytes.
	Feeds []Feed
	// Choices are values that no native run can be told: unwritten bytes,
	// results of bad shifts, address order, havocked results.
	Choices []Choice
	Path    []Step
}

// Feed is one answer of the environment.
type Feed struct {
	Key   string
	Value uint64
	// At is the call in the user's code that asked.
	At    ir.Point
	Bytes []byte // for keys that deliver bytes (klee_make_symbolic:name, getenv:NAME); nil otherwise
}

// Choice is a value that the language leaves open and on which the path
// depends.
type Choice struct {
	Kind  string // exec.Open's, "havoc" or "parameter"
	At    string // file:line
	What  string // function or variable
	Value uint64
	Bytes []byte // "unwritten": the bytes from Offset on
	// Site, Heap, Occurrence and Offset say which value it is in a run of the
	// program (exec.Open); they count only where Tellable is set: then a
	// build of the program can be told to make the choice.
	Site       ir.Point
	Heap       bool
	Occurrence int
	Offset     uint64
	Tellable   bool
}

// Step is one step of the path that a reader follows: a branch taken, a call
// entered, an input read.
type Step struct {
	Point ir.Point
	Text  string // "n > 0 is true", "enters find", "reads '7' from stdin"
}
