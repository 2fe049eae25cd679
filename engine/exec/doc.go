// Package exec executes one instruction on one state. A state is a concrete or
// symbolic configuration of the program: call stack, memory, path condition.
// Where a condition may go both ways the state forks; where an operation may
// go wrong the machine says so. Which state goes next is the search's affair.
//
// A state: exec.State is ⟨point, call stack, registers, memory, Π, inputs⟩, with a model of Π at
// hand. Frames, memory chunks, objects and pages of 256 bytes are shared between states and copied
// on write by epochs, and so are registers, 64 at a time (exec/registers.go). A register holds a
// memory.Value: a known integer or a term, a pointer as (object, offset), an aggregate, or a raw
// copy of bytes. Memory is byte-precise: known bytes, parts of stored values, or unwritten ones,
// which read as arbitrary constants that stay the same (memory/access.go). Symbolic offsets expand
// over the window that they can lie in, or turn the object into array terms (memory/symbolic.go).
// Addresses become numbers only when somebody casts or compares them across objects
// (memory/address.go).
//
// One step: A handler settles every condition before it changes anything: decide asks the model,
// then the solver; where both sides are possible the state forks, and the fork executes the same
// instruction again, repeating the decisions so far. check answers targets that look for a
// violation here, and lets the path go on only where a path-ending one did not happen; what may
// happen is Met, and proofs are given that it does not.
package exec
