//go:build !z3

package z3

import (
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// Available reports whether Z3 is compiled in.
const Available = false

// New returns ErrNotBuilt.
func New(*term.Pool, Mode) (backend.Backend, error) { return nil, ErrNotBuilt }
