package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine"
)

func (b *bench) heading(title, remark string) {
	fmt.Printf("\n### %s\n\n%s. Limit %v.\n\n", title, remark, b.limit)
}

func (b *bench) row(cells ...string) { fmt.Printf("| %s |\n", strings.Join(cells, " | ")) }

func (b *bench) rule(n int) { fmt.Println("|" + strings.Repeat("---|", n)) }

func (b *bench) wanted(name string) bool { return strings.Contains(name, b.only) }

// pick is the sizes that were asked for, or a table's own.
func (b *bench) pick(own ...int) []int {
	if b.sizes != nil {
		return b.sizes
	}
	return own
}

// judge compares a result with the truth and keeps what is wrong with it.
func (b *bench) judge(s *subject, label int, tool, truth string, r *result) {
	question := fmt.Sprintf("%s, label %d, %s", s.name, label, tool)
	switch {
	case r.open:
	case r.failed != "":
		b.failed = append(b.failed, question+": "+r.failed)
	case r.decided() && r.Status != truth:
		b.wrong = append(b.wrong, fmt.Sprintf("%s: %s, but it is %s", question, r.Status, truth))
		fmt.Fprintln(os.Stderr, "WRONG: "+b.wrong[len(b.wrong)-1]) // at once: a long run may be ended
	}
}

// short is a verdict in a table.
func short(r *result) string {
	switch {
	case r.failed != "":
		return "crash"
	case r.Status == engine.Reachable.String():
		return "R"
	case r.Status == engine.Unreachable.String():
		return "U"
	}
	return "–"
}

func seconds(d time.Duration) string { return fmt.Sprintf("%.2f", d.Seconds()) }

// effort is a cell with all about a result.
func effort(r *result, tool string) string {
	_, other := cbmcs[tool]
	switch {
	case r.open:
		return "not asked"
	case r.failed != "":
		return "crash"
	case !r.decided() && other:
		return "– " + seconds(r.time)
	case other:
		return fmt.Sprintf("%s %s s", short(r), seconds(r.time))
	}
	cell := fmt.Sprintf("%s %s s, %d nodes", short(r), seconds(r.time), r.Nodes)
	if tool != "none" {
		cell += fmt.Sprintf(", %d subsumed, Ψ ≤ %d", r.Subsumed, r.Atoms)
	}
	return fmt.Sprintf("%s, %d MB", cell, r.memory>>20)
}

// a stage is one line of a table of growing programs.
type stage struct {
	name   string
	size   int
	truth  string
	make   func() (program, error)
	family string // once a tool fails a size, it is not asked about greater ones of the family
}

// grow asks every tool about programs of growing size, until it decides one no
// more.
func (b *bench) grow(stages []stage) error {
	b.row(append([]string{"program"}, b.tools...)...)
	b.rule(1 + len(b.tools))
	given := map[string]bool{}
	for _, st := range stages {
		if !b.wanted(st.name) {
			continue
		}
		cells := []string{st.name}
		var s *subject
		for _, tool := range b.tools {
			key := st.family + " " + tool
			if given[key] {
				cells = append(cells, "")
				continue
			}
			if s == nil {
				p, err := st.make()
				if err != nil {
					return err
				}
				if s, err = b.lab.add(p); err != nil {
					return err
				}
			}
			r := b.lab.ask(tool, s, 1, b.limitOf(tool))
			b.judge(s, 1, tool, st.truth, &r)
			given[key] = !r.decided() && !r.open
			cells = append(cells, effort(&r, tool))
		}
		b.row(cells...)
	}
	return nil
}

// tableSigns is Table 2 of TracerX.
func (b *bench) tableSigns() error {
	b.heading("Sum of N signs (TracerX, Fig. 4 and Table 2)",
		"sum: one branch per level; loop: one branch in a loop; array: as printed. Nodes and Ψ should grow with N and not at all")
	var stages []stage
	for _, how := range []string{"sum", "loop", "array"} {
		own := []int{20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}
		if how != "sum" {
			own = own[:6]
		}
		for _, n := range b.pick(own...) {
			stages = append(stages, stage{fmt.Sprintf("%s, N = %d", how, n), n, engine.Unreachable.String(),
				func() (program, error) { return signs(how, n) }, how})
		}
	}
	return b.grow(stages)
}

