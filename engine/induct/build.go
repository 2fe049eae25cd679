package induct

import (
	"container/heap"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/term"
)

// builder makes the transition system of a program.
type builder struct {
	ctx     context.Context
	prog    *ir.Program
	cfg     *Config
	pool    *term.Pool
	dom     terms
	ptrBits int
	wanted  map[ir.Point]op.Set // what the targets ask for, by the user's point

	objects     []*object // by number
	globals     []int     // objects of globals
	shapes      map[shape]*accesses
	blocks      map[blockKey]*object
	sizes       map[blockKey][]uint64 // that are told apart, by key without a size
	computed    map[blockKey]bool     // calls on some way that have made blocks: whether one was of computed size
	ways        map[blockKey]int      // by key without one: how many are told apart; more than maxWays: none
	images      table                 // constants of the program, as they always are
	codes       []int                 // objects of functions
	contexts    map[string]*activation
	rpo         []int32           // by block: position in reverse postorder of its function
	nests       map[int32][]int32 // by block: heads of the loops around it, outermost first
	draft       bool              // what the construction rests on has to change: it only looks for more that has to
	changes     []func()          // that are made before it starts again
	former      map[string]*cut   // what the cuts were before it started again with more of them
	unrolled    map[string]int32  // the last turn of a loop that was unrolled, by place
	byText      map[string]bool   // by place and turn of a loop: a text that is known says that it goes on (control.go)
	cutHeads    map[string]bool   // loops that are cut, not unrolled (loopKey)
	procedures  map[ir.FuncID]*procedure
	vars        map[varKey]term.T // fresh variables by where they are made
	places      map[string]int32  // positions interned, for varKey
	pts         map[term.T][]int  // points-to sets of variables of object numbers
	idMemo      map[term.T][]int
	isMemo      map[objectQuestion]term.T
	numberMemo  map[term.T]term.T  // of numbered
	epoch       int                // of the points-to sets: how often one has grown
	sums        map[term.T]*linear // terms as sums (linear.go)
	inOrder     map[term.T]term.T  // conditions with their equations in order
	branched    map[term.T]term.T  // comparisons by what branches makes of them
	frozen      map[term.T]bool    // variables that are the same for a whole run
	facts       []term.T           // what holds of the frozen variables
	argv        *argvModel
	texts       []*object            // of the environment, for library models
	inputs      int32                // variables made for the environment
	literals    map[checkKey]term.T  // of path-ending checks, in certificates
	certifying  bool                 // checks are assumed by their literals
	userGlobals map[ir.GlobalID]bool // those that are not only the library models'
	compared    comparisons          // of the program
	assumed     map[string]bool      // assumptions that the system rests on

	impatient bool // calls do not wait

	cuts        []*cut // in order of discovery
	cutIndex    map[string]*cut
	segments    []*segment // by cut index + 1; 0 is the entry's
	todo        worklist
	work        int64                      // locations visited so far (spend)
	looked      int64                      // at how much work the clock was looked at last
	guards      map[term.T]map[term.T]bool // conditions of guards (under.go)
	met         map[term.T]bool            // guards of states that met others: what is merged by them
	skolems     [anySkolems]term.T         // arbitrary instances, and places of words
	quantifiers map[term.T]quantifiers     // by fact
	outline     *outline                   // nil: all memory is followed
	sites       []ir.Point                 // that the paths which are followed lead to (slice.go)
	ahead       *ir.Distance               // how far these are; nil: all paths are followed
	failed      string                     // why there is no system
}

type varKey struct {
	place, instr, nth int32
	width, index      int // index 0: no array
}

// activation is a function in the chain of calls and turns of
// unrolled loops that leads to it.
type activation struct {
	key    string
	fn     *ir.Func
	parent *activation
	proc   *procedure // whose own activation it is, nil: none
	call   *node      // the calling instruction's place in the parent
	depth  int
	order  int    // 1 for exit, which runs when main has returned; else 0
	dst    ir.Reg // register of the parent that takes the result, or NoReg
	allocs map[ir.Point]*object
	// variables numbers the objects of the activation.
	variables []int
	params    map[int]*object // private copies of byval parameters
	rest      *variadicArea
	beyond    map[int32]bool // by block: no goal comes from it on (slice.go)
}

// node is a place in the unrolled, inlined program where states meet.
type node struct {
	ctx   *activation
	block *ir.Block
	instr int32
	turns []int32 // by loop around the block, outermost first: its turn; 0 if cut
	pos   []int32 // orders nodes as they execute
	in    []*state
	ran   bool // it was executed
}

// segment is all that can be executed from a cut point (nil: from the start of
// the program) up to the next ones.
type segment struct {
	from   *cut
	checks []*check
	outs   []*out
	calls  []*procCall
	waits  bool                // a call waits for the return to catch up (behind)
	axioms []term.T            // what holds of the variables made in it
	asked  []asking            // what it asks the environment (unroll.go)
	ghosts []term.T            // what holds of the ghosts made in it
	index  *indices            // of its arrays (instantiate.go); nil: not looked for yet
	useful map[term.T][]term.T // by fact about blocks: instances that answers rested on
	done   map[term.T]term.T
	made   []term.T    // variables made in it (echo.go)
	folded map[int]int // changes of the ghosts of folded memory, by object
}

