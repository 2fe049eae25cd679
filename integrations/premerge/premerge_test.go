package premerge

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-dev/assay/sarif"
)

const gitDiff = `diff --git a/src/ring.c b/src/ring.c
index 1..2 100644
--- a/src/ring.c
+++ b/src/ring.c
@@ -2,3 +2,4 @@ int main(void)
 two
-three
+THREE
+more
 four
@@ -10,2 +11,0 @@
-ten
-eleven
diff --git "a/my \"d\303\244r/x.c" "b/my \"d\303\244r/x.c"
new file mode 100644
--- /dev/null
+++ "b/my \"d\303\244r/x.c"
@@ -0,0 +1 @@
+int x;
\ No newline at end of file
diff --git a/old.c b/old.c
deleted file mode 100644
--- a/old.c
+++ /dev/null
@@ -1 +0,0 @@
-int gone;
diff --git a/a b.c b/c d.c
similarity index 100%
rename from a b.c
rename to c d.c
`

func TestParseDiff(t *testing.T) {
	got, err := ParseDiff(gitDiff)
	if err != nil {
		t.Fatal(err)
	}
	want := []Change{
		{Old: "src/ring.c", New: "src/ring.c", Hunks: []Hunk{
			{Line: 5, Start: 2, New: []string{"two", "THREE", "more", "four"}, Added: []int{3, 4}, Cut: []int{3}, FileScope: true},
			{Line: 11, Start: 12, Cut: []int{12}, FileScope: true},
		}},
		{New: `my "där/x.c`, Hunks: []Hunk{{Line: 18, Start: 1, New: []string{"int x;"}, Added: []int{1}}}},
		{Old: "old.c", Hunks: []Hunk{{Line: 25, Start: 1, Cut: []int{1}, FileScope: true}}},
		{Old: "a b.c", New: "c d.c"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	c := &got[0]
	for _, q := range []struct {
		from, to      int
		touches, adds bool
	}{{1, 1, false, false}, {2, 2, true, false}, {3, 3, true, true}, {5, 9, false, false}, {11, 11, true, false}, {12, 12, true, false}, {13, 20, false, false}} {
		if c.Touches(q.from, q.to) != q.touches || c.Adds(q.from, q.to) != q.adds {
			t.Errorf("lines %d-%d: touches %t, adds %t", q.from, q.to, c.Touches(q.from, q.to), c.Adds(q.from, q.to))
		}
	}
	if !slices.Equal(c.Lines(), []int{3, 4, 11, 12}) {
		t.Errorf("lines: %v", c.Lines())
	}
}

func TestPlainDiff(t *testing.T) {
	got, err := ParseDiff("--- old/x.c\t2024-01-01 00:00:00\n+++ new/x.c\t2024-01-02 00:00:00\r\n@@ -1 +1 @@\n-a\n+b\n")
	if err != nil || len(got) != 1 || got[0].New != "new/x.c" {
		t.Errorf("%v %+v", err, got)
	}
}

func TestBadDiffs(t *testing.T) {
	for text, want := range map[string]string{
		"int main(void)\n{\n}\n":                                       "line 1: is no unified diff",
		"--- a\n+++ b\n@@ -1,3 +1,3 @@\n x\n":                          "line 3: the diff ends in the middle",
		"--- a\n+++ b\n@@ -1,2 +1,2 @@\n x\n*y\n":                      "line 5: does not belong to the hunk that starts at line 3",
		"@@ -1 +1 @@\n-a\n+b\n":                                        "line 1: a hunk whose header",
		"--- a\n+++ b\n@@ -1 +99999999999999999999 @@\n-a\n+b\n@@@ -1": "combined diff",
		"diff --cc x\n@@@ -1,2 -1,2 +1,3 @@@\n":                        "combined diff of a merge",
	} {
		_, err := ParseDiff(text)
		var de *DiffError
		if !errors.As(err, &de) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if got, err := ParseDiff(""); err != nil || len(got) != 0 {
		t.Errorf("an empty diff: %v %v", got, err)
	}
}

func TestFileScope(t *testing.T) {
	for l, want := range map[string]bool{
		"": false, "\treturn 1;": false, "  x,": false, "{": false, "}": false, "int f(int x)": false,
		"static int f(int x) {": false, "int f(void) { return 1; }": false,
		"#define X 1": true, "#include <f(x)>": true, "int n = 1;": true, "int f(int);": true, "};": true, "} pair_t;": true,
		"struct pair": true, "#define F(x) (x)": true,
	} {
		if got := fileScope(l); got != want {
			t.Errorf("%q: %t", l, got)
		}
	}
}

func TestApplied(t *testing.T) {
	changes, err := ParseDiff(gitDiff)
	if err != nil {
		t.Fatal(err)
	}
	c := &changes[0]
	if err := c.Applied("one\r\ntwo\r\nTHREE\r\nmore\r\nfour\r\n"); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"one\ntwo\nthree\nfour\n", "", "one\ntwo\nTHREE\nmore"} {
		if err := c.Applied(text); err == nil || !strings.Contains(err.Error(), "src/ring.c has") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParseDiff(f *testing.F) {
	f.Add(gitDiff)
	f.Add("--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n")
	f.Fuzz(func(t *testing.T, text string) {
		changes, err := ParseDiff(text)
		if err != nil {
			return
		}
		for i := range changes {
			changes[i].Lines()
			_ = changes[i].Applied(text)
		}
	})
}

func at(message string, line int, prints ...sarif.Pair) Alarm {
	return Alarm{Tool: "t", Rule: "r", File: "src/a.c", Message: message, Line: line, Prints: prints}
}

func TestMatch(t *testing.T) {
	h := func(v string) sarif.Pair { return sarif.Pair{Name: "primaryLocationLineHash", Value: v} }
	elsewhere := at("m", 1)
	elsewhere.File = "/ci/build/src/a.c"
	other := at("m", 1)
	other.Tool = "u"
	for _, c := range []struct {
		name        string
		before, now []Alarm
		want        []int
	}{
		{"the same", []Alarm{at("m", 1)}, []Alarm{at("m", 1)}, []int{0}},
		{"moved", []Alarm{at("m", 1)}, []Alarm{at("m", 50)}, []int{0}},
		{"moved in order", []Alarm{at("m", 1), at("m", 5)}, []Alarm{at("m", 15), at("m", 11)}, []int{1, 0}},
		{"another text", []Alarm{at("m", 1)}, []Alarm{at("n", 1)}, []int{-1}},
		{"another tool", []Alarm{other}, []Alarm{at("m", 1)}, []int{-1}},
		{"one more, the others in place", []Alarm{at("m", 1), at("m", 5)}, []Alarm{at("m", 1), at("m", 3), at("m", 5)}, []int{0, -1, 1}},
		{"one more, all moved: cannot be told", []Alarm{at("m", 1), at("m", 5)}, []Alarm{at("m", 2), at("m", 4), at("m", 6)}, []int{-1, -1, -1}},
		{"one less", []Alarm{at("m", 1), at("m", 5)}, []Alarm{at("m", 6)}, []int{0}},
		{"in another directory", []Alarm{elsewhere}, []Alarm{at("m", 1)}, []int{0}},
		{"equal fingerprints", []Alarm{at("m", 1, h("x"))}, []Alarm{at("reworded", 9, h("x"))}, []int{0}},
		{"other fingerprints", []Alarm{at("m", 1, h("x"))}, []Alarm{at("m", 1, h("y"))}, []int{-1}},
		{"fingerprints on one side", []Alarm{at("m", 1)}, []Alarm{at("m", 3, h("y"))}, []int{0}},
		{"two of one fingerprint", []Alarm{at("m", 1, h("x"))}, []Alarm{at("m", 1, h("x")), at("m", 2, h("x"))}, []int{0, -1}},
	} {
		if got := Match(c.before, c.now); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestWording(t *testing.T) {
	a, b := wording("x, declared  at line 12, see a.c:7:3"), wording("x, declared at line 40, see a.c:90:12")
	if a != b || !strings.Contains(a, "declared") {
		t.Errorf("%q, %q", a, b)
	}
	if wording("index 12") == wording("index 13") {
		t.Error("values are no places")
	}
}

func TestIdentities(t *testing.T) {
	alarms := []Alarm{at("m", 1), at("m", 2), at("m", 3)}
	text := func(a *Alarm) string { return fmt.Sprint("line ", a.Line/2) }
	got := Identities(alarms, text)
	if got[0] == got[1] || got[2] != got[1]+":2" {
		t.Errorf("%v", got)
	}
	moved := Identities([]Alarm{at("m", 1)}, func(*Alarm) string { return "  line   0" })
	if moved[0] != got[0] {
		t.Error("white space counts")
	}
}
