package main

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/report"
)

// printTable prints a row for each program.
func printTable(w io.Writer, all []*outcome) {
	fmt.Fprintln(w, "| program | lines | alarms | reachable | confirmed | unreachable | bounded | undecided | not mapped | s | processor s | peak MB |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|---|---|---|")
	for _, o := range all {
		if o.err != nil {
			fmt.Fprintf(w, "| %s | failed: %s |\n", o.program, strings.TrimSpace(o.err.Error()))
			continue
		}
		var n, confirmed, unmapped int
		by := map[string]int{}
		for _, a := range o.triage.Alarms {
			if !a.State.Counts() {
				continue
			}
			n++
			by[a.Outcome.Status]++
			if a.Outcome.Confirmed {
				confirmed++
			}
			if a.State == report.Unmapped {
				unmapped++
			}
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %.0f | %.0f | %d | %s\n", o.program, o.lines, n,
			by[engine.Reachable.String()], confirmed, by[engine.Unreachable.String()], by[engine.Bounded.String()],
			by[engine.Undecided.String()], unmapped, o.wall.Seconds(), o.cpu.Seconds(), o.peak/1024, o.note)
	}
}

// cause is what stopped a verdict, with the alarms that it stopped.
type cause struct {
	status, text string
	alarms       int
	programs     []string
}

// printReasons prints what stopped the alarms that are neither reachable nor
// unreachable, the most frequent first.
func printReasons(w io.Writer, all []*outcome) {
	var causes []*cause
	for _, o := range all {
		for _, a := range o.triage.Alarms {
			open := a.Outcome.Status == engine.Bounded.String() || a.Outcome.Status == engine.Undecided.String()
			if a.State.Counts() && open {
				causes = count(causes, a.Outcome.Status, stopper(a.Outcome.Reason), o.program)
			}
		}
	}
	slices.SortStableFunc(causes, func(a, b *cause) int { return cmp.Compare(b.alarms, a.alarms) })
	fmt.Fprintln(w, "\n| alarms | status | what stopped it | programs |")
	fmt.Fprintln(w, "|---|---|---|---|")
	for _, c := range causes {
		fmt.Fprintf(w, "| %d | %s | %s | %s |\n", c.alarms, c.status, c.text, strings.Join(c.programs, ", "))
	}
}

func count(causes []*cause, status, text, program string) []*cause {
	i := slices.IndexFunc(causes, func(c *cause) bool { return c.status == status && c.text == text })
	if i < 0 {
		causes = append(causes, &cause{status: status, text: text})
		i = len(causes) - 1
	}
	c := causes[i]
	c.alarms++
	if !slices.Contains(c.programs, program) {
		c.programs = append(c.programs, program)
	}
	return causes
}

var (
	place  = regexp.MustCompile(`\S+\.[chi]:\d+(:\d+)?`)
	detail = regexp.MustCompile(`(: at the loop of|; a turn of the loop|: a turn of the loop|: the strongest).*`)
	// The prover's reason stands behind what the search says.
	ofProver = regexp.MustCompile(`^.*no proof beyond the bounds: `)
)

// stopper is a reason without what differs from alarm to alarm.
func stopper(reason string) string {
	reason = ofProver.ReplaceAllString(reason, "prover: ")
	return strings.TrimSpace(detail.ReplaceAllString(place.ReplaceAllString(reason, "…"), ""))
}
