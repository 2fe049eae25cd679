package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/search"
)

// because says in terms of C why a target cannot be reached: what holds at a
// place, near the target, whenever a run comes there. It is "" where nothing of
// the kind is certain.
//
// The places are those where the search came to a branch or to the target
// itself, the statically nearest to the target first; of each, the beginning of
// its line. At every visit the interpolants found below are carried back to the
// place: what they claim there holds at that visit. The claim about the place is
// what all its visits have in common, ranges being united. Visits are all in the
// tree, unless the target cannot be reached from them any more; so only places
// count from which the target can be reached inside their own activation, for
// these are never cut. A place with a visit that has no interpolant is passed
// over. Claims are made only with values that have a name at that place.
func (r *run) because(t int) string {
	tree := r.best[t].proof.tree
	if tree == nil || tree.Dropped || len(tree.Nodes) == 0 || len(r.opt.Entry) > 1 || slices.Equal(r.opt.Entry, []string{"exported"}) {
		return ""
	}
	c := newClaims(r.prog, tree, r.sitesOf(t))
	for _, turn := range c.turns {
		c.collect(turn)
		if text := turn.claim(); text != "" {
			return ": " + text + " whenever " + turn.when
		}
	}
	return ""
}

// retraced is because for a target that another technique excluded.
func (r *run) retraced(ctx context.Context, t int, work int64) string {
	r.best[t].proof = r.retrace(ctx, t, work)
	defer func() { r.best[t].proof = proof{} }()
	return r.because(t)
}

// retrace searches for one target alone. Its tree is a proof only if the search
// was exhausted and met neither bounds nor stops.
func (r *run) retrace(ctx context.Context, t int, work int64) proof {
	if r.interpolation() == nil || ctx.Err() != nil {
		return proof{}
	}
	if r.opt.Trace != nil {
		work = int64(budget.TraceWork.N)
	}
	retracing := round{search.DepthFirst, 0, work}
	limited, cancel := context.WithTimeout(ctx, r.opt.TimeoutPerTarget)
	defer cancel()
	cfg := r.searchConfig(ctx, t, retracing)
	out := r.explore(limited, r.searchTargets([]int{t}), cfg)
	b := &r.best[t]
	b.effort.add(out)
	b.proof = proof{cfg.Exec, cfg.Annotate}
	r.trace(t, retracing, out)
	if !out.Complete() || out.Answered[0] {
		return proof{}
	}
	return b.proof
}

// sitesOf are the points of a target's sites.
func (r *run) sitesOf(t int) []ir.Point {
	var pts []ir.Point
	for _, s := range r.board.targets[t].Sites {
		pts = append(pts, s.Point)
	}
	return pts
}

// claims collects what holds at places.
type claims struct {
	prog  *ir.Program
	tree  *search.Annotated
	names *lexicon
	nodes map[int]*search.Annotation
	turns []*turning          // nearest to the target first
	lines map[line][]ir.Point // made when it is first asked for
}

// line is a line of a source file.
type line struct {
	file ir.FileID
	line int32
}

// turning is a place where the proof may have turned.
type turning struct {
	at       ir.Point
	distance int32
	when     string          // a run comes there, in words
	about    map[string]bool // the names in the expressions that are decided there
	visited  bool
	lost     bool // of some visit nothing is known
	holds    []claim
}

// claim is a statement with the key of its meaning.
type claim struct {
	pred.Statement
	key string
}

func newClaims(p *ir.Program, tree *search.Annotated, sites []ir.Point) *claims {
	c := &claims{prog: p, tree: tree, names: newLexicon(p, tree.Engine.Machine), nodes: map[int]*search.Annotation{}}
	for i := range tree.Nodes {
		c.nodes[tree.Nodes[i].ID] = &tree.Nodes[i]
	}
	c.find(ir.NewDistance(p, sites), sites)
	return c
}

