package mutation

// looseMutations are those of questions in which hard operations give any numbers
// (docs/adr/0037).
var looseMutations = []Mutation{
	{"what holds of any block is asked with one number for all", "engine/prover/query/loose.go",
		`u == f || q.Seg == nil || a.Sys.Quantified(f) == 0`, `u == f || u != f`, "./engine/prover/query", "TestLooselyOfBlocks"},
}
