package deadcode

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/witness"
	"github.com/assay-dev/assay/internal/app/decision"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/targets/coverage"
)

// pointRuns runs the program natively on inputs and listens which points it
// executes. One build serves all runs: the linked IR with a call at each
// point, and clang's counters where clang put them.
type pointRuns struct {
	*decision.Replayer
	native  *witness.Replayer
	dir     string
	slots   *coverage.Slots
	at      map[ir.Point][]int // slots of the points that targets look for
	slotsOf [][]int            // by target
	stubs   []int              // slots of the calls of functions that nothing defines

	mu     sync.Mutex
	known  map[string]*pointRun // by inputs
	order  []*pointRun
	number int
}

// pointRun is what one native run executed.
type pointRun struct {
	witness *engine.Witness
	hit     map[int]bool
	times   map[int]uint64 // nil unless the program ended by itself
	clean   bool           // AddressSanitizer has nothing to say; see judged
	judged  bool
}

// deadCodeMark is in the flags of the sources of witnesses of the dead-code
// report: a definition that means nothing to the program. Their sites count
// the blocks of IR that clang's counters were taken out of.
const deadCodeMark = "-D__ASSAY_DEADCODE__"

// OfDeadCode recognizes such a witness.
func OfDeadCode(w *witness.Witness) bool {
	return slices.ContainsFunc(w.Program.Sources, func(s witness.Source) bool { return slices.Contains(s.Flags, deadCodeMark) })
}

// StripCounters makes of linked IR what the sites of such a witness count in.
func StripCounters(ctx context.Context, clang, path string) error {
	tools, err := coverage.FindTools(clang)
	if err != nil {
		return err
	}
	_, err = strip(ctx, tools, path, path, nil)
	return err
}

// pointTimeout bounds one run; what was executed before counts.
const pointTimeout = 3 * time.Second

func newPointRuns(ctx context.Context, j *job, clang string) (*pointRuns, error) {
	n := &pointRuns{Replayer: decision.NewReplayer(j.s, j.part, clang), known: map[string]*pointRun{}, at: map[ir.Point][]int{}}
	n.Mark = []string{deadCodeMark}
	var err error
	if n.dir, err = os.MkdirTemp("", "assay-points-*"); err != nil {
		return nil, fault.BadInput("set TMPDIR to a writable directory", "no temporary directory: %v", err)
	}
	var places []coverage.Place
	for _, ps := range j.universe.places {
		places = append(places, ps...)
	}
	var undefined []string
	for _, e := range decision.Havocked(j.part.Program) {
		undefined = append(undefined, e.Name)
	}
	calls := j.user.Calls(undefined)
	text, slots := j.user.Instrument(append(places, calls...))
	n.slots = slots
	for _, p := range calls {
		n.stubs = append(n.stubs, slots.Places[p])
	}
	for t, ps := range j.universe.places {
		var mine []int
		for i, p := range ps {
			pt := j.universe.targets[t].Sites[i].Point
			n.at[pt] = append(n.at[pt], slots.Places[p])
			mine = append(mine, slots.Places[p])
		}
		n.slotsOf = append(n.slotsOf, mine)
	}
	path := filepath.Join(n.dir, "points.ll")
	err = errors.Join(os.Chmod(n.dir, 0o755), os.WriteFile(path, []byte(text), 0o644), n.recorder(ctx, clang))
	if err != nil {
		n.close()
		return nil, err
	}
	n.native = witness.NewReplayer(witness.Options{Clang: clang, LinkedIR: path, Timeout: pointTimeout})
	return n, nil
}

// recorder compiles what tells us of the points.
func (n *pointRuns) recorder(ctx context.Context, clang string) error {
	source := filepath.Join(n.dir, "points.c")
	if err := os.WriteFile(source, coverage.Recorder, 0o644); err != nil {
		return err
	}
	args := []string{"-O1", "-w", "-fPIE", "-c", fmt.Sprintf("-DASSAY_SLOTS=%d", max(n.slots.Count, 1)), "-o", n.object(), source}
	if n.Part.Program.DataModel == "ILP32" {
		args = append(args, "-m32")
	}
	if out, err := exec.CommandContext(ctx, clang, args...).CombinedOutput(); err != nil {
		return fault.InternalError{Err: fmt.Errorf("the recorder of points does not compile: %w: %s", err, out)}
	}
	return nil
}

func (n *pointRuns) object() string { return filepath.Join(n.dir, "points.o") }

func (n *pointRuns) close() {
	n.Replayer.Close()
	if n.native != nil {
		n.native.Close()
	}
	os.RemoveAll(n.dir)
}

