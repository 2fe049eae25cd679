package cert

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/term"
)

// Loops are the invariants of a proof without a search.
type Loops struct {
	// Coarse: the invariants are those of a coarse abstraction of the program (prover.Config).
	Coarse bool `json:"outline,omitempty"`
	// Sites: paths that lead to none of them are not followed (certify.Basis).
	Sites []Point `json:"sites,omitempty"`
	Heads []Loop  `json:"heads"`
	// Rests says what the step of each claim rests on (certify.Basis).
	Rests map[string][]string `json:"rests"`
}

// Loop is what a proof by invariants states of one loop head in its context, or
// of the entry or the return of a function that is not inlined.
type Loop struct {
	Head Point `json:"head"`
	// Context names the chain of calls and the turns of unrolled loops that
	// lead to the head.
	Context string `json:"context"`
	At      string `json:"at"` // file:line, for people
	// Never: no run arrives there.
	Never      bool        `json:"never,omitempty"`
	Invariants []Invariant `json:"invariants,omitempty"`
}

// Invariant is a fact that holds whenever a run arrives at a loop head.
type Invariant struct {
	Text string `json:"text,omitempty"` // for people
	// Claim is an SMT-LIB 2 script that declares variables and asserts the fact.
	Claim string `json:"claim"`
	// Places says what each variable stands for: `slot FRAME OBJECT CELL PART`,
	// a part of the state (certify.Formula); `input …`, one that is the same for a whole run;
	// `any N`, any block of a place that makes many.
	Places map[string]string `json:"places"`
}

// LoopsOf puts the facts of a proof into the form of certificates. where names
// places for people.
func LoopsOf(p *ir.Program, b *certify.Basis, where func(ir.Point) string) *Loops {
	out := &Loops{Coarse: b.Coarse, Heads: []Loop{}, Rests: b.Rests}
	for _, pt := range b.Sites {
		out.Sites = append(out.Sites, PointOf(p, pt))
	}
	for _, c := range b.Cutpoints {
		l := Loop{Head: PointOf(p, c.Head), Context: c.Cut, At: where(c.Head), Never: c.Never}
		for _, f := range c.Formula {
			l.Invariants = append(l.Invariants, Invariant{f.Text, f.Claim, f.Places})
		}
		out.Heads = append(out.Heads, l)
	}
	return out
}

// checkLoops checks a proof by invariants: package prover makes its transition
// system anew from the program and proves that the invariants, and nothing
// else, exclude the target.
func checkLoops(ctx context.Context, p *ir.Program, c *Certificate, opt Options) (*Report, error) {
	if c.Claim.Status != "unreachable" || len(c.Nodes) > 0 || len(c.Claim.Bounds) > 0 {
		return nil, errors.New("a proof by loop invariants is one of `unreachable`, without tree and bounds")
	}
	places, err := placesOf(p)
	if err != nil {
		return nil, err
	}
	sites, pts, err := c.Target.sites(places)
	if err != nil {
		return nil, err
	}
	goal := system.Goal{}
	for i, s := range sites {
		goal.Sites = append(goal.Sites, system.Site{Point: pts[i], Classes: s.Classes, Side: s.Side, Arg: s.Arg})
	}
	proof, err := c.basis(places)
	if err != nil {
		return nil, err
	}
	cfg, err := c.config(p, opt.Limits)
	if err != nil {
		return nil, err
	}
	rep := &Report{Solver: SameSolver, Sites: linesOf(p, pts)}
	second, end := confirmation(opt, rep)
	defer end()
	v, err := certify.Check(ctx, p, goal, proof, &system.Settings{Coarse: proof.Coarse, Entry: cfg.Entry, NoFail: cfg.NoFail, VolatileMemory: cfg.VolatileMemory, Trapv: cfg.Trapv}, second)
	if err != nil {
		return nil, err
	}
	rep.Labels, rep.Checked, rep.Queries = v.Facts, v.Held, int64(v.Claims)
	if v.Problem != "" {
		rep.Findings = append(rep.Findings, Finding{-2, v.Refused, v.Problem})
	}
	rep.Findings = append(rep.Findings, c.unclaimed(v)...)
	return rep, nil
}

// basis is the proof as the prover states it.
func (c *Certificate) basis(m places) (*certify.Basis, error) {
	if c.Options.Extern != "havoc" {
		return nil, fmt.Errorf("a proof by loop invariants is about --extern havoc, not %s", c.Options.Extern)
	}
	out := &certify.Basis{Coarse: c.Loops.Coarse, Rests: c.Loops.Rests}
	for _, s := range c.Loops.Sites {
		pt, err := m.find(s)
		if err != nil {
			return nil, err
		}
		out.Sites = append(out.Sites, pt)
	}
	for _, l := range c.Loops.Heads {
		pt, err := m.find(l.Head)
		if err != nil {
			return nil, err
		}
		f := certify.CutpointFacts{Cut: l.Context, Head: pt, Never: l.Never}
		for _, i := range l.Invariants {
			f.Formula = append(f.Formula, certify.Formula{Text: i.Text, Claim: i.Claim, Places: i.Places})
		}
		out.Cutpoints = append(out.Cutpoints, f)
	}
	return out, nil
}

// unclaimed are the errors and assumptions that the proof needs and the
// certificate does not name.
func (c *Certificate) unclaimed(v *certify.Checked) []Finding {
	var out []Finding
	for _, g := range v.Given {
		e := Given{g.Error, g.At}
		if !slices.Contains(c.Claim.Given, e) {
			out = append(out, Finding{-2, true, fmt.Sprintf("the proof takes it as given that no %s happens at %s", e.Error, e.At)})
		}
	}
	for _, a := range v.Assumed {
		if !slices.Contains(c.Claim.Assumptions, a) {
			out = append(out, Finding{-2, true, "the proof assumes: " + a})
		}
	}
	return out
}

// confirmation is the second solver as the prover asks it.
func confirmation(opt Options, rep *Report) (second func(*term.Pool) (certify.Confirm, error), end func()) {
	if opt.Second == nil {
		return nil, func() {}
	}
	var o Opinion
	second = func(p *term.Pool) (certify.Confirm, error) {
		var err error
		if o, err = opt.Second(p); err != nil {
			return nil, err
		}
		rep.Solver = o.Name()
		return o.Unsat, nil
	}
	return second, func() {
		if o != nil {
			o.Close()
		}
	}
}
