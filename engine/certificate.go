package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/interp"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/memory"
	"github.com/assay-dev/assay/engine/pred"
	"github.com/assay-dev/assay/engine/prover/certify"
	"github.com/assay-dev/assay/engine/search"
	"github.com/assay-dev/assay/engine/term"
)

// proof is the search that a verdict comes from, as certificates show it.
type proof struct {
	cfg  exec.Config
	tree *search.Annotated // nil: it makes none
}

// annotate asks a search for its tree: all of it if certificates are wanted, a
// large one for a trace, else a small one for the reason of its verdict.
func (r *run) annotate(c *interp.Config) *search.Annotated {
	switch {
	case c == nil:
		return nil
	case r.opt.Certificates || r.opt.CheckCertificates:
		return &search.Annotated{}
	case r.opt.Trace != nil:
		return &search.Annotated{Limit: budget.TraceNodes.N}
	}
	return &search.Annotated{Limit: budget.ReasonNodes.N}
}

// certify gives a verdict its certificate and has it checked. A refused one is
// no proof.
func (r *run) certify(ctx context.Context, t int, v *Verdict) {
	p := r.best[t].proof
	if p.tree == nil || p.tree.Dropped || !r.opt.Certificates && !r.opt.CheckCertificates {
		return
	}
	c := r.certificate(t, v, &p.cfg)
	for i := range p.tree.Nodes {
		c.Nodes = append(c.Nodes, r.node(&p.tree.Nodes[i], p.tree.Engine.Machine.Fixed))
	}
	r.keep(ctx, v, c)
}

// certifyLoops gives the verdict of a proof without a search its certificate.
func (r *run) certifyLoops(ctx context.Context, t int, v *Verdict, p *certify.Proof) {
	if p.Basis == nil {
		return
	}
	cfg := r.execConfig(0)
	c := r.certificate(t, v, &cfg)
	c.Loops = cert.LoopsOf(r.prog, p.Basis, r.prog.Where)
	r.keep(ctx, v, c)
}

// keep makes a certificate that of a verdict, and has it checked.
func (r *run) keep(ctx context.Context, v *Verdict, c *cert.Certificate) {
	v.Certificates = []*cert.Certificate{c}
	if !r.opt.CheckCertificates {
		return
	}
	rep, err := cert.Check(ctx, r.prog, c, cert.Options{Second: r.opt.Second})
	switch {
	case err != nil:
		v.Reason += "; its certificate could not be checked: " + err.Error()
	case rep.Holds():
		v.Checked = rep.Solver
	case rep.Refused():
		refused := undecided(because{ProofRefused, "its proof was refused (" + rep.Findings[0].String() + ")"})
		refused.Assumptions, refused.Effort, refused.Certificates = v.Assumptions, v.Effort, v.Certificates
		*v = refused
	default:
		v.Reason += fmt.Sprintf("; of the %d annotated nodes of its certificate %d were checked (%s)", rep.Labels, rep.Checked, rep.Findings[0])
	}
}

// fixed tells which objects are the same in all states.
type fixed func(memory.ObjID) (*memory.Object, bool)

// certificate is that of a verdict but for its proof.
func (r *run) certificate(t int, v *Verdict, cfg *exec.Config) *cert.Certificate {
	c := &cert.Certificate{Format: cert.Format, Version: cert.Version,
		Program: cert.Program{IR: r.opt.ProgramHash, Triple: r.prog.Triple, Entry: r.prog.Funcs[r.entry].Name},
		Target:  cert.Target{Name: r.board.targets[t].Name},
		Options: cert.Settings{Extern: cfg.Extern, NoFail: slices.Sorted(slices.Values(r.opt.Assume)), VolatileMemory: cfg.VolatileMemory, Trapv: cfg.Trapv,
			MaxArgc: cfg.MaxArgc, MaxArgLen: cfg.MaxArgLen, MaxStdin: cfg.MaxStdin, MaxLoop: cfg.MaxLoop, MaxDepth: cfg.MaxDepth},
		Claim: cert.Claim{Status: v.Status.String(), Assumptions: v.Assumptions}}
	for _, s := range r.board.targets[t].Sites {
		site := cert.Site{Point: cert.PointOf(r.prog, s.Point), Classes: cert.NamesOf(s.Classes), Side: uint8(s.Side), Arg: s.Arg}
		if s.OnlyMade {
			made := cert.PointOf(r.prog, s.Made)
			site.Made = &made
		}
		c.Target.Sites = append(c.Target.Sites, site)
	}
	for _, g := range v.Given {
		c.Claim.Given = append(c.Claim.Given, cert.Given{Error: g.Error, At: g.At})
	}
	for _, b := range v.Bounds {
		c.Claim.Bounds = append(c.Claim.Bounds, cert.Bound{Kind: b.Kind, At: b.At, Limit: b.Limit})
	}
	return c
}

var nodeKinds = [...]string{search.Root: cert.Root, search.Forking: cert.Fork, search.Joining: cert.Join,
	search.Ended: cert.End, search.Subsumed: cert.Subsumed, search.Cut: cert.Cut}

