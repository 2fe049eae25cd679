package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
func checkOutputs(s *settings, inputs []string) error {
	seen := map[string]bool{}
	stdout := 0
	for _, o := range s.outputs {
		if o.path == "-" {
			stdout++
			if stdout > 1 {
				return badInput("give all but one a path", "two outputs go to stdout")
			}
			if o.perInput() && len(inputs) > 1 {
				return badInput("give a directory: -o sarif=DIR", "%d annotated documents do not fit on stdout", len(inputs))
			}
			continue
		}
		for _, in := range inputs {
			path, err := o.pathFor(in, len(inputs))
			if err != nil {
				return err
			}
			if seen[path] && o.perInput() {
				return badInput("triage them one at a time", "two outputs have the same path %s", path)
			}
			if err := checkWritable(path); err != nil {
				return err
			}
			if !o.perInput() {
				break
			}
			seen[path] = true
		}
	}
	return nil
}

// perInput: the format is written once for each input.
func (o output) perInput() bool { return o.format == "sarif" }

// pathFor is where the document of an input goes. A directory takes the
// inputs' own names.
func (o output) pathFor(input string, inputs int) (string, error) {
	info, err := os.Stat(o.path)
	isDir := err == nil && info.IsDir()
	if !o.perInput() || !isDir && inputs == 1 && !strings.HasSuffix(o.path, "/") {
		if isDir {
			return "", badInput("name a file in it", "-o %s=%s: is a directory", o.format, o.path)
		}
		return o.path, nil
	}
	if !isDir {
		return "", badInput("make it: mkdir -p "+o.path, "-o sarif=%s: %s", o.path, map[bool]string{
			true:  "no such directory",
			false: "several inputs need a directory to be written to, and this is a file",
		}[errors.Is(err, fs.ErrNotExist)])
	}
	name := filepath.Base(input)
	if ext := filepath.Ext(name); ext != ".sarif" && ext != ".json" {
		name += ".sarif"
	}
	return filepath.Join(o.path, name), nil
}

// checkWritable tries to make a file beside path and leaves nothing behind.
func checkWritable(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // a device or pipe, such as /dev/null
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".assay-*")
	if err != nil {
		return badInput("give a path in a directory that exists and can be written",
			"cannot write %s: %v", path, cause(err))
	}
	f.Close()
	return os.Remove(f.Name())
}

// cause is a file error without the path.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
