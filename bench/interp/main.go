// Command interp measures the two things everything else waits for: how fast a
// program is executed on concrete values, and what loading a large one costs.
//
//	go run -tags z3 ./bench/interp
//	go run -tags z3 ./bench/interp -only load -- onelua.c -DLUA_USE_POSIX
//
// Speed is given in instructions of the IR per second of processor time, on
// the programs below programs/. Loading is what happens to the linked IR: it is
// parsed and made into the engine's program. Compiling is shown apart. Without
// sources after -- a synthetic program of -lines lines is loaded.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	only := flag.String("only", "", "measure only speed, or only load")
	instructions := flag.Int64("instructions", 20e6, "instructions to execute of each program")
	lines := flag.Int("lines", 20000, "lines of the synthetic program")
	write := flag.String("write", "", "write the synthetic program to this file and stop")
	child := flag.String("child", "", "be the measured process: load this file of IR")
	flag.Parse()
	if err := run(*only, *instructions, *lines, *write, *child, flag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "bench/interp: %v\n", err)
		os.Exit(1)
	}
}

func run(only string, instructions int64, lines int, write, child string, sources []string) error {
	switch {
	case child != "":
		return loadHere(child)
	case write != "":
		return os.WriteFile(write, []byte(synthetic(lines)), 0o644)
	case only != "" && only != "speed" && only != "load":
		return fmt.Errorf("-only: %q is neither speed nor load", only)
	}
	dir, err := os.MkdirTemp("", "assay-bench-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if only != "load" {
		if err := benchSpeed(dir, instructions); err != nil {
			return err
		}
	}
	if only == "speed" {
		return nil
	}
	if len(sources) == 0 {
		sources = []string{filepath.Join(dir, "synthetic.c")}
		if err := os.WriteFile(sources[0], []byte(synthetic(lines)), 0o644); err != nil {
			return err
		}
	}
	return benchLoad(sources)
}
