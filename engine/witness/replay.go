package witness

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine/op"
)

// Options of a replay.
type Options struct {
	// Clang is the compiler; default "clang-14".
	Clang string
	// LinkedIR is the path of the linked IR's text that the sites index, the
	// program's own units only, before assay's library models are linked
	// in; without it observers (b) and (c) are not available.
	LinkedIR string
	// Timeout bounds one run of the program; default 10 s.
	Timeout time.Duration
	// MemoryMiB bounds one run's memory, default 2048: through RLIMIT_DATA,
	// under AddressSanitizer (whose shadow no such limit survives) through
	// its own limit on resident memory.
	MemoryMiB int
	// TempDir is where builds and runs live; default os.TempDir().
	TempDir string
}

func (o *Options) defaults() {
	if o.Clang == "" {
		o.Clang = "clang-14"
	}
	if o.Timeout <= 0 {
		o.Timeout = 10 * time.Second
	}
	if o.MemoryMiB <= 0 {
		o.MemoryMiB = 2048
	}
}

// Replayer replays witnesses of one program and shares the builds among
// them. It is safe for concurrent use; Close removes what it built.
type Replayer struct {
	opt     Options
	build   *builder
	initErr error // the temporary directory could not be made
}

// NewReplayer makes a Replayer. A temporary directory that cannot be made is
// reported by Replay.
func NewReplayer(opt Options) *Replayer {
	opt.defaults()
	dir, err := os.MkdirTemp(opt.TempDir, "assay-replay")
	if err == nil {
		// Open to other users: under root the program runs as nobody.
		err = os.Chmod(dir, 0o755)
	}
	b := &builder{clang: opt.Clang, dir: dir, memory: opt.MemoryMiB, done: map[string]*build{}}
	return &Replayer{opt: opt, build: b, initErr: err}
}

// Close removes the builds. No replay may be running.
func (r *Replayer) Close() error {
	if r.build.dir == "" {
		return nil
	}
	return os.RemoveAll(r.build.dir)
}

// Replay is a Replayer for one witness.
func Replay(ctx context.Context, w *Witness, opt Options) (Outcome, error) {
	r := NewReplayer(opt)
	o, err := r.Replay(ctx, w)
	return o, errors.Join(err, r.Close())
}

// session is one replay under way.
type session struct {
	*Replayer
	ctx   context.Context
	w     *Witness
	class op.Class
	out   Outcome
	story strings.Builder
	// unable collects why observers were not available, in order.
	unable []string
	// fed: a run had the witness's choices.
	fed bool
}

// Replay runs the witness and says what was observed. The error is for a
// malformed witness, a cancelled context and failures of the machine (disk
// full); everything else is an Outcome.
func (r *Replayer) Replay(ctx context.Context, w *Witness) (Outcome, error) {
	if r.initErr != nil {
		return Outcome{}, fmt.Errorf("replay: %w", r.initErr)
	}
	if err := w.Validate(); err != nil {
		return Outcome{}, err
	}
	s := &session{Replayer: r, ctx: ctx, w: w}
	s.class, _ = op.ParseClass(w.Target.Class)
	s.out.Command = Reproducer(w, r.opt.Clang)
	err := s.decide()
	s.out.Log = head(s.story.String(), maxStory)
	return s.out, err
}

// decide asks the observers in order until one sees the failure.
func (s *session) decide() error {
	if why := s.unfit(); why != "" {
		s.finish(CouldNotRun, "", why, "")
		return nil
	}
	for _, observe := range []func() (bool, error){s.bySanitizer, s.byCheck, s.byChoices, s.byAssertMessage} {
		seen, err := observe()
		var be *buildError
		switch {
		case errors.As(err, &be):
			s.note("not built: %s", be.text)
			s.unable = append(s.unable, be.text)
		case err != nil:
			return err
		case seen:
			return nil
		}
	}
	s.giveUp()
	return nil
}

