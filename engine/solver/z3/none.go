//go:build !z3

package z3

import (
	"context"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Available reports whether Z3 is compiled in.
const Available = false

// New returns ErrNotBuilt.
func New(*term.Pool, Mode) (backend.Backend, error) { return nil, ErrNotBuilt }

// Confirmer is not built in.
type Confirmer struct{}

// NewConfirmer returns ErrNotBuilt.
func NewConfirmer(*term.Pool) (*Confirmer, error) { return nil, ErrNotBuilt }

// Ask knows no answer.
func (*Confirmer) Ask(context.Context, []term.T, backend.Limits) (answer func() backend.Status) {
	return func() backend.Status { return backend.Unknown }
}

// Close does nothing.
func (*Confirmer) Close() {}
