package cdcl

import (
	"fmt"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// read is a fresh variable that stands for one element of an array variable.
type read struct {
	array term.T // the array variable
	index term.T // array-free
	value term.T // the fresh variable
	// Of a read over stores, see stores.go; array is None then.
	head *link
	n    int // bytes of the element
}

// lowering rewrites terms into terms whose only arrays are tables read at some
// index. Reads over stores become if-then-else chains; reads of array variables
// become fresh variables, whose consistency (equal indices read equal values,
// Ackermann 1954) is left to lemmas made when a model violates it.
type lowering struct {
	pool    *term.Pool
	image   map[term.T]term.T  // of scalar terms that have arrays below them
	images  *term.Substituter  // by image; of the arguments of one term at a time
	plain   []bool             // per term: no array below
	visited []bool             // per term: plain is known, or image exists, or array with its parts lowered
	at      map[readKey]term.T // of reads of arrays at lowered indices
	byValue map[term.T]*read   // fresh variable → read
	stack   []term.T

	stop     func() bool // of the current call of lower; nil = none
	stopped  bool        // stop returned true: what is under way is incomplete
	steps    int         // done so far, for polling
	nextPoll int         // number of steps at which stop is asked again

	arrays   Arrays
	chains   map[chainKey]*link
	elements map[elementKey]term.T
}

type readKey struct{ array, index term.T }

func newLowering(p *term.Pool, arrays Arrays) *lowering {
	return &lowering{
		pool:    p,
		image:   map[term.T]term.T{},
		images:  term.NewSubstituter(p),
		at:      map[readKey]term.T{},
		byValue: map[term.T]*read{},

		arrays:   arrays,
		chains:   map[chainKey]*link{},
		elements: map[elementKey]term.T{},
	}
}

// pollSteps is the number of steps of the lowering, of well under a microsecond
// to a few each, between two polls of stop.
const pollSteps = 64

// poll counts a step and reports whether to stop. Whatever is left unfinished
// then must not be remembered as finished.
func (l *lowering) poll() bool {
	l.steps++
	if l.steps >= l.nextPoll {
		l.nextPoll = l.steps + pollSteps
		l.stopped = l.stopped || l.stop != nil && l.stop()
	}
	return l.stopped
}

// lower returns the image of the scalar term t, or the reason why there is none:
// that stop, which may be nil, returned true, or that t compares whole arrays or
// reads array variables of elements wider than 64 bits.
func (l *lowering) lower(t term.T, stop func() bool) (image term.T, why string) {
	l.stop, l.stopped = stop, false
	l.grow()
	l.stack = append(l.stack[:0], t)
	for len(l.stack) > 0 {
		u := l.stack[len(l.stack)-1]
		if l.visited[u] {
			l.stack = l.stack[:len(l.stack)-1]
			continue
		}
		if l.poll() {
			return term.None, backend.ReasonCancelled
		}
		pushed, ok := l.settle(u)
		switch {
		case l.stopped:
			return term.None, backend.ReasonCancelled
		case !ok:
			return term.None, backend.ReasonUnsupported
		case !pushed:
			l.visited[u] = true
			l.stack = l.stack[:len(l.stack)-1]
		}
	}
	return l.get(t), ""
}

// settle lowers u, or pushes what is needed first; ok is false if that is not
// possible.
func (l *lowering) settle(u term.T) (pushed, ok bool) {
	if a, ok := l.typedAccess(u); ok {
		if l.pushTerms(a.array, a.index) {
			return true, true
		}
		if image, ok := l.readElement(a); ok {
			l.image[u] = image
			return false, true
		}
	}
	if l.pushArgs(u) {
		return true, true
	}
	return false, l.visit(u)
}

func (l *lowering) grow() {
	if n := l.pool.Len() + 1 - len(l.visited); n > 0 {
		l.visited = append(l.visited, make([]bool, n)...)
		l.plain = append(l.plain, make([]bool, n)...)
	}
}

// typedAccess is accessOf if elements are looked for.
func (l *lowering) typedAccess(t term.T) (access, bool) {
	if l.arrays == ArraysBytes {
		return access{}, false
	}
	return l.accessOf(t)
}

func (l *lowering) pushTerms(ts ...term.T) bool {
	before := len(l.stack)
	for _, t := range ts {
		if !l.visited[t] {
			l.stack = append(l.stack, t)
		}
	}
	return len(l.stack) > before
}

func (l *lowering) pushArgs(t term.T) bool {
	before := len(l.stack)
	for i := range l.pool.NumArgs(t) {
		if a := l.pool.Arg(t, i); !l.visited[a] {
			l.stack = append(l.stack, a)
		}
	}
	return len(l.stack) > before
}

// get returns the image of a visited scalar term.
func (l *lowering) get(t term.T) term.T {
	if l.plain[t] {
		return t
	}
	return l.image[t]
}

// visit lowers t, whose arguments are visited; it returns false if that is not
// possible.
func (l *lowering) visit(t term.T) bool {
	p := l.pool
	if p.IsArray(t) {
		return true
	}
	plain := true
	for i := range p.NumArgs(t) {
		plain = plain && l.plain[p.Arg(t, i)]
	}
	if plain {
		l.plain[t] = true
		return true
	}
	if p.Op(t) == term.OpSelect {
		if base := p.Arg(t, 0); p.Width(base) > 64 && p.Op(base) != term.OpConstArray {
			return false
		}
		l.image[t] = l.selected(p.Arg(t, 0), p.Arg(t, 1))
		return true
	}
	l.images.Reset()
	for i := range p.NumArgs(t) {
		a := p.Arg(t, i)
		if p.IsArray(a) { // an equation of arrays
			return false
		}
		l.images.Replace(a, l.get(a))
	}
	l.image[t] = l.images.Apply(t)
	return true
}

// selected returns the value of array a at an index, both visited.
func (l *lowering) selected(a, index term.T) term.T {
	if l.arrays != ArraysBytes && l.pool.Width(a) <= 64 && l.pool.IndexWidth(a) <= 64 {
		if t, ok := l.readElement(access{a, index, 1}); ok {
			return t
		}
	}
	return l.element(a, l.get(index))
}

// element returns the value of array a at the lowered index, None if it was
// stopped. Arrays are chains of stores of any length and branches of any depth,
// hence no recursion.
func (l *lowering) element(a, index term.T) term.T {
	a = l.skip(a, index)
	todo := []term.T{a}
	for len(todo) > 0 {
		if l.poll() {
			return term.None
		}
		b := todo[len(todo)-1]
		if _, ok := l.at[readKey{b, index}]; ok {
			todo = todo[:len(todo)-1]
			continue
		}
		before := len(todo)
		for _, c := range l.below(b, index) {
			if _, ok := l.at[readKey{c, index}]; !ok {
				todo = append(todo, c)
			}
		}
		if len(todo) == before {
			l.at[readKey{b, index}] = l.combine(b, index)
			todo = todo[:len(todo)-1]
		}
	}
	return l.at[readKey{a, index}]
}

// skip returns the array that a read of a at index depends on, past the stores
// at indices that are different for certain.
func (l *lowering) skip(a, index term.T) term.T {
	p := l.pool
	for p.Op(a) == term.OpStore && p.Eq(index, l.get(p.Arg(a, 1))) == term.False {
		a = p.Arg(a, 0)
		l.steps++
	}
	return a
}

// below returns the arrays whose elements at index combine needs for a.
func (l *lowering) below(a, index term.T) []term.T {
	p := l.pool
	switch p.Op(a) {
	case term.OpStore:
		if p.Eq(index, l.get(p.Arg(a, 1))) == term.True {
			return nil
		}
		return []term.T{l.skip(p.Arg(a, 0), index)}
	case term.OpIte:
		return []term.T{l.skip(p.Arg(a, 1), index), l.skip(p.Arg(a, 2), index)}
	}
	return nil
}

// combine returns the element of a at index from those of the arrays below it.
func (l *lowering) combine(a, index term.T) term.T {
	p := l.pool
	below := func(arg int) term.T { return l.at[readKey{l.skip(p.Arg(a, arg), index), index}] }
	switch p.Op(a) {
	case term.OpStore:
		same := p.Eq(index, l.get(p.Arg(a, 1)))
		value := l.get(p.Arg(a, 2))
		if same == term.True {
			return value
		}
		return p.Ite(same, value, below(0))
	case term.OpIte:
		return p.Ite(l.get(p.Arg(a, 0)), below(1), below(2))
	case term.OpConstArray:
		return l.get(p.Arg(a, 0))
	case term.OpTable:
		return p.Select(a, index)
	case term.OpArrayVar:
		return l.newRead(a, index)
	}
	panic(fmt.Sprintf("cdcl: array operator %v", p.Op(a)))
}

func (l *lowering) newRead(a, index term.T) term.T {
	p := l.pool
	name := fmt.Sprintf("%s[%d]", p.Name(a), len(l.byValue))
	r := &read{array: a, index: index, value: p.Var(p.Width(a), name)}
	l.byValue[r.value] = r
	return r.value
}