// giveUp chooses the status when no observer saw the failure.
func (s *session) giveUp() {
	switch {
	case s.out.Status != "": // an observer that could see it did not
	case s.out.Ran:
		s.finish(NotObservable, s.out.Observer, strings.Join(s.unable, "; "), "")
	default:
		s.finish(CouldNotRun, "", strings.Join(s.unable, "; "), "")
		if len(s.unable) > 0 && s.observable() == "" {
			s.out.Status = NotObservable
		}
	}
	if s.out.Status == NotReproduced {
		if c := s.unfed(); c != nil {
			s.out.Status = NotObservable
			s.out.What = fmt.Sprintf("the path needs a choice that no run can be told: %s; without it: %s", c.describe(), s.out.What)
		}
	}
}

// observable names an observer of the class that exists at all, built or not.
func (s *session) observable() string {
	switch {
	case sanitizerOf[s.class] != nil:
		return ObserverSanitizer
	case checkOf[s.class] != nil && s.w.Target.Site != nil && s.opt.LinkedIR != "":
		return ObserverCheck
	}
	return ""
}

// unfed returns a choice that no run was told.
func (s *session) unfed() *Choice {
	for i := range s.w.Choices {
		c := &s.w.Choices[i]
		if c.Kind != ChoiceHavoc && !(s.fed && c.feedable()) {
			return c
		}
	}
	return nil
}

// unfit says why the witness cannot be replayed at all.
func (s *session) unfit() string {
	if s.w.Program.Entry != "main" {
		return fmt.Sprintf("the witness starts in %s(): only main can be run natively", s.w.Program.Entry)
	}
	for _, list := range [][]Source{s.w.Program.Sources, s.w.Program.Models} {
		for _, src := range list {
			if why := changed(src); why != "" {
				return why
			}
		}
	}
	return ""
}

// changed reports a source that is not the one the witness was made for.
func changed(src Source) string {
	name := src.Path
	if !filepath.IsAbs(name) {
		name = filepath.Join(src.Dir, name)
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return fmt.Sprintf("source %s cannot be read: %v", src.Path, err)
	}
	if src.SHA256 != "" && src.SHA256 != HashOf(data) {
		return fmt.Sprintf("source %s changed since the witness was made: run the analysis and assay again", src.Path)
	}
	return ""
}

// HashOf is the content hash that witnesses record.
func HashOf(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

func (s *session) note(format string, args ...any) {
	if s.story.Len() < maxStory {
		fmt.Fprintf(&s.story, format+"\n", args...)
	}
}

// finish sets the outcome.
func (s *session) finish(st Status, observer, what, at string) {
	s.out.Status, s.out.Observer, s.out.What, s.out.At = st, observer, what, at
	s.out.Observed = st == Confirmed || st == Depends
}

// confirm finishes with a failure that was seen, unless a havocked function
// was called on the way.
func (s *session) confirm(observer, what, at string, runs ...*run) {
	s.finish(Confirmed, observer, what, at)
	called := map[string]bool{}
	for _, r := range runs {
		for _, f := range r.events("havoc") {
			if !called[f] {
				called[f] = true
				s.out.DependsOn = append(s.out.DependsOn, Choice{Kind: ChoiceHavoc, Function: f})
			}
		}
	}
	if len(called) > 0 {
		s.out.Status = Depends
	}
}

// start runs a program and tells the story of it.
func (s *session) start(p *program, groups []group, what string, stop func(string) bool) (*run, error) {
	res, err := s.execute(s.ctx, p, &s.w.Inputs, groups, stop)
	if err != nil {
		return nil, err
	}
	if res.failed != "" || len(res.events("started")) == 0 && res.exit == 126 {
		return nil, &buildError{"the program could not be started: " + res.failed}
	}
	s.out.Ran = true
	s.out.Isolation = res.left
	s.note("%s: %s", what, res.ended())
	for _, k := range res.events("dry") {
		s.note("  more values of %s were asked for than the witness has: 0 was given", k)
	}
	for _, k := range res.events("assume") {
		s.note("  %s did not hold", k)
	}
	for _, k := range res.events("assert") {
		s.note("  assertion failed: %s", k)
	}
	if t := strings.TrimSpace(res.stderr); t != "" {
		s.note("  standard error: %s", head(t, 2000))
	}
	return res, nil
}
