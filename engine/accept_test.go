package engine

import "testing"

// TestArgumentsBeyondArgv: a path that counts more arguments than it reads
// replays with as many.
func TestArgumentsBeyondArgv(t *testing.T) {
	got := arguments([][]byte{[]byte("p\x00x"), []byte("a")}, 51)
	if len(got) != 51 || string(got[0]) != "p" || string(got[1]) != "a" || len(got[2]) != 0 {
		t.Errorf("got %d arguments: %q", len(got), got)
	}
	if got := arguments([][]byte{[]byte("p"), []byte("a")}, 1); len(got) != 1 {
		t.Errorf("got %q, want one argument", got)
	}
	if got := arguments(nil, 1<<40); len(got) > maxNative {
		t.Errorf("got %d arguments", len(got))
	}
}
