package main

import (
	"math/rand"

	"github.com/assay-dev/assay/engine/term"
)

// parser is w3: twelve input bytes parsed as magic numbers, keywords, length
// fields and decimal numbers, closed by a checksum.
func parser(x *explorer) {
	ps := &byteParser{x: x, p: x.pool}
	for range 12 {
		ps.in = append(ps.in, x.pool.Var(8, "b"))
	}
	for !x.full() {
		ps.magic(0)
	}
}

type byteParser struct {
	x  *explorer
	p  *term.Pool
	in []term.T
}

func (ps *byteParser) c(v int) term.T { return ps.p.BV(32, uint64(v)) }

func (ps *byteParser) magic(i int) {
	numbers := []uint64{0x464c457f, 0x04034b50, 0x474e5089, 0x38464947, 0xfeedface}
	p := ps.p
	word := p.Concat(ps.in[3], p.Concat(ps.in[2], p.Concat(ps.in[1], ps.in[0])))
	if i == len(numbers) {
		ps.x.fork(p.ULt(word, ps.c(0x20000000)), func() { ps.number(0, ps.c(0), 0) }, func() { ps.keyword(0, 0) })
		return
	}
	ps.x.fork(p.Eq(word, p.BV(32, numbers[i])), func() { ps.keyword(0, 0) }, func() { ps.magic(i + 1) })
}

func (ps *byteParser) keyword(k, i int) {
	words := []string{"GET ", "PUT ", "POST", "HEAD", "STAT", "QUIT", "LEN=", "HOST"}
	switch {
	case ps.x.full():
	case k == len(words):
		ps.length(4)
	case i == 4:
		ps.x.entail(k)
		ps.number(8, ps.c(0), 0)
	default:
		ps.x.fork(ps.p.Eq(ps.in[4+i], ps.p.BV(8, uint64(words[k][i]))),
			func() { ps.keyword(k, i+1) }, func() { ps.keyword(k+1, 0) })
	}
}

// number reads decimal digits into n.
func (ps *byteParser) number(at int, n term.T, digits int) {
	x, p, c := ps.x, ps.p, ps.c
	if x.full() {
		return
	}
	x.entail(100 + at)
	if at >= 11 || digits == 5 {
		x.fork(p.SLt(c(255), n), func() {
			x.fork(p.Eq(p.URem(n, c(97)), c(5)), ps.checksum, ps.checksum)
		}, func() {
			x.fork(p.SLt(p.Mul(n, c(37)), c(5000)), ps.checksum, func() {
				x.fork(p.Eq(p.SDiv(n, c(10)), c(20)), ps.checksum, ps.checksum)
			})
		})
		return
	}
	ch := p.SExt(ps.in[at], 32)
	x.fork(p.SLe(c('0'), ch), func() {
		x.fork(p.SLe(ch, c('9')), func() {
			next := p.Add(p.Mul(n, c(10)), p.Sub(ch, c('0')))
			x.fork(p.SLt(c(60000), next), ps.checksum, func() { ps.number(at+1, next, digits+1) })
		}, func() { ps.length(at) })
	}, func() {
		x.fork(p.SLt(ch, c(0)), ps.checksum, func() { ps.length(at) })
	})
}

// length reads a big-endian 16-bit length field.
func (ps *byteParser) length(at int) {
	x, p, c := ps.x, ps.p, ps.c
	if x.full() || at+2 > 12 {
		return
	}
	x.entail(200 + at)
	n := p.BVOr(p.Shl(p.ZExt(ps.in[at], 32), c(8)), p.ZExt(ps.in[at+1], 32))
	x.fork(p.ULt(c(100), n), func() {
		x.fork(p.Eq(p.BVAnd(n, c(0x0fff)), c(0x123)), ps.checksum, ps.checksum)
	}, func() {
		x.fork(p.Eq(p.Add(n, c(at)), c(12)), ps.checksum, func() { ps.number(at+2, c(0), 0) })
	})
}

func (ps *byteParser) checksum() {
	x, p, c := ps.x, ps.p, ps.c
	if x.full() {
		return
	}
	h := c(7)
	for _, b := range ps.in {
		h = p.Add(p.Mul(h, c(31)), p.ZExt(b, 32))
	}
	x.fork(p.Eq(p.BVAnd(h, c(0xff)), c(0x5a)), func() {
		x.fork(p.ULt(h, c(0x1000000)), func() { x.entail(1) }, func() { x.entail(2) })
	}, func() {
		x.fork(p.Eq(p.LShr(h, c(28)), c(3)), func() { x.entail(3) }, func() {})
	})
}

