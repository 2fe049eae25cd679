package tidy

import (
	"bytes"
	"path"
	"strings"
	"testing"
)

// maxPackageLines bounds the product lines of a package: what is larger is several things.
const maxPackageLines = 9000

// large are the packages that have more, with a bound of their own, and why.
var large = map[string]struct {
	lines int
	why   string
}{
	"engine/prover/system": {10600, "memory, calls and control of the transition system share one state"},
}

func TestPackageSizes(t *testing.T) {
	lines := map[string]int{}
	for _, f := range goFiles(t) {
		if !strings.HasSuffix(f.name, "_test.go") {
			lines[path.Dir(f.name)] += bytes.Count(f.text, []byte("\n"))
		}
	}
	for folder, n := range lines {
		most := maxPackageLines
		if l, ok := large[folder]; ok {
			most = l.lines
			if n <= maxPackageLines {
				t.Errorf("%s has %d lines and needs no bound of its own", folder, n)
			}
		}
		if n > most {
			t.Errorf("%s has %d lines, at most %d are allowed: split it (docs/adr/0026 tells how), or remove what nothing uses", folder, n, most)
		}
	}
}
