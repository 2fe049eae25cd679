package reach

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/internal/app/project"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets"
	"github.com/assay-dev/assay/targets/build"
)

// job decides the targets of the command line in each program that has them.
type job struct {
	s       *option.Settings
	dir     string
	shop    *project.Workshop
	line    *console.Progress
	end     time.Time
	targets []target
	parts   []*program
	partial bool // some run ended early
}

// target is a target of the command line.
type target struct {
	name string // as the output has it
	find func(*targets.Mapper) (*engine.Target, error)
	// doubt says why silence of the engine would be no proof, "" if it is one.
	doubt func(*targets.Mapper) string
}

// program is one program, with those targets that it has.
type program struct {
	*decision.Part
	replayer *decision.Replayer
	result   *engine.Result
	answers  []answer // by target of the command line
}

// answer is what a program says of a target of the command line.
type answer struct {
	target int    // index in part.targets, -1 if the program does not have it
	open   string // why a target that the program may have was not found
	doubt  string // as reachTarget.doubt
	asked  int    // index in result.Verdicts, -1 if it was not asked
}

func (j *job) close() {
	for _, p := range j.parts {
		if p.replayer != nil {
			p.replayer.Close()
		}
	}
}

// load links the programs of the database, or the one that --link-set names, and finds
// the targets in them. A target that no program has is an error.
func (j *job) load(ctx context.Context) error {
	sets, err := j.shop.Programs(j.s)
	if err != nil {
		return err
	}
	if len(sets) > 1 && (j.s.Trace != "" || j.s.SvcompWitness != "") {
		return fault.BadInput("choose one with --link-set: "+build.SetNames(sets), "--trace and --svcomp-witness are about one program, and there are %d", len(sets))
	}
	if j.targets, err = reachTargets(j.s); err != nil {
		return err
	}
	programs, err := j.shop.Load(ctx, sets)
	if err != nil {
		return err
	}
	missed := make([]error, len(j.targets))
	for k, pr := range programs {
		if err := decision.CheckEntry(j.s, pr); err != nil {
			return err
		}
		p := &program{Part: &decision.Part{Program: pr, Tell: decision.NewTeller(pr, sets[k].Name, j.dir, true)}}
		m := targets.New(pr.IR, j.s.MapOptions())
		for i, t := range j.targets {
			answer := answer{target: -1, asked: -1}
			found, err := t.find(m)
			var absent *targets.AbsentError
			switch {
			case err == nil:
				answer.target, answer.doubt = len(p.Targets), cmp.Or(t.doubt(m), pr.CopiedSites(found))
				p.Targets = append(p.Targets, *found)
			case !errors.As(err, &absent):
				answer.open = err.Error()
			}
			if err != nil && missed[i] == nil {
				missed[i] = err
			}
			p.answers = append(p.answers, answer)
		}
		j.parts = append(j.parts, p)
	}
	return j.missing(missed)
}

// missing judges the targets that no program has: a line without code is open beside other
// targets, and what is mistyped is an error.
func (j *job) missing(missed []error) error {
	var without []int
	for i := range missed {
		if !slices.ContainsFunc(j.parts, func(p *program) bool { return p.answers[i].target >= 0 }) {
			without = append(without, i)
		}
	}
	for _, i := range without {
		var absent *targets.AbsentError
		if len(without) == len(missed) || errors.As(missed[i], &absent) && !absent.Codeless {
			return missed[i]
		}
		for _, p := range j.parts {
			p.answers[i].open = missed[i].Error()
		}
	}
	return nil
}