// tables is w4: a codec over a CRC-32 table, a random S-box and a buffer written
// and read at symbolic indices.
func tables(x *explorer) {
	const steps = 6
	t := &codec{x: x, p: x.pool, steps: steps}
	t.crc = x.pool.Table(32, 32, crcTable())
	t.sbox = x.pool.Table(32, 8, permutation(5))
	buffer := x.pool.ArrayVar(32, 8, "buf")
	for range steps + 2 {
		t.in = append(t.in, x.pool.Var(8, "in"))
	}
	for !x.full() {
		t.step(0, buffer, t.c(-1))
	}
}

func crcTable() []uint64 {
	vals := make([]uint64, 256)
	for i := range vals {
		v := uint64(i)
		for range 8 {
			v = v>>1 ^ v&1*0xEDB88320
		}
		vals[i] = v
	}
	return vals
}

func permutation(seed int64) []uint64 {
	vals := make([]uint64, 256)
	for i, v := range rand.New(rand.NewSource(seed)).Perm(256) {
		vals[i] = uint64(v)
	}
	return vals
}

type codec struct {
	x         *explorer
	p         *term.Pool
	steps     int
	crc, sbox term.T
	in        []term.T
}

func (t *codec) c(v int) term.T { return t.p.BV(32, uint64(v)) }

func (t *codec) step(k int, buffer, crc term.T) {
	x, p, c := t.x, t.p, t.c
	if x.full() || k == t.steps {
		return
	}
	x.entail(k)
	ch := p.ZExt(t.in[k], 32)
	v := p.ZExt(p.Select(t.sbox, ch), 32)
	at := p.Add(p.LShr(v, c(2)), p.ZExt(p.Extract(t.in[k+1], 0, 3), 32)) // 0 … 70
	next := p.BVXor(p.Select(t.crc, p.BVAnd(p.BVXor(crc, ch), c(0xff))), p.LShr(crc, c(8)))
	if x.rng.Intn(2) == 0 {
		t.askBounds(k, buffer, ch, v, at)
	}
	on := func(b term.T) func() {
		return func() {
			x.fork(p.Eq(p.BVAnd(next, c(3)), c(1)), func() { t.step(k+1, b, next) }, func() {
				x.fork(p.ULt(next, c(0x40000000)), func() { t.step(k+1, b, next) }, func() { t.step(k+1, b, crc) })
			})
		}
	}
	x.fork(p.Eq(p.BVAnd(v, c(7)), c(3)), func() {
		x.fork(p.ULt(at, c(64)), on(p.Store(buffer, at, t.in[k+1])), func() { t.step(k+1, buffer, next) })
	}, func() {
		low := p.BVAnd(ch, c(63))
		x.fork(p.ULt(v, c(64)), func() { t.copyByte(k, buffer, v, low, on) }, func() {
			x.fork(p.ULt(ch, c(128)), on(p.Store(buffer, low, p.BV(8, uint64(k)))), on(buffer))
		})
	})
}

// copyByte reads the buffer at v and writes it back elsewhere.
func (t *codec) copyByte(k int, buffer, v, low term.T, on func(term.T) func()) {
	x, p, c := t.x, t.p, t.c
	r := p.Select(buffer, v)
	x.fork(p.ULt(r, p.BV(8, 32)), func() {
		x.fork(p.Eq(r, t.in[k]), on(buffer), on(p.Store(buffer, low, r)))
	}, func() {
		r2 := p.Select(buffer, p.BVAnd(p.ZExt(r, 32), c(63)))
		x.fork(p.ULt(r, r2), on(p.Store(buffer, c(k), r2)), on(buffer))
	})
}

// askBounds asks what an executor asks beside the branches: indices in bounds, a
// collision of the S-box, a value read back.
func (t *codec) askBounds(k int, buffer, ch, v, at term.T) {
	x, p, c := t.x, t.p, t.c
	x.ask(p.ULt(c(255), v))
	x.ask(p.ULt(c(70), at))
	if k > 0 {
		x.ask(p.And(p.Not(p.Eq(t.in[k], t.in[k-1])),
			p.Eq(p.Select(t.sbox, ch), p.Select(t.sbox, p.ZExt(t.in[k-1], 32)))))
	}
	low := p.BVAnd(ch, c(63))
	back := p.Select(p.Store(buffer, low, t.in[k+1]), p.URem(ch, c(64)))
	x.ask(p.Not(p.Eq(back, t.in[k+1])))
}
