package build

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// fingerprint is that of the units of a command line.
func fingerprint(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	in, err := FromArgs(args, dir)
	if err != nil {
		t.Fatal(err)
	}
	return Fingerprint(context.Background(), in.Units, 2)
}

func TestFingerprint(t *testing.T) {
	for _, flags := range [][]string{nil, {"-m32"}} {
		dir := writeFiles(t, "a b/é.c", "#include <limits.h>\n#include \"h.h\"\nint main(void) { return ONE; }\n", "two/h.h", "#define ONE 1\n", "one/x", "")
		all := append([]string{"a b/é.c", "-Ione", "-Itwo"}, flags...)
		first, err := fingerprint(t, dir, all...)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := fingerprint(t, dir, all...); err != nil || again != first {
			t.Errorf("%v: %s and %s of the same (%v)", flags, first, again, err)
		}
		seen := map[string]bool{first: true}
		for _, write := range [][2]string{
			{"two/h.h", "#define ONE 1 \n"}, // a space
			{"one/h.h", "#define ONE 1\n"},  // found first
			{"a b/é.c", "int main(void) { return 1; }\n"},
		} {
			if err := os.WriteFile(filepath.Join(dir, write[0]), []byte(write[1]), 0o644); err != nil {
				t.Fatal(err)
			}
			print, err := fingerprint(t, dir, all...)
			if err != nil || seen[print] {
				t.Errorf("%v: %s does not change the fingerprint (%v)", flags, write[0], err)
			}
			seen[print] = true
		}
		if print, err := fingerprint(t, dir, append(all, "-DX")...); err != nil || seen[print] {
			t.Errorf("%v: a flag does not change the fingerprint (%v)", flags, err)
		}
	}
	dir := writeFiles(t, "a.c", "#include \"none.h\"\n")
	if print, err := fingerprint(t, dir, "a.c"); err == nil {
		t.Errorf("a unit without its header has the fingerprint %s", print)
	}
}

// A unit whose flags clang made us change is not as given.
func TestAsGiven(t *testing.T) {
	dir := writeFiles(t, "a.c", "int main(void) { return 0; }\n")
	for _, tt := range []struct {
		args []string
		want bool
	}{
		{[]string{"a.c", "-DX"}, true},
		{[]string{"a.c", "-fno-such-flag"}, false},
	} {
		b := newBuilder(t, Options{})
		in, err := FromArgs(tt.args, dir)
		if err != nil {
			t.Fatal(err)
		}
		c, err := b.Compile(context.Background(), in)
		if err != nil {
			t.Fatal(err)
		}
		if c.AsGiven(in) != tt.want {
			t.Errorf("%v: as given is %t", tt.args, !tt.want)
		}
	}
}
