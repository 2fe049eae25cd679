package interp

import (
	"context"
	"math"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op/symbolic"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// Config chooses how interpolants are made.
type Config struct {
	// Deletion makes a constraint the unsatisfiable core of the facts of its
	// node that imply it, instead of keeping its weakest precondition.
	Deletion bool
	// Literals bounds the clauses ¬guard ∨ constraint that stand for a
	// constraint which a guard implies in part; 0: none are made.
	Literals int
	// Slacken weakens equalities to inequalities where that suffices.
	Slacken bool
	// Limits bound each solver call.
	Limits solver.Limits
	// MaxEntries is the size at which the table drops what it does not use.
	MaxEntries int
}

// DefaultConfig is the one that measured best.
var DefaultConfig = Config{Literals: 4, Slacken: true, Limits: solver.Limits{Conflicts: 2000}, MaxEntries: 200_000}

// Engine makes and applies the interpolants of one search.
type Engine struct {
	Machine *exec.Machine
	Targets Targets
	Config  Config

	pool    *term.Pool
	voc     *pred.Vocabulary
	dom     symbolic.Terms
	ptrBits int
	solver  solver.Solver
	// projected has the answers of projections, none of which depends on more
	// than the question.
	projected map[question][]term.T
	// defs are, by function and register, the instructions that set registers.
	defs map[ir.FuncID][]*ir.Instr
	// regions are what lies behind branches, by block.
	regions map[int32]*region
	ctx     context.Context
	Stats   Stats
	// allowance is what may be spent until it is set again, in the units of
	// Spent; an edge that would take more is given up.
	allowance int64
	since     int64 // Spent when it was set
	spent     int64 // without queries
}

// Allow sets what may be spent from now on.
func (e *Engine) Allow(work int64) { e.allowance, e.since = work, e.Spent() }

// left is what may still be spent.
func (e *Engine) left() int64 { return e.allowance - (e.Spent() - e.since) }

// Spent estimates the work done so far: one is about what executing an
// instruction takes, or a propagation of the solver.
func (e *Engine) Spent() int64 {
	return e.spent + int64(budget.QueryCost.N)*e.Stats.Queries + e.solver.Propagations()
}

// Stats counts the work of an engine.
type Stats struct {
	Asked, Hits int64 // of the subsumption table
	ByModel     int64 // entries refused by evaluation under the state's model
	ByMatch     int64 // entries whose objects the state does not match
	ByRewriting int64 // entries accepted without a query
	BySolver    int64 // entries that took a query
	Entries     int64
	Evictions   int64
	Largest     int64            // conjuncts of the largest interpolant stored
	Kept        int64            // constraints kept, dropped at, … a guard
	Dropped     int64            //
	Clauses     int64            //
	Abduced     int64            //
	Projected   int64            //
	Given       map[string]int64 // nodes without interpolant, by reason
	Queries     int64
}

// New makes an engine for the machine of a search.
func New(ctx context.Context, m *exec.Machine, t Targets, c Config) *Engine {
	return &Engine{Machine: m, Targets: t, Config: c, pool: m.Pool, ptrBits: m.Prog.PtrBits,
		voc: pred.NewVocabulary(m.Pool, m.Prog.PtrBits), dom: symbolic.Terms{Pool: m.Pool},
		solver: solver.New(m.Pool, solver.Options{}), ctx: ctx, projected: map[question][]term.T{}, defs: map[ir.FuncID][]*ir.Instr{}, regions: map[int32]*region{}, Stats: Stats{Given: map[string]int64{}}, allowance: math.MaxInt64}
}

// Close releases the solver.
func (e *Engine) Close() { e.solver.Close() }

// True is the predicate that holds everywhere.
func (e *Engine) True() *pred.Psi { return pred.New(e.voc) }

// GiveUp counts a node for which there is no interpolant.
func (e *Engine) GiveUp(why string) { e.Stats.Given[why]++ }

func (e *Engine) isCode(o memory.ObjID) bool {
	obj, ok := e.Machine.Fixed(o)
	return ok && obj.Origin == memory.Code
}

// unsat asks whether conditions exclude each other.
func (e *Engine) unsat(cs ...term.T) (bool, []term.T) {
	r := e.ask(cs)
	return r.Status == solver.Unsat, r.Core
}

// ask puts a query that may take what is left of the allowance.
func (e *Engine) ask(cs []term.T) solver.Result {
	e.Stats.Queries++
	limits := e.Config.Limits
	if left := e.left(); left < maxPropagations {
		limits.Propagations = max(left, 1000)
	}
	return e.solver.Check(e.ctx, cs, limits)
}

// maxPropagations is more than a query within Config.Limits takes.
const maxPropagations = 1 << 40
