package targets

import (
	"maps"

	"github.com/assay-dev/assay/engine/ir"
)

// meaning is what a name of a predicate may stand for: a local variable by its slot, a value that
// Frama-C keeps in a variable of its own or that is guessed, or a global variable by its symbol.
type meaning struct {
	operand ir.Operand
	symbol  string
}

// meanings are what the names of a predicate were taken for in a comparison.
type meanings map[string]map[meaning]bool

// take notes what a name was taken for, where it was.
func (m *meanings) take(name string, of meaning, as match) match {
	if as == no {
		return no
	}
	if *m == nil {
		*m = meanings{}
	}
	if (*m)[name] == nil {
		(*m)[name] = map[meaning]bool{}
	}
	(*m)[name][of] = true
	return as
}

// guess notes that an operand is taken for something that cannot be told from other operands.
func (m *matcher) guess(o ir.Operand) match { return m.meant.take("", meaning{operand: o}, maybe) }

// sameQuestion reports whether a predicate means the same at all candidates: its names stand for
// the same variables. One that fits none exactly must have such names for that.
func sameQuestion(cs []candidate, level match) bool {
	for _, c := range cs {
		if level != yes && len(c.meant) == 0 || !maps.EqualFunc(c.meant, cs[0].meant, maps.Equal[map[meaning]bool]) {
			return false
		}
	}
	return true
}
