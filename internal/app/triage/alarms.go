package triage

import (
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/sarif"
	"github.com/assay-dev/assay/sarif/importers"
)

// readInputs reads every file of alarms: SARIF, or what an importer knows.
func readInputs(paths []string) ([]*sarif.Document, error) {
	var docs []*sarif.Document
	for _, path := range paths {
		doc, err := importers.Import(path)
		if err != nil {
			return nil, err
		}
		docs = append(docs, doc)
	}
	return docs, nil
}

// checkOutputs finds out before the work begins whether the documents can be
// written, and where those go that are written once per input.
func checkOutputs(s *option.Settings, inputs []string) error {
	seen := map[string]bool{}
	stdout := 0
	for _, o := range s.Outputs {
		if o.Path == "-" {
			stdout++
			if stdout > 1 {
				return fault.BadInput("give all but one a path", "two outputs go to stdout")
			}
			if o.PerInput() && len(inputs) > 1 {
				return fault.BadInput("give a directory: -o sarif=DIR", "%d annotated documents do not fit on stdout", len(inputs))
			}
			continue
		}
		for _, in := range inputs {
			path, err := o.PathFor(in, len(inputs))
			if err != nil {
				return err
			}
			if seen[path] && o.PerInput() {
				return fault.BadInput("triage them one at a time", "two outputs have the same path %s", path)
			}
			if err := console.CheckWritable(path); err != nil {
				return err
			}
			if !o.PerInput() {
				break
			}
			seen[path] = true
		}
	}
	return nil
}
