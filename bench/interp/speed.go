package main

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/assay-dev/assay/engine/exec"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/solver"
	"github.com/assay-dev/assay/engine/term"
	"github.com/assay-dev/assay/internal/built"
	"github.com/assay-dev/assay/targets/build"
)

//go:embed programs/*.c
var programs embed.FS

// benchSpeed executes each of the programs, which never end, for a number of
// instructions.
func benchSpeed(dir string, instructions int64) error {
	fmt.Printf("%-10s  %12s  %8s  %10s\n", "program", "instructions", "cpu s", "M instr/s")
	list, err := programs.ReadDir("programs")
	if err != nil {
		return err
	}
	for _, e := range list {
		text, err := programs.ReadFile(path.Join("programs", e.Name()))
		if err != nil {
			return err
		}
		src := filepath.Join(dir, e.Name())
		if err := os.WriteFile(src, text, 0o644); err != nil {
			return err
		}
		err = built.Linked([]string{src}, func(p *build.Program) error {
			return speed(e.Name(), p.IRPath, instructions)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", e.Name(), err)
		}
	}
	return nil
}

// speed executes one program and prints a line about it.
func speed(name, irPath string, instructions int64) error {
	p, err := ir.Read(irPath)
	if err != nil {
		return err
	}
	pool := term.NewPool()
	// Failures of malloc are switched off: they would be choices, not concrete.
	cfg := exec.Config{Entry: p.FuncByName["main"], NoFail: map[string]bool{"malloc": true}}
	m := exec.New(p, solver.New(pool, solver.Options{}), pool, cfg, idle{})
	s := m.Start()[0]
	start := cpuTime()
	end := m.Run(context.Background(), s, instructions)
	took := (cpuTime() - start).Seconds()
	if end != nil {
		return fmt.Errorf("the program ended: %+v", *end)
	}
	fmt.Printf("%-10s  %12d  %8.2f  %10.1f\n", name, instructions, took, float64(instructions)/took/1e6)
	return nil
}

// cpuTime is the processor time of this process so far.
func cpuTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic(fmt.Sprintf("getrusage of the process itself: %v", err)) // fails on bad arguments only
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// idle is an observer that looks for nothing.
type idle struct{}

func (idle) Forked(exec.Fork)                              {}
func (idle) Open(int) bool                                 { return false }
func (idle) Hit(exec.Hit)                                  {}
func (idle) Met(exec.Met)                                  {}
func (idle) Assumed(string)                                {}
func (idle) Unsure(exec.Stop)                              {}
func (idle) Bounded(*exec.BoundHit)                        {}
func (idle) Prefer(*exec.State, *ir.Block, *ir.Block) bool { return true }
func (idle) Cut(*exec.State, *ir.Block) bool               { return false }
func (idle) Leads(ir.FuncID) bool                          { return true }
