package cdcl

import "github.com/assay-dev/assay/engine/solver/sat"

// Trace makes t see what the backend asks of its SAT instances. It is called
// before the first query; see bench/solver.
func (b *Backend) Trace(t sat.Trace) { b.solver.SetTrace(t) }
