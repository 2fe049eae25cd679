package solver

import "github.com/assay-dev/assay/engine/term"

// path holds the assumptions of the current query, split into conjuncts, and
// the indices over them that the layers use. Loading a query keeps the common
// prefix with the one before.
type path struct {
	pool    *term.Pool
	frames  []frame
	parts   []term.T         // conjuncts in order, without duplicates and True
	owner   []int            // per part: the frame it comes from
	index   map[term.T]int   // part → position in parts
	varsOf  map[term.T][]int // variable → positions of the parts that have it
	clashes []clash          // contradictions seen while loading
}

// frame is one assumption.
type frame struct {
	t              term.T
	parts, clashes int // lengths before the frame
}

// clash is a part that is false or the complement of an earlier one.
type clash struct{ parts []term.T }

func newPath(pool *term.Pool) path {
	return path{pool: pool, index: map[term.T]int{}, varsOf: map[term.T][]int{}}
}

// load makes the frames those of the given assumptions and returns how many
// parts stayed from the last query. If the query is cancelled, frames are
// missing.
func (p *path) load(assumptions []term.T, q *query) (kept int) {
	k := 0
	for k < len(assumptions) && k < len(p.frames) && p.frames[k].t == assumptions[k] {
		k++
	}
	p.pop(k)
	kept = len(p.parts)
	for _, t := range assumptions[k:] {
		if !p.push(t, q) {
			break
		}
	}
	return kept
}

func (p *path) pop(k int) {
	if k >= len(p.frames) {
		return
	}
	f := p.frames[k]
	for i := len(p.parts) - 1; i >= f.parts; i-- {
		t := p.parts[i]
		delete(p.index, t)
		for _, v := range p.pool.Vars(t) {
			at := p.varsOf[v]
			p.varsOf[v] = at[:len(at)-1]
		}
	}
	p.parts, p.owner = p.parts[:f.parts], p.owner[:f.parts]
	p.clashes = p.clashes[:f.clashes]
	p.frames = p.frames[:k]
}

// push adds a frame; it returns false without one if the query is cancelled.
func (p *path) push(t term.T, q *query) bool {
	p.frames = append(p.frames, frame{t, len(p.parts), len(p.clashes)})
	conjuncts := []term.T{t}
	if p.pool.Op(t) == term.OpAnd {
		conjuncts = p.pool.Conjuncts(t)
	}
	for _, c := range conjuncts {
		if _, ok := p.pool.VarsUntil(c, q.cancelled); !ok || q.cancelled() {
			p.pop(len(p.frames) - 1)
			return false
		}
		p.addPart(c)
	}
	return true
}

// addPart adds a conjunct of the last frame. A conjunct that is there already
// changes nothing; one whose complement is there is a clash.
func (p *path) addPart(t term.T) {
	if t == term.True {
		return
	}
	if _, ok := p.index[t]; ok {
		return
	}
	p.index[t] = len(p.parts)
	p.parts = append(p.parts, t)
	p.owner = append(p.owner, len(p.frames)-1)
	for _, v := range p.pool.Vars(t) {
		p.varsOf[v] = append(p.varsOf[v], p.index[t])
	}
	if t == term.False {
		p.clashes = append(p.clashes, clash{[]term.T{t}})
	} else if n := p.pool.Not(t); p.has(n) {
		p.clashes = append(p.clashes, clash{[]term.T{n, t}})
	}
}

func (p *path) has(t term.T) bool {
	_, ok := p.index[t]
	return ok
}

// owners maps parts to the assumptions they come from, in order and without
// duplicates.
func (p *path) owners(parts []term.T) []term.T {
	used := make([]bool, len(p.frames))
	for _, t := range parts {
		used[p.owner[p.index[t]]] = true
	}
	var out []term.T
	for i, u := range used {
		if u {
			out = append(out, p.frames[i].t)
		}
	}
	return out
}
