package solver

import (
	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/term"
)

// The types of queries and answers; see package backend.
type (
	Status = backend.Status
	Limits = backend.Limits
	Result = backend.Result
)

// The answers.
const (
	Unknown = backend.Unknown
	Sat     = backend.Sat
	Unsat   = backend.Unsat
)

// Names of backends for Options.Backend.
const (
	BackendCDCL = "cdcl" // package cdcl: our own, pure Go; the default
)

// DefaultCachedModels is how many models are kept for evaluation.
const DefaultCachedModels = 8

// Options configures a solver. The zero value is the default.
type Options struct {
	// Backend names the complete procedure behind the layers; "" means
	// BackendCDCL.
	Backend string
	// Disable switches layers off.
	Disable LayerSet
	// CachedModels is how many models are kept for evaluation; 0 means
	// DefaultCachedModels.
	CachedModels int
	// MaxVariables is the size at which the backend replaces its SAT instance;
	// 0 means cdcl.DefaultMaxVariables. It affects speed only.
	MaxVariables int
}

// newBackend makes the backend named by the options.
func (o Options) newBackend(pool *term.Pool) backend.Backend {
	maker, ok := backends[o.Backend]
	if !ok {
		panic("solver: no backend is named " + o.Backend)
	}
	return maker(pool, o)
}
