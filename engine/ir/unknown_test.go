package ir

import (
	"slices"
	"testing"
)

// TestUnknownCode: code that is not there may call what has external linkage or had its
// address taken, not what is private; nothing else reaches what has no call.
func TestUnknownCode(t *testing.T) {
	const text = `
extern void lib(void);
void target(void) {}
static void named(void) {}
void hook(void) { named(); target(); }
static void hidden(void) { target(); }
static void given(void) { target(); }
void (*table)(void) = given;
static void plain(void) {}
static void calls(void) { CALL; }
int main(int argc, char **argv) { if (argc > 9) hidden(); calls(); return 0; }`
	for call, reached := range map[string]bool{"lib()": true, "plain()": false} {
		p := loadText(t, text, "-DCALL="+call)
		d := NewDistance(p, []Point{entryOf(t, p, "target")})
		if got := d.Func(funcNamed(t, p, "calls").ID) != Unreached; got != reached {
			t.Errorf("%s: the target is reached: %t", call, got)
		}
		byName := NewDistance(p, []Point{entryOf(t, p, "named")})
		if got := byName.Func(funcNamed(t, p, "calls").ID) != Unreached; got != reached {
			t.Errorf("%s: what only a name leads to is reached: %t", call, got)
		}
		if got := p.ExecutesUnknown(); got != reached {
			t.Errorf("%s: executes unknown code: %t", call, got)
		}
	}
	p := loadText(t, text, "-DCALL=lib()")
	var names []string
	for _, f := range p.Nameable() {
		names = append(names, p.Funcs[f].Name)
	}
	if want := []string{"target", "hook"}; !slices.Equal(names, want) {
		t.Errorf("what unknown code can name: %v, want %v", names, want)
	}
}

// TestSharedStatics: what is private to a unit is not where another name leads to it, where the
// linker bounds its section, or where assembly of the unit names it.
func TestSharedStatics(t *testing.T) {
	p := loadText(t, `
__attribute__((used)) static void plain(void) {}
static void aliased(void) {}
void alias(void) __attribute__((alias("aliased")));
static void weakly(void) {}
void weak(void) __attribute__((weak, alias("weakly")));
static void inside(void) {}
static void also(void) __attribute__((alias("inside"), used));
__attribute__((section("tests"), used)) static void registered(void) {}
__attribute__((section(".text.cold"), used)) static void cold(void) {}
__attribute__((used)) static void named(void) {}
__attribute__((used)) static void name(void) {}
asm(".text\n.globl tramp\ntramp: jmp named\n");
__attribute__((used)) static int counter, kept __attribute__((section("counters")));
static int behind;
extern int front __attribute__((alias("behind")));
int main(void) { return counter + kept + behind; }`)
	var names []string
	for _, f := range p.Nameable() {
		names = append(names, p.Funcs[f].Name)
	}
	slices.Sort(names)
	if want := []string{"aliased", "named", "registered", "weakly"}; !slices.Equal(names, want) {
		t.Errorf("what unknown code can name: %v, want %v", names, want)
	}
	for name, static := range map[string]bool{"counter": true, "kept": false, "behind": false} {
		if g := &p.Globals[p.GlobalByName[name]]; g.Static != static {
			t.Errorf("%s is private: %t", name, g.Static)
		}
	}
}

// TestMissingUnits: a unit that is not there calls what it can name until the program
// ends, and so does code that entered the program elsewhere than at main.
func TestMissingUnits(t *testing.T) {
	const text = `
void target(void) {}
static int twice(int (*f)(int)) { return f(f(1)); }
static int plain(int x) { return x; }
int main(void) { return twice(plain); }`
	p := loadText(t, text)
	missing := loadText(t, text)
	missing.Lacks("gone.c")
	open := loadText(t, text)
	open.Open = true
	at := func(p *Program) *Distance { return NewDistance(p, []Point{entryOf(t, p, "target")}) }
	if d := at(p); d.Exit() != Unreached || d.Func(funcNamed(t, p, "twice").ID) != Unreached {
		t.Error("a function that nothing calls is reached")
	}
	if at(missing).Exit() == Unreached {
		t.Error("a missing unit calls nothing")
	}
	if at(open).Func(funcNamed(t, open, "twice").ID) == Unreached {
		t.Error("a pointer that came from outside leads to nothing")
	}
}

// TestExtents: what a function may use is what it and all that it calls name.
func TestExtents(t *testing.T) {
	p := loadText(t, `
void __assay_free(void *);
static int a, b, c;
static void inner(void) { b = 1; }
static void outer(void) { a = 1; inner(); }
static void frees(void *p) { __assay_free(p); }
int main(void) { outer(); c = 1; frees(0); return 0; }`)
	names := func(f string) (list []string, frees bool) {
		e := p.Extents([]FuncID{funcNamed(t, p, f).ID})
		for _, g := range e.Globals {
			list = append(list, p.Globals[g].Name)
		}
		slices.Sort(list)
		return list, e.Frees
	}
	if got, frees := names("outer"); !slices.Equal(got, []string{"a", "b"}) || frees {
		t.Errorf("outer: %v, frees %t", got, frees)
	}
	if got, frees := names("main"); !slices.Equal(got, []string{"a", "b", "c"}) || !frees {
		t.Errorf("main: %v, frees %t", got, frees)
	}
	p = loadText(t, `
static void called(void) {}
static void given(void) {}
static void (*deep(void))(void) { called(); return given; }
void (*choose(void))(void) { return deep(); }
int main(void) { return choose() != 0; }`)
	if got := p.Extents([]FuncID{funcNamed(t, p, "choose").ID}).Funcs; !slices.Equal(got, []FuncID{funcNamed(t, p, "given").ID}) {
		t.Errorf("choose hands out %v", got)
	}
}
