package oracle

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

func newLab(t testing.TB) *Lab {
	t.Helper()
	l, err := NewLab(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// prepare compiles one program.
func prepare(t *testing.T, l *Lab, pr *Program) *Subject {
	t.Helper()
	subjects, _, err := l.Prepare([]*Program{pr})
	if err != nil {
		t.Fatal(err)
	}
	return subjects[0]
}

// compileFile compiles a C file, with the models of the library if it includes
// a header.
func compileFile(t *testing.T, l *Lab, file string, flags ...string) *ir.Program {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	own := l.path(filepath.Base(file))
	if err := os.WriteFile(own, text, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := l.Compile(own, strings.Contains(string(text), "#include"), flags...)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPrograms is the oracle: a fixed share of it, or as many programs as
// ASSAY_ORACLE says (with -timeout 0).
func TestPrograms(t *testing.T) {
	n := 80
	if v := os.Getenv("ASSAY_ORACLE"); v != "" {
		var err error
		if n, err = strconv.Atoi(v); err != nil {
			t.Fatalf("ASSAY_ORACLE=%s is no number of programs", v)
		}
	}
	c := Campaign{Dir: t.TempDir(), First: 1, Programs: n, Parallel: 2, PerTarget: 100 * time.Millisecond, Check: 10, Shrink: true, Log: logger{t}}
	st, _, err := c.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%v", st)
	if st.Wrong > 0 || len(st.Failed) > 0 {
		t.Errorf("%d programs with disagreements, %d on which the oracle failed", st.Wrong, len(st.Failed))
	}
	if st.Certificates < n/4 || 100*st.Confirmed < 60*st.Certificates {
		t.Errorf("%d of %d certificates confirmed: too few", st.Confirmed, st.Certificates)
	}
	if st.True < n || st.Status[engine.Reachable] == 0 || st.Status[engine.Unreachable] == 0 {
		t.Errorf("the programs show too little:\n%v", st)
	}
}

// logger writes to a test's log.
type logger struct{ testing.TB }

func (l logger) Write(p []byte) (int, error) {
	l.Log(strings.TrimRight(string(p), "\n"))
	return len(p), nil
}

// TestModes: the draw is a function of the seed, begins with the baseline, does
// not repeat itself, and reaches every value of every axis; the name of a mode
// says all of it.
func TestModes(t *testing.T) {
	drawn := map[string]int{}
	for seed := range uint64(500) {
		ms := Modes(seed)
		if len(ms) != 1+drawnModes || ms[0] != (Mode{}) || !slices.Equal(ms, Modes(seed)) {
			t.Fatalf("seed %d: %v", seed, ms)
		}
		for i, m := range ms {
			if slices.Contains(ms[:i], m) {
				t.Errorf("seed %d repeats %v", seed, m)
			}
			var parts []string
			for j, a := range axes {
				drawn[a.name+"="+a.values[m[j]].name]++
				parts = append(parts, a.name+"="+a.values[m[j]].name)
			}
			if back, err := ParseMode(strings.Join(parts, ",")); err != nil || back != m {
				t.Errorf("%v is read back as %v, %v", m, back, err)
			}
		}
	}
	for _, a := range axes {
		for _, v := range a.values {
			if drawn[a.name+"="+v.name] < 125 {
				t.Errorf("%s=%s is drawn %d times for 500 programs: less than 5,000 for 20,000", a.name, v.name, drawn[a.name+"="+v.name])
			}
		}
	}
	if _, err := ParseMode("caches=sideways"); err == nil {
		t.Error("a value that no axis has is taken")
	}
}

// TestBatch: a program of a batch is the one that is compiled alone.
func TestBatch(t *testing.T) {
	l := newLab(t)
	var prs []*Program
	for seed := range uint64(6) {
		prs = append(prs, Generate(seed))
	}
	together, _, err := l.Prepare(prs)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range together {
		alone := prepare(t, l, Generate(uint64(i)))
		if a, b := userCode(s.ir), userCode(alone.ir); a != b {
			t.Errorf("seed %d has %v functions and instructions in a batch, %v alone", i, a, b)
		}
		a, err := s.truth()
		if err != nil {
			t.Fatal(err)
		}
		b, err := alone.truth()
		if err != nil {
			t.Fatal(err)
		}
		if a.Runs != b.Runs || !maps.Equal(a.Hit, b.Hit) {
			t.Errorf("seed %d: %d runs and %v in a batch, %d and %v alone", i, a.Runs, a.Hit, b.Runs, b.Hit)
		}
	}
}

// userCode counts the functions of the user's code and their instructions.
func userCode(p *ir.Program) (n [2]int) {
	for _, b := range p.Blocks {
		if !p.Funcs[b.Func].Model {
			n[1] += len(b.Instrs)
		}
	}
	for _, f := range p.Funcs {
		if !f.Model && len(f.Blocks) > 0 {
			n[0]++
		}
	}
	return n
}

// TestSeedsRepeat: a seed is a program.
func TestSeedsRepeat(t *testing.T) {
	for seed := range uint64(200) {
		if a, b := Generate(seed).Plain(), Generate(seed).Plain(); a != b {
			t.Fatalf("seed %d gives two programs", seed)
		}
	}
}

// TestWrongAnswersAreSeen turns right answers into wrong ones.
func TestWrongAnswersAreSeen(t *testing.T) {
	l := newLab(t)
	seen := map[string]int{}
	for seed := uint64(1); seed < 7; seed++ {
		s := prepare(t, l, Generate(seed))
		tr, err := s.Try(Question{Modes: []Mode{{}}, PerTarget: time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if len(tr.Wrong) > 0 {
			t.Fatalf("seed %d: %v", seed, tr.Wrong)
		}
		if !tr.Truth.Complete {
			continue
		}
		for i, v := range tr.Results[0].Verdicts {
			res := &engine.Result{Verdicts: append([]engine.Verdict(nil), tr.Results[0].Verdicts...)}
			what := "a denied truth"
			switch v.Status {
			case engine.Reachable:
				res.Verdicts[i] = engine.Verdict{Status: engine.Unreachable}
			case engine.Unreachable:
				what = "an invented violation"
				res.Verdicts[i] = engine.Verdict{Status: engine.Reachable, Witness: &engine.Witness{Feeds: someFeeds(tr)}}
			default:
				continue
			}
			tr.Wrong, tr.claims, tr.seen = nil, nil, map[string]bool{}
			tr.compare(s.ir, Mode{}, res)
			if err := tr.replay(s); err != nil {
				t.Fatal(err)
			}
			if len(tr.Wrong) == 0 || tr.Wrong[0].At != tr.Targets[i] {
				t.Errorf("seed %d: %s at %v is reported as %v", seed, what, tr.Targets[i], tr.Wrong)
			}
			seen[what]++
		}
	}
	if len(seen) != 2 {
		t.Errorf("tested only %v", seen)
	}
}

// someFeeds are inputs that the program of a trial takes.
func someFeeds(tr *Trial) []engine.Feed {
	for _, v := range tr.Results[0].Verdicts {
		if v.Witness != nil {
			return v.Witness.Feeds
		}
	}
	return nil
}

// TestMissingGivenIsSeen: a proof that rests on an earlier error must name it.
func TestMissingGivenIsSeen(t *testing.T) {
	x := &Var{Name: "x", Type: intT}
	g := &gen{}
	rd := func() *Expr { return g.read(varPlace(x)) }
	pr := &Program{Funcs: []*Func{{Name: "main", Body: []*Stmt{
		{Kind: Decl, Var: x, E: &Expr{Op: Input, Text: "and", Type: intT, Val: 3}},
		{Kind: Assign, Place: varPlace(&Var{Name: "y", Type: intT}), E: g.bin("/", lit(8), rd())},
		{Kind: If, E: g.bin("==", rd(), lit(0)), Body: []*Stmt{{Kind: Mark, Val: 1}}},
	}}}, Globals: []*Stmt{{Kind: Decl, Var: &Var{Name: "y", Type: intT, Global: true}}}}
	s := prepare(t, newLab(t), pr)
	tr, err := s.Try(Question{Modes: []Mode{{}}, PerTarget: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if len(tr.Wrong) > 0 {
		t.Fatal(tr.Wrong)
	}
	found := false
	for i, v := range tr.Results[0].Verdicts {
		if tr.Targets[i].Class != op.Reach {
			continue
		}
		found = true
		if v.Status != engine.Unreachable || len(v.Given) == 0 {
			t.Fatalf("T is %v given %v, want it unreachable given the division", v.Status, v.Given)
		}
		v.Given = nil
		tr.checkGiven(s.ir, Mode{}, tr.Targets[i], v)
	}
	if !found || len(tr.Wrong) != 1 {
		t.Errorf("a proof without its `given` is reported as %v", tr.Wrong)
	}
}

// TestShrink: a program shrinks to what a property needs.
func TestShrink(t *testing.T) {
	l := newLab(t)
	shrunk := 0
	for seed := uint64(1); seed < 30 && shrunk < 1; seed++ {
		pr := Generate(seed)
		divides := func() bool {
			subjects, dir, err := l.Prepare([]*Program{pr})
			defer os.RemoveAll(dir)
			if err != nil {
				return false
			}
			tr, err := subjects[0].truth()
			if err != nil {
				return false
			}
			for c := range tr.Hit {
				if c.Class == op.DivByZero {
					return true
				}
			}
			return false
		}
		if !divides() {
			continue
		}
		pr.shrink(divides)
		if !divides() {
			t.Fatalf("seed %d: the shrunk program has lost the property:\n%s", seed, pr.Plain())
		}
		if n := statements(pr); n > 4 {
			t.Errorf("seed %d: %d statements are left:\n%s", seed, n, pr.Plain())
		}
		shrunk++
	}
	if shrunk == 0 {
		t.Error("no program divides by zero")
	}
}

// statements counts the statements in functions.
func statements(pr *Program) int {
	n := 0
	for _, f := range pr.Funcs {
		eachStmt(f.Body, func(*Stmt) { n++ })
	}
	return n
}