// node exports a node of the tree. Only joins need their annotation.
func (r *run) node(a *search.Annotation, static fixed) cert.Node {
	n := cert.Node{ID: a.ID, Parent: a.Parent, Kind: nodeKinds[a.Kind], Other: a.Other, Half: a.Half, Bounded: a.Bounded, By: a.By}
	switch a.Kind {
	case search.Forking:
		n.Decision = r.decision(a)
	case search.Ended:
		n.Reason = r.ending(a.End)
	case search.Joining:
		n.Stack = r.stack(a)
		if a.Half {
			break
		}
		if a.Bounded {
			n.Stdin = a.State.StdinLength()
		}
		if n.Psi = psiOf(r.prog, a.Psi, a.State, static); n.Psi == nil {
			n.Half = true
		}
	}
	return n
}

func (r *run) decision(a *search.Annotation) string {
	kind := [...]string{exec.DecidedOther: "condition", exec.DecidedBranch: "branch", exec.DecidedCase: "case", exec.DecidedOffset: "offset",
		exec.DecidedFree: "choice", exec.DecidedCheck: "check", exec.DecidedAssume: "assumption"}[a.Decision.Kind]
	if a.Decision.Kind == exec.DecidedCheck {
		kind += " " + a.Decision.Class.String()
	}
	if a.State.Depth() == 0 {
		return kind
	}
	return kind + " at " + r.prog.Where(a.State.Point())
}

func (r *run) ending(e *exec.End) string {
	switch {
	case e == nil:
		return ""
	case e.Kind == exec.AtBound:
		return cert.Bound{Kind: e.Bound.Kind, At: r.prog.Where(e.Bound.Point), Limit: e.Bound.Limit}.String()
	}
	return map[exec.EndKind]string{exec.Exited: "the program ended", exec.Failed: "error: " + e.Reason, exec.Infeasible: "infeasible",
		exec.Stopped: "stopped: " + e.Reason, exec.CutOff: "no target ahead"}[e.Kind]
}

// stack exports where a state stands.
func (r *run) stack(a *search.Annotation) []cert.Frame {
	var fs []cert.Frame
	for _, f := range a.State.Activations() {
		x := cert.Frame{Point: cert.PointOf(r.prog, f.At), Chained: f.Chained}
		if f.Stack != 0 || f.Saved != 0 {
			x.Variadic = &cert.VarArg{Saved: uint32(f.Saved), Stack: uint32(f.Stack)}
		}
		for _, t := range f.Turns {
			if a.Bounded {
				x.Turns = append(x.Turns, cert.Turn{Head: t.Head, N: t.N, Forked: t.Forked})
			}
		}
		fs = append(fs, x)
	}
	return fs
}

// psiOf exports a predicate that holds in a state, nil if it speaks of inputs
// that nothing in the state is.
func psiOf(p *ir.Program, q *pred.Psi, s *exec.State, static fixed) *cert.Psi {
	if len(q.Foreign()) > 0 {
		return nil
	}
	out := &cert.Psi{}
	pool := q.Vocabulary().Pool
	objs := map[memory.ObjID]bool{}
	names := map[term.T]term.T{}
	q.Variables(func(v term.T, l pred.Loc) {
		name := "x" + strconv.Itoa(len(names))
		names[v] = pool.Var(int(l.Width), name)
		role := [...]string{pred.Number: cert.Number, pred.Offset: cert.Offset, pred.Size: cert.Size, pred.Written: cert.Written}[l.Role]
		out.Variables = append(out.Variables, cert.Variable{Name: name, Place: placeOf(l.Place), Role: role, Width: l.Width})
		objs[l.Obj] = true
	})
	q.Holders(func(p pred.Place, o memory.ObjID) {
		out.Holders = append(out.Holders, cert.Holder{Place: placeOf(p), Target: uint32(o)})
		objs[p.Obj], objs[o] = true, true
	})
	var text strings.Builder
	w := term.NewSMTWriter(&text, pool)
	for _, c := range q.Conjuncts() {
		w.Assert(pool.Substitute(c, names))
	}
	if w.Flush() == nil && len(names) > 0 {
		out.Conditions = text.String()
	}
	for o := range objs {
		if _, ok := static(o); o != 0 && !ok {
			out.Objects = append(out.Objects, objectOf(p, s, o))
		}
	}
	slices.SortFunc(out.Objects, func(a, b cert.Object) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

func placeOf(p pred.Place) cert.Place {
	return cert.Place{Object: uint32(p.Obj), At: p.At, Bytes: p.N, Depth: p.Depth, Reg: p.Reg, Element: p.Elem}
}

func objectOf(p *ir.Program, s *exec.State, id memory.ObjID) cert.Object {
	o := s.Mem.Get(id)
	x := cert.Object{ID: uint32(id), Origin: cert.OriginName(o.Origin), Constant: o.Const, Dead: o.Dead, Owner: -1, AnySize: o.SizeT != term.None}
	if !x.AnySize {
		x.Size = o.Size
	}
	if o.Origin == memory.Stack {
		at := cert.PointOf(p, o.Site)
		x.Site, x.Owner, x.Begun = &at, s.Owner(id), o.Begun
	}
	return x
}
