package search

import (
	"context"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/interp"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// Target is a question of a search: the sites, any of which answers it.
type Target struct {
	Sites  []exec.Site
	Points []ir.Point // of the sites, in order
}

// Budget bounds a search in deterministic units.
type Budget struct {
	// Work is the number of units: an instruction is one, a query that
	// reached the solver's backend counts interp.QueryCost, a propagation a tenth.
	Work int64
	// Memory is the number of bytes that terms may take, which a search never
	// frees; 0: no limit. Pressed tells that the whole process is short of
	// memory, states included; nil: never. Both end a search and never change
	// its result otherwise.
	Memory  int64
	Pressed func() bool
}

// Config is what a search needs to know.
type Config struct {
	Exec   exec.Config
	Solver solver.Options
	Order  Order
	Seed   int64
	Budget Budget
	// Accept is asked about each hit, in the order they are found; false
	// keeps the target open (the witness did not replay).
	Accept func(target int, h Hit) bool
	// Interpolation prunes by interpolants; nil: not at all.
	Interpolation *interp.Config
	// Annotate, if set, receives the tree with its interpolants; it keeps all
	// states alive. There is a tree only with interpolation.
	Annotate *Annotated
}

// Outcome is what a search found out.
type Outcome struct {
	// Exhausted: every path was followed to its end, a bound, a stop, or the
	// depth of the search. Shallow: some were cut at that (exec.Config.Turns).
	Exhausted, Shallow bool
	Turns              int    // the depth; 0: any
	Answered           []bool // by target
	Bounds             []exec.BoundHit
	Stops              []exec.Stop // places where paths ended, or questions stayed, undecided
	Met                []Met
	Assumed            []string
	// Why the search ended early: "budget", "memory", "time"; "" if it did
	// not.
	Limit string

	// Work is what the search took, in units of its budget.
	Work                                       int64
	Instructions, Nodes, Queries, Propagations int64
	// Interpolation is what the interpolants did, the zero value without.
	Interpolation interp.Stats
}

// Complete tells that the search followed every path to its end.
func (o *Outcome) Complete() bool {
	return o.Exhausted && !o.Shallow && len(o.Bounds)+len(o.Stops) == 0
}

// Hit is an answer: a concrete path to a target's violation.
type Hit struct {
	Site     int // index in the target's sites
	Side     op.Side
	Evidence *exec.Evidence
}

// Met is a path-ending error that a path met. Evidence is nil when the solver
// could not decide whether it happens.
type Met struct {
	Class    op.Class
	Point    ir.Point
	Evidence *exec.Evidence
}

// Search is one exploration of one program: it owns its terms, its solver and
// its tree.
type Search struct {
	cfg      Config
	prog     *ir.Program
	targets  []Target
	machine  *exec.Machine
	solver   solver.Solver
	dist     *ir.Distance
	frontier frontier
	samples  *samples // the frontier of random runs; nil: none
	open     []bool
	left     int
	visits   []int32 // by block: forks there
	nextID   int
	out      Outcome
	seen     seen
	tree     *tree       // nil without interpolation
	running  *exec.State // that the machine executes
}

// seen holds what was reported before, so that each thing is reported once.
type seen struct {
	bounds  map[exec.BoundHit]bool
	stops   map[exec.Stop]bool
	met     map[metKey]int // index in Outcome.Met
	assumed map[string]bool
}

type metKey struct {
	class op.Class
	at    ir.Point
}

// New prepares a search for targets. All of them share the exploration.
func New(p *ir.Program, targets []Target, cfg Config) *Search {
	pool := term.NewPool()
	s := &Search{cfg: cfg, prog: p, targets: targets, solver: solver.New(pool, cfg.Solver),
		open: make([]bool, len(targets)), left: len(targets), visits: make([]int32, len(p.Blocks)),
		seen: seen{map[exec.BoundHit]bool{}, map[exec.Stop]bool{}, map[metKey]int{}, map[string]bool{}}}
	s.out.Answered, s.out.Turns = make([]bool, len(targets)), cfg.Exec.Turns
	s.machine = exec.New(p, s.solver, pool, cfg.Exec, s)
	for i, t := range targets {
		s.open[i] = true
		for j, site := range t.Sites {
			site.Target, site.Index = i, j
			s.machine.Watch(t.Points[j], site)
		}
	}
	switch cfg.Order {
	case Interleaved:
		s.frontier = newInterleaved(cfg.Seed)
	case Sampled:
		s.samples = &samples{machine: s.machine, words: Words(p), seed: uint64(cfg.Seed)}
		s.frontier = s.samples
	default:
		s.frontier = &stack{}
	}
	s.aim()
	return s
}

// aim recomputes the distances to the targets that are still open.
func (s *Search) aim() {
	var pts []ir.Point
	for i, t := range s.targets {
		if s.open[i] {
			pts = append(pts, t.Points...)
		}
	}
	s.dist = ir.NewDistance(s.prog, pts)
}

// Run explores until every target is answered, nothing is left, or a limit is
// met. This is the main loop of the search.
func (s *Search) Run(ctx context.Context) *Outcome {
	defer s.solver.Close()
	s.start(ctx)
	for s.left > 0 {
		n := s.frontier.pop()
		if n == nil {
			s.out.Exhausted = s.samples == nil
			break
		}
		if s.out.Limit = s.limit(ctx); s.out.Limit != "" {
			break
		}
		s.running = n.State
		end := s.machine.Run(ctx, n.State, s.slice())
		switch {
		case end == nil || end.Kind == exec.Cancelled:
			s.queue(n.State)
		case end.Kind == exec.Junction:
			if !s.tree.junction(n.State) {
				s.queue(n.State)
			}
		default:
			s.ended(n.State, end)
		}
	}
	s.count()
	if s.tree != nil {
		s.tree.annotateOpen()
		s.tree.engine.Close()
	}
	if s.out.Interpolation.Hits > 0 {
		// A pruned state may overflow where the one that stands for it did not.
		s.Assumed("signed overflow wraps as -fwrapv wherever it occurs")
	}
	return &s.out
}

// start queues the initial states.
func (s *Search) start(ctx context.Context) {
	starts := s.machine.Start()
	if s.cfg.Interpolation != nil {
		s.tree = newTree(ctx, s, *s.cfg.Interpolation)
	}
	for _, st := range starts {
		if s.tree != nil {
			s.tree.plant(st)
		}
		s.queue(st)
	}
}

// slice is the number of instructions that a node may execute before another
// one gets its turn.
func (s *Search) slice() int64 {
	switch s.cfg.Order {
	case Interleaved:
		return 1 << 9
	case Sampled:
		return s.samples.fuel
	}
	return 1 << 16
}

func (s *Search) limit(ctx context.Context) string {
	s.count()
	switch {
	case ctx.Err() != nil:
		return "time"
	case s.out.Work > s.cfg.Budget.Work:
		return "budget"
	case s.cfg.Budget.Memory > 0 && s.machine.Bytes() > s.cfg.Budget.Memory,
		s.cfg.Budget.Pressed != nil && s.cfg.Budget.Pressed():
		return "memory"
	}
	return ""
}

// work is what execution took so far, in the units of Budget.Work.
func (s *Search) work() int64 {
	runs := int64(0)
	if s.samples != nil {
		runs = int64(budget.SampleCost.N) * int64(s.samples.runs)
	}
	return runs + s.machine.Executed + int64(budget.QueryCost.N)*s.machine.Queries + s.solver.Propagations()/10
}

func (s *Search) count() {
	s.out.Queries = s.machine.Queries
	s.out.Propagations = s.solver.Propagations()
	s.out.Instructions = s.machine.Executed
	s.out.Work = s.work()
	if s.tree != nil {
		s.out.Work += s.tree.engine.Spent()
	}
	s.out.Nodes = int64(s.nextID)
	if s.tree != nil {
		s.out.Interpolation = s.tree.engine.Stats
		s.out.Queries += s.tree.engine.Stats.Queries
	}
}

// queue adds a state to the frontier unless it can reach no open target.
func (s *Search) queue(st *exec.State) {
	d := s.dist.Stack(stackOf(st, st.Point()))
	if d == ir.Unreached {
		if s.tree != nil {
			s.tree.unreached(st)
		}
		return
	}
	n := &Node{ID: s.nextID, State: st, distance: d, novelty: s.visits[st.Point().Block]}
	s.nextID++
	s.frontier.push(n)
}

// stackOf is the call stack as points that are next to execute, innermost
// first; the innermost one is given.
func stackOf(st *exec.State, innermost ir.Point) []ir.Point {
	pts := make([]ir.Point, 0, st.Depth())
	pts = append(pts, innermost)
	for i := st.Depth() - 2; i >= 0; i-- {
		pts = append(pts, st.Resume(i))
	}
	return pts
}

func (s *Search) ended(st *exec.State, e *exec.End) {
	if s.tree != nil {
		s.tree.ended(st, e)
	}
	if e.Kind == exec.Stopped {
		s.Unsure(exec.Stop{Kind: e.Stop, Reason: e.Reason, Point: e.Point})
	}
	if e.Kind == exec.AtBound {
		s.Bounded(e.Bound)
	}
}

// Statistics describes the solver's work, layer by layer, for people.
func (s *Search) Statistics() string { return s.solver.Stats().String() }
