package build

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

// compilerVariables are the environment variables that change what clang does
// with the same arguments and files.
var compilerVariables = []string{"CCC_OVERRIDE_OPTIONS", "CCC_ADD_ARGS", "COMPILER_PATH", "CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX"}

// Fingerprint is a digest of all that the units are compiled from: the
// compiler's file, the units' flags, what the preprocessor makes of each (which
// notices a header that newly shadows another, too), and every file that it
// read for it by content (since spaces and comments move what debug information
// points at). Times of files do not count.
//
// Compiling takes several processes a program, this one a unit. An error means
// that there is no fingerprint: a unit does not get through the preprocessor
// with its flags as given, or the compiler is not the first one of its name.
func Fingerprint(ctx context.Context, units []Unit, workers int) (string, error) {
	clang, err := firstClang()
	if err != nil {
		return "", err
	}
	temp, err := os.MkdirTemp("", "assay-print-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	if err := writeShim(temp); err != nil {
		return "", err
	}
	prints := make([]string, len(units))
	errs := make([]error, len(units))
	parallel(max(workers, 1), len(units), func(i int) { prints[i], errs[i] = unitPrint(ctx, clang, &units[i], temp) })
	if err := errors.Join(errs...); err != nil {
		return "", err
	}
	h := sha256.New()
	addFile(h, clang)
	for _, name := range compilerVariables {
		addText(h, name+"="+os.Getenv(name))
	}
	for _, p := range prints {
		addText(h, p)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// FilesPrint is a digest of files by name and content.
func FilesPrint(files []string) string {
	h := sha256.New()
	for _, f := range files {
		addFile(h, f)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// AsGiven says whether every unit was compiled with the flags that the input
// gave it, none left out or added because clang asked for it.
func (c *Compiled) AsGiven(in *Input) bool {
	given := func(u *Unit) bool {
		return slices.ContainsFunc(in.Units, func(g Unit) bool {
			return g.Source == u.Source && g.Dir == u.Dir && (g.Language == LangIR || slices.Equal(g.Flags, u.Flags))
		})
	}
	for i := range c.Units {
		if !given(&c.Units[i]) {
			return false
		}
	}
	for i := range c.Failed {
		if !given(&c.Failed[i].Unit) {
			return false
		}
	}
	return true
}

// firstClang is the clang that FindTools asks first for its version.
func firstClang() (string, error) {
	for _, name := range []string{os.Getenv(ClangEnv), "clang-" + LLVMVersion} {
		if name == "" {
			continue
		}
		path, err := exec.LookPath(name)
		if err != nil {
			return "", err
		}
		return path, nil
	}
	return "", errors.New("no clang-" + LLVMVersion)
}

// unitPrint digests one unit.
func unitPrint(ctx context.Context, clang string, u *Unit, shim string) (string, error) {
	h := sha256.New()
	addText(h, u.Source)
	addText(h, u.Written)
	addText(h, u.Dir)
	addText(h, string(u.Language))
	for _, f := range u.Flags {
		addText(h, f)
	}
	if u.Language.IsC() {
		addFile(h, u.Source)
	}
	if !u.Language.IsC() || u.Language == LangIR {
		return hex.EncodeToString(h.Sum(nil)), nil
	}
	seen := *u
	var err error
	if seen.Macros, err = macros(ctx, clang, u, shim); err != nil {
		return "", fmt.Errorf("%s: %w", u.Source, err)
	}
	args := append(unitArgs(&seen, shim), "-E", "-dD", "-o", "-", "-x", string(u.Language), u.Written)
	text, stderr, err := runOutput(ctx, u.Dir, clang, args...)
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s", u.Source, err, firstError(stderr))
	}
	preprocessed := bytes.ReplaceAll([]byte(text), []byte(shim), []byte(ModelDir))
	addText(h, string(preprocessed))
	names, err := markedFiles(preprocessed)
	if err != nil {
		return "", fmt.Errorf("%s: %w", u.Source, err)
	}
	for _, name := range names {
		addFile(h, absolute(u.Dir, name))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// markedFiles are the files that the line markers of preprocessed text name,
// sorted.
func markedFiles(text []byte) (names []string, err error) {
	seen := map[string]bool{}
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(line, []byte("# "))
		if !ok {
			continue
		}
		_, rest, ok = bytes.Cut(rest, []byte(" "))
		if !ok || len(rest) == 0 || rest[0] != '"' || seen[string(rest)] {
			continue
		}
		seen[string(rest)] = true
		quoted, err := strconv.QuotedPrefix(string(rest))
		if err != nil {
			return nil, fmt.Errorf("a file's name is not UTF-8: %s", rest)
		}
		name, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("a file's name is not UTF-8: %s", rest)
		}
		if !strings.HasPrefix(name, "<") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

func addText(w io.Writer, text string) { fmt.Fprintf(w, "%d:%s", len(text), text) }

// addFile adds a file's name and content; one that cannot be read counts by its
// name and as unreadable.
func addFile(w io.Writer, path string) {
	sum, err := hashFile(path)
	if err != nil {
		sum = "unreadable"
	}
	addText(w, path+" "+sum)
}
