package oracle

import (
	"fmt"
	"math/rand/v2"

	"github.com/assay-dev/assay/engine/op"
)

// Numbers beside an array in loop programs: a structure whose array is too large for
// cells, or a block of computed size with a header. In the reference it is the two
// numbers and the first tableSize elements.

// vectorOf is what the vector of a program looks like.
type vectorOf struct {
	kind int // as that of a table
}

// drawVector decides whether a program has a vector.
func drawVector(r *rand.Rand) *vectorOf {
	if r.IntN(100) >= 20 {
		return nil
	}
	return &vectorOf{kind: r.IntN(tableKinds+1) % tableKinds}
}

func (t *vectorOf) heap() bool { return t.kind == heapTable }

func (t *vectorOf) places() []string { return []string{"vec", "was", "vn"} }

// outside declares the type and what is global, inside what is not.
func (t *vectorOf) outside(g *loopGen) {
	if t.heap() {
		g.put(fmt.Sprintf("struct vector_%d { unsigned n, last; int at[]; };", g.id), "")
		return
	}
	g.put(fmt.Sprintf("struct vector_%d { unsigned n; int at[%d]; unsigned last; };", g.id, wideTable), "")
	if t.kind == globalTable {
		g.put(fmt.Sprintf("static struct vector_%d vec, was;", g.id), "")
	}
}

func (t *vectorOf) inside(g *loopGen) {
	n, set := tableSize, 1
	switch t.kind {
	case localTable:
		set = 0
		g.put(fmt.Sprintf("  struct vector_%d vec, was;", g.id), "")
	case heapTable:
		n, set = 1, 0
		g.put(fmt.Sprintf("  struct vector_%d *vec = 0;", g.id), "")
	}
	g.put(fmt.Sprintf("  unsigned vn = %d;", n),
		fmt.Sprintf("  if (head == 0) { vn = %d; number(&S.vs_, %d, %d); number(&S.vw_, %d, %d); }", n, n, set, n, set))
}

// begin gives the vector its block, or its numbers, mostly.
func (t *vectorOf) begin(g *loopGen) {
	if t.heap() {
		t.make(g)
	} else if g.chance(80) {
		t.setField(g, "n", "0")
		t.setField(g, "last", "vn")
	}
}

// kinds are the statements on the vector.
func (t *vectorOf) kinds(g *loopGen) []func() {
	of := func(f func(*loopGen)) func() { return func() { f(g) } }
	kinds := []func(){of(t.write), of(t.write), of(t.read), of(t.put), of(t.put), of(t.get), of(t.get), of(t.push), of(t.push), of(t.push), of(t.scan), of(t.scan), of(t.pop), of(t.clear), of(t.patch)}
	if t.heap() {
		kinds = append(kinds, of(t.make), of(t.grow), of(t.grow), of(t.drop))
	} else {
		kinds = append(kinds, of(t.keep), of(t.keep))
	}
	return kinds
}

// part is a field or the array.
func (t *vectorOf) part(name string) string {
	if t.heap() {
		return "vec->" + name
	}
	return "vec." + name
}

// address is that of the vector.
func (t *vectorOf) address() string {
	if t.heap() {
		return "vec"
	}
	return "&vec"
}

// present stands in front of a statement, in both forms: that there is a vector.
func (t *vectorOf) present() string {
	if t.heap() {
		return "if (vec) "
	}
	return ""
}

// access is the start of a statement in the reference behind a guard: the vector can be
// accessed.
func (t *vectorOf) access(g *loopGen) (guard, ref string) {
	if guard = t.present(); guard != "" && !g.chance(85) {
		return "", fmt.Sprintf("  { if (%s) lost(); ", g.ask(op.NullAccess, "vec == 0"))
	}
	return guard, "  " + guard + "{ "
}

// field tells that a field is written, as the start of a statement in the reference.
func (t *vectorOf) field(g *loopGen, name string) string {
	return fmt.Sprintf("if (%s) lost(); ", g.ask(op.UninitRead, "!S.vs_.has_"+name))
}

// element is the same of element k_: that it is one, and for reads that it is written.
func (t *vectorOf) element(g *loopGen, read bool) string {
	s := ""
	if t.heap() {
		s = fmt.Sprintf("if (%s) lost(); ", g.ask(op.OutOfBounds, "k_ >= S.vs_.room"))
	}
	if read {
		s += fmt.Sprintf("if (%s) lost(); ", g.ask(op.UninitRead, "!S.vs_.set[k_]"))
	}
	return s
}