// confirm is engine.Options.Confirm: a run on the witness's inputs executes the
// point. Where the path rests on choices or on functions that nothing
// defines, the replay of triage decides, which can feed them.
func (n *pointRuns) confirm(ctx context.Context, w *engine.Witness) engine.Confirmation {
	if n.Off || w.Entry != "main" || len(w.Choices) > 0 {
		return n.Replayer.Confirm(ctx, w)
	}
	r, err := n.run(ctx, w)
	switch {
	case err != nil:
		return engine.Confirmation{Status: engine.NotRun, Reason: "the run failed: " + err.Error()}
	case slices.ContainsFunc(n.stubs, func(s int) bool { return r.hit[s] }):
		return n.Replayer.Confirm(ctx, w)
	}
	for _, slot := range n.at[w.Point] {
		if r.hit[slot] {
			return engine.Confirmation{Status: engine.Confirmed, Reason: "executed natively"}
		}
	}
	return engine.Confirmation{Status: engine.NotReproduced, Reason: "the native run does not come here"}
}

// run runs the program on a witness's inputs, once for equal inputs.
func (n *pointRuns) run(ctx context.Context, w *engine.Witness) (*pointRun, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	f := n.File(w)
	key, err := json.Marshal(f.Inputs)
	if err != nil {
		return nil, err
	}
	if r, ok := n.known[string(key)]; ok {
		return r, nil
	}
	r := &pointRun{witness: w, hit: map[int]bool{}}
	if err := n.listen(ctx, f, r); err != nil {
		return nil, err
	}
	n.known[string(key)] = r
	n.order = append(n.order, r)
	return r, nil
}

// listen runs a witness's inputs with a pipe for the points. The target is an
// instruction that is never executed, so the run goes on to its end.
func (n *pointRuns) listen(ctx context.Context, f *witness.Witness, r *pointRun) error {
	n.number++
	pipe := filepath.Join(n.dir, fmt.Sprintf("pipe%d", n.number))
	if err := unix.Mkfifo(pipe, 0o666); err != nil {
		return err
	}
	defer os.Remove(pipe)
	if err := os.Chmod(pipe, 0o666); err != nil {
		return err
	}
	in, err := os.OpenFile(pipe, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer in.Close()
	f.Target = witness.Target{Class: op.Reach.String(), Name: "nowhere", File: f.Target.File, Line: f.Target.Line,
		Function: coverage.Nowhere, Operand: -1, Site: &witness.Site{Function: coverage.Nowhere}}
	path := witness.Bytes(pipe)
	f.Inputs.Env = append(slices.Clone(f.Inputs.Env), witness.EnvVar{Name: "ASSAY_POINTS", Value: &path})
	if len(f.Program.Sources) > 0 {
		f.Program.Sources[0].Flags = append(slices.Clone(f.Program.Sources[0].Flags), "-Wl,"+n.object())
	}
	done := make(chan error)
	go func() { done <- r.read(in) }()
	o, err := n.native.Replay(ctx, f)
	if err == nil && o.Status == witness.CouldNotRun {
		err = errors.New(o.What)
	}
	end := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, endOfRun), 0)
	if _, werr := in.Write(end); werr != nil {
		return errors.Join(err, werr)
	}
	return errors.Join(err, <-done)
}

// endOfRun is the slot of the record that we ourselves put behind a run's.
const endOfRun = ^uint64(0)

// read takes records (recorder/points.c) up to the end of the run.
func (r *pointRun) read(in io.Reader) error {
	var b [16]byte
	for {
		if _, err := io.ReadFull(in, b[:]); err != nil {
			return err
		}
		slot, times := binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:])
		switch {
		case slot == endOfRun:
			return nil
		case times == 0:
			r.hit[int(slot)] = true
		default:
			if r.times == nil {
				r.times = map[int]uint64{}
			}
			r.times[int(slot)] = times
		}
	}
}

// isClean reports whether AddressSanitizer has nothing to say of a run: then
// no path-ending error is known on it, and what it executes is live.
func (n *pointRuns) isClean(ctx context.Context, r *pointRun) (bool, error) {
	if r.judged {
		return r.clean, nil
	}
	f := n.File(r.witness)
	f.Target.Class, f.Target.Site, f.Target.Side = op.OutOfBounds.String(), nil, ""
	o, err := n.Replayer.Replayer.Replay(ctx, f)
	if err != nil {
		return false, err
	}
	r.judged = true
	r.clean = o.Status == witness.NotReproduced && o.At == ""
	return r.clean, nil
}

// seen finds a clean run that executes a target, nil if there is none.
func (n *pointRuns) seen(ctx context.Context, target int) (*pointRun, error) {
	for _, r := range n.order {
		if !slices.ContainsFunc(n.slotsOf[target], func(s int) bool { return r.hit[s] }) ||
			slices.ContainsFunc(n.stubs, func(s int) bool { return r.hit[s] }) {
			continue
		}
		clean, err := n.isClean(ctx, r)
		if err != nil || clean {
			return r, err
		}
	}
	return nil, nil
}

// profile adds up clang's counters over the runs that ended by themselves.
func (n *pointRuns) profile() coverage.Profile {
	total := map[int]uint64{}
	for _, r := range n.order {
		for slot, times := range r.times {
			total[slot] += times
		}
	}
	p := coverage.Profile{}
	for _, name := range slices.Sorted(maps.Keys(n.slots.Counters)) {
		first, width := n.slots.Of(name)
		if first < 0 {
			continue
		}
		for i := range width {
			p[name] = append(p[name], total[first+i])
		}
	}
	return p
}
