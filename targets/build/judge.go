package build

import (
	"context"
	"os"
)

// Judge has clang judge C that includes a user's headers, with the user's
// flags. It returns what clang complains about, "" if nothing.
func (b *Builder) Judge(ctx context.Context, text, dir string, flags []string) (string, error) {
	name, err := b.temporary(text)
	if err != nil {
		return "", err
	}
	defer os.Remove(name)
	args := b.clangArgs(append([]string{"-D_GNU_SOURCE"}, flags...), true)
	args = append(args, "-fsyntax-only", "-fno-builtin", "-ferror-limit=0", "-fno-caret-diagnostics", "-x", "c", name)
	complaints, err := run(ctx, dir, b.tools.Clang, args...)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil && complaints == "" {
		return "", &InputError{File: b.tools.Clang, Problem: cause(err), Remedy: "see `assay doctor`"}
	}
	if err == nil {
		return "", nil
	}
	return complaints, nil
}

// Preprocess is what clang's preprocessor makes of C for GNU's C library; text
// that it stops at, such as a header that refuses to be used, is empty.
func (b *Builder) Preprocess(ctx context.Context, text string) (string, error) {
	name, err := b.temporary(text)
	if err != nil {
		return "", err
	}
	defer os.Remove(name)
	out, _, err := runOutput(ctx, b.temp, b.tools.Clang, "-E", "-D_GNU_SOURCE", "-x", "c", name)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", nil
	}
	return out, nil
}

// temporary puts text into a C file of its own.
func (b *Builder) temporary(text string) (name string, err error) {
	f, err := os.CreateTemp(b.temp, "judge-*.c")
	if err == nil {
		name = f.Name()
		_, err = f.WriteString(text)
		if cerr := f.Close(); err == nil {
			err = cerr
		}
	}
	if err != nil {
		return "", &InputError{File: b.temp, Problem: cause(err), Remedy: "free space in the temporary directory"}
	}
	return name, nil
}
