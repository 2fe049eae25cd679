package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/assay-dev/assay/engine/op"
)

// TestDefectsCostOneTarget: a panic while one target is worked on is told, and
// takes the verdicts of the others with it nowhere.
func TestDefectsCostOneTarget(t *testing.T) {
	src := filepath.Join(t.TempDir(), "p.c")
	text := `int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int a = x * x == 49 ? 10 / (x - 7) : 0;
    int b = x * x == 81 ? 10 / (x + 9) : 0;
    return x ? a + b : 0;
}
`
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := compile(t, src)
	targets := []Target{{Name: "a", Sites: sitesAt(p, 5, op.DivByZero)}, {Name: "b", Sites: sitesAt(p, 6, op.DivByZero)}}
	var mu sync.Mutex
	var told []Defect
	opt := Options{Workers: 2, Plan: PlanDepthFirst,
		Confirm: func(_ context.Context, w *Witness) Confirmation {
			if p.LocOf(w.Point).Line == 5 {
				panic("the first of them")
			}
			return Confirmation{Status: Confirmed}
		},
		Defect: func(d Defect) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, d)
		}}
	res, err := Run(context.Background(), p, targets, opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := res.Verdicts[0]; v.Status != Undecided || !strings.Contains(v.Reason, "internal error") {
		t.Errorf("the target with the panic is %v (%s)", v.Status, v.Reason)
	}
	if v := res.Verdicts[1]; v.Status != Reachable || !v.Confirmed {
		t.Errorf("the other is %v (%s)", v.Status, v.Reason)
	}
	if len(told) != 1 || told[0].Part != "search" || !strings.Contains(string(told[0].Stack), "TestDefectsCostOneTarget") {
		t.Errorf("told: %+v", told)
	}
}
