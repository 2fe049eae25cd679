// Command real measures assay on programs of other people, which are not part
// of the repository: what share of their alarms it decides, what that costs,
// and what stops it at the others.
//
//	go run ./bench/real -dir DIR [-timeout-per-alarm 15s] [-keep DIR] [PROGRAM …]
//	go run ./bench/real -dir DIR -accesses [-coarse] [-timeout 60s] [PROGRAM …]
//
// Each folder below DIR is a program: its *.c, a file `flags` with what clang
// needs besides -I., and a folder `alarms` with what analyzers said about it,
// in any format that `assay triage` reads (docs/analyzers). With -accesses, the
// prover alone is asked about every access through a pointer instead; with -coarse,
// whether it is one through null, of a coarse abstraction of the program (docs/adr/0018).
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/report"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := bench(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench/real:", err)
		os.Exit(2)
	}
}

// settings say how to run assay.
type settings struct {
	built.Limits
	assay, dir, keep string
	alone            bool     // ask the prover about accesses, and run no assay
	coarse           bool     // ask a coarse abstraction of the program, and about null pointers
	extra            []string // more options of assay triage
}

func bench(ctx context.Context, args []string) (err error) {
	fs := flag.NewFlagSet("real", flag.ExitOnError)
	s := &settings{Limits: built.Limits{PerAlarm: 15 * time.Second, Timeout: 30 * time.Minute, Workers: 1}}
	fs.StringVar(&s.dir, "dir", "", "folder with a folder for each program")
	fs.StringVar(&s.assay, "assay", "", "binary to measure; without it one is built of this checkout")
	fs.StringVar(&s.keep, "keep", "", "keep what the runs write in this directory")
	s.Flags(fs, "one program")
	fs.BoolVar(&s.alone, "accesses", false, "ask the prover alone, within -timeout, about every access through a pointer")
	fs.BoolVar(&s.coarse, "coarse", false, "with -accesses: ask a coarse abstraction of the program, and about null pointers only")
	extra := fs.String("options", "", "more options for assay triage, separated by spaces")
	if err := fs.Parse(args); err != nil {
		return err
	}
	s.extra = strings.Fields(*extra)
	programs, err := s.prepare(fs.Args())
	if err != nil {
		return err
	}
	if s.alone {
		return s.excludeAll(ctx, programs)
	}
	var remove func()
	if s.assay, remove, err = built.Assay(s.assay); err != nil {
		return err
	}
	defer remove()
	var all []*outcome
	for _, p := range programs {
		o := s.run(ctx, p)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f s\n", p, o.wall.Seconds())
		all = append(all, o)
	}
	printTable(os.Stdout, all)
	printReasons(os.Stdout, all)
	return nil
}

// excludeAll asks the prover about the accesses of programs.
func (s *settings) excludeAll(ctx context.Context, programs []string) error {
	var all []*excluded
	for _, p := range programs {
		e, err := s.exclude(ctx, p)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f s\n", p, e.wall.Seconds())
		all = append(all, e)
	}
	printExcluded(os.Stdout, all)
	return ctx.Err()
}

// prepare makes paths absolute and lists the programs.
func (s *settings) prepare(programs []string) ([]string, error) {
	if s.dir == "" {
		return nil, errors.New("-dir says where the programs are")
	}
	if s.keep == "" && !s.alone {
		dir, err := os.MkdirTemp("", "assay-real-*")
		if err != nil {
			return nil, err
		}
		s.keep = dir
		fmt.Fprintln(os.Stderr, "verdicts are kept in", dir)
	}
	for _, p := range []*string{&s.dir, &s.keep} {
		abs, err := filepath.Abs(*p)
		if err != nil {
			return nil, err
		}
		*p = abs
	}
	if err := os.MkdirAll(s.keep, 0o777); err != nil || len(programs) > 0 {
		return programs, err
	}
	entries, err := os.ReadDir(s.dir)
	for _, e := range entries {
		if e.IsDir() {
			programs = append(programs, e.Name())
		}
	}
	return programs, err
}

// compilation is the sources of a program, and what clang needs for them.
func compilation(dir string) (sources, flags []string) {
	sources, _ = filepath.Glob(filepath.Join(dir, "*.c"))
	text, _ := os.ReadFile(filepath.Join(dir, "flags"))
	return sources, append([]string{"-I" + dir}, strings.Fields(string(text))...)
}

// outcome is one run: a program with all its alarms.
type outcome struct {
	program   string
	lines     int
	triage    struct{ report.Triage }
	wall, cpu time.Duration
	peak      int64 // KiB resident
	note      string
	err       error
}

// exitPartial is assay's exit code for a run that its time ended.
const exitPartial = 4

// run triages a program and reads the verdicts.
func (s *settings) run(ctx context.Context, program string) *outcome {
	o := &outcome{program: program}
	dir := filepath.Join(s.dir, program)
	sources, flags := compilation(dir)
	headers, _ := filepath.Glob(filepath.Join(dir, "*.h"))
	alarms, _ := filepath.Glob(filepath.Join(dir, "alarms", "*.*"))
	if len(sources) == 0 || len(alarms) == 0 {
		o.err = fmt.Errorf("%s: no *.c, or no alarms/*", dir)
		return o
	}
	for _, f := range append(slices.Clone(sources), headers...) {
		text, err := os.ReadFile(f)
		if err != nil {
			o.err = err
			return o
		}
		o.lines += strings.Count(string(text), "\n")
	}
	out := filepath.Join(s.keep, program+".json")
	args := append([]string{"triage"}, alarms...)
	args = append(append(args, "-o", "json="+out, "--state-dir", filepath.Join(s.keep, program+".state")), s.Options()...)
	args = append(append(append(args, s.extra...), "--"), sources...)
	args = append(args, flags...)
	o.execute(exec.CommandContext(ctx, s.assay, args...))
	if o.err == nil {
		o.read(out)
	}
	return o
}

// execute runs assay in a process of its own and measures it.
func (o *outcome) execute(cmd *exec.Cmd) {
	start := time.Now()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	err := cmd.Run()
	o.wall = time.Since(start)
	if st := cmd.ProcessState; st != nil {
		o.cpu = st.UserTime() + st.SystemTime()
		if u, ok := st.SysUsage().(*syscall.Rusage); ok {
			o.peak = u.Maxrss
		}
	}
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == exitPartial:
		o.note = "its time ended the run"
	case err != nil:
		o.err = fmt.Errorf("%w\n%s", err, stderr.String())
	}
}

func (o *outcome) read(path string) {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &o.triage)
	}
	o.err = err
}
