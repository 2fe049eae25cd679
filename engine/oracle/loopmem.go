package oracle

import (
	"fmt"
	"math/rand/v2"

	"github.com/assay-dev/assay/engine/op"
)

// Objects of bytes in loop programs: blocks of computed size, an array that is
// too large for cells, a structure with padding, and copies between them. In
// the reference each is a block, and each operation a call with the checks.

// bytesOf is what the objects of bytes of a program look like.
type bytesOf struct {
	global bool // the large array big is, and starts as zeros
	record bool // there is rec, a structure with padding
	cursor bool // there is mu, which points to any of them
	second bool // there is mw besides mp
	made   bool // mp is no null pointer, as it was just made
	share  int  // of statements that are stories, in per cent
	scopes bool // there are arrays of variable length, to which mv points
	open   bool // the statement at hand is in the scope of one
	loops  int  // open: how many loops are around the scope
}

// bigSize is the size of big, which makes it smashed memory of the prover.
const bigSize = 700

// drawBytes decides whether a program has objects of bytes; sure: it has.
func drawBytes(r *rand.Rand, sure bool) *bytesOf {
	if r.IntN(100) >= 30 && !sure {
		return nil
	}
	return &bytesOf{global: r.IntN(2) == 0, record: r.IntN(100) < 40, cursor: r.IntN(100) < 40, second: r.IntN(100) < 50, share: []int{20, 70}[r.IntN(2)], scopes: r.IntN(100) < 40}
}

// places are the names of the objects and of the pointers to them. len is the
// number that sizes are computed in.
func (m *bytesOf) places() []string {
	out := append([]string{"big", "len"}, m.pointers()...)
	if m.record {
		out = append(out, "rec")
	}
	return out
}

func (m *bytesOf) pointers() []string {
	out := m.owners()
	if m.cursor {
		out = append(out, "mu")
	}
	if m.scopes {
		out = append(out, "mv")
	}
	return out
}

// owners are the pointers that are to heap blocks only.
func (m *bytesOf) owners() []string {
	if m.second {
		return []string{"mp", "mw"}
	}
	return []string{"mp"}
}

// outside writes what is declared at file scope.
func (m *bytesOf) outside(g *loopGen) {
	if m.record {
		g.put(fmt.Sprintf("struct record_%d { char c; int n; };", g.id), "")
	}
	if m.global {
		g.put(fmt.Sprintf("static char big[%d];", bigSize), "")
	}
	g.put("", "#undef AT_BYTES\n#define AT_BYTES(p) named(S.heap, &S.big_, &S.rec_, p)")
}

// inside declares the local variables.
func (m *bytesOf) inside(g *loopGen) {
	written := 1
	if !m.global {
		written = 0
		g.put(fmt.Sprintf("  char big[%d];", bigSize), "")
	}
	g.put("", fmt.Sprintf("  if (head == 0) begin(&S.big_, %d, %d);", bigSize, written))
	if m.record {
		g.put(fmt.Sprintf("  struct record_%d rec;", g.id), "  if (head == 0) begin(&S.rec_, 8, 0);")
	}
	g.put("  unsigned len = 1;", "  if (head == 0) len = 1;")
	for _, p := range m.pointers() {
		g.put(fmt.Sprintf("  char *%s = 0;", p), "")
	}
}

// place is an object or what a pointer names, in both forms.
type place struct {
	plain, ref string
	guard      string // the pointer is not null
	heap       bool   // a block, for certain
	off        int
}

// theRecord is the structure with padding.
var theRecord = place{plain: "((char *)&rec)", ref: "&S.rec_"}

// apart tells that two places cannot overlap.
func apart(p, q place) bool {
	return p.plain != q.plain && !(p.heap && q.heap) && p.plain != "mu" && q.plain != "mu"
}

// at is the place some bytes behind its first one.
func (p place) at() string {
	if p.off > 0 {
		return fmt.Sprintf("%s + %d", p.plain, p.off)
	}
	return p.plain
}

// pointer is a pointer's place, mostly guarded.
func (m *bytesOf) pointer(g *loopGen, name string) place {
	p := place{plain: name, ref: fmt.Sprintf("AT_BYTES(%s)", name), heap: name != "mu"}
	if !(name == "mp" && m.made) && g.chance(85) {
		p.guard = name
	}
	return p
}

