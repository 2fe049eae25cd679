package solver

import (
	"fmt"
	"os"

	"github.com/assay-dev/assay/engine/solver/backend"
	"github.com/assay-dev/assay/engine/solver/cdcl"
	"github.com/assay-dev/assay/engine/solver/z3"
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

// Names of backends, for Options.
const (
	BackendCDCL   = "cdcl"    // package cdcl: our own, pure Go; the default
	BackendZ3     = "z3"      // package z3 with cores; needs the build tag z3
	BackendZ3Push = "z3-push" // package z3 without cores, for measurements
)

// The ways to lower reads of arrays; see package cdcl.
const (
	ArraysTyped = cdcl.ArraysTyped
	ArraysBytes = cdcl.ArraysBytes
	ArraysLazy  = cdcl.ArraysLazy
)

// Defaults of the options.
const (
	DefaultCachedModels      = 8
	DefaultFallbackConflicts = 50000
)

// Options configures a solver. The zero value is the default.
type Options struct {
	// Backend names the complete procedure behind the layers; "" means
	// BackendCDCL.
	Backend string
	// Fallback names the procedure that gets the queries on which Backend
	// exceeds FallbackConflicts; "" means that there is none.
	Fallback string
	// FallbackConflicts is the budget of Backend per query if there is a
	// Fallback; 0 means DefaultFallbackConflicts.
	FallbackConflicts int64
	// Disable switches layers off.
	Disable LayerSet
	// CachedModels is how many models are kept for evaluation; 0 means
	// DefaultCachedModels.
	CachedModels int
	// MaxVariables is the size at which the backend replaces its SAT instance;
	// 0 means cdcl.DefaultMaxVariables. It affects speed only.
	MaxVariables int
	// Arrays is how BackendCDCL lowers reads of arrays. It affects speed only.
	Arrays cdcl.Arrays
	// QueryLog is the directory to which the solver writes its queries, one file
	// per solver; "" means the value of the environment variable
	// ASSAY_QUERY_LOG, and no log if that is empty, too.
	QueryLog string
}

// Check reports options that New would not accept: a backend that does not
// exist or is not compiled in, a directory for query logs that cannot be made.
func (o Options) Check() error {
	for _, name := range []string{o.Backend, o.Fallback} {
		if _, ok := backends[name]; !ok {
			return fmt.Errorf("unknown solver backend %q: use %s or %s", name, BackendCDCL, BackendZ3)
		}
		if (name == BackendZ3 || name == BackendZ3Push) && !z3.Available {
			return fmt.Errorf("solver backend %q: %w", name, z3.ErrNotBuilt)
		}
	}
	if dir := o.withDefaults().QueryLog; dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("query log (%s): %w", QueryLogVariable, err)
		}
	}
	return nil
}

// withDefaults fills in what is zero.
func (o Options) withDefaults() Options {
	if o.CachedModels == 0 {
		o.CachedModels = DefaultCachedModels
	}
	if o.FallbackConflicts == 0 {
		o.FallbackConflicts = DefaultFallbackConflicts
	}
	if o.QueryLog == "" {
		o.QueryLog = os.Getenv(QueryLogVariable)
	}
	return o
}

// backends makes the backends by name.
var backends = map[string]func(*term.Pool, Options) (backend.Backend, error){
	"":            newCDCL,
	BackendCDCL:   newCDCL,
	BackendZ3:     func(p *term.Pool, _ Options) (backend.Backend, error) { return z3.New(p, z3.Assume) },
	BackendZ3Push: func(p *term.Pool, _ Options) (backend.Backend, error) { return z3.New(p, z3.PushPop) },
}

func newCDCL(pool *term.Pool, o Options) (backend.Backend, error) {
	return cdcl.New(pool, cdcl.Config{MaxVariables: o.MaxVariables, Arrays: o.Arrays}), nil
}

// open makes the backend of the given name, which Check accepted.
func (o Options) open(name string, pool *term.Pool) backend.Backend {
	b, err := backends[name](pool, o)
	if err != nil {
		panic(fmt.Sprintf("solver: backend %q: %v", name, err))
	}
	return b
}
