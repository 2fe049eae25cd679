package oracle

import (
	"context"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/cert"
)

// TestCertificates checks the certificates of the proofs of depth-first
// searches on random programs: as many as ASSAY_CERTIFICATES says, from seed
// ASSAY_FIRST on. None may be refused.
func TestCertificates(t *testing.T) {
	n, first := number(t, "ASSAY_CERTIFICATES", 12), number(t, "ASSAY_FIRST", 1)
	lab := newLab(t)
	var certificates, held, nodes int
	for seed := uint64(first); seed < uint64(first+n); seed++ {
		pr := Generate(seed)
		s := prepare(t, lab, pr)
		tr := &Trial{Program: pr, seen: map[string]bool{}}
		var err error
		if tr.Truth, err = s.truth(); err != nil {
			t.Fatal(err)
		}
		tr.choose(s.ir, 0, maxTargets)
		res, err := ask(s.ir, tr.Targets, engine.Options{Plan: engine.PlanDepthFirst, Certificates: true, TimeoutPerTarget: 300 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range res.Verdicts {
			for _, c := range v.Certificates {
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				rep, err := cert.Check(ctx, s.ir, c, cert.Options{})
				cancel()
				certificates++
				switch {
				case err != nil:
					t.Logf("seed %d: %v: %v", seed, tr.Targets[i], err)
					continue
				case rep.Refused():
					t.Errorf("seed %d: %v: %v, %d of %d nodes: %v", seed, tr.Targets[i], v.Status, rep.Checked, rep.Labels, rep.Findings)
				case !rep.Holds():
					t.Logf("seed %d: %v: %v, %d of %d nodes: %v", seed, tr.Targets[i], v.Status, rep.Checked, rep.Labels, rep.Findings)
				default:
					held++
				}
				nodes += rep.Labels
			}
		}
	}
	t.Logf("%d certificates, %d confirmed, %d annotated nodes", certificates, held, nodes)
	if 100*held < 95*certificates || certificates < n {
		t.Errorf("only %d of %d certificates were confirmed", held, certificates)
	}
}

// number is an environment variable's value, or a default.
func number(t *testing.T, name string, def int) int {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		return def
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		t.Fatalf("%s=%s is no number", name, v)
	}
	return n
}
