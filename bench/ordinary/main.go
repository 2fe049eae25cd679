// Command ordinary measures assay on the programs of testdata/ordinary: what it decides of
// Frama-C's alarms in a minute a program, against what their labels say.
//
//	go run -tags z3 ./bench/ordinary [-timeout 60s] [-timeout-per-alarm 15s] [NAME …]
//
// A label "false" asks for `unreachable`, "true" for `reachable`, or for `unreachable` where the
// proof names an error that comes first. It exits with 1 if a verdict contradicts a label.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/report"
)

const folder = "testdata/ordinary"

// settings say how a program is measured.
type settings struct {
	built.Limits
	assay string
}

func main() {
	s := settings{Limits: built.Limits{PerAlarm: 15 * time.Second, Timeout: time.Minute, Workers: 2}}
	tool := flag.String("assay", "", "binary to measure; without it one is built of this checkout")
	s.Flags(flag.CommandLine, "each program")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bin, remove, err := built.Assay(*tool)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/ordinary:", err)
		os.Exit(2)
	}
	s.assay = bin
	wrong, err := s.measure(ctx, flag.Args())
	remove()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench/ordinary:", err)
		os.Exit(2)
	case wrong > 0:
		os.Exit(1)
	}
}

// counts are what was decided of alarms with labels.
type counts struct {
	wanted, proved int // labelled false, and of these unreachable
	real, shown    int // labelled true, and of these reachable
	given          int // labelled true, and unreachable behind an error that is named
	wrong          int
	took           time.Duration
}

func (c *counts) add(d counts) {
	c.wanted, c.proved, c.real, c.shown = c.wanted+d.wanted, c.proved+d.proved, c.real+d.real, c.shown+d.shown
	c.given, c.wrong, c.took = c.given+d.given, c.wrong+d.wrong, c.took+d.took
}

func (c *counts) print(name string) {
	fmt.Printf("%-12s false %3d proved %3d   true %2d shown %2d behind another error %2d   wrong %d   %3.0f s\n",
		name, c.wanted, c.proved, c.real, c.shown, c.given, c.wrong, c.took.Seconds())
}

// measure triages the programs named, all without names, and prints what came of it.
func (s *settings) measure(ctx context.Context, names []string) (wrong int, err error) {
	if len(names) == 0 {
		files, err := filepath.Glob(folder + "/*.labels")
		if err != nil || len(files) == 0 {
			return 0, errors.New(folder + " has no labels: run this from the root of the repository")
		}
		for _, f := range files {
			names = append(names, strings.TrimSuffix(filepath.Base(f), ".labels"))
		}
	}
	var all counts
	for _, name := range names {
		c, err := s.program(ctx, name)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		c.print(name)
		all.add(c)
	}
	all.print("all")
	return all.wrong, nil
}

// program triages one program and compares the verdicts with its labels.
func (s *settings) program(ctx context.Context, name string) (c counts, err error) {
	labels, err := readLabels(filepath.Join(folder, name+".labels"))
	if err != nil {
		return c, err
	}
	dir, err := os.MkdirTemp("", "assay-bench-ordinary-*")
	if err != nil {
		return c, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "out.json")
	args := append([]string{"triage", name + ".eva.csv", "--facts", "off", "--state-dir", filepath.Join(dir, "state"),
		"-o", "json=" + out, "--source-root", "."}, s.Options()...)
	cmd := exec.CommandContext(ctx, s.assay, append(args, "--", "-w", name+".c")...)
	cmd.Dir = folder
	began := time.Now()
	said, runErr := cmd.CombinedOutput() // also where its time ended the run, which leaves verdicts
	c.took = time.Since(began)
	text, err := os.ReadFile(out)
	if err != nil {
		return c, fmt.Errorf("%w: %v\n%s", runErr, err, said)
	}
	var r struct{ Alarms []report.Alarm }
	if err := json.Unmarshal(text, &r); err != nil {
		return c, err
	}
	for i := range r.Alarms {
		a := &r.Alarms[i]
		c.judge(name, a, labels[fmt.Sprintf("%d %s", a.Line, a.Message)])
	}
	return c, nil
}

// judge counts one verdict.
func (c *counts) judge(name string, a *report.Alarm, label string) {
	status := a.Outcome.Status
	switch label {
	case "false":
		c.wanted++
		if status == "unreachable" {
			c.proved++
		}
	case "true":
		c.real++
		if status == "reachable" {
			c.shown++
		} else if status == "unreachable" && len(a.Outcome.Given) > 0 {
			c.given++
		}
	}
	if label == "false" && status == "reachable" || label == "true" && status == "unreachable" && len(a.Outcome.Given) == 0 {
		c.wrong++
		fmt.Printf("%s:%d: %s: %s, and its label is %s\n", name, a.Line, a.Message, status, label)
	}
}

// readLabels reads labels by line and message.
func readLabels(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	labels := map[string]string{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) < 4 || !slices.Contains([]string{"true", "false", "unsure"}, f[3]) {
			return nil, fmt.Errorf("%s: no label: %q", file, line)
		}
		labels[f[0]+" "+f[1]+": "+f[2]] = f[3]
	}
	return labels, nil
}
