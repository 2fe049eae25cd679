package spec

import "testing"

// TestData: assay's own files have no mistakes.
func TestData(t *testing.T) {
	t.Parallel()
	lib, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range lib.Files {
		t.Logf("%s: %d functions", f.Name, len(f.Funcs))
	}
}
