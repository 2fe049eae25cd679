package oracle

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

//go:embed reference/bounded.h
var boundedH string

//go:embed reference/bounded.c
var boundedC string

// BoundedStats counts what was seen of programs whose bounds are checked.
type BoundedStats struct {
	Programs, Targets, Hit int
	Status                 [4]int
	Listed                 map[string]int // bounds that bounded verdicts list, by kind
	Wrong                  []string
}

func (s *BoundedStats) String() string {
	return fmt.Sprintf("%d programs, %d targets, %d happen: %d undecided, %d reachable, %d unreachable, %d bounded; bounds %v; %d disagreements\n",
		s.Programs, s.Targets, s.Hit, s.Status[engine.Undecided], s.Status[engine.Reachable], s.Status[engine.Unreachable], s.Status[engine.Bounded],
		s.Listed, len(s.Wrong))
}

// use is what a run had used up when it hit a target.
type use struct {
	target, bytes, argc, longest, depth int
	turns                               [8]int
}

// TryBounded asks the engine about the program of a seed, and holds the verdicts
// against all runs over small alphabets, one byte and one argument beyond the bounds.
// A bounded verdict is a claim: no run hits the target within the bounds that it lists.
func (l *Lab) TryBounded(seed uint64, perTarget time.Duration, s *BoundedStats) error {
	_, err := l.tryBounded(GenerateBounded(seed), perTarget, s)
	return err
}

func (l *Lab) tryBounded(p *BoundedProgram, perTarget time.Duration, s *BoundedStats) ([]engine.Verdict, error) {
	dir := l.path(fmt.Sprintf("bounded%d", l.serial.Add(1)))
	defer os.RemoveAll(dir)
	program, uses, err := l.prepareBounded(p, dir)
	if err != nil {
		return nil, fmt.Errorf("seed %d: %w", p.Seed, err)
	}
	var cs []Candidate
	for _, line := range p.Hits {
		cs = append(cs, Candidate{line, op.Reach})
	}
	opt := p.Options
	opt.TimeoutPerTarget = perTarget
	res, err := ask(program, cs, opt)
	if err != nil {
		return nil, fmt.Errorf("seed %d: %w", p.Seed, err)
	}
	s.Programs++
	for i := range res.Verdicts {
		s.judge(p, i, &res.Verdicts[i], uses)
	}
	return res.Verdicts, nil
}

// prepareBounded compiles a program for the engine, and runs it natively.
func (l *Lab) prepareBounded(p *BoundedProgram, dir string) (*ir.Program, []use, error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, nil, err
	}
	src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	for name, text := range map[string]string{"bounded.h": boundedH, "bounded.c": boundedC, "p.c": p.Text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return nil, nil, err
		}
	}
	out, err := l.Compile(src, true)
	if err != nil {
		return nil, nil, err
	}
	program, err := ir.Read(out)
	if err != nil {
		return nil, nil, err
	}
	if err := l.run("-O1", "-w", "-DNATIVE", "-DPROGRAM=program", "-o", bin, src, filepath.Join(dir, "bounded.c")); err != nil {
		return nil, nil, err
	}
	o := p.Options
	o.MaxArgc, o.MaxArgLen = max(o.MaxArgc, 1), max(o.MaxArgLen, 1)
	if o.MaxStdin == 0 {
		o.MaxStdin = 3
	}
	seen, err := exec.Command(bin, p.Letters, fmt.Sprint(o.MaxStdin+1), p.Words, fmt.Sprint(o.MaxArgc+1), fmt.Sprint(o.MaxArgLen+1)).Output()
	if err != nil {
		return nil, nil, err
	}
	var uses []use
	for _, line := range strings.Split(strings.TrimSpace(string(seen)), "\n") {
		var u use
		t := &u.turns
		n, _ := fmt.Sscan(line, &u.target, &u.bytes, &u.argc, &u.longest, &u.depth, &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7])
		if n == 13 {
			uses = append(uses, u)
		}
	}
	return program, uses, nil
}

// judge holds a verdict against the runs.
func (s *BoundedStats) judge(p *BoundedProgram, target int, v *engine.Verdict, uses []use) {
	s.Targets++
	s.Status[v.Status]++
	if s.Listed == nil {
		s.Listed = map[string]int{}
	}
	hit := false
	for _, b := range v.Bounds {
		s.Listed[b.Kind]++
	}
	for i := range uses {
		u := &uses[i]
		if u.target != target {
			continue
		}
		hit = true
		claims := v.Status == engine.Unreachable || v.Status == engine.Bounded && p.within(v.Bounds, u)
		if claims {
			s.Wrong = append(s.Wrong, fmt.Sprintf("seed %d: line %d: %v (bounds %v), but a run hits it: %+v\n%s", p.Seed, p.Hits[target], v.Status,
				engine.BoundTexts(v.Bounds), *u, p.Text))
			break
		}
	}
	if hit {
		s.Hit++
	}
	if v.Status == engine.Bounded && len(v.Bounds) == 0 {
		s.Wrong = append(s.Wrong, fmt.Sprintf("seed %d: line %d: bounded by nothing", p.Seed, p.Hits[target]))
	}
}

// within tells that a run stayed within all bounds that a verdict lists.
func (p *BoundedProgram) within(bounds []engine.Bound, u *use) bool {
	for _, b := range bounds {
		used := -1
		switch b.Kind {
		case "stdin":
			used = u.bytes
		case "argc":
			used = u.argc
		case "argv":
			used = u.longest
		case "recursion":
			used = u.depth
		case "loop":
			if k, ok := p.Loops[b.At[strings.LastIndexByte(b.At, ':')+1:]]; ok {
				used = u.turns[k]
			}
		}
		if used > int(b.Limit) {
			return false
		}
	}
	return true
}