// one of the fields.
func (t *vectorOf) one(g *loopGen) string { return oneOf(g, "n", "n", "last") }

// setField writes a field.
func (t *vectorOf) setField(g *loopGen, name, to string) {
	guard, ref := t.access(g)
	g.put(fmt.Sprintf("  %s%s = %s;", guard, t.part(name), to), fmt.Sprintf("%sS.vs_.%s = %s; S.vs_.has_%s = 1; }", ref, name, to, name))
}

func (t *vectorOf) write(g *loopGen) {
	t.setField(g, t.one(g), oneOf(g, "0", "vn", fmt.Sprintf("(%s) & 3", g.expr(0))))
}

// read reads a field into a variable.
func (t *vectorOf) read(g *loopGen) {
	name, v := t.one(g), oneOf(g, g.scalars...).name
	guard, ref := t.access(g)
	g.put(fmt.Sprintf("  %s%s = %s;", guard, v, t.part(name)), ref+t.field(g, name)+fmt.Sprintf("%s = S.vs_.%s; }", v, name))
}

// index is the number of an element, mostly of one that there is.
func (t *vectorOf) index(g *loopGen) string {
	switch k := g.r.IntN(6); {
	case k == 0:
		return fmt.Sprint(g.r.IntN(2))
	case k == 1:
		return fmt.Sprintf("((unsigned)(%s) & 3)", g.expr(0))
	case k < 4:
		return "(vn - 1)"
	}
	return fmt.Sprintf("((unsigned)%s %% vn)", oneOf(g, g.scalars...).name)
}

func (t *vectorOf) put(g *loopGen) {
	k, x := t.index(g), fmt.Sprintf("(int)(%s) & 3", g.expr(0))
	guard, ref := t.access(g)
	g.put(fmt.Sprintf("  %s%s = %s;", guard, t.part("at["+k+"]"), x),
		ref+fmt.Sprintf("unsigned k_ = %s; ", k)+t.element(g, false)+fmt.Sprintf("S.vs_.at[k_] = %s; S.vs_.set[k_] = 1; }", x))
}

func (t *vectorOf) get(g *loopGen) {
	k, v := t.index(g), oneOf(g, g.scalars...).name
	guard, ref := t.access(g)
	g.put(fmt.Sprintf("  %s%s = %s;", guard, v, t.part("at["+k+"]")),
		ref+fmt.Sprintf("unsigned k_ = %s; ", k)+t.element(g, true)+fmt.Sprintf("%s = S.vs_.at[k_]; }", v))
}

// push writes the next element, mostly where there is room for it.
func (t *vectorOf) push(g *loopGen) {
	x, room := g.r.IntN(3), oneOf(g, "vn", "last", fmt.Sprint(tableSize))
	guard, ref := t.access(g)
	plain, end, hasRoom := room, "S.vs_."+room, ""
	if room == "last" {
		plain, hasRoom = t.part(room), t.field(g, room)
	} else {
		end = room
	}
	g.put(fmt.Sprintf("  %sif (%s < %s) %s = %d;", guard, t.part("n"), plain, t.part("at["+t.part("n")+"++]"), x),
		ref+t.field(g, "n")+hasRoom+fmt.Sprintf("if (S.vs_.n < %s) { unsigned k_ = S.vs_.n; ", end)+t.element(g, false)+
			fmt.Sprintf("S.vs_.at[k_] = %d; S.vs_.set[k_] = 1; S.vs_.n++; } }", x))
}

// pop reads the last element that is in use.
func (t *vectorOf) pop(g *loopGen) {
	v := oneOf(g, g.scalars...).name
	guard, ref := t.access(g)
	g.put(fmt.Sprintf("  %sif (%s > 0) %s = %s;", guard, t.part("n"), v, t.part("at[--"+t.part("n")+"]")),
		ref+t.field(g, "n")+"if (S.vs_.n > 0) { unsigned k_ = --S.vs_.n; "+t.element(g, true)+fmt.Sprintf("%s = S.vs_.at[k_]; } }", v))
}

