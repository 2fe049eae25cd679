package oracle

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// Disagreement is an answer of the engine that contradicts the truth.
type Disagreement struct {
	At   Candidate
	Mode Mode
	What string
}

func (d Disagreement) String() string {
	return fmt.Sprintf("line %d: %v: %s (%v)", d.At.Line, d.At.Class, d.What, d.Mode)
}

// Question is what is asked of the engine about a program.
type Question struct {
	Modes     []Mode
	PerTarget time.Duration
	Focus     op.Class // the only class that is asked about; op.NoClass: all
	Check     bool     // the certificates of one mode as well
}

// Trial is a program with everything known about it.
type Trial struct {
	Program *Program
	Truth   *Truth
	Targets []Candidate
	Modes   []Mode
	Results []*engine.Result // by mode
	Wrong   []Disagreement
	Lost    int // witnesses that the reference could not follow
	// Narrowed counts targets that are bounded only because of pruning.
	Narrowed int
	// Certificates counts those that were checked, Confirmed those that hold.
	Certificates, Confirmed int

	check  bool    // Question.Check
	claims []claim // different ones
	seen   map[string]bool
}

// maxTargets is how many targets of a program are asked of the engine.
const maxTargets = 14

// TryAlone prepares one program and tries it.
func (l *Lab) TryAlone(pr *Program, q Question) (*Trial, error) {
	subjects, dir, err := l.Prepare([]*Program{pr})
	defer os.RemoveAll(dir)
	if err != nil {
		return &Trial{Program: pr}, err
	}
	return subjects[0].Try(q)
}

// Try compares the engine with the truth on one program. An error means that
// the oracle itself failed.
func (s *Subject) Try(q Question) (t *Trial, err error) {
	t = &Trial{Program: s.Program, Modes: q.Modes, check: q.Check, seen: map[string]bool{}}
	if t.Truth, err = s.truth(); err != nil {
		return t, err
	}
	t.choose(s.ir, q.Focus, maxTargets)
	var mode Mode
	defer func() {
		if e := recover(); e != nil {
			t.Wrong = append(t.Wrong, Disagreement{Mode: mode, What: fmt.Sprintf("panic: %v", e)})
			err = nil
		}
	}()
	certifying := q.certifying()
	for i := range q.Modes {
		mode = q.Modes[i]
		opt := mode.options()
		opt.TimeoutPerTarget, opt.Certificates = q.PerTarget, i == certifying
		res, err := ask(s.ir, t.Targets, opt)
		if err != nil {
			return t, err
		}
		t.Results = append(t.Results, res)
		t.compare(s.ir, mode, res)
		t.certify(s.ir, mode, res)
		if err := t.withinBounds(s.ir, opt, res); err != nil {
			return t, err
		}
	}
	t.agree()
	return t, t.replay(s)
}

