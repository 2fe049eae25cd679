package op

import "fmt"

// Class is a kind of violation: a row of the table of effects.
type Class uint8

// The classes of violation, in the order in which the checks of one operation
// are made (null, lifetime, object bounds, initialised, the value's own).
const (
	NoClass Class = iota

	// Memory errors: they end the path.
	NullAccess    // access, free or call through the null pointer
	ForeignAccess // access through an address that is no object's
	DeadAccess    // access to a freed or dead object
	OutOfBounds   // access outside the object
	ConstWrite    // write to a constant object
	BadFree       // free of something malloc did not return
	DoubleFree    // free of a freed object
	BadCall       // call through a pointer that is no function, or of the wrong type
	NoReturn      // `unreachable` was executed (end of a non-void function whose value is used, __builtin_unreachable)

	// Arithmetic traps: they end the path.
	DivByZero   // division or remainder by zero
	DivOverflow // INT_MIN / -1 and INT_MIN % -1

	// Everything below continues.
	SignedOverflow // add, sub, mul, neg or << leaves the signed type: wrapped
	PtrOverflow    // pointer arithmetic outside the object: the address as computed
	ShiftRange     // shift by a negative amount or by ≥ width: any value
	IndexBound     // index outside a declared sub-array
	UninitRead     // an unwritten byte is read: an arbitrary constant per byte
	DanglingRead   // a dangling or foreign pointer value is read, compared or subtracted
	PtrCompare     // order comparison of pointers into different objects
	PtrDiff        // subtraction of pointers into different objects
	Downcast       // an integer conversion loses value: truncated
	FloatToInt     // conversion of a float outside the integer's range: any value
	NaN            // the result of a float operation is NaN
	Infinite       // the result of a float operation is infinite
	BoolValue      // a _Bool byte above 1 is read: any bool
	Overlap        // memcpy ranges overlap: any bytes in the destination
	NullString     // null where printf expects a string: glibc prints (null)
	Unsigned       // unsigned arithmetic wraps (no error in C; some analyzers report it)
	LibPrecond     // precondition of a library function
	NoText         // an argument is no text where the function asks for one, however much of it is read

	// Judged elsewhere.
	Leak   // at the end of the program
	Assert // assert failure, abort: the program ends; an error only as a target
	Reach  // the location is executed
	NumClasses
)

// Effect is what a violation does to the path it occurs on.
type Effect uint8

// The effects.
const (
	Ends      Effect = iota // the path ends here
	Continues               // the path goes on, with the value the table names
)

type row struct {
	name   string
	text   string
	effect Effect
}

var table = [NumClasses]row{
	NoClass:        {"none", "nothing", Continues},
	NullAccess:     {"null-access", "access through a null pointer", Ends},
	ForeignAccess:  {"foreign-access", "access through an address of no object", Ends},
	DeadAccess:     {"dead-access", "access to freed memory or a dead variable", Ends},
	OutOfBounds:    {"out-of-bounds", "access outside the object", Ends},
	ConstWrite:     {"const-write", "write to a constant", Ends},
	BadFree:        {"bad-free", "free of a pointer that malloc did not return", Ends},
	DoubleFree:     {"double-free", "memory freed twice", Ends},
	BadCall:        {"bad-call", "call through a bad function pointer", Ends},
	NoReturn:       {"unreachable-executed", "execution of code declared unreachable", Ends},
	DivByZero:      {"division-by-zero", "division by zero", Ends},
	DivOverflow:    {"division-overflow", "quotient outside the type (INT_MIN / -1)", Ends},
	SignedOverflow: {"signed-overflow", "signed overflow", Continues},
	PtrOverflow:    {"pointer-overflow", "pointer arithmetic outside the object", Continues},
	ShiftRange:     {"shift", "shift amount negative or too large", Continues},
	IndexBound:     {"index-bound", "index outside the declared array", Continues},
	UninitRead:     {"uninitialised-read", "read of an uninitialised value", Continues},
	DanglingRead:   {"dangling-pointer", "use of a dangling pointer value", Continues},
	PtrCompare:     {"pointer-comparison", "comparison of pointers into different objects", Continues},
	PtrDiff:        {"pointer-difference", "difference of pointers into different objects", Continues},
	Downcast:       {"downcast", "integer conversion loses value", Continues},
	FloatToInt:     {"float-to-int", "float outside the integer's range", Continues},
	NaN:            {"nan", "floating-point result is NaN", Continues},
	Infinite:       {"infinite", "floating-point result is infinite", Continues},
	BoolValue:      {"bool-value", "_Bool object holds a value above 1", Continues},
	Overlap:        {"overlap", "copied memory ranges overlap", Continues},
	NullString:     {"null-string", "null pointer where a string is printed", Continues},
	Unsigned:       {"unsigned-overflow", "unsigned arithmetic wraps", Continues},
	LibPrecond:     {"library-precondition", "precondition of a library function", Ends},
	NoText:         {"no-text", "argument that no null character ends", Continues},
	Leak:           {"leak", "memory never freed and lost", Continues},
	Assert:         {"assertion", "assertion failure or abort", Ends},
	Reach:          {"reached", "location executed", Continues},
}

// String is the stable name of the class, used in SARIF and on the wire.
func (c Class) String() string {
	if c < NumClasses {
		return table[c].name
	}
	return fmt.Sprintf("class(%d)", uint8(c))
}

// Text says in words what the violation is.
func (c Class) Text() string { return table[c].text }

// Effect is what the violation does to the path (verdicts.md, the table).
func (c Class) Effect() Effect { return table[c].effect }

// ParseClass is the inverse of String.
func ParseClass(s string) (Class, bool) {
	for c := NoClass; c < NumClasses; c++ {
		if table[c].name == s {
			return c, true
		}
	}
	return NoClass, false
}

// Set is a set of classes.
type Set uint64

// SetOf makes a set.
func SetOf(cs ...Class) Set {
	var s Set
	for _, c := range cs {
		s |= 1 << c
	}
	return s
}

// Has reports membership.
func (s Set) Has(c Class) bool { return s>>c&1 != 0 }

// Memory is the set of errors an access through a pointer can commit.
const Memory = Set(1<<NullAccess | 1<<ForeignAccess | 1<<DeadAccess | 1<<OutOfBounds | 1<<ConstWrite)

// Side tells which side of a range a violation must leave by, for alarms
// whose predicate names one bound only.
type Side uint8

// The sides.
const (
	AnySide Side = iota
	Low          // below the lower bound
	High         // above the upper bound
)
