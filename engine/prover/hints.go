package prover

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine/budget"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/prover/invariant"
	"github.com/assay-dev/assay/engine/prover/system"
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Hint is a fact about a loop that the user proposes: it is tried before
// everything else, and used only if it is proved.
type Hint struct {
	File string // as in ir.Program.Files
	Line int
	Text string // a C expression
}

// hinted is a hint at a cutpoint.
type hinted struct {
	hint *Hint
	cut  *system.Cutpoint
	t    term.T
	why  error // it could not be understood there
}

// hintsIn finds the cutpoints that hints speak of: the loop that begins next.
func hintsIn(b *system.System, hs []Hint) []hinted {
	var out []hinted
	for i := range hs {
		h := &hs[i]
		nearest := int32(0)
		for _, c := range b.Cutpoints {
			if l := headLine(b, c, h); l > 0 && (nearest == 0 || l < nearest) {
				nearest = l
			}
		}
		for _, c := range b.Cutpoints {
			if nearest > 0 && headLine(b, c, h) == nearest {
				t, err := readHint(b, c, h)
				out = append(out, hinted{h, c, t, err})
			}
		}
	}
	return out
}

// headLine is the line of a cutpoint's loop if a hint can be about it, else 0.
func headLine(b *system.System, c *system.Cutpoint, h *Hint) int32 {
	l := b.Prog.LocOf(ir.Point{Block: c.Block.ID})
	if c.Kind != system.AtLoop || b.Prog.Files[l.File] != h.File || int(l.Line) < h.Line || int(l.Line) > h.Line+budget.HintReach.N {
		return 0
	}
	return l.Line
}

// addHints proposes the hints that are not proved yet besides the facts of a
// round: some hold only together with them. It reports whether there are any.
func (pr *prover) addHints() (any bool) {
	for _, h := range pr.hinted {
		known := slices.ContainsFunc(pr.Base[h.cut.Index], func(f invariant.Fact) bool { return f.Term == h.t })
		if h.why == nil && !known {
			hint := &invariant.Candidate{Term: h.t, Text: h.hint.Text, Hard: true}
			pr.Current[h.cut.Index] = append([]invariant.Template{hint}, pr.Current[h.cut.Index]...)
			any = true
		}
	}
	return any
}

// answerHints says what came of each hint: "" if it holds wherever its loop is
// reached.
func (pr *prover) answerHints() []string {
	out := make([]string, len(pr.cfg.Hints))
	seen := make([]bool, len(out))
	for _, h := range pr.hinted {
		i := slices.IndexFunc(pr.cfg.Hints, func(x Hint) bool { return x == *h.hint })
		seen[i] = true
		if out[i] == "" {
			out[i] = pr.answerHint(h)
		}
	}
	for i := range out {
		if !seen[i] {
			out[i] = fmt.Sprintf("no loop that is analysed begins on the %d lines from here", budget.HintReach.N+1)
		}
	}
	return out
}

// answerHint says why a hint is not used at a cutpoint.
func (pr *prover) answerHint(h hinted) string {
	switch {
	case h.why != nil:
		return "not understood: " + h.why.Error()
	case !pr.Reached[h.cut.Index] || slices.ContainsFunc(pr.Base[h.cut.Index], func(f invariant.Fact) bool { return f.Term == h.t }):
		return ""
	}
	for seg, o := range pr.Ways() {
		if o.To != h.cut {
			continue
		}
		q := pr.Along(o, pr.StateFacts(seg), pr.Sys.Pool.Not(pr.Post(o, h.t)))
		kept := seg.From == h.cut
		if kept {
			q.Goal = append(q.Goal, h.t)
		}
		r := pr.Ask(q, budget.Check.Limits())
		switch {
		case r.Status == backend.Unsat:
		case r.Status != backend.Sat:
			return "not proved: too hard to decide"
		case kept:
			return "not proved: a turn of the loop does not keep it, as far as the facts tell: " + pr.values(o, r.Model)
		default:
			return "not proved: it may be false when the loop is reached: " + pr.values(o, r.Model)
		}
	}
	return "" // it holds, and nothing needed it
}

// values lists those with which a state arrives at a cutpoint, in the user's words.
func (pr *prover) values(o *system.Edge, m *term.Model) string {
	at := pr.Arriving(o, m)
	var out []string
	for _, v := range pr.Sys.Variables(o.To) {
		if v.Model || v.ID != term.None || v.Width == 0 || v.Width > 64 || pr.Sys.Pool.IsArray(v.Term) || !at.Bool(v.When) {
			continue
		}
		if len(out) == budget.HintValues.N {
			break
		}
		x := at.BV(v.Term) << (64 - v.Width)
		out = append(out, fmt.Sprintf("%s = %d", v.Name, int64(x)>>(64-v.Width)))
	}
	if len(out) == 0 {
		return "no variable is known"
	}
	return strings.Join(out, ", ") + " afterwards"
}