// densities of the graphs: the share of the pairs of nodes that have an edge.
var densities = []float64{1, 0.1}

// tablePaths is section 2 of TracerX: no path is shorter than the shortest
// (tight), nor than a bit less (loose), but one is shorter than a bit more.
func (b *bench) tablePaths() error {
	b.heading("Shortest path (TracerX, Fig. 1)",
		"N nodes, distances 1 … 100 with the density given, FAR elsewhere; BOUND relative to the shortest path s")
	var stages []stage
	for _, density := range densities {
		for _, by := range []int{0, -5, 1} {
			truth := engine.Unreachable.String()
			if by > 0 {
				truth = engine.Reachable.String()
			}
			own := []int{4, 8, 12, 25, 50, 100, 200, 500, 1000}
			if by != 0 {
				own = own[:6]
			}
			for _, n := range b.pick(own...) {
				stages = append(stages, stage{fmt.Sprintf("density %g, N = %d, BOUND = s%+d", density, n, by), n, truth,
					func() (program, error) {
						g := randomGraph(n, density, 1)
						return g.program(fmt.Sprintf("path_%d_%g_%d", n, density, by), g.shortest()+by)
					}, fmt.Sprint(density, by)})
			}
		}
	}
	g := paperGraph()
	stages = append(stages, stage{"Fig. 2, BOUND = 90", 4, engine.Unreachable.String(),
		func() (program, error) { return g.program("path_paper", 90) }, "paper"})
	return b.grow(stages)
}

// tableRoots is the end of Example 2.1 of TracerX: the interpolant at the start
// says how much more holds than was asked.
func (b *bench) tableRoots() error {
	b.heading("What was proved at the start (TracerX, Example 2.1)",
		"shortest path: d starts at 0, so a path is longer than BOUND by as much as the least d that is allowed lies below 0")
	b.row("program", "BOUND", "shortest path", "outermost interpolant on d")
	b.rule(4)
	for _, c := range []struct {
		name string
		g    *graph
		less int
	}{{"Fig. 2", paperGraph(), 5}, {"density 1, N = 8", randomGraph(8, 1, 1), 7}, {"density 0.1, N = 8", randomGraph(8, 0.1, 1), 0}} {
		short := c.g.shortest()
		p, err := c.g.program(fmt.Sprintf("root_%d_%d", c.g.n, short), short-c.less)
		if err != nil {
			return err
		}
		s, err := b.lab.add(p)
		if err != nil {
			return err
		}
		if err := b.lab.load(s); err != nil {
			return err
		}
		r := b.lab.child(job{IR: s.ir, Mode: engine.InterpolationWP, Plan: engine.PlanDepthFirst, Limit: b.limit, Call: "error_1", About: "d"})
		b.judge(s, 1, "wp", engine.Unreachable.String(), &r)
		b.row(c.name, fmt.Sprint(short-c.less), fmt.Sprint(short), r.Outermost)
	}
	return nil
}

// tableIncrements is Fig. 1 of Heap Programs.
func (b *bench) tableIncrements() error {
	b.heading("Chain of MAX objects (Heap Programs, Fig. 1)", "the second branch adds INC; time should be near-linear in MAX")
	var stages []stage
	for _, inc := range []int{1, 2} {
		for _, n := range b.pick(2, 8, 12, 14, 30, 100, 300) {
			stages = append(stages, stage{fmt.Sprintf("INC = %d, MAX = %d", inc, n), n, engine.Unreachable.String(),
				func() (program, error) { return increments(n, inc) }, fmt.Sprint(inc)})
		}
	}
	return b.grow(stages)
}

// tableMatch is Fig. 2 of Heap Programs.
func (b *bench) tableMatch() error {
	b.heading("Matcher of regular expressions (Heap Programs, Fig. 2)", "no access leaves its array, for any expression of SIZE - 1 bytes")
	var stages []stage
	for _, n := range b.pick(3, 4, 5, 7, 12) {
		stages = append(stages, stage{fmt.Sprintf("SIZE = %d", n), n, engine.Unreachable.String(),
			func() (program, error) { return matcher(n) }, ""})
	}
	return b.grow(stages)
}
