package witness

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Limits of one run that are no options.
const (
	maxOutput    = 64 << 10 // bytes kept of each of stdout and stderr
	maxLog       = 8 << 20  // bytes read of the log of events
	maxProcesses = 128
	pollEvery    = 25 * time.Millisecond
)

// run is what happened when a program ran.
type run struct {
	exit     int // exit status, or -1
	signal   syscall.Signal
	timedOut bool
	stopped  bool // ended by us: the log held what was looked for
	log      string
	stdout   string
	stderr   string
	left     []string // isolation the system refused
	failed   string   // the program could not be started
}

// group is one list of values of the data file (shim/shim.c).
type group struct {
	key    string
	values [][]byte
}

// feedGroups sorts feeds by key, keeping each key's order.
func feedGroups(feeds []Feed) []group {
	var out []group
	index := map[string]int{}
	for _, f := range feeds {
		i, ok := index[f.Key]
		if !ok {
			i = len(out)
			index[f.Key] = i
			out = append(out, group{key: f.Key})
		}
		out[i].values = append(out[i].values, f.Value.memory())
	}
	return out
}

// memory is the value in memory order; integers take 16 bytes, sign-extended,
// of which the reader takes as many as it needs.
func (v *Value) memory() []byte {
	if v.Bytes != nil {
		return *v.Bytes
	}
	n, _ := new(big.Int).SetString(v.Int, 0)
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), maxBits))
	}
	b := make([]byte, maxBits/8)
	n.FillBytes(b)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return b
}

func encodeGroups(groups []group) []byte {
	var b []byte
	for _, g := range groups {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(g.key)))
		b = append(b, g.key...)
		b = binary.LittleEndian.AppendUint32(b, uint32(len(g.values)))
		for _, v := range g.values {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(v)))
			b = append(b, v...)
		}
	}
	return b
}

// workspace is the directory one run works in, writable for the program.
type workspace struct{ dir, work, data, log, stdin string }

func newWorkspace(parent string, in *Inputs, groups []group) (*workspace, error) {
	dir, err := os.MkdirTemp(parent, "run")
	if err != nil {
		return nil, err
	}
	ws := &workspace{dir: dir, work: filepath.Join(dir, "work"), data: filepath.Join(dir, "data"), stdin: filepath.Join(dir, "stdin")}
	ws.log = filepath.Join(ws.work, ".assay-log")
	err = errors.Join(
		os.Chmod(dir, 0o755), os.Mkdir(ws.work, 0o777), os.Chmod(ws.work, 0o777),
		os.WriteFile(ws.data, encodeGroups(groups), 0o644),
		os.WriteFile(ws.stdin, in.Stdin, 0o644),
		os.WriteFile(ws.log, nil, 0o666), os.Chmod(ws.log, 0o666))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return ws, nil
}

// execute runs a program on inputs. stop looks at the log as it grows and
// ends the run early when it answers true.
func (r *Replayer) execute(ctx context.Context, p *program, in *Inputs, groups []group, stop func(log string) bool) (*run, error) {
	launcher, err := r.build.launcher(ctx)
	if err != nil {
		return nil, err
	}
	ws, err := newWorkspace(r.build.dir, in, groups)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(ws.dir)
	cmd, status, err := r.command(launcher, p, in, ws)
	if err != nil {
		return nil, err
	}
	defer status.Close()
	var out, errOut bounded
	cmd.Stdout, cmd.Stderr = &out, &errOut
	cmd.WaitDelay = time.Second
	err = cmd.Start()
	for _, f := range []io.Closer{cmd.ExtraFiles[0], cmd.Stdin.(*os.File)} {
		f.Close() // the children have their own
	}
	if err != nil {
		return nil, err
	}
	res := &run{exit: -1}
	reported := make(chan string, 1)
	go func() {
		b, _ := io.ReadAll(io.LimitReader(status, maxOutput))
		reported <- string(b)
	}()
	waited := make(chan struct{})
	go func() {
		_ = cmd.Wait() // how the program ended stands in the launcher's report
		close(waited)
	}()
	r.watch(ctx, cmd, ws.log, waited, stop, res)
	res.log = readLog(ws.log)
	res.stdout, res.stderr = out.String(), errOut.String()
	select {
	case text := <-reported:
		res.parse(text)
	case <-time.After(time.Second):
	}
	return res, ctx.Err()
}

