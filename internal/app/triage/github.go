package triage

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-dev/assay/integrations/github"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/sarif"
)

// The endings of the names of side lists.
const (
	DroppedSuffix = ".dropped.json" // unreachable results that were left out
	cutSuffix     = ".cut.json"     // results left out for GitHub's limits
)

// writeGitHub writes one input for code scanning: in several files if it has
// more runs than GitHub takes, and with lists of what is left out beside them,
// so that N results in are N accounted for.
func writeGitHub(a *console.App, path string, doc *sarif.Document, runs []sarif.RunAnnotation) error {
	parts, notices, err := github.Fit(doc, runs)
	if err != nil {
		return fault.InternalError{Err: err}
	}
	for _, n := range notices {
		a.Notice("%s: %s", doc.Name, n)
	}
	if len(parts) > 1 && path == "-" {
		return fault.BadInput("give a path: -o sarif=PATH", "%s is split into %d documents, which do not fit on stdout", doc.Name, len(parts))
	}
	for i, p := range parts {
		name := partName(path, i)
		for _, problem := range github.Problems(p.Text) {
			a.Notice("%s: GitHub: %s", name, problem)
		}
		if err := a.WriteText(name, p.Text); err != nil {
			return err
		}
		if err := writeLeftOut(a, name, DroppedSuffix, "unreachable results", p.Dropped); err != nil {
			return err
		}
		if err := writeLeftOut(a, name, cutSuffix, "results that are too many for GitHub", p.Cut); err != nil {
			return err
		}
	}
	return nil
}

// partName is the file of the i-th part: out.sarif, out.2.sarif …
func partName(path string, i int) string {
	if i == 0 {
		return path
	}
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s.%d%s", strings.TrimSuffix(path, ext), i+1, ext)
}

// writeLeftOut lists what is left out of a document, in a file beside it.
// Without any, a list of an earlier run goes.
func writeLeftOut(a *console.App, path, suffix, what string, list []sarif.Dropped) error {
	switch {
	case path == "-" && len(list) > 0:
		a.Notice("%d %s are left out; with -o sarif=PATH they are listed in PATH%s", len(list), what, suffix)
		return nil
	case path == "-":
		return nil
	case len(list) == 0:
		if err := os.Remove(path + suffix); err != nil && !os.IsNotExist(err) {
			return fault.BadInput("remove it", "%s is left of an earlier run: %v", path+suffix, console.Cause(err))
		}
		return nil
	}
	a.Notice("%d %s are left out, and listed in %s", len(list), what, path+suffix)
	return sarif.WriteDropped(path+suffix, list)
}

// lineHash is the fingerprint by which GitHub knows alarm i again, "" where the
// line it stands on is not known.
func (j *job) lineHash(doc *sarif.Document, i int) string {
	al := &j.triage.Alarms[i]
	locations := doc.Runs[al.Run].Results[al.Index].Locations
	if len(locations) == 0 || locations[0].Path != al.File || locations[0].Region.Line < 1 || j.files[i] == "" {
		return ""
	}
	if j.lineHashes == nil {
		j.lineHashes = map[string][]string{}
	}
	file := j.files[i]
	if _, ok := j.lineHashes[file]; !ok {
		text, err := os.ReadFile(file)
		if err != nil {
			j.lineHashes[file] = nil // it could be read when it was compiled; GitHub computes its own
		} else {
			j.lineHashes[file] = github.LineHashes(string(text))
		}
	}
	hashes := j.lineHashes[file]
	if line := locations[0].Region.Line; line <= len(hashes) {
		return hashes[line-1]
	}
	return ""
}
