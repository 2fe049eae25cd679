package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
)

// chosen describes a choice: what, which execution of which instruction, from
// which byte on, with which value.
func chosen(p *ir.Program, c *Choice) string {
	text := c.Kind
	if p.At(c.Site).Op == ir.Alloca {
		text += " variable " + c.What
	}
	text += fmt.Sprintf(" in %s #%d", p.FuncOf(c.Site).Source, c.Occurrence)
	if c.Bytes != nil {
		text += fmt.Sprintf(" +%d % x", c.Offset, c.Bytes)
	} else {
		text += fmt.Sprintf(" = %d", int64(c.Value))
	}
	if !c.Tellable {
		text += " untellable"
	}
	return text
}

// TestChoicesOfWitness: a witness names the values left open that its path
// depends on, and no others, by site, occurrence, offset and value.
func TestChoicesOfWitness(t *testing.T) {
	for _, c := range []struct {
		name, code string // TARGET marks the line
		class      op.Class
		want       []string
	}{
		{"local", "int x; if (x == 42) T(); // TARGET", op.Reach, []string{"unwritten variable x in main #0 +0 2a 00 00 00"}},
		{"not needed", "int x, y = x; if (n == 42) T(); // TARGET", op.Reach, nil},
		{"the side not taken", "int x; int y = n ? x : 7; if (!n && y == 7) T(); // TARGET", op.Reach, nil},
		{"field of a copy", "struct { char c; short s[4]; } a, b; a.c = 1; b = a;\nif (b.s[2] == 0x102) T(); // TARGET", op.Reach,
			[]string{"unwritten variable a in main #0 +6 02 01"}},
		{"third life", "for (int i = 0; i < 3; i++) { int v;\nif (i == 2 && v == 1) T(); // TARGET\n}", op.Reach,
			[]string{"unwritten variable v in main #2 +0 01 00 00 00"}},
		{"call whose scope is entered", "f(0); f(3); f(0);\nif (f(1) == 9) T(); // TARGET", op.Reach,
			[]string{"unwritten variable v in f #1 +0 09 00 00 00"}},
		{"large array", "char a[5000]; if (n < 0 || n >= 5000) return 0; a[n] = 1; if (n == 8 && a[4000] == 3) T(); // TARGET", op.Reach,
			[]string{"unwritten variable a in main #0 +4000 03"}},
		{"shift", "int s = 0; for (int i = 0; i < 4; i++) s = 1 << (i == 1 ? 2 : 32 + i);\nif (s == 5) T(); // TARGET", op.Reach,
			[]string{"shift in main #2 = 5"}},
		{"shift that can be in range", "if ((1 << n) == 64) T(); // TARGET", op.Reach, nil},
		{"shift out of range only", "if ((1 << n) == 65) T(); // TARGET", op.Reach, []string{"shift in main #0 = 65"}},
		{"volatile", "volatile long v = 0; v; v;\nif (v == -2) T(); // TARGET", op.Reach, []string{"volatile in main #0 = -2"}},
		{"the target's own bytes", "int x; if (x == 3)\nreturn x; // TARGET", op.UninitRead,
			[]string{"unwritten variable x in main #0 +0 03 00 00 00 untellable"}},
		{"address", "int x, y; if ((unsigned long)&x < (unsigned long)&y) T(); // TARGET", op.Reach,
			[]string{"address in main #0 = 0 untellable"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "p.c")
			src := "void T(void) {} extern int __VERIFIER_nondet_int(void);\n" +
				"int f(int k) { if (k) { int v; return v; } return 0; }\n" +
				"int main(void) { int n = __VERIFIER_nondet_int();\n" + c.code + "\nreturn 0; }\n"
			if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			p := compile(t, file)
			before, _, _ := strings.Cut(src, "// TARGET")
			sites := sitesAt(p, 1+strings.Count(before, "\n"), c.class)
			if c.class == op.Reach { // the call of T, the last on its line
				sites = sites[len(sites)-1:]
			}
			opt := Options{TimeoutPerTarget: 10 * time.Second}
			res, err := Run(context.Background(), p, []Target{{Name: c.name, Sites: sites}}, opt, nil)
			if err != nil {
				t.Fatal(err)
			}
			v := res.Verdicts[0]
			if v.Witness == nil {
				t.Fatalf("%v: %s", v.Status, v.Reason)
			}
			var got []string
			for i := range v.Witness.Choices {
				got = append(got, chosen(p, &v.Witness.Choices[i]))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("choices (-want +got):\n%s", diff)
			}
		})
	}
}
