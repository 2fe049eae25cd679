package cert

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
)

// Options configure a check.
type Options struct {
	// Second is asked to confirm every answer on which the check rests; nil:
	// nobody is, and the report says so. It may be told of terms of the pool
	// that it was made for only.
	Second func(*term.Pool) (Opinion, error)
	// IR is the SHA-256 of the program's IR, "" if the caller does not know it.
	IR string
	// Limits bound each question; the zero value is the default.
	Limits solver.Limits
	// Instructions bounds what is executed from one node; 0: the default.
	Instructions int64
}

// Report is what a check found out.
type Report struct {
	Solver   string // that confirmed the answers; "same solver"
	Labels   int    // annotated nodes
	Checked  int    // of them, annotated nodes whose claim was confirmed
	Paths    int    // followed from the entry and from the nodes
	Queries  int64
	Findings []Finding // what does not hold, or was not checked
	Sites    []string  // file:line of what the target looks at, each once
}

// Finding is something that keeps a certificate from being confirmed.
type Finding struct {
	Node int // -1: the entry; -2: the proof by invariants as a whole
	// Refused: the claim of the node is wrong, or does not follow. Otherwise
	// it was not checked.
	Refused bool
	What    string
}

func (f Finding) String() string {
	kind, where := "not checked: ", fmt.Sprintf("node %d", f.Node)
	if f.Refused {
		kind = "refused: "
	}
	switch f.Node {
	case -1:
		where = "the entry"
	case -2:
		where = "the invariants"
	}
	return kind + where + ": " + f.What
}

// Holds tells that the certificate is a proof.
func (r *Report) Holds() bool { return len(r.Findings) == 0 && r.Checked == r.Labels }

// Refused tells that something in the certificate is wrong.
func (r *Report) Refused() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Refused })
}

// SameSolver is Report.Solver where nobody confirmed the answers.
const SameSolver = "same solver"

// checker checks one certificate.
type checker struct {
	ctx     context.Context
	prog    *ir.Program
	cert    *Certificate
	pool    *term.Pool
	solver  *counsel
	machine *exec.Machine
	dist    *ir.Distance
	places  places
	facts   []term.T // that hold in all states, about the fixed inputs
	vars    map[aspect]term.T
	// anywhere are the variables that stand for unknown addresses.
	anywhere map[term.T]bool
	// raw: nil if nobody asks whether bytes were written.
	raw    *rawRegisters
	labels map[int]*label
	entry  *label // stands for the part of the tree without annotations
	report *Report
	most   int64 // instructions from one label

	// Of the label at hand.
	opaque  map[memory.ObjID]bool // objects of which nothing is known
	vacuous bool                  // no state satisfies it
	todo    []*exec.State
	running *exec.State
	problem *Finding
}

// Check checks that a certificate proves its claim about a program. An error
// means that the certificate is not about this program, or no certificate.
//
// From the entry and from a state of which nothing is known but the annotation
// of a node, for each annotated node, all paths are followed; each must end
// without violating the target, leave for where the target cannot be reached,
// or arrive at the place of an annotated node in a state that satisfies its
// annotation. Then no run violates the target, by induction over its length.
func Check(ctx context.Context, p *ir.Program, cert *Certificate, opt Options) (*Report, error) {
	if opt.IR != "" && cert.Program.IR != "" && opt.IR != cert.Program.IR {
		return nil, errors.New("the certificate is about another program: the SHA-256 of the IR differs")
	}
	if opt.Instructions == 0 {
		opt.Instructions = int64(budget.LabelInstructions.N)
	}
	if opt.Limits == (solver.Limits{}) {
		opt.Limits = solver.Limits{Conflicts: 200_000}
	}
	if err := cert.consistent(); err != nil {
		return nil, err
	}
	if cert.Loops != nil {
		return checkLoops(ctx, p, cert, opt)
	}
	c := &checker{ctx: ctx, prog: p, cert: cert, pool: term.NewPool(), vars: map[aspect]term.T{}, anywhere: map[term.T]bool{}, labels: map[int]*label{}, most: opt.Instructions, report: &Report{Solver: SameSolver}}
	c.solver = &counsel{first: solver.New(c.pool, solver.Options{})}
	defer c.solver.Close()
	if opt.Second != nil {
		second, err := opt.Second(c.pool)
		if err != nil {
			return nil, err
		}
		c.solver.second, c.report.Solver = second, second.Name()
	}
	starts, err := c.prepare(opt)
	if err != nil {
		return nil, err
	}
	c.run(c.entry, starts)
	for _, n := range cert.Nodes {
		if l := c.labels[n.ID]; l != nil {
			c.check(l)
		}
	}
	c.report.Queries = c.solver.Stats().Queries
	if err := c.solver.failed; err != nil {
		return nil, err
	}
	return c.report, ctx.Err()
}