// any is a place: mostly a pointer's.
func (m *bytesOf) any(g *loopGen) place {
	switch k := g.r.IntN(10); {
	case m.made && k < 5:
		return m.pointer(g, "mp")
	case k < 3 || k == 5 && m.made:
		return place{plain: "big", ref: "&S.big_"}
	case k == 3 && m.record:
		return theRecord
	}
	return m.pointer(g, oneOf(g, m.pointers()...))
}

// guarded is the condition of an if in front of an operation on places.
func guarded(ps ...place) string {
	cond := ""
	for _, p := range ps {
		switch {
		case p.guard != "" && cond == "":
			cond = p.guard
		case p.guard != "":
			cond += " && " + p.guard
		}
	}
	if cond != "" {
		cond = "if (" + cond + ") "
	}
	return cond
}

// lined is the number of the next line, at which the classes can be committed. Whether
// a pointer is null or dangling is seldom worth a question.
func (g *loopGen) lined(classes ...op.Class) int {
	for _, c := range classes {
		at := Candidate{g.line + 1, c}
		g.asked[at] = g.asked[at] || c == op.UninitRead || c == op.OutOfBounds || g.chance(15)
	}
	return g.line + 1
}

// access are the errors of an access, and reading those of a read.
var (
	access  = []op.Class{op.NullAccess, op.DeadAccess, op.OutOfBounds}
	reading = append([]op.Class{op.UninitRead}, access...)
)

// kinds are the statements on bytes.
func (m *bytesOf) kinds(g *loopGen) []func() {
	of := func(f func(*loopGen)) func() { return func() { f(g) } }
	return []func(){of(m.allocate), of(m.allocate), of(m.release), of(m.putByte), of(m.getByte), of(m.getByte), of(m.getByte), of(m.getByte),
		of(m.words), of(m.members), of(m.copies), of(m.copies), of(m.texts), of(m.texts), of(m.lengths), of(m.fills), of(m.fills), of(m.points), of(m.reads)}
}

// value is a small value.
func (m *bytesOf) value(g *loopGen) string {
	if g.chance(50) {
		return fmt.Sprint(g.r.IntN(3))
	}
	return fmt.Sprintf("(%s) & 3", g.expr(0))
}

// index is an offset, mostly inside.
func (m *bytesOf) index(g *loopGen) string {
	v := oneOf(g, g.scalars...).name
	switch k := g.r.IntN(12); {
	case k < 3:
		return fmt.Sprint(g.r.IntN(4))
	case k == 3:
		return "i"
	case k == 4:
		return fmt.Sprintf("(%s) & 3", g.expr(0))
	case k < 8:
		return "len - 1"
	case k < 11:
		return fmt.Sprintf("(%s) %% len", v)
	}
	return fmt.Sprintf("(%s) & 7", v)
}

// number is how many bytes, from 1 to 8.
func (m *bytesOf) number(g *loopGen) string {
	switch g.r.IntN(5) {
	case 0:
		return fmt.Sprint(1 + g.r.IntN(6))
	case 1:
		return fmt.Sprintf("((%s) & 3) + 1", g.expr(0))
	}
	return "len"
}

// begin gives the pointers something to point to.
func (m *bytesOf) begin(g *loopGen) {
	m.fill(g, place{plain: "big", ref: "&S.big_"})
	if m.record && g.chance(70) {
		m.setMember(g, 0)
		m.setMember(g, 1)
	}
	for _, p := range m.owners() {
		m.allocateTo(g, p)
	}
	if m.cursor {
		m.points(g)
	}
}

// allocate gives a pointer a block of computed size, and fills it.
func (m *bytesOf) allocate(g *loopGen) { m.allocateTo(g, oneOf(g, m.owners()...)) }

