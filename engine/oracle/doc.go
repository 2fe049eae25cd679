// Package oracle tests the engine against the truth: it makes small random C
// programs whose inputs are few enough to be enumerated, runs every input
// natively, and compares what happened with the engine's verdicts.
//
// A program is a typed syntax tree with two printed forms. The plain one is
// what the engine reads. The reference has the same lines, but every operation
// that may go wrong is a call of a small runtime (reference/runtime.c) which
// keeps the objects with their bytes, lifetimes and initialisation, records
// the violations, and goes on or ends as the table of docs/verdicts.md says.
// Nothing undefined is executed natively. Choices that the language leaves
// open (the result of a bad shift, an unwritten byte, whether malloc fails,
// the order of addresses) are enumerated like inputs.
//
// `go test` tries a fixed share of the programs. For longer runs say
// `ASSAY_ORACLE=20000 go test -timeout 0 -run TestPrograms ./engine/oracle`, or
// `go run ./bench/oracle`, which can start at any seed and keeps what it finds.
package oracle
