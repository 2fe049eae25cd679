package triage

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-dev/assay/integrations/premerge"
	"github.com/assay-dev/assay/internal/app/console"
	"github.com/assay-dev/assay/internal/app/fault"
)

// changes are the files that a diff changes, by absolute path.
type changes struct {
	files map[string]*change
	// build: a file that says how the program is built is among them, or a
	// source that is there no more.
	build bool
}

// change is what a diff does to one file that exists.
type change struct {
	premerge.Change
	whole bool // all of it is new
}

// Adds says whether a line from first to last is new.
func (c *change) Adds(first, last int) bool { return c.whole || c.Change.Adds(first, last) }

// Touches says whether a line from first to last is new, or one next to it gone.
func (c *change) Touches(first, last int) bool { return c.whole || c.Change.Touches(first, last) }

// of is what is changed in a file, nil for nothing.
func (c *changes) of(file string) *change {
	if file == "" {
		return nil
	}
	if found := c.files[file]; found != nil {
		return found
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return c.files[real]
	}
	return nil
}

// buildFiles say how programs are built, and sources by their extensions what
// they are built from.
var (
	buildFiles = []string{"makefile", "gnumakefile", "cmakelists.txt", "meson.build", "build", "build.bazel",
		"configure", "configure.ac", "compile_commands.json", "sconstruct", ".assay.yaml"}
	buildExts  = []string{".mk", ".cmake", ".am", ".in", ".bzl", ".gn", ".gni", ".ninja", ".pri", ".pro"}
	sourceExts = []string{".c", ".h", ".i", ".inc", ".def", ".ll"}
)

// add takes the changes of a diff; find gives the absolute path of a file that
// the diff names.
func (c *changes) add(list []premerge.Change, find func(name string) (path string, ok bool)) error {
	for _, ch := range list {
		base := strings.ToLower(filepath.Base(cmp.Or(ch.New, ch.Old)))
		ext := filepath.Ext(base)
		c.build = c.build || slices.Contains(buildFiles, base) || slices.Contains(buildExts, ext)
		if ch.New == "" || ch.Old != "" && ch.Old != ch.New && filepath.Base(ch.Old) != filepath.Base(ch.New) {
			c.build = c.build || slices.Contains(sourceExts, ext) || slices.Contains(sourceExts, filepath.Ext(ch.Old))
		}
		if ch.New == "" {
			continue
		}
		path, ok := find(ch.New)
		if !ok {
			return fault.BadInput("make the diff against the sources that are checked out, with names as from here",
				"the diff changes %s, and there is no such file", ch.New)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return fault.BadInput("make it readable", "%s: %v", path, console.Cause(err))
		}
		if err := ch.Applied(string(text)); err != nil {
			return fault.BadInput("make the diff against the sources that are checked out", "the diff does not apply: %v", err)
		}
		c.files[path] = &change{Change: ch, whole: ch.Old == ""}
	}
	return nil
}

// readDiff reads --diff, "-" being standard input.
func readDiff(ctx context.Context, repo repository, name string) (*changes, error) {
	var text []byte
	var err error
	if name == "-" {
		text, err = io.ReadAll(os.Stdin)
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, fault.BadInput("name a file made by git diff or diff -u", "cannot read the diff %s: %v", name, console.Cause(err))
	}
	list, err := premerge.ParseDiff(string(text))
	if err != nil {
		return nil, fault.BadInput("make it with git diff or diff -u", "%s: %v", name, err)
	}
	roots := []string{repo.dir}
	if top, err := repo.git(ctx, "rev-parse", "--show-toplevel"); err == nil {
		roots = append(roots, strings.TrimSuffix(top, "\n"))
	}
	c := &changes{files: map[string]*change{}}
	return c, c.add(list, func(file string) (string, bool) { return findUnder(roots, file) })
}

// findUnder looks for a file of a diff below the roots, with ever fewer of its
// leading components, as patch -p does.
func findUnder(roots []string, file string) (string, bool) {
	for rest := file; ; {
		for _, root := range roots {
			path := rest
			if !filepath.IsAbs(path) {
				path = filepath.Join(root, rest)
			}
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				return path, true
			}
		}
		_, after, ok := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
		if !ok {
			return "", false
		}
		rest = after
	}
}

// repository is the git repository that a directory is in, if any.
type repository struct{ dir string }

// git runs a command of git.
func (r repository) git(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-C", r.dir, "-c", "core.quotepath=off"}, args...)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		if text := strings.TrimSpace(errs.String()); text != "" {
			first, _, _ := strings.Cut(text, "\n")
			err = errors.New(strings.TrimPrefix(first, "fatal: "))
		}
		return "", err
	}
	return string(out), nil
}

// commit is the commit that a revision names.
func (r repository) commit(ctx context.Context, rev string) (string, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return "", fault.BadInput("install git, or give a diff with --diff", "--new-from-rev needs git: %v", err)
	}
	if _, err := r.git(ctx, "rev-parse", "--git-dir"); err != nil {
		return "", fault.BadInput("run it in a checkout, or compare with --baseline or --diff", "--new-from-rev: %v", err)
	}
	out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", fault.BadInput("fetch it (in CI, check out with the whole history: fetch-depth 0), or compare with --baseline or --diff",
			"this repository does not have the revision %s", rev)
	}
	return strings.TrimSpace(out), nil
}

// head is the commit that the sources are, "" if they differ from it or there
// is none.
func (r repository) head(ctx context.Context) string {
	status, err := r.git(ctx, "status", "--porcelain", "--untracked-files=no")
	if err != nil || strings.TrimSpace(status) != "" {
		return ""
	}
	out, err := r.git(ctx, "rev-parse", "--verify", "--quiet", "HEAD")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(out)
}

// changesSince are the changes of the working tree since a commit. Files that
// git does not track yet are new.
func (r repository) changesSince(ctx context.Context, commit string) (*changes, error) {
	top, err := r.git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fault.BadInput("run it in a working tree, or compare with --baseline or --diff", "--new-from-rev: %v", err)
	}
	top = strings.TrimSuffix(top, "\n")
	whole := repository{top}
	text, err := whole.git(ctx, "diff", "--no-color", "--no-ext-diff", "--no-textconv", "-U0", "--find-renames",
		"--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules", commit, "--")
	if err != nil {
		return nil, fault.BadInput("", "git diff %s: %v", commit, err)
	}
	list, err := premerge.ParseDiff(text)
	if err != nil {
		return nil, fault.BadInput("please report this", "git diff %s: %v", commit, err)
	}
	c := &changes{files: map[string]*change{}}
	err = c.add(list, func(file string) (string, bool) {
		path := filepath.Join(top, file)
		_, err := os.Stat(path)
		return path, err == nil
	})
	if err != nil {
		return nil, err
	}
	for _, file := range whole.untracked(ctx) {
		c.files[file] = &change{Change: premerge.Change{New: file}, whole: true}
	}
	return c, nil
}

// untracked are the files of the working tree that git neither tracks nor
// ignores, as absolute paths; none outside a working tree.
func (r repository) untracked(ctx context.Context) []string {
	top, err := r.git(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil
	}
	top = strings.TrimSuffix(top, "\n")
	text, err := repository{top}.git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil
	}
	var out []string
	for _, file := range strings.Split(text, "\x00") {
		if file != "" {
			out = append(out, filepath.Join(top, file))
		}
	}
	return out
}
