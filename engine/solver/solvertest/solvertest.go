// Package solvertest makes random streams of queries and checks the answers of
// any solver against enumeration of all assignments. It serves the tests and
// the fuzzers of engine/solver.
package solvertest

import (
	"context"
	"fmt"
	"math/rand"
	"slices"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Checker is the part of a solver that is tested.
type Checker interface {
	Check(ctx context.Context, assumptions []term.T, lim backend.Limits) backend.Result
}

// Config bounds the random terms.
type Config struct {
	Width  int  // width of the bit-vector variables
	Vars   int  // number of bit-vector variables
	Bools  int  // number of Bool variables
	Arrays bool // one array variable and one table, indices and elements of 2 bits
	Ops    int  // operations built on top
}

// Bits returns the number of bits of an assignment: enumeration costs 2^Bits.
func (c Config) Bits() int {
	n := c.Width*c.Vars + c.Bools
	if c.Arrays {
		n += 8
	}
	return n
}

// RandomConfig returns a configuration with variables of minWidth to 8 bits and
// at most maxBits bits per assignment.
func RandomConfig(r *rand.Rand, minWidth, maxBits int) Config {
	for {
		c := Config{
			Width:  minWidth + r.Intn(9-minWidth),
			Vars:   1 + r.Intn(3),
			Bools:  r.Intn(3),
			Arrays: r.Intn(3) == 0,
			Ops:    6 + r.Intn(12),
		}
		if c.Bits() <= maxBits {
			return c
		}
	}
}

// Stream is a pool of random terms with, for each Bool term, its value under
// every assignment.
type Stream struct {
	Pool  *term.Pool
	Bools []term.T // conditions to build queries from
	cfg   Config
	r     *rand.Rand
	vars  []term.T
	array term.T
	truth map[term.T][]uint64 // bit i: value under assignment i
	words []term.T
	path  []term.T
}

// NewStream builds the terms.
func NewStream(r *rand.Rand, cfg Config) *Stream {
	s := &Stream{Pool: term.NewPool(), cfg: cfg, r: r, truth: map[term.T][]uint64{}}
	p := s.Pool
	for i := range cfg.Vars {
		s.vars = append(s.vars, p.Var(cfg.Width, fmt.Sprintf("x%d", i)))
	}
	for i := range cfg.Bools {
		b := p.Var(0, fmt.Sprintf("b%d", i))
		s.vars = append(s.vars, b)
		s.Bools = append(s.Bools, b)
	}
	s.words = append(s.words, s.vars[:cfg.Vars]...)
	for range 3 {
		s.words = append(s.words, p.BV(cfg.Width, r.Uint64()))
	}
	if cfg.Arrays {
		s.array = p.ArrayVar(2, 2, "A")
	}
	for range cfg.Ops {
		s.words = append(s.words, s.randomWord())
	}
	for range 8 {
		s.Bools = append(s.Bools, s.randomBool())
	}
	return s
}

func (s *Stream) word() term.T { return s.words[s.r.Intn(len(s.words))] }

// to resizes t to w bits in one of the possible ways.
func (s *Stream) to(t term.T, w int) term.T {
	p := s.Pool
	switch d := w - p.Width(t); {
	case d < 0:
		return p.Extract(t, s.r.Intn(-d+1), w)
	case s.r.Intn(2) == 0:
		return p.ZExt(t, w)
	default:
		return p.SExt(t, w)
	}
}

func (s *Stream) randomWord() term.T {
	p, w := s.Pool, s.cfg.Width
	a, b := s.word(), s.word()
	binary := []func(x, y term.T) term.T{
		p.Add, p.Sub, p.Mul, p.UDiv, p.URem, p.SDiv, p.SRem,
		p.BVAnd, p.BVOr, p.BVXor, p.Shl, p.LShr, p.AShr,
	}
	k := s.r.Intn(len(binary) + 6)
	if k < len(binary) {
		if s.r.Intn(3) == 0 {
			b = p.BV(w, s.r.Uint64())
		}
		return binary[k](a, b)
	}
	switch k - len(binary) {
	case 0:
		return p.Neg(a)
	case 1:
		return p.BVNot(a)
	case 2:
		return p.Extract(p.Concat(a, b), s.r.Intn(w+1), w)
	case 3:
		return s.to(s.to(a, 1+s.r.Intn(2*w)), w)
	case 4:
		if s.cfg.Arrays {
			return s.to(p.Select(s.randomArray(3), s.to(a, 2)), w)
		}
	}
	return p.Ite(s.randomBool(), a, b)
}

func (s *Stream) randomArray(depth int) term.T {
	p := s.Pool
	if depth > 0 {
		switch s.r.Intn(3) {
		case 0:
			return p.Store(s.randomArray(depth-1), s.to(s.word(), 2), s.to(s.word(), 2))
		case 1:
			return p.Ite(s.randomBool(), s.randomArray(depth-1), s.randomArray(depth-1))
		}
	}
	switch s.r.Intn(5) {
	case 0:
		return p.Table(2, 2, []uint64{s.r.Uint64(), s.r.Uint64(), s.r.Uint64()}[:s.r.Intn(4)])
	case 1:
		return p.ConstArray(2, s.to(s.word(), 2))
	}
	return s.array
}

func (s *Stream) randomBool() term.T {
	p := s.Pool
	compare := []func(x, y term.T) term.T{p.Eq, p.ULt, p.ULe, p.SLt, p.SLe}
	atom := func() term.T {
		if len(s.Bools) > 0 && s.r.Intn(4) == 0 {
			return s.Bools[s.r.Intn(len(s.Bools))]
		}
		return compare[s.r.Intn(len(compare))](s.word(), s.word())
	}
	t := atom()
	switch s.r.Intn(6) {
	case 0:
		t = p.Or(t, p.Not(atom()))
	case 1:
		t = p.And(t, atom())
	case 2:
		t = p.Xor(t, atom())
	}
	return t
}

// Next returns the next query: the last one with a suffix cut off and a new one
// grown, as a depth-first search does it.
func (s *Stream) Next() []term.T {
	s.path = slices.Clone(s.path[:s.r.Intn(len(s.path)+1)])
	for range s.r.Intn(3) + 1 {
		t := s.Bools[s.r.Intn(len(s.Bools))]
		if s.r.Intn(2) == 0 {
			t = s.Pool.Not(t)
		}
		s.path = append(s.path, t)
	}
	return s.path
}

// model returns assignment number i.
func (s *Stream) model(i uint64) *term.Model {
	m := term.NewModel()
	for _, v := range s.vars {
		w := max(s.Pool.Width(v), 1)
		m.Set(v, i&(1<<w-1))
		i >>= w
	}
	if s.cfg.Arrays {
		m.SetArray(s.array, map[uint64]uint64{0: i & 3, 1: i >> 2 & 3, 2: i >> 4 & 3, 3: i >> 6 & 3}, 0)
	}
	return m
}

// Satisfiable enumerates the assignments.
func (s *Stream) Satisfiable(assumptions []term.T) bool {
	n := uint64(1) << s.cfg.Bits()
	all := make([]uint64, (n+63)/64)
	for i := range n {
		all[i/64] |= 1 << (i % 64)
	}
	for _, t := range assumptions {
		for k, w := range s.truthOf(t) {
			all[k] &= w
		}
	}
	return slices.ContainsFunc(all, func(w uint64) bool { return w != 0 })
}

// truthOf returns the value of t under every assignment, computed once per term
// for all the terms of the stream together.
func (s *Stream) truthOf(t term.T) []uint64 {
	if w, ok := s.truth[t]; ok {
		return w
	}
	n := uint64(1) << s.cfg.Bits()
	todo := []term.T{t}
	for _, b := range s.Bools {
		todo = append(todo, b, s.Pool.Not(b))
	}
	for _, u := range todo {
		s.truth[u] = make([]uint64, (n+63)/64)
	}
	ev := term.NewEvaluator(s.Pool, nil)
	for i := range n {
		ev.Rebind(s.model(i))
		for _, u := range todo {
			if ev.Bool(u) {
				s.truth[u][i/64] |= 1 << (i % 64)
			}
		}
	}
	return s.truth[t]
}

// Verify asks one query and checks status, model and core.
func (s *Stream) Verify(c Checker, assumptions []term.T) error {
	res := c.Check(context.Background(), assumptions, backend.Limits{})
	want := backend.Unsat
	if s.Satisfiable(assumptions) {
		want = backend.Sat
	}
	if res.Status != want {
		return fmt.Errorf("answer %v (%s), want %v", res.Status, res.Reason, want)
	}
	if want == backend.Sat {
		return CheckModel(s.Pool, res.Model, assumptions)
	}
	if err := CheckCore(res.Core, assumptions); err != nil {
		return err
	}
	if s.Satisfiable(res.Core) {
		return fmt.Errorf("core %v of %v is satisfiable", res.Core, assumptions)
	}
	return nil
}

// CheckModel evaluates the assumptions under a model.
func CheckModel(p *term.Pool, m *term.Model, assumptions []term.T) error {
	ev := term.NewEvaluator(p, m)
	for _, t := range assumptions {
		if !ev.Bool(t) {
			return fmt.Errorf("assumption %d is false under the model: %s", t, p.String(t))
		}
	}
	return nil
}

// CheckCore checks that a core is a subset of the assumptions, in order.
func CheckCore(core, assumptions []term.T) error {
	i := 0
	for _, t := range core {
		for i < len(assumptions) && assumptions[i] != t {
			i++
		}
		if i == len(assumptions) {
			return fmt.Errorf("core %v is no subsequence of the assumptions %v", core, assumptions)
		}
	}
	return nil
}
