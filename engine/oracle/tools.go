package oracle

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/targets/build"
)

//go:embed reference/runtime.c
var runtimeC string

//go:embed reference/runtime.h
var runtimeH string

// Lab is a directory with the compiled runtime, in which programs are tried.
// Several goroutines may use it.
type Lab struct {
	dir    string
	clang  string
	models sync.Once // compiles models.bc
	failed error     // of models
	serial atomic.Int64
}

// NewLab sets up a lab in an empty directory.
func NewLab(dir string) (*Lab, error) {
	clang, err := exec.LookPath("clang-14")
	if err != nil {
		return nil, fmt.Errorf("clang-14 is missing: apt-get install clang-14")
	}
	l := &Lab{dir: dir, clang: clang}
	for name, text := range map[string]string{"runtime.c": runtimeC, "runtime.h": runtimeH, "classes.h": classesHeader()} {
		if err := os.WriteFile(l.path(name), []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	return l, l.run("-O2", "-fwrapv", "-c", "-o", l.path("runtime.o"), l.path("runtime.c"))
}

func (l *Lab) path(name string) string { return filepath.Join(l.dir, name) }

func (l *Lab) run(args ...string) error {
	if msg, err := exec.Command(l.clang, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("clang-14 %s: %w\n%s", strings.Join(args, " "), err, msg)
	}
	return nil
}

// irFlags make the IR that the engine reads, as targets/build does.
var irFlags = []string{"-emit-llvm", "-O1", "-Xclang", "-disable-llvm-passes", "-U__OPTIMIZE__", "-U_FORTIFY_SOURCE",
	"-D_FORTIFY_SOURCE=0", "-g", "-fno-discard-value-names", "-w"}

// Compile turns a C file into textual IR as targets/build does, with the models
// of the C library if it uses any.
func (l *Lab) Compile(src string, library bool, flags ...string) (string, error) {
	out := src + ".ll"
	flags = append(flags, irFlags...)
	if !library {
		return out, l.run(append([]string{"-S", "-o", out, src}, flags...)...)
	}
	if l.models.Do(func() { l.failed = l.compileModels() }); l.failed != nil {
		return "", l.failed
	}
	if err := l.run(append([]string{"-c", "-o", src + ".bc", src}, flags...)...); err != nil {
		return "", err
	}
	return out, link("-S", "--only-needed", "-o", out, src+".bc", l.path("models.bc"))
}

// compileModels compiles the models of the C library.
func (l *Lab) compileModels() error {
	args := []string{"-o", l.path("models.bc")}
	dir := l.path("models")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, s := range libc.Sources() {
		src := filepath.Join(dir, s.Name)
		if err := os.WriteFile(src, []byte(s.Text), 0o644); err != nil {
			return err
		}
		err := l.run(append([]string{"-c", "-fdebug-prefix-map=" + dir + "=" + build.ModelDir,
			"-fdebug-compilation-dir=" + build.ModelDir, "-o", src + ".bc", src}, irFlags...)...)
		if err != nil {
			return err
		}
		args = append(args, src+".bc")
	}
	return link(args...)
}

func link(args ...string) error {
	tool, err := exec.LookPath("llvm-link-14")
	if err != nil {
		return fmt.Errorf("llvm-link-14 is missing: apt-get install llvm-14")
	}
	if msg, err := exec.Command(tool, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("llvm-link-14: %w\n%s", err, msg)
	}
	return nil
}

// Truth is what the enumeration of a program's runs showed.
type Truth struct {
	Asked    map[Candidate]bool // what may happen; true: to be asked of the engine
	Hit      map[Candidate]bool // happens in a run with no earlier path-ending error
	Runs     int
	Complete bool // every run was made
	// After lists, for violations that happen when a run goes on after
	// path-ending errors as if they had no effect, the errors of such runs.
	After map[Candidate][][]Candidate
}

func (t *Truth) parse(out string) error {
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		f := strings.Fields(line)
		switch f[0] {
		case "hit":
			t.Hit[candidate(f[1], f[2])] = true
		case "after":
			c := candidate(f[1], f[2])
			var errs []Candidate
			for _, e := range f[4:] {
				line, class, _ := strings.Cut(e, ":")
				errs = append(errs, candidate(line, class))
			}
			t.After[c] = append(t.After[c], errs)
		case "runs":
			t.Runs, _ = strconv.Atoi(f[1])
			t.Complete = f[2] == "complete"
		default:
			return fmt.Errorf("the reference says %q", line)
		}
	}
	return nil
}

func candidate(line, class string) Candidate {
	l, _ := strconv.Atoi(line)
	c, _ := strconv.Atoi(class)
	return Candidate{l, op.Class(c)}
}

// answers tells which feeds are answers that a program asks for. The library
// models' own choices (how a conversion of scanf ends) show in the text of
// standard input.
func answers(key string) bool {
	return key == "malloc" || strings.HasPrefix(key, "__VERIFIER_nondet_")
}

// siteOps are the instructions that can commit a class.
var siteOps = map[op.Class][]ir.Opcode{
	op.DivByZero: {ir.SDiv, ir.UDiv, ir.SRem, ir.URem}, op.DivOverflow: {ir.SDiv, ir.SRem},
	op.SignedOverflow: {ir.Add, ir.Sub, ir.Mul}, op.ShiftRange: {ir.Shl, ir.LShr, ir.AShr},
	op.IndexBound: {ir.GEP}, op.UninitRead: {ir.Load, ir.Call}, op.DanglingRead: {ir.Load, ir.ICmp},
	op.NullAccess:  {ir.Load, ir.Store, ir.Call, ir.MemCpy, ir.MemMove, ir.MemSet},
	op.OutOfBounds: {ir.Load, ir.Store, ir.Call, ir.MemCpy, ir.MemMove, ir.MemSet},
	op.DeadAccess:  {ir.Load, ir.Store, ir.Call, ir.MemCpy, ir.MemMove, ir.MemSet},
	op.DoubleFree:  {ir.Call}, op.BadFree: {ir.Call}, op.Assert: {ir.Call}, op.Reach: {ir.Call}, op.PtrCompare: {ir.ICmp},
	op.BoolValue: {ir.Load}, op.Downcast: {ir.Trunc}, op.PtrDiff: {ir.Sub}, op.Leak: {ir.Ret},
}

// Sites are the instructions of a line of the main file that can commit a class.
func Sites(p *ir.Program, c Candidate) []engine.Site {
	var out []engine.Site
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			in := &b.Instrs[i]
			if int(p.Locs[in.Loc].Line) != c.Line || p.Funcs[b.Func].Model {
				continue
			}
			if c.Class == op.SignedOverflow && in.Flags&ir.NSW == 0 || c.Class == op.Reach && asks(p, in) {
				continue
			}
			if slices.Contains(siteOps[c.Class], in.Op) || passesStructure(in) && slices.Contains(siteOps[c.Class], ir.MemCpy) {
				out = append(out, engine.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(c.Class), Arg: -1})
			}
		}
	}
	return out
}