// scan reads the elements that are in use.
func (t *vectorOf) scan(g *loopGen) {
	v := oneOf(g, g.scalars...).name
	guard, ref := t.access(g)
	g.put(fmt.Sprintf("  %sfor (unsigned o = 0; o < %s; o++) %s = (%s ^ %s) & 3;", guard, t.part("n"), v, v, t.part("at[o]")),
		ref+t.field(g, "n")+"for (unsigned k_ = 0; k_ < S.vs_.n; k_++) { "+t.element(g, true)+fmt.Sprintf("%s = (%s ^ S.vs_.at[k_]) & 3; } }", v, v))
}

// clear fills the header, or the whole vector, with 0.
func (t *vectorOf) clear(g *loopGen) {
	guard, ref := t.access(g)
	if t.heap() {
		g.put(fmt.Sprintf("  %smemset(vec, 0, sizeof *vec);", guard), ref+"S.vs_.n = S.vs_.last = 0; S.vs_.has_n = S.vs_.has_last = 1; }")
		return
	}
	g.put("  memset(&vec, 0, sizeof vec);", fmt.Sprintf("%snumber(&S.vs_, %d, 1); }", ref, tableSize))
}

// patch writes 0 to one of the first bytes, which are those of n and of what is behind it.
func (t *vectorOf) patch(g *loopGen) {
	k := fmt.Sprintf("((unsigned)(%s) & 7)", g.expr(0))
	guard, ref := t.access(g)
	behind := "if (!S.vs_.set[0]) lost(); S.vs_.at[0] &= ~(255 << 8 * (k_ - 4));"
	if t.heap() {
		behind = "if (!S.vs_.has_last) lost(); S.vs_.last &= ~(255u << 8 * (k_ - 4));"
	}
	g.put(fmt.Sprintf("  %s((char *)%s)[%s] = 0;", guard, t.address(), k),
		ref+fmt.Sprintf("unsigned k_ = %s; if (k_ < 4) { if (!S.vs_.has_n) lost(); S.vs_.n &= ~(255u << 8 * k_); } else { %s } }", k, behind))
}

// keep copies the vector, or takes the copy back.
func (t *vectorOf) keep(g *loopGen) {
	if g.chance(50) {
		g.put("  was = vec;", "  S.vw_ = S.vs_;")
	} else {
		g.put("  vec = was;", "  S.vs_ = S.vw_;")
	}
}

// make makes a block of computed size.
func (t *vectorOf) make(g *loopGen) {
	g.inputs++
	g.same("  vn = ((%s) & 3) + 1;", g.expr(0))
	plain, ref, zero := "malloc(sizeof *vec + vn * sizeof *vec->at)", "", 0
	if g.chance(25) {
		plain, zero = "calloc(1, sizeof *vec + vn * sizeof *vec->at)", 1
	} else if g.chance(75) {
		ref = "S.vs_.n = 0; S.vs_.last = vn; S.vs_.has_n = S.vs_.has_last = 1;"
	}
	after := ""
	if ref != "" {
		after = " if (vec) { vec->n = 0; vec->last = vn; }"
	}
	g.put(fmt.Sprintf("  vec = %s;%s", plain, after),
		fmt.Sprintf("  vec = 0; number(&S.vs_, 0, 0); if (!in(2)) { vec = 1; number(&S.vs_, vn, %d); %s }", zero, ref))
}

// grow makes room for one more element.
func (t *vectorOf) grow(g *loopGen) {
	g.inputs++
	plain, ref := "", ""
	if g.chance(75) {
		plain, ref = " vec->last = vn;", " S.vs_.last = vn; S.vs_.has_last = 1;"
	}
	g.put(fmt.Sprintf("  if (vn < %d) { struct vector_%d *t_ = realloc(vec, sizeof *vec + (vn + 1) * sizeof *vec->at); if (t_) { vec = t_; vn++;%s } }", tableSize, g.id, plain),
		fmt.Sprintf("  if (vn < %d && !in(2)) { if (!vec) number(&S.vs_, 0, 0); vec = 1; vn++; S.vs_.room = vn;%s }", tableSize, ref))
}

// drop frees the block.
func (t *vectorOf) drop(g *loopGen) {
	g.put("  free(vec); vec = 0;", "  vec = 0; number(&S.vs_, 0, 0);")
}