func (m *bytesOf) allocateTo(g *loopGen, name string) {
	p := m.pointer(g, name)
	g.inputs++
	if g.chance(60) {
		g.same("  len = ((%s) & 3) + %d;", g.expr(0), 1+g.r.IntN(3))
	}
	switch k := g.r.IntN(8); {
	case k == 0:
		g.put(fmt.Sprintf("  %s = calloc(len, 1);", p.plain), fmt.Sprintf("  %s = in(2) ? 0 : bytes(S.heap, len, 1);", p.plain))
	case k == 1:
		g.put(fmt.Sprintf("  { char *t_ = realloc(%s, len); if (t_) %s = t_; }", p.plain, p.plain),
			fmt.Sprintf("  { int t_ = resize(S.heap, %s, len); if (t_) %s = t_; }", p.plain, p.plain))
	case k == 2:
		from := m.any(g)
		line := g.lined(reading...)
		g.put(fmt.Sprintf("  %s%s = strdup(%s);", guarded(from), p.plain, from.plain),
			fmt.Sprintf("  %s%s = duplicate(%d, S.heap, %s, 0);", guarded(from), p.plain, line, from.ref))
	default:
		size := "len"
		if k == 3 {
			size = fmt.Sprint(2 + g.r.IntN(4))
		}
		g.put(fmt.Sprintf("  %s = malloc(%s);", p.plain, size), fmt.Sprintf("  %s = in(2) ? 0 : bytes(S.heap, %s, 0);", p.plain, size))
		if g.chance(70) {
			m.fill(g, p)
		}
	}
}

// story is a block that is made, written, and read where that was written or not,
// with nothing in between that could hide what the last reads find.
func (m *bytesOf) story(g *loopGen) {
	g.same("  len = ((%s) & 3) + %d;", g.expr(0), 1+g.r.IntN(5))
	g.put("  mp = malloc(len);", "  mp = in(2) ? 0 : bytes(S.heap, len, 0);")
	g.same("  if (!mp) return 0;")
	m.made = true
	if m.record && g.chance(40) {
		for k := range 2 {
			if g.chance(85) {
				m.setMember(g, k)
			}
		}
		m.copy(g, m.pointer(g, "mp"), theRecord)
	}
	writes := []func(*loopGen){m.fills, m.putByte, m.putByte, m.copies, m.copies, m.texts, m.words, m.members}
	for range 1 + g.r.IntN(3) {
		oneOf(g, writes...)(g)
	}
	if g.chance(20) {
		g.block(1, g.loops < maxLoops)
	}
	for range 1 + g.r.IntN(3) {
		oneOf(g, m.getByte, m.getByte, m.reads, m.lengths, m.members)(g)
	}
	m.made = false
	if g.chance(90) {
		g.free("mp", true)
	}
}

// endOfArray is the end of the scope of an array of variable length in the reference,
// where it is a block.
const endOfArray = "if (S.array_) S.heap[S.array_ - 1].alive = 0; S.array_ = 0; "

// scope is a block with an array of variable length, which may be left early, or by the
// way around a loop; pointers to the array may stay.
func (m *bytesOf) scope(g *loopGen) {
	g.same("  len = ((%s) & 3) + %d;", g.expr(0), 1+g.r.IntN(3))
	g.put("  { char array[len]; mv = array;", "  { S.array_ = mv = bytes(S.heap, len, 0);")
	m.open, m.loops = true, len(g.around)
	if g.chance(70) {
		m.fill(g, place{plain: "mv", ref: "AT_BYTES(mv)", heap: true})
	}
	g.depth++
	g.block(1+g.r.IntN(3), g.loops < maxLoops && g.chance(20))
	g.depth--
	m.open = false
	g.put("  }", "  "+endOfArray+"}")
	if g.chance(20) {
		m.points(g)
	}
	if g.chance(30) {
		m.getByte(g)
	}
}

// reads reads all bytes from the first on.
func (m *bytesOf) reads(g *loopGen) {
	p, v, line := m.any(g), oneOf(g, g.scalars...).name, g.lined(reading...)
	loop := fmt.Sprintf("  %sfor (unsigned o = 0; o < %s; o++) ", guarded(p), m.number(g))
	g.put(loop+fmt.Sprintf("%s = %s[o] & 0;", v, p.plain), loop+fmt.Sprintf("%s = get(%d, %s, o, 1);", v, line, p.ref))
}

// release frees a block, mostly with care.
func (m *bytesOf) release(g *loopGen) {
	p := oneOf(g, m.owners()...)
	g.free(p, g.chance(80))
}

func (m *bytesOf) fills(g *loopGen) { m.fill(g, m.any(g)) }

