package sequence

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/oracle"
)

// Stats counts what was tried and what came of it.
type Stats struct {
	Programs, Seen                int // programs, and observations that they made
	Reachable, Bounded, Undecided int
	Wrong                         int // observations that the engine excludes
}

// Add joins counts.
func (s *Stats) Add(t Stats) {
	s.Programs += t.Programs
	s.Seen += t.Seen
	s.Reachable += t.Reachable
	s.Bounded += t.Bounded
	s.Undecided += t.Undecided
	s.Wrong += t.Wrong
}

func (s Stats) String() string {
	return fmt.Sprintf("%d programs with calls in sequence, %d observations; %d reachable, %d bounded, %d undecided; %d wrong",
		s.Programs, s.Seen, s.Reachable, s.Bounded, s.Undecided, s.Wrong)
}

// Campaign is a run over many programs.
type Campaign struct {
	Dir       string // for compiled programs, and what they leave
	Parallel  int
	PerTarget time.Duration
	Log       io.Writer // what is wrong, a line each
}

// Run tries n programs from a seed on, and returns the first seed that was not begun. It ends
// early when the context does.
func (c *Campaign) Run(ctx context.Context, first uint64, n int) (st Stats, next uint64, err error) {
	lab, err := oracle.NewLab(c.Dir)
	if err != nil {
		return st, first, err
	}
	next, err = oracle.Seeds(ctx, first, n, c.Parallel, func(seed uint64) func() error {
		one, wrong, failed := Try(lab, c.Dir, Generate(seed), c.PerTarget)
		return func() error {
			st.Add(one)
			if wrong != "" {
				fmt.Fprintf(c.Log, "seed %d: %s\n", seed, wrong)
			}
			return failed
		}
	})
	return st, next, err
}

// Try runs a program natively and asks the engine of what it saw. The text says which
// observation the engine excludes, the first one of them; an error means that the oracle
// itself failed.
func Try(lab *oracle.Lab, dir string, pr *Program, perTarget time.Duration) (st Stats, wrong string, err error) {
	dir, err = os.MkdirTemp(dir, "sequence-*")
	if err != nil {
		return st, "", err
	}
	defer os.RemoveAll(dir)
	seen, err := pr.run(dir)
	if err != nil {
		return st, "", err
	}
	return pr.ask(lab, dir, seen, perTarget)
}

// ask asks the engine whether the program can see what was seen.
func (p *Program) ask(lab *oracle.Lab, dir string, seen []int64, perTarget time.Duration) (st Stats, wrong string, err error) {
	src := filepath.Join(dir, "asked.c")
	if err := os.WriteFile(src, []byte(p.Asked(seen)), 0o644); err != nil {
		return st, "", err
	}
	out, err := lab.Compile(src, true)
	if err != nil {
		return st, "", err
	}
	prog, err := ir.Read(out)
	if err != nil {
		return st, "", err
	}
	if name := undescribed(prog); name != "" { // these programs are linked without what such code does to models
		return st, "", fmt.Errorf("%s has neither a model nor a specification", name)
	}
	var targets []engine.Target
	for k := range seen {
		targets = append(targets, engine.Target{Name: fmt.Sprint("see ", k), Sites: oracle.Calls(prog, fmt.Sprint("mark_", k))})
	}
	res, err := engine.Run(context.Background(), prog, targets, engine.Options{TimeoutPerTarget: perTarget, NoProver: p.Seed%2 == 0}, nil)
	if err != nil {
		return st, "", err
	}
	st.Programs, st.Seen = 1, len(seen)
	for k, v := range res.Verdicts {
		if w := st.count(v); w != "" && wrong == "" {
			wrong = fmt.Sprintf("see %d, which was %d: %s (world: %q %q)%s", k, seen[k], w, p.Streams, p.Env, p.line(k))
		}
	}
	return st, wrong, nil
}

// undescribed is a function that is called and not there, or "".
func undescribed(p *ir.Program) string {
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			c := b.Instrs[i].Call
			if c == nil || c.Callee < 0 || len(p.Funcs[c.Callee].Blocks) > 0 {
				continue
			}
			if name := p.Funcs[c.Callee].Name; !strings.HasPrefix(name, "__assay_") && !strings.HasPrefix(name, "llvm.") {
				return name
			}
		}
	}
	return ""
}

