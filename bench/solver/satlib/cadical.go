//go:build bench_cadical

package satlib

/*
#cgo LDFLAGS: -lcadical -lstdc++ -lm
#include <stddef.h>
#include <stdint.h>
#include <ccadical.h>

static int ask(CCaDiCaL *s, const int32_t *clauses, size_t n, const int32_t *assume, size_t m) {
	for (size_t i = 0; i < n; i++) ccadical_add(s, clauses[i]);
	for (size_t i = 0; i < m; i++) ccadical_assume(s, assume[i]);
	return ccadical_solve(s) == 10;
}
*/
import "C"

import "unsafe"

func init() {
	Libraries = append(Libraries, Library{"cadical", func() Instance { return &cadical{C.ccadical_init()} }})
}

// cadical is an Instance. CaDiCaL cannot restrict its decisions.
type cadical struct{ s *C.CCaDiCaL }

// Ask applies an increment and answers its query, in one call of C.
func (c *cadical) Ask(inc *Increment) bool {
	return C.ask(c.s, words(inc.Clauses), C.size_t(len(inc.Clauses)),
		words(inc.Assume), C.size_t(len(inc.Assume))) != 0
}

// Close releases the instance.
func (c *cadical) Close() { C.ccadical_release(c.s) }

func words(s []int32) *C.int32_t { return (*C.int32_t)(unsafe.SliceData(s)) }
