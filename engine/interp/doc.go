// Package interp computes interpolants: predicates Ψ that hold at a node of the
// search tree and from which no target can be reached. Ψ is the weakest
// precondition of what happened below the node, made smaller by dropping,
// keeping and abducing constraints at guards (TracerX, section 5, and TracerX-WP). The
// semantics is that of package op, evaluated on state variables (package pred);
// what an instruction did to memory comes from the record that package exec
// made of the path.
//
// Interpolation (ADR 0014): In depth-first searches every place where the path condition grows and
// every junction is a node of search.tree: where the paths of a fork come together
// (ir.Block.Join), and heads of loops with a fork in them. A path records its steps
// (exec/record.go). When it ends, at the program's end, at an error, where no target can be
// reached, or because an entry subsumes it, the predicate "no target is reached from here" is
// carried back over the record, one rule an instruction (interp/rules.go, memory.go, control.go,
// builtin.go; ended.go for the last step), then over the node's decision (guard.go: drop, keep,
// clause, project, abduce). Children of a node are conjoined; the node closes with its last child,
// is stored under its point and call stack if it is a junction, and goes on upwards. half nodes
// prove nothing; bounded ones prune states that have no more turns and input left. Interpolation
// may take what pruning saved and a share of the search's work (tree.affords); what it cannot
// afford it does not begin: from such a junction to the next ones nothing is recorded, and all
// nodes above are half. When nothing is left it rests until it can afford twice as much as last
// time. Ψ's form is pred.Psi: ranges that merge, other conjuncts, and holders. A branch that a
// path decided without a fork costs its interpolant the condition, unless the other direction
// leads to no target, or makes no difference (interp/region.go): between the branch and its join
// nothing is written, nothing can go wrong, the join has no phis, the path itself came to the
// join, and every other way out of the region leads to no target. The table (interp/table.go)
// finds an entry in two ways: by the values that its interpolant fixes, and by all values that the
// state it was made in has at the places that it mentions, so that a state that comes back is
// found at once. Copies of a term.Model share their values (term/values.go, a persistent trie), so
// that a solver's answer is a cached model with a few values changed. The tree with its
// interpolants is kept on request (search/annotate.go) for certificates and traces.
package interp