// count counts a verdict on what was seen, and says what is wrong with it.
func (s *Stats) count(v engine.Verdict) string {
	switch v.Status {
	case engine.Reachable:
		s.Reachable++
	case engine.Bounded:
		s.Bounded++
	case engine.Undecided:
		s.Undecided++
	default:
		s.Wrong++
		return fmt.Sprintf("%v (%s), given %v", v.Status, v.Reason, v.Given)
	}
	return ""
}

// line is the line of an observation.
func (p *Program) line(k int) string {
	for _, l := range strings.Split(p.Body, "\n") {
		if strings.Contains(l, fmt.Sprintf("SEE(%d,", k)) {
			return l
		}
	}
	return ""
}

const content = "12 abc\none two,three\n\n-0x7 \xff\xc3\xa4 end\nlast"

// limit is the time for a native run: one that waits saw what it noted.
const limit = 5 * time.Second

// run runs the program natively in a folder, and returns what it saw.
func (p *Program) run(dir string) (seen []int64, err error) {
	src, bin, world := filepath.Join(dir, "native.c"), filepath.Join(dir, "native"), filepath.Join(dir, "world")
	if err := os.WriteFile(src, []byte(p.Native()), 0o644); err != nil {
		return nil, err
	}
	if msg, err := exec.Command("clang-14", "-O0", "-w", "-o", bin, src, "-lm", "-lpthread").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("clang-14: %w\n%s", err, msg)
	}
	if err := os.MkdirAll(filepath.Join(world, "d"), 0o755); err != nil {
		return nil, err
	}
	for name, text := range map[string]string{"f": content, "d/f": "x", "empty": "", "w": "", "out": ""} {
		if err := os.WriteFile(filepath.Join(world, name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	if err := unprivileged(dir, world); err != nil {
		return nil, err
	}
	notes, err := os.OpenFile(filepath.Join(dir, "notes"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer notes.Close()
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", p.command())
	cmd.Dir, cmd.Env, cmd.ExtraFiles = world, append(p.Env, "PATH=/usr/bin:/bin"), []*os.File{notes}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: nobody()}
	err = cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		return nil, err
	}
	text, err := os.ReadFile(notes.Name())
	if err != nil {
		return nil, err
	}
	return parse(text)
}

// nobody is whom a program runs as where we are root: nil elsewhere.
func nobody() *syscall.Credential {
	if os.Geteuid() != 0 {
		return nil
	}
	return &syscall.Credential{Uid: 65534, Gid: 65534}
}

// unprivileged lets nobody get to a folder for temporary files and run what is in it, and do
// what it likes in world.
func unprivileged(dir, world string) error {
	if nobody() == nil {
		return nil
	}
	for d := dir; d != filepath.Dir(d) && d != os.TempDir(); d = filepath.Dir(d) {
		info, err := os.Stat(d)
		if err == nil && info.Mode()&0o005 != 0o005 {
			err = os.Chmod(d, 0o755)
		}
		if err != nil {
			return err
		}
	}
	return filepath.WalkDir(world, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(path, 65534, 65534)
	})
}

// command is how a shell starts the program with its standard streams.
func (p *Program) command() string {
	command, from := "exec ../native", p.Streams[0]
	piped := strings.HasPrefix(from, "|")
	switch {
	case piped:
		command = "cat " + from[1:] + " | ../native"
	case from == "":
		command += " <&-"
	default:
		command += " <" + from
	}
	for fd, to := range p.Streams[1:] {
		if to == "" {
			to = "&-"
		}
		command += fmt.Sprintf(" %d>%s", fd+1, to)
	}
	return command + " 9>&3 3>&-"
}

// parse reads observations in order. A program may see the same number twice, if a child goes
// on with it: only the first counts.
func parse(text []byte) (seen []int64, err error) {
	for _, l := range bytes.Split(bytes.TrimSpace(text), []byte("\n")) {
		if len(l) == 0 {
			break
		}
		var k int
		var v int64
		if _, err := fmt.Sscanf(string(l), "%d %d", &k, &v); err != nil {
			return nil, fmt.Errorf("the program noted %q", l)
		}
		if k == len(seen) {
			seen = append(seen, v)
		}
	}
	return seen, nil
}
