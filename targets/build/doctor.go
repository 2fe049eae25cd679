package build

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Check is one line of `assay doctor`.
type Check struct {
	Name     string // "clang-14", "address sanitizer", ...
	OK       bool
	Optional bool   // assay works without it, with less
	Found    string // version or path, empty if not found
	Purpose  string // what needs it
	Remedy   string // the command that installs it; empty if OK
}

// probeTime bounds each program that Doctor compiles and runs.
const probeTime = 30 * time.Second

// Doctor looks for every tool of the build and of the replay, and tries the
// ones that can be there and not work: it compiles and runs small programs in
// a temporary directory.
func Doctor(ctx context.Context) []Check {
	clang, version, err := findClang(ctx)
	checks := []Check{{Name: "clang-14", OK: err == nil, Found: version,
		Purpose: "compiles the program to LLVM IR and for the replay", Remedy: remedyOf(err)}}
	dirs := []string{filepath.Dir(clang)}
	if real, err := filepath.EvalSymlinks(clang); err == nil {
		dirs = append(dirs, filepath.Dir(real))
	}
	for _, tool := range []struct{ name, purpose string }{
		{"llvm-link", "joins the units of a program"},
		{"llvm-dis", "writes the program as text"},
		{"llvm-as", "reads .ll files that are given as sources"},
		{"llvm-nm", "finds which units make a program"},
	} {
		path := findLLVMTool(ctx, tool.name, dirs)
		c := Check{Name: tool.name + "-14", OK: path != "", Found: path, Purpose: tool.purpose}
		if !c.OK {
			c.Remedy = installCommand("llvm-14")
		}
		checks = append(checks, c)
	}
	checks = append(checks, sanitizerChecks(ctx, clang)...)
	checks = append(checks, probe(ctx, clang, Check{Name: "32-bit C library", Optional: true,
		Purpose: "replays programs that are compiled with -m32",
		Remedy:  installCommand("gcc-multilib", "libc6-dev-i386")}, "-m32"))
	return append(checks, gccCheck(ctx))
}

// remedyOf is the remedy of an *InputError, or "".
func remedyOf(err error) string {
	var bad *InputError
	if errors.As(err, &bad) {
		return strings.TrimPrefix(bad.Remedy, "run: ")
	}
	return ""
}

// sanitizerChecks try the run-time libraries of the replay.
func sanitizerChecks(ctx context.Context, clang string) []Check {
	var checks []Check
	for _, s := range []struct{ name, group, purpose string }{
		{"address sanitizer", "address", "observes memory errors in the replay"},
		{"undefined behaviour sanitizer", "undefined", "observes overflows, shifts, bounds and divisions in the replay"},
		{"memory sanitizer", "memory", "observes uninitialised reads in the replay"},
	} {
		checks = append(checks, probe(ctx, clang, Check{Name: s.name, Purpose: s.purpose,
			Remedy: installCommand("libclang-rt-14-dev")}, "-fsanitize="+s.group))
	}
	return checks
}

// probe compiles and runs a program that uses the C library, and keeps the
// check's remedy only if that fails.
func probe(ctx context.Context, clang string, c Check, flags ...string) Check {
	if clang == "" {
		c.Found = "not tried without clang-14"
		return c
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	dir, err := os.MkdirTemp("", "assay-doctor-*")
	if err != nil {
		c.Found = err.Error()
		return c
	}
	defer os.RemoveAll(dir)
	source, binary := filepath.Join(dir, "probe.c"), filepath.Join(dir, "probe")
	if err := writeNew(source, []byte("#include <stdio.h>\nint main(void) { return puts(\"ok\") < 0; }\n")); err != nil {
		c.Found = err.Error()
		return c
	}
	if stderr, err := run(ctx, dir, clang, append(flags, "-o", binary, source)...); err != nil {
		c.Found = firstError(stderr)
		return c
	}
	out, stderr, err := runOutput(ctx, dir, binary)
	if err != nil || out != "ok\n" {
		c.Found = "compiles, but does not run: " + firstError(stderr)
		return c
	}
	c.OK, c.Found, c.Remedy = true, "a program compiles and runs with "+strings.Join(flags, " "), ""
	return c
}

// gccCheck looks for gcc, which nothing but a comparison needs.
func gccCheck(ctx context.Context) Check {
	c := Check{Name: "gcc", Optional: true, Purpose: "compares a replay with a second compiler"}
	path, err := exec.LookPath("gcc")
	if err != nil {
		c.Remedy = installCommand("gcc")
		return c
	}
	out, _, err := runOutput(ctx, "", path, "--version")
	c.OK = err == nil
	c.Found, _, _ = strings.Cut(out, "\n")
	return c
}
