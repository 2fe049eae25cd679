package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// programs are the programs of the corpus, by the name of their source without
// its extension. Those that read argv are run from main, like any other.
var programs = []string{"checksum", "date", "expr", "list", "ring", "tlv"}

// Where the corpus stands, relative to the root of the module. The outputs of
// the analyzers and the sources are test data of other packages, too.
const (
	labelsPath = "testdata/sarif/corpus/alarms_labelled.tsv"
	alarmsPath = "testdata/sarif/corpus/alarms"
	sourcePath = "testdata/build/corpus"
)

// An analyzer is a tool, at one setting, whose outputs are in the corpus.
type analyzer struct {
	name  string // on the command line
	label string // its name in the labels
	file  string // its output for a program, %s, below alarmsPath
	// extra is true for settings that only run when they are asked for.
	extra bool
}

var analyzers = []analyzer{
	{name: "framac-p0", label: "frama-c-25 eva (default)", file: "framac/p0.%s.sarif"},
	{name: "framac-p2", label: "frama-c-25 eva -eva-precision 2", file: "framac/p2.%s.sarif", extra: true},
	{name: "framac-p5", label: "frama-c-25 eva -eva-precision 5", file: "framac/p5.%s.sarif", extra: true},
	{name: "clang14", label: "clang-14 default", file: "clang14/%s.sarif"},
	{name: "clang19", label: "clang-19 default", file: "clang19/%s.sarif"},
	{name: "clang19-alpha", label: "clang-19 +security,alpha.core/unix,ArrayBoundV2", file: "clang19/%s.alpha.sarif"},
	{name: "cppcheck", label: "cppcheck 2.10", file: "cppcheck/%s.xml"},
	{name: "cppcheck217", label: "cppcheck 2.17", file: "cppcheck217/%s.sarif"},
	{name: "gcc", label: "gcc-12 -O2 -Wall -fanalyzer", file: "gcc/%s.json"},
	{name: "gcc14", label: "gcc-14 -O2 -Wall -fanalyzer", file: "gcc14/%s.sarif"},
	{name: "flawfinder", label: "flawfinder 2.0.19", file: "flawfinder/%s.sarif"},
}

// output is the path of what the analyzer wrote about a program.
func (a analyzer) output(program string) string {
	return path.Join(alarmsPath, fmt.Sprintf(a.file, program))
}

// pickAnalyzers resolves a comma-separated list of names: "" stands for those
// of the project's goals, "all" for every one.
func pickAnalyzers(list string) ([]analyzer, error) {
	var out []analyzer
	for _, a := range analyzers {
		if list == "all" || list == "" && !a.extra {
			out = append(out, a)
		}
	}
	if out != nil {
		return out, nil
	}
	for _, name := range strings.Split(list, ",") {
		i := slices.IndexFunc(analyzers, func(a analyzer) bool { return a.name == name })
		if i < 0 {
			return nil, fmt.Errorf("-tool: there is no %q; there are %s, all", name, names())
		}
		out = append(out, analyzers[i])
	}
	return out, nil
}

func names() string {
	var out []string
	for _, a := range analyzers {
		out = append(out, a.name)
	}
	return strings.Join(out, ", ")
}

// pickPrograms resolves a comma-separated list of programs; "" is all.
func pickPrograms(list string) ([]string, error) {
	if list == "" {
		return programs, nil
	}
	out := strings.Split(list, ",")
	for _, p := range out {
		if !slices.Contains(programs, p) {
			return nil, fmt.Errorf("-program: there is no %q; there are %s", p, strings.Join(programs, ", "))
		}
	}
	return out, nil
}
