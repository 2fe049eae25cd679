package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/targets/build"
)

// loaded is what the measured process tells.
type loaded struct {
	Read                time.Duration
	Heap                uint64 // bytes that are live after loading
	Functions, Defined  int
	Blocks, Instrs      int
	Locations, Initials int // source locations, globals
}

// loadHere is the process that is measured.
func loadHere(path string) error {
	start := time.Now()
	p, err := ir.Read(path)
	if err != nil {
		return err
	}
	l := loaded{Read: time.Since(start), Functions: len(p.Funcs), Blocks: len(p.Blocks), Locations: len(p.Locs), Initials: len(p.Globals)}
	for _, f := range p.Funcs {
		if len(f.Blocks) > 0 {
			l.Defined++
		}
	}
	for _, b := range p.Blocks {
		l.Instrs += len(b.Instrs)
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	l.Heap = m.HeapAlloc
	runtime.KeepAlive(p)
	return json.NewEncoder(os.Stdout).Encode(l)
}

// benchLoad compiles sources and loads the program in a process of its own.
func benchLoad(sources []string) error {
	start := time.Now()
	return built.Linked(sources, func(p *build.Program) error {
		compiled := time.Since(start)
		self, err := os.Executable()
		if err != nil {
			return err
		}
		cmd := exec.Command(self, "-child", p.IRPath)
		cmd.Stderr = os.Stderr
		said, err := cmd.Output()
		if err != nil {
			return err
		}
		var l loaded
		if err := json.Unmarshal(said, &l); err != nil {
			return fmt.Errorf("the measured process said %q: %w", said, err)
		}
		usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			return errors.New("this system does not tell the memory of a child process")
		}
		return printLoad(p, &l, compiled, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), usage.Maxrss*1024)
	})
}

// countLines counts the lines of all files that the units are made of, the
// system's headers left out, each file once.
func countLines(units []build.Unit) (int, error) {
	seen := map[string]bool{}
	lines := 0
	for _, u := range units {
		for _, file := range u.Deps {
			if seen[file] {
				continue
			}
			seen[file] = true
			text, err := os.ReadFile(file)
			if err != nil {
				return 0, err
			}
			lines += bytes.Count(text, []byte("\n"))
		}
	}
	return lines, nil
}

func printLoad(p *build.Program, l *loaded, compiled, cpu time.Duration, peak int64) error {
	lines, err := countLines(p.Units)
	if err != nil {
		return err
	}
	info, err := os.Stat(p.IRPath)
	if err != nil {
		return err
	}
	fmt.Printf("\nloading %s\n", filepath.Base(p.Units[0].Source))
	for _, row := range []struct{ name, value string }{
		{"units, lines with their own headers", fmt.Sprintf("%d, %d", len(p.Units), lines)},
		{"IR", fmt.Sprintf("%.1f MB", float64(info.Size())/1e6)},
		{"functions (defined)", fmt.Sprintf("%d (%d)", l.Functions, l.Defined)},
		{"blocks, instructions, globals, locations", fmt.Sprintf("%d, %d, %d, %d", l.Blocks, l.Instrs, l.Initials, l.Locations)},
		{"compile and link", fmt.Sprintf("%.2f s", compiled.Seconds())},
		{"load", fmt.Sprintf("%.2f s (cpu %.2f s)", l.Read.Seconds(), cpu.Seconds())},
		{"memory after loading", fmt.Sprintf("%.0f MB", float64(l.Heap)/1e6)},
		{"peak memory", fmt.Sprintf("%.0f MB", float64(peak)/1e6)},
	} {
		fmt.Printf("  %-42s %s\n", row.name, row.value)
	}
	return nil
}
