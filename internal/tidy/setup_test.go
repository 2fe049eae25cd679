package tidy

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// machine makes a directory that is the whole PATH of a pretended machine: the
// real tools that the script itself needs, and stubs, by their text.
func machine(t *testing.T, stubs map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, tool := range []string{"sh", "sed", "sort", "head", "dirname", "find", "env"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Fatalf("%s is missing here: apt-get install coreutils findutils sed", tool)
		}
		if err := os.Symlink(path, filepath.Join(dir, tool)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range stubs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSetup runs .ci/setup on machines that lack one thing or another.
func TestSetup(t *testing.T) {
	runtime := t.TempDir() // stands for clang's runtime directory
	if err := os.WriteFile(filepath.Join(runtime, "libclang_rt.asan-x86_64.a"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	complete := map[string]string{
		"git": "exit 0", "make": "exit 0", "gcc": "exit 0", "llvm-link-14": "exit 0", "id": "echo 0",
		"go": "echo go1.99.0", "clang-14": "echo " + runtime, "apt-get": `echo "apt-get $*" >&2`, "apt-cache": "exit 0",
	}
	for _, c := range []struct {
		name   string
		change map[string]string // "" removes a tool
		fails  bool
		want   []string
		not    string
	}{
		{"everything there", nil, false, nil, "apt-get update"},
		{"no go", map[string]string{"go": ""}, true, []string{"Go is missing", "https://go.dev/dl/"}, "apt-get update"},
		{"old go", map[string]string{"go": "echo go1.19.8"}, true, []string{"Go 1.19.8 is too old"}, "apt-get update"},
		{"no make", map[string]string{"make": ""}, true, []string{"make is missing: apt-get install make"}, "apt-get update"},
		{"no git", map[string]string{"git": ""}, true, []string{"git is missing: apt-get install git"}, "apt-get update"},
		{"no clang", map[string]string{"clang-14": ""}, false,
			[]string{"setup: installing: clang-14 libclang-rt-14-dev", "apt-get update", "--no-install-recommends clang-14 libclang-rt-14-dev"}, "libz3-dev"},
		{"Ubuntu 22.04", map[string]string{"clang-14": "", "apt-cache": `[ "$2" != libclang-rt-14-dev ]`}, false,
			[]string{"--no-install-recommends clang-14 libclang-common-14-dev"}, ""},
		{"no clang-14 in the distribution", map[string]string{"clang-14": "", "apt-cache": "exit 100"}, true,
			[]string{"this system has no package clang-14", "Debian 12"}, ""},
		{"neither root nor sudo", map[string]string{"llvm-link-14": "", "id": "echo 1000"}, true,
			[]string{"Run as root: apt-get install llvm-14"}, "apt-get update"},
		{"sudo", map[string]string{"llvm-link-14": "", "id": "echo 1000", "sudo": `echo "sudo $*" >&2`}, false,
			[]string{"sudo apt-get update", "sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends llvm-14"}, ""},
		{"not Debian", map[string]string{"llvm-link-14": "", "apt-get": ""}, true, []string{"This system has no apt-get: install clang 14"}, ""},
		{"no network", map[string]string{"llvm-link-14": "", "apt-get": "exit 100"}, true, []string{"apt-get update failed"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tools := map[string]string{}
			for name, text := range complete {
				tools[name] = text
			}
			for name, text := range c.change {
				tools[name] = text
				if text == "" {
					delete(tools, name)
				}
			}
			cmd := exec.Command(filepath.Join(root, ".ci/setup"))
			cmd.Env = []string{"PATH=" + machine(t, tools)}
			out, err := cmd.CombinedOutput()
			if (err != nil) != c.fails {
				t.Errorf("error %v\n%s", err, out)
			}
			for _, want := range c.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if c.not != "" && strings.Contains(string(out), c.not) {
				t.Errorf("%q in\n%s", c.not, out)
			}
		})
	}
}

// What only tests use is installed for tests only; any Chromium will do.
func TestSetupForTests(t *testing.T) {
	runtime := t.TempDir()
	if err := os.WriteFile(filepath.Join(runtime, "libclang_rt.asan-x86_64.a"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tools := map[string]string{
		"git": "exit 0", "make": "exit 0", "gcc": "exit 0", "llvm-link-14": "exit 0", "id": "echo 0",
		"go": "echo go1.99.0", "clang-14": "echo " + runtime, "apt-get": `echo "apt-get $*" >&2`, "apt-cache": "exit 0",
	}
	run := func(args ...string) string {
		cmd := exec.Command(filepath.Join(root, ".ci/setup"), args...)
		cmd.Env = []string{"PATH=" + machine(t, tools)}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return string(out)
	}
	if out := run(); strings.Contains(out, "lcov") {
		t.Errorf("a build installs what only tests use:\n%s", out)
	}
	if out := run("tests"); !strings.Contains(out, "lcov mandoc chromium") {
		t.Errorf("tests do not get what they use:\n%s", out)
	}
	tools["google-chrome"] = "exit 0"
	if out := run("tests"); strings.Contains(out, "chromium") || !strings.Contains(out, "lcov mandoc") {
		t.Errorf("a second browser is installed:\n%s", out)
	}
}
