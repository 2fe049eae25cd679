package system

import (
	"container/heap"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/prover/inlining"
	"github.com/assay-dev/assay/engine/term"
)

type VarKey struct {
	Place, Instr, Nth int32
	Width, Index      int // index 0: no array
}

// Activation is a function in the chain of calls and turns of
// unrolled loops that leads to it.
type Activation struct {
	key    string
	Func   *ir.Func
	Parent *Activation
	proc   *Summary // whose own activation it is, nil: none
	Call   *node    // the calling instruction's place in the parent
	Depth  int
	order  int    // 1 for exit, which runs when main has returned; that of a literal (activateEach); else 0
	dst    ir.Reg // register of the parent that takes the result, or NoReg
	allocs map[ir.Point]*Object
	// variables numbers the objects of the activation.
	variables []int
	params    map[int]*Object // private copies of byval parameters
	rest      *variadicArea
	beyond    map[int32]bool // by block: no goal comes from it on (slice.go)
}

// node is a place in the unrolled, inlined program where states meet.
type node struct {
	ctx   *Activation
	Block *ir.Block
	Instr int32
	turns []int32 // by loop around the block, outermost first: its turn; 0 if cut
	pos   []int32 // orders nodes as they execute
	in    []*State
	ran   bool // it was executed
}

// Segment is all that can be executed from a cutpoint (nil: from the start of
// the program) up to the next ones.
type Segment struct {
	From    *Cutpoint
	Checks  []*Check
	Outs    []*Edge
	Calls   []*SummaryCall
	waits   bool                // a call waits for the return to catch up (behind)
	Axioms  []term.T            // what holds of the variables made in it
	Asked   []asking            // what it asks the environment (environment.go)
	Ghosts  []term.T            // what holds of the ghosts made in it
	index   *indices            // of its arrays (instantiate.go); nil: not looked for yet
	Useful  map[term.T][]term.T // by fact about blocks: instances that answers rested on
	done    map[term.T]term.T
	Made    []term.T    // variables made in it (houdini/simulate.go)
	smashed map[int]int // changes of the ghosts of smashed memory, by object
}

// Edge is the way from a segment to a cutpoint.
type Edge struct {
	From  *Cutpoint // nil: the start of the program
	To    *Cutpoint
	State *State
	Next  map[term.T]term.T // what each variable of the cutpoint becomes
	// implicit is, in certificates, what the variables of the cutpoint have built in
	// and this edge does not show by itself.
	Implicit []term.T
}

// Check is something that may go wrong in a segment.
type Check struct {
	At    ir.Point // as the user sees it
	Class op.Class
	Side  op.Side
	Arg   int32
	Ends  bool
	// Numeric tells that it is an access through a number, which is no address: mostly facts
	// exclude it, as they would if it were not modelled.
	Numeric bool
	Why     string     // of a stop: what is not modelled
	Stack   []ir.Point // of a stop, or an access through a number: where a run goes on from there
	In      *Summary   // of these: the procedure that it is in, nil: none
	Cond    term.T     // the violation, where the guard holds
	Guard   term.T     // of the path up to here
	Given   term.T     // in certificates: the literal that assumes that it passed
	Seg     *Segment
	Key     CheckKey
}

// CheckKey names a check across constructions of the system.
type CheckKey struct {
	Seg, Place, Instr, Nth int32
}

// renew makes what the construction found out in vain a part of the next one. If
// nothing changes but which loops are cut, a cutpoint begins as what it was: what
// arrived there arrives again, one turn of a loop or another.
func (b *System) renew() {
	b.former = nil
	if len(b.changes) == 0 && b.draft {
		b.former = b.CutpointIndex
	}
	changes := b.changes
	if !b.draft {
		changes = b.finer
	}
	for _, change := range changes {
		change()
	}
	b.changes, b.finer = nil, nil
}

// trace tells what the construction does.
func (b *job) trace(format string, args ...any) {
	if b.Config.Trace != nil {
		b.Config.Trace(format, args...)
	}
}

func (b *job) giveUp(why string) {
	if b.Failed == "" {
		b.Failed = why
	}
}

// spend counts work in locations visited: the construction is bounded by it,
// and looks at the clock now and then. It reports false where the construction
// is to end.
func (b *job) spend(n int) bool {
	b.Work += int64(n)
	if b.Work > int64(budget.SystemWork.N) {
		b.giveUp("the program, with its calls inlined, is too large")
	}
	if b.Work-b.looked > 1<<15 {
		b.looked = b.Work
		if b.Ctx.Err() != nil {
			b.giveUp("time ran out while the system was made")
		}
	}
	return b.Failed == ""
}

// Build makes the system, cutting the loops that do not unroll.
func (b *System) Build() {
	if b.Config.Coarse {
		b.newCoarse()
	} else {
		for _, fn := range inlining.Measure(b.Prog, b.Config.Entry).Procedures() {
			b.makeProcedure(fn)
		}
	}
	for b.Failed == "" && !b.tryBuild() {
	}
}

