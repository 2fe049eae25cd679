package ir

import (
	"math"
	"slices"
)

// Unreached is the distance to what cannot be reached.
const Unreached int32 = -1

// flowGraph is the interprocedural graph behind distances. Its nodes are
// segments: blocks cut behind every call that may enter the program or not
// come back; plus one hub per kind of call with many possible callees. An
// edge leads to the next segment of the activation (flow) or into a callee
// (call); there are no edges for returns.
//
// A non-local jump may end activations anywhere and goes on at a landing, behind
// a call of setjmp. In a program with both, every activation may end at every
// segment, and a flow edge leads from each segment of a function to its landings.
type flowGraph struct {
	blockSeg []int32 // first segment of each block; one more at the end
	segFirst []int32 // ordinal of the first instruction of each segment
	segBlock []int32
	flow     reverse // predecessors by flow edges
	call     reverse // predecessors by call edges
	hubs     []hub
	hubOf    map[int]int32      // kind (hubKind) → node
	toReturn []int32            // distance to the activation's return
	toStop   []int32            // distance to where a model stops, in the activation or what it calls
	landings map[FuncID][]int32 // segments that non-local jumps lead to
}

// hub stands for all functions that one kind of indirect call may enter.
type hub struct{ targets []FuncID }

// reverse is an adjacency list in compressed form: the predecessors of node n
// are from[start[n]:start[n+1]].
type reverse struct {
	start, from []int32
}

// edge is a directed edge.
type edge struct{ from, to int32 }

func newReverse(nodes int, edges []edge) reverse {
	r := reverse{start: make([]int32, nodes+1), from: make([]int32, len(edges))}
	for _, e := range edges {
		r.start[e.to+1]++
	}
	for i := 0; i < nodes; i++ {
		r.start[i+1] += r.start[i]
	}
	next := append([]int32{}, r.start...)
	for _, e := range edges {
		r.from[next[e.to]] = e.from
		next[e.to]++
	}
	return r
}

func (r *reverse) preds(n int32) []int32 { return r.from[r.start[n]:r.start[n+1]] }

// cuts reports whether a segment ends behind the instruction.
func (fg *flowGraph) cuts(p *Program, in *Instr) bool {
	if in.Op != Call {
		return false
	}
	c := in.Call
	return c.Callee < 0 || c.NoReturn || len(p.Funcs[c.Callee].Blocks) > 0 || p.callback(c) != noCallback || p.Funcs[c.Callee].NoReturn
}

func (fg *flowGraph) build(p *Program, g *callGraph) {
	fg.blockSeg = make([]int32, len(p.Blocks)+1)
	for i, b := range p.Blocks {
		fg.blockSeg[i] = int32(len(fg.segFirst))
		fg.segFirst = append(fg.segFirst, 0)
		fg.segBlock = append(fg.segBlock, int32(i))
		for k := range b.Instrs {
			if k+1 < len(b.Instrs) && fg.cuts(p, &b.Instrs[k]) {
				fg.segFirst = append(fg.segFirst, int32(k)+1)
				fg.segBlock = append(fg.segBlock, int32(i))
			}
		}
	}
	fg.blockSeg[len(p.Blocks)] = int32(len(fg.segFirst))
	fg.makeHubs(p, g)
	fg.findLandings(p)
	var flow, call []edge
	for s := range fg.segFirst {
		fg.edges(p, g, int32(s), func(to int32, isCall bool) {
			if isCall {
				call = append(call, edge{int32(s), to})
			} else {
				flow = append(flow, edge{int32(s), to})
			}
		})
	}
	for i, h := range fg.hubs {
		for _, t := range h.targets {
			if entry := fg.entry(p, t); entry >= 0 {
				call = append(call, edge{int32(len(fg.segFirst) + i), entry})
			}
		}
	}
	nodes := len(fg.segFirst) + len(fg.hubs)
	fg.flow, fg.call = newReverse(nodes, flow), newReverse(nodes, call)
	fg.toReturn, fg.toStop = fg.returnDistances(p), fg.stopDistances(p, g)
}

// findLandings finds where non-local jumps lead to, if the program has any.
func (fg *flowGraph) findLandings(p *Program) {
	if !slices.ContainsFunc(p.Funcs, (*Func).Jumps) {
		return
	}
	fg.landings = map[FuncID][]int32{}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if b.Instrs[i].Flags&Twice != 0 {
				fg.landings[b.Func] = append(fg.landings[b.Func], fg.segment(Point{Block: b.ID, Instr: int32(i) + 1}))
			}
		}
	}
}

