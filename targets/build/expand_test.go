package build

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestExpand: the lines of a file after macro expansion, where each unit that reads it sees
// its own, and flags count.
func TestExpand(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.h": "#ifdef FIRST\n#define ZERO 0\n#else\n#define ZERO 1\n#endif\nstatic int h(int x)\n{\n    return x / ZERO;\n}\n",
		"a.c": "#define FIRST\n#include \"a.h\"\n#define M(x) (10 / ZERO + (x))\n\n\n\n\n\n\n\n\n\nint f(int x) { return M(\n    x) + LIMIT; }\n",
		"c.i": "# 40 \"a.c\"\nint q(void) { return 1 / 2; }\n",
		"b.c": "#include \"a.h\"\nint main(void) { return h(1); }\n#line 5 \"gram.y\"\nint y(int x) { return x / ZERO; }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b := newBuilder(t, Options{})
	p := buildArgs(t, b, dir, "-DLIMIT=7", "a.c", "b.c", "c.i")
	lines := func(name string) map[int]string {
		all, text, err := b.Expand(context.Background(), p.Units, filepath.Join(dir, name))
		if err != nil || !strings.Contains(text, "return x / 1") && name == "a.h" {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		found := map[int]string{}
		for i, l := range all {
			if strings.Contains(l, "/") || strings.Contains(l, "7") {
				found[i+1] = l
			}
		}
		return found
	}
	if diff := cmp.Diff(map[int]string{8: "return x / 0; ; return x / 1;"}, lines("a.h")); diff != "" {
		t.Error("a.h:", diff)
	}
	if diff := cmp.Diff(map[int]string{13: "int f(int x) { return (10 / 0 + (x)) + 7; }", 40: "int q(void) { return 1 / 2; }"}, lines("a.c")); diff != "" {
		t.Error("a.c:", diff)
	}
	if diff := cmp.Diff(map[int]string{5: "int y(int x) { return x / 1; }"}, lines("gram.y")); diff != "" {
		t.Error("gram.y:", diff)
	}
	if all, _, err := b.Expand(context.Background(), p.Units, filepath.Join(dir, "none.c")); err != nil || len(all) > 0 {
		t.Errorf("none.c: %q, %v", all, err)
	}
}

// TestMarkers: what is no line marker is text.
func TestMarkers(t *testing.T) {
	for _, c := range []struct {
		line, name string
		number     int
	}{
		{`# 3 "a b.c" 1 3`, "a b.c", 3}, {`# 4 "x\"y.c"`, `x"y.c`, 4}, {"# 5", "", 0}, {"#pragma once", "", 0}, {`# 0 "a.c"`, "", 0},
		{`# 99999999999 "a.c"`, "", 0}, {`# 2000000 "a.c"`, "", 0}, {"int x;", "", 0},
	} {
		if n, name, ok := marker(c.line + "\n"); n != c.number || name != c.name || ok != (c.number > 0) {
			t.Errorf("%s: %d, %q, %t", c.line, n, name, ok)
		}
	}
}
