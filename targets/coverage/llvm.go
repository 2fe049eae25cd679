package coverage

import (
	"bytes"
	"context"
	_ "embed" // the C source of the recorder
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Recorder is the C source of __assay_point; compiled with
// -DASSAY_SLOTS=N it is linked to a program that Instrument made.
//
//go:embed recorder/points.c
var Recorder []byte

// Tools are the programs of LLVM 14 that coverage needs, as absolute paths.
type Tools struct{ Clang, Opt, Cov, Profdata string }

// A ToolError is a program of LLVM that is missing or failed.
type ToolError struct{ Problem, Remedy string }

func (e *ToolError) Error() string {
	if e.Remedy == "" {
		return e.Problem
	}
	return e.Problem + "; " + e.Remedy
}

// FindTools looks for opt, llvm-cov and llvm-profdata beside clang, in the
// installation that clang belongs to, and in PATH.
func FindTools(clang string) (*Tools, error) {
	t := &Tools{Clang: clang}
	dirs := []string{filepath.Dir(clang)}
	if real, err := filepath.EvalSymlinks(clang); err == nil {
		dirs = append(dirs, filepath.Dir(real))
	}
	for _, tool := range []struct {
		name string
		path *string
	}{{"opt", &t.Opt}, {"llvm-cov", &t.Cov}, {"llvm-profdata", &t.Profdata}} {
		var candidates []string
		for _, d := range dirs {
			candidates = append(candidates, filepath.Join(d, tool.name+"-14"))
		}
		candidates = append(candidates, tool.name+"-14")
		for _, d := range dirs[1:] {
			candidates = append(candidates, filepath.Join(d, tool.name))
		}
		for _, c := range candidates {
			if path, err := exec.LookPath(c); err == nil {
				*tool.path = path
				break
			}
		}
		if *tool.path == "" {
			return nil, &ToolError{tool.name + "-14 is not installed", "run: sudo apt-get install -y llvm-14"}
		}
	}
	return t, nil
}

// run runs a tool; its own message is part of the error.
func run(ctx context.Context, tool string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &ToolError{fmt.Sprintf("%s failed: %s", filepath.Base(tool), strings.TrimSpace(errs.String())), ""}
	}
	return out.Bytes(), nil
}

// Split returns the text of the IR at path with a block of its own on every
// edge from a block with several successors to one with several predecessors,
// so that each outcome of a branch is a place.
func (t *Tools) Split(ctx context.Context, path string) (string, error) {
	out, err := run(ctx, t.Opt, "-passes=break-crit-edges", "-S", "-o", "-", path)
	return string(out), err
}

// Count is what llvm-cov says of a kind of thing in a file or program.
type Count struct {
	Count   int `json:"count"`
	Covered int `json:"covered"`
}

// Totals are llvm-cov's counts.
type Totals struct {
	Functions Count `json:"functions"`
	Lines     Count `json:"lines"`
	Regions   Count `json:"regions"`
	Branches  Count `json:"branches"`
}

// Segment begins a stretch of a file that has one count (llvm-cov's
// CoverageSegment).
type Segment struct {
	Pos
	Count    uint64
	HasCount bool // not left out by the preprocessor
	Entry    bool // a region begins here
	Gap      bool
}

// File is what llvm-cov exports of a file.
type File struct {
	Name     string    `json:"filename"`
	Segments []Segment `json:"segments"`
	Totals   Totals    `json:"summary"`
}

// Export is what llvm-cov exports of a program.
type Export struct {
	Files     []File    `json:"files"`
	Functions []Counted `json:"functions"`
	Totals    Totals    `json:"totals"`
}

// Counted is what llvm-cov exports of a function.
type Counted struct {
	Name    string          `json:"name"`
	Regions []CountedRegion `json:"regions"`
}

// CountedRegion is a region of an export.
type CountedRegion struct {
	From, To Pos
	Count    uint64
	File     int // index in Function.Files
}

// UnmarshalJSON reads [line, column, end line, end column, count, file, …].
func (r *CountedRegion) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&r.From.Line, &r.From.Col, &r.To.Line, &r.To.Col, &r.Count, &r.File})
}

// Executed reports whether llvm-cov saw a region of a function executed.
func (e *Export) Executed(function string, r *Region) bool {
	for i := range e.Functions {
		if e.Functions[i].Name != function {
			continue
		}
		for _, c := range e.Functions[i].Regions {
			if c.From == r.From && c.To == r.To && c.File == r.File && c.Count > 0 {
				return true
			}
		}
	}
	return false
}

// UnmarshalJSON reads [line, column, count, hasCount, isRegionEntry, isGap].
func (s *Segment) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&s.Line, &s.Col, &s.Count, &s.HasCount, &s.Entry, &s.Gap})
}

// Profile holds the counters of functions by Function.Name.
type Profile map[string][]uint64

// text is the profile in the text format of llvm-profdata.
func (p Profile) text(functions []Function) string {
	var b strings.Builder
	for i := range functions {
		f := &functions[i]
		counters := p[f.Name]
		if !f.Used || len(counters) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s\n%d\n%d\n", f.Name, f.Hash, len(counters))
		for _, c := range counters {
			b.WriteString(strconv.FormatUint(c, 10) + "\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Objects makes an object file of each unit's bitcode, for llvm-cov. Linking
// would lose the names of functions that no code is made for. flags choose the
// machine.
func (t *Tools) Objects(ctx context.Context, dir string, bitcode []string, flags ...string) ([]string, error) {
	var objects []string
	for i, path := range bitcode {
		o := filepath.Join(dir, fmt.Sprintf("mapped%d.o", i))
		args := slices.Concat(Flags, flags, []string{"-w", "-O0", "-x", "ir", "-c", "-o", o, path})
		if _, err := run(ctx, t.Clang, args...); err != nil {
			return nil, err
		}
		objects = append(objects, o)
	}
	return objects, nil
}

// Export asks llvm-cov about the units in the objects, given the counters of
// native runs. dir is for files.
func (t *Tools) Export(ctx context.Context, dir string, objects []string, functions []Function, p Profile) (*Export, error) {
	text, data := filepath.Join(dir, "runs.proftext"), filepath.Join(dir, "runs.profdata")
	if err := os.WriteFile(text, []byte(p.text(functions)), 0o644); err != nil {
		return nil, err
	}
	if _, err := run(ctx, t.Profdata, "merge", "-o", data, text); err != nil {
		return nil, err
	}
	args := []string{"export", "-format=text", "-instr-profile=" + data}
	for i, o := range objects {
		if i > 0 {
			args = append(args, "-object")
		}
		args = append(args, o)
	}
	out, err := run(ctx, t.Cov, args...)
	if err != nil {
		return nil, err
	}
	var doc struct{ Data []Export }
	if err := json.Unmarshal(out, &doc); err != nil || len(doc.Data) != 1 {
		return nil, &ToolError{fmt.Sprintf("llvm-cov wrote what cannot be read: %v", err), ""}
	}
	return &doc.Data[0], nil
}

// Names are the functions of an export.
func (e *Export) Names() []string {
	var names []string
	for _, f := range e.Functions {
		names = append(names, f.Name)
	}
	return names
}
