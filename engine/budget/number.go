package budget

import (
	"fmt"
	"slices"
	"strings"
)

// A Number is one limit. N is its value; the rest is said once and does not change.
type Number struct {
	N        int
	Name     string // its room and what it bounds: "families.pairs"
	Unit     string // what is counted: "candidates at a cutpoint"
	Meaning  string // continues Unit: "that compare two numbers"
	Default  int
	Measured string // what chose the default, "" if it was not measured by itself
}

// numbers are all, in no order.
var numbers []*Number

// number declares a Number.
func number(name, unit, meaning string, n int) *Number {
	x := &Number{N: n, Name: name, Unit: unit, Meaning: meaning, Default: n}
	numbers = append(numbers, x)
	return x
}

// measured adds the measurement that chose the default.
func (x *Number) measured(by string) *Number {
	x.Measured = by
	return x
}

// All returns every number, in order of names.
func All() []*Number {
	return slices.SortedFunc(slices.Values(numbers), func(a, b *Number) int { return strings.Compare(a.Name, b.Name) })
}

// Set gives a number another value. It is for measurements, before the engine starts:
// nothing guards N.
func Set(name string, n int) error {
	for _, x := range numbers {
		if x.Name == name {
			if n < 0 {
				return fmt.Errorf("budget %s: %d is negative", name, n)
			}
			x.N = n
			return nil
		}
	}
	return fmt.Errorf("there is no budget %q; docs/budgets.md lists them", name)
}
