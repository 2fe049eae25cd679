package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// measured is what was counted of one analyzer.
type measured struct {
	analyzer
	runs []*outcome
}

// sum unites the counts of the runs.
func (m *measured) sum() *count {
	var c count
	for _, o := range m.runs {
		c.add(&o.count)
	}
	return &c
}

// bad says that a run failed or something happened that must never happen.
func (m *measured) bad() bool {
	return m.sum().bad() || slices.ContainsFunc(m.runs, func(o *outcome) bool { return o.err != nil })
}

// printers print the parts of the report, in this order.
var printers = []func(io.Writer, []*measured){printTable, printSums, printWorst, printReasons, printOpen}

// header heads the table; every row has its cells.
var header = []string{
	"tool", "program", "N in/out",
	"T reach", "conf", "missed", "F unreach", "bounded", "undec", "D", "D unreach",
	"wrong", "coarse", "lost", "touched", "wall s", "cpu s", "",
}

// row makes a row of the table.
func row(tool, program string, c *count, wall, cpu time.Duration, note string) []string {
	n := func(i int) string { return fmt.Sprint(i) }
	of := func(i, all int) string { return fmt.Sprintf("%d/%d", i, all) }
	return []string{
		tool, program, of(c.in, c.out),
		of(c.cell(classTrue, statusReachable), c.total(classTrue)), n(c.confirmed()), n(c.missed()),
		of(c.cell(classFalse, statusUnreachable), c.total(classFalse)),
		n(c.cell(classFalse, statusBounded)), n(c.cell(classFalse, statusUndecided)),
		n(c.total(classAfter)), n(c.cell(classAfter, statusUnreachable)),
		n(c.wrong()), n(c.coarse()), n(len(c.lost)), n(len(c.touched)),
		fmt.Sprintf("%.1f", wall.Seconds()), fmt.Sprintf("%.1f", cpu.Seconds()), note,
	}
}

// printTable prints one row for each run and one for each analyzer.
func printTable(w io.Writer, all []*measured) {
	rows := [][]string{header}
	for _, m := range all {
		var wall, cpu time.Duration
		for _, o := range m.runs {
			note := o.note
			if o.err != nil {
				note = "FAILED"
			}
			rows = append(rows, row(m.name, o.program, &o.count, o.wall, o.cpu, note))
			wall += o.wall
			cpu += o.cpu
		}
		rows = append(rows, row(m.name, "all", m.sum(), wall, cpu, ""))
	}
	widths := make([]int, len(header))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], len(cell))
		}
	}
	for _, r := range rows {
		var cells []string
		for i, cell := range r {
			cells = append(cells, fmt.Sprintf("%-*s", widths[i], cell))
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
}

// printSums prints, for each analyzer, the classes by the statuses.
func printSums(w io.Writer, all []*measured) {
	for _, m := range all {
		fmt.Fprintf(w, "\n%s\n%s", m.name, m.sum())
	}
}

// printWorst lists everything that must never happen.
func printWorst(w io.Writer, all []*measured) {
	fmt.Fprintln(w, "\nWorst cases")
	n := 0
	say := func(kind, tool, text string) {
		n++
		fmt.Fprintf(w, "%s %s %s\n", kind, tool, text)
	}
	for _, m := range all {
		for _, o := range m.runs {
			if o.err != nil {
				say("failed", m.name, fmt.Sprintf("%s: %v", o.program, o.err))
			} else if o.in != o.out {
				say("count", m.name, fmt.Sprintf("%s: %d results in, %d out", o.program, o.in, o.out))
			}
		}
		c := m.sum()
		for i := range c.judged {
			if j := &c.judged[i]; j.wrong() {
				say("wrong", m.name, fmt.Sprintf("%s, but it is %s (%s)", j, j.class, j.Reason))
			} else if j.coarse {
				say("coarse", m.name, fmt.Sprintf("%s, but it is %s (%s)", j, j.class, j.Reason))
			}
		}
		for _, l := range c.lost {
			say("lost", m.name, l.String())
		}
		for _, t := range c.touched {
			say("touched", m.name, t)
		}
	}
	if n == 0 {
		fmt.Fprintln(w, "none")
	}
}

// printReasons lists why alarms of the other classes stay open, the most
// frequent reason first.
func printReasons(w io.Writer, all []*measured) {
	fmt.Fprintln(w, "\nWhy F and D alarms are not unreachable")
	times := map[string]int{}
	for _, m := range all {
		c := m.sum()
		for i := range c.judged {
			j := &c.judged[i]
			if (j.class == classFalse || j.class == classAfter) && j.Status != statusUnreachable {
				times[fmt.Sprintf("%s %s: %s", m.name, j.Status, j.Reason)]++
			}
		}
	}
	reasons := make([]string, 0, len(times))
	for r := range times {
		reasons = append(reasons, r)
	}
	slices.SortFunc(reasons, func(a, b string) int {
		if times[a] != times[b] {
			return times[b] - times[a]
		}
		return strings.Compare(a, b)
	})
	for _, r := range reasons {
		fmt.Fprintf(w, "%4d  %s\n", times[r], r)
	}
}

// printOpen lists the true alarms that are not confirmed.
func printOpen(w io.Writer, all []*measured) {
	fmt.Fprintln(w, "\nT alarms that are not reachable and confirmed")
	n := 0
	for _, m := range all {
		c := m.sum()
		for i := range c.judged {
			j := &c.judged[i]
			if j.class != classTrue || j.Status == statusReachable && j.Confirmed {
				continue
			}
			n++
			took := ""
			if j.Seconds != nil {
				took = fmt.Sprintf(", %.1f s", *j.Seconds)
			}
			if j.Status == statusReachable {
				took += ", not confirmed"
			}
			fmt.Fprintf(w, "%s %s%s: %s\n", m.name, j, took, j.Reason)
			for _, b := range j.Bounds {
				fmt.Fprintf(w, "    bound: %s at %s, %d\n", b.Kind, b.At, b.Limit)
			}
		}
	}
	if n == 0 {
		fmt.Fprintln(w, "none")
	}
}
