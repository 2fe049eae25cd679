package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/internal/built"
)

// What the prover alone excludes of all that could go wrong where a program
// follows a pointer, whatever analyzers say of it: a measure that does not depend
// on which alarms there are.

// excluded is what the prover made of the accesses of a program.
type excluded struct {
	program          string
	accesses, proved int
	cuts             string // the prover's summary
	why              string // the most frequent reason of the others
	wall             time.Duration
}

// accesses are the loads and stores of a program's own functions that go through
// an address which is neither a variable's nor a constant.
func accesses(p *ir.Program, classes op.Set) (goals []system.Goal) {
	defs := make([]map[ir.Reg]*ir.Instr, len(p.Funcs))
	for _, b := range p.Blocks {
		fn := p.Funcs[b.Func]
		if fn.Model {
			continue
		}
		if defs[b.Func] == nil {
			defs[b.Func] = fn.Definitions()
		}
		for i := range b.Instrs {
			in, at := &b.Instrs[i], 0
			switch in.Op {
			case ir.Store:
				at = 1
			case ir.Load:
			default:
				continue
			}
			a := in.Args[at]
			if a.IsConst() {
				continue
			}
			if d := defs[b.Func][ir.Reg(a)]; d != nil && d.Op == ir.Alloca {
				continue
			}
			site := system.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: classes, Arg: -1}
			goals = append(goals, system.Goal{Sites: []system.Site{site}})
		}
	}
	return goals
}

// exclude runs the prover on a program with all its accesses as goals.
func (s *settings) exclude(ctx context.Context, program string) (*excluded, error) {
	dir := filepath.Join(s.dir, program)
	sources, flags := compilation(dir)
	if len(sources) == 0 {
		return nil, fmt.Errorf("%s: no *.c", dir)
	}
	p, err := built.Program(append(sources, flags...)...)
	if err != nil {
		return nil, err
	}
	main, ok := p.FuncByName["main"]
	if !ok {
		return nil, fmt.Errorf("%s: no function main", dir)
	}
	classes := op.Memory
	if s.coarse {
		classes = op.SetOf(op.NullAccess) | op.SetOf(op.ForeignAccess)
	}
	goals := accesses(p, classes)
	e := &excluded{program: program, accesses: len(goals)}
	limited, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	start := time.Now()
	out := prover.Prove(limited, p, goals, prover.Config{Entry: main, Coarse: s.coarse})
	e.wall = time.Since(start)
	e.cuts, _, _ = strings.Cut(out.Summary, ",")
	reasons := map[string]int{}
	for _, proof := range out.Proofs {
		if proof.Proved {
			e.proved++
			continue
		}
		why := stopper(proof.Why)
		if reasons[why]++; reasons[why] > reasons[e.why] {
			e.why = why
		}
	}
	return e, nil
}

func printExcluded(w io.Writer, all []*excluded) {
	fmt.Fprintln(w, "| program | accesses | excluded | system | s | what stops most of the others |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|")
	for _, e := range all {
		fmt.Fprintf(w, "| %s | %d | %d | %s | %.0f | %s |\n", e.program, e.accesses, e.proved, e.cuts, e.wall.Seconds(), e.why)
	}
}
