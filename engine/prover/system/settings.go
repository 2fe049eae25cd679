package system

import (
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// Settings are what a system is made by.
type Settings struct {
	Entry          ir.FuncID
	NoFail         map[string]bool // failures switched off, by key ("malloc")
	VolatileMemory bool            // volatile objects keep what is written
	Trapv          bool            // signed overflow ends the program
	CutAll         bool            // no loop of the program's own is unrolled
	Coarse         bool            // coarser and quicker: only private variables have contents (coarse.go)
	Computed       bool            // library models compute their results, also where they have a contract: for runs
	// Trace, if set, is told in words what the construction does.
	Trace func(format string, args ...any)
}

// Goal is what a target asks: that no site can be executed with its condition
// violated.
type Goal struct{ Sites []Site }

// Site is one candidate instruction (engine.Site).
type Site struct {
	Point   ir.Point
	Classes op.Set
	Side    op.Side
	Arg     int32
}

// Asks tells that a goal is about a check.
func (g *Goal) Asks(c *Check) bool {
	if c.Why != "" {
		return false
	}
	for _, s := range g.Sites {
		if s.Point == c.At && s.Classes.Has(c.Class) && (s.Side == op.AnySide || c.Side == op.AnySide || s.Side == c.Side) &&
			(s.Arg < 0 || c.Arg < 0 || s.Arg == c.Arg) {
			return true
		}
	}
	return false
}
