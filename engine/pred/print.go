package pred

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/term"
)

// Sign tells how C reads the bits of a number.
type Sign uint8

// The signs.
const (
	AnySign Sign = iota // not known
	Signed
	Unsigned
)

// Name is what a source calls a value.
type Name struct {
	Text string
	Sign Sign
	// Plain: the source calls this value so, and no other one.
	Plain bool
}

// Names tells what a source calls the things that predicates speak of.
type Names interface {
	// Register names the value in a register or in an element of one.
	Register(p Place) Name
	// Cell names n bytes of an object, with n = 0 whatever begins at a byte.
	Cell(o memory.ObjID, at uint64, n int32) Name
	// Object names a whole object; it is Plain for variables.
	Object(o memory.ObjID) Name
	// Slot tells that a register holds the address of an object by definition,
	// being where a variable was declared: to say so says nothing.
	Slot(p Place, o memory.ObjID) bool
	// Function tells that an object stands for the code of a function.
	Function(o memory.ObjID) bool
	// Pointee is the size in bytes of what the address at a place leads to
	// by its type, 0 if that is not known.
	Pointee(p Place) int32
	// Input names a variable that is none of the vocabulary.
	Input(v term.T) Name
}

// Statement is a conjunct of a predicate as text in the manner of C. Arithmetic
// wraps around as it does under -fwrapv.
type Statement struct {
	Text string
	// Plain: every value in it is Plain, and nothing is left out.
	Plain bool
	// Subject, if not empty, is a value of Width bits that lies in Range: that
	// is what the statement says.
	Subject string
	Range   Range
	Width   int
	Sign    Sign
}

// Statements writes the predicate, one statement for each conjunct and holder,
// in an order that does not depend on the names. Together they say what the
// predicate says.
func (q *Psi) Statements(n Names) []Statement {
	if q.False {
		return []Statement{{Text: "false", Plain: true}}
	}
	var out []Statement
	told := map[term.T]bool{}
	for _, p := range q.order {
		if off := q.voc.vars[Loc{p, Offset, int32(q.voc.ptrBits)}]; n.Slot(p, q.holders[p]) {
			told[off] = off != term.None
			continue
		}
		out = append(out, q.holderText(n, p, told))
	}
	bases, ranges := q.peeled(told)
	for i, b := range bases {
		out = append(out, rangeText(q.voc, n, b, ranges[i]))
	}
	for _, t := range q.rest {
		if t != term.None {
			out = append(out, Condition(q.voc, n, t))
		}
	}
	return out
}

// peeled are the atoms that are not told yet, in their simplest form; those that
// then are about the same term are one.
func (q *Psi) peeled(told map[term.T]bool) (bases []term.T, ranges []Range) {
	at := map[term.T]int{}
	for _, b := range q.bases {
		r, ok := q.ranges[b]
		if !ok || told[b] {
			continue
		}
		b, r = peel(q.voc.Pool, b, r)
		if i, ok := at[b]; ok {
			if m, how := ranges[i].Intersect(r, q.voc.Pool.Width(b)); how == OneRange {
				ranges[i] = m
				continue
			}
		}
		at[b] = len(bases)
		bases, ranges = append(bases, b), append(ranges, r)
	}
	return bases, ranges
}

// RangeOf is the range in which a term must lie by an atom of the predicate.
func (q *Psi) RangeOf(t term.T) (Range, bool) {
	r, ok := q.ranges[t]
	return r, ok
}

// Condition writes a condition.
func Condition(voc *Vocabulary, n Names, c term.T) Statement {
	if base, r, ok := atom(voc.Pool, c); ok {
		return rangeText(voc, n, base, r)
	}
	w := newWriter(voc, n)
	text := w.condition(c, 0)
	return w.statement(text)
}

func rangeText(voc *Vocabulary, n Names, base term.T, r Range) Statement {
	base, r = peel(voc.Pool, base, r)
	w := newWriter(voc, n)
	x := w.value(base)
	x.text = parenthesised(x.text, x.prec < precShift)
	s := w.statement(Between(x.text, x.sign, r, voc.Pool.Width(base)))
	s.Subject, s.Range, s.Width, s.Sign = x.text, r, voc.Pool.Width(base), x.sign
	return s
}

