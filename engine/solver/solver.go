package solver

import (
	"context"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Solver answers queries over the terms of one pool. It is used by a single
// goroutine.
type Solver interface {
	// Check decides whether the assumptions, Bool terms of the solver's pool,
	// have a common model. A cancelled context ends it within milliseconds with
	// Unknown.
	Check(ctx context.Context, assumptions []term.T, lim Limits) Result
	// Stats returns the counters since the solver was made.
	Stats() Stats
	// Propagations is Stats().Backend.Propagations, for those who ask often.
	Propagations() int64
	// Close releases what the solver holds outside Go's heap.
	Close()
}

// New returns a solver for the terms of pool. It panics if Options.Check finds
// fault with the options.
func New(pool *term.Pool, opts Options) Solver {
	if err := opts.Check(); err != nil {
		panic("solver: " + err.Error())
	}
	opts = opts.withDefaults()
	s := &layered{
		path:      newPath(pool),
		models:    models{pool: pool, limit: opts.CachedModels},
		intervals: newIntervals(pool),
		linear:    newLinear(pool),
		values:    term.NewEvaluator(pool, nil),
		backend:   opts.open(opts.Backend, pool),
		opts:      opts,
	}
	if opts.Fallback != "" {
		s.fallback = opts.open(opts.Fallback, pool)
	}
	s.stats.Fallback.Name = "fallback"
	s.stats.Layers = make([]LayerStats, len(layers))
	for i, l := range layers {
		s.stats.Layers[i].Name = l.name
	}
	if opts.QueryLog == "" {
		return s
	}
	r, err := newRecorder(s, pool, opts.QueryLog)
	if err != nil {
		panic("solver: " + err.Error())
	}
	return r
}

// layered is the Solver made of the table of layers.
type layered struct {
	path      path
	models    models
	intervals intervals
	linear    linear
	values    *term.Evaluator // of one value after the other
	backend   backend.Backend
	fallback  backend.Backend // nil = none
	opts      Options
	stats     Stats
}

// query is one call of Check on its way through the layers.
type query struct {
	ctx context.Context
	lim Limits
}

// cancelled reports whether the answer is no longer wanted. Layers ask it for
// every part and may then pass the query on unanswered, provided that what they
// keep from query to query is in order.
func (q *query) cancelled() bool { return q.ctx.Err() != nil }

// Check passes the query to one layer after the other until one answers.
func (s *layered) Check(ctx context.Context, assumptions []term.T, lim Limits) Result {
	s.stats.Queries++
	q := &query{ctx: ctx, lim: lim}
	kept := s.path.load(assumptions, q)
	s.models.truncate(kept)
	s.intervals.truncate(kept)
	s.linear.relaxed.Truncate(kept)
	for i, l := range layers {
		if q.cancelled() {
			return s.finish(Result{Reason: backend.ReasonCancelled})
		}
		if s.opts.Disable&l.id != 0 {
			continue
		}
		st := &s.stats.Layers[i]
		start := time.Now()
		st.Asked++
		res, answered := l.try(s, q)
		st.Time += time.Since(start)
		if answered {
			st.Answered++
			return s.finish(res)
		}
	}
	panic("solver: the last layer did not answer")
}

// decide passes a query to the backend and, if it is too hard for it, to the
// fallback.
func (s *layered) decide(q *query, bq backend.Query) Result {
	if s.fallback == nil {
		return s.backend.Check(q.ctx, bq, q.lim)
	}
	lim := q.lim
	if lim.Conflicts == 0 || lim.Conflicts > s.opts.FallbackConflicts {
		lim.Conflicts = s.opts.FallbackConflicts
	}
	res := s.backend.Check(q.ctx, bq, lim)
	if res.Status != Unknown || res.Reason == backend.ReasonCancelled || res.Reason == backend.ReasonPropagations {
		return res
	}
	st := &s.stats.Fallback
	st.Asked++
	start := time.Now()
	res = s.fallback.Check(q.ctx, bq, q.lim)
	st.Time += time.Since(start)
	if res.Status != Unknown {
		st.Answered++
	}
	return res
}

// finish counts an answer and rewrites its core, if any, from parts to the
// assumptions they come from.
func (s *layered) finish(res Result) Result {
	switch res.Status {
	case Sat:
		s.stats.Sat++
	case Unsat:
		s.stats.Unsat++
		res.Core = s.path.owners(res.Core)
	default:
		s.stats.Unknown++
	}
	return res
}

// Stats returns the counters since the solver was made.
func (s *layered) Stats() Stats {
	st := s.stats
	st.Layers = slices.Clone(s.stats.Layers)
	st.Backend = s.backend.Stats()
	return st
}

// Propagations is Stats().Backend.Propagations, for those who ask often.
func (s *layered) Propagations() int64 { return s.backend.Stats().Propagations }

// Close closes the backends.
func (s *layered) Close() {
	s.backend.Close()
	if s.fallback != nil {
		s.fallback.Close()
	}
}
