package ir

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDumpGoldens(t *testing.T) {
	ops := filepath.Join(sources, "ops.c")
	golden(t, "ops.txt", load(t, ops).String())
	golden(t, "ops32.txt", load(t, ops, "-m32").String())
	golden(t, "rare.txt", parse(t, "ops.ll", readFile(t, filepath.Join(sources, "ops.ll"))).String())
	golden(t, "tlv.txt", load(t, filepath.Join(corpus, "tlv.c")).String())
}

// TestEveryOpcode makes sure that the samples contain each opcode, so that
// the goldens and the analyses' tests see all of them.
func TestEveryOpcode(t *testing.T) {
	var seen [NumOpcodes]bool
	for _, p := range samples(t) {
		for _, b := range p.Blocks {
			for i := range b.Instrs {
				seen[b.Instrs[i].Op] = true
			}
		}
	}
	for op := Invalid + 1; op < NumOpcodes; op++ {
		if !seen[op] {
			t.Errorf("no sample has %s", op)
		}
		if op.String() == "" {
			t.Errorf("opcode %d has no name", op)
		}
	}
	if seen[Invalid] {
		t.Error("an instruction has no opcode")
	}
}

// TestCorpus checks what alarms need: every access and every division has a
// position inside its own file, and no construct is unsupported.
func TestCorpus(t *testing.T) {
	for _, name := range corpusNames {
		p := load(t, filepath.Join(corpus, name+".c"))
		for _, b := range p.Blocks {
			for i := range b.Instrs {
				in := &b.Instrs[i]
				if in.Op == Unsupported {
					t.Errorf("%s: %s", name, in.Reason)
				}
				if in.Op != Load && in.Op != SDiv && in.Op != SRem && in.Op != Call || in.Flags&RawCopy != 0 {
					continue
				}
				l := p.Locs[in.Loc]
				if l.Line == 0 || filepath.Base(p.Files[l.File]) != name+".c" || !filepath.IsAbs(p.Files[l.File]) {
					t.Errorf("%s: %s at %q:%d", name, p.InstrString(p.Funcs[b.Func], in), p.Files[l.File], l.Line)
				}
			}
		}
		if main := funcNamed(t, p, "main"); len(main.Blocks) == 0 || main.Line == 0 {
			t.Errorf("%s: main at line %d", name, main.Line)
		}
		if len(p.Notes) > 0 {
			t.Errorf("%s: notes %q", name, p.Notes)
		}
	}
}

