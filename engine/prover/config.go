package prover

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/system"
)

// Config is what the prover needs to know of the run.
type Config struct {
	Entry          ir.FuncID
	NoFail         map[string]bool // failures switched off, by key ("malloc")
	VolatileMemory bool
	Trapv          bool // signed overflow ends the program
	Certificates   bool // proofs come with their facts
	Invariants     bool // proofs say in C what they know of loops
	CutAll         bool // no loop of the program's own is unrolled
	Coarse         bool // coarser and quicker: only private variables have contents (system/coarse.go)
	Whole          bool // also paths on which no goal can come any more (system/slice.go)
	Hints          []Hint
	Known          []certify.Known // facts of earlier runs, which are tried first
	Learn          bool            // facts are wanted for later runs (Outcome.Learnt)
	// Without names families of facts that are not tried (Families).
	Without []string
	// Trace, if set, is told in words what each stage found.
	Trace func(format string, args ...any)
	// silent: every candidate is asked for, and falls, by itself, to compare with
	// (houdini/simulate.go).
	silent bool
}

// settings are those of the system.
func (c *Config) settings() *system.Settings {
	return &system.Settings{Entry: c.Entry, NoFail: c.NoFail, VolatileMemory: c.VolatileMemory, Trapv: c.Trapv, CutAll: c.CutAll, Coarse: c.Coarse, Trace: c.Trace}
}
