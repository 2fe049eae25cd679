package deadcode

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets/coverage"
)

// deadStatus puts the engine's statuses into the words of the dead-code report.
var deadStatus = map[engine.Status]string{
	engine.Reachable: report.Live, engine.Unreachable: report.Dead,
	engine.Bounded: report.Bounded, engine.Undecided: report.Undecided,
}

// report turns verdicts on targets into verdicts on points and lines, and
// checks them against the native runs.
func (j *job) report(ctx context.Context) (*report.DeadCode, error) {
	p := j.part.Program
	d := &report.DeadCode{
		Tool: "assay " + version.Of(), Entry: j.s.Entry, Program: p.Info(), Sources: sourceHashes(j.dir, p.Program),
		Stubs: j.s.Models, Settings: strings.Fields(j.s.Meaning()), Runs: len(j.runs.order), Notes: slices.Concat(j.notes, j.resting(), p.AllNotes()),
	}
	if len(d.Entry) == 0 {
		d.Entry = []string{"main"}
	}
	outcomes, err := j.outcomes(ctx)
	if err != nil {
		return nil, err
	}
	if j.result.Partial {
		d.Partial = j.whyPartial(ctx)
	}
	all := j.points(outcomes)
	for i := range all {
		for _, a := range all[i].Outcome.Assumptions {
			if !slices.Contains(d.Assumptions, a) {
				d.Assumptions = append(d.Assumptions, a)
			}
		}
		if k := j.universe.points[i].region.Kind; k == coverage.Code || k == coverage.Branch && !j.universe.points[i].region.Folded() {
			d.Points = append(d.Points, all[i])
		}
		if j.universe.points[i].isFunction() {
			d.Points = append(d.Points, asFunction(all[i]))
		}
	}
	slices.Sort(d.Assumptions)
	slices.SortStableFunc(d.Points, func(a, b report.CodePoint) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	nest(d.Points)
	return d, j.lines(ctx, d, all)
}

// whyPartial names what ended the run early.
func (j *job) whyPartial(ctx context.Context) string {
	switch {
	case j.outOfTime:
		return "--timeout " + option.ShortDuration(j.s.Timeout) + " is over"
	case ctx.Err() != nil:
		return "interrupted"
	}
	return "interrupted, or out of memory (--memory " + option.ShortSize(j.s.Memory) + ")"
}

// outcomes are the verdicts on the targets. A native run without an error that
// executes a target which the engine could not decide makes it live; one that
// is said to be dead is a defect of assay, and ends the run.
func (j *job) outcomes(ctx context.Context) ([]report.Outcome, error) {
	out := make([]report.Outcome, len(j.universe.targets))
	for t := range out {
		v := j.result.Verdicts[t]
		if v.Status == engine.Unreachable && j.calledByCompiler(t) {
			v = engine.Verdict{Status: engine.Undecided, Reason: "code that the compiler makes may call it", Assumptions: v.Assumptions, Effort: v.Effort, Time: v.Time}
		}
		if v.Status != engine.Reachable {
			r, err := j.runs.seen(ctx, t)
			if err != nil {
				return nil, fault.InternalError{Err: err}
			}
			if r != nil && v.Status == engine.Unreachable && !j.assumed() {
				return nil, fault.InternalError{Err: fmt.Errorf("%s is said to be dead, and the native run with %s executes it",
					j.universe.targets[t].Name, strings.Join(j.part.Tell.Inputs(r.witness), ", "))}
			}
			if r != nil {
				w := *r.witness
				w.Point, w.Path = j.universe.targets[t].Sites[0].Point, nil
				v = engine.Verdict{Status: engine.Reachable, Confirmed: true, Reason: "executed natively", Witness: &w,
					Assumptions: v.Assumptions, Effort: v.Effort, Time: v.Time}
			}
		}
		out[t] = j.part.Tell.Outcome(&v)
		out[t].Status = deadStatus[v.Status]
		if v.Witness != nil {
			path, err := j.runs.Save(j.part.Key(t), v.Witness)
			if err != nil {
				return nil, fault.BadInput("free space, or give another directory with --state-dir", "a witness could not be kept: %v", err)
			}
			out[t].Witness = path
			out[t].Path = slices.DeleteFunc(out[t].Path, func(s report.Step) bool { return coverage.SelectHelper(s.Function) })
		}
	}
	return out, nil
}

// resting are notes on what dead code rests on besides the settings.
func (j *job) resting() (notes []string) {
	if len(j.part.Program.Program.Implicit) > 0 {
		notes = append(notes, "dead code rests on this: no code that compilers make or programs start with calls "+strings.Join(j.part.Program.Program.Implicit, ", "))
	}
	if list := j.part.Program.IR.FallsThrough(); len(list) > 0 {
		notes = append(notes, "dead code rests on this: code that is declared never to be executed is not, as at "+j.part.Tell.Place(list[0]))
	}
	return notes
}

// assumed tells that what is dead rests on an assumption that a native run may violate: about
// calls that compilers make, or code that is declared never to be executed.
func (j *job) assumed() bool {
	return len(j.part.Program.Program.Implicit) > 0 || len(j.part.Program.IR.FallsThrough()) > 0
}

// calledByCompiler tells that calls of which no source knows may lead to a target.
func (j *job) calledByCompiler(t int) bool {
	if len(j.part.Program.Program.Implicit) == 0 {
		return false
	}
	var pts []ir.Point
	for _, s := range j.universe.targets[t].Sites {
		pts = append(pts, s.Point)
	}
	d := ir.NewDistance(j.part.Program.IR, pts)
	return slices.ContainsFunc(j.part.Program.Program.Implicit, func(name string) bool {
		id, ok := j.part.Program.IR.FuncByName[name]
		return ok && d.Func(id) != ir.Unreached
	})
}

// points are the verdicts on all points of the universe, gaps included.
func (j *job) points(outcomes []report.Outcome) []report.CodePoint {
	u := j.universe
	out := make([]report.CodePoint, len(u.points))
	for i := range u.points {
		p := &u.points[i]
		at := u.shown(p)
		c := report.CodePoint{
			Kind: report.KindRegion, Function: p.function.Source(), File: decision.Relative(j.dir, p.function.Files[at.File]),
			Span:  report.Span{Line: at.From.Line, Col: at.From.Col, EndLine: at.To.Line, EndCol: at.To.Col},
			Taken: p.taken, Text: u.text(p.function, u.own(p.function, p.region)), Compiled: true,
		}
		if p.region.Kind == coverage.Branch {
			c.Kind = report.KindBranch
		}
		if p.region.File != 0 {
			c.Macro = fmt.Sprintf("%s:%d", decision.Relative(j.dir, p.function.Files[p.region.File]), p.region.From.Line)
		}
		switch {
		case p.spot.Uncompiled:
			c.Status, c.Compiled, c.Why = report.Dead, false, u.whyUncompiled(p)
		case p.target < 0:
			c.Status, c.Why = report.Undecided, "clang counts it together with other code: it has no place of its own"
			c.Outcome.Reason = c.Why
		default:
			c.Outcome = outcomes[p.target]
			c.Status = c.Outcome.Status
			c.Why = u.why(p, &c)
		}
		if why := j.part.Program.CopiedOf(p.function.Files[at.File]); why != "" && c.Status != report.Live {
			c.Status, c.Compiled, c.Why = report.Undecided, true, why
			c.Outcome.Reason = why
		}
		out[i] = c
	}
	return out
}

// whyUncompiled says why clang made no code for a point: the constant
// condition that leads to it, if one does.
func (u *universe) whyUncompiled(p *codePoint) string {
	switch {
	case !p.function.Used:
		return "the function is used nowhere in its unit, so clang makes no code for it"
	case p.isFunction():
		return "nothing in the program refers to the function"
	}
	var best *coverage.Region
	for i := range p.function.Regions {
		r := &p.function.Regions[i]
		if r.Folded() && r.File == p.region.File && !p.region.From.Before(r.To) && (best == nil || best.To.Before(r.To)) {
			best = r
		}
	}
	// The condition leads to code behind it on its own or the next line;
	// farther away it is something else that the code stands behind.
	if best != nil && p.region.From.Line <= best.To.Line+1 {
		return fmt.Sprintf("the condition %s at line %d is constant", quote(u.text(p.function, best)), best.From.Line)
	}
	return "no code leads here: it stands behind a return, a jump, or a call that does not return"
}

func quote(s string) string { return "`" + s + "`" }

// why says in terms of C why a point is not live.
func (u *universe) why(p *codePoint, c *report.CodePoint) string {
	if c.Status == report.Live {
		return ""
	}
	if c.Status == report.Undecided {
		return c.Outcome.Reason
	}
	cond, at := p, ""
	if p.region.Kind != coverage.Branch {
		if cond = u.controls(p); cond != nil {
			at = fmt.Sprintf(" at line %d", cond.region.From.Line)
		}
	}
	reason := c.Outcome.Reason
	if strings.HasPrefix(reason, "every path") { // the engine speaks of failures
		reason = "every path was followed to its end, and none comes here"
	}
	bounded := c.Status == report.Bounded
	switch {
	case cond == nil && bounded:
		return "no path within the bounds comes here"
	case cond == nil:
		return reason
	case bounded:
		return fmt.Sprintf("%s%s is %t on no path within the bounds", quote(u.text(cond.function, cond.region)), at, cond.taken)
	}
	return fmt.Sprintf("%s%s is never %t here: %s", quote(u.text(cond.function, cond.region)), at, cond.taken, reason)
}

// controls is the outcome of a branch that a region is executed with.
func (u *universe) controls(p *codePoint) *codePoint {
	for i := range u.points {
		if q := &u.points[i]; q.target == p.target && q.region.Kind == coverage.Branch && q.function == p.function {
			return q
		}
	}
	return nil
}

// asFunction is the verdict on a function: that on its first region.
func asFunction(c report.CodePoint) report.CodePoint {
	c.Kind, c.Text = report.KindFunction, c.Function
	return c
}

// nest marks the points that lie in a larger dead thing: regions of a dead
// function, regions and outcomes in a dead region.
func nest(points []report.CodePoint) {
	order := slices.Clone(points)
	for i := range points {
		c := &points[i]
		for k := range order {
			o := &order[k]
			if o.Function == c.Function && o.File == c.File && o.Status == report.Dead && c.Status == report.Dead &&
				o.Kind != report.KindBranch && encloses(o, c) {
				c.Inside = true
				break
			}
		}
	}
}

// encloses reports whether o is the larger of the two: a function holds its
// regions, a region what lies in it, and an outcome of the same dead place.
func encloses(o, c *report.CodePoint) bool {
	if o.Kind == report.KindFunction {
		return c.Kind != report.KindFunction
	}
	if c.Kind == report.KindFunction {
		return false
	}
	in := !before(c.Line, c.Col, o.Line, o.Col) && !before(o.EndLine, o.EndCol, c.EndLine, c.EndCol)
	same := o.Span == c.Span
	return in && (!same || o.Kind == report.KindRegion && c.Kind == report.KindBranch)
}

func before(line, col, line2, col2 int) bool { return line < line2 || line == line2 && col < col2 }
