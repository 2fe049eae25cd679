package engine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/search"
)

// Trace is the tree of one depth-first search for one target, in terms of the
// sources.
type Trace struct {
	Turns   int    `json:"turns"`   // of each loop, at most; 0: no bound
	Limit   string `json:"limit"`   // what ended the search early, "" for nothing
	Dropped bool   `json:"dropped"` // the tree was too large to be kept
	Effort  Effort `json:"effort"`
	// Table tells what became of the questions to the subsumption table,
	// Without why nodes have no interpolant.
	Table   []Tally     `json:"table"`
	Without []Tally     `json:"without"`
	Nodes   []TraceNode `json:"nodes"` // by ID: parents come before their children
}

// Tally is a number of something.
type Tally struct {
	What string `json:"what"`
	N    int64  `json:"n"`
}

// TraceKind classifies a TraceNode, as search.AnnotationKind does.
type TraceKind string

// The kinds of node. Only the first three have children.
const (
	TraceRoot     TraceKind = "root"
	TraceFork     TraceKind = "fork"
	TraceJoin     TraceKind = "join"
	TraceEnded    TraceKind = "ended"
	TraceSubsumed TraceKind = "subsumed"
	TraceCut      TraceKind = "cut"
	TraceOpen     TraceKind = "open"
)

// TraceNode is a node or a leaf of a search tree.
type TraceNode struct {
	Parent   int       `json:"parent"` // index in Nodes, -1 for a root
	Kind     TraceKind `json:"kind"`
	Point    ir.Point  `json:"-"`    // of the user's code
	Started  bool      `json:"-"`    // Point is one: the program has been entered
	File     string    `json:"file"` // filled in by who knows how files are shown
	Line     int       `json:"line"`
	Function string    `json:"function"`
	// Born is how many instructions all paths had executed before.
	Born int64 `json:"born"`
	// Answer is how the parent's decision went on the way here, Condition what
	// the path condition got by it, over the inputs.
	Answer    string   `json:"answer,omitempty"`
	Condition []string `json:"condition,omitempty"`
	// Refuted are directions towards the target that were found infeasible
	// on the way here.
	Refuted []string `json:"refuted,omitempty"`
	// Psi is the interpolant, a conjunction; empty: every state. It counts
	// only where Proved is set.
	Psi     []string `json:"psi,omitempty"`
	Proved  bool     `json:"proved"`
	Bounded bool     `json:"bounded,omitempty"` // it holds within the bounds only
	End     string   `json:"end,omitempty"`     // how the path of a leaf ended
	By      int      `json:"by"`                // node that subsumes a leaf, else -1
}

// trace hands the tree of a search to who asked for it.
func (r *run) trace(t int, rd round, out *search.Outcome) {
	tree := r.best[t].proof.tree
	if r.opt.Trace == nil || tree == nil {
		return
	}
	tr := &tracer{claims: claims{prog: r.prog, tree: tree, names: newLexicon(r.prog, tree.Engine.Machine), nodes: map[int]*search.Annotation{}},
		distance: ir.NewDistance(r.prog, r.sitesOf(t))}
	trace := tr.make()
	trace.Turns, trace.Limit = rd.turns, out.Limit
	trace.Effort.add(out)
	trace.tally(out)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.opt.Trace(t, trace)
}

// tally takes over the statistics of the interpolants.
func (t *Trace) tally(out *search.Outcome) {
	s := &out.Interpolation
	t.Table = []Tally{
		{"questions to the table of interpolants", s.Asked}, {"states subsumed", s.Hits}, {"entries", s.Entries},
		{"entries refused: objects do not match", s.ByMatch}, {"entries refused by a model", s.ByModel},
		{"entries accepted by rewriting", s.ByRewriting}, {"entries asked of the solver", s.BySolver},
		{"conjuncts of the largest interpolant", s.Largest},
		{"constraints kept at guards", s.Kept}, {"dropped", s.Dropped}, {"made clauses", s.Clauses},
		{"abduced", s.Abduced}, {"projected", s.Projected},
	}
	for why, n := range s.Given {
		t.Without = append(t.Without, Tally{why, n})
	}
	slices.SortFunc(t.Without, func(a, b Tally) int { return cmp.Or(-cmp.Compare(a.N, b.N), cmp.Compare(a.What, b.What)) })
}

