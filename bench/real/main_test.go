package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/report"
)

// standIn is a program in assay's place: it notes how it was called, answers with
// what stands in a file, and says that its time was over.
const standIn = `#!/bin/sh
for a; do case $a in json=*) cp "$VERDICTS" "${a#json=}";; esac; done
echo "$@" > "$CALLED"
exit 4
`

// alarm is one with a verdict.
func alarm(state report.State, status, reason string, confirmed bool) report.Alarm {
	a := report.Alarm{State: state}
	a.Outcome = report.Outcome{Status: status, Reason: reason, Confirmed: confirmed}
	return a
}

// program lays a program with alarms into a folder.
func program(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "alarms"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRun: a program is triaged with all its alarms and flags, and what came of
// it is counted; one without alarms fails alone.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	s := &settings{dir: filepath.Join(dir, "programs"), keep: filepath.Join(dir, "kept"), assay: filepath.Join(dir, "assay"), extra: []string{"--assume", "malloc"}}
	program(t, filepath.Join(s.dir, "calc"), map[string]string{"a.c": "int a;\nint b;\n", "b.c": "int c;\n", "a.h": "\n", "flags": "-DX=1\n", "alarms/clang.txt": "a.c:1:1: warning: x\n"})
	program(t, filepath.Join(s.dir, "empty"), map[string]string{"a.c": "int a;\n"})
	alarms := []report.Alarm{
		alarm(report.Mapped, "reachable", "", true), alarm(report.Mapped, "reachable", "", false), alarm(report.Mapped, "unreachable", "", false),
		alarm(report.Mapped, "bounded", "every path within the bounds was followed; no proof beyond the bounds: inline assembly at /src/a.c:7:2", false),
		alarm(report.Mapped, "bounded", "every path within the bounds was followed; no proof beyond the bounds: inline assembly at /src/b.c:9", false),
		alarm(report.Unmapped, "undecided", "no code there", false), alarm(report.NotCheckable, "", "", false),
	}
	text, err := json.Marshal(report.Triage{Alarms: alarms})
	if err != nil {
		t.Fatal(err)
	}
	program(t, dir, map[string]string{"assay": standIn, "verdicts.json": string(text)})
	called := filepath.Join(dir, "called")
	t.Setenv("VERDICTS", filepath.Join(dir, "verdicts.json"))
	t.Setenv("CALLED", called)

	names, err := s.prepare(nil)
	if err != nil || strings.Join(names, " ") != "calc empty" {
		t.Fatalf("programs %v, %v", names, err)
	}
	var all []*outcome
	for _, n := range names {
		all = append(all, s.run(context.Background(), n))
	}
	line, err := os.ReadFile(called)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"triage " + s.dir + "/calc/alarms/clang.txt ", " --assume malloc -- ", "/calc/a.c ", "/calc/b.c ", " -DX=1"} {
		if !strings.Contains(string(line), want) {
			t.Errorf("assay is called without %q: %s", want, line)
		}
	}
	var out strings.Builder
	printTable(&out, all)
	printReasons(&out, all)
	for _, want := range []string{
		"| calc | 4 | 6 | 2 | 1 | 1 | 2 | 1 | 1 | ", "its time ended the run", "| empty | failed: ",
		"| 2 | bounded | prover: inline assembly at … | calc |", "| 1 | undecided | no code there | calc |",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

func TestStopper(t *testing.T) {
	for in, want := range map[string]string{
		"the search did not end within its budget":                                                  "the search did not end within its budget",
		"a.c:3 is deep: at the loop of a.c:7, 0 ≤ n":                                                "… is deep",
		"followed; no proof beyond the bounds: the values differ: the strongest candidate is n ≤ 3": "prover: the values differ",
	} {
		if got := stopper(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestPrepareRefuses(t *testing.T) {
	for _, s := range []*settings{{}, {dir: "missing", keep: t.TempDir()}} {
		if _, err := s.prepare(nil); err == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}

// TestAccesses: what is followed through a pointer is asked about, variables are
// not, and what cannot be excluded is not.
func TestAccesses(t *testing.T) {
	dir := t.TempDir()
	program(t, filepath.Join(dir, "sum"), map[string]string{"sum.c": `int __VERIFIER_nondet_int(void);
int main(void)
{
	int a[4] = {0}, i, n = __VERIFIER_nondet_int();
	for (i = 0; i < 4; i++)
		a[i] = i;
	return a[n];
}
`})
	s := &settings{dir: dir, Limits: built.Limits{Timeout: time.Minute}}
	e, err := s.exclude(context.Background(), "sum")
	if err != nil {
		t.Fatal(err)
	}
	if e.accesses != 2 || e.proved != 1 || !strings.HasPrefix(e.why, "out-of-bounds at ") {
		t.Errorf("%d of %d accesses excluded, the other: %q; want 1 of 2, the other out of bounds", e.proved, e.accesses, e.why)
	}
	if _, err := s.exclude(context.Background(), "none"); err == nil {
		t.Error("a folder without sources is no error")
	}
}
