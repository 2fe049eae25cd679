package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/engine/op"
	"github.com/assay-dev/assay/engine/witness"
)

func TestCString(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", `""`}, {"a b", `"a b"`}, {"x\n", `"x\n"`}, {`"\`, `"\"\\"`}, {"\x001", `"\0001"`}, {"\xff", `"\377"`},
		{strings.Repeat("a", 65), `"` + strings.Repeat("a", 64) + `"… (65 bytes)`},
	} {
		if got := cString([]byte(c.in)); got != c.want {
			t.Errorf("cString(%q) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestInputs(t *testing.T) {
	for _, c := range []struct {
		name string
		w    engine.Witness
		want []string
	}{
		{"nothing asked", engine.Witness{Entry: "main"}, []string{"any input"}},
		{"no arguments", engine.Witness{Argv: [][]byte{[]byte("prog")}}, []string{"no arguments"}},
		{"everything", engine.Witness{
			Entry: "f", Argv: [][]byte{[]byte("prog"), []byte("-1")}, Stdin: []byte("x"),
			Feeds: []engine.Feed{
				{Key: "__VERIFIER_nondet_int", Value: ^uint64(4)},
				{Key: "scanf"}, {Key: "malloc", Value: 1},
				{Key: "getenv:HOME"}, {Key: "getenv:HOME", Value: '/'}, {Key: "getenv:HOME"},
				{Key: "getenv:LANG", Value: 1},
				{Key: "klee_make_symbolic:x", Bytes: []byte("ab")},
				{Key: "rand"},
			},
			Choices: []engine.Choice{{Kind: "unwritten", At: "/d/a.c:3", What: "x", Value: 42}},
		}, []string{"entry f", `argv[1] = "-1"`, `stdin = "x"`,
			`HOME="/" in the environment`, "no LANG in the environment", "__VERIFIER_nondet_int = -5", "malloc = 1",
			`klee_make_symbolic:x = "ab"`, "rand = 0", "unwritten of x at a.c:3 = 42"}},
	} {
		if diff := cmp.Diff(c.want, (&teller{dir: "/d"}).inputs(&c.w)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestRelative(t *testing.T) {
	for _, c := range []struct{ dir, path, want string }{
		{"/a/b", "/a/b/c.c", "c.c"}, {"/a/b", "/a/c.c", "/a/c.c"}, {"/a/b", "c.c", "c.c"},
		{"/a/b", "/a/bc/d.c", "/a/bc/d.c"}, {"/a/b", "/a/b/..c/d.c", "..c/d.c"},
	} {
		if got := relative(c.dir, c.path); got != c.want {
			t.Errorf("relative(%s, %s) = %s, want %s", c.dir, c.path, got, c.want)
		}
	}
}

func TestClosest(t *testing.T) {
	known := []string{"/p/a/util.c", "/p/b/util.c", "/p/main.c"}
	for name, want := range map[string]string{
		"/p/main.c": "/p/main.c", "/src/main.c": "/p/main.c", "main.c": "/p/main.c",
		"/elsewhere/b/util.c": "/p/b/util.c", "util.c": "", "in.c": "", "other.c": "", "": "",
	} {
		if got := closest(name, known); got != want {
			t.Errorf("closest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestShare(t *testing.T) {
	parts := []*part{{targets: make([]engine.Target, 1)}, {targets: make([]engine.Target, 3)}}
	if got := share(parts); got != 0.25 {
		t.Errorf("first of two: %v", got)
	}
	if got := share(parts[1:]); got != 1 {
		t.Errorf("last: %v", got)
	}
	if got := share([]*part{{}}); got != 1 {
		t.Errorf("without targets: %v", got)
	}
}

func TestParsePlace(t *testing.T) {
	for _, bad := range []string{"", "x.c", ":3", "x.c:", "x.c:0", "x.c:-1", "x.c:y"} {
		if _, _, err := parsePlace(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if file, line, err := parsePlace("a:b/x.c:12"); file != "a:b/x.c" || line != 12 || err != nil {
		t.Errorf("got %s %d %v", file, line, err)
	}
}

// An alarm that asks for one side or one operand of a check does not show the
// whole check, so a proof given that check may not rest on it.
func TestCoversOnlyWholeChecks(t *testing.T) {
	p := &ir.Program{Blocks: []*ir.Block{{Instrs: make([]ir.Instr, 2)}}, Funcs: []*ir.Func{{Name: "f"}}}
	tell := &teller{program: p}
	whole := engine.Site{Classes: op.SetOf(op.DivByZero, op.DivOverflow), Arg: -1}
	low, argument := whole, whole
	low.Side, low.Point.Instr = op.Low, 1
	argument.Arg, argument.Point.Instr = 0, 1
	got := tell.covers(&engine.Target{Sites: []engine.Site{whole, low, argument}})
	want := []string{tell.checkKey("division-by-zero", whole.Point), tell.checkKey("division-overflow", whole.Point)}
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestInputsOfWitness(t *testing.T) {
	home, none := witness.Bytes("/h"), witness.Bytes(nil)
	got := inputsOf(&engine.Witness{
		Argv: [][]byte{[]byte("p"), {}}, Stdin: []byte("s"),
		Feeds: []engine.Feed{
			{Key: "malloc", Value: 1},
			{Key: "getenv:HOME"}, {Key: "getenv:HOME", Value: '/'},
			{Key: "__VERIFIER_nondet_int", Value: ^uint64(0)},
			{Key: "getenv:LANG", Value: 1}, {Key: "getenv:NONE"}, {Key: "getenv:NONE"}, {Key: "getenv:NONE", Value: 'x'},
			{Key: "getenv:HOME", Value: 'h'}, {Key: "getenv:HOME"}, {Key: "getenv:HOME", Value: 'x'},
			{Key: "klee_make_symbolic:x", Bytes: []byte{1, 2}},
		},
	})
	want := witness.Inputs{
		Argv: []witness.Bytes{witness.Bytes("p"), {}}, Stdin: witness.Bytes("s"),
		Env: []witness.EnvVar{{Name: "HOME", Value: &home}, {Name: "LANG"}, {Name: "NONE", Value: &none}},
		Feeds: []witness.Feed{
			{Key: "malloc", Value: witness.IntValue(1)},
			{Key: "__VERIFIER_nondet_int", Value: witness.IntValue(-1)},
			{Key: "klee_make_symbolic:x", Value: witness.BytesValue([]byte{1, 2})},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOperand(t *testing.T) {
	gep := &ir.Instr{Gep: &ir.Gep{Steps: []ir.GepStep{{Field: -1, Arg: 1}, {Field: 2}, {Field: -1, Arg: 2}}}}
	for _, c := range []struct {
		in   *ir.Instr
		arg  int32
		want int
	}{{gep, -1, -1}, {gep, 1, 1}, {gep, 2, 3}, {gep, 9, -1}, {&ir.Instr{}, 1, 1}} {
		if got := operand(c.in, c.arg); got != c.want {
			t.Errorf("operand(%d) = %d, want %d", c.arg, got, c.want)
		}
	}
}

func TestFileURI(t *testing.T) {
	for path, want := range map[string]string{
		"": "", "a/b.c": "a/b.c", "/a b/c#1.c": "file:///a%20b/c%231.c", "a:b.c": "./a:b.c", "ü%.c": "%C3%BC%25.c",
	} {
		got := fileURI(path)
		if got != want {
			t.Errorf("fileURI(%q) = %q, want %q", path, got, want)
		}
		if back := strings.TrimPrefix(filePath(got), "./"); back != path {
			t.Errorf("filePath(%q) = %q, want %q", got, back, path)
		}
	}
}

func TestFileBeside(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ doc, file, uri string }{
		{"out.sarif", ".assay/w.json", ".assay/w.json"}, {"-", ".assay/w.json", ".assay/w.json"},
		{"out/a.sarif", ".assay/w.json", "../.assay/w.json"}, {"out/a.sarif", "out/w 1.json", "w%201.json"},
		{"out/a.sarif", "/abs/w.json", "file:///abs/w.json"}, {"a.sarif", "", ""},
	} {
		uri := uriBeside(c.doc, c.file)
		if uri != c.uri {
			t.Errorf("%s from %s: %q, want %q", c.file, c.doc, uri, c.uri)
		}
		if back := fileBeside(c.doc, uri); back != c.file {
			t.Errorf("%s from %s and back: %q", c.file, c.doc, back)
		}
	}
}