// tracer writes a tree.
type tracer struct {
	claims
	distance *ir.Distance
}

func (tr *tracer) make() *Trace {
	t := &Trace{Dropped: tr.tree.Dropped}
	index := make([]int, len(tr.tree.Nodes))
	for i := range tr.tree.Nodes {
		index[i] = i
		tr.nodes[tr.tree.Nodes[i].ID] = &tr.tree.Nodes[i]
	}
	// A leaf gets its number when it ends, behind all its ancestors.
	slices.SortFunc(index, func(a, b int) int { return cmp.Compare(tr.tree.Nodes[a].ID, tr.tree.Nodes[b].ID) })
	at := map[int]int{-1: -1}
	for k, i := range index {
		at[tr.tree.Nodes[i].ID] = k
	}
	for _, i := range index {
		a := &tr.tree.Nodes[i]
		n := tr.node(a)
		n.Parent, n.By = at[a.Parent], -1
		if a.Kind == search.Subsumed {
			n.By = at[a.By]
		}
		t.Nodes = append(t.Nodes, n)
	}
	return t
}

var traceKinds = [...]TraceKind{search.Root: TraceRoot, search.Forking: TraceFork, search.Joining: TraceJoin, search.Ended: TraceEnded,
	search.Subsumed: TraceSubsumed, search.Cut: TraceCut, search.Waiting: TraceOpen}

func (tr *tracer) node(a *search.Annotation) TraceNode {
	n := TraceNode{Kind: traceKinds[a.Kind], Born: tr.tree.Born[a.ID], Proved: !a.Half, Bounded: a.Bounded && !a.Half}
	if n.Point, n.Started = tr.userPoint(a.State); n.Started {
		n.Point = tr.located(n.Point)
		n.Line, n.Function = int(tr.prog.LocOf(n.Point).Line), tr.prog.FuncOf(n.Point).Source
	}
	names := tr.names.at(a.State, nil, nil)
	if a.State.Depth() > 0 {
		names = tr.names.at(a.State, stackOf(a.State), a.Psi)
	}
	if a.Psi != nil {
		for _, s := range a.Psi.Statements(names) {
			n.Psi = append(n.Psi, s.Text)
		}
	}
	if up := tr.nodes[a.Parent]; up != nil {
		n.Condition = tr.grown(up.State, a.State, names)
		if up.Kind == search.Forking {
			n.Answer = tr.answer(up, a.Other)
		}
		n.Refuted = tr.refuted(a.Edge)
	}
	n.End = tr.ending(a)
	return n
}

// userPoint is where the user sees a state; ok is false before the program is
// entered and after it has ended.
func (tr *tracer) userPoint(s *exec.State) (pt ir.Point, ok bool) {
	for i := s.Depth() - 1; i >= 0; i-- {
		f := s.Frame(i)
		if n := len(f.Block.Instrs); !f.Fn.Model || i == 0 {
			return ir.Point{Block: f.Block.ID, Instr: int32(min(f.IP, n-1))}, true
		}
	}
	return pt, false
}

// located is a point, or the next one in its block that has a line.
func (tr *tracer) located(pt ir.Point) ir.Point {
	instrs := tr.prog.Blocks[pt.Block].Instrs
	for i := pt.Instr; int(i) < len(instrs); i++ {
		if tr.prog.Locs[instrs[i].Loc].Line > 0 {
			return ir.Point{Block: pt.Block, Instr: i}
		}
	}
	return pt
}

// grown is what a path condition got between two states.
func (tr *tracer) grown(from, to *exec.State, n *names) []string {
	var out []string
	voc := tr.tree.Engine.True().Vocabulary()
	for _, c := range to.PC()[min(len(from.PC()), len(to.PC())):] {
		out = append(out, pred.Condition(voc, n, c).Text)
	}
	return out
}