// decide runs the engine on one program after the other. A target that is reachable in
// one is not looked for in the next.
func (j *job) decide(ctx context.Context, a *console.App) error {
	for k, p := range j.parts {
		var ask []engine.Target
		for i := range p.answers {
			if t := p.answers[i].target; t >= 0 && !j.reachable(i) {
				p.answers[i].asked = len(ask)
				ask = append(ask, p.Targets[t])
			}
		}
		if p.Targets = ask; len(ask) == 0 {
			continue
		}
		p.replayer = decision.NewReplayer(j.s, p.Part, j.shop.Builder.Tools().Clang)
		opt := j.s.EngineOptions(p.Program.Semantic.Trapv)
		opt.Timeout = max(time.Until(j.end)/time.Duration(len(j.parts)-k), time.Millisecond)
		opt.Progress, opt.Confirm, opt.ProgramHash = j.line.Show, p.replayer.Confirm, p.Program.Hash
		p.Tracer = decision.NewTracer(j.s, p.Tell)
		opt.Trace = p.Tracer.Listener(func(k int) int { return k })
		stop := j.line.KeepTime()
		result, err := decision.Decide(ctx, a, j.s, p.Program.IR, ask, opt, func(int, engine.Verdict) {})
		stop()
		if err != nil {
			return err
		}
		p.result, j.partial = result, j.partial || result.Partial
	}
	return nil
}

// verdict is what the part says of a target of the command line, nil if it was not asked.
func (p *program) verdict(i int) *engine.Verdict {
	if p.result == nil || p.answers[i].asked < 0 {
		return nil
	}
	return &p.result.Verdicts[p.answers[i].asked]
}

// reachable says whether some program reaches the target.
func (j *job) reachable(i int) bool {
	return slices.ContainsFunc(j.parts, func(p *program) bool {
		v := p.verdict(i)
		return v != nil && v.Status == engine.Reachable
	})
}

// outcome unites what the programs say of a target.
func (j *job) outcome(i int) report.Outcome {
	var asked []report.Asked
	for _, p := range j.parts {
		answer := p.answers[i]
		var o report.Outcome
		switch v := p.verdict(i); {
		case v != nil:
			al := report.Alarm{Outcome: p.Tell.Outcome(v)}
			if answer.doubt != "" {
				al.Settles = report.Settles{OnlyReachable: true, Why: answer.doubt}
				al.Restrict()
			}
			o = al.Outcome
		case answer.open != "":
			next := ""
			if len(j.parts) > 1 {
				next = "choose a program with --link-set"
			}
			o = decision.Undecided(answer.open, next)
		default:
			continue
		}
		asked = append(asked, report.Asked{Program: p.Tell.Name, Outcome: &o})
	}
	if len(j.parts) == 1 {
		return *asked[0].Outcome
	}
	return report.Unite(asked)
}

// save writes the witness and the certificates of a target, and says where they are.
func (j *job) save(i int) (said string, err error) {
	for _, p := range j.parts {
		v := p.verdict(i)
		if v == nil {
			continue
		}
		key := p.Key(p.answers[i].asked)
		if v.Witness != nil {
			path, err := p.replayer.Save(key, v.Witness)
			if err != nil {
				return "", err
			}
			said += "; witness " + path
		}
		if p.answers[i].doubt != "" { // what is proved does not answer
			continue
		}
		path, err := decision.SaveCertificates(j.s.Certificates, key, v)
		if err != nil {
			return "", err
		}
		if path != "" {
			said += "; certificate " + path
		}
	}
	return said, nil
}

// reachTargets are the targets of the command line.
func reachTargets(s *option.Settings) ([]target, error) {
	certain := func(*targets.Mapper) string { return "" }
	var all []target
	for _, f := range s.Calls {
		all = append(all, target{"call " + f, func(m *targets.Mapper) (*engine.Target, error) { return m.Call(f) },
			func(m *targets.Mapper) string { return m.CalledUnseen(f) }})
	}
	for _, place := range s.Lines {
		file, n, err := parsePlace(place)
		if err != nil {
			return nil, err
		}
		all = append(all, target{"line " + place, func(m *targets.Mapper) (*engine.Target, error) { return m.Line(file, n) }, certain})
	}
	for _, l := range s.Labels {
		all = append(all, target{"label " + l, func(m *targets.Mapper) (*engine.Target, error) { return m.Label(l) }, certain})
	}
	return all, nil
}
