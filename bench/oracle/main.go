// Command oracle compares the engine with the truth on random programs, for as
// long as one likes:
//
//	go run ./bench/oracle -n 20000 -seed 1
//
// It prints the counts and the disagreements, writes the shrunk programs to
// testdata/regressions with -keep, and exits with 1 if there was any.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/assay-dev/assay/engine/oracle"
)

func main() {
	n := flag.Int("n", 1000, "programs")
	seed := flag.Uint64("seed", 1, "seed of the first program; the next ones follow")
	per := flag.Duration("per-target", 5*time.Second, "time for each target")
	shrink := flag.Bool("shrink", true, "shrink the programs that disagree")
	keep := flag.String("keep", "", "folder that shrunk programs are written to")
	show := flag.Bool("show", false, "print the program of -seed in both forms and stop")
	flag.Parse()
	if *show {
		pr := oracle.Generate(*seed)
		fmt.Println(pr.Plain())
		ref, _ := pr.Reference()
		fmt.Println(ref)
		return
	}
	dir, err := os.MkdirTemp("", "oracle")
	if err != nil {
		fatal(err)
	}
	defer os.RemoveAll(dir)
	c := oracle.Campaign{Dir: dir, First: *seed, Programs: *n, PerTarget: *per, Shrink: *shrink, Keep: *keep, Log: os.Stdout}
	st, err := c.Run()
	if err != nil {
		fatal(err)
	}
	fmt.Print(st)
	if st.Wrong > 0 {
		os.Exit(1)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, "oracle:", err)
	os.Exit(2)
}
