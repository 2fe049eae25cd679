package families

import (
	"fmt"
	"slices"
	"sync"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Words is the family of tables of addresses: what holds of every word of smashed memory that is
// initialised, perhaps up to an index, or from one on. It is null or names a live object,
// at its start or at an offset within bounds, and a text starts there.
//
//	names = realloc(names, (n + 1) * sizeof *names); names[n++] = strdup(line);
//	for (i = 0; i < n; i++) puts(names[i]);   // each of names[…] starts a text
var Words = &Family{
	ID: "tables", Title: "tables of addresses",
	Says: "what the elements of a large array, or of a block of computed size, point to lives, is one block each, starts a text; once more when differences are known, before an index and from one on",
	Loop: "lists of lines, hash tables, growing arrays of pointers",
	Test: "tables.c", Source: "ADR 0021",
	passes: []pass{each((*proposer).words), each((*proposer).tables)},
}

// words are the candidates of the first pass at a cutpoint.
func (pr *proposer) words(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	return pr.wordsOrTables(c, r, false)
}

// tables are those of the second pass: when differences are known and elements of
// tables are initialised, what holds up to an index, which words start texts, and once more
// what was no fact then.
func (pr *proposer) tables(c *system.Cutpoint, r *invariant.Relevance) []invariant.Template {
	return pr.wordsOrTables(c, r, true)
}

func (pr *proposer) wordsOrTables(c *system.Cutpoint, r *invariant.Relevance, tables bool) []invariant.Template {
	s := pr.Sys.StateAt(c)
	indices := sync.OnceValue(func() []*operandOf { return pr.indices(c) })
	var ts []invariant.Template
	var named []int // by words that are read
	for _, o := range pr.Sys.Objects {
		for _, w := range pr.wordsAt(s, o) {
			if !r.Reads(o.Words, w.column) {
				continue
			}
			if !o.Plain() {
				w.written(indices(), r)
			}
			if w.addresses() {
				w.everyWord(tables)
				if tables {
					w.parted(indices(), r)
				}
				if c.Kind != system.AtEntry {
					w.kept()
				}
				named = system.Union(named, pr.Sys.ObjectsOf(w.word))
			}
			ts = append(ts, w.ts...)
		}
	}
	ts = append(append(ts, pr.wordsRead(c, s, named)...), pr.recordsNamed(c, s)...)
	if tables && len(ts) > 0 { // an address that was read from a table starts a text because words do
		ts = append(append(ts, pr.texts(c, s, indices(), r)...), pr.textsBehind(c, s, indices(), r)...)
	}
	return slices.DeleteFunc(ts, func(t invariant.Template) bool { return pr.isFact(c, t) })
}

// tableWords makes the candidates about a column of an object at one cutpoint.
type tableWords struct {
	pr     *proposer
	s      *system.State
	o      *system.Object
	column int
	name   string
	word   system.Value // at any place
	nth    term.T       // the number of its record
	start  term.T       // and its offset
	is     term.T       // there is one, in a block that is alive
	when   term.T       // and it is initialised
	ts     []invariant.Template
}

// wordsAt is any word of each column of an object in a state that is not the same in every state.
func (pr *proposer) wordsAt(s *system.State, o *system.Object) (all []*tableWords) {
	if !s.HasWords(o) {
		return nil
	}
	for i, cell := range s.Words(o).Cells {
		if !pr.Sys.Fixed(cell.ID) || !pr.Sys.Fixed(cell.Inst) || !pr.Sys.Fixed(cell.Term) || !pr.Sys.Fixed(cell.Uninit) {
			all = append(all, pr.wordAt(s, o, i, pr.Sys.Skolem(system.AnyWord)))
		}
	}
	return all
}

// wordAt is the word of a column of an object at a place.
func (pr *proposer) wordAt(s *system.State, o *system.Object, column int, place term.T) *tableWords {
	b, c := pr.Sys, &o.Columns()[column]
	w := &tableWords{pr: pr, s: s, o: o, column: column, name: o.Name + c.Path,
		word: b.CellAt(s.Words(o).Cells[column], place), nth: b.NthOf(place), start: b.StartOf(o, place)}
	block, own := ownerAt(b, o, place)
	at, size := b.Pool.Add(w.start, b.Size(c.Off)), b.Size(c.Size)
	f := b.SmashAt(s, o, block.Moved(at))
	alive := b.Pool.And(own, b.AliveAt(o, s.Obj(o.ID), block))
	w.is = b.Pool.And(alive, b.Before(at, size, f.Size))
	if w.when = b.Pool.And(w.is, b.Pool.Not(w.word.Uninit)); o.Plain() {
		w.when = b.Pool.And(alive, b.Initialised(f, at, size))
	}
	return w
}

// size is how many bytes the word has.
func (w *tableWords) size() uint64 { return w.o.Columns()[w.column].Size }

// addresses tells that the word may be one.
func (w *tableWords) addresses() bool { return w.size() == w.pr.Sys.PointerSize() }

// written are the candidates that a column of records is initialised, in all of them and in those
// before an index.
func (w *tableWords) written(xs []*operandOf, r *invariant.Relevance) {
	p := w.pr.Sys.Pool
	is, set := w.is, p.Not(w.word.Uninit)
	w.claim(is, set, "%s is initialised", w.name)
	for n, x := range selecting(xs, r) {
		if n == budget.WordEnds.N {
			break
		}
		counts, before := w.before(x)
		w.claim(p.AndN(is, counts, before), set, "%s is initialised before %s", w.name, x.name)
	}
}

// before tells that a number counts records, and that the one of the word is among so many first.
func (w *tableWords) before(x *operandOf) (counts, before term.T) {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	return p.And(x.when, p.SLe(p.BV(x.width, 0), x.t)), p.ULt(w.nth, b.Dom.Resize(x.width, b.PtrBits, x.t))
}

// claim proposes that a conclusion holds where a condition does.
func (w *tableWords) claim(when, then term.T, format string, args ...any) {
	if len(w.ts) < budget.WordFacts.N {
		w.ts = append(w.ts, implication(w.pr.Sys, when, then, fmt.Sprintf(format, args...))...)
	}
}

// filled are the candidates that the records are initialised to which an address leads.
//
//	n = &slots[used++]; n->key = k; n->next = front; front = n;   // front, and what it links to
func (pr *proposer) filled(s *system.State, v system.Value, when term.T, name string) (ts []invariant.Template) {
	b, p := pr.Sys, pr.Sys.Pool
	for _, k := range b.ObjectsOf(v) {
		o := b.Object(k)
		if !s.HasWords(o) || o.Plain() {
			continue
		}
		for i, column := range s.Words(o).Cells {
			if place, ok := b.ColumnFrom(o, i, v); ok && !b.Fixed(column.Uninit) && len(ts) < budget.WordFacts.N {
				set := p.Not(b.CellAt(column, place).Uninit)
				ts = append(ts, implication(b, p.And(when, b.Is(v, k)), set, fmt.Sprintf("%s of %s is initialised", o.Name+o.Columns()[i].Path, name))...)
			}
		}
	}
	return ts
}

// ownerAt is the block, or the object, that has the word at a place, and that there is
// such a word.
func ownerAt(b *system.System, o *system.Object, place term.T) (block system.Value, is term.T) {
	block = b.Pointer(o.ID, 0)
	owner := b.OwnerOf(place)
	if o.Site {
		block.Inst = owner
		return block, term.True
	}
	return block, b.Pool.Eq(owner, b.InstOf(block))
}

// add is claim for words that are initialised.
func (w *tableWords) add(when, then term.T, format string, args ...any) {
	w.claim(w.pr.Sys.Pool.And(w.when, when), then, format, args...)
}

// part is some of the words of an object.
type part struct {
	when term.T
	name string
}

// kinds are all words, and those at one place of each element that consists of several.
func (w *tableWords) kinds() []part {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	all := []part{{term.True, w.name}}
	for _, s := range w.records() {
		for r := uint64(0); r < s; r += w.size() {
			all = append(all, part{p.Eq(p.URem(w.start, b.Size(s)), b.Size(r)), fmt.Sprintf("%s[%d·… + %d]", w.o.Name, s, r)})
		}
	}
	return all
}

// everyWord are the candidates about every word.
func (w *tableWords) everyWord(texts bool) {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	for _, k := range w.kinds() {
		w.words(k)
	}
	w.apart()
	if texts {
		some := p.AndN(w.when, p.Not(b.Is(w.word, system.IDNull)))
		w.ts = append(w.ts, w.pr.textAt(w.s, w.word, some, w.name)...)
	}
}

// apart is the candidate that no two words name the same block: what is freed by one is not
// used by another.
func (w *tableWords) apart() {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	other := w.pr.wordAt(w.s, w.o, w.column, b.Skolem(system.AnyOtherWord))
	two := p.And(other.when, p.Not(p.Eq(b.Skolem(system.AnyWord), b.Skolem(system.AnyOtherWord))))
	w.add(two, p.Not(b.SameHeapBlock(w.word, other.word)), "no two of %s name the same block", w.name)
}

// words are the candidates about the words of one kind.
func (w *tableWords) words(k part) {
	if len(w.ts) < budget.WordFacts.N {
		w.ts = append(w.ts, w.pr.addresses(w.s, w.word, w.pr.Sys.Pool.And(w.when, k.when), k.name)...)
	}
}

// parted are the candidates that words before an index, or from one on, name live objects.
func (w *tableWords) parted(xs []*operandOf, r *invariant.Relevance) {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	live := w.live()
	for n, x := range selecting(xs, r) {
		if n == budget.WordEnds.N {
			return
		}
		for _, stride := range append([]uint64{w.o.Record}, w.records()...) {
			end := p.Mul(b.Dom.Resize(x.width, b.PtrBits, x.t), b.Size(stride))
			name := x.name
			if stride > w.o.Record {
				name = fmt.Sprintf("byte %d·%s", stride, x.name)
			}
			before := p.ULt(w.start, end)
			w.add(p.And(x.when, before), live, "%s before %s names a live object", w.name, name)
			w.add(p.And(x.when, p.Not(before)), live, "%s from %s on names a live object", w.name, name)
		}
	}
}

// ofWords tells that elements of a size consist of words that are told apart.
func ofWords(b *system.System, stride uint64) bool {
	return stride%b.PointerSize() == 0 && stride <= uint64(budget.WordStride.N)
}

// records are the sizes of elements that consist of several words.
func (w *tableWords) records() []uint64 {
	n := w.size()
	if !w.o.Plain() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(w.o.Scales), func(s uint64) bool { return s <= n || s%n != 0 || s > uint64(budget.WordStride.N) })
}