func TestCTypes(t *testing.T) {
	p := loadText(t, `
		typedef struct job { int id; } job;
		typedef unsigned char byte;
		enum level { LOW, HIGH };
		static byte buffer[64];
		int f(job *j, const char *s, byte b, enum level l, int (*cb)(char *, long), int m[][3], char *const *v) {
			unsigned short u = 1; static long long hits; const volatile int *q; struct { int a; } anon; union { int a; } *un;
			_Bool t; int (*rows)[3]; void *p; void (*none)(void); double d; int n[2][5]; restricted:
			hits++; buffer[0] = b; q = 0; anon.a = 1; un = 0; t = 1; rows = m; p = 0; none = 0; d = 0; n[1][1] = 0;
			return j->id + s[0] + l + cb(0, 1) + u + *v[0] + (q == p) + t + (none == 0) + (int)d + (*rows)[0] + n[0][0] + (un != 0);
		}
		int main(void) { return f(0, 0, 0, LOW, 0, 0, 0); }`)
	want := map[string]string{
		"j": "job *", "s": "const char *", "b": "byte", "l": "enum level", "cb": "int (*)(char *, long)",
		"m": "int (*)[3]", "v": "char *const *", "u": "unsigned short", "q": "const volatile int *",
		"anon": "struct <anonymous>", "un": "union <anonymous> *", "t": "_Bool", "rows": "int (*)[3]",
		"p": "void *", "none": "void (*)(void)", "d": "double", "n": "int[2][5]",
	}
	f := funcNamed(t, p, "f")
	got := map[string]string{}
	for _, v := range f.Vars {
		got[v.Name] = v.Type
		if v.Slot == NoReg {
			t.Errorf("%s has no slot", v.Name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("types of variables (-want +got):\n%s", diff)
	}
	for _, v := range f.Vars {
		wantBits := map[string]int{"b": 8, "l": 32, "u": 16, "t": 8}[v.Name]
		if v.Bits != wantBits || v.Signed {
			t.Errorf("%s: %d bits, signed %t; want %d, unsigned", v.Name, v.Bits, v.Signed, wantBits)
		}
	}
	hits := globalNamed(t, p, "f.hits")
	if hits.Source != "hits" || hits.CType != "long long" || !hits.Signed || hits.Bits != 64 || p.Locs[hits.Loc].Line != 7 {
		t.Errorf("static local: %q %q signed %t bits %d line %d", hits.Source, hits.CType, hits.Signed, hits.Bits, p.Locs[hits.Loc].Line)
	}
	if b := globalNamed(t, p, "buffer"); b.CType != "byte[64]" || !b.Static {
		t.Errorf("buffer: %q static %t", b.CType, b.Static)
	}
	if f.Params[4].CType != "int (*)(char *, long)" || f.CType == "" {
		t.Errorf("parameter 5: %q; function %q", f.Params[4].CType, f.CType)
	}
}

func TestModelFlag(t *testing.T) {
	p := loadText(t, "# 1 \"<assay-model>/string.c\"\nint strange(int x) { return x; }\n# 3 \"user.c\"\nint main(void) { return strange(1); }\n")
	for name, want := range map[string]bool{"strange": true, "main": false} {
		if f := funcNamed(t, p, name); f.Model != want {
			t.Errorf("%s in %q: model %t", name, p.Files[f.File], f.Model)
		}
	}
}

// TestRawCopy: only memory traffic that copies bytes is marked, and nothing
// in units without alias information.
func TestRawCopy(t *testing.T) {
	const code = `
		struct pair { int x; float y; };
		struct pair f(struct pair p) { return p; }
		int g(int *p) { return *p; }
		int main(void) { int x = 1; return g(&x); }`
	count := func(p *Program, fn string) (raw, all int) {
		for _, b := range funcNamed(t, p, fn).Blocks {
			for i := range b.Instrs {
				if in := &b.Instrs[i]; in.Op == Load {
					all++
					if in.Flags&RawCopy != 0 {
						raw++
					}
				}
			}
		}
		return raw, all
	}
	p := loadText(t, code)
	if raw, all := count(p, "g"); raw != 0 || all != 2 {
		t.Errorf("g: %d of %d loads are raw", raw, all)
	}
	if raw, all := count(p, "f"); raw != all || all == 0 {
		t.Errorf("f: %d of %d loads are raw", raw, all)
	}
	if raw, all := count(loadText(t, code, "-fno-strict-aliasing"), "f"); raw != 0 || all == 0 {
		t.Errorf("without alias information: %d of %d loads are raw", raw, all)
	}
}

// TestBadInput: each message names the file and what to do.
func TestBadInput(t *testing.T) {
	good := string(compileFile(t, filepath.Join(corpus, "tlv.c")))
	for _, c := range []struct{ name, text, want string }{
		{"empty.ll", " \n", "empty file"},
		{"code.bc", "BC\xC0\xDE\x35\x14", "llvm-dis-14"},
		{"c.ll", "int main(void) { return 0; }\n", "clang-14"},
		{"opaque.ll", "@g = global i32 0\ndefine i32 @main() {\n  %1 = load i32, ptr @g, align 4\n  ret i32 %1\n}\n!llvm.ident = !{!0}\n!0 = !{!\"Debian clang version 19.1.4\"}\n", "written by clang 19"},
		{"opaque2.ll", "define void @f(ptr %0) {\n  ret void\n}\n", "opaque pointers"},
		{"cut.ll", good[:len(good)/3], "clang-14"},
		{"use.ll", "define i32 @f() {\n  %1 = add i32 %2, 1\n  %2 = add i32 1, 1\n  ret i32 %2\n}\n", "used before its definition"},
		{"type.ll", "define i32 @f(i64 %x) {\n  %1 = add i32 %x, 1\n  ret i32 %1\n}\n", "clang-14"},
		{"ret.ll", "define i32 @f(i64 %x) {\n  ret i64 %x\n}\n", "operand of type i64 instead of i32"},
		{"big.ll", "target datalayout = \"E-p:64:64\"\n@g = global i32 0\n", "big-endian"},
		{"huge.ll", "@g = global { [1099511627776 x i8], i32 } { [1099511627776 x i8] zeroinitializer, i32 1 }\n", "the initialiser of g takes more than"},
		{"endless.ll", "@g = global [9223372036854775807 x [9223372036854775807 x i64]] zeroinitializer\n", "too large"},
		{"self.ll", "%t = type { %t }\n@g = global %t zeroinitializer\n", "contains itself"},
		{"layout.ll", "target datalayout = \"e-p:16:16\"\n@g = global i32 0\n", "16 bits"},
	} {
		_, err := Parse(c.name, []byte(c.text))
		if err == nil {
			t.Errorf("%s: accepted", c.name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), c.name+": ") {
			t.Errorf("%s: message %q lacks %q", c.name, err, c.want)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none.ll")); err == nil {
		t.Error("a missing file is read")
	}
}

// TestRepairs: what llir cannot read although LLVM 14 writes it.
func TestRepairs(t *testing.T) {
	for name, text := range map[string]string{
		"freeze with metadata":      "define i32 @f(i32 %x) {\n  %1 = freeze i32 %x, !dbg !1\n  ret i32 %1\n}\n!1 = !DILocation(line: 1, column: 2, scope: !2)\n!2 = !{}\n",
		"metadata over lines":       "define void @f() !dbg !1 {\n  ret void\n}\n!1 = distinct !DISubprogram(name: \"f\",\n  line: 7)\n!2 = !{}\n",
		"ifunc":                     "@f = dso_local ifunc i32 (i32 (i8*)*), i32 (i32 (i8*)*)* ()* bitcast (i8* ()* @r to i32 (i32 (i8*)*)* ()*)\ndefine i8* @r() {\n  %1 = call i32 @f(i32 (i8*)* null)\n  ret i8* null\n}\n",
		"alignment of a result":     "define align 8 i8* @f() {\n  %1 = call noalias align 64 i8* @g(i64 noundef 64)\n  %2 = tail call align 16 i8* @h(i8* align 4 %1)\n  ret i8* %2\n}\ndeclare !dbg !1 noalias align 64 i8* @g(i64 noundef)\ndeclare noundef nonnull align 16 i8* @h(i8*)\n!1 = distinct !DISubprogram(name: \"g\")\n",
		"unknown debug information": "define void @f() !dbg !1 {\n  ret void\n}\n!1 = distinct !DINewThing(what: 3)\n",
	} {
		p, err := Parse("t.ll", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(p.Blocks) != 1 {
			t.Errorf("%s: %s", name, p)
		}
	}
	p := parse(t, "t.ll", []byte("define void @f() !dbg !1 {\n  ret void\n}\n!1 = distinct !DISubprogram(name: \"g\",\n  line: 7)\n!2 = !{}\n"))
	if f := p.Funcs[0]; f.Source != "g" || f.Line != 7 {
		t.Errorf("metadata over lines: %q line %d", f.Source, f.Line)
	}
}

// TestUnsupported: what the engine does not model is marked where it stands,
// with a reason for the user; nothing else is.
func TestUnsupported(t *testing.T) {
	for _, flags := range [][]string{nil, {"-ftrapv"}, {"-fsanitize=undefined"}, {"-fwrapv", "-mavx2"}, {"-fPIC", "-pthread", "-fstack-protector-all"}, {"-ffast-math", "-g3"}} {
		p := load(t, filepath.Join(sources, "exotic.c"), flags...)
		got := map[string]string{}
		for _, b := range p.Blocks {
			for i := range b.Instrs {
				if in := &b.Instrs[i]; in.Op == Unsupported {
					got[in.Reason] = p.Funcs[b.Func].Name
					if in.Loc == 0 {
						t.Errorf("%v: %s has no position", flags, in.Reason)
					}
				}
			}
		}
		want := map[string]string{
			"inline assembly": "assembly",
			"inline assembly with jump targets (asm goto)": "assembly_with_jump",
			"a function that may return twice (_setjmp)":   "jumps",
			"non-local jump (longjmp)":                     "jumps",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", flags, diff)
		}
		if len(p.Notes) != 1 || !strings.HasPrefix(p.Notes[0], "ifunc indirect") {
			t.Errorf("%v: notes %q", flags, p.Notes)
		}
	}
}

func TestQuadLiterals(t *testing.T) {
	p := parse(t, "t.ll", []byte("@s = global { [38 x i8], fp128 } { [38 x i8] c\"0xL00000000000000003FFF000000000000\\22\\00\\00\", fp128 0xL00000000000000003FFF000000000000 }\n"))
	init := string(globalNamed(t, p, "s").Init)
	if want := "0xL00000000000000003FFF000000000000\""; !strings.HasPrefix(init, want) {
		t.Errorf("a string was changed: %q", init)
	}
	if want := "\xff\x3f"; len(init) != 64 || !strings.HasSuffix(init, want) {
		t.Errorf("1.0 is %q", init)
	}
}

// TestResolver: what an ifunc leads to is found by code that is not there.
func TestResolver(t *testing.T) {
	for _, tail := range []string{"void ()* ()* @r", "bitcast (void ()* ()* @r to void ()* ()*)"} {
		p := parse(t, "t.ll", []byte("@f = ifunc void (), "+tail+"\ndefine internal void ()* @r() {\n  ret void ()* null\n}\n"))
		if g := globalNamed(t, p, "f.resolver"); len(g.Relocs) != 1 {
			t.Errorf("%s: the variable leads to %d functions", tail, len(g.Relocs))
		}
	}
}

func TestNotes(t *testing.T) {
	for text, want := range map[string]string{
		"@g = global double 0x7FF8000000000123\n":                                               "NaN with a payload",
		"@f = ifunc void (), void ()* ()* @r\ndefine void ()* @r() {\n  ret void ()* null\n}\n": "ifunc f",
		"module asm \"nop\"\n": "module-level assembly",
		"@g = global i32 trunc (i64 ptrtoint (i32* @g to i64) to i32)\n": "linker",
	} {
		p := parse(t, "t.ll", []byte(text))
		if len(p.Notes) != 1 || !strings.Contains(p.Notes[0], want) {
			t.Errorf("%q: notes %q, want %q", text, p.Notes, want)
		}
	}
	if p := parse(t, "t.ll", []byte("@g = global [3 x double] [double 0x7FF8000000000000, double 0xFFF0000000000000, double 0x7FF0000000000000]\n")); len(p.Notes) != 0 {
		t.Errorf("notes %q", p.Notes)
	}
}
