package witness

import (
	"bytes"
	"flag"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func sample() *Witness {
	home := Bytes("/root")
	odd := Bytes("\xff\x00\\\n\"é")
	return &Witness{
		Format: FormatName, Version: FormatVersion, Tool: Tool{"assay", "0.1.0"},
		Program: Program{
			Sources:   []Source{{"ring.c", "src", []string{"-DN=8", "-Iinclude"}, HashOf([]byte("x"))}},
			Models:    []Source{{Path: "stubs.c"}},
			Entry:     "main",
			DataModel: "LP64", Triple: "x86_64-pc-linux-gnu", IRSHA256: HashOf(nil),
			Havoc: []Extern{{"log_event", "void"}, {"sensor", "i32"}},
		},
		Target: Target{
			Class: "signed-overflow", Name: "ring.c:28: signed_overflow", File: "ring.c", Line: 28, EndLine: 29, Column: 25,
			Function: "slot", Site: &Site{"slot", 0, 14, "9f"}, Operand: -1, Side: "low", Signedness: "",
		},
		Inputs: Inputs{
			Argv: []Bytes{Bytes("ring"), odd[2:]}, Stdin: odd,
			Env:   []EnvVar{{"HOME", &home}, {"LANG", nil}},
			Feeds: []Feed{{"__VERIFIER_nondet_int", IntValue(-5), "ring.c:90"}, {"klee_make_symbolic:buf", BytesValue(odd), ""}},
		},
		Choices: []Choice{
			{Kind: ChoiceShift, Site: &Site{Function: "slot", Block: 1, Instr: 2}, Value: BigValue(big.NewInt(3)), At: "ring.c:30"},
			{Kind: ChoiceAddressOrder, At: "ring.c:31"},
			{Kind: ChoiceUninit, Site: &Site{"slot", 0, 2, "7"}, Occurrence: 1, Offset: 4, Value: BytesValue(odd), Variable: "buf", At: "ring.c:9"},
			{Kind: ChoiceUninit, Value: BytesValue([]byte{1}), Unfed: true, At: "ring.c:32"},
		},
		Path: []Step{{"ring.c", 28, "slot", "back = -2147483648", []Binding{{"back", "-2147483648"}}}},
	}
}

func TestRoundTripAndGolden(t *testing.T) {
	var buf bytes.Buffer
	if err := sample().Write(&buf); err != nil {
		t.Fatal(err)
	}
	golden := "../../testdata/witness/sample.witness.json"
	if *update {
		if err := os.WriteFile(golden, buf.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), buf.String()); diff != "" {
		t.Errorf("golden (-want +got):\n%s", diff)
	}
	got, err := Read(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sample(), got); diff != "" {
		t.Errorf("round trip (-want +got):\n%s", diff)
	}
}

// TestReadErrors: each error names the member and what is wrong with it.
func TestReadErrors(t *testing.T) {
	var buf bytes.Buffer
	if err := sample().Write(&buf); err != nil {
		t.Fatal(err)
	}
	good := buf.String()
	for _, c := range []struct{ old, new, want string }{
		{`"assay-witness"`, `"other"`, `member "format" is "other"`},
		{`"version": 1`, `"version": 2`, "version 2, this assay reads version 1"},
		{`"entry": "main"`, `"entry": "main", "extra": 1`, `unknown field "extra"`},
		{`"entry": "main"`, `"entry": ""`, "program.entry: empty"},
		{`"LP64"`, `"LP32"`, `program.dataModel: "LP32"`},
		{`"path": "ring.c"`, `"path": ""`, "program.sources[0].path"},
		{`"log_event"`, `"x; system"`, "program.havoc[0].name"},
		{`"returns": "i32"`, `"returns": "i33"`, "program.havoc[1].returns"},
		{`"class": "signed-overflow"`, `"class": "nonsense"`, `target.class: "nonsense"`},
		{`"line": 28,`, `"line": 0,`, "target.line: 0"},
		{`"line": 28,`, `"line": "28",`, "line 44, column 16"},
		{`"endLine": 29`, `"endLine": 3`, "target.endLine: 3"},
		{`"operand": -1`, `"operand": -2`, "target.operand: -2"},
		{`"side": "low"`, `"side": "left"`, `target.side: "left"`},
		{`"instr": 14`, `"instr": -14`, "target.site"},
		{`"/root"`, `"é"`, "must be written as"},
		{`"/root"`, `"a\\x0"`, "two hexadecimal digits"},
		{`"/root"`, `"a\\q"`, "unknown escape"},
		{`"/root"`, `"a\\x00"`, "inputs.env[0].value: a C string"},
		{`"name": "LANG"`, `"name": "HOME"`, "stands there twice"},
		{`"name": "LANG"`, `"name": "A=B"`, "no name of a variable"},
		{`"int": "-5"`, `"int": "five"`, "inputs.feeds[0].value: int"},
		{`"int": "-5"`, `"int": "0xfffffffffffffffffffffffffffffffff"`, "more than 128 bits"},
		{`"int": "-5"`, `"int": "-5", "bytes": ""`, "exactly one of"},
		{`"kind": "shift"`, `"kind": "whim"`, "choices[0].kind"},
		{`"sha256": "`, `"sha256": "Z`, "program.sources[0].sha256"},
	} {
		text := strings.Replace(good, c.old, c.new, 1)
		if text == good {
			t.Errorf("%s does not occur", c.old)
		}
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s → %s: error %v, want %q in it", c.old, c.new, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"", "unexpected end"}, {"[]", "cannot unmarshal array"}, {good + "{}", "after top-level value"},
		{good[:len(good)/2], "unexpected end"}, {"{\n  \"format\": nul", "line 2"},
	} {
		if _, err := Read(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q: error %v, want %q in it", c.text, err, c.want)
		}
	}
}

// FuzzRead: whatever is read can be written and read again.
func FuzzRead(f *testing.F) {
	var buf bytes.Buffer
	if err := sample().Write(&buf); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Add([]byte(`{"format":"assay-witness","version":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var one, two bytes.Buffer
		if err := w.Write(&one); err != nil {
			t.Fatal(err)
		}
		first := one.String()
		again, err := Read(&one)
		if err != nil {
			t.Fatalf("%v in\n%s", err, first)
		}
		if err := again.Write(&two); err != nil || two.String() != first {
			t.Fatalf("%v\n%s", err, cmp.Diff(first, two.String()))
		}
		_ = Reproducer(w, "")
	})
}

// FuzzModule: the outline of any text is cut without a crash, and without
// edits the text comes back as it was.
func FuzzModule(f *testing.F) {
	f.Add("%t = type { i32, [3 x i8] }\n@g = global %t zeroinitializer\ndefine i32 @f(i32* %p) {\n  %1 = load i32, i32* %p, align 4, !dbg !1\n  switch i32 %1, label %2 [\n    i32 1, label %2\n  ]\n\n2:\n  %3 = call i32 (i8*, ...) @printf(i8* noundef %p, i32 %1)\n  ret i32 %3\n}\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseModule(text)
		if err != nil {
			return
		}
		if got := m.String(); got != text {
			t.Fatalf("text changed:\n%s", cmp.Diff(text, got))
		}
		kinds := []string{ChoiceShift, ChoiceFloatToInt, ChoiceBool, ChoiceVolatile}
		for _, fn := range m.order {
			for _, b := range fn.blocks {
				for _, in := range b.instrs {
					for _, check := range checkOf {
						if check != nil {
							check(&irCheck{m: m, in: in, target: &Target{Operand: -1}})
						}
					}
					m.choose(in, 0, kinds[in.index%len(kinds)])
				}
			}
		}
		m.track(nil)
		_ = m.String()
	})
}
