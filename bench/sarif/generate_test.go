package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/sarif"
)

// TestGenerate: the log is one that the reader takes, of results of about 2 kB
// with paths, and each of the four verdicts can be written into it.
func TestGenerate(t *testing.T) {
	const n = 40
	in, out := filepath.Join(t.TempDir(), "in.sarif"), filepath.Join(t.TempDir(), "out.sarif")
	size, err := generate(in, n)
	if err != nil {
		t.Fatal(err)
	}
	if size < n*1800 || size > n*2500 {
		t.Errorf("%d bytes for %d results", size, n)
	}
	doc, err := sarif.Read(in)
	if err != nil {
		t.Fatal(err)
	}
	if doc.Count() != n || len(doc.Flows(0, 3)) != 1 || len(doc.Flows(0, 3)[0].Steps) != stepsPerResult {
		t.Errorf("%d results, flows %+v", doc.Count(), doc.Flows(0, 3))
	}
	if err := measured(in, out, "annotate"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range []string{"reachable", "unreachable", "bounded", "undecided"} {
		if got := strings.Count(string(text), `"status":"`+status+`"`) + strings.Count(string(text), `"status": "`+status+`"`); got != n/4 {
			t.Errorf("%d results are %s instead of %d", got, status, n/4)
		}
	}
}
