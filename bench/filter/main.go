// Command filter measures `assay filter`: how much faster a run is in which
// nothing changed, whether its verdicts are the same, and which alarms are
// decided again after one function of fifty was changed.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/report"
)

var (
	tool    = flag.String("assay", "", "binary to measure; without it one is built of this checkout")
	alarms  = flag.String("alarms", "testdata/sarif/corpus/alarms/framac/p0.%s.sarif", "alarms of a program of the corpus, by its name")
	budget  = flag.Duration("timeout-per-alarm", 5*time.Second, "option of the runs")
	repeats = flag.Int("repeats", 3, "second runs, of which the fastest counts")
)

func main() {
	flag.Parse()
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "filter:", err)
		os.Exit(1)
	}
}

func run() error {
	bin, remove, err := built.Assay(*tool)
	if err != nil {
		return err
	}
	defer remove()
	dir, err := os.MkdirTemp("", "assay-bench-filter-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sources, err := filepath.Glob("testdata/build/corpus/*.c")
	if err != nil || len(sources) == 0 {
		return fmt.Errorf("no programs: %v", err)
	}
	fmt.Println("program   alarms  decided   first: s   CPU s   second: s   CPU s    times  CPU times  same verdicts")
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".c")
		w := work{bin: bin, dir: filepath.Join(dir, name), source: name + ".c"}
		text, err := os.ReadFile(source)
		if err == nil {
			err = w.write(name+".c", string(text))
		}
		list, rerr := os.ReadFile(fmt.Sprintf(*alarms, name))
		if err = errors.Join(err, rerr); err != nil {
			return err
		}
		if err := errors.Join(w.write("alarms.sarif", string(list)), w.twice(name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return fifty(bin, filepath.Join(dir, "fifty"))
}

// work is a directory with a program and its alarms.
type work struct{ bin, dir, source string }

func (w *work) write(name, text string) error {
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.dir, name), []byte(text), 0o644)
}

// measured is one run.
type measured struct {
	wall, cpu time.Duration // of all processes
	triage    report.Triage
	sarif     []byte
}

func (w *work) filter() (m measured, err error) {
	cmd := exec.Command(w.bin, "filter", "alarms.sarif", "--baseline", "alarms.sarif", "--timeout-per-alarm", budget.String(), "--reproducible",
		"-o", "sarif=out.sarif", "-o", "json=out.json", "--", w.source)
	cmd.Dir = w.dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return m, fmt.Errorf("%w\n%s", err, stderr.String())
	}
	m.wall = time.Since(start)
	usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	m.cpu = time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	text, err := os.ReadFile(filepath.Join(w.dir, "out.json"))
	if err == nil {
		err = json.Unmarshal(text, &m.triage)
	}
	if err == nil {
		m.sarif, err = os.ReadFile(filepath.Join(w.dir, "out.sarif"))
	}
	return m, err
}

// twice runs the filter on what changed not at all.
func (w *work) twice(name string) error {
	first, err := w.filter()
	if err != nil {
		return err
	}
	var second measured
	same := true
	for k := range *repeats {
		m, err := w.filter()
		if err != nil {
			return err
		}
		same = same && bytes.Equal(m.sarif, first.sarif) && m.triage.Comparison.Decided == 0
		if k == 0 {
			second = m
		}
		second.wall, second.cpu = min(second.wall, m.wall), min(second.cpu, m.cpu)
	}
	fmt.Printf("%-9s %6d  %7d  %9.2f  %6.2f  %10.3f  %6.3f  %6.1f×  %8.1f×  %13t\n", name, report.Count(first.triage.Alarms, nil).Total,
		first.triage.Comparison.Decided, first.wall.Seconds(), first.cpu.Seconds(), second.wall.Seconds(), second.cpu.Seconds(),
		float64(first.wall)/float64(second.wall), float64(first.cpu)/float64(second.cpu), same)
	return nil
}

// fifty measures a program of fifty small functions, one of which another
// calls, with an alarm in each: all runs, and the one after a change of the
// function that is called.
func fifty(bin, dir string) error {
	const calls, called = 13, 14
	w := work{bin: bin, dir: dir, source: "fifty.c"}
	write := func(change string) error {
		var code, results strings.Builder
		code.WriteString("#include <stdio.h>\n")
		for k := 49; k >= 0; k-- {
			fmt.Fprintf(&code, "static int f%d(int x)\n{\n", k)
			switch k {
			case calls:
				fmt.Fprintf(&code, "    x = f%d(x);\n", called)
			case called:
				code.WriteString(change)
			}
			fmt.Fprintf(&code, "    return 100 / (x - %d);\n}\n", k)
			if results.Len() > 0 {
				results.WriteString(",\n")
			}
			fmt.Fprintf(&results, `{"ruleId": "division_by_zero", "message": {"text": "in f%d"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "fifty.c"}, "region": {"startLine": %d}}}]}`,
				k, strings.Count(code.String(), "\n")-1)
		}
		code.WriteString("int main(void)\n{\n    int x = getchar();\n    switch (getchar()) {\n")
		for k := range 50 {
			fmt.Fprintf(&code, "    case %d: return f%d(x);\n", k, k)
		}
		code.WriteString("    }\n    return 0;\n}\n")
		return errors.Join(w.write("fifty.c", code.String()),
			w.write("alarms.sarif", `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "frama-c"}}, "results": [`+results.String()+"]}]}"))
	}
	if err := errors.Join(write(""), w.twice("fifty")); err != nil {
		return err
	}
	if err := write("    x++;\n"); err != nil {
		return err
	}
	m, err := w.filter()
	if err != nil {
		return err
	}
	var again []string
	for i := range m.triage.Alarms {
		if al := &m.triage.Alarms[i]; al.Because != "" {
			again = append(again, strings.TrimPrefix(al.Message, "in ")+" ("+al.Because+")")
		}
	}
	slices.Sort(again)
	fmt.Printf("after a change of f%d\n  depend on it:  f%d, f%d\n  decided again: %s; %d verdicts still hold; %.2f s\n", called, calls, called,
		strings.Join(again, ", "), m.triage.Comparison.Reused, m.wall.Seconds())
	return nil
}
