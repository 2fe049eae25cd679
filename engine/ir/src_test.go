package ir

import "testing"

// TestSrcCountsTheTextsInstructions: replay finds an instruction in the .ll
// text by its position there, phis and dropped intrinsics counted.
func TestSrcCountsTheTextsInstructions(t *testing.T) {
	p, err := Parse("src.ll", []byte(`
@g = global i32 0
declare void @llvm.assume(i1)
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i32 [ 0, %entry ], [ ptrtoint (i32* @g to i32), %a ]
  call void @llvm.assume(i1 true)
  %y = add i32 %x, 1
  ret i32 %y
}
`))
	if err != nil {
		t.Fatal(err)
	}
	f := p.Funcs[p.FuncByName["f"]]
	b := f.Blocks[2]
	if n := len(b.Instrs); n != 2 || b.Instrs[0].Src != 2 || b.Instrs[1].Src != 3 {
		t.Errorf("%d instructions, positions %d, %d", n, b.Instrs[0].Src, b.Instrs[1].Src)
	}
	if a := f.Blocks[1]; a.Instrs[0].Src != 0 || a.Instrs[len(a.Instrs)-1].Src != 0 {
		t.Errorf("the expansion for a phi is at %d, its terminator at %d", a.Instrs[0].Src, a.Instrs[len(a.Instrs)-1].Src)
	}
}
