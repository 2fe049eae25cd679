// Command families measures assay on verification tasks of others, which are
// not part of the repository, and CBMC beside it.
//
//	go run ./bench/families -dir DIR [-limit 20s] [-most 30] [-cbmc FILE -unwind 32] [FAMILY …]
//
// Each folder below DIR is a family; a task is a C file with a description in
// the task-definition format of SV-COMP (NAME.yml: input file, expected verdict
// of unreach-call, data model). The question is whether a run calls
// reach_error, __VERIFIER_error or, where neither occurs, __assert_fail.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/internal/built"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	wrong, err := bench(ctx, os.Args[1:])
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench/families:", err)
		os.Exit(2)
	case wrong:
		os.Exit(1)
	}
}

// settings say what to run, and how long.
type settings struct {
	assay, cbmc, dir string
	limit            time.Duration
	unwind, most     int
	extra            []string
	verbose          bool
}

func bench(ctx context.Context, args []string) (wrong bool, err error) {
	fs := flag.NewFlagSet("families", flag.ExitOnError)
	s := &settings{}
	fs.StringVar(&s.dir, "dir", "", "folder with a folder for each family")
	fs.StringVar(&s.assay, "assay", "", "binary to measure; without it one is built of this checkout")
	fs.StringVar(&s.cbmc, "cbmc", "", "CBMC to measure beside it")
	fs.DurationVar(&s.limit, "limit", 20*time.Second, "time for each task")
	fs.IntVar(&s.unwind, "unwind", 32, "turns of each loop that CBMC unwinds")
	fs.IntVar(&s.most, "most", 30, "tasks of a family, the first by name")
	fs.BoolVar(&s.verbose, "v", false, "print each task")
	extra := fs.String("options", "", "more options for assay reach, separated by spaces")
	if err := fs.Parse(args); err != nil {
		return false, err
	}
	s.extra = strings.Fields(*extra)
	if s.dir == "" {
		return false, errors.New("-dir says where the families are")
	}
	var remove func()
	if s.assay, remove, err = built.Assay(s.assay); err != nil {
		return false, err
	}
	defer remove()
	families := fs.Args()
	if len(families) == 0 {
		entries, err := os.ReadDir(s.dir)
		if err != nil {
			return false, err
		}
		for _, e := range entries {
			families = append(families, e.Name())
		}
	}
	return s.measure(ctx, families)
}

// measure runs the families and prints a row for each as soon as it is done.
func (s *settings) measure(ctx context.Context, families []string) (wrong bool, err error) {
	fmt.Println("| family | tasks | tool | right true | right false | wrong true | wrong false | undecided | processor s |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|")
	for _, f := range families {
		tasks, err := readFamily(filepath.Join(s.dir, f))
		if err != nil {
			return false, err
		}
		tasks = tasks[:min(len(tasks), s.most)]
		tools := []tool{s.runAssay}
		if s.cbmc != "" {
			tools = append(tools, s.runCBMC)
		}
		for i, run := range tools {
			var c count
			for _, t := range tasks {
				a := run(ctx, t)
				if ctx.Err() != nil {
					return wrong, ctx.Err()
				}
				c.add(t, a)
				if isWrong := a.verdict != unknown && a.verdict != t.expected; isWrong || s.verbose {
					fmt.Fprintf(os.Stderr, "%s %s/%s: %s, expected %s, %.1f s: %s\n", toolNames[i], f, t.name, a.verdict, t.expected, a.cpu.Seconds(), a.why)
				}
			}
			fmt.Printf("| %s | %d | %s | %d | %d | %d | %d | %d | %.0f |\n", f, len(tasks), toolNames[i],
				c.right[0], c.right[1], c.wrong[0], c.wrong[1], c.undecided, c.cpu.Seconds())
			wrong = wrong || i == 0 && c.wrong[0]+c.wrong[1] > 0
		}
	}
	return wrong, nil
}

// toolNames are the tools in the order of the rows.
var toolNames = []string{"assay", "CBMC"}

// count is a row: right and wrong answers by what was answered, true first.
type count struct {
	right, wrong [2]int
	undecided    int
	cpu          time.Duration
}

func (c *count) add(t task, a answer) {
	c.cpu += a.cpu
	i := 0
	if a.verdict == reached {
		i = 1
	}
	switch a.verdict {
	case unknown:
		c.undecided++
	case t.expected:
		c.right[i]++
	default:
		c.wrong[i]++
	}
}

// verdict answers whether no run reaches the error.
type verdict string

const (
	safe    verdict = "true"
	reached verdict = "false"
	unknown verdict = "unknown"
)

// task is a program with the verdict that its description states.
type task struct {
	name, file string
	expected   verdict
	m32        bool
	call       string // the function whose call is the error
	// undeclared: the task calls assert, which nothing declares.
	undeclared bool
}

var (
	input    = regexp.MustCompile(`(?m)^input_files:\s*'?"?([^'"\n]+)`)
	expected = regexp.MustCompile(`unreach-call\.prp\s*\n\s*expected_verdict:\s*(true|false)`)
	wide     = regexp.MustCompile(`data_model:\s*'?LP64`)
)

// declaration is one of a function without result and without a body.
var declaration = regexp.MustCompile(`(?m)^\s*(extern\s+)?void\s+\w+\s*\([^;{]*;`)

// asserts is a call of assert.
var asserts = regexp.MustCompile(`\bassert\s*\(`)

// errorCalls are the functions whose call is the error, in order of preference.
var errorCalls = []string{"reach_error", "__VERIFIER_error"}

// readFamily reads the tasks of a folder, in order of their names.
func readFamily(dir string) ([]task, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yml"))
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	var out []task
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		in, want := input.FindSubmatch(text), expected.FindSubmatch(text)
		if in == nil || want == nil {
			continue
		}
		t := task{name: strings.TrimSuffix(filepath.Base(f), ".yml"), file: filepath.Join(dir, string(in[1])),
			expected: verdict(want[1]), m32: !wide.Match(text), call: "__assert_fail"}
		source, err := os.ReadFile(t.file)
		if err != nil {
			return nil, err
		}
		for _, c := range errorCalls {
			if t.call == "__assert_fail" && strings.Contains(declaration.ReplaceAllString(string(source), ""), c) {
				t.call = c
			}
		}
		if t.call == "__assert_fail" && !strings.Contains(string(source), "assert.h") && asserts.Match(source) {
			t.call, t.undeclared = "reach_error", true
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no task with an expected verdict of unreach-call", dir)
	}
	return out, nil
}
