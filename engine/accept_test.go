package engine

import (
	"context"
	"slices"
	"testing"
)

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

// TestUnknownInterpolation: a mode of interpolation that there is not is an error.
func TestUnknownInterpolation(t *testing.T) {
	p, targets := programText(t, "int main(void) { return 0; }")
	if _, err := Run(context.Background(), p, targets, Options{Interpolation: "best"}, nil); err == nil {
		t.Error("no error")
	}
}

// TestFewArguments: a witness has no more arguments than the path needs.
func TestFewArguments(t *testing.T) {
	v := decideText(t, `int main(int argc, char **argv) {
	int a[4] = {0};
	if (argc > 3) a[argc] = 1; // @ out-of-bounds
	return a[0];
}`, Options{}).Verdicts[0]
	if v.Status != Reachable || v.Witness == nil {
		t.Fatalf("%v: %s", v.Status, v.Reason)
	}
	if n := len(v.Witness.Argv); n != 4 {
		t.Errorf("%d arguments, want 4", n)
	}
}

// TestAnswersHaveTheirSign: answers in a witness are two's complement in 64
// bits, of signed and of unsigned functions.
func TestAnswersHaveTheirSign(t *testing.T) {
	res := decideText(t, `int __VERIFIER_nondet_int(void);
signed char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
	if (__VERIFIER_nondet_int() != -77 || __VERIFIER_nondet_char() != -2) return 0;
	if (__VERIFIER_nondet_uchar() != 200 || __VERIFIER_nondet_uint() != 4294967219u) return 0;
	return 1 / __VERIFIER_nondet_int(); // @ division-by-zero
}`, Options{})
	v := res.Verdicts[0]
	if v.Witness == nil {
		t.Fatalf("%v (%s)", v.Status, v.Reason)
	}
	var got []int64
	for _, f := range v.Witness.Feeds {
		got = append(got, int64(f.Value))
	}
	if want := []int64{-77, -2, 200, 4294967219, 0}; !slices.Equal(got, want) {
		t.Errorf("answers %d, want %d", got, want)
	}
}