// find chooses the places.
func (c *claims) find(d *ir.Distance, sites []ir.Point) {
	type place struct {
		begin, at ir.Point
		distance  int32
	}
	var places []place
	seen := map[ir.Point]bool{}
	for i := range c.tree.Nodes {
		e := c.tree.Nodes[i].Edge
		if e == nil {
			continue
		}
		for _, s := range e.Steps {
			op := c.prog.At(s.Point).Op
			if op != ir.CondBr && op != ir.Switch && !slices.Contains(sites, s.Point) || seen[s.Point] || c.prog.FuncOf(s.Point).Model {
				continue
			}
			seen[s.Point] = true
			if begin := c.begin(s.Point); d.From(begin) != ir.Unreached {
				places = append(places, place{begin, s.Point, d.From(begin)})
			}
		}
	}
	slices.SortStableFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.begin.Block, b.begin.Block), cmp.Compare(a.begin.Instr, b.begin.Instr))
	})
	begun := map[ir.Point]bool{}
	for _, p := range places {
		if len(c.turns) == budget.ReasonPlaces.N {
			break
		}
		if begun[p.begin] {
			continue
		}
		if when := c.when(p.begin, p.at, sites[0]); when != "" {
			begun[p.begin] = true
			c.turns = append(c.turns, &turning{at: p.begin, distance: p.distance, when: when, about: c.about(p.at)})
		}
	}
}

// begin is the first instruction of the run of instructions of one line that a
// point is in, within its block.
func (c *claims) begin(pt ir.Point) ir.Point {
	instrs := c.prog.Blocks[pt.Block].Instrs
	line := c.prog.Locs[instrs[pt.Instr].Loc]
	for pt.Instr > 0 {
		l := c.prog.Locs[instrs[pt.Instr-1].Loc]
		if l.Line != line.Line || l.File != line.File {
			break
		}
		pt.Instr--
	}
	return pt
}

// when says in words that a run comes to a place: it reaches a line, or
// evaluates the condition of the branch at pt. It is "" if the same words are
// true of other moments. The target's file goes without saying.
func (c *claims) when(begin, pt, target ir.Point) string {
	l := c.prog.LocOf(begin)
	if l.Line == 0 {
		return ""
	}
	line := fmt.Sprintf("line %d", l.Line)
	if l.File != c.prog.LocOf(target).File {
		line += " of " + c.prog.Files[l.File]
	}
	cond := c.condition(pt)
	only, lone := true, cond != ""
	for _, at := range c.pointsOf(l) {
		switch {
		case at.Block == begin.Block && at.Instr >= begin.Instr:
		case c.prog.Blocks[at.Block].Func != c.prog.Blocks[begin.Block].Func:
			return ""
		default:
			only = false
			lone = lone && c.condition(at) != cond
		}
	}
	switch {
	case only:
		return line + " is reached"
	case lone:
		return "`" + cond + "` in " + line + " is evaluated"
	}
	return ""
}

// pointsOf lists the instructions of a line.
func (c *claims) pointsOf(l ir.Loc) []ir.Point {
	if c.lines == nil {
		c.lines = map[line][]ir.Point{}
		for _, b := range c.prog.Blocks {
			for i := range b.Instrs {
				k := c.prog.Locs[b.Instrs[i].Loc]
				at := line{k.File, k.Line}
				c.lines[at] = append(c.lines[at], ir.Point{Block: b.ID, Instr: int32(i)})
			}
		}
	}
	return c.lines[line{l.File, l.Line}]
}

// condition is what a branch depends on, "" if it is none or has no text.
func (c *claims) condition(pt ir.Point) string {
	in := c.prog.At(pt)
	if in.Op != ir.CondBr && in.Op != ir.Switch {
		return ""
	}
	if text := c.prog.Expr(c.prog.FuncOf(pt), in.Args[0]); !strings.Contains(text, "…") {
		return text
	}
	return ""
}

// about has the names in the operands of an instruction.
func (c *claims) about(pt ir.Point) map[string]bool {
	out := map[string]bool{}
	for _, o := range c.prog.At(pt).Args {
		for _, w := range identifiers(c.prog.Expr(c.prog.FuncOf(pt), o)) {
			out[w] = true
		}
	}
	return out
}

