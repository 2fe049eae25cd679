// Package hidden tests what the engine takes code for that is not there: it makes small
// random C programs that call functions whose bodies are hidden from the engine, and runs
// them natively with bodies that are random, too. These keep what they were given, write
// to it later, return it, call the program back, directly, through what they kept, or by
// name, and have storage of their own.
//
// A program has few inputs, which are all tried. Each of its marks (mark_3()) is a target:
// one that some run comes to must not be unreachable or bounded, and one that is reachable
// some run comes to. Programs follow no pointer that is null, and index no array outside,
// so that no run ends early.
//
// `go test` tries a fixed share of the programs; for more, `go run -tags z3 ./bench/oracle
// -hidden`.
package hidden
