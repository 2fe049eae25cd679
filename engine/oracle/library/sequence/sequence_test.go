package sequence

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/oracle"
)

// TestSequences tries a fixed share of the programs.
func TestSequences(t *testing.T) {
	var log strings.Builder
	c := Campaign{Dir: t.TempDir(), Parallel: 2, PerTarget: 300 * time.Millisecond, Log: &log}
	st, _, err := c.Run(context.Background(), 1, 40)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(st)
	if st.Wrong > 0 {
		t.Error(log.String())
	}
	if st.Seen < 8*st.Programs || st.Reachable < st.Seen/2 {
		t.Errorf("too little was seen, or decided: %v", st)
	}
}

// TestLines: all lines compile, and call only what has a model or a specification.
func TestLines(t *testing.T) {
	g := newGenerator(1)
	for _, table := range tables {
		for _, l := range table {
			g.line(l)
		}
	}
	pr := &Program{Body: g.out.String(), Seen: g.seen}
	src := filepath.Join(t.TempDir(), "lines.c")
	if err := os.WriteFile(src, []byte(pr.Asked(nil)), 0o644); err != nil {
		t.Fatal(err)
	}
	lab, err := oracle.NewLab(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	out, err := lab.Compile(src, true)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ir.Read(out)
	if err != nil {
		t.Fatal(err)
	}
	if name := undescribed(p); name != "" {
		t.Errorf("%s has neither a model nor a specification", name)
	}
}

// TestWrong: an observation that the engine excludes is found, and told with its line; what a
// run sees is not.
func TestWrong(t *testing.T) {
	lab, err := oracle.NewLab(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	pr := &Program{Streams: []string{"|f", "", "out"}, Seen: 4,
		Body: "\t{ SEE(0, getchar()); SEE(1, fflush(stdout)); }\n\t{ SEE(2, strlen(\"ab\")); SEE(3, abs(-3)); }\n"}
	dir := t.TempDir()
	seen, err := pr.run(dir)
	if want := []int64{'1', 0, 2, 3}; err != nil || !slices.Equal(seen, want) {
		t.Fatalf("seen %v, want %v; %v", seen, want, err)
	}
	if st, wrong, err := pr.ask(lab, dir, seen, time.Second); err != nil || wrong != "" || st.Reachable != 4 {
		t.Errorf("%v, %q, %v", st, wrong, err)
	}
	seen[3] = 4
	if st, wrong, err := pr.ask(lab, dir, seen, time.Second); err != nil || st.Wrong != 1 || !strings.Contains(wrong, "see 3, which was 4") || !strings.Contains(wrong, "abs(-3)") {
		t.Errorf("%v, %q, %v", st, wrong, err)
	}
}
