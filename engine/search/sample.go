package search

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// samples is the frontier of random runs: each node is the start of the program
// with other answers of the environment. Paths that fork off are left alone, and
// so are runs that do not end within their fuel.
//
// A run has a style of its own, an alphabet of a few values and a length, and
// its answers are drawn from it: runs that are all alike in what they can do are
// alike in what they do not come to (Groce, Zhang, Eide, Chen and Regehr, "Swarm
// testing", ISSTA 2012). What a loop does twenty times in a row only a run with
// few letters does.
type samples struct {
	machine *exec.Machine
	starts  []*exec.State
	words   []uint64
	seed    uint64
	runs    uint64
	started bool
	last    *exec.State // of the last run
	fuel    int64
}

func (f *samples) len() int { return len(f.starts) }

// push takes the starts of the program; what comes later has forked off, or ran
// out of fuel.
func (f *samples) push(n *Node) {
	if !f.started {
		f.starts = append(f.starts, n.State)
	}
}

func (f *samples) pop() *Node {
	f.started = true
	if len(f.starts) == 0 || f.last != nil && f.last.Asked() == 0 {
		return nil // every run is like the last one
	}
	f.runs++
	f.fuel = int64(budget.ShortRun.N)
	if f.runs%uint64(budget.LongEvery.N) == 0 {
		f.fuel = int64(budget.LongRun.N)
	}
	s := f.starts[f.runs%uint64(len(f.starts))]
	f.last = f.machine.Retell(s, newStyle(f.words, f.seed, f.runs).tell)
	return &Node{State: f.last}
}

// style is how the environment answers one random run.
type style struct {
	seed, run uint64
	letters   []uint64
	length    int // answers, until standard input ends and values are 0
	failures  uint64
}

func newStyle(words []uint64, seed, run uint64) *style {
	rnd := rand.New(rand.NewPCG(seed, run))
	st := &style{seed: seed, run: run, length: rnd.IntN(8 << (2 * rnd.IntN(5)))}
	for range 1 + rnd.IntN(budget.RunLetters.N) {
		st.letters = append(st.letters, letter(words, rnd))
	}
	if rnd.IntN(3) == 0 {
		st.failures = uint64(budget.FailOnce.N)
	}
	return st
}

// letter is a value that may matter to a program: one that it mentions, or that
// programs mention.
func letter(words []uint64, rnd *rand.Rand) uint64 {
	switch k := rnd.IntN(8); {
	case k < 4 && len(words) > 0:
		return words[rnd.IntN(len(words))] + uint64(max(0, rnd.IntN(6)-3)) - uint64(max(0, rnd.IntN(6)-4))
	case k < 6:
		return uint64(rnd.IntN(17)) - uint64(max(0, rnd.IntN(6)-4))
	case k < 7:
		return uint64(' ' + rnd.IntN(95))
	}
	return rnd.Uint64() >> rnd.IntN(64)
}

// tell answers question nth of the run (exec.Teller).
func (st *style) tell(nth int, k exec.InputKind, bits int) (uint64, bool) {
	rnd := rand.New(rand.NewPCG(st.seed^st.run<<20, uint64(nth)))
	switch {
	case bits == 0:
		if st.failures > 0 && rnd.Uint64N(st.failures) == 0 {
			return 1, true
		}
		return 0, true
	case k == exec.StdinByte && nth >= st.length:
		return ^uint64(0), true
	case nth >= st.length && rnd.IntN(4) > 0:
		return 0, true
	}
	v := st.letters[rnd.IntN(len(st.letters))]
	if rnd.IntN(budget.NoiseOnce.N) == 0 {
		v = letter(nil, rnd)
	}
	if k == exec.StdinReal {
		return real(v, bits, rnd), true
	}
	if bits < 64 {
		v &= 1<<bits - 1
	}
	return v, true
}

// real is a floating-point number near an integer: its bits.
func real(v uint64, bits int, rnd *rand.Rand) uint64 {
	x := float64(int64(v))
	switch rnd.IntN(8) {
	case 0:
		x /= 2
	case 1:
		x /= 100
	case 2:
		x = -x
	case 3:
		x *= math.Pow(10, float64(rnd.IntN(20)))
	}
	return op.FloatBits(bits, x)
}

// Words lists the numbers that the program mentions outside of the library
// models: in comparisons, cases, arithmetic, and as sizes of arrays.
func Words(p *ir.Program) []uint64 {
	var ws []uint64
	constant := func(o ir.Operand) {
		if o.IsConst() {
			if c := &p.Consts[o.ConstIndex()]; c.Kind == ir.CInt && c.Wide == nil {
				ws = append(ws, c.Bits)
			}
		}
	}
	for _, b := range p.Blocks {
		if p.Funcs[b.Func].Model {
			continue
		}
		for i := range b.Instrs {
			in := &b.Instrs[i]
			for _, a := range in.Args {
				constant(a)
			}
			for _, c := range in.Switch {
				ws = append(ws, c.Value)
			}
			if in.Gep == nil {
				continue
			}
			for _, t := range in.Gep.Terms {
				if t.Bound > 0 {
					ws = append(ws, uint64(t.Bound))
				}
			}
		}
	}
	slices.Sort(ws)
	return slices.Compact(ws)
}

// Arguments draws arguments of main for random runs; the first is the program's
// name.
func Arguments(words []uint64, seed uint64) [][]byte {
	rnd := rand.New(rand.NewPCG(seed, argumentStream))
	var letters []byte
	for range 1 + rnd.IntN(budget.RunLetters.N) {
		if c := byte(letter(words, rnd)); c != 0 {
			letters = append(letters, c)
		}
	}
	letters = append(letters, byte('0'+rnd.IntN(75)))
	args := [][]byte{[]byte("program")}
	for range rnd.IntN(5) {
		arg := make([]byte, rnd.IntN(4<<(2*rnd.IntN(3))))
		for i := range arg {
			arg[i] = letters[rnd.IntN(len(letters))]
		}
		args = append(args, arg)
	}
	return args
}

// argumentStream tells the random numbers of arguments from those of answers.
const argumentStream = 1 << 63
