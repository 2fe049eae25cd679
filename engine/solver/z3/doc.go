// Package z3 is a backend over libz3, through a thin binding of our own: it
// covers what the solver needs (assumptions, cores, models, limits, interrupts)
// and nothing else. It is compiled in with the build tag z3, which needs cgo and
// libz3 (Debian and Ubuntu: libz3-dev); without the tag New returns
// ErrNotBuilt, so that everything else stays free of cgo.
//
// It serves as the oracle of the differential tests and as fallback for queries
// on which our own core exceeds its budget.
//
// Z3 objects are counted by hand: translated terms live until the solver is
// thrown away, everything else is released where it was made. There are no
// finalizers, which would run Z3 code on the garbage collector's schedule.
package z3

import "errors"

// ErrNotBuilt says that this program contains no Z3.
var ErrNotBuilt = errors.New("built without z3: build with -tags z3 (needs cgo and libz3, package libz3-dev)")

// Mode selects how queries are put to Z3.
type Mode uint8

// The modes.
const (
	// Assume asserts l → t once for every term t, with a literal l of its own,
	// and checks under the literals. The only mode with cores.
	Assume Mode = iota
	// PushPop keeps the path asserted on Z3's stack, one level per assumption.
	// Cores are all assumptions. It is Z3's fastest mode, for measurements.
	PushPop
	// Confirm is Assume for queries that share little, such as the claims of a
	// certificate: what former ones left behind is dropped early.
	Confirm
)