// out is the way from a segment to a cut point.
type out struct {
	from  *cut // nil: the start of the program
	to    *cut
	state *state
	next  map[term.T]term.T // what each variable of the cut becomes
	// implicit is, in certificates, what the variables of the cut have built in
	// and this way out does not show by itself.
	implicit []term.T
}

// check is something that may go wrong in a segment.
type check struct {
	at    ir.Point // as the user sees it
	class op.Class
	side  op.Side
	arg   int32
	ends  bool
	why   string     // of a stop: what is not modelled
	stack []ir.Point // of a stop: where a run goes on from there
	in    *procedure // of a stop: the procedure that it is in, nil: none
	cond  term.T     // the violation, where the guard holds
	guard term.T     // of the path up to here
	given term.T     // in certificates: the literal that assumes that it passed
	seg   *segment
	key   checkKey
}

// checkKey names a check across constructions of the system.
type checkKey struct {
	seg, place, instr, nth int32
}

// unroll limits.
const (
	maxConcreteTurns = 2048 // of a loop whose control is known
	maxOpenTurns     = 8    // of a small loop whose control is not
	// of a loop with a cut in it: each turn has that cut once more
	maxTurnsAroundCuts = 4
	smallLoop          = 120     // instructions of a small loop
	maxWork            = 1 << 30 // locations visited while the segments are made
	instrWork          = 32      // an instruction, in locations
	maxSegmentRuns     = 4000
	maxDepth           = 60
)

// renew makes what the construction found out in vain a part of the next one. If
// nothing changes but which loops are cut, a cut begins as what it was: what
// arrived there arrives again, one turn of a loop or another.
func (b *builder) renew() {
	b.former = nil
	if len(b.changes) == 0 && b.draft {
		b.former = b.cutIndex
	}
	for _, change := range b.changes {
		change()
	}
	b.changes = nil
}

// trace tells what the construction does.
func (b *builder) trace(format string, args ...any) {
	if b.cfg.Trace != nil {
		b.cfg.Trace(format, args...)
	}
}

func (b *builder) giveUp(why string) {
	if b.failed == "" {
		b.failed = why
	}
}

// spend counts work in locations visited: the construction is bounded by it,
// and looks at the clock now and then. It reports false where the construction
// is to end.
func (b *builder) spend(n int) bool {
	b.work += int64(n)
	if b.work > maxWork {
		b.giveUp("the program, with its calls inlined, is too large")
	}
	if b.work-b.looked > 1<<15 {
		b.looked = b.work
		if b.ctx.Err() != nil {
			b.giveUp("time ran out while the system was made")
		}
	}
	return b.failed == ""
}

// build makes the system, cutting the loops that do not unroll.
func (b *builder) build() {
	if b.cfg.Outline {
		b.newOutline()
	} else {
		b.chooseProcedures()
	}
	for b.failed == "" && !b.tryBuild() {
	}
}

// tryBuild runs all segments to a fixpoint of the values at the cuts. It
// reports false when what it rests on has changed.
func (b *builder) tryBuild() bool {
	b.reset()
	b.todo.add(nil)
	runs := 0
	for ; (len(b.todo.from) > 0 || b.hurry()) && b.failed == ""; runs++ {
		from := b.todo.take()
		seg := b.segment(from)
		b.setSegment(from, seg)
		b.arrive(seg)
		if runs > maxSegmentRuns {
			b.giveUp("values at the loop heads did not settle")
		}
	}
	b.trace("construction: %d segments made for %d cuts, %d objects, %d terms, %d changes", runs, len(b.cuts), len(b.objects), b.pool.Len(), len(b.changes))
	if b.failed == "" {
		if b.draft || b.refit() {
			b.renew()
			return false
		}
		for _, c := range b.cuts {
			if c.kind == atReturn {
				b.setSegment(c, b.segment(c))
			}
		}
		for _, seg := range b.segments {
			for _, o := range seg.outs {
				o.next = b.substitution(o)
			}
		}
	}
	return true
}

// hurry has the calls go on that wait for the return to catch up (behind), where nothing
// else is left to do. It reports whether there are any.
func (b *builder) hurry() bool {
	if b.impatient {
		return false
	}
	for _, seg := range b.segments {
		if seg != nil && seg.waits {
			b.impatient = true
			b.todo.add(seg.from)
		}
	}
	return b.impatient
}

// arrive widens the cuts at the ends of a segment by what arrives there. What
// starts at one that grew is to be made again, as is what calls a procedure whose
// return did, or widened its entry; a draft only looks at what is new.
func (b *builder) arrive(seg *segment) {
	for _, k := range seg.calls {
		if k.grew {
			b.todo.add(k.proc.entry)
			b.todo.add(seg.from)
		}
	}
	for _, o := range seg.outs {
		if b.spend(len(o.to.slots)) && b.widened(o.to, o.state) {
			b.grown(o.to)
		}
	}
}

