package cert

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/solver"
)

// PointOf names a place of a program.
func PointOf(p *ir.Program, pt ir.Point) Point {
	return Point{Block: fmt.Sprintf("%016x", p.Blocks[pt.Block].Key), Instr: pt.Instr, Function: p.FuncOf(pt).Source}
}

// places finds the places that a certificate names.
type places map[uint64]*ir.Block

func placesOf(p *ir.Program) (places, error) {
	m := places{}
	for _, b := range p.Blocks {
		if m[b.Key] != nil {
			return nil, fmt.Errorf("two blocks of the program have the same name, %016x", b.Key)
		}
		m[b.Key] = b
	}
	return m, nil
}

func (m places) find(pt Point) (ir.Point, error) {
	key, err := strconv.ParseUint(pt.Block, 16, 64)
	b := m[key]
	if err != nil || b == nil || pt.Instr < 0 || int(pt.Instr) >= len(b.Instrs) {
		return ir.Point{}, fmt.Errorf("the program has no place %s:%d (%s)", pt.Block, pt.Instr, pt.Function)
	}
	return ir.Point{Block: b.ID, Instr: pt.Instr}, nil
}

// sites are the target's, with their points.
func (t *Target) sites(m places) (sites []exec.Site, pts []ir.Point, err error) {
	for _, s := range t.Sites {
		pt, err := m.find(s.Point)
		if err != nil {
			return nil, nil, err
		}
		var set op.Set
		for _, name := range s.Classes {
			c, ok := op.ParseClass(name)
			if !ok {
				return nil, nil, fmt.Errorf("unknown class of violation %q", name)
			}
			set |= op.SetOf(c)
		}
		site := exec.Site{Classes: set, Side: op.Side(s.Side), Arg: s.Arg, OnlyMade: s.Made != nil}
		if s.Made != nil {
			if site.Made, err = m.find(*s.Made); err != nil {
				return nil, nil, err
			}
		}
		sites = append(sites, site)
		pts = append(pts, pt)
	}
	if len(sites) == 0 {
		return nil, nil, fmt.Errorf("the certificate has no target")
	}
	return sites, pts, nil
}

// NamesOf are the classes of a set, by name.
func NamesOf(set op.Set) []string {
	var names []string
	for c := op.NoClass; c < op.NumClasses; c++ {
		if set.Has(c) {
			names = append(names, c.String())
		}
	}
	return names
}

// config is how the machine runs under the certificate's options.
func (c *Certificate) config(p *ir.Program, limits solver.Limits) (exec.Config, error) {
	entry, ok := p.FuncByName[c.Program.Entry]
	if !ok || len(p.Funcs[entry].Blocks) == 0 {
		return exec.Config{}, fmt.Errorf("the program defines no function %s", c.Program.Entry)
	}
	p.Open = c.Program.Entry != "main"
	o := c.Options
	cfg := exec.Config{Entry: entry, Extern: o.Extern, NoFail: map[string]bool{}, VolatileMemory: o.VolatileMemory, Trapv: o.Trapv,
		MaxArgc: o.MaxArgc, MaxArgLen: o.MaxArgLen, MaxStdin: o.MaxStdin, MaxLoop: o.MaxLoop, MaxDepth: o.MaxDepth,
		QueryLimits: limits, SideLimits: limits}
	for _, a := range o.NoFail {
		cfg.NoFail[a] = true
	}
	return cfg, nil
}

var origins = []string{memory.Static: "static", memory.Stack: "stack", memory.Heap: "heap", memory.Code: "code", memory.Input: "input"}

// OriginName names what made an object.
func OriginName(o memory.Origin) string { return origins[o] }

func originOf(name string) (memory.Origin, error) {
	for o, n := range origins {
		if n == name {
			return memory.Origin(o), nil
		}
	}
	return 0, fmt.Errorf("unknown origin of an object, %q", name)
}

// keyOf names a call stack: two states with the same one execute the same
// instruction next, and the same ones when they return.
func keyOf(as []exec.Activation) string {
	var k strings.Builder
	for _, a := range as {
		fmt.Fprintf(&k, "%x.%x", a.At.Block, a.At.Instr)
		if a.Chained {
			k.WriteByte('c')
		}
		k.WriteByte(' ')
	}
	return k.String()
}

// validIR tells whether text looks like a SHA-256.
func validIR(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 32
}
