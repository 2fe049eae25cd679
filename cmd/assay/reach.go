package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets"
	"github.com/assay-dev/assay/targets/build"
)

func (a *app) reachCommand() *cobra.Command {
	var s *settings
	cmd := &cobra.Command{
		Use:   "reach (--call FUNC | --line FILE:LINE | --label NAME)... [flags] -- SOURCES and clang flags",
		Short: "Decide whether calls, lines or labels can be reached, without alarms",
		Long: "Prints one line per target: VERDICT, the status, the target. Indented lines below it say what the verdict\n" +
			"holds for: bounds, earlier checks taken to pass (given), assumptions. A -m32 among the flags means ILP32.",
		Example: "  assay reach --call reach_error -- program.c\n" +
			"  assay reach --line parse.c:120 --label fail -- parse.c main.c -Iinclude",
		RunE: func(cmd *cobra.Command, args []string) error {
			before, sources := splitArgs(cmd, args)
			if len(before) > 0 {
				return badInput("put the sources behind --", "unexpected argument %q", before[0])
			}
			return a.reach(cmd.Context(), s, sources)
		},
	}
	s = addFlags(cmd, onReach)
	return cmd
}

func (a *app) reach(ctx context.Context, s *settings, sources []string) error {
	start := time.Now()
	if len(s.calls)+len(s.lines)+len(s.labels) == 0 {
		return badInput("add --call FUNC, --line FILE:LINE or --label NAME", "there is no target")
	}
	if err := errors.Join(checkTrace(s), checkSVComp(s)); err != nil {
		return err
	}
	line := newProgress(a.terminal, start.Add(s.timeout))
	defer line.clear()
	dir, err := workingDir()
	if err != nil {
		return err
	}
	units, err := unitsOf(s, sources, dir)
	if err != nil {
		return err
	}
	line.say("compiling")
	shop, err := newWorkshop(ctx, s, units)
	if err != nil {
		return interrupted(ctx, err)
	}
	defer shop.close()
	set, err := shop.compiled.Choose(s.linkSet, nil)
	if err != nil {
		return err
	}
	programs, err := shop.load(ctx, []build.LinkSet{set})
	if err != nil {
		return interrupted(ctx, err)
	}
	p := &part{program: programs[0], tell: &teller{programs[0].ir, set.Name, dir, true, programs[0].assumed}}
	if err := checkEntry(s, p.program); err != nil {
		return err
	}
	names, err := s.reachTargets(p)
	if err != nil {
		return err
	}
	replayer := newReplayer(s, p, shop.builder.Tools().Clang)
	defer replayer.close()
	opt := s.engineOptions(p.program)
	opt.Timeout = max(s.timeout-time.Since(start), time.Millisecond)
	opt.Progress, opt.Confirm, opt.ProgramHash = line.show, replayer.confirm, p.program.hash
	p.tracer = newTracer(s, p.tell)
	opt.Trace = p.tracer.listener(func(k int) int { return k })
	stop := line.keepTime()
	result, err := a.decideHinted(ctx, s, p.program.ir, p.targets, opt, func(int, engine.Verdict) {})
	stop()
	if err != nil {
		return interrupted(ctx, err)
	}
	line.clear()
	a.noteAll("", p.program.notes(), s.verboseLog)
	return a.reached(s, p, names, result, replayer)
}

// reachTargets makes the targets of the command line, with their names as the
// output has them.
func (s *settings) reachTargets(p *part) ([]string, error) {
	m := targets.New(p.program.ir, s.mapOptions())
	var names []string
	add := func(name string, t *engine.Target, err error) error {
		if err != nil {
			return err
		}
		names, p.targets = append(names, name), append(p.targets, *t)
		return nil
	}
	for _, f := range s.calls {
		t, err := m.Call(f)
		if err := add("call "+f, t, err); err != nil {
			return nil, err
		}
	}
	for _, place := range s.lines {
		file, n, err := parsePlace(place)
		if err != nil {
			return nil, err
		}
		t, err := m.Line(file, n)
		if err := add("line "+place, t, err); err != nil {
			return nil, err
		}
	}
	for _, l := range s.labels {
		t, err := m.Label(l)
		if err := add("label "+l, t, err); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// parsePlace takes FILE:LINE apart.
func parsePlace(s string) (file string, line int, err error) {
	i := strings.LastIndexByte(s, ':')
	if i > 0 {
		line, err = strconv.Atoi(s[i+1:])
	}
	if i <= 0 || err != nil || line < 1 {
		return "", 0, badInput("write for example main.c:42", "--line %s is not of the form FILE:LINE", s)
	}
	return s[:i], line, nil
}

// restsOn says what a verdict holds for, one line for each list that is not empty:
// the bounds of the search, the earlier checks that are taken to pass, and the
// assumptions. The lines are indented, so that verdicts begin a line and they do not.
func restsOn(o *report.Outcome) []byte {
	var b bytes.Buffer
	for _, l := range []struct {
		title string
		items []string
	}{{"bounds", engine.BoundTexts(o.Bounds)}, {"given no", report.GivenTexts(o.Given)}, {"assumes", o.Assumptions}} {
		if len(l.items) > 0 {
			fmt.Fprintf(&b, "  %s: %s\n", l.title, strings.Join(l.items, " | "))
		}
	}
	return b.Bytes()
}

// reached prints the verdicts, on stderr what a reader may want beside them,
// and says with which code to end.
func (a *app) reached(s *settings, p *part, names []string, result *engine.Result, r *replayer) error {
	gate := false
	var traces []report.TraceSearch
	for i := range result.Verdicts {
		v := &result.Verdicts[i]
		if _, err := fmt.Fprintf(a.stdout, "VERDICT %s %s\n", v.Status, names[i]); err != nil {
			return err
		}
		al := report.Alarm{Outcome: p.tell.outcome(v)}
		if _, err := a.stdout.Write(restsOn(&al.Outcome)); err != nil {
			return err
		}
		detail := al.Beside()
		if detail == "" {
			detail = al.Outcome.Reason
		}
		if v.Status == engine.Bounded && al.Outcome.Next != "" {
			detail += "; → " + al.Outcome.Next
		}
		if v.Witness != nil {
			path, err := r.save(p.key(i), v.Witness)
			if err != nil {
				return err
			}
			if path != "" {
				detail += "; witness " + path
			}
		}
		path, err := saveCertificates(s.certificates, p.key(i), v)
		if err != nil {
			return err
		}
		if path != "" {
			detail += "; certificate " + path
		}
		if detail != "" {
			a.notice("%s: %s", names[i], detail)
		}
		if p.tracer != nil {
			traces = append(traces, p.tracer.search(i, names[i], &al.Outcome))
		}
		gate = gate || slices.Contains(s.failOn, v.Status.String())
	}
	if p.tracer != nil {
		if err := a.writeTrace(s.trace, traces); err != nil {
			return err
		}
	}
	if s.svcompWitness != "" {
		if err := a.writeSVComp(s, p, &result.Verdicts[0]); err != nil {
			return err
		}
	}
	switch {
	case gate:
		return exitError{exitGate}
	case result.Partial:
		return exitError{exitPartial}
	}
	return nil
}
