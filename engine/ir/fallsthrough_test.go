package ir

import "testing"

// TestFallsThrough: code that is declared never to be executed is code that a run may come to,
// but behind what surely does not return.
func TestFallsThrough(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       int
	}{
		{"unreachable", "unreachable", 1},
		{"behind exit", "call void @exit(i32 1) noreturn\n  unreachable", 0},
		{"behind one that returns", "call void @returns() noreturn\n  unreachable", 1},
		{"behind one that does not", "call void @stays() noreturn\n  unreachable", 0},
		{"behind a call that may come back", "call void @returns()\n  unreachable", 1},
		{"none", "ret void", 0},
	} {
		p := parse(t, "falls.ll", []byte(`
declare void @exit(i32) noreturn
define void @returns() { ret void }
define void @stays() {
  call void @exit(i32 2) noreturn
  unreachable
}
define void @f() {
  `+c.body+`
}
define i32 @main() {
  call void @f()
  ret i32 0
}
`))
		if got := len(p.FallsThrough()); got != c.want {
			t.Errorf("%s: %d places, want %d", c.name, got, c.want)
		}
	}
}
