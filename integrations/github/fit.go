package github

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"slices"

	"github.com/assay-dev/assay/sarif"
)

// The limits of one upload to code scanning, from GitHub's documentation of
// SARIF support. Beyond ShownSteps and ShownResults it stores and shows no
// more, beyond the others it refuses the upload.
const (
	MaxRuns      = 20
	MaxResults   = 25_000 // of a run
	MaxRules     = 25_000 // of a run
	MaxSteps     = 10_000 // thread flow locations of a result
	MaxLocations = 1_000  // of a result
	MaxTags      = 20     // of a rule
	MaxExtension = 100    // tool extensions of a run
	MaxBytes     = 10 << 20

	ShownResults = 5_000
	ShownSteps   = 1_000
)

// Part is a document that GitHub takes.
type Part struct {
	*sarif.Output
	// Runs are the runs of the input that it holds.
	Runs []int
}

// Fit annotates a document for GitHub in as many parts as its number of runs
// asks for, and leaves the least important results of each out where there are
// too many or the compressed document is too large. The notices say what was
// done.
func Fit(d *sarif.Document, runs []sarif.RunAnnotation) (parts []Part, notices []string, err error) {
	f := &fitter{doc: d, maxResults: MaxResults, maxBytes: MaxBytes}
	return f.fit(runs)
}

// fitter holds the limits, which tests make smaller.
type fitter struct {
	doc        *sarif.Document
	maxResults int
	maxBytes   int64
	notices    []string
}

func (f *fitter) fit(runs []sarif.RunAnnotation) ([]Part, []string, error) {
	f.trimFlows(runs)
	var parts []Part
	for first := 0; first < len(runs) || first == 0; first += MaxRuns {
		last := min(first+MaxRuns, len(runs))
		p, err := f.part(runs, first, last)
		if err != nil {
			return nil, nil, err
		}
		parts = append(parts, p)
	}
	if len(parts) > 1 {
		f.notices = append(f.notices, fmt.Sprintf("%d runs are written to %d files: GitHub takes %d in one upload", len(runs), len(parts), MaxRuns))
	}
	return parts, f.notices, nil
}

// trimFlows shortens assay's own paths to what GitHub shows: the first steps,
// and the last, which lead to the failure.
func (f *fitter) trimFlows(runs []sarif.RunAnnotation) {
	trimmed := 0
	for _, r := range runs {
		for _, an := range r.Results {
			if an == nil {
				continue
			}
			for i := range an.Flows {
				if s := an.Flows[i].Steps; len(s) > ShownSteps {
					an.Flows[i].Steps = shortened(s)
					trimmed++
				}
			}
		}
	}
	if trimmed > 0 {
		f.notices = append(f.notices, fmt.Sprintf("%d paths are shortened to %d steps, as many as GitHub shows; the witnesses have all", trimmed, ShownSteps))
	}
}

// shortened keeps a tenth of the steps that are shown for the beginning.
func shortened(steps []sarif.Step) []sarif.Step {
	const head = ShownSteps / 10
	tail := ShownSteps - head - 1
	gap := steps[head]
	gap.Text = fmt.Sprintf("%d steps are left out here", len(steps)-head-tail)
	gap.State = nil
	return slices.Concat(steps[:head], []sarif.Step{gap}, steps[len(steps)-tail:])
}

// part annotates the runs from first to last, without the results that are too
// many.
func (f *fitter) part(runs []sarif.RunAnnotation, first, last int) (Part, error) {
	mine := slices.Clone(runs)
	p := Part{}
	for i := range mine {
		mine[i].Omit = i < first || i >= last
		if !mine[i].Omit {
			p.Runs = append(p.Runs, i)
		}
		mine[i].Cut = map[int]bool{}
	}
	order := f.expendable(mine)
	for i := range mine {
		if !mine[i].Omit {
			f.cutTo(&mine[i], i, order, f.maxResults)
		}
	}
	for {
		out, err := f.doc.Annotate(sarif.ProfileGitHub, mine)
		if err != nil {
			return p, err
		}
		p.Output = out
		size := compressed(out.Text)
		left := remaining(mine, order)
		if size <= f.maxBytes || left == 0 {
			break
		}
		// Results of about equal size: cut in proportion, and a little more.
		keep := min(left-1, int(int64(left)*f.maxBytes*95/100/size))
		f.cutAll(mine, order, left-keep)
	}
	if n := len(p.Cut); n > 0 {
		f.notices = append(f.notices, fmt.Sprintf("%d results are left out, least important first: GitHub takes %d of a run, and %d MB compressed",
			n, MaxResults, MaxBytes>>20))
	}
	return p, nil
}

// ref is a result of a run.
type ref struct{ run, index, rank int }

// expendable lists the results in the order in which they may be left out:
// least important first, of equal ones the last first. Dropped ones are not
// among them.
func (f *fitter) expendable(runs []sarif.RunAnnotation) []ref {
	var out []ref
	for r := range runs {
		if runs[r].Omit {
			continue
		}
		for i := range f.doc.Runs[r].Results {
			var an *sarif.Annotation
			if i < len(runs[r].Results) {
				an = runs[r].Results[i]
			}
			if an == nil || !an.Suppress {
				out = append(out, ref{r, i, rank(an)})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b ref) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.run, a.run), cmp.Compare(b.index, a.index))
	})
	return out
}

// rank orders verdicts by importance, 0 being the most important.
func rank(an *sarif.Annotation) int {
	switch {
	case an == nil:
		return 5
	case an.Triage.Status == sarif.Reachable && an.Triage.Confirmed:
		return 0
	case an.Triage.Status == sarif.Reachable:
		return 1
	case an.Triage.Status == sarif.Undecided:
		return 2
	case an.Triage.Status == sarif.Bounded:
		return 3
	}
	return 4
}

// cutTo leaves out results of one run until at most n are left.
func (f *fitter) cutTo(a *sarif.RunAnnotation, run int, order []ref, n int) {
	left := 0
	for _, r := range order {
		if r.run == run {
			left++
		}
	}
	for _, r := range order {
		if left <= n {
			return
		}
		if r.run == run {
			a.Cut[r.index] = true
			left--
		}
	}
}

// cutAll leaves out n more results of all runs.
func (f *fitter) cutAll(runs []sarif.RunAnnotation, order []ref, n int) {
	for _, r := range order {
		if n == 0 {
			return
		}
		if cut := runs[r.run].Cut; !cut[r.index] {
			cut[r.index] = true
			n--
		}
	}
}

func remaining(runs []sarif.RunAnnotation, order []ref) int {
	n := 0
	for _, r := range order {
		if !runs[r.run].Cut[r.index] {
			n++
		}
	}
	return n
}

// compressed is the size of a text as gzip makes it, which is how it is
// uploaded.
func compressed(text string) int64 {
	var n counter
	z := gzip.NewWriter(&n)
	if _, err := io.WriteString(z, text); err != nil {
		panic("github: a counter fails: " + err.Error())
	}
	if err := z.Close(); err != nil {
		panic("github: a counter fails: " + err.Error())
	}
	return int64(n)
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