// prepare reads the certificate and makes the starts of the program.
func (c *checker) prepare(opt Options) (starts []*exec.State, err error) {
	if c.places, err = placesOf(c.prog); err != nil {
		return nil, err
	}
	cfg, err := c.cert.config(c.prog, opt.Limits)
	if err != nil {
		return nil, err
	}
	sites, pts, err := c.cert.Target.sites(c.places)
	if err != nil {
		return nil, err
	}
	c.machine = exec.New(c.prog, c.solver, c.pool, cfg, c)
	for i, s := range sites {
		c.machine.Watch(pts[i], s)
	}
	c.report.Sites = linesOf(c.prog, pts)
	c.dist = ir.NewDistance(c.prog, pts)
	if slices.ContainsFunc(sites, func(s exec.Site) bool { return s.Classes.Has(op.UninitRead) }) {
		c.raw = findRaw(c.prog)
	}
	c.entry = &label{node: &Node{ID: -1, Bounded: c.cert.Claim.Status == "bounded"}, exits: map[string][]*label{}}
	starts = c.machine.Start()
	c.facts = common(starts)
	return starts, c.structure()
}

// consistent tells whether the claim is one that the options allow: what is unreachable has
// met no bound, and what is switched off is an assumption.
func (c *Certificate) consistent() error {
	if c.Claim.Status == "unreachable" && len(c.Claim.Bounds) > 0 {
		return errors.New("the certificate contradicts itself: it claims unreachable, and lists bounds that paths met")
	}
	for _, k := range c.Options.NoFail {
		if a := k + " does not fail"; !unspoken[k] && !slices.Contains(c.Claim.Assumptions, a) {
			return fmt.Errorf("the certificate contradicts itself: its options assume that %s, and its claim does not", a)
		}
	}
	return nil
}

// unspoken are the options of --assume that verdicts name only where they matter.
var unspoken = map[string]bool{exec.NoCallback: true, exec.Closed: true}

