// Package solver decides conjunctions of boolean terms: satisfiable with a
// model, unsatisfiable with a core, or unknown with a reason.
//
// A Solver is a chain of layers (see layers): cheap ones that settle most of the
// queries of a symbolic execution, and a complete backend at the end. It is made
// for one search over one term pool and sees the queries of that search in
// order; consecutive queries should share a prefix of assumptions (the path
// condition), for which the work is then done once.
//
// A solver is deterministic: the same calls give the same answers, models and
// cores, whatever ran before in the process. Limits are counted in conflicts and
// propagations; wall-clock time enters only through the context.
//
// engine/solver is a table of layers (layers.go) before a complete backend: our own bit-blaster
// and CDCL (cdcl, bitblast, sat), or Z3.
package solver
