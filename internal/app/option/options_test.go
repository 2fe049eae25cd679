package option

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

func TestOptionsDoc(t *testing.T) {
	const path = "../../../docs/options.md"
	if *update {
		if err := os.WriteFile(path, []byte(optionsDoc()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(have), optionsDoc()); diff != "" {
		t.Errorf("docs/options.md is not current: go test ./internal/app/option -run TestOptionsDoc -update\n%s", diff)
	}
}

func TestOptionTable(t *testing.T) {
	names, shorts := map[string]Commands{}, map[string]Commands{} // with the commands that have them
	for _, o := range Table {
		if names[o.Name]&o.On != 0 || o.short != "" && shorts[o.short]&o.On != 0 {
			t.Errorf("a command has --%s twice", o.Name)
		}
		names[o.Name] |= o.On
		shorts[o.short] |= o.On
		if o.On == 0 || o.doc == "" {
			t.Errorf("--%s: no command or no documentation", o.Name)
		}
		found := false
		for _, g := range groups {
			found = found || g == o.group
		}
		if !found {
			t.Errorf("--%s is in no group of the documentation: %q", o.Name, o.group)
		}
	}
}

func TestDefaults(t *testing.T) {
	s := AddFlags(&cobra.Command{}, OnTriage)
	if s.TimeoutPerAlarm != time.Minute || s.Timeout != 30*time.Minute || s.Memory != 4<<30 ||
		s.extern != "havoc" || !s.Replay || s.DryRun || s.Workers < 1 || s.StateDir != ".assay" {
		t.Errorf("defaults: %+v", s)
	}
}

func TestOptionValues(t *testing.T) {
	for _, c := range []struct{ flag, value, want string }{
		{"timeout", "90s", "1m30s"}, {"timeout", "2h", "2h"}, {"timeout", "90m", "1h30m"},
		{"timeout", "10", "no duration"}, {"timeout", "0s", "outside"}, {"timeout", "-1s", "outside"},
		{"memory", "512MiB", "512MiB"}, {"memory", "1.5GiB", "1536MiB"}, {"memory", "2GB", "1953125KiB"},
		{"memory", "1KiB", "outside"}, {"memory", "lots", "no size"}, {"memory", "NaN", "no size"}, {"memory", "Inf", "outside"},
		{"workers", "4", "4"}, {"workers", "0", "outside"}, {"workers", "two", "no whole number"},
		{"extern", "pure", "pure"}, {"extern", "ignore", "none of havoc, havoc-free, pure, stop"},
		{"fail-on", "reachable,undecided", "reachable,undecided"}, {"fail-on", "reachable,", "empty entry"}, {"fail-on", "error", "none of"},
		{"path-map", "/a=/b", "/a=/b"}, {"path-map", "/src=", "/src="}, {"path-map", "/a", "not of the form"},
		{"output", "json=x.json", "json=x.json"}, {"output", "x.sarif", "sarif=x.sarif"}, {"output", "json", "json=-"},
		{"output", "jsom=x", "no format"}, {"output", "json=", "names no path"},
		{"source-root", "", "empty"}, {"dry-run", "maybe", "neither"},
		{"budget", "families.pairs=1200", "families.pairs=1200"}, {"budget", "families.pairs", "not of the form"}, {"budget", "families.pears=3", "no budget"},
	} {
		cmd := &cobra.Command{}
		AddFlags(cmd, OnTriage)
		f := cmd.Flags().Lookup(c.flag)
		err := f.Value.Set(c.value)
		got := f.Value.String()
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != c.want || err != nil && !strings.Contains(got, c.want) {
			t.Errorf("--%s=%s: %q, want %q", c.flag, c.value, got, c.want)
		}
	}
}

// An option that can change a verdict changes the key of the journal, one that
// cannot does not.
func TestMeaning(t *testing.T) {
	for _, o := range Table {
		base, changed := AddFlags(&cobra.Command{}, 0), AddFlags(&cobra.Command{}, 0)
		v := o.Value(changed)
		for _, candidate := range []string{"2", "2m", "5GiB", "reachable", "malloc", "true", "false", "pure", "memory", "verdict", "strict", "a=b", "json=x", "none", "off", "families.pairs=1200"} {
			before := v.String()
			if v.Set(candidate) == nil && v.String() != before {
				break
			}
		}
		if same := base.Meaning() == changed.Meaning(); same == o.meaning {
			t.Errorf("--%s = %s: meaning is %v", o.Name, v, o.meaning)
		}
	}
}
