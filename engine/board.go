package engine

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/search"
)

// board collects verdicts: of the current entry function, and combined over
// the entries before it.
type board struct {
	mu      sync.Mutex
	targets []Target
	opt     Options
	sink    Sink
	entries int // how many have still to speak, the current one included
	current []*Verdict
	before  []*Verdict
	met     map[metKey]Met
	done    int
	counts  [4]int
	spent   []Spent
}

type metKey struct {
	class op.Class
	at    ir.Point
}

func newBoard(targets []Target, entries int, opt Options, sink Sink) *board {
	return &board{targets: targets, opt: opt, sink: sink, entries: entries,
		current: make([]*Verdict, len(targets)), before: make([]*Verdict, len(targets)), met: map[metKey]Met{}}
}

// open lists the targets without an answer from the current entry that could
// still change the combined one.
func (b *board) open() []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	var ts []int
	for t := range b.targets {
		settled := b.current[t] != nil || b.before[t] != nil && b.before[t].Status == Reachable
		if !settled {
			ts = append(ts, t)
		}
	}
	return ts
}

// waits tells whether a target is open.
func (b *board) waits(t int) bool { return slices.Contains(b.open(), t) }

// settle records the current entry's verdict. It is final when it is
// `reachable` or comes from the last entry.
func (b *board) settle(t int, v Verdict) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.current[t] != nil {
		return
	}
	b.current[t] = &v
	if b.entries == 1 || v.Status == Reachable {
		c := combine(b.before[t], &v)
		b.done++
		b.counts[c.Status]++
		if b.sink != nil {
			b.sink(t, *c)
		}
	}
}

// endEntry closes the current entry and makes room for the next.
func (b *board) endEntry() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.entries--
	for t := range b.targets {
		if b.current[t] != nil {
			b.before[t] = combine(b.before[t], b.current[t])
		}
		b.current[t] = nil
	}
}

// combine joins the verdicts from two entry functions: reachable from either
// is reachable; unreachable needs both; assumptions, bounds and given unite.
func combine(a, b *Verdict) *Verdict {
	if a == nil {
		return b
	}
	rank := map[Status]int{Reachable: 3, Undecided: 2, Bounded: 1, Unreachable: 0}
	if rank[a.Status] < rank[b.Status] {
		a, b = b, a
	}
	c := *a
	c.Assumptions = union(a.Assumptions, b.Assumptions, cmp.Compare[string])
	c.Given = union(a.Given, b.Given, func(x, y Given) int { return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.Error, y.Error)) })
	c.Bounds = union(a.Bounds, b.Bounds, func(x, y Bound) int {
		return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Limit, y.Limit))
	})
	c.Effort.Add(b.Effort)
	c.Time += b.Time
	c.Certificates = append(slices.Clone(a.Certificates), b.Certificates...)
	if a.Checked != b.Checked {
		c.Checked = ""
	}
	return &c
}

func union[T any](a, b []T, order func(x, y T) int) []T {
	u := append(slices.Clone(a), b...)
	slices.SortFunc(u, order)
	return slices.CompactFunc(u, func(x, y T) bool { return order(x, y) == 0 })
}

// meet keeps the errors that a search met, one per class and point, with the
// input that shows it where there is one.
func (b *board) meet(out *search.Outcome, r *run) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range out.Met {
		k := metKey{m.Class, m.Point}
		if old, ok := b.met[k]; ok && (old.Witness != nil || m.Evidence == nil) {
			continue
		}
		b.met[k] = Met{Class: m.Class.String(), Point: m.Point, Witness: r.witness(m.Evidence)}
	}
}

// shows tells whether an error is known with an input that shows it.
func (b *board) shows(k metKey) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.met[k].Witness != nil
}

func (b *board) progress(t int) {
	if b.opt.Progress == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opt.Progress(Progress{Done: b.done, Total: len(b.targets), Current: b.targets[t].Name, Counts: b.counts})
}

// took notes what a strategy took and settled.
func (b *board) took(strategy string, time time.Duration, settled int) {
	i := slices.IndexFunc(b.spent, func(s Spent) bool { return s.Strategy == strategy })
	if i < 0 {
		i = len(b.spent)
		b.spent = append(b.spent, Spent{Strategy: strategy})
	}
	b.spent[i].Time += time
	b.spent[i].Settled += settled
}

func (b *board) result(partial bool) *Result {
	res := &Result{Partial: partial, Spent: b.spent, Verdicts: make([]Verdict, len(b.targets))}
	for t, v := range b.before {
		if v != nil {
			res.Verdicts[t] = *v
		}
	}
	for _, m := range b.met {
		res.Met = append(res.Met, m)
	}
	slices.SortFunc(res.Met, func(x, y Met) int {
		return cmp.Or(cmp.Compare(x.Point.Block, y.Point.Block), cmp.Compare(x.Point.Instr, y.Point.Instr), cmp.Compare(x.Class, y.Class))
	})
	return res
}
