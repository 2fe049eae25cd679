//go:build z3

package z3

import (
	"context"
	"sync"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Confirmer is asked whether conditions exclude each other, by one goroutine, and
// answers on goroutines of its own. Every second question goes to the same of them, in
// order, so that an answer does not depend on how fast they are.
type Confirmer struct {
	lanes  [confirmLanes]*lane
	asked  int
	cancel context.CancelFunc
}

const (
	// confirmLanes is how many questions are worked at. It is a constant, and not the
	// number of processors, since answers may depend on it.
	confirmLanes = 2
	// waiting is how many questions a lane takes before asking blocks.
	waiting = 4096
)

// relaxedConflicts is the limit on questions without their hard operators.
const relaxedConflicts = 2_000

// lane answers questions one after the other.
type lane struct {
	mu    sync.Mutex // of pool and what reads or fills it; not held while Z3 searches
	pool  *term.Pool
	in    *term.Importer
	relax *relaxer
	b     *Backend
	todo  chan confirmation
	ended sync.WaitGroup
}

// confirmation is a question; its conditions are in the lane's pool.
type confirmation struct {
	ctx        context.Context
	conditions []term.T
	lim        backend.Limits
	answer     chan<- reply
}

// reply is an answer, or the panic that came instead: it is the asker's, whose caller
// knows what to do about it.
type reply struct {
	status backend.Status
	panic  any
}

// NewConfirmer returns a Confirmer for terms of p, which only Ask reads.
func NewConfirmer(p *term.Pool) (*Confirmer, error) {
	ctx, cancel := context.WithCancel(context.Background())
	c := &Confirmer{cancel: cancel}
	for i := range c.lanes {
		pool := term.NewPool()
		b := &Backend{pool: pool, mode: Confirm}
		b.open()
		l := &lane{pool: pool, in: term.NewImporter(pool, p, nil), relax: newRelaxer(pool), b: b, todo: make(chan confirmation, waiting)}
		l.ended.Add(1)
		go l.work(ctx)
		c.lanes[i] = l
	}
	return c, nil
}

// Ask puts a question. The returned function waits for the answer, and gives it again
// when it is called again: Unknown where the limit or ctx ended the search. Sat is the
// answer to the whole question only, never to a part of it.
func (c *Confirmer) Ask(ctx context.Context, conditions []term.T, lim backend.Limits) (answer func() backend.Status) {
	l := c.lanes[c.asked%confirmLanes]
	c.asked++
	in := make([]term.T, len(conditions))
	l.locked(func() {
		for i, t := range conditions {
			in[i] = l.in.Import(t)
		}
	})
	replies := make(chan reply, 1)
	l.todo <- confirmation{ctx, in, lim, replies}
	return sync.OnceValue(func() backend.Status {
		r := <-replies
		if r.panic != nil {
			panic(r.panic)
		}
		return r.status
	})
}

// Close ends the search for answers that are still open, which are Unknown, and
// releases what Z3 holds.
func (c *Confirmer) Close() {
	c.cancel()
	for _, l := range c.lanes {
		close(l.todo)
	}
	for _, l := range c.lanes {
		l.ended.Wait()
		l.b.Close()
	}
}

// work answers questions until there are no more.
func (l *lane) work(end context.Context) {
	defer l.ended.Done()
	for q := range l.todo {
		ctx, cancel := context.WithCancel(q.ctx)
		stop := context.AfterFunc(end, cancel)
		q.answer <- l.reply(ctx, q)
		stop()
		cancel()
	}
}

func (l *lane) reply(ctx context.Context, q confirmation) (r reply) {
	defer func() { r.panic = recover() }()
	return reply{status: l.excluded(ctx, q)}
}

// locked does what reads or fills the pool.
func (l *lane) locked(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// excluded asks without the hard operators first.
func (l *lane) excluded(ctx context.Context, q confirmation) backend.Status {
	var relaxed []term.T
	some := false
	l.locked(func() { relaxed, some = l.relax.relax(q.conditions) })
	if some && l.ask(ctx, relaxed, backend.Limits{Conflicts: min(relaxedConflicts, q.lim.Conflicts)}) == backend.Unsat {
		return backend.Unsat
	}
	return l.ask(ctx, q.conditions, q.lim)
}

func (l *lane) ask(ctx context.Context, conditions []term.T, lim backend.Limits) backend.Status {
	if ctx.Err() != nil {
		return backend.Unknown
	}
	var check search
	l.locked(func() { check = l.b.begin(conditions, lim) })
	answer, cancelled := l.b.finish(ctx, check)
	if cancelled {
		return backend.Unknown
	}
	return statusOf(answer)
}
