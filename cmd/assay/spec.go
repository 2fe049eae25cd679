package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc"
	"github.com/assay-dev/assay/engine/libc/spec"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/targets/build"
)

func (a *app) specCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "spec",
		Short: "Check and list specifications of library functions",
		Long: "A specification says what a call of a library function may do (docs/spec.md). assay has one of the C\n" +
			"library; a file of your own, given with --spec, covers the functions of a framework.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.specCheckCommand(), a.specListCommand())
	return cmd
}

func (a *app) specCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE... [-- clang flags]",
		Short: "Check files for --spec; with -- also against the headers that they name",
		Example: "  assay spec check framework.spec\n" +
			"  assay spec check framework.spec -- -Iinclude",
		RunE: func(cmd *cobra.Command, args []string) error {
			files, flags := splitArgs(cmd, args)
			if len(files) == 0 {
				return fault.BadInput("name one: assay spec check framework.spec", "there is no file to check")
			}
			return a.checkSpecs(cmd.Context(), files, flags, cmd.ArgsLenAtDash() >= 0)
		},
	}
}

// checkSpecs reads the files and says how much they hold. With headers, clang
// compares them with what they say of their headers.
func (a *app) checkSpecs(ctx context.Context, files, flags []string, headers bool) error {
	lib, err := readSpecs(files)
	if err != nil {
		return err
	}
	if headers {
		if err := compareHeaders(ctx, lib, flags); err != nil {
			return err
		}
	}
	for _, f := range lib.Files {
		if _, err := fmt.Fprintf(a.stdout, "%s: %s, no mistakes\n", f.Name, counted(len(f.Funcs), "function")); err != nil {
			return err
		}
	}
	return nil
}

// readSpecs reads a user's specification files, which may use the types of
// assay's own and specify the same functions.
func readSpecs(files []string) (*spec.Library, error) {
	lib := spec.NewLibrary(spec.Own())
	var errs []error
	for _, name := range files {
		text, err := readSpec(name)
		if err == nil {
			err = lib.Add(name, text)
		}
		errs = append(errs, err)
	}
	return lib, errors.Join(errs...)
}

// maxSpec is the size of the largest specification file: four times that of assay's own.
const maxSpec = 1 << 20

// readSpec is the text of one file.
func readSpec(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", fault.BadInput("name a file that can be read", "%v", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSpec+1))
	switch i := bytes.IndexByte(text, 0); {
	case err != nil:
		return "", fault.BadInput("name a file that can be read", "%v", err)
	case len(text) > maxSpec:
		return "", fault.BadInput("specify what your program calls, see `assay spec list --missing`", "%s has more than %d bytes", name, maxSpec)
	case i >= 0:
		return "", fault.BadInput("write it as text (docs/spec.md)", "%s:%d: not a text: it holds a byte 0", name, 1+bytes.Count(text[:i], []byte("\n")))
	}
	return string(text), nil
}

// compareHeaders has clang compare files with their headers.
func compareHeaders(ctx context.Context, lib *spec.Library, flags []string) error {
	dir, err := workingDir()
	if err != nil {
		return err
	}
	b, err := build.New(ctx, build.Options{})
	if err != nil {
		return err
	}
	defer b.Close()
	for _, f := range lib.Files {
		text := lib.HeaderCheck(f)
		if text == "" {
			continue
		}
		complaints, err := b.Judge(ctx, text, dir, flags)
		if err != nil {
			return interrupted(ctx, err)
		}
		if complaints != "" {
			return fault.BadInput("write the prototypes and sizes as <"+f.Header+"> has them",
				"%s does not fit the header <%s>; clang says:\n%s", f.Name, f.Header, strings.TrimSpace(complaints))
		}
	}
	return nil
}

// userSpecs are the files of --spec, and the model that is made of them.
func userSpecs(s *option.Settings) (*spec.Library, []build.ModelSource, error) {
	if len(s.Specs) == 0 {
		return nil, nil, nil
	}
	lib, err := readSpecs(s.Specs)
	if err != nil {
		return nil, nil, err
	}
	m := build.ModelSource{Name: "specified.c", Text: libc.Model(lib.C())}
	for _, name := range s.Specs {
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, nil, fault.BadInput("", "--spec %s: %v", name, err)
		}
		m.From = append(m.From, abs)
	}
	return lib, []build.ModelSource{m}, nil
}

// specified are the assumptions by which a program's verdicts rest on the
// files of --spec: one for each of their functions that is linked.
func specified(lib *spec.Library, p *ir.Program) []string {
	if lib == nil {
		return nil
	}
	var out []string
	for _, name := range lib.Names() {
		id, ok := p.FuncByName[name]
		if !ok || !p.Funcs[id].Model || len(p.Funcs[id].Blocks) == 0 {
			continue
		}
		text := fmt.Sprintf("%s() does what %s says", name, lib.Func(name).File)
		if spec.Own().Func(name) != nil {
			text += ", instead of what assay knows of it"
		}
		out = append(out, text)
	}
	return out
}
