// Command sarif measures what a large SARIF log costs: a log of 25,000 results
// with code flows, 50 MB, is generated, and a process of its own reads it,
// annotates every result and writes it. Printed are the times of the three
// steps and the peak of the process's memory.
//
//	go run ./bench/sarif -results 25000 -runs 3
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/assay-dev/assay/sarif"
)

func main() {
	n := flag.Int("results", 25000, "number of results of the generated log")
	runs := flag.Int("runs", 3, "how often to measure")
	profile := flag.String("profile", "annotate", "profile of the output: annotate, verdict, github")
	child := flag.Bool("child", false, "be the measured process: read, annotate and write the two paths that follow")
	keep := flag.String("keep", "", "write the generated and the annotated log into this directory and keep them")
	flag.Parse()
	var err error
	if *child {
		err = measured(flag.Arg(0), flag.Arg(1), *profile)
	} else {
		err = bench(*n, *runs, *profile, *keep)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench/sarif: %v\n", err)
		os.Exit(1)
	}
}

// times are the steps as the measured process tells them.
type times struct{ Read, Annotate, Write time.Duration }

// bench generates the log, starts the measured processes and prints.
func bench(n, runs int, profile, dir string) error {
	if dir == "" {
		tmp, err := os.MkdirTemp("", "assay-bench-*")
		if err != nil {
			return err
		}
		defer os.RemoveAll(tmp)
		dir = tmp
	}
	in, out := filepath.Join(dir, "in.sarif"), filepath.Join(dir, "out.sarif")
	size, err := generate(in, n)
	if err != nil {
		return err
	}
	fmt.Printf("%d results, %.1f MB, profile %s\n", n, float64(size)/1e6, profile)
	fmt.Printf("%8s  %10s  %8s  %8s  %8s  %8s  %s\n", "read s", "annotate s", "write s", "wall s", "cpu s", "peak MB", "out MB")
	for range runs {
		if err := once(in, out, profile); err != nil {
			return err
		}
	}
	return nil
}

// once runs the measured process and prints a line about it.
func once(in, out, profile string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	cmd := exec.Command(self, "-child", "-profile", profile, in, out)
	cmd.Stderr = os.Stderr
	start := time.Now()
	said, err := cmd.Output()
	if err != nil {
		return err
	}
	wall := time.Since(start)
	var t times
	if err := json.Unmarshal(said, &t); err != nil {
		return fmt.Errorf("the measured process said %q: %w", said, err)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("this system does not tell the memory of a child process")
	}
	info, err := os.Stat(out)
	if err != nil {
		return err
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	fmt.Printf("%8.2f  %10.2f  %8.2f  %8.2f  %8.2f  %8.0f  %.1f\n",
		t.Read.Seconds(), t.Annotate.Seconds(), t.Write.Seconds(), wall.Seconds(), cpu.Seconds(),
		float64(usage.Maxrss)*1024/1e6, float64(info.Size())/1e6)
	return nil
}

// measured is the process that is measured.
func measured(in, out, profile string) error {
	p, err := sarif.ParseProfile(profile)
	if err != nil {
		return err
	}
	start := time.Now()
	doc, err := sarif.Read(in)
	if err != nil {
		return err
	}
	read := time.Now()
	annotated, err := doc.Annotate(p, verdicts(doc))
	if err != nil {
		return err
	}
	done := time.Now()
	if err := sarif.WriteFile(out, annotated.Text); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(times{read.Sub(start), done.Sub(read), time.Since(done)})
}
