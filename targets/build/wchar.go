package build

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
)

// shortWchar and wideWchar are the module flag that says how wide wchar_t is. Only an optimiser reads it,
// to know what wcslen does. llvm-link refuses units that differ in it; the linker of object
// files does not, and the models are compiled as the C library is, with four bytes.
var shortWchar, wideWchar = []byte(`!{i32 1, !"wchar_size", i32 2}`), []byte(`!{i32 1, !"wchar_size", i32 4}`)

// widenWchar gives the module of a unit that is compiled with -fshort-wchar the flag of all
// others. It returns what went wrong.
func (b *Builder) widenWchar(ctx context.Context, r *unitResult) string {
	text := filepath.Join(b.temp, strings.TrimSuffix(r.bitcode, ".bc")+".wchar.ll")
	defer os.Remove(text)
	if err := b.disassemble(ctx, r.bitcode, text); err != nil {
		return err.Error()
	}
	data, err := os.ReadFile(text)
	if err != nil {
		return err.Error()
	}
	if err := os.WriteFile(text, bytes.Replace(data, shortWchar, wideWchar, 1), 0o644); err != nil {
		return err.Error()
	}
	if stderr, err := run(ctx, b.temp, b.tools.As, text, "-o", filepath.Join(b.temp, r.bitcode)); err != nil {
		return stderr
	}
	return ""
}
