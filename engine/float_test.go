package engine

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFloatsOfInputs: what floating-point numbers that are read decide is not followed, but
// anything may come of it; what they do not decide is proved.
func TestFloatsOfInputs(t *testing.T) {
	const text = `
int scanf(const char *, ...);
_Noreturn void reached(void);
int main(void)
{
	double x, a[4] = {0};
	int n;
	if (scanf("%lf %d", &x, &n) != 2) return 0;
	CODE
	return 0;
}
`
	for _, c := range []struct {
		code  string
		want  Status
		cause Cause
	}{
		{"if (x * 2 > 3) reached();", Reachable, 0}, // a random run
		{"if (x > 1234567.25 && x < 1234567.75) reached();", Undecided, FloatingPoint},
		{"if (x != x) reached();", Undecided, FloatingPoint},
		{"if ((int)x >= 5) reached();", Reachable, 0}, // another
		{"a[1] = x; if (n == 7 && x == x) if (n != 7) reached();", Unreachable, 0},
		{"for (int i = 0; i < n && i < 4; i++) { a[i] = x / i; if (i > 3) reached(); }", Unreachable, 0},
		{"if (-x * 0 + 2 * 2.5 != 5 && n > 9 && n < 9) reached();", Unreachable, 0},
	} {
		limit := time.Minute
		if c.want == Undecided { // nothing ends it before
			limit = 2 * time.Second
		}
		v := decideReached(t, strings.Replace(text, "CODE", c.code, 1), Options{TimeoutPerTarget: limit})
		if v.Status != c.want || c.want == Undecided && !slices.Contains(v.Causes, c.cause) {
			t.Errorf("%s: %s (%s), want %s", c.code, v.Status, v.Reason, c.want)
		}
	}
}

// TestFloatsInProofs: the prover computes on constants as the search does.
func TestFloatsInProofs(t *testing.T) {
	const text = `
double pow(double, double);
int __VERIFIER_nondet_int(void);
_Noreturn void reached(void);
int main(void)
{
	int n = __VERIFIER_nondet_int(), k = 0, most = pow(2, 3) + 0.5;
	for (int i = 0; i < n; i++)
		if (k < most) k++;
	if (k > 8) reached();
	if (most == 0) reached();
	return 0;
}
`
	if v := decideReached(t, text, Options{Plan: PlanProver, TimeoutPerTarget: 20 * time.Second}); v.Status != Unreachable {
		t.Errorf("%s (%s), want unreachable", v.Status, v.Reason)
	}
}
