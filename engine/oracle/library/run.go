package library

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/assay-dev/assay/engine/libc/spec"
)

//go:embed native/*
var native embed.FS

// Campaign is calls of many functions.
type Campaign struct {
	Dir       string // for the compiled harness, and for what calls leave
	Seed      uint64
	Calls     int           // of each function
	Recorded  int           // of each function, calls that are recorded in addition
	Functions []string      // empty: all that can be run
	Spec      *spec.Library // nil: assay's own
	Parallel  int
	Log       io.Writer // what was outside, a line each
}

// Counts are what became of the calls of one function.
type Counts struct {
	Name        string
	Calls       int // that were made
	Blocked     int // of them: waited for something and were ended
	Ended       int // of them: ended the program, which they may
	Undescribed int // arguments that were drawn and cannot be passed
	Missing     bool
	Outside     map[string]int // what calls did that the specification does not allow
}

// String is a line for the function.
func (c *Counts) String() string {
	s := fmt.Sprintf("%s: %d calls", c.Name, c.Calls)
	if c.Missing {
		s = c.Name + ": not in this library"
	}
	for _, k := range []struct {
		n    int
		what string
	}{{c.Blocked, "waited too long"}, {c.Ended, "ended the program"}, {c.Undescribed, "drawn that cannot be made"}} {
		if k.n > 0 {
			s += fmt.Sprintf(", %d %s", k.n, k.what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(c.Outside)) {
		s += fmt.Sprintf("; %d outside: %s", c.Outside[what], what)
	}
	return s
}

// Report is what became of a campaign.
type Report struct {
	Functions []*Counts // in order of name
	NotRun    map[string]string
	Recorded  []Call
}

// Calls and Outside are how many calls there were, and were outside.
func (r *Report) Calls() (n int) {
	for _, f := range r.Functions {
		n += f.Calls
	}
	return n
}

// Outside is how many calls did what the specification does not allow.
func (r *Report) Outside() (n int) {
	for _, f := range r.Functions {
		for _, k := range f.Outside {
			n += k
		}
	}
	return n
}

// String is one line for all.
func (r *Report) String() string {
	run, missing, blocked, ended := 0, 0, 0, 0
	for _, f := range r.Functions {
		if f.Missing {
			missing++
		} else if f.Calls > 0 {
			run++
		}
		blocked += f.Blocked
		ended += f.Ended
	}
	return fmt.Sprintf("%d functions run, %d calls (%d waited too long, %d ended the program); %d not run, %d not in this library; %d outside",
		run, r.Calls(), blocked, ended, len(r.NotRun), missing, r.Outside())
}

// Runnable are the functions that are run, and why the others are not.
func Runnable(lib *spec.Library) (run []string, not map[string]string) {
	not = map[string]string{}
	for _, name := range lib.Names() {
		if why := reason(lib.Func(name)); why != "" {
			not[name] = why
		} else {
			run = append(run, name)
		}
	}
	return run, not
}

// reason is why a function is not run, or "".
func reason(f *spec.Func) string {
	for _, c := range f.Clauses {
		if c.Verb == "stops" && c.If == nil {
			return "its calls are undecided: " + c.Text
		}
	}
	return notRun[f.Name]
}

// Run makes the calls. It ends early when the context does.
func (c *Campaign) Run(ctx context.Context) (*Report, error) {
	lib := c.Spec
	if lib == nil {
		lib = spec.Own()
	}
	names, not := Runnable(lib)
	r := &Report{NotRun: not}
	if len(c.Functions) > 0 {
		names = c.Functions
	}
	bin, err := build(ctx, c.Dir, lib, names)
	if err != nil {
		return nil, err
	}
	parts := make([][]string, max(c.Parallel, 1))
	for i, name := range names {
		parts[i%len(parts)] = append(parts[i%len(parts)], name)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	var errs []error
	for i, part := range parts {
		wg.Go(func() {
			one, err := c.part(ctx, bin, i, part)
			mu.Lock()
			defer mu.Unlock()
			errs = append(errs, err)
			r.Functions = append(r.Functions, one.Functions...)
			r.Recorded = append(r.Recorded, one.Recorded...)
		})
	}
	wg.Wait()
	slices.SortFunc(r.Functions, func(a, b *Counts) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(r.Recorded, func(a, b Call) int { return strings.Compare(a.Name, b.Name) })
	return r, errors.Join(errs...)
}

// part runs the harness on some functions, in a folder of its own.
func (c *Campaign) part(ctx context.Context, bin string, i int, names []string) (*Report, error) {
	r := &Report{}
	dir := filepath.Join(c.Dir, fmt.Sprint("calls", i))
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return r, err
	}
	if err := os.Chmod(dir, 0o777); err != nil { // the harness runs as nobody
		return r, err
	}
	if len(names) == 0 {
		return r, nil
	}
	args := append([]string{strconv.FormatUint(c.Seed, 10), strconv.Itoa(c.Calls), strconv.Itoa(c.Recorded)}, names...)
	cmd := exec.CommandContext(ctx, bin, args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return r, err
	}
	if err := cmd.Start(); err != nil {
		return r, err
	}
	read := c.read(out, r)
	if err := cmd.Wait(); err != nil && ctx.Err() == nil {
		return r, fmt.Errorf("the harness: %w\n%s", err, stderr.String())
	}
	return r, read
}

// read reads what the harness prints.
func (c *Campaign) read(from io.Reader, r *Report) error {
	s := bufio.NewScanner(from)
	s.Buffer(nil, 1<<22)
	outside := map[string]int{}
	for s.Scan() {
		kind, rest, _ := strings.Cut(s.Text(), " ")
		switch kind {
		case "outside":
			var name string
			var seed uint64
			var turn int
			if _, err := fmt.Sscan(rest, &name, &seed, &turn); err != nil {
				return fmt.Errorf("the harness printed %q", s.Text())
			}
			what := strings.SplitN(rest, " ", 4)[3]
			key, _, _ := strings.Cut(what, " (errno")
			if outside[key]++; outside[key] <= 2 && c.Log != nil {
				fmt.Fprintf(c.Log, "%s, call %d: %s\n", name, turn, what)
			}
		case "call":
			call, err := parseCall(rest)
			if err != nil {
				return err
			}
			r.Recorded = append(r.Recorded, call)
		case "counts":
			n := &Counts{Outside: outside}
			missing := 0
			if _, err := fmt.Sscan(rest, &n.Name, &n.Calls, &n.Blocked, &n.Ended, &n.Undescribed, &missing); err != nil {
				return fmt.Errorf("the harness printed %q", s.Text())
			}
			n.Missing = missing > 0
			r.Functions = append(r.Functions, n)
			outside = map[string]int{}
		}
	}
	return s.Err()
}

// build compiles the harness with the callers of functions.
func build(ctx context.Context, dir string, lib *spec.Library, names []string) (string, error) {
	entries, err := native.ReadDir("native")
	if err != nil {
		panic("library: " + err.Error())
	}
	var sources []string
	for _, e := range entries {
		text, err := native.ReadFile("native/" + e.Name())
		if err != nil {
			panic("library: " + err.Error())
		}
		path := filepath.Join(dir, e.Name())
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return "", err
		}
		if strings.HasSuffix(path, ".c") {
			sources = append(sources, path)
		}
	}
	sources = append(sources, filepath.Join(dir, "callers.c"))
	sort.Strings(sources)
	if err := os.WriteFile(filepath.Join(dir, "callers.c"), []byte(callers(lib, names)), 0o644); err != nil {
		return "", err
	}
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		return "", errors.New("clang-14 is missing: apt-get install clang-14")
	}
	bin := filepath.Join(dir, "harness")
	args := append([]string{"-g", "-w", "-fno-builtin", "-o", bin}, sources...)
	args = append(args, "-Wl,--no-as-needed", "-lm", "-lpthread", "-lresolv", "-lcrypt", "-lutil", "-lrt", "-ldl", "-lanl", "-lnsl")
	if msg, err := exec.CommandContext(ctx, clang, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("clang-14: %w\n%s", err, msg)
	}
	return bin, nil
}
