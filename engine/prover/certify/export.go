package certify

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Basis is what a proof rests on.
type Basis struct {
	Coarse bool // of a coarse abstraction of the program (Config.Coarse)
	// Sites are the places that the paths of its system lead to, those of the goal
	// among them; none: all paths are followed.
	Sites     []ir.Point
	Cutpoints []CutpointFacts
	// Rests says of each claim of the proof what its step rests on: facts (fact
	// CUT N, the N-th of that loop head), that a head is not reached (never CUT),
	// that its variables stand for what arrives (built CUT), and checks that have
	// passed before (check …). Checks that are no claims are given.
	Rests map[string][]string
}

// CutpointFacts are the facts of a proof at one loop head in its context.
type CutpointFacts struct {
	Cut     string // names head, chain of calls and turns of unrolled loops; hexadecimal
	Head    ir.Point
	Never   bool // no run arrives there
	Formula []Formula
}

// Formula is a fact in words and as a formula over places.
type Formula struct {
	Text string
	// Claim is an SMT-LIB 2 script that declares the variables and asserts the
	// fact.
	Claim string
	// Places says what each variable stands for: a part of the state at the cutpoint
	// (slotKey), an input that is the same for a whole run, or any block.
	Places map[string]string
}

// The kinds of place.
const (
	placeSlot  = "slot"
	placeInput = "input"
	placeAny   = "any"
)

// export writes down what proofs rest on, nil if something has no name.
func (c *certifier) export(s *support) *Basis {
	cuts, at, ok := c.exportFacts(s)
	if !ok {
		return nil
	}
	out := &Basis{Coarse: c.s.Sys.Coarse != nil, Sites: c.s.Sys.Sites, Cutpoints: cuts, Rests: map[string][]string{}}
	for cl := range s.claims() {
		if !cl.ok {
			continue
		}
		rests := []string{}
		for _, r := range cl.rests {
			rests = append(rests, nameOf(r, at))
		}
		slices.Sort(rests)
		out.Rests[nameOf(cl.name, at)] = slices.Compact(rests)
	}
	return out
}

// nameOf names a claim in all constructions of a system; at gives the places of
// facts among those that are written down.
func nameOf(k any, at map[factKey]int) string {
	switch k := k.(type) {
	case *system.Check:
		return fmt.Sprintf("check %d %d %d %d %v", k.Key.Seg, k.Key.Place, k.Key.Instr, k.Key.Nth, k.Class)
	case factKey:
		switch k.n {
		case notReached:
			return fmt.Sprintf("never %d", k.cut)
		case builtIn:
			return fmt.Sprintf("built %d", k.cut)
		}
		if at != nil {
			k.n = at[k]
		}
		return fmt.Sprintf("fact %d %d", k.cut, k.n)
	}
	return ""
}

// reliance is what each claim of a written proof may rest on, by name; nil:
// anything.
type reliance map[string]map[string]bool

func newReliance(b *Basis) reliance {
	r := reliance{}
	for k, rests := range b.Rests {
		r[k] = map[string]bool{}
		for _, n := range rests {
			r[k][n] = true
		}
	}
	return r
}

// claims tells that the proof has a claim.
func (r reliance) claims(k any) bool {
	if r == nil {
		return true
	}
	_, ok := r[nameOf(k, nil)]
	return ok
}

// on tells that the claim k may rest on another, or on a check.
func (r reliance) on(k, other any) bool { return r == nil || r[nameOf(k, nil)][nameOf(other, nil)] }

// exportFacts writes down the facts, and tells which of its cutpoint each one is.
func (c *certifier) exportFacts(s *support) ([]CutpointFacts, map[factKey]int, bool) {
	at := map[factKey]int{}
	out := []CutpointFacts{}
	inputs := c.inputs()
	last := -1
	for _, k := range s.keys() {
		if k.n == builtIn {
			continue // the checker's system has the same built in
		}
		to := c.s.Sys.Cutpoints[k.cut]
		if k.cut != last {
			out = append(out, CutpointFacts{Cut: hex.EncodeToString([]byte(to.Key)), Head: ir.Point{Block: to.Block.ID}})
			last = k.cut
		}
		f := &out[len(out)-1]
		if k.n == notReached {
			f.Never = true
			continue
		}
		formula, ok := formulaOf(c.s.Sys, &c.s.Base[k.cut][k.n], func(v term.T) string { return c.place(to, v, inputs) })
		if !ok {
			return nil, nil, false
		}
		at[k] = len(f.Formula)
		f.Formula = append(f.Formula, formula)
	}
	return out, at, true
}