// widened joins a state to a cut. It reports whether what starts there is to be
// made again.
func (b *builder) widened(c *cut, s *state) bool {
	fresh := !c.met
	return b.join(c, s) && (fresh || !b.draft)
}

func (b *builder) grown(c *cut) {
	if c.kind != atReturn {
		b.todo.add(c)
		return
	}
	for _, seg := range b.segments {
		if seg != nil && seg.callsInto(c) {
			b.todo.add(seg.from)
		}
	}
}

// worklist lists the cuts whose segments are to be made; nil is the program's
// start.
type worklist struct{ from []*cut }

func (w *worklist) add(c *cut) {
	if !slices.Contains(w.from, c) {
		w.from = append(w.from, c)
	}
}

// take takes what is in procedures first: what calls them waits for what they
// return. Otherwise the order is that of execution, but what is inside a loop
// settles before its head is looked at again (Bourdoncle, "Efficient chaotic
// iteration strategies with widenings", 1993, the recursive strategy).
func (w *worklist) take() *cut {
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

// precedes orders cuts whose segments are to be made.
func (c *cut) precedes(d *cut) bool {
	switch {
	case c == d || c == nil || d == nil:
		return c == nil && d != nil
	case (c.ctx.procedure() != nil) != (d.ctx.procedure() != nil):
		return c.ctx.procedure() != nil
	case c.inside(d) || d.inside(c):
		return c.inside(d)
	}
	return slices.Compare(c.pos, d.pos) < 0
}

// inside tells that a cut is in the loop of another one, or in a call from it.
func (c *cut) inside(d *cut) bool {
	loop := d.pos[:len(d.pos)-2]
	return d.kind == atLoop && c != d && len(c.pos) > len(loop) && slices.Equal(c.pos[:len(loop)], loop)
}

func (b *builder) reset() {
	b.draft, b.impatient = false, false
	b.todo = worklist{}
	for _, p := range b.procedures {
		p.entry, p.exit = nil, nil
	}
	b.cuts, b.cutIndex, b.segments = nil, map[string]*cut{}, nil
	if b.former == nil {
		b.pts = map[term.T][]int{}
		b.forgetIDs()
	}
}

// segmentIndex is where the segment from a cut stands, nil: the start of the program.
func segmentIndex(from *cut) int {
	if from == nil {
		return 0
	}
	return from.index + 1
}

// segmentFrom is the segment from a cut, nil: the start of the program.
func (b *builder) segmentFrom(from *cut) *segment { return b.segments[segmentIndex(from)] }

func (b *builder) setSegment(from *cut, seg *segment) {
	i := segmentIndex(from)
	for len(b.segments) <= i {
		b.segments = append(b.segments, nil)
	}
	b.segments[i] = seg
}

// segment executes everything between two cuts.
func (b *builder) segment(from *cut) *segment {
	x := &run{b: b, seg: &segment{from: from}, nodes: map[string]*node{}, outs: map[*cut][]*state{}}
	switch {
	case from == nil:
		x.start()
	case from.kind == atReturn: // what follows belongs to the calls
	default:
		n := &node{ctx: from.ctx, block: from.block, turns: from.turns, pos: slices.Clone(from.pos)}
		x.enter(n, b.stateAt(from))
	}
	for x.queue.Len() > 0 && b.failed == "" {
		n := heap.Pop(&x.queue).(*node)
		st := b.merge(n.in)
		n.in, n.ran = nil, true
		if st.guard != term.False {
			x.execute(n, st.fork())
		}
	}
	for _, c := range b.cuts {
		if in := x.outs[c]; in != nil {
			x.seg.outs = append(x.seg.outs, &out{to: c, from: from, state: b.merge(in)})
		}
	}
	x.seg.outs = append(x.seg.outs, x.calls...)
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
func (b *builder) place(pos []int32) int32 {
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
func (b *builder) position(ctx *activation, blk *ir.Block, turns []int32, instr int32) []int32 {
	var pos []int32
	if ctx.parent != nil {
		pos = append(pos, ctx.call.pos...)
	}
	pos = append(pos, int32(ctx.order), int32(ctx.fn.ID))
	for i, h := range b.nest(blk) {
		pos = append(pos, b.rpo[ctx.fn.Blocks[h].ID], turns[i])
	}
	return append(pos, b.rpo[blk.ID], instr)
}

// inLoop tells that a block is in the loop of a head.
func (b *builder) inLoop(blk, head *ir.Block) bool { return slices.Contains(b.nest(blk), head.Index) }

// nest lists the heads of the loops around a block, outermost first.
func (b *builder) nest(blk *ir.Block) []int32 {
	if n, ok := b.nests[blk.ID]; ok {
		return n
	}
	fn := b.prog.Funcs[blk.Func]
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
func (b *builder) loopKey(ctx *activation, head *ir.Block) string {
	if ctx.fn.Model {
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
