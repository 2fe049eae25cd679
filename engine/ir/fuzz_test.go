package ir

import (
	"path/filepath"
	"strings"
	"testing"
)

// FuzzParse: whatever the text, Parse returns a checked program or an error;
// and the analyses accept what it returns.
//
//	go test ./engine/ir -fuzz FuzzParse -fuzztime 10m -fuzzminimizetime 1x
func FuzzParse(f *testing.F) {
	f.Add(string(readFile(f, filepath.Join(sources, "ops.ll"))))
	for _, s := range []string{
		"", "define void @f() {\n  ret void\n}\n", "@g = global i32 1\n@a = alias i32, i32* @g\n",
		"%t = type { %t }\n@g = global %t zeroinitializer\n",
		"@a = alias i8, i8* @a\n",
		"@g = global [9223372036854775807 x [9223372036854775807 x i64]] zeroinitializer\n",
		"define i32 @f(i32 %x) !dbg !1 {\n  %y = freeze i32 %x, !dbg !2\n  switch i32 %y, label %a [ i32 1, label %a ]\na:\n  ret i32 %y\n}\n!1 = !DISubprogram(name: \"f\")\n!2 = !DILocation(line: 1, scope: !2)\n",
		"define i32 @f(i1 %c) {\n  br label %h\nh:\n  %p = phi i32 [ 0, %0 ], [ %q, %h ]\n  %q = add i32 %p, 1\n  br i1 %c, label %h, label %x\nx:\n  ret i32 %q\n}\n",
		"define void @f(ptr %p) {\n  ret void\n}\n", "!0 = !{!\"\n!1 = distinct !DI(\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			return
		}
		p, err := Parse("fuzz.ll", []byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "fuzz.ll: ") {
				t.Fatalf("the message does not name the file: %v", err)
			}
			return
		}
		_ = p.String()
		if len(p.Blocks) > 0 {
			d := NewDistance(p, []Point{{}})
			if d.Block(0) != 0 {
				t.Fatal("a target is not at distance 0")
			}
			p.LiveIn(0)
		}
	})
}
