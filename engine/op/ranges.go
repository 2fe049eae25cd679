package op

import "github.com/assay-dev/assay/engine/ir"

// Ranges says how the two ranges of a copy may lie to each other: otherwise it is an
// Overlap. A copy of a range to itself leaves it as it is, allowed or not.
type Ranges uint8

const (
	Anyhow      Ranges = iota // memmove
	SameOrApart               // the assignment of a structure: to itself, too
	Apart                     // memcpy and its kin
)

// RangesOf tells it of an instruction that copies.
func RangesOf(in *ir.Instr) Ranges {
	switch {
	case in.Op != ir.MemCpy:
		return Anyhow
	case in.Flags&ir.Assigns != 0:
		return SameOrApart
	}
	return Apart
}

// RangesIf tells it of a call of __assay_copy by its last argument.
func RangesIf(apart bool) Ranges {
	if apart {
		return Apart
	}
	return Anyhow
}
