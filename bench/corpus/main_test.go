package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/internal/built"
)

// fake writes a program that stands for assay: a shell script that gets the
// alarms as $2 and is to write $out.
func fake(t *testing.T, script string) *settings {
	t.Helper()
	dir := t.TempDir()
	text := "#!/bin/sh\nfor a; do case $a in sarif=*) out=${a#sarif=};; esac; done\n" + script + "\n"
	if err := os.WriteFile(filepath.Join(dir, "assay"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	abs, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	return &settings{assay: filepath.Join(dir, "assay"), root: abs, work: dir, Limits: built.Limits{PerAlarm: time.Second, Timeout: time.Minute, Workers: 1}}
}

// TestRun drives the whole way with a program that stands for assay.
func TestRun(t *testing.T) {
	verdictOnFirst := `sed '0,/"ruleId"/s//"properties": {"assay\/triage": {"status": "undecided", "reason": "no luck", "seconds": 1.5, "bounds": [{"kind": "loop", "at": "tlv.c:9", "limit": 4}]}}, "ruleId"/' "$2" > "$out"`
	for _, c := range []struct {
		name, script string
		want         []string // in what is printed
		bad          bool
	}{
		{"copies", `cp "$2" "$out"`, []string{"Worst cases\nnone\n", "clang14 tlv.c:111 core.DivideZero: none: \n"}, false},
		{"gives a verdict", verdictOnFirst, []string{"clang14 tlv.c:111 core.DivideZero: undecided, 1.5 s: no luck\n    bound: loop at tlv.c:9, 4\n", "1       0/0"}, false},
		{"ends early", `cp "$2" "$out"; exit 4`, []string{"its time ended the run early"}, false},
		{"fails", `echo boom >&2; exit 3`, []string{"failed clang14 tlv: exit status 3\nboom\n", "FAILED"}, true},
		{"loses the results", `echo '{"runs": []}' > "$out"`, []string{"count clang14 tlv: 1 results in, 0 out\n", "lost clang14 tlv.c:111 core.DivideZero\n"}, true},
		{"writes nothing", `exit 0`, []string{"no such file"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fake(t, c.script)
			a, err := pickAnalyzers("clang14")
			if err != nil {
				t.Fatal(err)
			}
			l := labelsOf(t, filepath.Join(root, labelsPath), a[0].label)
			m := &measured{analyzer: a[0], runs: []*outcome{s.run(context.Background(), a[0], l, "tlv")}}
			var b bytes.Buffer
			for _, print := range printers {
				print(&b, []*measured{m})
			}
			for _, want := range c.want {
				if !strings.Contains(b.String(), want) {
					t.Errorf("no %q in\n%s", want, &b)
				}
			}
			if m.bad() != c.bad {
				t.Errorf("bad is %v\n%s", m.bad(), &b)
			}
		})
	}
}

func TestPick(t *testing.T) {
	for list, want := range map[string]int{"": len(analyzers) - 2, "all": len(analyzers), "gcc,clang14": 2} {
		if got, err := pickAnalyzers(list); err != nil || len(got) != want {
			t.Errorf("%q: %d analyzers, %v, want %d", list, len(got), err, want)
		}
	}
	if _, err := pickAnalyzers("gcc,lint"); err == nil || !strings.Contains(err.Error(), `no "lint"`) {
		t.Errorf("an unknown analyzer: %v", err)
	}
	if _, err := pickPrograms("tlv,other"); err == nil || !strings.Contains(err.Error(), `no "other"`) {
		t.Errorf("an unknown program: %v", err)
	}
}
