package deadcode

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/report"
	"github.com/assay-dev/assay/targets/coverage"
)

// lines gives each line that llvm-cov counts the verdict of the most alive
// region on it, and asks llvm-cov how often the native runs executed it. all
// are the verdicts on the points of the universe.
func (j *job) lines(ctx context.Context, d *report.DeadCode, all []report.CodePoint) error {
	e, err := j.tools.Export(ctx, j.temp, j.objects, j.user.Functions, j.runs.profile())
	if err != nil {
		return fault.InternalError{Err: err}
	}
	for i := range j.universe.points {
		p := &j.universe.points[i]
		if p.spot.Uncompiled && p.region.Kind == coverage.Code && e.Executed(p.function.Name, p.region) {
			return fault.InternalError{Err: fmt.Errorf("%s: said not to be compiled, and llvm-cov saw it executed", all[i].Place())}
		}
	}
	d.Mapped = map[string]int{"functions": e.Totals.Functions.Count, "regions": e.Totals.Regions.Count,
		"branches": e.Totals.Branches.Count, "lines": e.Totals.Lines.Count}
	runs := map[string]map[int]uint64{}
	for i := range e.Files {
		runs[e.Files[i].Name] = lineRuns(e.Files[i].Segments)
	}
	for file, verdicts := range maps.All(j.universe.lineVerdicts(all)) {
		f := report.CodeFile{Name: decision.Relative(j.dir, file), Text: j.universe.lines(file)}
		for _, n := range slices.Sorted(maps.Keys(verdicts)) {
			f.Lines = append(f.Lines, report.CodeLine{Line: n, Status: verdicts[n], Runs: runs[file][n]})
		}
		d.Files = append(d.Files, f)
	}
	slices.SortFunc(d.Files, func(a, b report.CodeFile) int { return cmp.Compare(a.Name, b.Name) })
	return nil
}

// verdictAt is the verdict on a region of a function's own text.
type verdictAt struct {
	region *coverage.Region
	status string
}

// lineVerdicts are the verdicts on the lines of every file, function by
// function, as llvm-cov counts them; a line that two share is as alive as the
// most alive.
func (u *universe) lineVerdicts(all []report.CodePoint) map[string]map[int]string {
	out := map[string]map[int]string{}
	for i := 0; i < len(u.points); {
		f := u.points[i].function
		var regions []verdictAt
		for ; i < len(u.points) && u.points[i].function == f; i++ {
			if p := &u.points[i]; p.region.File == 0 && p.region.Kind != coverage.Branch {
				regions = append(regions, verdictAt{p.region, all[i].Status})
			}
		}
		for k := range f.Regions {
			if r := &f.Regions[k]; r.Kind == coverage.Skipped && r.File == 0 {
				regions = append(regions, verdictAt{r, ""})
			}
		}
		file := out[f.Files[0]]
		if file == nil {
			file = map[int]string{}
			out[f.Files[0]] = file
		}
		for n := regions[0].region.From.Line; n <= regions[0].region.To.Line; n++ {
			if status, counts := lineVerdict(n, regions); counts {
				file[n] = liveliest(file[n], status)
			}
		}
	}
	return out
}

// lineVerdict follows llvm-cov's rule for the count of a line
// (LineCoverageStats): the region that reaches into the line, and those that
// begin on it; the largest counts. A line that begins inside or with text that
// the preprocessor leaves out does not count unless a region begins on it.
func lineVerdict(n int, regions []verdictAt) (status string, counts bool) {
	start := coverage.Pos{Line: n, Col: 1}
	var reaching, first *verdictAt
	for i := range regions {
		v := &regions[i]
		r := v.region
		if r.From.Before(start) && !r.To.Before(start) && (reaching == nil || innerOf(r, reaching.region)) {
			reaching = v
		}
		if r.From.Line != n {
			continue
		}
		if first == nil || r.From.Before(first.region.From) {
			first = v
		}
		if r.Kind == coverage.Code || r.Kind == coverage.Expansion {
			status, counts = liveliest(status, v.status), true
		}
	}
	if first != nil && first.region.Kind == coverage.Skipped {
		return "", false
	}
	if reaching != nil && reaching.region.Kind != coverage.Skipped {
		return liveliest(status, reaching.status), true
	}
	return status, counts
}

// innerOf reports whether r begins behind o, or with it and ends before it.
func innerOf(r, o *coverage.Region) bool {
	return o.From.Before(r.From) || o.From == r.From && r.To.Before(o.To)
}

// liveness orders statuses: a line is as alive as the most alive part of it.
var liveness = []string{"", report.Dead, report.Bounded, report.Undecided, report.Live}

func liveliest(a, b string) string {
	if slices.Index(liveness, a) < slices.Index(liveness, b) {
		return b
	}
	return a
}

// lineRuns is how often each line of a file was executed: the largest count of
// the segment that reaches into it and of those that begin on it.
func lineRuns(segments []coverage.Segment) map[int]uint64 {
	runs := map[int]uint64{}
	for i, s := range segments {
		if !s.HasCount {
			continue
		}
		if s.Entry && !s.Gap {
			runs[s.Line] = max(runs[s.Line], s.Count)
		}
		last := s.Line
		if i+1 < len(segments) {
			last = segments[i+1].Line
		}
		if i+1 < len(segments) && segments[i+1].Line == s.Line {
			continue // another reaches into the next line
		}
		for n := s.Line + 1; n <= last; n++ {
			runs[n] = max(runs[n], s.Count)
		}
	}
	return runs
}
