package deadcode

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/report"
)

// uniteDead makes one report of those on several programs: code is as alive as in the
// program where it is most alive, and dead only if it is dead in each that has it.
func uniteDead(reports []*report.DeadCode) *report.DeadCode {
	if len(reports) == 1 {
		return reports[0]
	}
	d := *reports[0]
	var names, hashes []string
	d.Sources, d.Assumptions, d.Notes, d.Runs, d.Partial = nil, nil, nil, 0, ""
	for _, r := range reports {
		names, hashes = append(names, r.Program.Name), append(hashes, r.Program.Hash)
		d.Sources = decision.Merged(d.Sources, r.Sources)
		d.Assumptions = decision.Merged(d.Assumptions, r.Assumptions)
		d.Notes = decision.Merged(d.Notes, r.Notes)
		d.Runs += r.Runs
		d.Partial = cmp.Or(d.Partial, r.Partial)
	}
	d.Program.Name, d.Program.Hash = strings.Join(names, ", "), strings.Join(hashes, " ")
	d.Assumptions = append(d.Assumptions, "the programs are those of "+d.Program.Name)
	slices.Sort(d.Assumptions)
	d.Points, d.Files = unitePoints(reports), uniteFiles(reports)
	nest(d.Points)
	d.Mapped = map[string]int{"functions": d.Count(report.KindFunction).Total, "regions": d.Count(report.KindRegion).Total,
		"branches": d.Count(report.KindBranch).Total, "lines": d.CountLines().Total}
	return &d
}

// textOf is a stretch of source that points are about.
type textOf struct {
	kind, function, file, macro string
	span                        report.Span
	taken                       bool
}

// unitePoints unites the points that are about the same text. A function of a header
// has copies in several units: which of one program is which of another's is not told, so
// that all of them are as alive as the most alive.
func unitePoints(reports []*report.DeadCode) []report.CodePoint {
	best := map[textOf]*report.CodePoint{}
	copies := map[textOf]int{}
	given := map[textOf][]report.Given{}
	where := map[textOf][]string{}
	var order []textOf
	for _, r := range reports {
		here := map[textOf]int{}
		for i := range r.Points {
			p := &r.Points[i]
			key := textOf{p.Kind, p.Function, p.File, p.Macro, p.Span, p.Taken}
			if here[key]++; here[key] > copies[key] {
				copies[key] = here[key]
			}
			given[key] = decision.Merged(given[key], p.Outcome.Given)
			where[key] = decision.Merged(where[key], []string{r.Program.Name})
			switch b := best[key]; {
			case b == nil:
				order = append(order, key)
				best[key] = p
			case moreAlive(p, b):
				best[key] = p
			}
		}
	}
	var out []report.CodePoint
	for _, key := range order {
		p := *best[key]
		p.Inside = false
		if p.Status == report.Dead {
			p.Outcome.Given = given[key]
			if len(where[key]) > 1 {
				p.Why += " (so in each of " + strings.Join(where[key], ", ") + ")"
			}
		}
		for range copies[key] {
			out = append(out, p)
		}
	}
	slices.SortStableFunc(out, func(a, b report.CodePoint) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return out
}

// moreAlive orders points by status; of two that are alive the confirmed one, of two that
// are dead the compiled one says more.
func moreAlive(a, b *report.CodePoint) bool {
	if a.Status != b.Status {
		return liveliest(a.Status, b.Status) == a.Status
	}
	return a.Outcome.Confirmed && !b.Outcome.Confirmed || a.Compiled && !b.Compiled
}

// uniteFiles unites the verdicts on lines.
func uniteFiles(reports []*report.DeadCode) []report.CodeFile {
	var out []report.CodeFile
	for _, r := range reports {
		for _, f := range r.Files {
			i := slices.IndexFunc(out, func(o report.CodeFile) bool { return o.Name == f.Name })
			if i < 0 {
				f.Lines = slices.Clone(f.Lines)
				out = append(out, f)
				continue
			}
			for _, l := range f.Lines {
				k := slices.IndexFunc(out[i].Lines, func(o report.CodeLine) bool { return o.Line == l.Line })
				if k < 0 {
					out[i].Lines = append(out[i].Lines, l)
					continue
				}
				have := &out[i].Lines[k]
				have.Status = liveliest(have.Status, l.Status)
				have.Runs += l.Runs
			}
			slices.SortFunc(out[i].Lines, func(a, b report.CodeLine) int { return cmp.Compare(a.Line, b.Line) })
		}
	}
	slices.SortFunc(out, func(a, b report.CodeFile) int { return cmp.Compare(a.Name, b.Name) })
	return out
}