// wordsRead are the candidates that addresses name live objects as some words do, from
// which they were read perhaps.
func (pr *proposer) wordsRead(c *system.Cutpoint, s *system.State, named []int) (ts []invariant.Template) {
	b := pr.Sys
	for _, v := range b.Variables(c) {
		if v.ID == term.None || v.Frame == system.FrameOld {
			continue
		}
		for _, k := range b.ObjectsOf(v.Value()) {
			if k >= system.IDFirst && s.Obj(k) != nil && slices.Contains(named, k) {
				alive := b.AliveAt(b.Objects[k], s.Obj(k), v.Value())
				ts = append(ts, implication(b, b.Pool.And(v.When, b.Is(v.Value(), k)), alive, v.Name+" points to a live "+b.Objects[k].Name)...)
			}
		}
	}
	return ts
}

// recordsNamed are the candidates that the records are initialised to which addresses lead.
func (pr *proposer) recordsNamed(c *system.Cutpoint, s *system.State) (ts []invariant.Template) {
	for _, v := range pr.Sys.Variables(c) {
		if v.ID != term.None && v.Uninit != term.True && v.Frame != system.FrameOld {
			ts = append(ts, pr.filled(s, v.Value(), v.When, v.Name)...)
		}
	}
	return ts
}

// live tells that the word names an object that is alive.
func (w *tableWords) live() term.T {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	live := term.False
	for _, k := range b.ObjectsOf(w.word) {
		if k >= system.IDFirst && w.s.Obj(k) != nil {
			live = p.Or(live, p.And(b.Is(w.word, k), b.AliveAt(b.Objects[k], w.s.Obj(k), w.word)))
		}
	}
	return live
}

// kept is the candidate that the words of what lived at the entry of a procedure are as
// they were.
func (w *tableWords) kept() {
	b, p := w.pr.Sys, w.pr.Sys.Pool
	if old := w.s.Before.At(w.o.Words.ID); old != nil && w.s.Before.At(w.o.ID) != nil {
		was := b.CellAt(old.Cells[w.column], b.Skolem(system.AnyWord))
		block, own := ownerAt(b, w.o, b.Skolem(system.AnyWord))
		lived := p.And(own, b.AliveAt(w.o, w.s.Before.At(w.o.ID), block))
		w.ts = append(w.ts, implication(b, lived, b.Alike(w.word, was), w.name+" of what lived at the entry is as it was")...)
	}
}
