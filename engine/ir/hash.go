package ir

// mix combines two hashes (the finaliser of SplitMix64 over their sum).
func mix(a, b uint64) uint64 {
	x := a*0x9E3779B97F4A7C15 + b + 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// PointKey is a hash of a program point that does not change from run to run,
// nor when other functions change: function name, block, ordinal.
func (p *Program) PointKey(pt Point) uint64 {
	return mix(p.Blocks[pt.Block].Key, uint64(uint32(pt.Instr)))
}
