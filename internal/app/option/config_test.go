package option

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// configured runs a command's configuration and returns the settings.
func configured(t *testing.T, on Commands, name, file string, args ...string) (*Settings, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if file != "" {
		if err := os.WriteFile(configName, []byte(file), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := &cobra.Command{Use: name, SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error { return nil }}
	s := AddFlags(cmd, on)
	cmd.SetArgs(args)
	return s, cmd.Execute()
}

func TestConfiguration(t *testing.T) {
	const file = `
timeout: 20m
max-argc: 3
assume: [malloc, read]
reproducible: true
triage:
  fail-on: reachable,undecided
  output:
    - sarif=a.sarif
    - html=b.html
deadcode:
  fail-on: dead
  max-argc: 9
`
	s, err := configured(t, OnTriage, "triage", file, "--max-argc", "4")
	if err != nil {
		t.Fatal(err)
	}
	if s.Timeout != 20*time.Minute || s.maxArgc != 4 || strings.Join(s.Assume, ",") != "malloc,read" || !s.Reproducible ||
		len(s.Outputs) != 2 || s.Outputs[1] != (Output{"html", "b.html"}) || len(s.FailOn) != 2 {
		t.Errorf("triage: %+v", s)
	}
	s, err = configured(t, OnDeadcode, "deadcode", file)
	if err != nil {
		t.Fatal(err)
	}
	if s.maxArgc != 9 || len(s.DeadFailOn) != 1 || s.DeadFailOn[0] != "dead" || len(s.DeadOutputs) != 0 {
		t.Errorf("deadcode: %+v", s)
	}
}

// The command line wins over the environment, the environment over the file.
func TestEnvironment(t *testing.T) {
	t.Setenv("ASSAY_MAX_ARGC", "7")
	t.Setenv("ASSAY_TIMEOUT", "5m")
	t.Setenv("ASSAY_MODEL", "a,b.c\nd.c\n")
	s, err := configured(t, OnTriage, "triage", "max-argc: 3\n", "--timeout", "6m")
	if err != nil {
		t.Fatal(err)
	}
	if s.maxArgc != 7 || s.Timeout != 6*time.Minute || strings.Join(s.Models, "|") != "a,b.c|d.c" {
		t.Errorf("%+v", s)
	}
}

// Every option can be set in the file: each default, where it has one, is
// accepted as text.
func TestEveryOptionIsAKey(t *testing.T) {
	for _, c := range OptionCommands {
		var file strings.Builder
		for i := range Table {
			if o := &Table[i]; o.On&c.Bit != 0 && o.defaultValue() != "" {
				file.WriteString(o.Name + ": " + o.defaultValue() + "\n")
			}
		}
		if _, err := configured(t, c.Bit, c.Name, file.String()); err != nil {
			t.Errorf("%s: %v\n%s", c.Name, err, file.String())
		}
	}
}

func TestBadConfiguration(t *testing.T) {
	for _, c := range []struct{ name, file, want string }{
		{"unknown", "timeuot: 3s\n", `.assay.yaml:1: unknown key "timeuot"; did you mean timeout?`},
		{"unlike anything", "\nxyzzyxyzzyxyzzy: 1\n", `.assay.yaml:2: unknown key "xyzzyxyzzyxyzzy"; docs/options.md lists the options`},
		{"option of another command", "reach:\n  profile: github\n", `.assay.yaml:2: unknown key "profile"`},
		{"command", "triag:\n  seed: 1\n", `unknown key "triag"; did you mean triage?`},
		{"value", "timeout: soon\n", `.assay.yaml:1: timeout: "soon" is no duration`},
		{"structure", "timeout: {a: 1}\n", `.assay.yaml:1: the value of timeout is no text`},
		{"empty value", "timeout:\n", `.assay.yaml:1: the value of timeout is no text`},
		{"section", "triage: 3\n", `.assay.yaml:1: triage is no list of options`},
		{"no mapping", "- a\n", "write one `option: value` a line"},
		{"no YAML", "a: [\n", ".assay.yaml: "},
		{"twice", "seed: 1\nseed: 2\n", "already defined"},
		{"config in config", "config: x\n", `unknown key "config"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := configured(t, OnTriage, "triage", c.file)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	if _, err := configured(t, OnTriage, "triage", "", "--config", "missing.yaml"); err == nil || !strings.Contains(err.Error(), "missing.yaml") {
		t.Errorf("a named file that is missing: %v", err)
	}
	if _, err := configured(t, OnTriage, "triage", ""); err != nil {
		t.Errorf("no file: %v", err)
	}
	t.Setenv("ASSAY_TIMEUOT", "3s")
	if _, err := configured(t, OnTriage, "triage", ""); err == nil || !strings.Contains(err.Error(), "did you mean ASSAY_TIMEOUT?") {
		t.Errorf("a misspelt variable: %v", err)
	}
}
