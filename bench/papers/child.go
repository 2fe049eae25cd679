package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// job is what a process of its own is asked: one target of one program, in one
// mode of interpolation. A process each, so that no run sees the memory, the
// caches or the crash of another.
type job struct {
	IR     string // file of textual IR
	Mode   engine.Interpolation
	Plan   engine.Plan
	Limit  time.Duration // processor time of the search
	Room   int64         // bytes of memory it may take; 0: the engine's own limit
	Call   string        // the target: this function is called
	Memory bool          // the target instead: any memory error in the program's own code
	About  string        // tell what the outermost interpolant says about this variable
}

// answer is what the process says.
type answer struct {
	Status, Reason          string
	Nodes, Subsumed, Atoms  int64 // Atoms: the size of the largest interpolant
	Instructions, Queries   int64
	Bounds, Given           []string
	Search                  time.Duration // processor time without loading
	LoadedBlocks, CallSites int
	Outermost               string   `json:",omitempty"` // what was asked about the outermost interpolant
	Labels                  []string `json:",omitempty"` // the statuses of all labels, of a run that asks about all
}

// be is the whole life of the process: read a job, do it, write the answer.
func be(in io.Reader, out io.Writer) error {
	var j job
	if err := json.NewDecoder(in).Decode(&j); err != nil {
		return err
	}
	a, err := j.run()
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(a)
}

func (j *job) run() (*answer, error) {
	p, err := ir.Read(j.IR)
	if err != nil {
		return nil, err
	}
	t := engine.Target{Name: "target", Sites: callsOf(p, j.Call)}
	if j.Memory {
		t.Sites = accesses(p)
	}
	if len(t.Sites) == 0 {
		return nil, fmt.Errorf("the program has no target (call of %q)", j.Call)
	}
	// The wall-clock limit only ends a run that does not compute.
	opt := engine.Options{TimeoutPerTarget: 20 * j.Limit, Workers: 1, Assume: []string{"malloc"},
		Interpolation: j.Mode, Plan: j.Plan, Memory: j.Room}
	var first string
	if j.About != "" {
		opt.Trace = func(_ int, t *engine.Trace) { first = outermost(t, j.About) }
	}
	start := cpuTime()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for cpuTime()-start < j.Limit {
			time.Sleep(2 * time.Millisecond)
		}
		cancel()
	}()
	res, err := engine.Run(ctx, p, []engine.Target{t}, opt, nil)
	if err != nil {
		return nil, err
	}
	v := res.Verdicts[0]
	a := &answer{Status: v.Status.String(), Reason: v.Reason, Nodes: v.Effort.Nodes, Subsumed: v.Effort.Subsumed,
		Instructions: v.Effort.Instructions, Queries: v.Effort.Queries, Search: cpuTime() - start, Atoms: v.Effort.LargestInterpolant,
		LoadedBlocks: len(p.Blocks), CallSites: len(t.Sites), Outermost: first}
	for _, b := range v.Bounds {
		a.Bounds = append(a.Bounds, fmt.Sprintf("%s %d at %s", b.Kind, b.Limit, b.At))
	}
	for _, g := range v.Given {
		a.Given = append(a.Given, g.Error+" at "+g.At)
	}
	return a, nil
}

// outermost is what the interpolant nearest to the root says about a variable,
// with its line. At the root itself, before the first assignment, there is
// nothing to say.
func outermost(t *engine.Trace, variable string) string {
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(variable) + `\b`)
	for _, n := range t.Nodes {
		about := slices.DeleteFunc(slices.Clone(n.Psi), func(c string) bool { return !word.MatchString(c) })
		if n.Proved && n.Started && len(about) > 0 {
			return fmt.Sprintf("line %d: %s", n.Line, strings.Join(about, " and "))
		}
	}
	return ""
}

// modes are the modes of interpolation, the plain search first.
var modes = []string{string(engine.InterpolationNone), string(engine.InterpolationDeletion), string(engine.InterpolationWP)}

// callsOf are the sites of the target "a function of this name is called".
func callsOf(p *ir.Program, name string) []engine.Site {
	var out []engine.Site
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Op == ir.Call && in.Call.Callee >= 0 && p.Funcs[in.Call.Callee].Source == name {
				out = append(out, engine.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(op.Reach), Arg: -1})
			}
		}
	}
	return out
}

// accesses are the sites of the target "a load or store of the program goes
// wrong".
func accesses(p *ir.Program) []engine.Site {
	var out []engine.Site
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if o := b.Instrs[i].Op; (o == ir.Load || o == ir.Store) && !p.Funcs[b.Func].Model {
				out = append(out, engine.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.Memory, Arg: -1})
			}
		}
	}
	return out
}

// cpuTime is the processor time of this process so far.
func cpuTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		fmt.Fprintf(os.Stderr, "getrusage of the process itself: %v\n", err) // fails on bad arguments only
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