// linesOf are places as file:line, sorted, each once.
func linesOf(p *ir.Program, pts []ir.Point) []string {
	var out []string
	for _, pt := range pts {
		out = append(out, p.Where(pt))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// common is what the path conditions of the starts have in common.
func common(starts []*exec.State) []term.T {
	pc := starts[0].PC()
	for _, s := range starts[1:] {
		n := 0
		for n < len(pc) && n < len(s.PC()) && pc[n] == s.PC()[n] {
			n++
		}
		pc = pc[:n]
	}
	return pc
}

// structure reads the tree: the labels, and where the paths from each lead.
func (c *checker) structure() error {
	byID := map[int]*Node{}
	for i := range c.cert.Nodes {
		n := &c.cert.Nodes[i]
		if byID[n.ID] != nil || n.ID < 0 {
			return fmt.Errorf("two nodes %d", n.ID)
		}
		byID[n.ID] = n
	}
	for i := range c.cert.Nodes {
		if n := &c.cert.Nodes[i]; n.Kind == Join && !n.Half && n.Psi != nil {
			l, err := c.labelOf(n)
			if err != nil {
				return err
			}
			c.labels[n.ID] = l
			c.report.Labels++
		}
	}
	for i := range c.cert.Nodes {
		n := &c.cert.Nodes[i]
		from, err := c.above(byID, n)
		if err != nil {
			return err
		}
		switch {
		case c.labels[n.ID] != nil:
			from.leads(c.labels[n.ID])
		case n.Kind == Subsumed && c.labels[n.By] != nil:
			from.leads(c.labels[n.By])
		}
	}
	return nil
}

// above is the label nearest above a node.
func (c *checker) above(byID map[int]*Node, n *Node) (*label, error) {
	for range len(byID) + 1 {
		if n.Parent < 0 {
			return c.entry, nil
		}
		up := byID[n.Parent]
		if up == nil {
			return nil, fmt.Errorf("node %d: no node %d", n.ID, n.Parent)
		}
		if l := c.labels[up.ID]; l != nil {
			return l, nil
		}
		n = up
	}
	return nil, errors.New("the tree has a cycle")
}

func (l *label) leads(to *label) {
	if !slices.Contains(l.exits[to.key], to) {
		l.exits[to.key] = append(l.exits[to.key], to)
	}
}

// String names a bound in words.
func (b Bound) String() string { return fmt.Sprintf("%s %d at %s", b.Kind, b.Limit, b.At) }

// check checks the claim of a label.
func (c *checker) check(l *label) {
	c.vacuous = false
	s, why := c.generic(l)
	if why != "" {
		c.finding(l, false, why)
		return
	}
	if c.vacuous {
		c.report.Checked++
		return
	}
	if r := c.solver.Check(c.ctx, s.PC(), c.machine.Config.QueryLimits); r.Status == solver.Sat {
		s.Model = r.Model
	} else if r.Status == solver.Unsat {
		c.report.Checked++
		return
	}
	if n := len(c.report.Findings); c.run(l, []*exec.State{s}) && n == len(c.report.Findings) {
		c.report.Checked++
	}
}

// run follows all paths from a label; it reports whether they end well.
func (c *checker) run(l *label, starts []*exec.State) bool {
	c.machine.Config.MaxLoop = 0
	if l.node.Bounded {
		c.machine.Config.MaxLoop = c.cert.Options.MaxLoop
	}
	if l == c.entry {
		c.opaque = nil
	}
	c.problem, c.todo = nil, nil
	for _, s := range starts {
		s.Record(exec.Everywhere)
		c.todo = append(c.todo, s)
	}
	paths, executed := 0, c.machine.Executed
	for len(c.todo) > 0 && c.problem == nil && c.ctx.Err() == nil {
		s := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		paths++
		c.report.Paths++
		c.follow(l, s)
		if l != c.entry && (paths > budget.LabelPaths.N || c.machine.Executed-executed > c.most) {
			c.fail(false, "too many paths lead from it to no annotated node")
		}
	}
	if c.problem != nil {
		c.finding(l, c.problem.Refused, c.problem.What)
	}
	return c.problem == nil && c.ctx.Err() == nil
}

// follow executes a state until its path ends, well or not.
func (c *checker) follow(l *label, s *exec.State) {
	if c.cut(s) {
		return
	}
	for c.problem == nil && c.ctx.Err() == nil {
		c.running = s
		end := c.machine.Run(c.ctx, s, 1<<14)
		if end != nil && end.Kind == exec.Stopped && c.cut(s) {
			return
		}
		if c.looksAtUnknown(s.Edge()) {
			c.fail(false, "a path uses an object that the annotation does not mention")
			return
		}
		switch {
		case end == nil || end.Kind == exec.Cancelled:
			if l != c.entry && s.Instrs > c.most {
				c.fail(false, "a path from it leads to no annotated node")
			}
			continue
		case end.Kind == exec.Junction:
			if c.cut(s) || c.arrives(l, s) {
				return
			}
			s.Record(exec.Everywhere)
			continue
		case end.Kind == exec.Stopped:
			c.fail(false, end.Reason+" at "+c.prog.Where(end.Point))
		case end.Kind == exec.AtBound:
			b := Bound{end.Bound.Kind, c.prog.Where(end.Bound.Point), end.Bound.Limit}
			if !l.node.Bounded || !slices.Contains(c.cert.Claim.Bounds, b) {
				c.fail(true, "a path meets a bound that the claim does not list, or from a node that is good without one: "+b.String())
			}
		}
		return
	}
}

// cut tells that no target can be reached from a state's call stack.
func (c *checker) cut(s *exec.State) bool {
	return c.dist.Stack(stackOf(s, s.Point())) == ir.Unreached
}

// stackOf is the call stack as points that are next to execute, innermost
// first; the innermost one is given.
func stackOf(s *exec.State, innermost ir.Point) []ir.Point {
	pts := []ir.Point{innermost}
	for i := s.Depth() - 2; i >= 0; i-- {
		pts = append(pts, s.Resume(i))
	}
	return pts
}

// arrives tells that a state satisfies an annotation to which the tree leads.
func (c *checker) arrives(l *label, s *exec.State) bool {
	as := s.Activations()
	for _, to := range l.exits[keyOf(as)] {
		if c.satisfies(s, as, to) {
			return true
		}
	}
	return false
}

// fail ends the check of the label at hand.
func (c *checker) fail(refused bool, what string) {
	if c.problem == nil {
		c.problem = &Finding{Refused: refused, What: what}
	}
}

func (c *checker) finding(l *label, refused bool, what string) {
	c.report.Findings = append(c.report.Findings, Finding{l.node.ID, refused, what})
}
