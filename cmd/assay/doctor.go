package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/version"
	"github.com/assay-dev/assay/targets/build"
)

// A check is something that assay may need on this machine.
type check struct {
	name    string
	needed  bool   // nothing works without it
	purpose string // what is lost without it
	get     string // how to get it
	test    func(context.Context) (found string, err error)
}

const apt = "sudo apt-get install -y "

// checks is the list of `assay doctor`.
var checks = []check{
	{name: "clang 14, LLVM 14", needed: true, purpose: "compiling the program to LLVM IR", get: apt + "clang-14 llvm-14", test: findLLVM},
	{name: "sanitizers", purpose: "confirming reachable alarms natively",
		get: apt + "libclang-rt-14-dev (Ubuntu 22.04: libclang-common-14-dev)", test: func(ctx context.Context) (string, error) {
			return compileAndRun(ctx, "-fsanitize=address,undefined")
		}},
	{name: "32-bit programs", purpose: "confirming alarms of programs built with -m32", get: apt + "gcc-multilib",
		test: func(ctx context.Context) (string, error) { return compileAndRun(ctx, "-m32") }},
	{name: "user namespaces", purpose: "running witnesses without network; they still run in a directory of their own, with limits on time and memory",
		get: "sudo sysctl -w kernel.unprivileged_userns_clone=1 (a container needs leave for it too)", test: tryNamespaces},
	{name: "Frama-C", purpose: "alarms of Frama-C made on this machine", get: apt + "frama-c-base", test: versionOf("frama-c", "-version")},
	{name: "cppcheck", purpose: "alarms of cppcheck made on this machine", get: apt + "cppcheck", test: versionOf("cppcheck", "--version")},
	{name: "gcc", purpose: "alarms of gcc made on this machine", get: apt + "gcc", test: versionOf("gcc", "--version")},
}

func doctorCommand(a *console.App) *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Say what is installed, what is missing, and how to get it",
		Long:  "Says what is installed, what is missing and what that costs, with the command to get it.\nExit code 2 if something is missing without which nothing works.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return doctor(cmd.Context(), a, checks)
		},
	}
}

func doctor(ctx context.Context, a *console.App, checks []check) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "ok\tassay\t%s\n", version.Line())
	var missing []string
	for _, c := range checks {
		found, err := c.test(ctx)
		switch {
		case err == nil:
			fmt.Fprintf(out, "ok\t%s\t%s\n", c.name, found)
		case c.needed:
			missing = append(missing, c.name)
			fmt.Fprintf(out, "MISSING\t%s\t%v\n\t\tneeded for %s; run: %s\n", c.name, err, c.purpose, c.get)
		default:
			fmt.Fprintf(out, "absent\t%s\t%v\n\t\twithout it: no %s; run: %s\n", c.name, err, strings.TrimPrefix(c.purpose, "no "), c.get)
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if len(missing) > 0 {
		return fault.BadInput("the lines above say how to get it", "%s is missing", strings.Join(missing, ", "))
	}
	return nil
}

func findLLVM(ctx context.Context) (string, error) {
	tools, err := build.FindTools(ctx)
	if err != nil {
		return "", err
	}
	return tools.ClangVersion + " (" + tools.Clang + ")", nil
}

// compileAndRun builds a program with clang 14 and the flags, and runs it.
func compileAndRun(ctx context.Context, flags string) (string, error) {
	tools, err := build.FindTools(ctx)
	if err != nil {
		return "", fmt.Errorf("no clang to try it with")
	}
	dir, err := os.MkdirTemp("", "assay-doctor-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	source, program := filepath.Join(dir, "try.c"), filepath.Join(dir, "try")
	text := "#include <stdio.h>\nint main(void) { return puts(\"works\") < 0; }\n"
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		return "", err
	}
	var stderr bytes.Buffer
	cc := exec.CommandContext(ctx, tools.Clang, flags, "-o", program, source)
	cc.Stderr = &stderr
	if err := cc.Run(); err != nil {
		return "", fmt.Errorf("clang %s: %s", flags, errorLine(stderr.String()))
	}
	if out, err := exec.CommandContext(ctx, program).Output(); err != nil || string(out) != "works\n" {
		return "", fmt.Errorf("a program built with %s does not run: %v", flags, err)
	}
	return flags + " builds and runs", nil
}

// errorLine is the line of a compiler's output that tells what is wrong.
func errorLine(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for _, l := range lines {
		if _, what, ok := strings.Cut(l, "error: "); ok {
			return what
		}
	}
	return lines[0]
}

// tryNamespaces runs a program in namespaces as a replay does.
func tryNamespaces(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, "true")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET}
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("refused: %v", err)
	}
	return "witnesses run without network", nil
}

// versionOf is a check for a program, by the first line it says about itself.
func versionOf(name string, args ...string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("not installed")
		}
		out, err := exec.CommandContext(ctx, path, args...).Output()
		if err != nil {
			return "", fmt.Errorf("%s %s: %v", name, strings.Join(args, " "), err)
		}
		first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return first + " (" + path + ")", nil
	}
}
