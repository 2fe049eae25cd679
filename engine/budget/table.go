package budget

import (
	"fmt"
	"strings"
)

// Doc is docs/budgets.md: every number with what is said about it.
func Doc() string {
	var b strings.Builder
	b.WriteString(`# Budgets

The numbers that bound what the engine tries. None of them decides what is right: a smaller
one costs verdicts, a larger one time and memory. They count work, never time, so that runs
can be repeated. ` + "`--budget NAME=N`" + ` gives one another value for a run, for measurements; a
verdict is kept under the values that it was found with, and ` + "`--verbose`" + ` prints those that
differ from their defaults. The table is made from package ` + "`engine/budget`" + `. A default
without a measurement was set when its part was built, and the measurements of the whole
(bench/README.md) are what speaks for it.

| name | default | counts | measured |
|---|---|---|---|
`)
	for _, x := range All() {
		fmt.Fprintf(&b, "| `%s` | %d | %s %s | %s |\n", x.Name, x.Default, x.Unit, x.Meaning, x.Measured)
	}
	return b.String()
}

// Changed lists the numbers that differ from their defaults, a line each.
func Changed() []string {
	var out []string
	for _, x := range All() {
		if x.N != x.Default {
			out = append(out, fmt.Sprintf("budget %s is %d (default: %d): %s %s", x.Name, x.N, x.Default, x.Unit, x.Meaning))
		}
	}
	return out
}
