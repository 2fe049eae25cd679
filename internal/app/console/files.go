package console

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/assay-dev/assay/internal/app/fault"
)

// CheckWritable tries to make a file beside path and leaves nothing behind.
func CheckWritable(path string) error {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil // a device or pipe, such as /dev/null
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".assay-*")
	if err != nil {
		return fault.BadInput("give a path in a directory that exists and can be written",
			"cannot write %s: %v", path, Cause(err))
	}
	f.Close()
	return os.Remove(f.Name())
}

// Cause is a file error without the path.
func Cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// MakeStateDir makes sure that there is a directory for what a run leaves.
func MakeStateDir(dir string) error {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = CheckWritable(filepath.Join(dir, "verdicts"))
	}
	if err == nil {
		return nil
	}
	var why *fault.InputError
	if !errors.As(err, &why) {
		err = fmt.Errorf("%s: %w", dir, Cause(err))
	}
	return fault.BadInput("give a writable directory with --state-dir", "verdicts and witnesses cannot be kept: %v", err)
}