// tryBuild runs all segments to a fixpoint of the values at the cutpoints. It
// reports false when what it rests on has changed.
func (b *System) tryBuild() bool {
	b.reset()
	b.todo.add(nil)
	runs := 0
	for len(b.todo.from) > 0 && b.Failed == "" {
		b.settle(&runs)
		b.trace("construction: %d segments made for %d cuts, %d objects, %d terms, %d changes", runs, len(b.Cutpoints), len(b.Objects), b.Pool.Len(), len(b.changes))
		if b.Failed != "" {
			return true
		}
		if b.draft || len(b.finer) > 0 || b.refit() {
			b.renew()
			return false
		}
		if b.exposing || !b.Exposed && b.mingles && b.adds {
			b.Exposed = true
			b.renew()
			return false
		}
		b.substitute()
	}
	return true
}

// settle makes segments until nothing new arrives at their ends.
func (b *System) settle(runs *int) {
	for ; (len(b.todo.from) > 0 || b.hurry()) && b.Failed == ""; *runs++ {
		from := b.todo.take()
		seg := b.Segment(from)
		b.setSegment(from, seg)
		b.arrive(seg)
		if *runs > budget.SegmentRuns.N {
			b.giveUp("values at the loop heads did not settle")
		}
	}
}

// substitute finds what the variables at the ends of all edges become.
func (b *System) substitute() {
	for _, c := range b.Cutpoints {
		c.First = nil
		if c.Kind == AtReturn {
			b.setSegment(c, b.Segment(c))
		}
	}
	for _, seg := range b.Segments {
		for _, o := range seg.Outs {
			o.Next = b.Substitution(o)
		}
	}
}

// hurry has the calls go on that wait for the return to catch up (behind), where nothing
// else is left to do. It reports whether there are any.
func (b *graph) hurry() bool {
	if b.impatient {
		return false
	}
	for _, seg := range b.Segments {
		if seg != nil && seg.waits {
			b.impatient = true
			b.todo.add(seg.From)
		}
	}
	return b.impatient
}

// arrive widens the cutpoints at the ends of a segment by what arrives there. What
// starts at one that grew is to be made again, as is what calls a procedure whose
// return did, or widened its entry; a draft only looks at what is new.
func (b *System) arrive(seg *Segment) {
	for _, k := range seg.Calls {
		if k.grew {
			b.todo.add(k.Summary.Entry)
			b.todo.add(seg.From)
		}
	}
	for _, o := range seg.Outs {
		if b.spend(len(o.To.Slots)) && b.widened(o.To, o.State) {
			b.grown(o.To)
		}
	}
}

// widened joins a state to a cutpoint. It reports whether what starts there is to be
// made again.
func (b *System) widened(c *Cutpoint, s *State) bool {
	fresh := !c.met
	return b.join(c, s) && (fresh || !b.draft)
}

func (b *graph) grown(c *Cutpoint) {
	if c.Kind != AtReturn {
		b.todo.add(c)
		return
	}
	for _, seg := range b.Segments {
		if seg != nil && seg.callsInto(c) {
			b.todo.add(seg.From)
		}
	}
}

// worklist lists the cutpoints whose segments are to be made; nil is the program's
// start.
type worklist struct{ from []*Cutpoint }

func (w *worklist) add(c *Cutpoint) {
	if !slices.Contains(w.from, c) {
		w.from = append(w.from, c)
	}
}

// take takes what is in procedures first: what calls them waits for what they
// return. Otherwise the order is that of execution, but what is inside a loop
// settles before its head is looked at again (Bourdoncle, "Efficient chaotic
// iteration strategies with widenings", 1993, the recursive strategy).
func (w *worklist) take() *Cutpoint {
	best := 0
	for i, c := range w.from {
		if c.precedes(w.from[best]) {
			best = i
		}
	}
	c := w.from[best]
	w.from = slices.Delete(w.from, best, best+1)
	return c
}

// precedes orders cutpoints whose segments are to be made.
func (c *Cutpoint) precedes(d *Cutpoint) bool {
	switch {
	case c == d || c == nil || d == nil:
		return c == nil && d != nil
	case (c.Ctx.Summary() != nil) != (d.Ctx.Summary() != nil):
		return c.Ctx.Summary() != nil
	case c.inside(d) || d.inside(c):
		return c.inside(d)
	}
	return slices.Compare(c.pos, d.pos) < 0
}

// inside tells that a cutpoint is in the loop of another one, or in a call from it.
func (c *Cutpoint) inside(d *Cutpoint) bool {
	loop := d.pos[:len(d.pos)-2]
	return d.Kind == AtLoop && c != d && len(c.pos) > len(loop) && slices.Equal(c.pos[:len(loop)], loop)
}

func (b *System) reset() {
	b.draft, b.impatient = false, false
	b.forgetHidden()
	b.todo = worklist{}
	for _, p := range b.Summaries {
		p.Entry, p.Exit = nil, nil
	}
	b.Cutpoints, b.CutpointIndex, b.Segments = nil, map[string]*Cutpoint{}, nil
	if b.former == nil {
		b.Pts, b.Offsets = map[term.T][]int{}, map[addressKey]map[int]moving{}
		b.forgetIDs()
	}
}

