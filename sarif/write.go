package sarif

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WriteFile writes text to path so that a reader sees either the old file or
// the whole new one: into a temporary file next to it, which is then renamed.
// What is not a regular file (a pipe, a device) is written directly. A symbolic
// link is followed and an existing file's permissions are kept. Every error is
// an [*Error]; no partial file is left behind.
func WriteFile(path, text string) error {
	target, mode := path, fs.FileMode(0)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	switch info, err := os.Stat(target); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return unwritable(path, err)
	case info.IsDir():
		return unplaced(path, "is a directory", "name a file for the output", nil)
	case !info.Mode().IsRegular():
		return writeThrough(path, target, text)
	default:
		mode = info.Mode().Perm()
	}
	return replace(path, target, text, mode)
}

// replace does the work for regular files.
func replace(path, target, text string, mode fs.FileMode) (err error) {
	f, err := createBeside(target)
	if err != nil {
		return unwritable(path, err)
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.WriteString(text); err != nil {
		return unwritable(path, err)
	}
	if mode != 0 {
		if err := f.Chmod(mode); err != nil {
			return unwritable(path, err)
		}
	}
	if err := f.Close(); err != nil {
		return unwritable(path, err)
	}
	if err := os.Rename(f.Name(), target); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// createBeside makes a new file in the directory of target. Unlike
// os.CreateTemp it honours the umask, since the file is going to be the result.
func createBeside(target string) (*os.File, error) {
	dir, base := filepath.Split(target)
	const tries = 1000
	var err error
	for i := range tries {
		name := filepath.Join(dir, fmt.Sprintf(".%s.%d.%d.tmp", base, os.Getpid(), i))
		var f *os.File
		if f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, err
}

func writeThrough(path, target, text string) error {
	f, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return unwritable(path, err)
	}
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return unwritable(path, err)
	}
	if err := f.Close(); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// WriteDropped writes the side list of [ProfileGitHub] to path: a JSON array
// of the results left out of the output, with their verdicts.
func WriteDropped(path string, dropped []Dropped) error {
	list := append([]Dropped{}, dropped...)
	for i := range list {
		if list[i].Triage != nil {
			t := list[i].Triage.normalised()
			list[i].Triage = &t
		}
	}
	text := newRenderer(style{unit: "  "}).render(list, "\n")
	return WriteFile(path, text+"\n")
}

func unwritable(path string, err error) error {
	remedy := "check the directory's permissions and the space left"
	if errors.Is(err, fs.ErrNotExist) {
		remedy = "create the directory first"
	}
	return unplaced(path, "cannot write: "+strings.TrimPrefix(reason(err), "write: "), remedy, err)
}
