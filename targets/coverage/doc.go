// Package coverage takes the universe of a dead-code report from clang: the
// regions and branch outcomes of its source-based coverage mapping, which
// holds also the code that clang never compiles (`if (0)`, what follows a
// return).
//
// Units are compiled with [Flags]. clang then describes every region of the
// source by an expression over counters (https://llvm.org/docs/CoverageMappingFormat.html)
// and leaves a call where a counter is raised. [Split] gives every edge of the
// control flow a block of its own; [Read] takes the calls out again and
// remembers where they stood. A region whose expression is a single counter is
// executed exactly where the call stood; for sums and differences
// [Module.Locate] solves the equations of flow (what enters a block leaves it)
// and finds the block that is executed as often as the expression says.
package coverage

// Flags make clang describe the regions of a unit and mark their counters.
var Flags = []string{"-fprofile-instr-generate", "-fcoverage-mapping"}
