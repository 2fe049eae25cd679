package solver

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/term"
)

// arrayStream makes queries over an array of eight one-bit cells that is
// accessed by elements of one, two and four cells, as memory is by words.
type arrayStream struct {
	pool  *term.Pool
	r     *rand.Rand
	vars  []term.T
	array term.T // None: no unknown contents
	words []term.T
	conds []term.T
	all   []*term.Model
	truth map[term.T][]bool // per condition and assignment
}

const arrayIndexBits = 3

func newArrayStream(seed int64) *arrayStream {
	s := &arrayStream{pool: term.NewPool(), r: rand.New(rand.NewSource(seed)), truth: map[term.T][]bool{}}
	p := s.pool
	for i, w := range []int{3, 2, 1} {
		s.vars = append(s.vars, p.Var(w, fmt.Sprintf("x%d", i)))
	}
	contents := p.ConstArray(arrayIndexBits, p.BV(1, 0))
	switch s.r.Intn(4) {
	case 0:
		contents = p.Table(arrayIndexBits, 1, []uint64{1, 0, 1, 1, 0})
	case 1:
		s.array = p.ArrayVar(arrayIndexBits, 1, "A")
		contents = s.array
	}
	s.words = append(s.words, s.vars...)
	s.enumerate()
	width := 1 << s.r.Intn(3)
	if s.r.Intn(4) == 0 { // an initialised array: a run of known stores
		for i := range uint64(8) {
			contents = p.Store(contents, p.BV(arrayIndexBits, i), p.BV(1, i*5>>2))
		}
	}
	versions := []term.T{contents}
	for range 8 + s.r.Intn(8) {
		n := width
		if s.r.Intn(8) == 0 { // an access of another type
			n = 1 << s.r.Intn(3)
		}
		a := versions[len(versions)-1-s.r.Intn(min(2, len(versions)))]
		if s.r.Intn(2) == 0 {
			versions = append(versions, s.write(a, s.index(n), s.word(n), n))
		} else {
			s.words = append(s.words, s.readElement(a, s.index(n), n))
		}
		if s.r.Intn(12) == 0 {
			b := versions[s.r.Intn(len(versions))]
			versions = append(versions, p.Ite(s.cond(), a, b))
		}
	}
	for range 10 {
		if t := s.cond(); !slices.Contains(s.conds, t) {
			s.conds = append(s.conds, t)
		}
	}
	s.tabulate()
	return s
}

// enumerate lists all assignments.
func (s *arrayStream) enumerate() {
	bits := 6
	if s.array != term.None {
		bits += 8
	}
	for i := range uint64(1) << bits {
		m := term.NewModel()
		m.Set(s.vars[0], i&7)
		m.Set(s.vars[1], i>>3&3)
		m.Set(s.vars[2], i>>5&1)
		if s.array != term.None {
			cells := map[uint64]uint64{}
			for k := range uint64(8) {
				cells[k] = i >> (6 + k) & 1
			}
			m.SetArray(s.array, cells, 0)
		}
		s.all = append(s.all, m)
	}
}

// index returns an index, most often a multiple of n.
func (s *arrayStream) index(n int) term.T {
	p := s.pool
	t := s.word(arrayIndexBits)
	if s.r.Intn(4) == 0 {
		t = p.BV(arrayIndexBits, s.r.Uint64())
	}
	if s.r.Intn(10) > 0 {
		t = p.Mul(t, p.BV(arrayIndexBits, uint64(n)))
	}
	return t
}

// word returns a known word resized to w bits.
func (s *arrayStream) word(w int) term.T {
	p, t := s.pool, s.words[s.r.Intn(len(s.words))]
	if s.r.Intn(3) == 0 {
		u := s.words[s.r.Intn(len(s.words))]
		t = p.Add(p.ZExt(p.Trunc(t, min(w, p.Width(t))), w), p.ZExt(p.Trunc(u, min(w, p.Width(u))), w))
	}
	if p.Width(t) > w {
		return p.Trunc(t, w)
	}
	return p.ZExt(t, w)
}

func (s *arrayStream) write(a, at, v term.T, n int) term.T {
	for k := range n {
		a = s.pool.Store(a, s.pool.Add(at, s.pool.BV(arrayIndexBits, uint64(k))), s.pool.Extract(v, k, 1))
	}
	return a
}

func (s *arrayStream) readElement(a, at term.T, n int) term.T {
	t := s.pool.Select(a, at)
	for k := 1; k < n; k++ {
		t = s.pool.Concat(s.pool.Select(a, s.pool.Add(at, s.pool.BV(arrayIndexBits, uint64(k)))), t)
	}
	return t
}

