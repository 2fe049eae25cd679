package build

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// LLVMVersion is the only major version whose IR the reader understands: the
// last one with typed pointers by default.
const LLVMVersion = "14"

// ClangEnv is the environment variable that names the clang to use.
const ClangEnv = "ASSAY_CLANG"

// Tools are the programs of one LLVM 14 installation, as absolute paths.
type Tools struct {
	Clang, Link, Dis, As, NM string
	ClangVersion             string // first line of clang --version
}

// llvmVersion finds the major version in the --version of clang and of the
// llvm tools, with a vendor's name before it or not.
var llvmVersion = regexp.MustCompile(`(?:clang|LLVM) version (\d+)\.`)

// FindTools looks for clang-14 ($ASSAY_CLANG, clang-14, clang if it is version
// 14) and for the llvm tools beside it. A missing one is an *InputError with
// the command that installs it.
func FindTools(ctx context.Context) (*Tools, error) {
	t := &Tools{}
	var err error
	if t.Clang, t.ClangVersion, err = findClang(ctx); err != nil {
		return nil, err
	}
	dirs := []string{filepath.Dir(t.Clang)}
	if real, err := filepath.EvalSymlinks(t.Clang); err == nil {
		dirs = append(dirs, filepath.Dir(real))
	}
	for _, tool := range []struct {
		name string
		path *string
	}{{"llvm-link", &t.Link}, {"llvm-dis", &t.Dis}, {"llvm-as", &t.As}, {"llvm-nm", &t.NM}} {
		*tool.path = findLLVMTool(ctx, tool.name, dirs)
		if *tool.path == "" {
			return nil, &InputError{Problem: tool.name + "-" + LLVMVersion + " is not installed",
				Remedy: "run: " + installCommand("llvm-14")}
		}
	}
	return t, nil
}

// findClang returns the path and the first version line of a clang 14.
func findClang(ctx context.Context) (path, version string, err error) {
	if name := os.Getenv(ClangEnv); name != "" {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", "", &InputError{File: name, Problem: "the clang named by $" + ClangEnv + " cannot be run",
				Remedy: "set it to a clang " + LLVMVersion + ", or unset it"}
		}
		version, major := toolVersion(ctx, path)
		if major != LLVMVersion {
			return "", "", &InputError{File: path, Problem: fmt.Sprintf("the clang named by $%s is %q, not version %s", ClangEnv, version, LLVMVersion),
				Remedy: "its IR has opaque pointers, which assay does not read; run: " + installCommand("clang-14", "llvm-14")}
		}
		return path, version, nil
	}
	for _, name := range []string{"clang-" + LLVMVersion, "clang", "/usr/lib/llvm-" + LLVMVersion + "/bin/clang"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if version, major := toolVersion(ctx, path); major == LLVMVersion {
			return path, version, nil
		}
	}
	return "", "", &InputError{Problem: "clang-" + LLVMVersion + " is not installed",
		Remedy: "run: " + installCommand("clang-14", "llvm-14")}
}

// findLLVMTool looks beside clang first, so that one installation is used.
func findLLVMTool(ctx context.Context, name string, dirs []string) string {
	var candidates []string
	for _, dir := range dirs {
		candidates = append(candidates, filepath.Join(dir, name+"-"+LLVMVersion), filepath.Join(dir, name))
	}
	candidates = append(candidates, name+"-"+LLVMVersion, name, "/usr/lib/llvm-"+LLVMVersion+"/bin/"+name)
	for _, c := range candidates {
		path, err := exec.LookPath(c)
		if err != nil {
			continue
		}
		if _, major := toolVersion(ctx, path); major == LLVMVersion {
			return path
		}
	}
	return ""
}

// toolVersion returns the line of --version that has the version, and the
// major number in it; both are empty if the tool cannot be run.
func toolVersion(ctx context.Context, path string) (line, major string) {
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return "", ""
	}
	for _, l := range strings.Split(string(out), "\n") {
		if m := llvmVersion.FindStringSubmatch(l); m != nil {
			return strings.TrimSpace(l), m[1]
		}
	}
	line, _, _ = strings.Cut(string(out), "\n")
	return line, ""
}

// run runs a tool in dir and returns its standard error; err is not nil if the
// tool failed, and ctx.Err() if it was stopped.
func run(ctx context.Context, dir, tool string, args ...string) (stderr string, err error) {
	_, stderr, err = runOutput(ctx, dir, tool, args...)
	return stderr, err
}

func runOutput(ctx context.Context, dir, tool string, args ...string) (stdout, stderr string, err error) {
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var outBuf, errBuf bytes.Buffer
	cmd.Stdout, cmd.Stderr = &outBuf, &errBuf
	err = cmd.Run()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return outBuf.String(), errBuf.String(), err
}

// A distribution is what /etc/os-release says about the system.
type distribution struct{ id, version, name string }

func thisDistribution() distribution {
	data, err := os.ReadFile("/etc/os-release")
	if err != nil {
		return distribution{}
	}
	return parseOSRelease(string(data))
}

func parseOSRelease(text string) distribution {
	var d distribution
	for _, line := range strings.Split(text, "\n") {
		key, value, _ := strings.Cut(line, "=")
		value = strings.Trim(value, `"'`)
		switch key {
		case "ID":
			d.id = value
		case "VERSION_ID":
			d.version = value
		case "PRETTY_NAME":
			d.name = value
		}
	}
	return d
}

// installCommand is the command that installs Debian packages here.
func installCommand(packages ...string) string { return thisDistribution().install(packages...) }

// install translates the names of Debian 12 to the distribution's. In Ubuntu
// 22.04 the sanitizer runtimes are part of libclang-common-14-dev.
func (d distribution) install(packages ...string) string {
	names := append([]string(nil), packages...)
	for i, name := range names {
		if name == "libclang-rt-14-dev" && d.id == "ubuntu" && d.version == "22.04" {
			names[i] = "libclang-common-14-dev"
		}
	}
	command := "sudo apt-get install -y " + strings.Join(names, " ")
	switch d.id + " " + d.version {
	case "debian 12", "ubuntu 22.04", "ubuntu 24.04":
		return command
	}
	system := d.name
	if system == "" {
		system = "this system"
	}
	return fmt.Sprintf("%s (on Debian 12, Ubuntu 22.04 or 24.04; if %s has no clang-14, use a container of one of these)", command, system)
}
