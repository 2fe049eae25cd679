package oracle

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/cert"
	"github.com/assay-dev/assay/engine/ir"
)

// certifying is the index of the mode whose certificates are checked: the first
// that makes some; -1: none does.
func (q *Question) certifying() int {
	if !q.Check {
		return -1
	}
	return slices.IndexFunc(q.Modes, func(m Mode) bool {
		opt := m.options()
		return opt.Interpolation != engine.InterpolationNone
	})
}

// checkTime bounds the check of one certificate.
const checkTime = 5 * time.Second

// certify checks the certificates of a run's proofs. One may be too large to be
// checked; none may be refused.
func (t *Trial) certify(p *ir.Program, m Mode, res *engine.Result) {
	for i, v := range res.Verdicts {
		for _, c := range v.Certificates {
			ctx, cancel := context.WithTimeout(context.Background(), checkTime)
			rep, err := cert.Check(ctx, p, c, cert.Options{})
			cancel()
			t.Certificates++
			switch {
			case errors.Is(err, context.DeadlineExceeded):
			case err != nil:
				t.wrong(m, t.Targets[i], "its certificate cannot be read: %v", err)
			case rep.Refused():
				t.wrong(m, t.Targets[i], "its certificate is refused: %v: %v", v.Status, rep.Findings)
			case rep.Holds():
				t.Confirmed++
			}
		}
	}
}
