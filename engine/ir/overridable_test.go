package ir

import "testing"

// TestOverridable: what gives way to another definition is named.
func TestOverridable(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"weak function", "define weak i32 @f() { ret i32 0 }", "f"},
		{"common variable", "@com = common global i32 0", "com"},
		{"weak variable", "@w = weak global i32 1", "w"},
		{"weak declaration", "declare extern_weak i32 @g()", ""},
		{"others", "@v = global i32 1\ndefine i32 @h() { ret i32 0 }", ""},
	} {
		p := parse(t, "over.ll", []byte(c.text+"\ndefine i32 @main() { ret i32 0 }\n"))
		if got := p.Overridable(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
