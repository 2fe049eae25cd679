package project

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc"
	"github.com/assay-dev/assay/engine/libc/spec"
	"github.com/assay-dev/assay/internal/app/fault"
	"github.com/assay-dev/assay/internal/app/option"
	"github.com/assay-dev/assay/targets/build"
)

// ReadSpecs reads a user's specification files, which may use the types of
// assay's own and specify the same functions.
func ReadSpecs(files []string) (*spec.Library, error) {
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

// userSpecs are the files of --spec, and the model that is made of them.
func userSpecs(s *option.Settings) (*spec.Library, []build.ModelSource, error) {
	if len(s.Specs) == 0 {
		return nil, nil, nil
	}
	lib, err := ReadSpecs(s.Specs)
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

// Specified are the assumptions by which a program's verdicts rest on the
// files of --spec: one for each of their functions that is linked.
func Specified(lib *spec.Library, p *ir.Program) []string {
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