func (s *arrayStream) cond() term.T {
	w := 1 + s.r.Intn(4)
	compare := []func(x, y term.T) term.T{s.pool.Eq, s.pool.ULt, s.pool.SLt}
	t := compare[s.r.Intn(3)](s.word(w), s.word(w))
	if s.r.Intn(2) == 0 {
		t = s.pool.Not(t)
	}
	return t
}

// tabulate evaluates the conditions under all assignments.
func (s *arrayStream) tabulate() {
	for _, m := range s.all {
		ev := term.NewEvaluator(s.pool, m)
		for _, t := range s.conds {
			s.truth[t] = append(s.truth[t], ev.Bool(t))
		}
	}
}

func (s *arrayStream) satisfiable(as []term.T) bool {
	for i := range s.all {
		if !slices.ContainsFunc(as, func(t term.T) bool { return !s.truth[t][i] }) {
			return true
		}
	}
	return false
}

// verify asks a query and checks answer, model and core by enumeration.
func (s *arrayStream) verify(c Solver, as []term.T) error {
	res := c.Check(context.Background(), as, Limits{})
	want := Unsat
	if s.satisfiable(as) {
		want = Sat
	}
	if res.Status != want {
		return fmt.Errorf("answer %v (%s), want %v", res.Status, res.Reason, want)
	}
	if want == Sat {
		return solvertest.CheckModel(s.pool, res.Model, as)
	}
	if err := solvertest.CheckCore(res.Core, as); err != nil {
		return err
	}
	if s.satisfiable(res.Core) {
		return fmt.Errorf("core %v is satisfiable", res.Core)
	}
	return nil
}

// arrayConfigs are the configurations that bench/arrays compares, with the
// layers that would hide them off and on.
var arrayConfigs = []Options{
	{Disable: LayerLinear, Arrays: ArraysBytes},
	{Arrays: ArraysBytes},
	{Disable: LayerLinear, Arrays: ArraysLazy},
	{Arrays: ArraysLazy},
	{Disable: LayerLinear},
	{},
	{Disable: AllLayers, Arrays: ArraysLazy},
	{Disable: AllLayers},
	{Disable: AllLayers &^ LayerLinear},
	{Disable: LayerModels | LayerSlices, Arrays: ArraysLazy, MaxVariables: 20},
}

func compareArrays(t *testing.T, seed int64, queries int, more ...Options) {
	t.Helper()
	s := newArrayStream(seed)
	var solvers []Solver
	for _, o := range append(arrayConfigs[:len(arrayConfigs):len(arrayConfigs)], more...) {
		solvers = append(solvers, New(s.pool, o))
	}
	var path []term.T
	for q := range queries {
		path = slices.Clone(path[:s.r.Intn(len(path)+1)])
		for range 1 + s.r.Intn(3) {
			path = append(path, s.conds[s.r.Intn(len(s.conds))])
		}
		for i, c := range solvers {
			if err := s.verify(c, path); err != nil {
				t.Fatalf("seed %d, query %d, solver %d: %v", seed, q, i, err)
			}
		}
	}
	for _, c := range solvers {
		c.Close()
	}
}

// TestArrayConfigurationsAgree compares the configurations with enumeration.
func TestArrayConfigurationsAgree(t *testing.T) {
	for seed := range int64(100) {
		compareArrays(t, seed, 12)
	}
}

func FuzzArrayConfigurations(f *testing.F) {
	f.Add(int64(1))
	f.Fuzz(func(t *testing.T, seed int64) { compareArrays(t, seed, 20) })
}

// TestPrecheck: the sum of two elements that the bounds of their indices leave is
// refuted by the layer unless it is switched off.
func TestPrecheck(t *testing.T) {
	p := term.NewPool()
	c := func(v uint64) term.T { return p.BV(32, v) }
	i, j := p.Var(32, "i"), p.Var(32, "j")
	a := p.Table(32, 32, []uint64{90, 5, 0, 5})
	path := []term.T{
		p.ULe(i, c(3)), p.ULe(j, c(3)), p.ULt(c(4), p.Add(i, j)),
		p.ULt(c(10), p.Add(p.Select(a, i), p.Select(a, j))),
	}
	for _, tt := range []struct {
		disable LayerSet
		layer   string
	}{{0, "linear"}, {LayerLinear, "backend"}} {
		s := New(p, Options{Disable: tt.disable})
		before := s.Stats()
		if res := s.Check(t.Context(), path, Limits{}); res.Status != Unsat || len(res.Core) != len(path) {
			t.Errorf("disabled %v: answer %v with core %v, want all conditions", tt.disable, res.Status, res.Core)
		}
		if layer := answeredBy(before, s.Stats()); layer != tt.layer {
			t.Errorf("disabled %v: answered by %s, want %s", tt.disable, layer, tt.layer)
		}
	}
}
