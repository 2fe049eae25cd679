package build

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// What code asks of a compiler other than clang-14 is an assumption, where it is asked.
func TestCompilerThatIsAsked(t *testing.T) {
	const text = ": what code asks of the compiler's macros is answered by clang"
	for _, tt := range []struct{ compiler, code, want string }{
		{"gcc", "#ifndef __clang__\n#endif", "gcc"},
		{"gcc", "#if __GNUC__ >= 7\n#endif", "gcc"},
		{"gcc", "#if defined(X) || \\\n __GNUC__ > 4\n#endif", "gcc"},
		{"cc", "const char *v = __VERSION__;", "cc"},
		{"gcc-12", "#if defined __has_feature\n#endif", "gcc-12"},
		{"gcc", "int v(void) { return __GNUC__; }", "gcc"},
		{"gcc", "#if __GNUC__ == 4 && __GNUC_MINOR__ < 3\n#endif", "gcc"},
		{"gcc", "#include \"h.h\"", "gcc"},
		{"clang", "#if __clang_major__ > 14\n#endif", "clang"},
		{"gcc", "#ifdef __GNUC__\n#endif\n#if defined(__GNUC__) && __GNUC__ >= 3\n#endif\n#if __GNUC__ > 2\n#endif", ""},
		{"gcc", "#include <stdio.h>\n#include <limits.h>", ""},
		{"gcc", "int my__clang__x;", ""},
		{"clang", "#ifdef __clang__\n#endif", ""},
		{"clang-14", "#if __clang_major__ > 14\n#endif", ""},
	} {
		dir := writeFiles(t, "a.c", tt.code+"\nint main(void) { return 0; }\n", "h.h", "#ifdef __llvm__\n#endif\n")
		in, err := ParseDatabase([]byte(`[{"directory": "`+dir+`", "file": "a.c", "command": "`+tt.compiler+` -c a.c"}]`), dir)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newBuilder(t, Options{}).Build(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		got := slices.DeleteFunc(slices.Clone(p.Assumed), func(a string) bool { return !strings.HasSuffix(a, text) })
		var want []string
		if tt.want != "" {
			want = []string{"compiled by clang-14 in the place of " + tt.want + text}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s, %s: assumed %q, want %q", tt.compiler, tt.code, got, want)
		}
	}
	dir := writeFiles(t, "a.c", "#ifdef __clang__\n#endif\nint main(void) { return 0; }")
	if p := buildArgs(t, newBuilder(t, Options{}), dir, "a.c"); len(p.Assumed) > 0 {
		t.Errorf("the flags of a command line are clang's: assumed %q", p.Assumed)
	}
}