// holderText says where the address at a place leads. What it says of the
// offset is told.
func (q *Psi) holderText(n Names, p Place, told map[term.T]bool) Statement {
	w := newWriter(q.voc, n)
	ptr := w.place(p).text
	o := q.holders[p]
	off, ok := q.voc.vars[Loc{p, Offset, int32(q.voc.ptrBits)}]
	r, ranged := q.ranges[off]
	ranged = ranged && ok && r.Lo <= r.Hi
	exact := ranged && r.Lo == r.Hi
	told[off] = exact
	switch {
	case o == 0 && exact && r.Lo == 0:
		return w.statement(ptr + " = NULL")
	case o == 0 && exact:
		return w.statement(fmt.Sprintf("%s = (void *)%d", ptr, r.Lo))
	case o == 0:
		return w.statement(ptr + " points to no object")
	}
	whole := n.Object(o)
	if n.Function(o) && exact && r.Lo == 0 {
		return w.statement(ptr + " = " + whole.Text)
	}
	size := n.Pointee(p)
	w.plain = w.plain && whole.Plain
	switch {
	case exact && whole.Plain:
		return w.statement(ptr + " = " + w.address(o, r.Lo, size))
	case exact && r.Lo == 0:
		return w.statement(ptr + " points to " + whole.Text)
	case exact && size > 0 && r.Lo%uint64(size) == 0:
		return w.statement(fmt.Sprintf("%s points to element %d of %s", ptr, r.Lo/uint64(size), whole.Text))
	case exact:
		return w.statement(fmt.Sprintf("%s points to byte %d of %s", ptr, r.Lo, whole.Text))
	case whole.Plain && ranged && r.Hi < uint64(1)<<(q.voc.ptrBits-1) && r.Lo%uint64(max(size, 1)) == 0 && r.Hi%uint64(max(size, 1)) == 0:
		told[off] = true
		return w.statement(w.address(o, r.Lo, size) + " ≤ " + ptr + " ≤ " + w.address(o, r.Hi, size))
	}
	return w.statement(ptr + " points into " + whole.Text)
}

// address writes the address of a byte of an object.
func (w *writer) address(o memory.ObjID, at uint64, size int32) string {
	c := w.name(w.names.Cell(o, at, size))
	if at, ok := strings.CutPrefix(c.text, "*"); ok {
		return at
	}
	return "&" + c.text
}

// Between writes that x, a number of w bits, lies in a range. Where the sign of
// x is not known and matters, a cast says how it is read.
func Between(x string, s Sign, r Range, w int) string {
	m := mask(w)
	low := uint64(1) << (w - 1)
	if r.Lo == r.Hi {
		return x + " = " + number(r.Lo, s, w)
	}
	if (r.Hi+1)&m == (r.Lo-1)&m {
		return x + " ≠ " + number((r.Hi+1)&m, s, w)
	}
	if s == AnySign {
		switch straight, shifted := r.Lo <= r.Hi, r.Lo^low <= r.Hi^low; {
		case straight && shifted && r.Hi < low:
			return number(r.Lo, s, w) + " ≤ " + x + " ≤ " + number(r.Hi, s, w)
		case shifted || !straight:
			s = Signed
		default:
			s = Unsigned
		}
		x = cast(s, w) + parenthesised(x, strings.Contains(x, " "))
	}
	least, most := uint64(0), m
	if s == Signed {
		least, most = low, low-1
	}
	lo, hi := number(r.Lo, s, w), number(r.Hi, s, w)
	switch wraps := (r.Lo-least)&m > (r.Hi-least)&m; {
	case wraps:
		return x + " ≤ " + hi + " or " + x + " ≥ " + lo
	case r.Lo == least:
		return x + " ≤ " + hi
	case r.Hi == most:
		return x + " ≥ " + lo
	}
	return lo + " ≤ " + x + " ≤ " + hi
}

