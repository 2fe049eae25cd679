package main

import (
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/libc/spec"
	"github.com/assay-dev/assay/internal/app/project"
)

// TestSpecified: what a program takes from files of --spec is assumed, and
// nothing else.
func TestSpecified(t *testing.T) {
	lib := spec.NewLibrary(spec.Own())
	if err := lib.Add("a.spec", "header none\nint frob(void)\n result 1\nint stat(int n)\n result 1\nint unused(void)\n result 1\nint own(void)\n result 1\n"); err != nil {
		t.Fatal(err)
	}
	p := &ir.Program{FuncByName: map[string]ir.FuncID{}}
	for _, name := range []string{"frob", "stat", "own"} {
		p.FuncByName[name] = ir.FuncID(len(p.Funcs))
		p.Funcs = append(p.Funcs, &ir.Func{Name: name, Model: name != "own", Blocks: []*ir.Block{{}}})
	}
	want := []string{"frob() does what a.spec says", "stat() does what a.spec says, instead of what assay knows of it"}
	if got := project.Specified(lib, p); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := project.Specified(nil, p); got != nil {
		t.Errorf("without files: %q", got)
	}
}