// keys lists the claims about cutpoints, in order.
func (s *support) keys() []factKey {
	keys := s.facts()
	slices.SortFunc(keys, func(a, b factKey) int {
		if a.cut != b.cut {
			return a.cut - b.cut
		}
		return a.n - b.n
	})
	return keys
}

// inputs are the places of the variables that are the same for a whole run.
func (c *certifier) inputs() map[term.T]string {
	m := map[term.T]string{}
	for k, v := range c.s.Sys.Vars {
		if c.s.Sys.Frozen[v] {
			m[v] = fmt.Sprintf("%s %d %d %d %d %d", placeInput, k.Place, k.Instr, k.Nth, k.Width, k.Index)
		}
	}
	return m
}

// formulaOf writes down one fact over the places of its variables, "" for none.
func formulaOf(b *system.System, f *invariant.Fact, placeOf func(term.T) string) (Formula, bool) {
	p := b.Pool
	out := Formula{Text: f.Text, Places: map[string]string{}}
	names := map[term.T]term.T{}
	for _, v := range p.Vars(f.Term) {
		place := placeOf(v)
		if place == "" {
			return out, false
		}
		name := "x" + strconv.Itoa(len(names))
		out.Places[name] = place
		if p.IsArray(v) {
			names[v] = p.ArrayVar(p.IndexWidth(v), p.Width(v), name)
		} else {
			names[v] = p.Var(p.Width(v), name)
		}
	}
	var text strings.Builder
	w := term.NewSMTWriter(&text, p)
	w.Assert(p.Substitute(f.Term, names))
	if w.Flush() != nil {
		return out, false
	}
	out.Claim = text.String()
	return out, true
}

// place names what a variable of a fact stands for, "" if nothing.
func (c *certifier) place(at *system.Cutpoint, v term.T, inputs map[term.T]string) string {
	if i, ok := at.First[v]; ok {
		k := at.Slots[i].Key
		return fmt.Sprintf("%s %d %d %d %d", placeSlot, k.Frame, k.Obj, k.Cell, k.Part)
	}
	for i, s := range c.s.Sys.Skolems {
		if v == s {
			return fmt.Sprintf("%s %d", placeAny, i)
		}
	}
	return inputs[v]
}

// termAt finds the variable of a place, None if there is none.
func termAt(b *system.System, c *system.Cutpoint, place string) term.T {
	kind, rest, _ := strings.Cut(place, " ")
	var n []int
	for _, f := range strings.Fields(rest) {
		x, err := strconv.Atoi(f)
		if err != nil || x != int(int32(x)) {
			return term.None
		}
		n = append(n, x)
	}
	switch {
	case kind == placeSlot && len(n) == 4:
		i, ok := c.SlotAt(system.SlotKey{Frame: int32(n[0]), Obj: int32(n[1]), Cell: int32(n[2]), Part: system.SlotPart(n[3])})
		if ok {
			return c.Rep[i]
		}
	case kind == placeInput && len(n) == 5:
		v, ok := b.Vars[system.VarKey{Place: int32(n[0]), Instr: int32(n[1]), Nth: int32(n[2]), Width: n[3], Index: n[4]}]
		if ok && b.Frozen[v] {
			return v
		}
	case kind == placeAny && len(n) == 1 && n[0] >= 0 && n[0] < len(b.Skolems):
		return b.Skolem(n[0])
	}
	return term.None
}

// readFormula makes the term of a formula over the variables at places, None for none.
func readFormula(b *system.System, f *Formula, at func(place string) term.T) (term.T, error) {
	from := term.NewPool()
	script, err := term.ParseSMT(from, "fact", []byte(f.Claim))
	if err != nil {
		return term.None, err
	}
	vars := map[term.T]term.T{}
	for _, v := range script.Vars {
		t := at(f.Places[from.Name(v)])
		if t == term.None || b.Pool.Width(t) != from.Width(v) || b.Pool.IndexWidth(t) != from.IndexWidth(v) {
			return term.None, fmt.Errorf("%s stands for nothing at this loop", from.Name(v))
		}
		vars[v] = t
	}
	im := term.NewImporter(b.Pool, from, func(v term.T) term.T { return vars[v] })
	all := term.True
	for _, cmd := range script.Commands {
		if cmd.Kind != term.CmdAssert {
			return term.None, fmt.Errorf("line %d: only assertions are expected", cmd.Line)
		}
		for _, t := range cmd.Terms {
			all = b.Pool.And(all, im.Import(t))
		}
	}
	return all, nil
}

// ahead is where the system of a proof leads. It leads to the goal, whatever the proof
// says.
func (b *Basis) ahead(g system.Goal) []ir.Point {
	if len(b.Sites) == 0 {
		return nil
	}
	return slices.Concat(b.Sites, system.SitesOf([]system.Goal{g}))
}
