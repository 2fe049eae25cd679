package build

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// describeLine says in a few lines what becomes of a command line.
func describeLine(t *testing.T, line string) string {
	t.Helper()
	args, err := SplitShell(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	driver, rest := splitDriver(args)
	p, err := parseLine(rest)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", line)
	for _, in := range p.inputs {
		fmt.Fprintf(&out, "  %s is %s for %s\n", in.path, languageOf(in, isCXXDriver(driver)), driver)
	}
	for _, f := range p.flags {
		fmt.Fprintf(&out, "  keep   %s\n", f)
	}
	for _, f := range impliedFlags(driver) {
		fmt.Fprintf(&out, "  imply  %s\n", f)
	}
	for _, d := range p.dropped {
		verb := "drop  "
		if d.Report {
			verb = "report"
		}
		fmt.Fprintf(&out, "  %s %s: %s\n", verb, d.Flag, d.Reason)
	}
	if len(p.link) > 0 {
		fmt.Fprintf(&out, "  link   %s\n", strings.Join(p.link, " "))
	}
	if len(p.isa) > 0 {
		fmt.Fprintf(&out, "  if needed %s\n", strings.Join(p.isa, " "))
	}
	if diff := fmt.Sprintf("%+v", p.sem); diff != fmt.Sprintf("%+v", Semantics{}) {
		fmt.Fprintf(&out, "  means  %s\n", diff)
	}
	return out.String()
}

func TestRealCommandLines(t *testing.T) {
	text, err := os.ReadFile(testdata(t, "flags.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && line[0] != '#' {
			got.WriteString(describeLine(t, line))
		}
	}
	golden := testdata(t, "flags.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("go test -update rewrites the golden file:\n%s", diff)
	}
}

// An earlier row must not swallow what a later one is for.
func TestEveryRowOfTheFlagTableIsReached(t *testing.T) {
	for i := range flagTable {
		row := &flagTable[i]
		got, _, _ := findRule(row.Flag, []string{"value"})
		if got != row {
			t.Errorf("%s is decided by the row %q", row.Flag, got.Flag)
		}
	}
}

func TestFlagTableIsWellFormed(t *testing.T) {
	for _, row := range FlagTable() {
		tells := row.Action == Drop || row.Action == Report || row.Action == Isa
		if row.Action != Replace && tells != (row.Reason != "") {
			t.Errorf("%s: action %s with reason %q", row.Flag, row.Action, row.Reason)
		}
		if row.Action == Replace && row.With == "" || row.With != "" && row.Action != Replace && row.Action != Link && row.Action != Keep {
			t.Errorf("%s: action %s with replacement %q", row.Flag, row.Action, row.With)
		}
	}
}

// clang-14 knows every flag that the table keeps or puts in the place of
// another, so that none costs a second compilation.
func TestClangKnowsWhatTheTableKeeps(t *testing.T) {
	b := newBuilder(t, Options{})
	dir := writeFiles(t, "a.c", "int main(void) { return 0; }")
	values := map[string]string{"-std=": "gnu11", "--std=": "c99", "-x": "c", "-mlong-double-": "64", "-fpack-struct": "=4",
		"--target=": "i386-linux-gnu", "-target": "x86_64-linux-gnu", "-finput-charset=": "UTF-8", "-fexec-charset=": "UTF-8",
		"-include": "/dev/null", "-imacros": "/dev/null", "-D": "X", "-U": "X", "-fmacro-prefix-map=": "a=b", "-ffile-prefix-map=": "a=b",
		"-ivfsoverlay": "", "-nostdinc": ""}
	for _, row := range FlagTable() {
		flag := row.Flag
		if row.With != "" && row.Action != Link {
			flag = row.With
		} else if row.Action != Keep || row.Flag == "-ivfsoverlay" || row.Flag == "-mx32" || row.Flag == "-m16" {
			continue
		}
		value, known := values[row.Flag]
		if !known && row.Form != Exact && row.Form != Prefix {
			value = dir
		}
		args := []string{flag + value, "a.c"}
		if row.Form == Separate || row.Form == Either {
			args = []string{flag, value, "a.c"}
		}
		in, err := FromArgs(args, dir)
		if err != nil {
			t.Fatal(err)
		}
		p, err := b.Compile(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range p.Units[0].Dropped[len(in.Units[0].Dropped):] {
			t.Errorf("%s: %s", d.Flag, d.Reason)
		}
	}
}

func TestSemanticsLastFlagWins(t *testing.T) {
	for line, want := range map[string]Semantics{
		"-fsanitize=address,undefined -fsanitize=address,leak -fno-sanitize=undefined": {Sanitizers: []string{"address", "leak"}},
		"-fsanitize=undefined -fno-sanitize=all":                                       {},
		"-m32 -m64 -m32":                                                               {M32: true},
		"-std=c99 -ansi -std=gnu23":                                                    {Std: "gnu23"},
		"-funsigned-char -fsigned-char":                                                {},
		"-ffast-math -fno-fast-math -fopenmp -fno-openmp":                              {},
		"-fno-delete-null-pointer-checks":                                              {NullValid: true},
		"-ftrivial-auto-var-init=pattern -fno-sanitize-recover=all":                    {AutoInit: "pattern", OverflowEnds: true},
	} {
		p, err := parseLine(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, p.sem); diff != "" {
			t.Errorf("%s:\n%s", line, diff)
		}
	}
}
