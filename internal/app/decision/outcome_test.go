package decision

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
		if diff := cmp.Diff(c.want, (&Teller{Dir: "/d"}).Inputs(&c.w)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestRelative(t *testing.T) {
	for _, c := range []struct{ dir, path, want string }{
		{"/a/b", "/a/b/c.c", "c.c"}, {"/a/b", "/a/c.c", "/a/c.c"}, {"/a/b", "c.c", "c.c"},
		{"/a/b", "/a/bc/d.c", "/a/bc/d.c"}, {"/a/b", "/a/b/..c/d.c", "..c/d.c"},
	} {
		if got := Relative(c.dir, c.path); got != c.want {
			t.Errorf("relative(%s, %s) = %s, want %s", c.dir, c.path, got, c.want)
		}
	}
}

// An alarm that asks for one side or one operand of a check does not show the
// whole check, so a proof given that check may not rest on it.
func TestCoversOnlyWholeChecks(t *testing.T) {
	p := &ir.Program{Blocks: []*ir.Block{{Instrs: make([]ir.Instr, 2)}}, Funcs: []*ir.Func{{Name: "f"}}}
	tell := &Teller{Program: p}
	whole := engine.Site{Classes: op.SetOf(op.DivByZero, op.DivOverflow), Arg: -1}
	low, argument := whole, whole
	low.Side, low.Point.Instr = op.Low, 1
	argument.Arg, argument.Point.Instr = 0, 1
	got := tell.Covers(&engine.Target{Sites: []engine.Site{whole, low, argument}})
	want := []string{tell.CheckKey("division-by-zero", whole.Point), tell.CheckKey("division-overflow", whole.Point)}
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
