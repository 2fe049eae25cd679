package ir

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// scopesOf lists for each function what each of its restores ends, the names of the
// allocas sorted; "?" stands for a restore that is not understood.
func scopesOf(p *Program) map[string][][]string {
	got := map[string][][]string{}
	for _, b := range p.Blocks {
		f := p.Funcs[b.Func]
		for i := range b.Instrs {
			switch in := &b.Instrs[i]; {
			case in.Op == Unsupported && in.Reason == notSaved:
				got[f.Name] = append(got[f.Name], []string{"?"})
			case in.Op == StackRestore:
				names := []string{}
				for _, pt := range in.Ends {
					names = append(names, regName(f, p.At(pt).Dst))
				}
				slices.Sort(names)
				got[f.Name] = append(got[f.Name], names)
			}
		}
	}
	return got
}

const scoped = `
int use(void *);
int turns(int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    { int inner[n]; use(inner); }
    int fixed[4];
    char *rest = __builtin_alloca(n);
    s += use(rest) + use(fixed);
  }
  return s;
}
int nested(int n) {
  int outer[n], fixed;
  use(outer);
  if (n > 3) {
    int inner[n], second[n];
    if (use(inner))
      return use(&fixed);
    use(second);
  }
  return use(__builtin_alloca(n));
}
int plain(int n) { return use(__builtin_alloca(n)); }
`

// TestScopes: a restore of the stack ends the arrays that were made in its scope, those
// of scopes in it included, and no other; what clang's code for a scope does not look
// like is not understood.
func TestScopes(t *testing.T) {
	want := map[string][][]string{
		"turns":  {{"%vla"}},
		"nested": {{"%vla2", "%vla3"}, {"%37", "%vla", "%vla2", "%vla3"}},
	}
	got := scopesOf(loadText(t, scoped))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("clang's (-want +got):\n%s", diff)
	}
	text := `declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
define void @direct(i64 %n) {
  %s = call i8* @llvm.stacksave()
  %a = alloca i8, i64 %n
  call void @llvm.stackrestore(i8* %s)
  ret void
}
define void @given(i8* %s) {
  call void @llvm.stackrestore(i8* %s)
  ret void
}
define void @stored_twice(i64 %n, i8* %q) {
  %v = alloca i8*
  %s = call i8* @llvm.stacksave()
  store i8* %s, i8** %v
  store i8* %q, i8** %v
  %r = load i8*, i8** %v
  call void @llvm.stackrestore(i8* %r)
  ret void
}
define void @escapes(i64 %n, i8*** %q) {
  %v = alloca i8*
  store i8** %v, i8*** %q
  %s = call i8* @llvm.stacksave()
  store i8* %s, i8** %v
  %r = load i8*, i8** %v
  call void @llvm.stackrestore(i8* %r)
  ret void
}
define void @entered_again(i1 %c) {
  br label %head
head:
  %s = call i8* @llvm.stacksave()
  %a = alloca i8, i64 3
  br i1 %c, label %head, label %out
out:
  call void @llvm.stackrestore(i8* %s)
  ret void
}
define void @also_outside(i1 %c) {
  %s = call i8* @llvm.stacksave()
  br label %body
body:
  %a = alloca i8, i64 3
  br i1 %c, label %out, label %more
out:
  call void @llvm.stackrestore(i8* %s)
  br label %body
more:
  ret void
}
`
	want = map[string][][]string{
		"direct": {{"%a"}}, "given": {{"?"}}, "stored_twice": {{"?"}}, "escapes": {{"?"}},
		"entered_again": {{"?"}}, "also_outside": {{"?"}},
	}
	if diff := cmp.Diff(want, scopesOf(parse(t, "t.ll", []byte(text)))); diff != "" {
		t.Errorf("others (-want +got):\n%s", diff)
	}
}
