package built

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAssay: without a name the program is built, runs, and is gone afterwards;
// a name must be that of a file, which stays.
func TestAssay(t *testing.T) {
	bin, remove, err := Assay("")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(bin, "version").CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "assay ") {
		t.Errorf("%v: %s", err, out)
	}
	if remove(); exists(bin) || exists(filepath.Dir(bin)) {
		t.Errorf("%s is still there", bin)
	}
	own := filepath.Join(t.TempDir(), "own")
	if _, _, err := Assay(own); err == nil {
		t.Error("a file that does not exist is taken")
	}
	if err := os.WriteFile(own, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if bin, remove, err = Assay(own); err != nil || bin != own {
		t.Fatal(bin, err)
	}
	if remove(); !exists(own) {
		t.Error("the user's binary was removed")
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
