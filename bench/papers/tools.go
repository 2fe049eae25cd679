package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/targets/build"
)

// program is a program of the benchmark as C text.
type program struct {
	name   string
	text   string
	unwind int  // turns of a loop or recursion within which every run ends, for CBMC
	memory bool // the target is any memory error, not a label
}

// subject is a program ready to be asked about.
type subject struct {
	program
	source, ir string // files; ir is "" until load
}

// result is what a tool says about one target.
type result struct {
	answer
	time   time.Duration // processor time, with loading (CBMC: parsing) and without the compiler
	memory int64         // bytes at the peak
	failed string        // the tool crashed or refused; "" usually
	open   bool          // not asked: the time was over
}

func (r *result) decided() bool {
	return r.Status == engine.Reachable.String() || r.Status == engine.Unreachable.String()
}

// lab is a folder in which programs are compiled and tools run.
type lab struct {
	dir  string
	self string // this program's executable, or the test's
	cbmc string // "" if it is not installed
	plan engine.Plan
	// memory of a run, in bytes; 0: the engine's own limit.
	memory int64
	// known are the answers of earlier runs; they grow.
	known *records
}

// newLab sets up a lab in an empty directory.
func newLab(dir string) (*lab, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cbmc, err := exec.LookPath("cbmc")
	if err != nil {
		cbmc = ""
	}
	return &lab{dir: dir, self: self, cbmc: cbmc, known: &records{by: map[string]record{}}}, nil
}

// add writes a program's text into the lab.
func (l *lab) add(p program) (*subject, error) {
	s := &subject{program: p, source: filepath.Join(l.dir, p.name+".c")}
	return s, os.WriteFile(s.source, []byte(p.text), 0o644)
}

// load compiles the program to IR as assay does, with the models of the library.
func (l *lab) load(s *subject) error {
	if s.ir != "" {
		return nil
	}
	return built.Linked([]string{s.source}, func(p *build.Program) error {
		s.ir = filepath.Join(l.dir, s.name+".ll")
		return os.Rename(p.IRPath, s.ir)
	})
}

// ask puts the question for one label to a tool: a mode of interpolation, or one
// of cbmcs. What the lab's records know is not measured again; after the lab's
// time nothing else is.
func (l *lab) ask(tool string, s *subject, label int, limit time.Duration) result {
	return l.known.or(l.questionOf(tool, s, label), limit, func() result { return l.measure(tool, s, label, limit) })
}

// measure is ask without the records.
func (l *lab) measure(tool string, s *subject, label int, limit time.Duration) result {
	if how, ok := cbmcs[tool]; ok {
		return l.askCBMC(s, append([]string{fmt.Sprintf("-DTARGET=%d", label)}, how...), limit)
	}
	if err := l.load(s); err != nil {
		return result{failed: err.Error()}
	}
	return l.child(job{IR: s.ir, Mode: engine.Interpolation(tool), Plan: l.plan, Limit: limit, Room: l.memory,
		Call: fmt.Sprintf("error_%d", label), Memory: s.memory})
}

// child has a job done by a process of its own.
func (l *lab) child(j job) result {
	in, err := json.Marshal(j)
	if err != nil {
		return result{failed: err.Error()}
	}
	var r result
	said, err := l.run(exec.Command(l.self, "-child"), in, 30*j.Limit+time.Minute, &r)
	if err == nil {
		err = json.Unmarshal(said, &r.answer)
	}
	if err != nil {
		r.failed = err.Error()
	}
	return r
}

// run runs a command and measures it; what it says on standard output counts
// even if it fails.
func (l *lab) run(cmd *exec.Cmd, stdin []byte, wall time.Duration, r *result) ([]byte, error) {
	var out, msg bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(stdin), &out, &msg
	cmd.Dir = l.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(wall, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	timer.Stop()
	r.time = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = u.Maxrss * 1024
	}
	if err != nil && msg.Len() > 0 {
		err = fmt.Errorf("%w: %s", err, firstLines(msg.String(), 3))
	}
	return out.Bytes(), err
}

func firstLines(s string, n int) string {
	lines := strings.SplitN(strings.TrimSpace(s), "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], " / ")
}

// memoryLimit is what a run of CBMC may take, in KiB: the engine's default.
const memoryLimit = 4 << 20

// cbmcs are the ways to ask CBMC about one label, with the options that differ:
// the program then has one assertion beside those about loops.
var cbmcs = map[string][]string{"cbmc": nil, "cbmc-slice": {"--slice-formula"}}

// askCBMC runs CBMC with its default solver. The bounds are the program's own,
// and it has to prove that they are.
func (l *lab) askCBMC(s *subject, how []string, limit time.Duration) result {
	args := append([]string{"-c", `ulimit -v "$1"; ulimit -t "$2"; shift 2; exec "$@"`, "sh", fmt.Sprint(memoryLimit),
		fmt.Sprint(max(1, int(limit.Seconds()))), l.cbmc, "--no-standard-checks", "--no-malloc-may-fail",
		"--unwind", fmt.Sprint(s.unwind), "--unwinding-assertions", s.source}, how...)
	if s.memory {
		args = append(args, "--pointer-check", "--bounds-check")
	}
	var r result
	said, err := l.run(exec.Command("/bin/sh", args...), nil, 30*limit+time.Minute, &r)
	r.Status, r.failed = readCBMC(string(said), err)
	if how == nil && r.decided() {
		r.Labels = labelsOf(string(said))
	}
	return r
}

// askCBMCOnce asks CBMC about all labels of a program in one run, as its users
// do; Labels has the answers.
func (l *lab) askCBMCOnce(s *subject, limit time.Duration) result {
	return l.known.or(l.questionOf("cbmc-once", s, -1), limit, func() result { return l.askCBMC(s, nil, limit) })
}

var unwindingFails = regexp.MustCompile(`(?m)unwinding assertion.*: FAILURE$`)

var labelLine = regexp.MustCompile(`(?m)\] line \d+ label (\d+): (SUCCESS|FAILURE)$`)

// labelsOf is the status of each label in CBMC's output about all of them.
func labelsOf(said string) []string {
	var out []string
	if unwindingFails.MatchString(said) {
		return nil
	}
	for _, m := range labelLine.FindAllStringSubmatch(said, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n != len(out) {
			return nil // not the assertions of a program with all labels
		}
		status := engine.Unreachable
		if m[2] == "FAILURE" {
			status = engine.Reachable
		}
		out = append(out, status.String())
	}
	return out
}

// readCBMC turns CBMC's output into a status. A property that fails only
// together with an unwinding assertion still has a counterexample; one that
// holds does so only if the unwinding assertions hold.
func readCBMC(said string, err error) (status, failed string) {
	var exit *exec.ExitError
	switch {
	case err != nil && !errors.As(err, &exit):
		return "", err.Error()
	case strings.Contains(said, "VERIFICATION SUCCESSFUL"):
		return engine.Unreachable.String(), ""
	case !strings.Contains(said, "VERIFICATION FAILED"):
		return engine.Undecided.String(), ""
	}
	for _, line := range strings.Split(said, "\n") {
		if strings.HasSuffix(line, ": FAILURE") && !strings.Contains(line, "unwinding assertion") &&
			!strings.Contains(line, "recursion") {
			return engine.Reachable.String(), ""
		}
	}
	return engine.Undecided.String(), ""
}
