package build

import (
	"context"
	"slices"
	"testing"
)

// What another compiler than clang-14 would make of a unit is an assumption.
func TestOtherCompilers(t *testing.T) {
	for compiler, want := range map[string][]string{
		"gcc":      {"compiled by clang-14 in the place of gcc: where they differ, it is as clang makes it"},
		"cc":       {"compiled by clang-14 in the place of cc: where they differ, it is as clang makes it"},
		"clang":    {"compiled by clang-14 in the place of clang: where they differ, it is as clang makes it"},
		"clang-14": nil,
	} {
		dir := writeFiles(t, "a.c", "int main(void) { return 0; }\n")
		in, err := ParseDatabase([]byte(`[{"directory": "`+dir+`", "file": "a.c", "command": "`+compiler+` -c a.c"}]`), dir)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newBuilder(t, Options{}).Build(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(p.Assumed, want) {
			t.Errorf("%s: assumed %q, want %q", compiler, p.Assumed, want)
		}
	}
	dir := writeFiles(t, "a.c", "int main(void) { return 0; }")
	if p := buildArgs(t, newBuilder(t, Options{}), dir, "a.c"); len(p.Assumed) > 0 {
		t.Errorf("the flags of a command line are clang's: assumed %q", p.Assumed)
	}
}