// asks says whether an instruction asks for an answer of the environment, as the
// condition in front of a call that may be reached does.
func asks(p *ir.Program, in *ir.Instr) bool {
	return in.Op == ir.Call && in.Call.Callee >= 0 && answers(p.Funcs[in.Call.Callee].Name)
}

// passesStructure says whether an instruction is a call that copies a structure
// out of memory for its callee.
func passesStructure(in *ir.Instr) bool {
	return in.Op == ir.Call && slices.ContainsFunc(in.Call.Args, func(a ir.CallArg) bool { return a.ByVal >= 0 })
}

// ask runs the engine.
func ask(p *ir.Program, cs []Candidate, opt engine.Options) (*engine.Result, error) {
	var ts []engine.Target
	for _, c := range cs {
		ts = append(ts, engine.Target{Name: fmt.Sprintf("%d: %v", c.Line, c.Class), Sites: Sites(p, c)})
	}
	return engine.Run(context.Background(), p, ts, opt, nil)
}

// Calls are the places where a program calls a function.
func Calls(p *ir.Program, name string) (out []engine.Site) {
	for _, b := range p.Blocks {
		for i := range b.Instrs {
			if in := &b.Instrs[i]; in.Op == ir.Call && in.Call.Callee >= 0 && p.Funcs[in.Call.Callee].Name == name {
				out = append(out, engine.Site{Point: ir.Point{Block: b.ID, Instr: int32(i)}, Classes: op.SetOf(op.Reach), Arg: -1})
			}
		}
	}
	return out
}
