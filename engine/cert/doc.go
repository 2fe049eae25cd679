// Package cert checks certificates: annotated search trees, or invariants of
// loops (loops.go), that prove that no run of a program violates a target. The
// checker of trees shares the semantics of single instructions with the search
// (package exec), and nothing of how the annotations were made: it executes the
// program from states of which it knows only what an annotation says. docs/certificates.md describes the format, what
// is checked, and what is not.
//
// engine/certificate.go exports the annotated tree of an exhausted depth-first search. cert.Check
// believes nothing of it but where to look: from the entry and from a generic state of each
// annotated node, in which everything that Ψ does not mention is arbitrary, it follows all paths
// with exec until each ends, is cut, or arrives in a state that satisfies an annotation of that
// place. A second solver confirms every unsatisfiable answer.
package cert
