// Package layout says how an object of the prover's memory is divided into cells: one for each
// scalar where it is small, and ghosts that say of its bytes where it is large (smashed memory).
// It knows types and terms, and nothing of states.
//
//	l := layout.New(prog, typ, 1, 100)                              // nil: more than 100 cells
//	l = layout.NewSmashed(8, 4096, layout.FieldsOf(prog, typ))      // its ghosts first, then its fields
package layout