// makeHubs creates the hubs that the program's calls need.
func (fg *flowGraph) makeHubs(p *Program, g *callGraph) {
	fg.hubOf = map[int]int32{}
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if in.Op != Call {
				continue
			}
			kind, needed := fg.hubKind(p, g, b.Func, in)
			if _, known := fg.hubOf[kind]; !needed || known {
				continue
			}
			targets := p.callbackTargets(callback(-kind), g.taken)
			if in.Call.Callee < 0 {
				targets = p.callTargets(in, g)
			}
			fg.hubOf[kind] = int32(len(fg.segFirst) + len(fg.hubs))
			fg.hubs = append(fg.hubs, hub{targets})
		}
	}
}

// hubKind says which hub a call goes through, if any: the number of arguments
// of an indirect call with the kind of callback, or minus that kind.
func (fg *flowGraph) hubKind(p *Program, g *callGraph, f FuncID, in *Instr) (kind int, needed bool) {
	if in.Call.Callee < 0 {
		return len(in.Call.Args)<<8 | int(g.throughPointer(p)), true
	}
	k := p.callback(in.Call)
	if p.isStop(in) {
		k = g.stops.back[f]
	}
	return -int(k), k != noCallback
}

// entry is the first segment of a function, or -1 without body.
func (fg *flowGraph) entry(p *Program, f FuncID) int32 {
	if len(p.Funcs[f].Blocks) == 0 {
		return -1
	}
	return fg.blockSeg[p.Funcs[f].Blocks[0].ID]
}

// last is the ordinal of the last instruction of a segment.
func (fg *flowGraph) last(p *Program, s int32) int32 {
	b := fg.segBlock[s]
	if s+1 < fg.blockSeg[b+1] {
		return fg.segFirst[s+1] - 1
	}
	return int32(len(p.Blocks[b].Instrs)) - 1
}

// edges calls yield for each edge out of a segment.
func (fg *flowGraph) edges(p *Program, g *callGraph, s int32, yield func(to int32, isCall bool)) {
	b := p.Blocks[fg.segBlock[s]]
	in := &b.Instrs[fg.last(p, s)]
	goesOn := true
	if in.Op == Call {
		goesOn = g.callReturns(p, in)
		if kind, ok := fg.hubKind(p, g, b.Func, in); ok {
			yield(fg.hubOf[kind], true)
		}
		if in.Call.Callee >= 0 {
			if entry := fg.entry(p, in.Call.Callee); entry >= 0 {
				yield(entry, true)
			}
		}
	}
	for _, to := range fg.landings[b.Func] {
		yield(to, false)
	}
	switch {
	case !goesOn:
	case s+1 < fg.blockSeg[b.ID+1]:
		yield(s+1, false)
	default:
		for _, t := range b.Succs {
			yield(fg.blockSeg[p.Funcs[b.Func].Blocks[t].ID], false)
		}
	}
}

// returnDistances is the least number of segments to be left before the
// activation returns, per segment.
func (fg *flowGraph) returnDistances(p *Program) []int32 {
	var sources []int32
	for i, b := range p.Blocks {
		if b.Instrs[len(b.Instrs)-1].Op == Ret {
			sources = append(sources, fg.blockSeg[i+1]-1)
		}
	}
	if len(fg.landings) > 0 {
		for s := range fg.segFirst {
			sources = append(sources, int32(s))
		}
	}
	return fg.search(sources, false)
}

// stopDistances is the least number of segments to be left before a model may stop,
// in the activation or in another part of the model that it calls, per segment.
func (fg *flowGraph) stopDistances(p *Program, g *callGraph) []int32 {
	var sources []int32
	for s := range fg.segFirst {
		b := p.Blocks[fg.segBlock[s]]
		in := &b.Instrs[fg.last(p, int32(s))]
		if p.isStop(in) || in.Op == Call && g.stopsIn(p, b.Func, in.Call) {
			sources = append(sources, int32(s))
		}
	}
	return fg.search(sources, false)
}

