package engine

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine/ir"
)

// Run decides the targets. Every verdict goes to sink as it falls; the result
// holds all of them, in the order of the targets. An error means that the run
// could not begin; running out of time or memory is no error but leaves
// verdicts undecided and Result.Partial set.
func Run(ctx context.Context, p *ir.Program, targets []Target, opt Options, sink Sink) (*Result, error) {
	opt = opt.withDefaults()
	if err := opt.Solver.Check(); err != nil {
		return nil, err
	}
	switch opt.Interpolation {
	case "", InterpolationNone, InterpolationDeletion, InterpolationWP:
	default:
		return nil, fmt.Errorf("interpolation %q: known are %s, %s and %s", opt.Interpolation, InterpolationNone, InterpolationDeletion, InterpolationWP)
	}
	entries, err := entryFunctions(p, opt.Entry)
	if err != nil {
		return nil, err
	}
	p.Open = slices.ContainsFunc(entries, func(f ir.FuncID) bool { return p.Funcs[f].Name != "main" })
	if opt.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, opt.Timeout)
		defer cancel()
	}
	opt.TimeoutPerTarget /= time.Duration(len(entries))
	g := watchMemory(opt.Memory)
	defer g.close()
	b := newBoard(targets, len(entries), opt, sink)
	for _, e := range entries {
		r := newRun(p, e, b, g, opt)
		r.decide(ctx)
		b.endEntry()
	}
	return b.result(ctx.Err() != nil), nil
}

func (o Options) withDefaults() Options {
	def := func(x *int, d int) {
		if *x == 0 {
			*x = d
		}
	}
	def(&o.MaxArgc, 6)
	def(&o.MaxArgLen, 16)
	def(&o.MaxDepth, 1000)
	if o.Plan == PlanShallow {
		def(&o.MaxLoop, 2)
	}
	def(&o.Workers, 1)
	if o.Extern == "" {
		o.Extern = ExternHavoc
	}
	if o.TimeoutPerTarget == 0 {
		o.TimeoutPerTarget = time.Minute
	}
	if o.Memory == 0 {
		o.Memory = 4 << 30
	}
	return o
}

// EntryError names an entry function that cannot be used.
type EntryError struct{ Name, Problem string }

func (e *EntryError) Error() string { return fmt.Sprintf("entry function %s: %s", e.Name, e.Problem) }

func entryFunctions(p *ir.Program, names []string) ([]ir.FuncID, error) {
	if len(names) == 0 {
		names = []string{"main"}
	}
	if len(names) == 1 && names[0] == "exported" {
		return exportedFunctions(p)
	}
	var ids []ir.FuncID
	for _, n := range names {
		id, ok := p.FuncByName[n]
		switch {
		case !ok && n == "main":
			return nil, &EntryError{n, "the program has none; name one with --entry F, or analyse a library with --entry exported"}
		case !ok || len(p.Funcs[id].Blocks) == 0:
			return nil, &EntryError{n, "no such function is defined in the program"}
		}
		ids = append(ids, id)
	}
	return ids, nil
}

func exportedFunctions(p *ir.Program) ([]ir.FuncID, error) {
	ids := p.Nameable()
	if len(ids) == 0 {
		return nil, &EntryError{"exported", "the program exports no function"}
	}
	return ids, nil
}
