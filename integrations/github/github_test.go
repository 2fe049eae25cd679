package github

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-dev/assay/sarif"
)

// The values are those that GitHub's own action gives for these texts.
func TestLineHashesKnown(t *testing.T) {
	for text, want := range map[string][]string{
		"":                     {"c129715d7a2bc9a3:1"},
		" a\nb\n  \t\tc\n d":   {"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"},
		" a\r\nb\r  \t\tc\n d": {"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"},
	} {
		if got := LineHashes(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// rolling is the hash by its definition as a rolling one over the whole text.
func rolling(units []uint16) uint64 {
	var h, first uint64 = 0, 1
	for range window {
		first *= multiplier
	}
	for i := range units {
		h = h*multiplier + uint64(units[i])
		if i >= window {
			h -= first * uint64(units[i-window])
		}
	}
	return h
}

func TestLineHashesOfAnything(t *testing.T) {
	text := "int main(void)\n{\n\tputs(\"grüße 𝄞\"); // 𝄞 takes two units\n}\n" + strings.Repeat("x = x + 1;\n", 30)
	hashes := LineHashes(text)
	units, starts := significant(text)
	if want := strings.Count(text, "\n") + 1; len(hashes) != want || len(starts) != want {
		t.Fatalf("%d hashes, %d starts, want %d", len(hashes), len(starts), want)
	}
	if !slices.Contains(units, 0xd834) || !slices.Contains(units, 0xdd1e) {
		t.Error("no surrogates")
	}
	padded := append(slices.Clone(units), make([]uint16, window)...)
	for i, start := range starts {
		want := fmt.Sprintf("%x:", rolling(padded[:start+window]))
		if !strings.HasPrefix(hashes[i], want) {
			t.Errorf("line %d: %s, want %s", i+1, hashes[i], want)
		}
	}
	// Lines with equal surroundings are numbered.
	if a, b := hashes[4], hashes[5]; !strings.HasSuffix(a, ":1") || strings.TrimSuffix(a, ":1")+":2" != b {
		t.Errorf("%s, %s", a, b)
	}
}

// What is no UTF-8 is replaced as the standard for the web says: by one
// character for the longest beginning of one.
func TestUTF16UnitsOfOtherEncodings(t *testing.T) {
	const bad = 0xfffd
	for text, want := range map[string][]uint16{
		"a\xe9\xa8x": {'a', bad, 'x'}, "\xe9t": {bad, 't'}, "\xff\xff": {bad, bad}, "\xf0\x9f\x98": {bad}, "\xe0\x80": {bad, bad},
		"\xed\xa0\x80": {bad, bad, bad}, "\xc3": {bad}, "\xf4\x90\x80\x80": {bad, bad, bad, bad}, "\xe9\xa8": {bad}, "\ufeffé𝄞": {0xfeff, 0xe9, 0xd834, 0xdd1e},
		"\ufffd": {bad},
	} {
		if got := utf16Units(text); !slices.Equal(got, want) {
			t.Errorf("%q: %x, want %x", text, got, want)
		}
	}
}

// log makes a document with runs of so many results; a message of random-looking
// text makes them incompressible.
func log(t *testing.T, sizes ...int) *sarif.Document {
	t.Helper()
	var runs []string
	x := uint32(1)
	for i, n := range sizes {
		var results []string
		for k := range n {
			text := ""
			for range 30 {
				x = x*1664525 + 1013904223
				text += fmt.Sprintf("%x", x)
			}
			results = append(results, fmt.Sprintf(`{"ruleId":"r%d","message":{"text":"%s"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.c"},"region":{"startLine":%d}}}]}`, k%3, text, k+1))
		}
		runs = append(runs, fmt.Sprintf(`{"tool":{"driver":{"name":"t%d"}},"results":[%s]}`, i, strings.Join(results, ",")))
	}
	d, err := sarif.Parse("t.sarif", []byte(`{"version":"2.1.0","runs":[`+strings.Join(runs, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// verdicts gives the results of each run the statuses in turns.
func verdicts(d *sarif.Document, statuses ...sarif.Status) []sarif.RunAnnotation {
	runs := make([]sarif.RunAnnotation, len(d.Runs))
	for r := range d.Runs {
		for i := range d.Runs[r].Results {
			an := &sarif.Annotation{Triage: sarif.Triage{Status: statuses[i%len(statuses)]}}
			if an.Triage.Status == "" {
				an = nil
			}
			runs[r].Results = append(runs[r].Results, an)
		}
	}
	return runs
}

func left(t *testing.T, text string) map[sarif.Status]int {
	t.Helper()
	d, err := sarif.Parse("out.sarif", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	out := map[sarif.Status]int{}
	for r := range d.Runs {
		for i := range d.Runs[r].Results {
			if tr := d.Runs[r].Results[i].Triage; tr != nil {
				out[tr.Status]++
			} else {
				out[""]++
			}
		}
	}
	return out
}

// Too many results: the least important are left out, and every one is listed.
func TestFitCutsWorstLast(t *testing.T) {
	d := log(t, 100)
	f := &fitter{doc: d, maxResults: 45, maxBytes: MaxBytes}
	parts, notices, err := f.fit(verdicts(d, sarif.Reachable, sarif.Undecided, sarif.Bounded, ""))
	if err != nil || len(parts) != 1 {
		t.Fatal(err, len(parts))
	}
	got := left(t, parts[0].Text)
	if got[sarif.Reachable] != 25 || got[sarif.Undecided] != 20 || len(got) != 2 || len(parts[0].Cut) != 55 {
		t.Errorf("left %v, %d cut", got, len(parts[0].Cut))
	}
	if len(notices) != 1 || !strings.Contains(notices[0], "55 results are left out, least important first") {
		t.Errorf("%q", notices)
	}
}

// Too large: the same until it fits.
func TestFitBytes(t *testing.T) {
	d := log(t, 60, 60)
	f := &fitter{doc: d, maxResults: MaxResults, maxBytes: 9_000}
	parts, _, err := f.fit(verdicts(d, sarif.Reachable, sarif.Bounded, sarif.Bounded))
	if err != nil || len(parts) != 1 {
		t.Fatal(err, len(parts))
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	fmt.Fprint(z, parts[0].Text)
	z.Close()
	got := left(t, parts[0].Text)
	n := got[sarif.Reachable] + got[sarif.Bounded]
	if b.Len() > 9_000 || got[sarif.Reachable] != 40 || n+len(parts[0].Cut) != 120 || n < 45 {
		t.Errorf("%d bytes, left %v, cut %d", b.Len(), got, len(parts[0].Cut))
	}
}

// Too many runs: several documents, every result in one of them.
func TestFitSplitsRuns(t *testing.T) {
	sizes := make([]int, 45)
	for i := range sizes {
		sizes[i] = 1
	}
	d := log(t, sizes...)
	parts, notices, err := Fit(d, verdicts(d, sarif.Reachable))
	if err != nil || len(parts) != 3 || len(notices) != 1 || !strings.Contains(notices[0], "45 runs are written to 3 files") {
		t.Fatal(err, len(parts), notices)
	}
	n := 0
	for _, p := range parts {
		n += left(t, p.Text)[sarif.Reachable]
		if ps := Problems(p.Text); len(ps) > 0 {
			t.Error(ps)
		}
	}
	if n != 45 || len(parts[2].Runs) != 5 {
		t.Errorf("%d results, %v", n, parts[2].Runs)
	}
}

func TestFitShortensPaths(t *testing.T) {
	d := log(t, 1)
	runs := verdicts(d, sarif.Reachable)
	var steps []sarif.Step
	for i := range 5000 {
		steps = append(steps, sarif.Step{Artifact: sarif.ArtifactRef{URI: "a.c"}, Region: sarif.Region{Line: i + 1}, Text: fmt.Sprint("step ", i)})
	}
	runs[0].Results[0].Flows = []sarif.Flow{{Steps: steps}}
	parts, notices, err := Fit(d, runs)
	if err != nil || len(notices) != 1 {
		t.Fatal(err, notices)
	}
	text := parts[0].Text
	for _, want := range []string{`"step 0"`, `"step 99"`, `"4001 steps are left out here"`, `"step 4101"`, `"step 4999"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if n := strings.Count(text, "executionOrder"); n != ShownSteps {
		t.Errorf("%d steps", n)
	}
}

func TestProblems(t *testing.T) {
	result := `{"message":{"text":"m"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.c"}}}]}`
	run := func(results string) string { return `{"tool":{"driver":{"name":"t"}},"results":[` + results + `]}` }
	doc := func(runs ...string) string {
		return `{"version":"2.1.0","runs":[` + strings.Join(runs, ",") + `]}`
	}
	locations := strings.Repeat(`{"physicalLocation":{"artifactLocation":{"uri":"a.c"}}},`, MaxLocations+1)
	for text, want := range map[string]string{
		"hello":                       "is no SARIF",
		`{"version":"2.0.0"}`:         "SARIF 2.0.0",
		doc(run(result)):              "",
		doc(run(result), run(result)): "the tool and category of another run",
		doc(run(`{"message":{"id":"x"},"locations":[{"physicalLocation":{"artifactLocation":{"index":0}}}]}`)): "no message.text",
		doc(run(`{"message":{"text":"m"}}`)): "has no file",
		doc(run(`{"message":{"text":"m"},"locations":[` + strings.TrimSuffix(locations, ",") + `]}`)):                                                        "1001 locations, GitHub takes 1000",
		doc(run(strings.Replace(result, `"message"`, `"partialFingerprints":{"primaryLocationLineHash":7},"message"`, 1))):                                   "that is no text",
		doc(run(strings.Repeat(result+",", MaxResults) + result)):                                                                                            "25001 results",
		doc(run(strings.Replace(result, `"message"`, `"codeFlows":[{"threadFlows":[{"locations":[`+strings.Repeat("{},", MaxSteps)+`{}]}]}],"message"`, 1))): "10001 thread flow locations",
		doc(`{"tool":{"driver":{"name":"t","rules":[{"id":"r","properties":{"tags":[` + strings.Repeat(`"x",`, MaxTags) + `"x"]}}]}},"results":[]}`):         "21 tags of rule r",
	} {
		got := strings.Join(Problems(text), "; ")
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%.200s: %q, want %q", text, got, want)
		}
	}
}
