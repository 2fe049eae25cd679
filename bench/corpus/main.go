package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/assay-dev/assay/internal/built"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bad, err := bench(ctx, os.Args[1:])
	switch {
	case err != nil:
		fmt.Fprintf(os.Stderr, "bench/corpus: %v\n", err)
		os.Exit(2)
	case bad:
		os.Exit(1)
	}
}

// bench parses the command line, measures and prints. bad says that a verdict
// was wrong, a result was lost or changed, or a run failed.
func bench(ctx context.Context, args []string) (bad bool, err error) {
	fs := flag.NewFlagSet("corpus", flag.ExitOnError)
	tool := fs.String("tool", "", "comma-separated analyzers, or all; without it those of the project's goals\n("+names()+")")
	program := fs.String("program", "", "comma-separated programs (default all)")
	s := &settings{Limits: built.Limits{PerAlarm: time.Minute, Timeout: 2 * time.Hour, Workers: 2}}
	fs.StringVar(&s.assay, "assay", "", "binary to measure; without it one is built of this checkout")
	fs.StringVar(&s.work, "keep", "", "keep the annotated SARIF, journals and witnesses in this directory")
	fs.BoolVar(&s.rescore, "rescore", false, "run nothing: count what an earlier run left in the directory of -keep")
	s.Flags(fs, "one program with one analyzer")
	extra := fs.String("options", "", "more options for assay triage, separated by spaces")
	if err := fs.Parse(args); err != nil {
		return false, err
	}
	s.extra = strings.Fields(*extra)
	picked, err := pickAnalyzers(*tool)
	if err != nil {
		return false, err
	}
	over, err := pickPrograms(*program)
	if err != nil {
		return false, err
	}
	temporary := s.work == ""
	if s.rescore && temporary {
		return false, errors.New("-rescore needs the directory of the earlier run: -keep DIR")
	}
	if err := s.prepare(); err != nil {
		return false, err
	}
	if temporary {
		defer os.RemoveAll(s.work)
	}
	var remove func()
	if s.assay, remove, err = built.Assay(s.assay); err != nil {
		return false, err
	}
	defer remove()
	return s.measure(ctx, picked, over)
}

// prepare finds the module and a place for what the runs write.
func (s *settings) prepare() (err error) {
	if s.root, err = moduleRoot(); err != nil {
		return err
	}
	if s.work == "" {
		s.work, err = os.MkdirTemp("", "assay-bench-*")
		return err
	}
	if s.work, err = filepath.Abs(s.work); err != nil {
		return err
	}
	return os.MkdirAll(s.work, 0o777)
}

// moduleRoot is the directory of go.mod, at or above the working directory.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d, nil
		}
		if d == filepath.Dir(d) {
			return "", fmt.Errorf("no go.mod at or above %s: run this inside the repository", dir)
		}
	}
}

// measure runs everything and prints what came out.
func (s *settings) measure(ctx context.Context, picked []analyzer, over []string) (bad bool, err error) {
	version, err := exec.CommandContext(ctx, s.assay, "version").Output()
	if err != nil {
		return false, fmt.Errorf("%s version: %w", s.assay, err)
	}
	first, _, _ := strings.Cut(string(version), "\n")
	fmt.Printf("%s; %s per alarm, %d workers, %d processors\n\n", first, s.PerAlarm, s.Workers, runtime.NumCPU())
	var all []*measured
	for _, a := range picked {
		l, err := readLabels(filepath.Join(s.root, labelsPath), a.label)
		if err != nil {
			return false, err
		}
		m := &measured{analyzer: a}
		for _, p := range over {
			o := s.run(ctx, a, l, p)
			if ctx.Err() != nil {
				return false, ctx.Err()
			}
			m.runs = append(m.runs, o)
			fmt.Fprintf(os.Stderr, "%s %s: %.1f s\n", a.name, p, o.wall.Seconds())
		}
		all = append(all, m)
		bad = bad || m.bad()
	}
	for _, print := range printers {
		print(os.Stdout, all)
	}
	return bad, nil
}
