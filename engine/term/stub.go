package term

import "math/bits"

func eqRules() []Rule       { return nil }
func ultRules() []Rule      { return nil }
func sltRules() []Rule      { return nil }
func negRules() []Rule      { return nil }
func addRules() []Rule      { return nil }
func subRules() []Rule      { return nil }
func mulRules() []Rule      { return nil }
func divisionRules() []Rule { return nil }
func bvnotRules() []Rule    { return nil }
func bvandRules() []Rule    { return nil }
func bvorRules() []Rule     { return nil }
func bvxorRules() []Rule    { return nil }
func shiftRules() []Rule    { return nil }
func concatRules() []Rule   { return nil }
func extractRules() []Rule  { return nil }
func extendRules() []Rule   { return nil }
func arrayRules() []Rule    { return nil }
func bitLen(v uint64) int   { return bits.Len64(v) }