// answer is how the decision of a node went.
func (tr *tracer) answer(up *search.Annotation, other bool) string {
	d, pt := up.Decision, up.State.Point()
	holds := d.Holds != other
	in, f := tr.prog.At(pt), tr.prog.FuncOf(pt)
	is := map[bool]string{true: " is true", false: " is false"}[holds]
	switch d.Kind {
	case exec.DecidedBranch:
		return tr.prog.Expr(f, in.Args[0]) + is
	case exec.DecidedCase:
		return tr.prog.Expr(f, in.Args[0]) + map[bool]string{true: " is ", false: " is not "}[holds] + caseText(tr.prog, f, in, d.Index)
	case exec.DecidedCheck:
		return map[bool]string{true: "no ", false: ""}[holds] + d.Class.Text()
	case exec.DecidedAssume:
		return "an assumption of the program" + is
	case exec.DecidedOffset:
		return fmt.Sprintf("the offset is%s one of %d", map[bool]string{true: "", false: " not"}[holds], len(d.Offsets))
	case exec.DecidedFree:
		return "a free choice: " + map[bool]string{true: "yes", false: "no"}[holds]
	}
	return map[bool]string{true: "yes", false: "no"}[holds]
}

// caseText names a successor of a switch by its values.
func caseText(p *ir.Program, f *ir.Func, in *ir.Instr, succ int32) string {
	text := ""
	for _, c := range in.Switch {
		if c.Succ != succ {
			continue
		}
		if text != "" {
			text += " or "
		}
		bits := 64
		if a := in.Args[0]; !a.IsConst() {
			bits = p.Types[f.RegTypes[a]].Bits
		}
		text += fmt.Sprint(op.Signed(bits, c.Value))
	}
	if text == "" {
		return "none of the cases"
	}
	return text
}

// refuted lists the branches on an edge that could not go towards the target,
// each once.
func (tr *tracer) refuted(e *exec.Edge) []string {
	if e == nil {
		return nil
	}
	var out []string
	seen := map[ir.Point]bool{}
	next := 0
	for _, s := range e.Steps {
		ds := e.Decisions[next:min(next+int(s.Decisions), len(e.Decisions))]
		next += len(ds)
		in, f := tr.prog.At(s.Point), tr.prog.FuncOf(s.Point)
		if in.Op != ir.CondBr || s.To < 0 || f.Model || seen[s.Point] || slices.ContainsFunc(ds, func(d exec.Decision) bool { return d.Split }) {
			continue
		}
		holds := s.To == in.Succs[0]
		other := in.Succs[0]
		if holds {
			other = in.Succs[1]
		}
		if other == s.To || tr.distance.Block(f.Blocks[other].ID) == ir.Unreached {
			continue
		}
		seen[s.Point] = true
		if len(out) == budget.TraceRefuted.N {
			return append(out, "…")
		}
		is := map[bool]string{true: " cannot be false", false: " cannot be true"}[holds]
		out = append(out, fmt.Sprintf("line %d: %s%s", tr.prog.LocOf(s.Point).Line, tr.prog.Expr(f, in.Args[0]), is))
	}
	return out
}

// ending says how the path of a leaf ended.
func (tr *tracer) ending(a *search.Annotation) string {
	switch a.Kind {
	case search.Subsumed:
		return "subsumed"
	case search.Cut:
		return "no target can be reached"
	case search.Waiting:
		return "open when the search ended"
	case search.Ended:
		return endText(tr.prog, a.End)
	}
	return ""
}

func endText(p *ir.Program, e *exec.End) string {
	switch e.Kind {
	case exec.Exited:
		return "the program ends"
	case exec.Failed:
		return "an error ends the path: " + e.Class.Text()
	case exec.Infeasible:
		return "infeasible: no input satisfies the path condition"
	case exec.AtBound:
		return fmt.Sprintf("bound: %s at %s ≤ %d", e.Bound.Kind, p.Where(e.Bound.Point), e.Bound.Limit)
	case exec.CutOff:
		return "no target can be reached"
	case exec.Stopped:
		return "stopped: " + e.Reason
	}
	return "cancelled"
}
