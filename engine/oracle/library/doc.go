// Package library holds what the C library does against what assay says that it may do.
//
// Callers in C are made of the specification (emit.go, arguments.go, check.go): each draws
// arguments that the clauses allow, calls the function, and compares what became of result,
// errno, memory and the state around it with what the clauses say. They run in the harness
// (native/): in processes of their own, as nobody, in namespaces of their own where the
// system has them, each in a folder with files, descriptors and streams of many kinds. What
// the clauses do not say changes must not have changed.
//
// Memory is compared by executing the clauses: behind the call it is set back to what it was
// before, each clause that writes brings in what was seen there, and then all is as it was seen.
//
// Calls that are recorded become questions to the engine (engine.go): a program that makes
// the same call on the same memory and reaches a mark if it sees the same must not be
// unreachable. That covers the models written by hand, whose clauses are documentation.
//
// `go test` makes a fixed share; for more, `go run -tags z3 ./bench/oracle -library`.
package library