// fill writes the first bytes of a place.
func (m *bytesOf) fill(g *loopGen, p place) {
	x, n, line := m.value(g), m.number(g), g.lined(access...)
	switch g.r.IntN(4) {
	case 0:
		g.put(fmt.Sprintf("  %smemset(%s, %s, %s);", guarded(p), p.plain, x, n), fmt.Sprintf("  %sfill(%d, %s, 0, %s, %s);", guarded(p), line, p.ref, x, n))
	case 1:
		n = oneOf(g, "len - 1", "len - 1", "len - 1", n)
		line := g.lined(access...)
		loop := fmt.Sprintf("  %sfor (unsigned o = 0; o < %s; o++) ", guarded(p), n)
		g.put(loop+fmt.Sprintf("%s[o] = %s;", p.plain, x), loop+fmt.Sprintf("put(%d, %s, o, %s);", line, p.ref, x))
		line = g.lined(access...)
		g.put(fmt.Sprintf("  %s%s[%s] = 0;", guarded(p), p.plain, n), fmt.Sprintf("  %sput(%d, %s, %s, 0);", guarded(p), line, p.ref, n))
	case 2:
		loop := fmt.Sprintf("  %sfor (unsigned o = 0; o %s len; o++) ", guarded(p), oneOf(g, "<", "<", "<", "<", "<", "<", "<="))
		g.put(loop+fmt.Sprintf("%s[o] = %s;", p.plain, x), loop+fmt.Sprintf("put(%d, %s, o, %s);", line, p.ref, x))
	default:
		loop := fmt.Sprintf("  %sfor (unsigned o = len; o > 0; o--) ", guarded(p))
		g.put(loop+fmt.Sprintf("%s[o - 1] = %s;", p.plain, x), loop+fmt.Sprintf("put(%d, %s, o - 1, %s);", line, p.ref, x))
	}
}

func (m *bytesOf) putByte(g *loopGen) {
	p := m.any(g)
	at, x, line := m.index(g), m.value(g), g.lined(access...)
	g.put(fmt.Sprintf("  %s%s[%s] = %s;", guarded(p), p.plain, at, x), fmt.Sprintf("  %sput(%d, %s, %s, %s);", guarded(p), line, p.ref, at, x))
}

func (m *bytesOf) getByte(g *loopGen) {
	p, v := m.any(g), oneOf(g, g.scalars...).name
	at, line := m.index(g), g.lined(reading...)
	use, unused := " & 0", 1
	if g.chance(40) {
		use, unused = "", 0
	}
	guard := guarded(p)
	if g.chance(40) {
		guard += fmt.Sprintf("if ((%s) < len) ", at)
	}
	g.put(fmt.Sprintf("  %s%s = %s[%s]%s;", guard, v, p.plain, at, use), fmt.Sprintf("  %s%s = get(%d, %s, %s, %d);", guard, v, line, p.ref, at, unused))
}

// words reads or writes an int in memory of bytes.
func (m *bytesOf) words(g *loopGen) {
	p, v := m.any(g), oneOf(g, g.scalars...).name
	at := oneOf(g, "0", "0", fmt.Sprintf("((%s) & 1)", v), fmt.Sprintf("((%s) & 1)", oneOf(g, g.scalars...).name), "1")
	if g.chance(50) {
		x, line := m.value(g), g.lined(access...)
		g.put(fmt.Sprintf("  %s((int *)%s)[%s] = %s;", guarded(p), p.plain, at, x), fmt.Sprintf("  %sput_int(%d, %s, 4 * %s, %s);", guarded(p), line, p.ref, at, x))
		return
	}
	use, unused := 0, 1
	if g.chance(50) {
		use, unused = 7, 0
	}
	line := g.lined(reading...)
	g.put(fmt.Sprintf("  %s%s = ((int *)%s)[%s] & %d;", guarded(p), v, p.plain, at, use),
		fmt.Sprintf("  %s%s = get_int(%d, %s, 4 * %s, %d) & %d;", guarded(p), v, line, p.ref, at, unused, use))
}

// members reads or writes a member of the structure.
func (m *bytesOf) members(g *loopGen) {
	v := oneOf(g, g.scalars...).name
	switch k := g.r.IntN(4); {
	case !m.record:
		m.putByte(g)
	case k < 2:
		m.setMember(g, k)
	case k == 2:
		line := g.lined(op.UninitRead)
		g.put(fmt.Sprintf("  %s = rec.c & 0;", v), fmt.Sprintf("  %s = get(%d, &S.rec_, 0, 1);", v, line))
	default:
		line := g.lined(op.UninitRead)
		g.put(fmt.Sprintf("  %s = rec.n & 0;", v), fmt.Sprintf("  %s = get_int(%d, &S.rec_, 4, 1);", v, line))
	}
}

