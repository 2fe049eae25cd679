package system

import (
	"fmt"
	"slices"
	"testing"

	"github.com/assay-dev/assay/engine/term"
)

// TestSharedObjects: what is made of choices among objects that share their sides takes as
// long as there are sides, not ways through them.
func TestSharedObjects(t *testing.T) {
	p := term.NewPool()
	b := OfTerms(p)
	b.forgetIDs()
	open := func(name string, objects ...int) term.T {
		v := p.Var(IDBits, name)
		b.Pts[v] = objects
		return v
	}
	id := open("first", IDNull, IDNumber)
	for i := range 64 {
		c, d, e := p.Var(0, fmt.Sprint("c", i)), p.Var(0, fmt.Sprint("d", i)), p.Var(0, fmt.Sprint("e", i))
		id = p.Ite(c, p.Ite(d, id, open(fmt.Sprint("x", i), IDNull, 7)), p.Ite(e, id, open(fmt.Sprint("y", i), 8)))
	}
	if ids := b.IDs(b.numbered(id)); slices.Contains(ids, IDNull) || !slices.Contains(ids, 8) {
		t.Errorf("objects %v", ids)
	}
}
