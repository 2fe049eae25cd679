package solver

import (
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/assay-dev/assay/engine/solver/solvertest"
	"github.com/assay-dev/assay/engine/term"
)

func TestQueryLogReplays(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "log")
	r := rand.New(rand.NewSource(11))
	stream := solvertest.NewStream(r, solvertest.Config{Width: 6, Vars: 2, Bools: 1, Arrays: true, Ops: 12})
	for range 2 { // two solvers: two files
		s := New(stream.Pool, Options{QueryLog: dir})
		s.Close()
	}
	s := New(stream.Pool, Options{QueryLog: dir})
	var want []Status
	for range 60 {
		want = append(want, s.Check(t.Context(), stream.Next(), Limits{}).Status)
	}
	if err := s.Stats().QueryLogError; err != nil {
		t.Fatal(err)
	}
	s.Close()

	name := filepath.Join(dir, "solver-00002.smt2")
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p := term.NewPool()
	script, err := term.ParseSMT(p, name, src)
	if err != nil {
		t.Fatal(err)
	}
	again := New(p, Options{})
	i := 0
	for _, c := range script.Commands {
		if c.Kind != term.CmdCheckSat {
			t.Fatalf("line %d: unexpected command", c.Line)
		}
		if got := again.Check(t.Context(), c.Terms, Limits{}).Status; got != want[i] {
			t.Fatalf("query %d: replay answers %v, want %v", i+1, got, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Fatalf("the log has %d queries, want %d", i, len(want))
	}
}

func TestQueryLogFromEnvironment(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(QueryLogVariable, dir)
	p := term.NewPool()
	s := New(p, Options{})
	s.Check(t.Context(), []term.T{p.Var(0, "b")}, Limits{})
	s.Close()
	if _, err := os.Stat(filepath.Join(dir, "solver-00000.smt2")); err != nil {
		t.Fatal(err)
	}
}

func TestOptionsCheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		opts Options
		ok   bool
	}{
		{"default", Options{}, true},
		{"cdcl", Options{Backend: BackendCDCL}, true},
		{"unknown backend", Options{Backend: "cvc5"}, false},
		{"unknown fallback", Options{Fallback: "cvc5"}, false},
		{"log below a file", Options{QueryLog: filepath.Join(file, "x")}, false},
	}
	for _, tt := range tests {
		if err := tt.opts.Check(); (err == nil) != tt.ok {
			t.Errorf("%s: error %v, want none: %v", tt.name, err, tt.ok)
		}
	}
}
