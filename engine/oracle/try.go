package oracle

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// Disagreement is an answer of the engine that contradicts the truth.
type Disagreement struct {
	At   Candidate
	What string
}

func (d Disagreement) String() string {
	return fmt.Sprintf("line %d: %v: %s", d.At.Line, d.At.Class, d.What)
}

// Mode is one way to run the engine.
type Mode struct {
	Workers int
	Seed    int64
}

// Trial is a program with everything known about it.
type Trial struct {
	Program *Program
	Truth   *Truth
	Targets []Candidate
	Results []*engine.Result // by mode
	Wrong   []Disagreement
	Lost    int // witnesses that the reference could not follow
}

// maxTargets is how many targets of a program are asked of the engine.
const maxTargets = 14

// Try compares the engine with the truth on one program. An error means that
// the oracle itself failed.
func (l *Lab) Try(pr *Program, modes []Mode, perTarget time.Duration) (t *Trial, err error) {
	t = &Trial{Program: pr}
	pr.retypeAll()
	p, err := l.plain(pr)
	if err != nil {
		return t, err
	}
	if t.Truth, err = l.truth(pr); err != nil {
		return t, err
	}
	t.choose(p, l.focus)
	defer func() {
		if e := recover(); e != nil {
			t.Wrong = append(t.Wrong, Disagreement{What: fmt.Sprintf("panic: %v", e)})
			err = nil
		}
	}()
	for _, m := range modes {
		res, err := ask(p, t.Targets, engine.Options{TimeoutPerTarget: perTarget, Workers: m.Workers, Seed: m.Seed})
		if err != nil {
			return t, err
		}
		t.Results = append(t.Results, res)
		if err := t.compare(l, p, res); err != nil {
			return t, err
		}
	}
	t.agree()
	return t, nil
}

// choose picks the targets: as many that happen as that do not, where there
// are both.
func (t *Trial) choose(p *ir.Program, focus op.Class) {
	var yes, no []Candidate
	for c := range t.Truth.Asked {
		switch {
		case focus != op.NoClass && c.Class != focus:
		case len(Sites(p, c)) == 0 && t.Truth.Hit[c]:
			t.Wrong = append(t.Wrong, Disagreement{c, "happens, but no instruction can commit it"})
		case len(Sites(p, c)) == 0:
		case t.Truth.Hit[c]:
			yes = append(yes, c)
		default:
			no = append(no, c)
		}
	}
	order := func(a, b Candidate) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Class, b.Class)) }
	r := rand.New(rand.NewPCG(t.Program.Seed, 1))
	for _, s := range [][]Candidate{yes, no} {
		slices.SortFunc(s, order)
		r.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] })
	}
	n := max(maxTargets/2, maxTargets-len(no))
	if focus != op.NoClass {
		n = len(yes)
	}
	t.Targets = append(t.Targets, yes[:min(n, len(yes))]...)
	t.Targets = append(t.Targets, no[:min(maxTargets-len(t.Targets), len(no))]...)
	slices.SortFunc(t.Targets, order)
}

// compare holds the verdicts of one run against the truth.
func (t *Trial) compare(l *Lab, p *ir.Program, res *engine.Result) error {
	var cs []Candidate
	var ws []*engine.Witness
	for i, v := range res.Verdicts {
		c := t.Targets[i]
		hit := t.Truth.Hit[c]
		switch {
		case v.Status == engine.Unreachable && hit, v.Status == engine.Bounded && hit && !boundsMatter(v):
			t.wrong(c, "%v, but it happens", v.Status)
		case v.Status == engine.Reachable && v.Witness == nil:
			t.wrong(c, "reachable without a witness")
		case v.Status == engine.Reachable:
			cs, ws = append(cs, c), append(ws, v.Witness)
		}
		if v.Status == engine.Unreachable {
			t.checkGiven(p, c, v)
		}
	}
	if len(ws) == 0 {
		return nil
	}
	hits, err := l.replay(cs, ws)
	if err != nil {
		return err
	}
	for i, h := range hits {
		if h == "2" {
			t.Lost++
		}
		if h == "0" {
			t.wrong(cs[i], "reachable with a witness that does not make it happen: %s", feeds(ws[i]))
		}
		if t.Truth.Complete && h == "1" && !t.Truth.Hit[cs[i]] {
			return fmt.Errorf("seed %d: the oracle contradicts itself at %v", t.Program.Seed, cs[i])
		}
	}
	return nil
}

// boundsMatter: a bounded verdict says nothing beyond its bounds.
func boundsMatter(v engine.Verdict) bool { return len(v.Bounds) > 0 }

// checkGiven: where the target happens in a run that goes on after path-ending
// errors as if they had no effect, the proof has used that one of them did not
// happen, and must say so.
func (t *Trial) checkGiven(p *ir.Program, c Candidate, v engine.Verdict) {
	given := map[int]bool{}
	for _, g := range v.Given {
		given[int(p.LocOf(g.Point).Line)] = true
	}
	for _, errs := range t.Truth.After[c] {
		if !slices.ContainsFunc(errs, func(e Candidate) bool { return given[e.Line] }) {
			t.wrong(c, "unreachable, but only because of an error at %v, which is not given", errs)
			return
		}
	}
}

func (t *Trial) wrong(c Candidate, format string, args ...any) {
	t.Wrong = append(t.Wrong, Disagreement{c, fmt.Sprintf(format, args...)})
}

// agree: modes may differ in effort, but not in what they claim.
func (t *Trial) agree() {
	for i, c := range t.Targets {
		for _, r := range t.Results[1:] {
			a, b := t.Results[0].Verdicts[i].Status, r.Verdicts[i].Status
			if a == engine.Reachable && b == engine.Unreachable || b == engine.Reachable && a == engine.Unreachable {
				t.wrong(c, "one mode says %v, another one %v", a, b)
			}
		}
	}
}

func feeds(w *engine.Witness) string {
	s := fmt.Sprintf("stdin %q", w.Stdin)
	for _, f := range w.Feeds {
		s += fmt.Sprintf(" %s=%d", f.Key, int64(f.Value))
	}
	for _, c := range w.Choices {
		s += fmt.Sprintf(" [%s %s %d]", c.Kind, c.At, c.Value)
	}
	return s
}
