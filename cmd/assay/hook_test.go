package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/assay-dev/assay/internal/app/fault"
)

// The hook of .pre-commit-hooks.yaml, run as pre-commit does: its entry, in the
// repository's root, with the arguments of the user's configuration.
func TestPreCommitHook(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		ID, Entry, Language string
		PassFilenames       bool `yaml:"pass_filenames"`
	}
	if err := yaml.Unmarshal(text, &hooks); err != nil || len(hooks) != 1 || hooks[0].ID != "assay-filter" || hooks[0].Language != "script" || hooks[0].PassFilenames {
		t.Fatalf("%v %+v", err, hooks)
	}
	repo(t, ".", "/*B*/")
	hook := func(path string, args ...string) (string, int) {
		cmd := exec.Command(filepath.Join(root, hooks[0].Entry), args...)
		cmd.Env = append(os.Environ(), "PATH="+path)
		out, _ := cmd.CombinedOutput()
		return string(out), cmd.ProcessState.ExitCode()
	}
	path := filepath.Dir(assayProgram(t)) + ":" + os.Getenv("PATH")
	args := []string{"--analyzer", "sh ./analyze alarms.sarif", "alarms.sarif", "--", "a.c"}
	if out, code := hook(path, args...); code != 0 || !strings.Contains(out, "against HEAD: 0 new reachable") {
		t.Errorf("exit %d\n%s", code, out)
	}
	put(t, map[string]string{"a.c": strings.Replace(actionProgram, "10 / argc; /*B*/", "10 / (argc - 3); /*B*/", 1)})
	git(t, "add", "a.c")
	if out, code := hook(path, args...); code != fault.Gate || !strings.Contains(out, "1 new reachable") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if out, code := hook(path, "--analyzer", "exit 7", "alarms.sarif", "--", "a.c"); code != 7 {
		t.Errorf("the analyzer's failure is lost: exit %d\n%s", code, out)
	}
	if out, code := hook("/usr/bin:/bin", args...); code != fault.Input || !strings.Contains(out, "assay is not in PATH") {
		t.Errorf("exit %d\n%s", code, out)
	}
}