// Hull is the least range of numbers, read with a sign, that contains two; ok is
// false where there is none but all numbers, or one of the two is no range of
// such numbers. Where the sign is not known, both readings must agree.
func (a Range) Hull(b Range, s Sign, w int) (h Range, ok bool) {
	if a == b {
		return a, true
	}
	low := uint64(1) << (w - 1)
	if s == AnySign {
		x, okX := a.Hull(b, Signed, w)
		y, okY := a.Hull(b, Unsigned, w)
		return x, okX && okY && x == y
	}
	flip := uint64(0)
	if s == Signed {
		flip = low
	}
	if a.Lo^flip > a.Hi^flip || b.Lo^flip > b.Hi^flip {
		return a, false
	}
	lo, hi := min(a.Lo^flip, b.Lo^flip), max(a.Hi^flip, b.Hi^flip)
	return Range{lo ^ flip, hi ^ flip}, lo != 0 || hi != mask(w)
}

// number writes the bits of a number; where the sign is not known, the greater
// half is negative.
func number(v uint64, s Sign, w int) string {
	if s == Unsigned {
		return strconv.FormatUint(v, 10)
	}
	return strconv.FormatInt(int64(v<<(64-w))>>(64-w), 10)
}

// cast is the cast to an integer type.
func cast(s Sign, w int) string {
	name, ok := map[int]string{8: "char", 16: "short", 32: "int", 64: "long"}[w]
	switch {
	case !ok && s == Signed:
		return fmt.Sprintf("(int%d)", w)
	case !ok:
		return fmt.Sprintf("(unsigned%d)", w)
	case s == Unsigned && name == "int":
		return "(unsigned)"
	case s == Unsigned:
		return "(unsigned " + name + ")"
	case name == "char":
		return "(signed char)"
	}
	return "(" + name + ")"
}

// maxText is the length in characters from which on a statement is cut, maxSize
// the number of operations.
const (
	maxText = 240
	maxSize = 60
)

// writer writes terms.
type writer struct {
	*Vocabulary
	names Names
	plain bool
	size  int
}

func newWriter(voc *Vocabulary, n Names) *writer { return &writer{voc, n, true, 0} }

func (w *writer) statement(text string) Statement {
	if n := utf8.RuneCountInString(text); n > maxText {
		return Statement{Text: string([]rune(text)[:maxText]) + "…"}
	}
	return Statement{Text: text, Plain: w.plain}
}

// written is a value as text.
type written struct {
	text string
	sign Sign
	prec int // of its operator, as below
}

// The precedences of C that are told apart.
const (
	precCond = iota + 1 // ?: and comparisons
	precBits
	precShift
	precSum
	precProduct
	precUnary
	precAtom
)

func (w *writer) name(n Name) written {
	w.plain = w.plain && n.Plain
	prec := precAtom
	if strings.ContainsAny(n.Text, " *&") {
		prec = precUnary
	}
	return written{n.Text, n.Sign, prec}
}

func (w *writer) place(p Place) written {
	if p.Obj == 0 {
		return w.name(w.names.Register(p))
	}
	return w.name(w.names.Cell(p.Obj, p.At, p.N))
}

// variable writes a variable of any kind.
func (w *writer) variable(t term.T) written {
	l, ok := w.Loc(t)
	if !ok {
		return w.name(w.names.Input(t))
	}
	switch l.Role {
	case Size:
		o := w.names.Object(l.Obj)
		w.plain = false
		return written{"size of " + o.Text, Unsigned, precUnary}
	case Offset:
		w.plain = false // C has no word for it
		return written{"offset of " + w.place(l.Place).text, Unsigned, precUnary}
	case Written:
		return written{w.place(l.Place).text + " is initialised", AnySign, precCond}
	}
	return w.place(l.Place)
}

// left tells that there is too much to write.
func (w *writer) left() bool {
	w.size++
	if w.size > maxSize {
		w.plain = false
	}
	return w.size > maxSize
}
