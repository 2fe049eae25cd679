package console

import (
	"context"
	"io"
	"sync"

	"github.com/assay-dev/assay/engine"
	"github.com/assay-dev/assay/engine/ir"
	"github.com/assay-dev/assay/internal/app/fault"
)

// Defects are the parts of runs that a defect of assay ended. The run goes on
// without them and its results are written; the exit code says that there were
// some.
type Defects struct {
	mu     sync.Mutex
	stderr io.Writer
	told   map[string]bool // by what went wrong
}

// NewDefects has none yet; they are told to stderr.
func NewDefects(stderr io.Writer) *Defects { return &Defects{stderr: stderr, told: map[string]bool{}} }

// Watch has an engine tell its defects.
func (d *Defects) Watch(decide Engine) Engine {
	return func(ctx context.Context, p *ir.Program, ts []engine.Target, opt engine.Options, sink engine.Sink) (*engine.Result, error) {
		opt.Defect = d.tell
		return decide(ctx, p, ts, opt, sink)
	}
}

// tell reports each defect once, however many targets meet it.
func (d *Defects) tell(x engine.Defect) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if what := x.Part + ": " + x.Problem; !d.told[what] {
		d.told[what] = true
		fault.ReportBug(d.stderr, what, x.Stack)
	}
}

// Met says whether there were any.
func (d *Defects) Met() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.told) > 0
}