// command prepares the launcher; the caller owns the returned end of the
// status pipe.
func (r *Replayer) command(launcher string, p *program, in *Inputs, ws *workspace) (*exec.Cmd, *os.File, error) {
	stdin, err := os.Open(ws.stdin)
	if err != nil {
		return nil, nil, err
	}
	status, end, err := os.Pipe()
	if err != nil {
		stdin.Close()
		return nil, nil, err
	}
	data := r.opt.MemoryMiB
	if p.asan {
		data = 0
	}
	cpu := int(r.opt.Timeout/time.Second) + 2
	cmd := exec.Command(launcher, strconv.Itoa(data), strconv.Itoa(cpu), strconv.Itoa(maxProcesses), ws.work, p.path)
	if len(in.Argv) == 0 {
		cmd.Args = append(cmd.Args, programName)
	}
	for _, a := range in.Argv {
		cmd.Args = append(cmd.Args, string(a))
	}
	cmd.Env = []string{"ASSAY_REPLAY_DATA=" + ws.data, "ASSAY_REPLAY_LOG=" + ws.log}
	for _, e := range in.Env {
		if e.Value != nil {
			cmd.Env = append(cmd.Env, e.Name+"="+string(*e.Value))
		}
	}
	cmd.Stdin = stdin
	cmd.ExtraFiles = []*os.File{end}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return cmd, status, nil
}

// watch waits for the end of the program, its time, the context, or stop.
func (r *Replayer) watch(ctx context.Context, cmd *exec.Cmd, log string, waited <-chan struct{}, stop func(string) bool, res *run) {
	limit := time.NewTimer(r.opt.Timeout)
	defer limit.Stop()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	var size int64
	for {
		select {
		case <-waited:
			return
		case <-limit.C:
			res.timedOut = true
		case <-ctx.Done():
		case <-poll.C:
			st, err := os.Stat(log)
			if stop == nil || err != nil || st.Size() == size {
				continue
			}
			size = st.Size()
			if !stop(readLog(log)) {
				continue
			}
			res.stopped = true
		}
		end(cmd, waited)
		return
	}
}

// end makes the launcher end the program's process group and itself; the end
// of its process namespace takes what has left the group.
func end(cmd *exec.Cmd, waited <-chan struct{}) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // ESRCH: nothing is left
	select {
	case <-waited:
	case <-time.After(time.Second):
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // ESRCH: as above
		<-waited
	}
}

func readLog(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return "" // the program removed it: nothing was observed
	}
	defer f.Close()
	b, _ := io.ReadAll(io.LimitReader(f, maxLog))
	return string(b)
}

// parse reads the launcher's report.
func (res *run) parse(text string) {
	for line := range strings.Lines(text) {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, _ := strconv.Atoi(rest)
		switch word {
		case "exit":
			res.exit = n
		case "signal":
			res.signal = syscall.Signal(n)
		case "left":
			res.left = append(res.left, rest)
		case "failed":
			res.failed = rest
		}
	}
}

// ended says in words how the program ended.
func (res *run) ended() string {
	switch {
	case res.stopped:
		return "ended by the replay once the failure was seen"
	case res.timedOut:
		return "ran until the time limit"
	case res.signal != 0:
		return fmt.Sprintf("killed by signal %d (%s)", int(res.signal), res.signal)
	case res.exit >= 0:
		return fmt.Sprintf("exit status %d", res.exit)
	}
	return "ended in an unknown way"
}

// events returns the rest of the shim's log lines that begin with a word.
func (res *run) events(word string) []string {
	var out []string
	for line := range strings.Lines(res.log) {
		if w, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " "); w == word {
			out = append(out, rest)
		}
	}
	return out
}

// bounded keeps the first bytes written to it and counts the others.
type bounded struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	lost int64
}

func (b *bounded) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	keep := min(len(p), maxOutput-b.buf.Len())
	b.buf.Write(p[:keep])
	b.lost += int64(len(p) - keep)
	return len(p), nil
}

func (b *bounded) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lost > 0 {
		return fmt.Sprintf("%s\n… and %d bytes more", b.buf.String(), b.lost)
	}
	return b.buf.String()
}