// choose picks so many targets: as many that happen as that do not, where there
// are both.
func (t *Trial) choose(p *ir.Program, focus op.Class, limit int) {
	var yes, no []Candidate
	for c, asks := range t.Truth.Asked {
		switch {
		case !asks:
		case focus != op.NoClass && c.Class != focus:
		case len(Sites(p, c)) == 0 && t.Truth.Hit[c]:
			t.wrong(Mode{}, c, "happens, but no instruction can commit it")
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
	n := max(limit/2, limit-len(no))
	if focus != op.NoClass {
		n = len(yes)
	}
	t.Targets = append(t.Targets, yes[:min(n, len(yes))]...)
	t.Targets = append(t.Targets, no[:min(limit-len(t.Targets), len(no))]...)
	slices.SortFunc(t.Targets, order)
}

// compare holds the verdicts of one run against the truth, and keeps its
// witnesses for replay.
func (t *Trial) compare(p *ir.Program, m Mode, res *engine.Result) {
	for i, v := range res.Verdicts {
		c := t.Targets[i]
		hit := t.Truth.Hit[c]
		switch {
		case v.Status == engine.Unreachable && hit, v.Status == engine.Bounded && hit && !boundsMatter(v):
			t.wrong(m, c, "%v, but it happens", v.Status)
		case v.Status == engine.Reachable && v.Witness == nil:
			t.wrong(m, c, "reachable without a witness")
		case v.Status == engine.Reachable:
			t.claim(claim{c, v.Witness, m})
		}
		if v.Status == engine.Unreachable {
			t.checkGiven(p, m, c, v)
		}
	}
}

// withinBounds counts the targets that pruning loses below a bound: a turn of a
// loop counts only where it depends on unknowns, so a path that is cut because
// one like it met the bound could have gone on. The verdict names the bound.
func (t *Trial) withinBounds(p *ir.Program, opt engine.Options, res *engine.Result) error {
	if opt.Interpolation == engine.InterpolationNone {
		return nil
	}
	var cs []Candidate
	for i, v := range res.Verdicts {
		if v.Status == engine.Bounded && t.Truth.Hit[t.Targets[i]] {
			cs = append(cs, t.Targets[i])
		}
	}
	if len(cs) == 0 {
		return nil
	}
	opt.Interpolation = engine.InterpolationNone
	plain, err := ask(p, cs, opt)
	if err != nil {
		return err
	}
	for _, v := range plain.Verdicts {
		if v.Status == engine.Reachable {
			t.Narrowed++
		}
	}
	return nil
}

// claim notes a witness, unless another mode gave the same one.
func (t *Trial) claim(c claim) {
	key := fmt.Sprint(c.at, feeds(c.w))
	if !t.seen[key] {
		t.seen[key] = true
		t.claims = append(t.claims, c)
	}
}

// replay runs the reference on the witnesses of all modes.
func (t *Trial) replay(s *Subject) error {
	if len(t.claims) == 0 {
		return nil
	}
	hits, err := s.replay(t.claims)
	if err != nil {
		return err
	}
	for i, h := range hits {
		c := t.claims[i]
		if h == "2" {
			t.Lost++
		}
		if h == "0" {
			t.wrong(c.mode, c.at, "reachable with a witness that does not make it happen: %s", feeds(c.w))
		}
		if t.Truth.Complete && h == "1" && !t.Truth.Hit[c.at] {
			return fmt.Errorf("seed %d: the oracle contradicts itself at %v", t.Program.Seed, c.at)
		}
	}
	return nil
}

// boundsMatter: a bounded verdict says nothing beyond its bounds. Those on the
// arguments of the program lie beyond what the reference enumerates.
func boundsMatter(v engine.Verdict) bool {
	return slices.ContainsFunc(v.Bounds, func(b engine.Bound) bool { return b.Kind != "argc" && b.Kind != "argv" })
}

// checkGiven: where the target happens in a run that goes on after path-ending
// errors as if they had no effect, the proof has used that one of them did not
// happen, and must say so.
func (t *Trial) checkGiven(p *ir.Program, m Mode, c Candidate, v engine.Verdict) {
	given := map[int]bool{}
	for _, g := range v.Given {
		given[int(p.LocOf(g.Point).Line)] = true
	}
	for _, errs := range t.Truth.After[c] {
		if !slices.ContainsFunc(errs, func(e Candidate) bool { return given[e.Line] }) {
			t.wrong(m, c, "unreachable, but only because of an error at %v, which is not given", errs)
			return
		}
	}
}

func (t *Trial) wrong(m Mode, c Candidate, format string, args ...any) {
	t.Wrong = append(t.Wrong, Disagreement{c, m, fmt.Sprintf(format, args...)})
}

// agree: modes may differ in effort, but not in what they claim.
func (t *Trial) agree() {
	for i, c := range t.Targets {
		for j, r := range t.Results {
			a, b := t.Results[0].Verdicts[i].Status, r.Verdicts[i].Status
			if a == engine.Reachable && b == engine.Unreachable || b == engine.Reachable && a == engine.Unreachable {
				t.wrong(t.Modes[j], c, "the baseline says %v, this mode %v", a, b)
			}
		}
	}
}

func feeds(w *engine.Witness) string {
	s := fmt.Sprintf("stdin %q", w.Stdin)
	if len(w.Argv) > 1 {
		s += fmt.Sprintf(" argv %q", w.Argv[1:])
	}
	for _, f := range w.Feeds {
		s += fmt.Sprintf(" %s=%d", f.Key, int64(f.Value))
	}
	for _, c := range w.Choices {
		s += fmt.Sprintf(" [%s %s %d]", c.Kind, c.At, c.Value)
	}
	return s
}
