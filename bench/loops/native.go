package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/op"
)

//go:embed native/harness.c
var harness string

// sanitizers watch the native runs.
var sanitizers = map[string][]string{
	"address": {"-fsanitize=address,undefined", "-fno-sanitize=unsigned-integer-overflow"},
	"memory":  {"-fsanitize=memory"},
}

// nativeProgram is a program of the suite compiled with the harness.
type nativeProgram struct{ binary, dir, source string }

func (p *pair) buildNative(dir string, bug bool, sanitizer string) (*nativeProgram, error) {
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		return nil, fmt.Errorf("clang-14 is missing: apt-get install clang-14")
	}
	n := &nativeProgram{binary: filepath.Join(dir, fmt.Sprintf("%s-%v-%s", p.name, bug, sanitizer)), dir: dir, source: filepath.Base(p.file)}
	src := filepath.Join(dir, "harness.c")
	if err := os.WriteFile(src, []byte(harness), 0o644); err != nil {
		return nil, err
	}
	common := append([]string{"-g", "-O0", "-w", "-fno-omit-frame-pointer"}, sanitizers[sanitizer]...)
	if sanitizer == "address" {
		common = append(common, "-fsanitize=signed-integer-overflow")
	}
	obj := n.binary + ".o"
	for _, args := range [][]string{
		append(append([]string{"-c", "-o", obj, "-Dmain=program_main"}, flags(bug)...), append(common, p.file)...),
		append([]string{"-o", n.binary, obj, src, "-Wl,--wrap=write,--wrap=malloc"}, common...),
	} {
		if msg, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("clang-14 %s: %w\n%s", strings.Join(args, " "), err, msg)
		}
	}
	return n, nil
}

// failed are the lines of the program at which a native run went wrong.
type failed map[int]string

var (
	runtimeError = regexp.MustCompile(`(?m)([\w.]+\.c):(\d+):\d+: runtime error: (.*)$`)
	assertion    = regexp.MustCompile(`(?m)([\w.]+\.c):(\d+): .*Assertion`)
	report       = regexp.MustCompile(`(ERROR|WARNING): (?:Address|Memory)Sanitizer: ([^\n]*)`)
	frame        = regexp.MustCompile(`#\d+ 0x[0-9a-f]+ in \S+ \S*?([\w.]+\.c):(\d+)`)
	noEnd        = regexp.MustCompile(`harness: seed \d+ does not end`)
)

// read collects the failures that the output of sanitizers tells of.
func (f failed) read(n *nativeProgram, out string) {
	note := func(file, line, what string) {
		if l, err := strconv.Atoi(line); err == nil && file == n.source {
			f[l] = what
		}
	}
	for _, m := range runtimeError.FindAllStringSubmatch(out, -1) {
		note(m[1], m[2], m[3])
	}
	for _, m := range assertion.FindAllStringSubmatch(out, -1) {
		note(m[1], m[2], "assertion")
	}
	at := report.FindAllStringSubmatchIndex(out, -1)
	for i, m := range at {
		end := len(out)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		for _, fr := range frame.FindAllStringSubmatch(out[m[1]:end], -1) {
			if fr[1] == n.source {
				note(fr[1], fr[2], out[m[4]:m[5]])
				break
			}
		}
	}
	if noEnd.MatchString(out) {
		f[0] = "a run does not end"
	}
}

// maxFailed is how many failed runs are looked at in one go: a report takes as
// long as a hundred runs.
const maxFailed = 4

// random makes random runs.
func (n *nativeProgram) random(first, runs int) (failed, error) {
	f := failed{}
	var out bytes.Buffer
	cmd := exec.Command(n.binary, "random", strconv.Itoa(first), strconv.Itoa(runs), strconv.Itoa(maxFailed))
	cmd.Stderr = &out
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS=print_stacktrace=0")
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", n.binary, err, out.String())
	}
	f.read(n, out.String())
	return f, nil
}

// replay makes the run of a witness.
func (n *nativeProgram) replay(w *engine.Witness) (failed, error) {
	var text strings.Builder
	for _, x := range w.Feeds {
		fmt.Fprintf(&text, "%s %d\n", x.Key, int64(x.Value))
	}
	feeds, stdin := filepath.Join(n.dir, "feeds"), filepath.Join(n.dir, "stdin")
	if err := os.WriteFile(feeds, []byte(text.String()), 0o644); err != nil {
		return nil, err
	}
	if err := os.WriteFile(stdin, w.Stdin, 0o644); err != nil {
		return nil, err
	}
	args := []string{"replay", feeds, stdin}
	for i, a := range w.Argv {
		if i > 0 {
			args = append(args, string(a))
		}
	}
	cmd := exec.Command(n.binary, args...)
	var out bytes.Buffer
	cmd.Stderr = &out
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1")
	_ = cmd.Run() // it is to fail
	f := failed{}
	f.read(n, out.String())
	return f, nil
}

// runNative runs the programs of the suite on random inputs: no safe one may
// fail, and the violations of the others are counted that were seen.
func runNative(prefixes []string, runs int) error {
	pairs, failures, seen, asked := 0, 0, 0, 0
	err := eachPair(prefixes, func(dir string, p *pair) error {
		pairs++
		bad, err := p.safeNatively(dir, runs)
		if err != nil {
			return err
		}
		for l, what := range bad {
			failures++
			fmt.Printf("%s: SAFE FAILS at line %d: %s\n", p.name, l, what)
		}
		n, err := p.buildNative(dir, true, "address")
		if err != nil {
			return err
		}
		want := p.asked(true)
		f, err := n.search(want, runs)
		if err != nil {
			return err
		}
		for _, e := range want {
			asked++
			if f[e.line] != "" {
				seen++
			} else {
				fmt.Printf("%s: line %d %v is not seen; seen: %v\n", p.name, e.line, e.class, f)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Printf("%d programs: %d failures of safe ones; %d of %d violations of the others seen\n", 2*pairs, failures, seen, asked)
	if failures > 0 {
		return fmt.Errorf("safe programs fail")
	}
	return nil
}

// search makes random runs until the violations are seen.
func (n *nativeProgram) search(want []expectation, runs int) (failed, error) {
	all := failed{}
	for part := range 10 {
		f, err := n.random(1+part*runs/10, runs/10)
		if err != nil {
			return nil, err
		}
		for l, what := range f {
			all[l] = what
		}
		if !slices.ContainsFunc(want, func(e expectation) bool { return all[e.line] == "" }) {
			break
		}
	}
	return all, nil
}

// safeNatively runs the safe program under each sanitizer that can see what is
// expected not to happen.
func (p *pair) safeNatively(dir string, runs int) (failed, error) {
	all := failed{}
	for _, s := range []string{"address", "memory"} {
		if s == "memory" && !slices.ContainsFunc(p.expected, func(e expectation) bool { return e.class == op.UninitRead }) {
			continue
		}
		n, err := p.buildNative(dir, false, s)
		if err != nil {
			return nil, err
		}
		f, err := n.random(1, runs)
		if err != nil {
			return nil, err
		}
		for l, what := range f {
			all[l] = what
		}
	}
	return all, nil
}
