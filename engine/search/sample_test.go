package search

import (
	"testing"

	"github.com/assay-dev/assay/engine/exec"
)

// TestStyleIsAFunction: an answer depends on the run and the number of the
// question, not on what was asked before, so that copies of a state are told the
// same.
func TestStyleIsAFunction(t *testing.T) {
	a, b := newStyle([]uint64{7, 100}, 3, 5), newStyle([]uint64{7, 100}, 3, 5)
	differ := false
	for nth := 40; nth >= 0; nth-- {
		b.tell(nth, exec.Fed, 32)
	}
	other := newStyle([]uint64{7, 100}, 3, 6)
	for nth := range 40 {
		v, ok := a.tell(nth, exec.Fed, 32)
		if w, _ := b.tell(nth, exec.Fed, 32); v != w || !ok || v>>32 != 0 {
			t.Fatalf("question %d: %d, then %d", nth, v, w)
		}
		w, _ := other.tell(nth, exec.Fed, 32)
		differ = differ || v != w
	}
	if !differ {
		t.Error("two runs have the same answers")
	}
}

// TestStyleEnds: standard input ends and stays at its end, and failures happen
// only in runs that have some.
func TestStyleEnds(t *testing.T) {
	failing := 0
	for run := range uint64(60) {
		st := newStyle(nil, 1, run)
		failed := false
		for nth := range 3000 {
			v, _ := st.tell(nth, exec.StdinByte, 8)
			if ended := nth >= st.length; ended != (v == ^uint64(0)) {
				t.Fatalf("run %d of length %d: byte %d is %x", run, st.length, nth, v)
			}
			f, _ := st.tell(nth, exec.Fed, 0)
			failed = failed || f != 0
		}
		if failed {
			failing++
		}
	}
	if failing == 0 || failing == 60 {
		t.Errorf("%d of 60 runs have failures", failing)
	}
}
