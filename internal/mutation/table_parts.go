package mutation

// partMutations are those of what proofs know of the parts of records (docs/adr/0035).
var partMutations = []Mutation{
	{"what ends a text behind a part of a record ends none in it", "engine/prover/system/smashed.go",
		`ends = p.AndN(ends, p.ULt(off, old.Size), `, `ends = p.AndN(ends, `, prover, "TestPrograms/parts"},
	{"a part of a record is told by the same part of its copy alone", "engine/prover/system/smashed.go",
		`if i < 0 || from != to {`, `if i < 0 || from > 1<<40 {`, prover, "TestPrograms/parts"},
	{"a copy reaches over fields that are initialised", "engine/prover/system/parts.go",
		`p.Ite(through, next, f.Size)`, `p.Ite(p.Or(through, term.True), next, f.Size)`, prover, "TestPrograms/parts"},
	{"the ghosts of a part say nothing of the next", "engine/prover/system/parts.go",
		`before := b.Pool.ULt(off, b.Size(o.Layout.Parts[i+1].From))`, `before := b.Pool.Or(term.True, b.Pool.ULt(off, b.Size(o.Layout.Parts[i+1].From)))`, prover, "TestPrograms/parts"},
	{"padding behind a part is not written with the fields beside it", "engine/prover/system/parts.go",
		`return b.Pool.And(all, b.Pool.Bool(from == to))`, `return all`, prover, "TestPrograms/parts"},
	{"a field that was never written is not read as initialised at an unknown offset", "engine/prover/system/parts.go",
		`b.Size(c.Size-n)), p.Not(st.Cells[k].Uninit)))`, `b.Size(c.Size-n)), term.True))`, prover, "TestPrograms/fields"},
}
