// Package op is the one semantics of assay: what each operation of C, as
// clang-14's IR writes it, computes, which violations it can commit, and what
// a violation does to the path. The concrete and symbolic executor, the value
// analysis, the transition-system prover and the certificate checker all
// instantiate it; the table of violations and effects stands here and nowhere
// else (ADR 0001).
//
// engine/op computes each integer operation over a value domain and lists what may go wrong
// (op.Check), in the order in which it is judged. op.Concrete is the fast path;
// exec.symbolicDomain builds terms.
package op
