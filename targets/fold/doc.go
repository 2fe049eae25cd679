// Package fold finds the operations of C text that a compiler computes because their operands
// are constants, and tells which of them may be undefined: `1 / 0` and `2147483647 + 1` are no
// instructions of the compiled program.
//
// It reads the text of single statements, after macro expansion, without declarations: that a
// name stands for a variable, and for which number, it is told. What it cannot read is no
// operation; what it does not know of an operation may be wrong with it.
package fold
