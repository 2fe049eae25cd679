package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadSpec: what is no specification is refused with its place, and is not read whole.
func TestReadSpec(t *testing.T) {
	for text, want := range map[string]string{
		"header none\nint f(int n)\n    result 4\x00\n": "f.spec:3: not a text",
		strings.Repeat("# \n", maxSpec):                 "more than 1048576 bytes",
	} {
		name := filepath.Join(t.TempDir(), "f.spec")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadSpecs([]string{name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := readSpec("/dev/zero"); err == nil {
		t.Error("a device without end was read")
	}
}
