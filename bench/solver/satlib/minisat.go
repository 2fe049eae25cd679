//go:build bench_minisat

package satlib

/*
#cgo LDFLAGS: -lminisat -lstdc++
#include "minisat.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

func init() {
	Libraries = append(Libraries, Library{"minisat", func() Instance { return &minisat{C.minisat_new()} }})
}

// minisat is an Instance, with decisions restricted as our own are.
type minisat struct{ s unsafe.Pointer }

// Ask applies an increment and answers its query, in one call of C.
func (m *minisat) Ask(inc *Increment) bool {
	var pin runtime.Pinner
	defer pin.Unpin()
	words := func(s []int32) C.struct_minisat_words {
		if len(s) > 0 {
			pin.Pin(&s[0])
		}
		return C.struct_minisat_words{(*C.int32_t)(unsafe.SliceData(s)), C.size_t(len(s))}
	}
	return C.minisat_ask(m.s, C.int(inc.Vars), words(inc.Clauses), words(inc.Decide), words(inc.Assume)) != 0
}

// Close releases the instance.
func (m *minisat) Close() { C.minisat_delete(m.s) }