// SegmentIndex is where the segment from a cutpoint stands, nil: the start of the program.
func SegmentIndex(from *Cutpoint) int {
	if from == nil {
		return 0
	}
	return from.Index + 1
}

// SegmentFrom is the segment from a cutpoint, nil: the start of the program.
func (b *graph) SegmentFrom(from *Cutpoint) *Segment { return b.Segments[SegmentIndex(from)] }

func (b *graph) setSegment(from *Cutpoint, seg *Segment) {
	i := SegmentIndex(from)
	for len(b.Segments) <= i {
		b.Segments = append(b.Segments, nil)
	}
	b.Segments[i] = seg
}

// Segment executes everything between two cutpoints.
func (b *System) Segment(from *Cutpoint) *Segment {
	x := &run{Sys: b, seg: &Segment{From: from}, nodes: map[string]*node{}, outs: map[*Cutpoint][]*State{}}
	switch {
	case from == nil:
		x.start()
	case from.Kind == AtReturn: // what follows belongs to the calls
	default:
		n := &node{ctx: from.Ctx, Block: from.Block, turns: from.Turns, pos: slices.Clone(from.pos)}
		x.enter(n, b.StateAt(from))
	}
	for x.queue.Len() > 0 && b.Failed == "" {
		n := heap.Pop(&x.queue).(*node)
		st := b.merge(n.in)
		n.in, n.ran = nil, true
		if st.Guard != term.False {
			x.execute(n, st.fork())
		}
	}
	for _, c := range b.Cutpoints {
		if in := x.outs[c]; in != nil {
			x.seg.Outs = append(x.seg.Outs, &Edge{To: c, From: from, State: b.merge(in)})
		}
	}
	x.seg.Outs = append(x.seg.Outs, x.calls...)
	return x.seg
}

// nodeQueue hands out nodes in order of execution.
type nodeQueue []*node

func (q nodeQueue) Len() int           { return len(q) }
func (q nodeQueue) Less(i, j int) bool { return slices.Compare(q[i].pos, q[j].pos) < 0 }
func (q nodeQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *nodeQueue) Push(n any)        { *q = append(*q, n.(*node)) }
func (q *nodeQueue) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

func placeKey(pos []int32) string {
	k := make([]byte, 0, 4*len(pos))
	for _, p := range pos {
		k = binary.LittleEndian.AppendUint32(k, uint32(p))
	}
	return string(k)
}

// place interns a position.
func (b *program) place(pos []int32) int32 {
	k := placeKey(pos)
	i, ok := b.places[k]
	if !ok {
		i = int32(len(b.places))
		b.places[k] = i
	}
	return i
}

// position orders places: by the calling instruction's position, then for each
// loop around the block by where its head stands and which turn it is, then by
// the block and the instruction. Blocks of one function stand in reverse
// postorder, so a place comes after all that lead to it without a new turn.
func (b *program) position(ctx *Activation, blk *ir.Block, turns []int32, instr int32) []int32 {
	var pos []int32
	if ctx.Parent != nil {
		pos = append(pos, ctx.Call.pos...)
	}
	pos = append(pos, int32(ctx.order), int32(ctx.Func.ID))
	for i, h := range b.nest(blk) {
		pos = append(pos, b.rpo[ctx.Func.Blocks[h].ID], turns[i])
	}
	return append(pos, b.rpo[blk.ID], instr)
}

// inLoop tells that a block is in the loop of a head.
func (b *program) inLoop(blk, head *ir.Block) bool { return slices.Contains(b.nest(blk), head.Index) }

// nest lists the heads of the loops around a block, outermost first.
func (b *program) nest(blk *ir.Block) []int32 {
	if n, ok := b.nests[blk.ID]; ok {
		return n
	}
	fn := b.Prog.Funcs[blk.Func]
	var heads []int32
	for h := blk.Loop; h >= 0; h = fn.Blocks[h].Outer {
		heads = append(heads, h)
	}
	slices.Reverse(heads)
	b.nests[blk.ID] = heads
	return heads
}

// loopKey names a loop for the decision whether it is cut. Loops of library
// models are decided per call, because the text they parse differs.
func (b *terms) loopKey(ctx *Activation, head *ir.Block) string {
	if ctx.Func.Model {
		return fmt.Sprintf("%s/%d", ctx.key, head.ID)
	}
	return fmt.Sprint(head.ID)
}

// reversePostorder numbers the blocks of every function.
func reversePostorder(p *ir.Program) []int32 {
	rpo := make([]int32, len(p.Blocks))
	for _, fn := range p.Funcs {
		if len(fn.Blocks) == 0 {
			continue
		}
		seen := make([]bool, len(fn.Blocks))
		n := int32(len(fn.Blocks))
		type visit struct{ block, next int32 }
		stack := []visit{{0, 0}}
		seen[0] = true
		for len(stack) > 0 {
			v := &stack[len(stack)-1]
			blk := fn.Blocks[v.block]
			if int(v.next) == len(blk.Succs) {
				n--
				rpo[blk.ID] = n
				stack = stack[:len(stack)-1]
				continue
			}
			s := blk.Succs[v.next]
			v.next++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, visit{s, 0})
			}
		}
	}
	return rpo
}