func identifiers(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// collect goes through all visits of a place.
func (c *claims) collect(t *turning) {
	if c.tree.Engine.Beside(t.at) {
		t.lost = true
		return
	}
	for i := range c.tree.Nodes {
		a := &c.tree.Nodes[i]
		if a.Kind != search.Root && a.Kind != search.Ended {
			// The state stands at a point that no edge has executed.
			if a.State.Point() == t.at {
				c.visit(t, a.Psi, a.State, stackOf(a.State))
			}
		}
		c.edge(t, a)
	}
}

// stackOf has the points of a state's activations, outermost first.
func stackOf(s *exec.State) []ir.Point {
	var pts []ir.Point
	for i := range s.Depth() - 1 {
		pts = append(pts, s.Resume(i))
	}
	return append(pts, s.Point())
}

// edge collects the visits on the way from a node to another one.
func (c *claims) edge(t *turning, a *search.Annotation) {
	up := c.nodes[a.Parent]
	if a.Edge == nil || up == nil {
		return
	}
	if a.Edge.Opaque != "" {
		t.lost = true // it may have been visited
		return
	}
	if t.lost || !slices.ContainsFunc(a.Edge.Steps, func(s exec.Executed) bool { return s.Point == t.at }) {
		return
	}
	first := 0
	if up.Kind == search.Forking {
		first = 1 // the visit is that of the node
	}
	known := map[int]bool{}
	if a.Psi != nil && up.Psi != nil {
		failed := op.NoClass
		if a.End != nil {
			failed = a.End.Class
		}
		c.tree.Engine.Steps(a.Psi.Clone(), a.Edge, a.State, failed, func(i int, psi *pred.Psi, stack []ir.Point) {
			if a.Edge.Steps[i].Point == t.at && i >= first {
				known[i] = true
				c.visit(t, psi, a.State, stack)
			}
		})
	}
	for i := first; i < len(a.Edge.Steps); i++ {
		if a.Edge.Steps[i].Point == t.at && !known[i] {
			t.lost = true
		}
	}
}

// visit takes what a predicate says into what is known of a place.
func (c *claims) visit(t *turning, psi *pred.Psi, state *exec.State, stack []ir.Point) {
	if psi == nil {
		t.lost = true
	}
	if t.lost {
		return
	}
	n := c.names.at(state, stack, psi)
	texts := psi.Statements(n)
	n.keys = true
	keys := psi.Statements(n)
	var holds []claim
	for i, s := range texts {
		key := keys[i].Text
		if s.Subject != "" {
			key = keys[i].Subject
		}
		if s.Plain {
			holds = append(holds, claim{s, key})
		}
	}
	if t.visited {
		holds = common(t.holds, holds)
	}
	t.visited, t.holds = true, holds
}

// common are the claims that follow from both of two lists.
func common(a, b []claim) []claim {
	var out []claim
	for _, x := range a {
		for _, y := range b {
			if x.key != y.key || (x.Subject == "") != (y.Subject == "") || x.Width != y.Width {
				continue
			}
			if x.Subject != "" {
				var ok bool
				if x.Range, ok = x.Range.Hull(y.Range, x.Sign, x.Width); !ok {
					continue
				}
				x.Text = pred.Between(x.Subject, x.Sign, x.Range, x.Width)
			}
			out = append(out, x)
			break
		}
	}
	return out
}

// claim writes what holds at every visit, "" if nothing does: what is about the
// values that are decided there, if any of it is.
func (t *turning) claim() string {
	if t.lost || !t.visited || len(t.holds) == 0 {
		return ""
	}
	holds := slices.Clone(t.holds)
	beside := func(h claim) bool {
		return !slices.ContainsFunc(identifiers(h.Text), func(w string) bool { return t.about[w] })
	}
	if near := slices.DeleteFunc(slices.Clone(holds), beside); len(near) > 0 {
		holds = near
	}
	slices.SortStableFunc(holds, func(a, b claim) int { return cmp.Compare(len(a.Text), len(b.Text)) })
	var texts []string
	for _, h := range holds[:min(len(holds), budget.ReasonConditions.N)] {
		text := h.Text
		if len(holds) > 1 && strings.Contains(text, " or ") {
			text = "(" + text + ")"
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if len(texts) == 1 {
		return texts[0] + " holds"
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " and " + texts[len(texts)-1] + " hold"
}
