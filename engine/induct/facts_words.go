package induct

import (
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/term"
)

// The family of tables of addresses: what holds of every word of folded memory that is
// initialised, perhaps up to an index, or from one on. It is null or names a live object,
// at its start or at an offset within bounds, and a text starts there.
//
//	names = realloc(names, (n + 1) * sizeof *names); names[n++] = strdup(line);
//	for (i = 0; i < n; i++) puts(names[i]);   // each of names[…] starts a text

// Limits of the candidates about the words of one object at a cut: numbers that may
// separate words of one kind from those of another, and all.
const (
	maxWordIndices = 6
	maxWordFacts   = 200
	maxStride      = 64 // bytes of an element whose words are told apart
)

// proposeWords proposes which objects words name; proposeTables, when it is known how far
// tables are initialised, what holds up to an index, which words start texts, and once more
// what was no fact then.
func proposeWords(pr *prover, j *judge) { pr.proposeWords(j, false) }

func proposeTables(pr *prover, j *judge) { pr.proposeWords(j, true) }

func (pr *prover) proposeWords(j *judge, tables bool) {
	r := j.relevance()
	for i, c := range pr.b.cuts {
		s := pr.b.stateAt(c)
		var ts []template
		var named []int // by words that are read
		for _, o := range pr.b.objects {
			if !s.hasWords(o) || o.wordSize() != pr.b.pointerSize() || !r.reads(o.words, 0) {
				continue
			}
			if w := pr.wordsAt(s, o); w != nil {
				w.everyWord(tables)
				if tables {
					w.parted(pr.indices(c), r)
				}
				if c.kind != atEntry {
					w.kept()
				}
				ts, named = append(ts, w.ts...), union(named, pr.b.objectsOf(w.word))
			}
		}
		ts = append(ts, pr.wordsRead(c, s, named)...)
		if tables && len(ts) > 0 { // an address that was read from a table starts a text because words do
			xs := pr.indices(c)
			ts = append(append(ts, pr.texts(c, s, xs, r)...), pr.textsBehind(c, s, xs, r)...)
		}
		pr.current[i] = slices.DeleteFunc(ts, func(t template) bool { return pr.isFact(c, t) })
	}
}

// tableWords makes the candidates about the words of one object at one cut.
type tableWords struct {
	pr    *prover
	s     *state
	o     *object
	word  value  // at any place
	start term.T // its offset
	is    term.T // there is one, in a block that is alive
	when  term.T // and it is initialised
	ts    []template
}

// wordsAt is any word of an object in a state; nil if it is the same in every state.
func (pr *prover) wordsAt(s *state, o *object) *tableWords {
	cell := s.words(o).cells[0]
	if pr.b.fixed(cell.id) && pr.b.fixed(cell.inst) && pr.b.fixed(cell.t) {
		return nil
	}
	return pr.wordAt(s, o, pr.b.skolem(anyWord))
}

// wordAt is the word of an object at a place.
func (pr *prover) wordAt(s *state, o *object, place term.T) *tableWords {
	b := pr.b
	w := &tableWords{pr: pr, s: s, o: o, word: b.cellAt(s.words(o).cells[0], place), start: b.startOf(o, place)}
	block, own := b.ownerAt(o, place)
	f, size := b.foldAt(s, o, block), b.size(o.wordSize())
	alive := b.pool.And(own, b.aliveAt(o, s.obj(o.id), block))
	w.is = b.pool.And(alive, b.before(w.start, size, f.size))
	w.when = b.pool.And(alive, f.initialised(b, w.start, size))
	return w
}

// ownerAt is the block, or the object, that has the word at a place, and that there is
// such a word.
func (b *builder) ownerAt(o *object, place term.T) (block value, is term.T) {
	block = b.pointer(o.id, 0)
	owner := b.ownerOf(place)
	if o.site {
		block.inst = owner
		return block, term.True
	}
	return block, b.pool.Eq(owner, b.instOf(block))
}

func (w *tableWords) add(when, then term.T, format string, args ...any) {
	if len(w.ts) < maxWordFacts {
		w.ts = append(w.ts, w.pr.b.implication(w.pr.b.pool.And(w.when, when), then, fmt.Sprintf(format, args...))...)
	}
}

// part is some of the words of an object.
type part struct {
	when term.T
	name string
}

// kinds are all words, and those at one place of each element that consists of several.
func (w *tableWords) kinds() []part {
	b, p := w.pr.b, w.pr.b.pool
	all := []part{{term.True, w.o.name + "[…]"}}
	for _, s := range w.records() {
		for r := uint64(0); r < s; r += w.o.wordSize() {
			all = append(all, part{p.Eq(p.URem(w.start, b.size(s)), b.size(r)), fmt.Sprintf("%s[%d·… + %d]", w.o.name, s, r)})
		}
	}
	return all
}