// setMember writes the first or second member of the structure.
func (m *bytesOf) setMember(g *loopGen, k int) {
	x := m.value(g)
	if k == 0 {
		g.put(fmt.Sprintf("  rec.c = %s;", x), fmt.Sprintf("  put(0, &S.rec_, 0, %s);", x))
		return
	}
	g.put(fmt.Sprintf("  rec.n = %s;", x), fmt.Sprintf("  put_int(0, &S.rec_, 4, %s);", x))
}

// copies copies bytes as they are, written or not.
func (m *bytesOf) copies(g *loopGen) {
	d, s := m.any(g), m.any(g)
	if m.record && g.chance(30) {
		s = theRecord
	}
	if g.chance(30) {
		oneOf(g, &d, &s).off = 1 + g.r.IntN(3)
	}
	m.copy(g, d, s)
}

func (m *bytesOf) copy(g *loopGen, d, s place) {
	f := "memmove"
	if apart(d, s) {
		f = "memcpy"
	}
	n, line := m.number(g), g.lined(access...)
	if s == theRecord {
		n = oneOf(g, n, n, "sizeof rec")
	}
	guard := guarded(d, s)
	ref := n
	if n == "sizeof rec" {
		ref = "8"
	}
	g.put(fmt.Sprintf("  %s%s(%s, %s, %s);", guard, f, d.at(), s.at(), n), fmt.Sprintf("  %scopy(%d, %s, %d, %s, %d, %s);", guard, line, d.ref, d.off, s.ref, s.off, ref))
}

// texts writes or copies a text.
func (m *bytesOf) texts(g *loopGen) {
	d := m.any(g)
	if g.chance(50) {
		m.literal(g, d)
		return
	}
	s := m.any(g)
	if !apart(d, s) {
		m.lengths(g)
		return
	}
	line := g.lined(reading...)
	g.put(fmt.Sprintf("  %sstrcpy(%s, %s);", guarded(d, s), d.plain, s.plain), fmt.Sprintf("  %scopy_text(%d, %s, 0, %s, 0);", guarded(d, s), line, d.ref, s.ref))
}

// literal writes a short text.
func (m *bytesOf) literal(g *loopGen, d place) {
	text, line := oneOf(g, "", "\x01", "\x01\x02", "\x02\x01\x01"), g.lined(access...)
	g.put(fmt.Sprintf("  %sstrcpy(%s, %q);", guarded(d), d.plain, text), fmt.Sprintf("  %sput_text(%d, %s, %q);", guarded(d), line, d.ref, text))
}

// lengths walks to the end of a text, mostly of one that was just written: what was never
// written is any value, and an exploration ends there.
func (m *bytesOf) lengths(g *loopGen) {
	p := m.any(g)
	if g.chance(75) {
		m.literal(g, p)
	}
	v, line := oneOf(g, g.scalars...).name, g.lined(reading...)
	if g.chance(50) {
		g.put(fmt.Sprintf("  %s%s = strlen(%s) & 7;", guarded(p), v, p.plain), fmt.Sprintf("  %s%s = length(%d, %s, 0) & 7;", guarded(p), v, line, p.ref))
		return
	}
	g.put(fmt.Sprintf("  %sfor (const char *c_ = %s; *c_; c_++) %s = *c_;", guarded(p), p.plain, v),
		fmt.Sprintf("  %sfor (long o = 0; get(%d, %s, o, 0); o++) %s = get(%d, %s, o, 0);", guarded(p), line, p.ref, v, line, p.ref))
}

// points moves a pointer to another object.
func (m *bytesOf) points(g *loopGen) {
	switch k := g.r.IntN(4); {
	case k == 0 && m.second:
		g.same("  %s;", oneOf(g, "mp = mw", "mw = mp"))
	case k == 1 || !m.cursor:
		g.same("  %s = 0;", oneOf(g, m.pointers()...))
	case k == 2:
		g.put("  mu = big;", "  mu = MAXBLOCKS + 1;")
	case m.record && g.chance(30):
		g.put("  mu = (char *)&rec;", "  mu = MAXBLOCKS + 2;")
	default:
		owners := m.owners()
		if m.scopes {
			owners = append(owners, "mv")
		}
		g.same("  mu = %s;", oneOf(g, owners...))
	}
}
