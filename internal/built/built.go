// Package built gives tests and measurements what they run: assay itself, and C
// programs as the engine gets them.
package built

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Assay is the binary of that name, which must exist, or if name is empty one
// that is built of the module around the working directory. remove deletes what
// was built.
func Assay(name string) (bin string, remove func(), err error) {
	if name != "" {
		bin, err = filepath.Abs(name)
		if err == nil {
			_, err = os.Stat(bin)
		}
		return bin, func() {}, err
	}
	dir, err := os.MkdirTemp("", "assay-built-*")
	if err != nil {
		return "", nil, err
	}
	bin = filepath.Join(dir, "assay")
	cmd := exec.Command("go", "build", "-tags", "z3", "-o", bin, "github.com/assay-dev/assay/cmd/assay")
	if out, err := cmd.CombinedOutput(); err != nil {
		os.RemoveAll(dir)
		return "", nil, fmt.Errorf("%v: %w\n%s", cmd, err, out)
	}
	return bin, func() { os.RemoveAll(dir) }, nil
}
