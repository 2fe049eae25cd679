package deadcode

import (
	"slices"
	"testing"

	"github.com/assay-dev/assay/report"
)

// TestUniteDead: text is as alive as in the program where it is most alive, for all copies
// of it; what only one program has is as it is there.
func TestUniteDead(t *testing.T) {
	point := func(function, status string, line int) report.CodePoint {
		return report.CodePoint{Kind: report.KindRegion, Function: function, File: "a.c", Span: report.Span{Line: line}, Status: status, Compiled: true}
	}
	program := func(name string, points ...report.CodePoint) *report.DeadCode {
		d := &report.DeadCode{Program: report.ProgramInfo{Name: name}, Points: points, Runs: 1}
		f := report.CodeFile{Name: "a.c"}
		for _, p := range points {
			f.Lines = append(f.Lines, report.CodeLine{Line: p.Line, Status: p.Status, Runs: 2})
		}
		d.Files = []report.CodeFile{f}
		return d
	}
	given := point("f", report.Dead, 4)
	given.Outcome.Given = []report.Given{{Error: "null", Key: "k"}}
	uncompiled := point("f", report.Dead, 5)
	uncompiled.Compiled = false
	d := uniteDead([]*report.DeadCode{
		program("one", point("f", report.Dead, 1), point("f", report.Dead, 2), point("f", report.Bounded, 3), given, uncompiled, point("g", report.Dead, 6), point("g", report.Dead, 6)),
		program("two", point("f", report.Live, 1), point("f", report.Dead, 2), point("f", report.Undecided, 3), point("f", report.Dead, 4), point("f", report.Dead, 5), point("g", report.Live, 6)),
		program("three", point("h", report.Dead, 7)),
	})
	want := []string{report.Live, report.Dead, report.Undecided, report.Dead, report.Dead, report.Live, report.Live, report.Dead}
	var got []string
	for _, p := range d.Points {
		got = append(got, p.Status)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("points %v, want %v", got, want)
	}
	if len(d.Points[3].Outcome.Given) != 1 {
		t.Error("what a proof in one of the programs rests on is lost")
	}
	if !d.Points[4].Compiled {
		t.Error("code that one program has counts as not compiled")
	}
	var lines []string
	for _, l := range d.Files[0].Lines {
		if l.Line != 6 {
			lines = append(lines, l.Status)
		}
	}
	if want := []string{report.Live, report.Dead, report.Undecided, report.Dead, report.Dead, report.Dead}; !slices.Equal(lines, want) {
		t.Errorf("lines %v, want %v", lines, want)
	}
	if d.Runs != 3 || d.Program.Name != "one, two, three" || !slices.Contains(d.Assumptions, "the programs are those of one, two, three") {
		t.Errorf("%d runs, program %q, assumptions %q", d.Runs, d.Program.Name, d.Assumptions)
	}
}