// everyWord are the candidates about every word.
func (w *tableWords) everyWord(texts bool) {
	b, p := w.pr.b, w.pr.b.pool
	for _, k := range w.kinds() {
		w.words(k)
	}
	w.apart()
	if texts {
		some := p.AndN(w.when, p.Not(b.is(w.word, idNull)))
		w.ts = append(w.ts, w.pr.textAt(w.s, w.word, some, w.o.name+"[…]")...)
	}
}

// apart is the candidate that no two words name the same block: what is freed by one is not
// used by another.
func (w *tableWords) apart() {
	b, p := w.pr.b, w.pr.b.pool
	other := w.pr.wordAt(w.s, w.o, b.skolem(anyOtherWord))
	two := p.And(other.when, p.Not(p.Eq(b.skolem(anyWord), b.skolem(anyOtherWord))))
	w.add(two, p.Not(b.sameHeapBlock(w.word, other.word)), "no two words of %s name the same block", w.o.name)
}

// words are the candidates about the words of one kind.
func (w *tableWords) words(k part) {
	if len(w.ts) < maxWordFacts {
		w.ts = append(w.ts, w.pr.addresses(w.s, w.word, w.pr.b.pool.And(w.when, k.when), k.name)...)
	}
}

// parted are the candidates that words before an index, or from one on, name live objects.
func (w *tableWords) parted(xs []*operandOf, r *relevance) {
	b, p := w.pr.b, w.pr.b.pool
	live := w.live()
	for n, x := range selecting(xs, r) {
		if n == maxWordIndices {
			return
		}
		for _, stride := range append([]uint64{b.pointerSize()}, w.records()...) {
			end := p.Mul(b.dom.resize(x.width, b.ptrBits, x.t), b.size(stride))
			name := x.name
			if stride > b.pointerSize() {
				name = fmt.Sprintf("byte %d·%s", stride, x.name)
			}
			before := p.ULt(w.start, end)
			w.add(p.And(x.when, before), live, "%s[…] before %s names a live object", w.o.name, name)
			w.add(p.And(x.when, p.Not(before)), live, "%s[…] from %s on names a live object", w.o.name, name)
		}
	}
}

// ofWords tells that elements of a size consist of words that are told apart.
func (b *builder) ofWords(stride uint64) bool {
	return stride%b.pointerSize() == 0 && stride <= maxStride
}

// records are the sizes of elements that consist of several words.
func (w *tableWords) records() []uint64 {
	n := w.o.wordSize()
	return slices.DeleteFunc(slices.Clone(w.o.scales), func(s uint64) bool { return s <= n || s%n != 0 || s > maxStride })
}

// wordsRead are the candidates that addresses name live objects as some words do, from
// which they were read perhaps.
func (pr *prover) wordsRead(c *cut, s *state, named []int) (ts []template) {
	b := pr.b
	for _, v := range b.variables(c) {
		if v.id == term.None || v.frame == frameOld {
			continue
		}
		for _, k := range b.objectsOf(v.value()) {
			if k >= idFirst && s.obj(k) != nil && slices.Contains(named, k) {
				alive := b.aliveAt(b.objects[k], s.obj(k), v.value())
				ts = append(ts, b.implication(b.pool.And(v.when, b.is(v.value(), k)), alive, v.name+" points to a live "+b.objects[k].name)...)
			}
		}
	}
	return ts
}

// live tells that the word names an object that is alive.
func (w *tableWords) live() term.T {
	b, p := w.pr.b, w.pr.b.pool
	live := term.False
	for _, k := range b.objectsOf(w.word) {
		if k >= idFirst && w.s.obj(k) != nil {
			live = p.Or(live, p.And(b.is(w.word, k), b.aliveAt(b.objects[k], w.s.obj(k), w.word)))
		}
	}
	return live
}

// kept is the candidate that the words of what lived at the entry of a procedure are as
// they were.
func (w *tableWords) kept() {
	b, p := w.pr.b, w.pr.b.pool
	if old := w.s.before.at(w.o.words.id); old != nil && w.s.before.at(w.o.id) != nil {
		was := b.cellAt(old.cells[0], b.skolem(anyWord))
		block, own := b.ownerAt(w.o, b.skolem(anyWord))
		lived := p.And(own, b.aliveAt(w.o, w.s.before.at(w.o.id), block))
		w.ts = append(w.ts, b.implication(lived, b.alike(w.word, was), w.o.name+"[…] of what lived at the entry is as it was")...)
	}
}
