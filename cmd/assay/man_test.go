package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
)

// Every command has a page that man can show without a complaint, with all of
// its options.
func TestManualPages(t *testing.T) {
	if _, err := exec.LookPath("mandoc"); err != nil {
		t.Fatal("mandoc is not installed: apt-get install mandoc")
	}
	dir := t.TempDir()
	if _, stderr, code := assay(t, engine.Run, "man", dir); code != fault.OK {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, c := range option.OptionCommands {
		page := filepath.Join(dir, "assay-"+strings.ReplaceAll(c.Name, " ", "-")+".1")
		out, err := exec.Command("mandoc", "-T", "utf8", "-W", "error", page).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%.1000s", page, err, out)
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range option.OptionsOf(c.Bit) {
			if !strings.Contains(strings.ReplaceAll(string(text), `\-`, "-"), "--"+name) {
				t.Errorf("%s: --%s is missing", page, name)
			}
		}
	}
}