// search is a breadth-first search backwards from the sources.
func (fg *flowGraph) search(sources []int32, calls bool) []int32 {
	dist := make([]int32, len(fg.segFirst)+len(fg.hubs))
	for i := range dist {
		dist[i] = Unreached
	}
	queue := make([]int32, 0, len(sources))
	for _, s := range sources {
		if dist[s] == Unreached {
			dist[s] = 0
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		next := func(preds []int32) {
			for _, m := range preds {
				if dist[m] == Unreached {
					dist[m] = dist[n] + 1
					queue = append(queue, m)
				}
			}
		}
		next(fg.flow.preds(n))
		if calls {
			next(fg.call.preds(n))
		}
	}
	return dist
}

// segment finds the segment of a point.
func (fg *flowGraph) segment(pt Point) int32 {
	s, end := fg.blockSeg[pt.Block], fg.blockSeg[pt.Block+1]
	for s+1 < end && fg.segFirst[s+1] <= pt.Instr {
		s++
	}
	return s
}

// Distance tells how far program points are from a set of targets, in units
// of segments (blocks cut at calls): 0 when the target lies ahead in the same
// segment, Unreached when no path of the graph leads there. The graph has
// every control transfer that can happen (see Callees), so Unreached is
// certain. Arriving at a target means that it is the next to execute.
//
// It is immutable and safe for concurrent use.
type Distance struct {
	p      *Program
	g      *callGraph
	dist   []int32
	at     map[int32][]int32 // segment → ordinals of targets in it
	atExit int32
}

// NewDistance computes the distances to the targets, in time linear in the
// size of the program.
func NewDistance(p *Program, targets []Point) *Distance {
	g := p.graph()
	d := &Distance{p: p, g: g, at: map[int32][]int32{}}
	sources := make([]int32, len(targets))
	for i, t := range targets {
		s := g.flow.segment(t)
		sources[i] = s
		d.at[s] = append(d.at[s], t.Instr)
	}
	d.dist = g.flow.search(sources, true)
	d.atExit = d.exitDistance()
	return d
}

// exitDistance is the distance from what runs when the program ends:
// destructors, whatever may be registered with atexit, and what unknown code calls that
// the program has executed before. What that can name, it could name when it was
// executed; what it was given may have come to hold other functions since.
func (d *Distance) exitDistance() int32 {
	best, kind := Unreached, atExit
	switch {
	case len(d.p.Missing) > 0:
		kind = unknownCode
	case d.p.ExecutesUnknown():
		kind = anyCallback
	}
	for _, f := range d.p.callbackTargets(kind, d.g.taken) {
		best = nearer(best, d.Func(f))
	}
	for _, f := range d.p.Interposed { // buffers are freed
		best = nearer(best, d.Func(f))
	}
	return best
}

// nearer is the smaller of two distances.
func nearer(a, b int32) int32 {
	if a == Unreached || b != Unreached && b < a {
		return b
	}
	return a
}

// plus adds distances, saturating.
func plus(a, b int32) int32 {
	if a == Unreached || b == Unreached {
		return Unreached
	}
	return int32(min(int64(a)+int64(b), math.MaxInt32))
}

// Block is the distance from the start of a block (index in Program.Blocks)
// inside this activation of its function and what it calls.
func (d *Distance) Block(b int32) int32 { return d.dist[d.g.flow.blockSeg[b]] }

// Func is the distance from the entry of a function; Unreached for one
// without body.
func (d *Distance) Func(f FuncID) int32 {
	entry := d.g.flow.entry(d.p, f)
	if entry < 0 {
		return Unreached
	}
	return d.dist[entry]
}

// From is the distance from a point that is next to execute, inside this
// activation and what it calls.
func (d *Distance) From(pt Point) int32 {
	fg := &d.g.flow
	s := fg.segment(pt)
	if d.dist[s] == Unreached {
		return Unreached
	}
	for _, t := range d.at[s] {
		if t >= pt.Instr {
			return 0
		}
	}
	best := Unreached
	fg.edges(d.p, d.g, s, func(to int32, _ bool) { best = nearer(best, plus(d.dist[to], 1)) })
	return best
}

// leaves is the distance from the point of a frame to the frame around it, Unreached if
// the frame is never left for that one. stopped tells that what the frame called may
// have stopped in a model, and then whether the frame may. Where a model stops, the
// function that it stands for may return, whatever comes behind in the model's text.
func (d *Distance) leaves(pt Point, stopped *bool) int32 {
	s := d.g.flow.segment(pt)
	if *stopped = *stopped && d.p.FuncOf(pt).Model || d.g.flow.toStop[s] != Unreached; *stopped {
		return 0
	}
	return d.g.flow.toReturn[s]
}

// Returns tells that all activations of a stack may be left, which does not depend on
// the targets.
func (d *Distance) Returns(stack []Point) bool {
	stopped := false
	for _, pt := range stack {
		if d.leaves(pt, &stopped) == Unreached {
			return false
		}
	}
	return true
}

// Resumed is the point at which a function goes on when what it calls at a point
// returns. While a library model runs, the call itself is still to come, since the
// model's errors belong to it.
func Resumed(call Point, caller, callee *Func) Point {
	if caller.Model || !callee.Model {
		call.Instr++
	}
	return call
}

// Exit is the distance from the end of the program (return of the outermost
// function, or exit): through destructors and functions that atexit may have
// registered.
func (d *Distance) Exit() int32 { return d.atExit }

// Stack is the distance of a call stack: stack[0] is the point that the
// innermost frame executes next, stack[i] the one at which frame i goes on
// when the frame before has returned. The end of the program counts from every
// stack, for exit can be called anywhere. Unreached is certain.
func (d *Distance) Stack(stack []Point) int32 {
	best, leave, stopped := Unreached, int32(0), false
	for _, pt := range stack {
		best = nearer(best, plus(leave, d.From(pt)))
		leave = plus(leave, d.leaves(pt, &stopped))
		if leave == Unreached {
			break
		}
		leave = plus(leave, 1)
	}
	return nearer(best, plus(max(leave, 0), d.atExit))
}
