package ir

import (
	"strings"
	"testing"
)

// TestSectionBounds: the linker defines the bounds of a section that the program has
// something in; those of another are declared as weak, and may be null.
func TestSectionBounds(t *testing.T) {
	const text = `
@there = global i32 1, section "tab", align 4
@__start_tab = extern_weak global [0 x i32]
@__stop_tab = extern_weak global [0 x i32]
@__start_code = extern_weak global [0 x i8]
@__start_other = extern_weak global [0 x i32]
define internal void @placed() section "code" { ret void }
declare extern_weak void @__stop_code()
define i32 @main() { ret i32 0 }
`
	p := parse(t, "bounds.ll", []byte(text))
	for i := range p.Globals {
		if g := &p.Globals[i]; strings.HasPrefix(g.Name, "__") && g.Weak != (g.Name == "__start_other") {
			t.Errorf("%s: weak %t", g.Name, g.Weak)
		}
	}
	if f := p.Funcs[p.FuncByName["__stop_code"]]; f.Weak {
		t.Errorf("%s is weak", f.Name)
	}
	if f := p.Funcs[p.FuncByName["placed"]]; f.Internal || !f.AddressTaken {
		t.Errorf("%s: internal %t, address taken %t: a bound may be its address", f.Name, f.Internal, f.AddressTaken)
	}
}
